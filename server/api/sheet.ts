// What the spreadsheet of a register holds, and how one of its lines becomes a record.
import { getTableColumns, getTableName, type GetColumnData, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { calls, type CallName } from '../../shared/calls.ts'
import { isDay } from '../../shared/clock.ts'
import { isTimeOfDay } from '../../shared/hours.ts'
import type { Db } from './db/sql.ts'
import type { FormOf } from './register.ts'

/** A row as the database names its columns. */
export type Row = Record<string, unknown>
type Values = Record<string, string>
type Id = (text: string) => number

/** Why a row may not be stored, or stored so; undefined: it may. `old`: as it is, where it is there. */
export type Barred = (row: Row, old: Row | undefined) => string | undefined

type FieldsOf<T extends PgTable> = { [K in keyof T['_']['columns']]?: GetColumnData<T['_']['columns'][K]> }

export interface Held<T extends PgTable, B> {
  table: T
  /** Its columns, as the database names them, that say which record a line is. */
  key: string[]
  /** Column of the file → what it holds; '?' where it may be missing. */
  heads: Record<string, string>
  /** Of those that may be missing, the column of the table: of a record that is there it then stays as it is. */
  optional?: Record<string, string>
  /** What the lines name by its words: read once. */
  names?: (db: Db) => Promise<Record<string, Id>>
  /** Every field that the call takes, as a value or a function of the line that reads it. A function throws what is wrong with its cells. */
  body: (line: Values, ids: Record<string, Id>) => { [K in keyof Required<B>]: unknown }
  /** Columns of percents: in an .xlsx a number up to 1 may be a part of a whole, too. */
  percents?: string[]
  /** What that call takes, where a file says less. */
  schema?: z.ZodType<B>
  row: (body: B) => FieldsOf<T>
  /** What a new record has besides. */
  fresh?: () => FieldsOf<T>
  /** After the rows are there: what else the lines say. Gives the ids of those it changed. */
  finish?: (db: Db, bodies: B[]) => Promise<number[]>
  /** What is inactive counts for nothing: it is found only by a line that says so, where nothing active is. */
  undone?: true
  /** Which of very many records the lines may be; absent: any. */
  among?: (bodies: B[]) => SQL
  /** Asked once within the transaction: says why a row may not be stored, or stored so, if anything forbids it. */
  barred?: (db: Db) => Promise<Barred>
  /** Of these records those that may no longer be changed, and why: what the database would refuse line by line. */
  kept?: (db: Db, ids: number[]) => Promise<Map<number, string>>
}

export type Sheet = ReturnType<typeof sheetOf>

/** The spreadsheet of what this call creates; of what has a status it may say that. */
export const sheet = <N extends CallName, T extends PgTable, B extends object = FormOf<N>>(call: N, held: Held<T, B>) =>
  sheetOf(call, {
    ...held,
    ...('status' in getTableColumns(held.table) && {
      heads: { ...held.heads, status: 'A ou I (padrão A) ?' },
      optional: { ...held.optional, status: 'status' },
    }),
    schema: held.schema ?? calls.find(({ name }) => name === call)?.body,
  })

/** The spreadsheet of what no call creates, and no screen keeps. */
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
    // What is parsed by it is what the rest is given.
    schema: schema as z.ZodType,
    row: (parsed: unknown) => named(row(parsed as B)),
    fresh: () => named(fresh?.() ?? {}),
    finish: finish as ((db: Db, bodies: unknown[]) => Promise<number[]>) | undefined,
    among: among as ((bodies: unknown[]) => SQL) | undefined,
    barred,
    kept,
    percents,
  }
}

/** Stands in a body in the place of a cell that could not be read, and was told. */
const UNREAD = Symbol('unread')
type Reading = { ok: true; body: unknown } | { ok: false; faults: string[] }

/** A line as the call that creates a record takes it, or every fault of its cells, each with its column and what stands there. */
export function read({ body: bodyOf, schema }: Pick<Sheet, 'body' | 'schema'>, values: Values, ids: Record<string, Id>): Reading {
  let columns: string[] = []
  // Notes the columns that each field is read from, so that no sheet has to name them twice.
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

/** Accents and case do not tell two names apart. */
export const fold = (text: unknown) => String(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Characters of what a file says that are said again. */
const QUOTED = 80
/** What a file says, as a terminal may show it. */
export const shown = (text: string | undefined) => {
  const said = String(text).replaceAll(/\p{C}/gu, '·')
  return said.length > QUOTED ? `${said.slice(0, QUOTED)}…` : said
}
const quoted = (text: string | undefined) => `“${shown(text)}”`

/** One of these words, which a file may say in its ways. */
export const oneOf = (words: Record<string, string>, what: string) => (text: string | undefined) => {
  const said = fold(text)
  const word = Object.hasOwn(words, said) ? words[said] : undefined
  if (word === undefined) throw new Error(`${what}: ${quoted(text)} não serve; escreva ${[...new Set(Object.values(words))].join(' ou ')}.`)
  return word
}
export const statusOf = oneOf({ '': 'A', undefined: 'A', a: 'A', ativo: 'A', ativa: 'A', i: 'I', inativo: 'I', inativa: 'I' }, 'status')
export const flagOf = (name: string, line: Values) => oneOf({ '': 'N', undefined: 'N', s: 'S', sim: 'S', n: 'N', nao: 'N' }, name)(line[name])

/** '2,5' and '2.5' as a number; NaN where it is no decimal as it is stored, of two places: what is no number is said by the schema. */
export const decimalOf = (text = '') => (/^-?\d+([.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : NaN)
/** '77,2', '77,2 %' and '2,50%' as a number. */
export const percentOf = (text = '') => decimalOf(text.replace(/\s?%$/, ''))
/** 'R$ 1.234,56', '-R$ 1.234,56', '1234,56' and '1234.56' as a number. '1.234' is none: it may be a thousand, or little more than one. */
export const reaisIn = (text = '') => {
  const said = text.replace(/^([-\u2212]?)\s*R\$\s*/, '$1').replace('\u2212', '-')
  return decimalOf(/^-?\d{1,3}(\.\d{3})+,/.test(said) ? said.replaceAll('.', '') : said)
}

const unread = (name: string, text: string | undefined, as: string) => new Error(`${name}: ${quoted(text)} não serve; escreva como ${as}.`)
/** Reais of a column. */
export function amountOf(name: string, line: Values) {
  const reais = reaisIn(line[name])
  if (Number.isNaN(reais)) throw unread(name, line[name], '1.234,56')
  return reais
}
/** A day as people and spreadsheets write it, as 'YYYY-MM-DD'; anything else as it is. A spreadsheet that knows the hour too adds midnight. */
const dayIn = (text = '') => {
  const said = text.replace(/[ T]00:00(:00(\.0+)?)?$/, '')
  const [, day = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(said) ?? []
  return day ? `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : said
}
/** 'YYYY-MM-DD' of a day that is written as here or as there. */
export function dayOf(name: string, line: Values) {
  const said = dayIn(line[name])
  if (!isDay(said)) throw unread(name, line[name], '25/11/2026')
  return said
}
/** The same of a day that may be missing. */
export const dayOrNone = (name: string, line: Values) => (line[name] ? dayOf(name, line) : null)

const MONTHS = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez']
/** '11/2026', '2026-11', and what spreadsheets make of them ('nov/26', '01/11/26') as the first day of that month; what is none is another text. */
export function monthOf(typed = '') {
  const day = dayIn(typed)
  if (day.endsWith('-01') && isDay(day)) return day
  const [, month = '', year = ''] = /^(\d{1,2}|[a-zç]{3})\.?[/-](\d{4}|\d{2})$/i.exec(typed) ?? []
  const number = MONTHS.indexOf(month.toLowerCase()) + 1 || Number(month)
  return `${year ? `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}` : typed}-01`
}

/** The first day of the month of a column. */
export function monthIn(name: string, line: Values) {
  const said = monthOf(line[name])
  if (!isDay(said)) throw unread(name, line[name], '11/2026')
  return said
}

/** 'HH:MM:SS' of a time of day. */
export function hourOf(name: string, line: Values) {
  const [, hours = '', rest = ''] = /^(\d{1,2})(:\d{2}(?::\d{2})?)$/.exec(line[name] ?? '') ?? []
  const said = `${hours.padStart(2, '0')}${rest.length === 3 ? `${rest}:00` : rest}`
  if (!isTimeOfDay(said)) throw unread(name, line[name], '08:00')
  return said
}
/** '8:00', '120:30' and '120:30:00' as 'HH:MM' or 'HHH:MM'; anything else as it is. */
export const hoursIn = (text = '') => text.replace(/^(\d+:\d{2}):00$/, '$1').replace(/^(\d):/, '0$1:')

/** Digits as they are in the cell, of which a spreadsheet that took them for a number dropped the zeros at the left. Throws where those make it whole. */
export function withZeros(name: string, line: Values, digits: string, isWhole: (digits: string) => boolean, ...lengths: number[]) {
  const whole = lengths.map((length) => digits.padStart(length, '0')).find((each) => each !== digits && isWhole(each))
  if (/^\d+$/.test(digits) && !isWhole(digits) && whole !== undefined)
    throw new Error(`${name}: ${quoted(line[name])} parece ter perdido o zero: ${whole}.`)
  return digits
}

/** Finds an id by words; what has none, or two, is said. */
export function finder(what: string, entries: (readonly [words: string, id: number])[]): Id {
  const ids = new Map<string, number | 'two'>()
  for (const [words, id] of entries) ids.set(fold(words), ids.has(fold(words)) && ids.get(fold(words)) !== id ? 'two' : id)
  return (text) => {
    const id = ids.get(fold(text))
    if (id === undefined) throw new Error(`${what} não existe: ${quoted(text)}.`)
    if (id === 'two')
      throw new Error(`Há mais de um registro com esse nome: ${quoted(text)}. ${what === 'Cidade' ? 'Preencha a coluna uf.' : ''}`.trim())
    return id
  }
}
