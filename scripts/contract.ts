// `npm run contract`: prints the table of calls as OpenAPI 3.1. docs/openapi.json is a copy of its output.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Row } from '../shared/call.ts'
import { calls } from '../shared/calls.ts'
import { messages } from '../shared/messages.ts'
import { entry } from '../server/bff/matrix.ts'

type Schema = z.core.JSONSchema.BaseSchema

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The exports of a file. They are needed because a call does not know the file that defines it, and a schema does not know its exported name. */
const exportsOf = async (path: string) => Object.entries((await import(pathToFileURL(join(root, path)).href)) as object)
const names = z.registry<{ id: string }>()
const features = new Map<string, string>()
for (const path of ['shared/wire.ts', ...globSync('shared/features/*.ts', { cwd: root }).toSorted()])
  for (const [name, value] of await exportsOf(path)) {
    if (value instanceof z.ZodType) names.add(value, { id: name })
    // Lists of calls contain objects. Other exported lists contain texts and are ignored.
    if (Array.isArray(value)) for (const row of value as (Row | string)[]) if (typeof row === 'object') features.set(row.name, basename(path, '.ts'))
  }

const rows: readonly Row[] = calls
const shapes = rows.flatMap(({ name, query, body, reply, ...row }) => [
  ...(query ? [[`query of ${name}`, query] as const] : []),
  ...(body ? [[`body of ${name}`, body] as const] : []),
  ...(row.file === undefined ? [[`reply of ${name}`, reply] as const] : []),
])
/**
 * Converts all schemas together, so that each name refers to the same schema everywhere. The result describes parsed values; docs/contract.md lists
 * what lenient schemas accept in addition.
 */
const { properties, $defs } = JSON.parse(
  JSON.stringify(
    z.toJSONSchema(z.object(Object.fromEntries(shapes)), {
      metadata: names,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        // Add the constraints of our own checks, which zod cannot derive.
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema))
        // The result of a transform has no schema and is only another notation for the schema next to it, so leave it out. A doubly nullable schema
        // is nullable once.
        if (jsonSchema.anyOf?.[0]?.default === null) Object.assign(jsonSchema, jsonSchema.anyOf[0])
        const [only, ...others] = jsonSchema.anyOf?.filter((one) => Object.keys(one).length > 0) ?? []
        if (!only || others.length + 1 === jsonSchema.anyOf?.length) return
        delete jsonSchema.anyOf
        Object.assign(jsonSchema, others.length ? { anyOf: [only, ...others] } : only)
      },
    }),
  ).replaceAll('#/$defs/', '#/components/schemas/'),
) as { properties: Record<string, Schema>; $defs: Record<string, Schema> }

const json = (schema: Schema | undefined) => ({ 'application/json': { schema } })
const refused = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/Error' }) })
/** The refusals that most calls have in common. */
const common = {
  400: refused('Input that the call does not take.'),
  401: refused(messages.signedOut),
  403: refused(messages.denied),
  default: refused('Another refusal, as 404, 409, 413, 415 and 429, or a failure: 501, 502, 503, 504.'),
}
const shared = (status: keyof typeof common) => ({ $ref: `#/components/responses/${status}` })

/** The parameters of a query. If the query has several alternatives, a parameter is required only if all of them require it. */
function parameters(query: Schema | undefined) {
  const ways = query?.anyOf ?? (query ? [query] : [])
  const all = Object.assign({}, ...ways.map((way) => way.properties)) as Record<string, Schema>
  return Object.entries(all).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(ways.every(({ required = [] }) => required.includes(name)) && { required: true }),
    schema,
  }))
}

/** The operation id of a call: 'GET /clients/{id}' becomes getClientsById. */
const operationId = ({ method, path }: Row) =>
  method.toLowerCase() +
  path
    .replace('{', 'by-')
    .split(/[^A-Za-z]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function operation(row: Row) {
  const { name, title, method, path, menu, body, answeredByBff } = row
  const { menu: asked, rule, cut, limits, refusals } = entry(row)
  const told = Map.groupBy(refusals, (refusal) => Number(refusal.slice(0, 3)))
  return {
    operationId: operationId(row),
    tags: [features.get(name)],
    summary: title,
    description: [
      `Menu: ${asked}.`,
      ...(rule ? [`Rule: ${rule}.`] : []),
      ...(cut.length ? [`Reply: ${cut.join('; ')}.`] : []),
      ...(limits.length ? [`Limits: ${limits.join('; ')}.`] : []),
    ].join('\n'),
    ...(answeredByBff && { 'x-own': true }),
    ...(menu === 'public' && { security: [] }),
    parameters: [
      ...(method === 'GET' ? [] : [{ $ref: '#/components/parameters/csrf' }]),
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => ({
        name: id,
        in: 'path',
        required: true,
        schema: { $ref: '#/components/schemas/Id' },
      })),
      ...parameters(properties[`query of ${name}`]),
    ],
    ...(body && { requestBody: { required: true, content: json(properties[`body of ${name}`]) } }),
    responses: {
      200: {
        description: row.file === undefined ? 'Done.' : 'The file.',
        content:
          row.file === undefined
            ? json(properties[`reply of ${name}`])
            : Object.fromEntries(
                ['application/pdf', 'application/xml', 'image/jpeg'].map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
              ),
      },
      400: shared(400),
      ...Object.fromEntries(
        [...told].map(([status, texts]) => {
          const said = texts.map((text) => text.slice(4)).join(' / ')
          return [status, status === 401 ? shared(401) : said === messages.denied ? shared(403) : refused(said)]
        }),
      ),
      default: shared('default'),
    },
  }
}

const paths: Record<string, Record<string, object>> = {}
for (const row of rows) (paths[row.path] ??= {})[row.method.toLowerCase()] = operation(row)

const document = {
  openapi: '3.1.0',
  info: {
    title: 'csnoteweb',
    version,
    description:
      'The calls of the browser, printed from the table by `npm run contract`. An API behind UPSTREAM_URL answers the same paths; docs/contract.md says how.',
  },
  servers: [{ url: '/api' }],
  security: [{ session: [] }],
  tags: [...new Set(features.values())].map((name) => ({ name })),
  paths,
  components: {
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: '__Host-csnoteweb', description: 'Set by POST /auth. Without https it is called csnoteweb.' },
    },
    parameters: {
      csrf: { name: 'X-CSRF', in: 'header', required: true, schema: { const: '1' }, description: 'Another site cannot send it.' },
    },
    responses: common,
    schemas: {
      Error: {
        type: 'object',
        properties: {
          message: { type: 'string' },
          requestId: { type: 'string' },
          fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Of a 400: what is wrong with which field.' },
        },
        required: ['message', 'requestId'],
      },
      ...Object.fromEntries(Object.entries($defs).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    },
  },
}

console.log(JSON.stringify(document, null, 2))
