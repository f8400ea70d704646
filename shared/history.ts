// Addition to the contract: the history of a record with each change, its time and person, and the values before and after.
import { z } from 'zod'
import { Id, IdText, Instant, Words } from './wire.ts'

/** A change of a record. `registro` names the part that changed, if it was a part ('Etapa Levantamento'). */
export const Change = z.object({
  id: Id,
  quando: Instant,
  /** Null if the system itself made the change. */
  quem: Words.nullable(),
  fez: z.enum(['criou', 'alterou', 'excluiu']),
  registro: Words.nullable(),
  /** The changed fields by their label on screen, with formatted values. */
  campos: z.array(z.object({ campo: Words, de: Words.nullable(), para: Words.nullable() })),
})
export type Change = z.output<typeof Change>

/** Maximum number of changes in an answer. */
export const TOLD = 100
/** The newest first. A full list may be incomplete. */
export const History = z.array(Change).max(TOLD)
/** `antes`: only changes before the one with this id. */
export const HistoryQuery = z.strictObject({ antes: IdText.optional() })
