// The derivations of an optional text.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { blankOf, rulesOf } from '../../client/ui/form/record.ts'
import { recordSheet } from '../../server/api/sheet.ts'
import { bodyOf, replyOf, type RecordFields } from '../../shared/record.ts'

const record = {
  titulo: { type: 'text', column: 'title', reply: 'TITULO', name: 'Título', max: 5, empty: 'Título precisa ser preenchido.' },
  legenda: { type: 'text', column: 'altText', reply: 'LEGENDA', name: 'Legenda', max: 5 },
} as const satisfies RecordFields
const body = z.strictObject(bodyOf(record))

test('the body schema accepts an empty optional text, but not an empty required one', () => {
  expect(body.parse({ titulo: ' Foto ', legenda: ' ' })).toEqual({ titulo: 'Foto', legenda: '' })
  expect(body.safeParse({ titulo: ' ', legenda: '' }).error?.issues.map(({ message }) => message)).toEqual(['Título precisa ser preenchido.'])
  expect(body.safeParse({ titulo: 'Foto', legenda: 'Fotografia' }).error?.issues.map(({ message }) => message)).toEqual([
    'Legenda não pode ter mais que 5 caracteres.',
  ])
})

test('rulesOf gives the form the same messages as the API', () => {
  const { titulo, legenda } = rulesOf(record)
  expect([titulo(''), legenda(''), legenda('Fotografia')]).toEqual([
    'Título precisa ser preenchido.',
    null,
    'Legenda não pode ter mais que 5 caracteres.',
  ])
  expect(blankOf(record)).toEqual({ titulo: '', legenda: '' })
})

test('a spreadsheet may lack the column of an optional text, and its missing or empty cell is read as an empty text', () => {
  const { heads, optional, body } = recordSheet(record)
  expect({ heads, optional }).toEqual({ heads: { titulo: 'título', legenda: 'legenda ?' }, optional: { legenda: 'alt_text' } })
  expect([body({ titulo: 'Foto' }).legenda(), body({ legenda: 'Sol' }).legenda(), body({}).titulo()]).toEqual(['', 'Sol', undefined])
})

test('a reply may lack a required text, but not one that the form would send back empty', () => {
  const reply = z.object(replyOf(record))
  expect(reply.parse({ LEGENDA: '' })).toEqual({ TITULO: null, LEGENDA: '' })
  expect(reply.safeParse({ TITULO: 'Foto' }).error?.issues.map(({ path }) => path)).toEqual([['LEGENDA']])
})
