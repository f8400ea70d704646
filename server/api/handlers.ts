// What a handler is: its row of the table decides what it is given and what it must answer.
import type { BodyOf, PathIdsOf, QueryOf, ReplyOf, Row } from '../../shared/call.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Db } from './db/sql.ts'

export interface Api {
  db: Db
  clock: Clock
}

/** Whoever's token came with the call. */
export interface Caller {
  id: number
  /** The hash of that token, as it is stored. */
  token: string
  /** Of the person's record, when the call arrived. */
  version: number
}

export interface Given<R extends Row> {
  /** Of a write: its transaction, which ends with the answer. */
  db: Db
  me: Caller
  path: PathIdsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** A rule of the gate reads what it judges by, and no more: nobody is told of it. */
  forRule: boolean
}

/** Ours names each field of a reply, those too that another upstream may leave out. */
type Whole<T> = { [K in keyof T]-?: Whole<T[K]> }
type Answer<R extends Row> = (given: Given<R>) => Promise<Whole<ReplyOf<R>>>
/** Does first what takes its time, outside of any transaction; what it returns is then done in one. */
interface Prepared<R extends Row> {
  before: (given: Given<R>) => Promise<(tx: Db) => Promise<Whole<ReplyOf<R>>>>
}
/** The calls that hash a password or judge documents: a transaction that waited for it would keep the database from everybody else. */
type Slow = 'POST /auth' | 'POST /users' | 'PUT /users' | 'PUT /nfse'

/** One handler for each row: one that is missing, or answers another shape, does not compile. */
export type Handlers<Rows extends readonly Row[]> = { [R in Rows[number] as R['name']]: R['name'] extends Slow ? Prepared<R> : Answer<R> }
/** Any of them. */
export type Handler = Answer<Row> | Prepared<Row>
