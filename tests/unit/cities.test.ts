// Tests the former names of municipalities and the search by name.
import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities'
import { expect, test } from 'vitest'
import { fold, hasAll, wordsOf } from '../../client/ui/grid/fold.ts'
import { FORMER_NAMES } from '../../shared/cities.ts'

test('every former name belongs to an existing municipality that has another name today', () => {
  const today = new Map(getMunicipalities().map(({ code, name }) => [code, name]))
  for (const [code, names] of Object.entries(FORMER_NAMES)) {
    expect(today.get(code), code).toBeDefined()
    expect(names).not.toContain(today.get(code))
  }
})

test.each([
  ["Olho d'Água do Borges", 'olho dagua'],
  ["Olho d'Água do Borges", 'Olho-d’Água'],
  ["Olhos-d'Água", 'olhos d´água'],
  ['Grão-Pará', 'grao para'],
  ['Biritiba Mirim', 'biritiba-mirim'],
  ['QCC4D08', 'qcc-4d08'],
])('%s is found by the search text %s', (name, typed) => expect(hasAll(fold(name), wordsOf(typed))).toBe(true))

test('a search for “grao-paraiba” does not find Grão-Pará, because the word is not part of the name', () =>
  expect(hasAll(fold('Grão-Pará'), wordsOf('grao-paraiba'))).toBe(false))
