// Types of the handlers. The row of the call table determines a handler's input and answer.
import type { BodyOf, PathIdsOf, QueryOf, ReplyOf, Row } from '../../shared/call.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Db } from './db/sql.ts'

export interface Api {
  db: Db
  clock: Clock
}

/** The person of the call's token. */
export interface Caller {
  id: number
  /** The hash of the token, as stored. */
  token: string
  /** Version of the person's record when the call arrived. */
  version: number
}

export interface Given<R extends Row> {
  /** The transaction of a write, which ends with the answer; for a read, the database. */
  db: Db
  me: Caller
  path: PathIdsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** True if a rule of the gate reads the record for its decision. The result is shown to nobody. */
  forRule: boolean
}

/** Requires every field of a reply, including those that another upstream may omit. */
type Whole<T> = { [K in keyof T]-?: Whole<T[K]> }
type Answer<R extends Row> = (given: Given<R>) => Promise<Whole<ReplyOf<R>>>
/** Does the slow part first, outside of any transaction. The returned function then runs in one. */
interface Prepared<R extends Row> {
  before: (given: Given<R>) => Promise<(tx: Db) => Promise<Whole<ReplyOf<R>>>>
}
/** Calls that hash a password or validate documents. A transaction that waited for that would block the database for everybody else. */
type Slow = 'POST /auth' | 'POST /users' | 'PUT /users' | 'PUT /nfse'

/** One handler for each row. A missing handler, or one with another answer, does not compile. */
export type Handlers<Rows extends readonly Row[]> = { [R in Rows[number] as R['name']]: R['name'] extends Slow ? Prepared<R> : Answer<R> }
/** A handler of any row. */
export type Handler = Answer<Row> | Prepared<Row>
