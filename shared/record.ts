// Describes the fields of a record that only change their names between form, wire and table. Each field is described once; the schemas here, the
// handlers (server/api/record.ts), the spreadsheets (server/api/sheet.ts), the forms (client/ui/form/record.ts) and the lists
// (client/ui/grid/record.tsx) derive from it. Object.fromEntries forgets the names of the fields, so each of these functions restores them by a cast.
import { z } from 'zod'
import type { TextField } from './text.ts'
import { Flag, line, Status, text, Words } from './wire.ts'

interface Names {
  /** Column of the table, as server/api/db/schema.ts names it. */
  column: string
  /** Name in replies. The name in bodies and forms is the field's key. */
  reply: string
}
/** A text. If `empty` is given, the text is required, and `empty` is the message for an empty one. Otherwise it may be empty, but is always there. */
export interface RecordText extends Names, Pick<TextField, 'name' | 'max'> {
  type: 'text'
  empty?: string
}
/** A yes/no value: 'S' or 'N'. */
export interface RecordFlag extends Names {
  type: 'flag'
  /** Label on screen. */
  name: string
  /** Name of its column in a spreadsheet and in the address of the list, and the description of that column. */
  head: readonly [name: string, description: string]
}
/** The status: 'A' (active) or 'I' (inactive). */
export interface RecordStatus extends Names {
  type: 'status'
}
/** Key: the field's name in bodies, forms and, for a text, in spreadsheets. */
export type RecordFields = Readonly<Record<string, RecordText | RecordFlag | RecordStatus>>

/** The value of a field in a body. */
export type RecordValue<F> = F extends { type: 'text' } ? string : F extends { type: 'flag' } ? 'S' | 'N' : 'A' | 'I'
export type RecordBody<R extends RecordFields> = { -readonly [K in keyof R]: RecordValue<R[K]> }
type ReplyValue<F> = F extends { type: 'text'; empty: string } ? string | null : RecordValue<F>
/** The fields in a reply, by their names there. */
export type RecordReply<R extends RecordFields> = { -readonly [K in keyof R as R[K]['reply']]: ReplyValue<R[K]> }

type BodySchema<F> = F extends { type: 'text' } ? ReturnType<typeof text> : F extends { type: 'flag' } ? typeof Flag : typeof Status
type ReplySchema<F> = F extends { type: 'text'; empty: string }
  ? typeof Words
  : F extends { type: 'text' }
    ? z.ZodString
    : F extends { type: 'flag' }
      ? typeof Flag
      : typeof Status

const bodySchema = (field: RecordFields[string]) => {
  if (field.type !== 'text') return field.type === 'flag' ? Flag : Status
  return field.empty === undefined ? line(field.name, field.max) : text({ ...field, empty: field.empty })
}

/** The fields of the bodies that create and change a record. */
export const bodyOf = <R extends RecordFields>(record: R) =>
  Object.fromEntries(Object.entries(record).map(([name, field]) => [name, bodySchema(field)])) as { -readonly [K in keyof R]: BodySchema<R[K]> }

const replySchema = (field: RecordFields[string]) => {
  if (field.type !== 'text') return field.type === 'flag' ? Flag : Status
  return field.empty === undefined ? z.string() : Words
}
/**
 * The fields of a reply that shows a record. A text that may be empty must be in the reply: a form would send a missing one back empty and so delete
 * it.
 */
export const replyOf = <R extends RecordFields>(record: R) =>
  Object.fromEntries(Object.values(record).map((field) => [field.reply, replySchema(field)])) as {
    -readonly [K in keyof R as R[K]['reply']]: ReplySchema<R[K]>
  }
