// The registers that are alike, as their tests play them: each file of registers/ is one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Kind } from '../../server/api/registers.ts'

type Values = Record<string, string>

export interface Register {
  /** Its screen, and its calls. */
  path: string
  calls: string
  listed: z.ZodObject
  stored: z.ZodObject
  /** The reply's field that holds the id. */
  id: string
  /** What its form sends, every field of it, the texts to be trimmed; and what is then stored. */
  sent: Record<string, unknown>
  read: Record<string, unknown>
  /** The same of a change, without anything to trim. */
  change: Record<string, unknown>
  changed: Record<string, unknown>
  /** What may not be empty, by its field of the call, and what is said then. */
  required: Record<string, string>
  /** Fields of the call that may be absent. */
  optional?: string[]
  /** What names one: its field of the call, its label, the most characters. */
  name: { field: string; label: string; max: number }
  titles: { list: string; create: string; change: string }
  /** The form's texts, in their order: label and what is typed. No record of the demo company is called so. */
  typed: [label: string, text: string][]
  created: string
  changedOne: string
  /** What is said when the server refuses without a word. */
  createFailed: string
  changeFailed: string
  /** All, active, inactive. */
  words: [string, string, string]
  /** Its spreadsheet: a new record, the same one changed, and the table that holds it. */
  sheet: { kind: Kind; fresh: Values; other: Values; table: string }
}

const folder = join(import.meta.dirname, 'registers')
export const registers = await Promise.all(
  readdirSync(folder).map(async (file) => ((await import(join(folder, file))) as { default: Register }).default),
)
