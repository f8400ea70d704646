// Describes the spreadsheet of a register, and turns a line of the spreadsheet into a record.
import { getTableColumns, getTableName, type GetColumnData, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { calls, type CallName } from '../../shared/calls.ts'
import { isDay } from '../../shared/clock.ts'
import { isTimeOfDay } from '../../shared/hours.ts'
import type { RecordFields } from '../../shared/record.ts'
import type { Db } from './db/sql.ts'
import type { FormOf } from './register.ts'

/** A row of a table, by the names of the columns in the database. */
export type Row = Record<string, unknown>
type Values = Record<string, string>
type Id = (text: string) => number

/** The reason why a row may not be stored or changed in this way; undefined if it may. `old` is the stored row, if there is one. */
export type Barred = (row: Row, old: Row | undefined) => string | undefined

type FieldsOf<T extends PgTable> = { [K in keyof T['_']['columns']]?: GetColumnData<T['_']['columns'][K]> }

export interface Held<T extends PgTable, B> {
  table: T
  /** Columns of the table that identify the record of a line. */
  key: string[]
  /** Column of the file → description of its contents; '?' marks an optional column. */
  heads: Record<string, string>
  /** Optional columns, each with its column of the table. If a file has no such column, existing records keep their value. */
  optional?: Record<string, string>
  /** Functions that find a record by the name used in a line. They are loaded once per file. */
  names?: (db: Db) => Promise<Record<string, Id>>
  /**
   * Every field of the body of the call: a value, or a function that reads it from the line. The function throws the problem if the cells are wrong.
   */
  body: (line: Values, ids: Record<string, Id>) => { [K in keyof Required<B>]: unknown }
  /** Columns that contain percentages, because in an .xlsx a number up to 1 could also be a fraction. */
  percents?: string[]
  /** The schema of the body, if the file holds fewer values than the call accepts. */
  schema?: z.ZodType<B>
  row: (body: B) => FieldsOf<T>
  /** Additional columns of a new record. */
  fresh?: () => FieldsOf<T>
  /** Called after the rows are written, to store the rest of each line. Returns the ids of the records that it changed. */
  finish?: (db: Db, bodies: B[]) => Promise<number[]>
  /** If true, a line matches active records only. Exception: an inactive line that matches no active record may match an inactive one. */
  undone?: true
  /** For very large tables: limits the records that the lines may match. If absent, any record may match. */
  among?: (bodies: B[]) => SQL
  /** A warning about a line that is stored all the same, with its column and value. `today`: a day in Brazil's time zone. */
  doubt?: (body: B, today: string) => string | undefined
  /** Called once within the transaction. Returns the check for rows that may not be stored. */
  barred?: (db: Db) => Promise<Barred>
  /** Returns the records among `ids` that may no longer be changed, each with the reason. Without this, the database would refuse them one by one. */
  kept?: (db: Db, ids: number[]) => Promise<Map<number, string>>
}

export type Sheet = ReturnType<typeof sheetOf>

/** The spreadsheet of the records that a call creates. If the table has a status column, the file may contain it. */
export const sheet = <N extends CallName, T extends PgTable, B extends object = FormOf<N>>(call: N, held: Held<T, B>) =>
  sheetOf(call, {
    ...held,
    ...('status' in getTableColumns(held.table) && {
      heads: { ...held.heads, status: 'A ou I (padrão A) ?' },
      optional: { ...held.optional, status: 'status' },
    }),
    schema: held.schema ?? calls.find(({ name }) => name === call)?.body,
  })

/** The spreadsheet of records that have no creating call and no screen. */
export const sheetAlone = <T extends PgTable, B extends object>(held: Held<T, B> & { schema: z.ZodType<B> }) => sheetOf(null, held)

function sheetOf<T extends PgTable, B extends object>(
  call: CallName | null,
  {
    table,
    key,
    heads,
    optional = {},
    names,
    body,
    schema,
    row,
    fresh,
    finish,
    undone,
    among,
    doubt,
    barred,
    kept,
    percents = [],
  }: Omit<Held<T, B>, 'schema'> & { schema: z.ZodType | undefined },
) {
  const named = (values: object): Row => Object.fromEntries(Object.entries(values).map(([field, value]) => [toSnakeCase(field), value]))
  return {
    call,
    table: getTableName(table),
    key,
    heads,
    optional,
    undone,
    names,
    body: (line: Values, ids: Record<string, Id>): object => body(line, ids),
    // The output of the schema is the input of the functions below, so the casts are safe.
    schema: schema as z.ZodType,
    row: (parsed: unknown) => named(row(parsed as B)),
    fresh: () => named(fresh?.() ?? {}),
    finish: finish as ((db: Db, bodies: unknown[]) => Promise<number[]>) | undefined,
    among: among as ((bodies: unknown[]) => SQL) | undefined,
    doubt: doubt as ((body: unknown, today: string) => string | undefined) | undefined,
    barred,
    kept,
    percents,
  }
}

/** Placeholder in a body for a cell that could not be read. The problem of the cell was already reported. */
const UNREAD = Symbol('unread')
type Reading = { ok: true; body: unknown } | { ok: false; faults: string[] }

/** Turns a line into the body of the creating call, or lists all problems of its cells, each with its column and content. */
export function read({ body: bodyOf, schema }: Pick<Sheet, 'body' | 'schema'>, values: Values, ids: Record<string, Id>): Reading {
  let columns: string[] = []
  // Record which columns each field reads, so that the description of the spreadsheet need not list them again.
  const noted = new Proxy(values, {
    get: (all, name: string) => {
      columns.push(name)
      return all[name]
    },
  })
  const columnsOf = new Map<unknown, string[]>()
  const faults: string[] = []
  const tell = (field: unknown, message: string) => {
    const names = columnsOf.get(field)?.filter((name) => values[name] !== undefined) ?? []
    const isPlaced = names.length === 0 || names.some((name) => message.startsWith(`${name}:`))
    const isQuoted = names.some((name) => values[name] && message.includes(quoted(values[name])))
    const cells = names.map((name) => (isQuoted ? name : `${name} ${values[name] ? quoted(values[name]) : '(vazio)'}`))
    faults.push(isPlaced ? message : `${cells.join(', ')}: ${message}`)
  }
  const body: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(bodyOf(noted, ids))) {
    columns = []
    try {
      body[field] = typeof value === 'function' ? (value as () => unknown)() : value
    } catch (error) {
      body[field] = UNREAD
      columnsOf.set(field, [...new Set(columns)])
      tell(field, (error as Error).message)
    }
    columnsOf.set(field, [...new Set(columns)])
  }
  const { success, data, error } = schema.safeParse(body)
  for (const { path, message } of error?.issues ?? []) if (body[String(path[0])] !== UNREAD) tell(path[0], message)
  return success ? { ok: true, body: data } : { ok: false, faults: [...new Set(faults)] }
}

/** Prepares a name for comparison, so that accents and case are ignored. */
export const fold = (text: unknown) => String(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Maximum number of characters from a file that a message repeats. */
const QUOTED = 80
/** A text from a file, safe to print in a terminal. */
export const shown = (text: string | undefined) => {
  const said = String(text).replaceAll(/\p{C}/gu, '·')
  return said.length > QUOTED ? `${said.slice(0, QUOTED)}…` : said
}
const quoted = (text: string | undefined) => `“${shown(text)}”`

/** Returns a function that accepts only one of these words, in any of the spellings listed. */
export const oneOf = (words: Record<string, string>, what: string) => (text: string | undefined) => {
  const said = fold(text)
  const word = Object.hasOwn(words, said) ? words[said] : undefined
  if (word === undefined)
    throw new Error(`${what}: ${quoted(text)} não serve; escreva ${[...new Set(Object.values(words))].filter(Boolean).join(' ou ')}.`)
  return word
}
export const statusOf = oneOf({ '': 'A', undefined: 'A', a: 'A', ativo: 'A', ativa: 'A', i: 'I', inativo: 'I', inativa: 'I' }, 'status')
export const flagOf = (name: string, line: Values) => oneOf({ '': 'N', undefined: 'N', s: 'S', sim: 'S', n: 'N', nao: 'N' }, name)(line[name])

/**
 * The columns that a record (shared/record.ts) has in its spreadsheet, and the functions that read the fields of the body from a line. `sheet` adds
 * the column of the status.
 */
export function recordSheet<R extends RecordFields>(record: R) {
  const heads: Record<string, string> = {}
  const optional: Record<string, string> = {}
  for (const [name, field] of Object.entries(record)) {
    if (field.type === 'status') continue
    const [head, description] = field.type === 'flag' ? field.head : [name, field.name.toLowerCase()]
    const isOptional = field.type === 'flag' || field.empty === undefined
    heads[head] = isOptional ? `${description} ?` : description
    if (isOptional) optional[head] = toSnakeCase(field.column)
  }
  const cell = (name: string, field: RecordFields[string], line: Values) => {
    if (field.type === 'status') return statusOf(line['status'])
    return field.type === 'flag' ? flagOf(field.head[0], line) : (line[name] ?? (field.empty === undefined ? '' : undefined))
  }
  const body = (line: Values) =>
    Object.fromEntries(Object.entries(record).map(([name, field]) => [name, () => cell(name, field, line)])) as { [K in keyof R]: () => unknown }
  return { heads, optional, body }
}

/** '2,5' and '2.5' as a number. NaN unless the text is a decimal with at most two places; the schema reports NaN. */
export const decimalOf = (text = '') => (/^-?\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : NaN)
/** '77,2', '77,2 %' and '2,50%' as a number. */
export const percentOf = (text = '') => decimalOf(text.replace(/\s?%$/, ''))
/** 'R$ 1.234,56', '-R$ 1.234,56', '1234,56' and '1234.56' as a number. '1.234' is refused, because it may mean a thousand or little more than one. */
export const reaisIn = (text = '') => {
  const said = text.replace(/^([-\u2212]?)\s*R\$\s*/, '$1').replace('\u2212', '-')
  return decimalOf(/^-?\d{1,3}(\.\d{3})+,/.test(said) ? said.replaceAll('.', '') : said)
}

const unread = (name: string, text: string | undefined, as: string) => new Error(`${name}: ${quoted(text)} não serve; escreva como ${as}.`)
/** The amount of a column, in reais. */
export function amountOf(name: string, line: Values) {
  const reais = reaisIn(line[name])
  if (Number.isNaN(reais)) throw unread(name, line[name], '1.234,56')
  return reais
}
/**
 * A day as people and spreadsheets write it, in the form 'YYYY-MM-DD'. Some spreadsheets add midnight, which is removed. Other text is returned
 * unchanged.
 */
const dayIn = (text = '') => {
  const said = text.replace(/[ T]00:00(:00(\.0+)?)?$/, '')
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(said) ?? []
  return day ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : said
}
/** The day in a column as 'YYYY-MM-DD'. It may be written in the Brazilian or the ISO way. */
export function dayOf(name: string, line: Values) {
  const said = dayIn(line[name])
  if (!isDay(said)) throw unread(name, line[name], '25/11/2026')
  return said
}
/** The day in an optional column. Null if the cell is empty. */
export const dayOrNone = (name: string, line: Values) => (line[name] ? dayOf(name, line) : null)

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
/**
 * '11/2026', '2026-11', and what spreadsheets make of such a month ('nov/26', '01/11/26'), as the first day of that month. Any other text gives a
 * result that is not a day.
 */
export function monthOf(typed = '') {
  const day = dayIn(typed)
  if (day.endsWith('-01') && isDay(day)) return day
  const [, month = '', year = ''] = /^(\d{1,2}|[a-zç]{3})\.?[/-](\d{4}|\d{2})$/i.exec(typed) ?? []
  const number = MONTHS.indexOf(month.toLowerCase()) + 1 || Number(month)
  return `${year ? `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}` : typed}-01`
}

/** The month in a column, as its first day. */
export function monthIn(name: string, line: Values) {
  const said = monthOf(line[name])
  if (!isDay(said)) throw unread(name, line[name], '11/2026')
  return said
}

/** The time of day in a column as 'HH:MM:SS'. */
export function hourOf(name: string, line: Values) {
  const [, hours = '', rest = ''] = /^(\d{1,2})(:\d{2}(?::\d{2})?)$/.exec(line[name] ?? '') ?? []
  const said = `${hours.padStart(2, '0')}${rest.length === 3 ? `${rest}:00` : rest}`
  if (!isTimeOfDay(said)) throw unread(name, line[name], '08:00')
  return said
}
/** '8:00', '120:30' and '120:30:00' as 'HH:MM' or 'HHH:MM'; any other text is returned unchanged. */
export const hoursIn = (text = '') => text.replace(/^(\d+:\d{2}):00$/, '$1').replace(/^(\d):/, '0$1:')

/** The digits of a cell. Spreadsheets drop leading zeros if they read the digits as a number; throws if adding zeros would make the value valid. */
export function withZeros(name: string, line: Values, digits: string, isWhole: (digits: string) => boolean, ...lengths: number[]) {
  const whole = lengths.map((length) => digits.padStart(length, '0')).find((each) => each !== digits && isWhole(each))
  if (/^\d+$/.test(digits) && !isWhole(digits) && whole !== undefined)
    throw new Error(`${name}: ${quoted(line[name])} parece ter perdido o zero: ${whole}.`)
  return digits
}

/** Finds an id by name. Throws if the name is unknown, or if it is ambiguous, with the message that `ambiguous` returns. */
export function finder(
  what: string,
  entries: (readonly [words: string, id: number])[],
  ambiguous = (name: string) => `Há mais de um registro com esse nome: ${name}.`,
): Id {
  const ids = new Map<string, number | 'two'>()
  for (const [words, id] of entries) ids.set(fold(words), ids.has(fold(words)) && ids.get(fold(words)) !== id ? 'two' : id)
  return (text) => {
    const id = ids.get(fold(text))
    if (id === undefined) throw new Error(`${what} não existe: ${quoted(text)}.`)
    if (id === 'two') throw new Error(ambiguous(quoted(text)))
    return id
  }
}
