// Tests the default messages that people see for a schema without messages of its own.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import '../../shared/issues.ts'

// Replaces the library's own messages by one text, which no test expects, so a message that reaches people untranslated makes a test fail.
const { localeError } = z.config()
beforeAll(() => void z.config({ localeError: () => 'a text of the library' }))
afterAll(() => void z.config({ localeError }))

type Code = z.core.$ZodIssue['code']
/** Failing inputs and their messages, for every issue code. If the library adds a code, this table no longer compiles. */
const failing: Record<Code, [schema: z.ZodType, input: unknown, said: string][]> = {
  invalid_type: [
    [z.string(), undefined, 'Esse campo precisa ser preenchido.'],
    [z.string(), null, 'Esse campo precisa ser preenchido.'],
    [z.number(), 'x', 'Informe um número válido.'],
    [z.number(), NaN, 'Informe um número válido.'],
    [z.int(), 1.5, 'Valor inválido.'],
    [z.strictObject({}), [], 'Valor inválido.'],
    [z.instanceof(Uint8Array), 'x', 'Valor inválido.'],
  ],
  invalid_format: [
    [z.iso.date(), 'x', 'Data inválida.'],
    [z.iso.datetime(), 'x', 'Data e hora inválidas.'],
    [z.email(), 'x', 'Valor inválido.'],
    [z.string().regex(/y/), 'x', 'Valor inválido.'],
  ],
  invalid_value: [
    [z.enum(['A', 'I']), 'x', 'Opção inválida.'],
    [z.literal(1), 2, 'Opção inválida.'],
  ],
  too_small: [
    [z.string().min(2), 'x', 'Não pode ter menos que 2 caracteres.'],
    [z.array(z.int()).min(1), [], 'Não pode ter menos que 1 itens.'],
    [z.number().gt(0), 0, 'Deve ser maior que 0.'],
  ],
  too_big: [
    [z.string().max(1), 'xy', 'Não pode ter mais que 1 caracteres.'],
    [z.number().max(1), 2, 'Não pode ser maior que 1.'],
    [z.set(z.int()).max(0), new Set([1]), 'Não pode ser maior que 0.'],
  ],
  not_multiple_of: [[z.number().multipleOf(2), 3, 'Valor inválido.']],
  unrecognized_keys: [
    [z.strictObject({}), { a: 1 }, 'Campo desconhecido.'],
    [z.strictObject({}), { a: 1, b: 2 }, 'Campos desconhecidos.'],
  ],
  invalid_union: [
    [z.union([z.string(), z.number()]), true, 'Valor inválido.'],
    [z.discriminatedUnion('a', [z.object({ a: z.literal(1) })]), { a: 2 }, 'Valor inválido.'],
  ],
  invalid_key: [[z.record(z.string().regex(/a/), z.int()), { c: 1 }, 'Valor inválido.']],
  invalid_element: [[z.map(z.object(), z.int()), new Map([[{}, 'x']]), 'Valor inválido.']],
  custom: [[z.string().refine(() => false), 'x', 'Valor inválido.']],
}

it.each(Object.entries(failing).flatMap(([code, cases]) => cases.map(([schema, input, said]) => [code, said, schema, input] as const)))(
  'an issue with code %s has the message “%s”',
  (code, said, schema, input) => {
    const { error } = schema.safeParse(input)
    expect(error?.issues.map((issue) => [issue.code, issue.message])).toEqual([[code, said]])
  },
)
