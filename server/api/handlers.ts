// Types of the handlers. The row of the table of calls determines a handler's input and answer.
import type { BodyOf, PathIdsOf, QueryOf, ReplyOf, Row } from '../../shared/call.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Written } from './answer-limits.ts'
import type { Db } from './db/sql.ts'

export interface Api {
  db: Db
  clock: Clock
}

/** The view of a query: the transactions that had ended, and the server and database, because another one counts transactions anew. */
export interface Seen {
  snapshot: string
  server: string
  /** The time of the database. */
  at: string
}

/** The person to whom the call's token belongs. */
export interface Caller {
  id: number
  /** The hash of the token, as stored. */
  token: string
  /** The version that the person's record had when the call arrived. */
  version: number
  /** The view of the query that found this person. Missing for the key of a calendar address. */
  seen?: Seen
}

export interface Given<R extends Row> {
  /** For a write, the transaction of the call. For a read, the database. */
  db: Db
  me: Caller
  path: PathIdsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** True if a rule of the gate reads the record in order to decide. The result is shown to nobody. */
  forRule: boolean
}

/** A reply with all of its fields, including those that the API of another system may omit. */
type Whole<T> = { [K in keyof T]-?: Whole<T[K]> }
type Answer<R extends Row> = (given: Given<R>) => Promise<Whole<ReplyOf<R>>>
type WrittenAnswer<R extends Row> = (given: Given<R>) => Promise<Written<Whole<ReplyOf<R>>>>
/** A handler that does the slow part first, outside of any transaction. The function that it returns then runs in the transaction. */
interface Prepared<R extends Row> {
  before: (given: Given<R>) => Promise<(tx: Db) => Promise<Whole<ReplyOf<R>>>>
}
/**
 * Calls that hash a password, validate documents or must keep a count even if they refuse. They do so before their transaction: while a transaction waited, it would block the embedded
 * database for everybody.
 */
type Slow =
  | 'POST /auth'
  | 'POST /auth/second'
  | 'PUT /account/password'
  | 'PUT /account/totp-secret'
  | 'POST /account/passkey-options'
  | 'DELETE /account/factors'
  | 'POST /users'
  | 'PUT /users'
  | 'PUT /nfse'
/** Reads of a list that may be so long that the handler writes the reply itself. */
type Long = 'POST /dash/analytictoggl'

/** One handler for each row. If a handler is missing or returns the wrong type, the code does not compile. */
export type Handlers<Rows extends readonly Row[]> = {
  [R in Rows[number] as R['name']]: R['name'] extends Slow ? Prepared<R> : R['name'] extends Long ? WrittenAnswer<R> : Answer<R>
}
/** A handler, whichever row it belongs to. */
export type Handler = Answer<Row> | WrittenAnswer<Row> | Prepared<Row>
