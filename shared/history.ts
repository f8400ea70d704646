// Addition to the contract: the history of a record. Each change has its time, its person, and the values before and after it.
import { z } from 'zod'
import { Id, IdText, Instant, Words } from './wire.ts'

/** A change of a record. If only a part of the record changed, `registro` names that part ('Etapa Levantamento'). */
export const Change = z.object({
  id: Id,
  quando: Instant,
  /** The person who made the change. Null if it was the system itself. */
  quem: Words.nullable(),
  fez: z.enum(['criou', 'alterou', 'excluiu']),
  registro: Words.nullable(),
  /** The fields that changed, each with its label on screen and formatted values. */
  campos: z.array(z.object({ campo: Words, de: Words.nullable(), para: Words.nullable() })),
})
export type Change = z.output<typeof Change>

/** Maximum number of changes in an answer. */
export const TOLD = 100
/** The changes, newest first. If the list has the maximum length, there may be more. */
export const History = z.array(Change).max(TOLD)
/** With `antes`, only the changes before the change with this id. */
export const HistoryQuery = z.strictObject({ antes: IdText.optional() })
