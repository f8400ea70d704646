// (+) What became of a record: who did what to it, when, and what it said before and after.
import { z } from 'zod'
import { Id, IdText, Instant, Words } from './wire.ts'

/** One change of a record; `registro`: what of it that was, where it is a part ('Etapa Levantamento'). */
export const Change = z.object({
  id: Id,
  quando: Instant,
  /** Null: the system itself. */
  quem: Words.nullable(),
  fez: z.enum(['criou', 'alterou', 'excluiu']),
  registro: Words.nullable(),
  /** Fields by their words on the screen, as they are read. */
  campos: z.array(z.object({ campo: Words, de: Words.nullable(), para: Words.nullable() })),
})
export type Change = z.output<typeof Change>

/** Changes that are answered, at most. */
export const TOLD = 100
/** The newest first; a whole answer may not be all. */
export const History = z.array(Change).max(TOLD)
/** `antes`: those before this one. */
export const HistoryQuery = z.strictObject({ antes: IdText.optional() })
