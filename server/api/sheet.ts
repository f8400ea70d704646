// What the spreadsheet of a register holds, and how one of its lines becomes a record.
import { getTableName, type GetColumnData } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { calls, type CallName } from '../../shared/calls.ts'
import type { Db } from './db/sql.ts'
import type { FormOf } from './register.ts'

/** A row as the database names its columns. */
export type Row = Record<string, unknown>
type Values = Record<string, string>
type Id = (text: string) => number

type FieldsOf<T extends PgTable> = { [K in keyof T['_']['columns']]?: GetColumnData<T['_']['columns'][K]> }

interface Held<T extends PgTable, B> {
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
}

export type Sheet = ReturnType<typeof sheet>

/** The spreadsheet of what this call creates; every one may say the status. */
export function sheet<N extends CallName, T extends PgTable, B extends object = FormOf<N>>(
  call: N,
  { table, key, heads, optional = {}, names, body, schema, row, fresh, finish }: Held<T, B>,
) {
  const named = (values: object): Row => Object.fromEntries(Object.entries(values).map(([field, value]) => [toSnakeCase(field), value]))
  return {
    call,
    table: getTableName(table),
    key,
    heads: { ...heads, status: 'A ou I (padrão A) ?' },
    optional: { ...optional, status: 'status' },
    names,
    body: (line: Values, ids: Record<string, Id>): object => body(line, ids),
    // What is parsed by it is what the rest is given.
    schema: (schema ?? calls.find(({ name }) => name === call)?.body) as unknown as z.ZodType,
    row: (parsed: unknown) => named(row(parsed as B)),
    fresh: () => named(fresh?.() ?? {}),
    finish: finish as ((db: Db, bodies: unknown[]) => Promise<number[]>) | undefined,
  }
}

/** Accents and case do not tell two names apart. */
export const fold = (text: unknown) => String(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** What a file says, as a terminal may show it. */
export const shown = (text: string | undefined) => String(text).replaceAll(/\p{C}/gu, '·')
const quoted = (text: string | undefined) => `“${shown(text)}”`

/** One of these words, which a file may say in its ways. */
const oneOf = (words: Record<string, string>, what: string) => (text: string | undefined) => {
  const said = fold(text)
  const word = Object.hasOwn(words, said) ? words[said] : undefined
  if (word === undefined) throw new Error(`${what}: ${quoted(text)} não serve; escreva ${[...new Set(Object.values(words))].join(' ou ')}.`)
  return word
}
export const statusOf = oneOf({ '': 'A', undefined: 'A', a: 'A', ativo: 'A', ativa: 'A', i: 'I', inativo: 'I', inativa: 'I' }, 'status')
export const flagOf = (name: string, line: Values) => oneOf({ '': 'N', undefined: 'N', s: 'S', sim: 'S', n: 'N', nao: 'N' }, name)(line[name])

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
