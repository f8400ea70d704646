// Describes the registers that work alike, for their tests. Each file in registers/ describes one register.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Kind } from '../../server/api/registers.ts'

type Values = Record<string, string>

export interface Register {
  /** `path` is the path of the screen, and `calls` is the path of its calls. */
  path: string
  calls: string
  listed: z.ZodObject
  stored: z.ZodObject
  /** Name of the field in the reply that contains the id. */
  id: string
  /** `sent` is a body with every field and with texts to be trimmed, as the form sends it; `read` is the record that is then stored. */
  sent: Record<string, unknown>
  read: Record<string, unknown>
  /** `change` is the body of a change, with nothing to trim; `changed` is the record that is then stored. */
  change: Record<string, unknown>
  changed: Record<string, unknown>
  /** Required fields of the call, each with the message for an empty value. */
  required: Record<string, string>
  /** Fields of the call that may be missing. */
  optional?: string[]
  /** The field that names a record: its key in the call, its label, and its maximum number of characters. */
  name: { field: string; label: string; max: number }
  titles: { list: string; create: string; change: string }
  /** The texts to type into the form, in order, as pairs of label and text. The name must not belong to a record of the demo company. */
  typed: [label: string, text: string][]
  created: string
  changedOne: string
  /** Messages of the form if the server refuses without a message. */
  createFailed: string
  changeFailed: string
  /** The words on screen for all, active and inactive. */
  words: [string, string, string]
  /** The spreadsheet of the register: a new record, the same record changed, and the database table that stores it. */
  sheet: { kind: Kind; fresh: Values; other: Values; table: string }
}

const folder = join(import.meta.dirname, 'registers')
export const registers = await Promise.all(
  readdirSync(folder).map(async (file) => ((await import(join(folder, file))) as { default: Register }).default),
)
