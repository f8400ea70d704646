// Tests backTo, which chooses the page to open after a sign-in, with any return address in the request.
import { array, assert, constantFrom, oneof, property, string, tuple, webUrl } from 'fast-check'
import { expect, it } from 'vitest'
import { backTo, pages } from '../../shared/pages.ts'

const ORIGIN = 'https://ours.example'
const paths = pages.map(({ path }) => path.replace(':id', '218')).filter((path) => path !== '/')
/** Generates hostile addresses: address parts joined by characters that browsers drop, reinterpret, or read as the start of an origin. */
const hostile = array(
  constantFrom(
    '/',
    '//',
    '\\',
    '\t',
    '\n',
    '\r',
    ' ',
    '\0',
    '..',
    '%2f',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    'https:',
    'javascript:',
    '7',
    ':id',
    ...paths,
  ),
).map((pieces) => pieces.join(''))

it('backTo returns a page of our own origin for any input [3.7.1-2 CVE-2024-29041 CVE-2026-22029]', () => {
  assert(
    property(
      oneof(
        hostile,
        string({ unit: 'binary' }),
        webUrl(),
        tuple(constantFrom(...paths), hostile).map((two) => two.join('')),
      ),
      (volta) => {
        const { origin, pathname, hash } = new URL(backTo(volta), ORIGIN)
        expect([origin, paths.includes(pathname.replace(/[1-9]\d{0,9}$/, '218')), hash]).toEqual([ORIGIN, true, ''])
      },
    ),
    { numRuns: 5_000 },
  )
  for (const volta of [undefined, null, 7, ['/clientes'], {}]) expect(backTo(volta)).toBe('/home')
  for (const id of [':id', '', '0', '07', '-1', '1.5', '1e3', '12345678901', '%32', '2%2f8', '٢', '218\n', '218/', '218/x', '..'])
    expect(backTo(`/controle-servicos/${id}`)).toBe('/home')
})

it('backTo returns the path of a known page and its query string unchanged', () => {
  assert(
    property(constantFrom(...paths), string({ unit: 'grapheme' }), (path, text) => {
      const asked = `${path}?${new URLSearchParams({ q: text })}`
      expect([backTo(path), backTo(asked)]).toEqual([path, asked])
    }),
  )
})
