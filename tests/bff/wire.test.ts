// What a person's own words may be, at the part that every form has it from.
import { describe, expect, it } from 'vitest'
import { note, text } from '../../shared/wire.ts'

const words = (value: string) => {
  const { success, data, error } = text(10, 'vazio', 'longo').safeParse(value)
  return success ? data : error.issues[0]?.message
}
const refused = 'Contém caracteres que não são aceitos.'

describe('words', () => {
  it.each([
    ['  Ção  ', 'Ção'],
    ['👩‍🚀', '👩‍🚀'],
    ['שלום', 'שלום'],
    ['soft\u00ADly', 'soft\u00ADly'],
    [' \u00A0\u3000', 'vazio'],
    ['\u200B\u2060', 'vazio'],
    ['\u3164\u2800', 'vazio'],
    ['a\uFE0F'.repeat(6), 'longo'],
    ['a\u0007', refused],
    ['a\nb', refused],
    ['a\uD800', refused],
    ['a\uFFFE', refused],
    ['a\u{1FFFF}', refused],
    // Shows what follows the other way round.
    ['a\u202Ebc', refused],
  ])('%j: %j [1.2.10 2.2.1]', (given, expected) => {
    expect(words(given)).toBe(expected)
  })

  it('of a note may have lines, or be none', () => {
    expect(note().safeParse('a\n\tb').data).toBe('a\n\tb')
    expect(note().safeParse('').data).toBe('')
    for (const text of ['a\u0007', 'a\uFFFF', 'a\u2066b']) expect(note().safeParse(text).success).toBe(false)
  })
})
