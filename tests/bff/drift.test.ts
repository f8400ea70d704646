// Tests replies in which the upstream omits fields. A missing display-only field becomes null and is reported once. A missing field is an error if a
// rule or a form needs it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Operand, Rule } from '../../shared/access.ts'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { displayOnly, Words } from '../../shared/wire.ts'
import { lackingOf } from '../../server/bff/drift.ts'
import { createLog } from '../../server/log.ts'
import { startBff } from '../support/bff.ts'
import { clientRow } from '../support/client-samples.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
let cookie: string
const lines: Record<string, unknown>[] = []
beforeEach(async () => {
  lines.length = 0
  upstream.people.set('ana@x.co', { id: 7, name: 'Ana', supervisor: 'S', departamento: 3, status: 'A', acessos: menus('/clientes', '/usuarios') })
  const log = createLog('info', { to: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) } })
  bff = await startBff({ upstream: { url: upstream.url }, log })
  cookie = await bff.signIn('ana@x.co')
})
afterEach(() => bff.stop())

const clients = async (...rows: object[]) => {
  upstream.answers.set('GET /clients', { json: rows })
  const response = await bff.call('GET', '/api/clients', { cookie })
  return { status: response.status, body: await response.json() }
}
const without = (field: string) => Object.fromEntries(Object.entries(clientRow(5)).filter(([name]) => name !== field))
const drift = async () => {
  const text = await (await fetch(`${bff.url}/metrics`)).text()
  return Number(/^csnoteweb_drift_total\{call="GET \/clients"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}
const told = () => lines.filter(({ msg }) => msg === 'reply lacks a display field').map(({ call, field, level }) => [call, field, level])

describe('a display-only field', () => {
  it('a missing display-only field becomes null; the metric of contract drift counts it once per reply, and the log names it once', async () => {
    const none = { ...clientRow(5), NOMEFANTASIACLIENTE: null, CIDADE: null }
    const before = await drift()
    for (const round of [1, 2]) {
      expect(await clients(without('NOMEFANTASIACLIENTE'), { ...clientRow(5), NOMEFANTASIACLIENTE: null }, without('CIDADE'))).toEqual({
        status: 200,
        body: [
          { ...none, CIDADE: 'Sinop' },
          { ...none, CIDADE: 'Sinop' },
          { ...clientRow(5), CIDADE: null },
        ],
      })
      expect(await drift()).toBe(before + round)
    }
    const warn = expect.anything() as unknown
    expect(told()).toEqual([
      ['GET /clients', 'NOMEFANTASIACLIENTE', warn],
      ['GET /clients', 'CIDADE', warn],
    ])
  })

  it('a missing display-only field is shown as a dash on the page', async () => {
    upstream.answers.set('GET /clients', { json: [without('NOMEFANTASIACLIENTE')] })
    const page = await (await bff.call('GET', '/clientes', { cookie })).text()
    expect(page.replaceAll(/<[^>]*>/g, '|')).toMatch(/\|5\|+—\|+Sinop\|/)
  })

  it('the metric of contract drift does not count a null in a nullable field', async () => {
    const before = await drift()
    expect(await clients({ ...clientRow(5), CIDADE: null })).toMatchObject({ status: 200, body: [{ CIDADE: null }] })
    expect(await drift()).toBe(before)
  })
})

it.each([
  ['without its id', without('CODIGOCLIENTE')],
  ['without its status', without('CODIGO_STATUS')],
  ['whose status is null', { ...clientRow(5), CODIGO_STATUS: null }],
  ['without its city’s id', without('CODIGOCIDADE')],
  ['whose name is a number', { ...clientRow(5), NOMEFANTASIACLIENTE: 5 }],
])('a reply with a record %s is refused with 502, and the metric of contract drift increases by one', async (_what, row) => {
  const before = await drift()
  expect((await clients(clientRow(4), row)).status).toBe(502)
  expect(await drift()).toBe(before + 1)
})

it('lackingOf finds missing display-only fields in lists, unions, nullable objects and trees', () => {
  const Node: z.ZodType = z.lazy(() => z.object({ name: Words, nodes: z.array(Node) }))
  const lacking = lackingOf(
    z.object({
      list: z.array(z.object({ a: Words, b: Words.nullable() })),
      either: z.union([z.object({ c: z.number(), d: Words }), z.object({ e: Words })]),
      maybe: z.object({ f: Words }).nullable(),
      whole: displayOnly(z.object({ g: Words })),
      tree: Node,
    }),
  )
  const good = {
    list: [{ a: 'x', b: null }],
    either: { e: 'x' },
    maybe: null,
    whole: { g: 'x' },
    tree: { name: 'x', nodes: [{ name: 'x', nodes: [] }] },
  }
  expect([...lacking(good)]).toEqual([])
  expect([...lacking({ ...good, list: [...good.list, { a: null }, {}] })]).toEqual(['list.a', 'list.b'])
  expect([...lacking({ ...good, either: { c: 1 }, whole: null })]).toEqual(['either.d', 'whole'])
  expect([...lacking({ ...good, either: {}, maybe: {}, whole: {} })]).toEqual(['either.e', 'maybe.f', 'whole.g'])
  const deep = (depth: number): object => ({ name: depth === 0 ? null : 'x', nodes: depth === 0 ? [] : [deep(depth - 1)] })
  expect([...lacking({ ...good, tree: deep(300) })]).toEqual(['tree.name'])
})

/** Collects the fields of stored records that a part of a rule reads. */
function readsOf(part: unknown): Extract<Operand, { from: string }>[] {
  if (typeof part !== 'object' || part === null) return []
  const operand = part as Extract<Operand, { from: string }>
  return [...(operand.from === 'read' ? [operand] : []), ...Object.values(part).flatMap(readsOf)]
}
/** Returns the schema at a path of a reply, without nullable and optional wrappers. */
function at(schema: z.core.$ZodType, [key, ...path]: string[]): z.core.$ZodType {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return at(schema.unwrap(), [key ?? '', ...path].filter(Boolean))
  if (key === undefined) return schema
  if (schema instanceof z.ZodArray) return at(schema.element, path)
  return at((schema as z.ZodObject).shape[key] as z.core.$ZodType, path)
}

it('no rule reads a display-only field [8.2.2]', () => {
  const rows: readonly Row[] = calls
  const reads = rows.flatMap(({ rule, judged }: { rule?: Rule; judged?: Operand }) => readsOf([rule, judged]))
  expect(reads.length).toBeGreaterThan(40)
  for (const read of reads) {
    const row = rows.find(({ name }) => 'call' in read && name === read.call)
    if (!row) throw new Error('a rule reads what is not in the table')
    expect(at(row.reply, read.at), `${row.name} ${read.at.join('.')}`).not.toBeInstanceOf(z.ZodDefault)
  }
})
