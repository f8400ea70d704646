// Tests the shared schemas for typed texts, which every form uses.
import { array, assert, boolean, constantFrom, oneof, option, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import '../../server/bff/gate.ts'
import { calls } from '../../shared/calls.ts'
import { Plate, plateOf, wrongPlate } from '../../shared/features/cars.ts'
import { TrackFilter } from '../../shared/features/track-dashboards.ts'
import { Password, PASSWORD } from '../../shared/features/users.ts'
import { lengthOf, requiredText } from '../../shared/text.ts'
import { line, lines, note, text } from '../../shared/wire.ts'

const words = (value: string) => {
  const { success, data, error } = text({ name: 'Nome', max: 10, empty: 'vazio' }).safeParse(value)
  return success ? data : error.issues[0]?.message
}
const refused = 'Contém caracteres que não são aceitos.'

describe('the schemas for texts', () => {
  it.each([
    ['  Ção  ', 'Ção'],
    ['👩‍🚀', '👩‍🚀'],
    ['שלום', 'שלום'],
    ['soft\u00ADly', 'soft\u00ADly'],
    [' \u00A0\u3000', 'vazio'],
    ['\u200B\u2060', 'vazio'],
    ['\u3164\u2800', 'vazio'],
    ['a\uFE0F'.repeat(6), 'Nome não pode ter mais que 10 caracteres.'],
    ['a\u0007', refused],
    ['a\nb', refused],
    ['a\uD800', refused],
    ['a\uFFFE', refused],
    ['a\u{1FFFF}', refused],
    // Refused, because the character U+202E reverses the direction of the text after it.
    ['a\u202Ebc', refused],
  ])('the schema for texts turns %j into %j [1.2.10 2.2.1]', (given, expected) => {
    expect(words(given)).toBe(expected)
  })

  it('a note may have several lines and may be empty', () => {
    expect(note('Nota').safeParse('a\n\tb').data).toBe('a\n\tb')
    expect(note('Nota').safeParse('').data).toBe('')
    for (const text of ['a\u0007', 'a\uFFFF', 'a\u2066b']) expect(note('Nota').safeParse(text).success).toBe(false)
  })
})

// Characters of one UTF-16 unit, of two units and of several code points, and invisible characters.
const one = constantFrom('a', 'ç', 'c\u0327', '🌾', '👩‍🚀', '\u{2070E}', ' ', '\u200B', '\u2060', '\uFEFF')
const typed = array(one, { maxLength: 14 }).map((parts) => parts.join(''))
const field = { name: 'Nome', max: 10, empty: 'vazio' }
const messageOf = (schema: z.ZodType, value: string) => schema.safeParse(value).error?.issues[0]?.message ?? null

describe('a typed text', () => {
  it('the form and the API refuse a text with the same message', () => {
    assert(
      property(typed, (value) => {
        expect(requiredText(field)(value)).toBe(messageOf(text(field), value))
      }),
    )
    assert(
      property(typed, (value) => {
        expect(requiredText(field)(value)).toBe(messageOf(lines(field), value))
      }),
    )
  })

  it('the length of a text is its number of code points', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 50 }), (value) => {
        expect(lengthOf(value)).toBe((value.match(/[^]/gu) ?? []).length)
      }),
    )
    for (const schema of [text(field), lines(field), line('Nome', 10), note('Nome', 10)]) {
      expect(messageOf(schema, '🌾'.repeat(10))).toBeNull()
      expect(messageOf(schema, '🌾'.repeat(11))).toBe('Nome não pode ter mais que 10 caracteres.')
    }
    const secret = (length: number) => messageOf(Password, '🌾'.repeat(length))
    expect([PASSWORD.min - 1, PASSWORD.min, PASSWORD.max, PASSWORD.max + 1].map(secret)).toEqual([
      'A senha precisa ter ao menos 12 caracteres.',
      null,
      null,
      'A senha não pode ter mais que 128 caracteres.',
    ])
  })
})

describe('a licence plate', () => {
  const sign = constantFrom('-', ' ', '.', '·', '\u200B', '–')
  const letter = constantFrom(...Array.from('ABCXYZ0189'))

  it('a plate is converted to capitals without separators', () => {
    assert(
      property(array(tuple(letter, boolean(), option(sign)), { minLength: 1, maxLength: 10 }), (parts) => {
        const plate = parts.map(([character]) => character).join('')
        const written = parts.map(([character, small, after]) => (small ? character.toLowerCase() : character) + (after ?? '')).join('')
        expect(plateOf(written)).toBe(plate)
        expect(Plate.parse(written)).toBe(plate)
        expect(wrongPlate(written)).toBeNull()
      }),
    )
  })

  it('the form and the API refuse a plate with the same message', () => {
    const any = array(oneof(letter, sign, constantFrom('ç', '🌾')), { maxLength: 14 }).map((parts) => parts.join(''))
    assert(
      property(any, (value) => {
        expect(wrongPlate(value)).toBe(messageOf(Plate, value))
      }),
    )
  })
})

describe('a refused field', () => {
  const WRONG = ['', 'x', '1', '25:99', '2026-13', '2026-02-29', '2026-02-29T08:00:00', '2026-02-28T08:00:00Z', '1'.repeat(400)]

  it.each(calls.filter(({ query, body }) => query ?? body))('every field of $name is refused with a message in plain words', ({ query, body }) => {
    const said = new Set<string>()
    const judge = ({ zodSchema }: { zodSchema: z.core.$ZodTypes }) => {
      for (const text of WRONG) for (const { message } of z.safeParse(zodSchema, text).error?.issues ?? []) said.add(message)
    }
    for (const schema of [query, body]) if (schema) z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: judge })
    expect([...said].filter((message) => /padrão|formato d|ISO|[/\\^$]\\|regex/i.test(message))).toEqual([])
  })

  const missing = 'Data inicial precisa ser preenchida.'
  it.each([
    [undefined, missing],
    [null, missing],
    ['', missing],
    ['2026-02-29', 'Data inválida.'],
    ['0000-01-01', 'Data inválida.'],
    [20260201, 'Data inválida.'],
    ['2026-02-28', undefined],
  ])('a required day with the value %j is accepted, or refused with the expected message', (startDate, expected) => {
    const { error } = TrackFilter.safeParse({ option: '3', startDate, endDate: '2026-12-31' })
    expect(error?.issues[0]?.message).toBe(expected)
  })
})
