// The registers that work alike, described for their tests. Each file in registers/ describes one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Kind } from '../../server/api/registers.ts'

type Values = Record<string, string>

export interface Register {
  /** `path` is the path of the screen, `calls` that of its calls. */
  path: string
  calls: string
  listed: z.ZodObject
  stored: z.ZodObject
  /** Name of the reply's field that holds the id. */
  id: string
  /** `sent` is a body as the form sends it, with every field and with texts to be trimmed; `read` is the record that is stored for it. */
  sent: Record<string, unknown>
  read: Record<string, unknown>
  /** `change` is the body of a change, with nothing to trim; `changed` is the record that is stored for it. */
  change: Record<string, unknown>
  changed: Record<string, unknown>
  /** Required fields of the call, with the message for an empty value. */
  required: Record<string, string>
  /** Fields of the call that may be absent. */
  optional?: string[]
  /** The field that names a record: its name in the call, its label, and the maximum number of characters. */
  name: { field: string; label: string; max: number }
  titles: { list: string; create: string; change: string }
  /** The texts to type into the form, in order, as label and input. The name must not belong to a record of the demo company. */
  typed: [label: string, text: string][]
  created: string
  changedOne: string
  /** Messages of the form if the server refuses without a message of its own. */
  createFailed: string
  changeFailed: string
  /** The words for all, active and inactive. */
  words: [string, string, string]
  /** The register's spreadsheet: a new record, the same record changed, and the database table that stores it. */
  sheet: { kind: Kind; fresh: Values; other: Values; table: string }
}

const folder = join(import.meta.dirname, 'registers')
export const registers = await Promise.all(
  readdirSync(folder).map(async (file) => ((await import(join(folder, file))) as { default: Register }).default),
)
