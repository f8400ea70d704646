// Tests that docs/openapi.json matches the current table of calls and is valid OpenAPI.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { calls } from '../../shared/calls.ts'

const root = join(import.meta.dirname, '../..')
const stored = readFileSync(join(root, 'docs/openapi.json'), 'utf8')

interface Operation {
  operationId: string
  security?: object[]
  parameters: { name?: string; in?: string }[]
}
const { paths } = JSON.parse(stored) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, ...operation })),
)

it('docs/openapi.json equals the current table; `npm run --silent contract > docs/openapi.json` updates it', () => {
  const printed = execFileSync(process.execPath, ['scripts/contract.ts'], { cwd: root, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 })
  expect(stored === printed, 'stale: run npm run --silent contract > docs/openapi.json').toBe(true)
})

it('docs/openapi.json is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(stored)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

it('docs/openapi.json has every call once, with a unique operation id', () => {
  expect(operations.map(({ call }) => call).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
})

it('docs/openapi.json requires a session for every call that the table does not declare public', () => {
  const open = operations.filter(({ security }) => security?.length === 0).map(({ call }) => call)
  expect(open).toEqual(calls.filter(({ menu }) => menu === 'public').map(({ name }) => name))
})

it('docs/openapi.json declares each id in a path as a parameter', () => {
  for (const { call, parameters } of operations)
    expect(parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)).toEqual(call.match(/\{\w+\}/g) ?? [])
})
