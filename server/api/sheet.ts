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
  /** The line as the call that creates one takes it, every field of it. Throws what is wrong. */
  body: (line: Values, ids: Record<string, Id>) => { [K in keyof Required<B>]: unknown }
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
    kept,
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
    kept,
  }
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
/** 'R$ 1.234,56', '1234,56' and '1234.56' as a number. '1.234' is none: it may be a thousand, or little more than one. */
export const reaisIn = (text = '') => {
  const said = text.replace(/^R\$\s*/, '')
  return decimalOf(/^-?\d{1,3}(\.\d{3})+,/.test(said) ? said.replaceAll('.', '') : said)
}

const unread = (name: string, text: string | undefined, as: string) => new Error(`${name}: ${quoted(text)} não serve; escreva como ${as}.`)
/** Reais of a column. */
export function amountOf(name: string, line: Values) {
  const reais = reaisIn(line[name])
  if (Number.isNaN(reais)) throw unread(name, line[name], '1.234,56')
  return reais
}
/** 'YYYY-MM-DD' of a day that is written as here or as there. */
export function dayOf(name: string, line: Values) {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(line[name] ?? '') ?? []
  const said = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : (line[name] ?? '')
  if (!isDay(said)) throw unread(name, line[name], '25/11/2026')
  return said
}
/** 'HH:MM:SS' of a time of day. */
export function hourOf(name: string, line: Values) {
  const [, hours = '', rest = ''] = /^(\d{1,2})(:\d{2}(?::\d{2})?)$/.exec(line[name] ?? '') ?? []
  const said = `${hours.padStart(2, '0')}${rest.length === 3 ? `${rest}:00` : rest}`
  if (!isTimeOfDay(said)) throw unread(name, line[name], '08:00')
  return said
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
