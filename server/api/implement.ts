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
}

export interface Given<R extends Row> {
  /** Of a write: its transaction, which ends with the answer. */
  db: Db
  me: Caller
  path: PathIdsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
}

/** One handler for each row: one that is missing, or answers another shape, does not compile. */
export type Handlers<Rows extends readonly Row[]> = { [R in Rows[number] as R['name']]: (given: Given<R>) => Promise<ReplyOf<R>> }
