// The registers that work alike, as their tests use them. Each file in registers/ describes one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Kind } from '../../server/api/registers.ts'

type Values = Record<string, string>

export interface Register {
  /** The path of its screen, and the path of its calls. */
  path: string
  calls: string
  listed: z.ZodObject
  stored: z.ZodObject
  /** The field of the reply that holds the id. */
  id: string
  /** The body that its form sends, with every field and with texts to be trimmed; and the record stored for it. */
  sent: Record<string, unknown>
  read: Record<string, unknown>
  /** The body of a change, with nothing to trim; and the record stored for it. */
  change: Record<string, unknown>
  changed: Record<string, unknown>
  /** Required fields of the call, with the message for an empty value. */
  required: Record<string, string>
  /** Fields of the call that may be absent. */
  optional?: string[]
  /** The field that names a record: its name in the call, its label, and the maximum number of characters. */
  name: { field: string; label: string; max: number }
  titles: { list: string; create: string; change: string }
  /** The form's texts in order, as label and input. No record of the demo company has this name. */
  typed: [label: string, text: string][]
  created: string
  changedOne: string
  /** The message if the server refuses without one of its own. */
  createFailed: string
  changeFailed: string
  /** The words for all, active and inactive. */
  words: [string, string, string]
  /** Its spreadsheet: a new record, the same record changed, and the database table that stores it. */
  sheet: { kind: Kind; fresh: Values; other: Values; table: string }
}

const folder = join(import.meta.dirname, 'registers')
export const registers = await Promise.all(
  readdirSync(folder).map(async (file) => ((await import(join(folder, file))) as { default: Register }).default),
)
