// Tests the summary of what a person may do on each page.
import { expect, it } from 'vitest'
import type { Me } from '../../shared/access.ts'
import { pagesFor } from '../../server/bff/page-summary.ts'

const person = (change: Partial<Me> = {}): Me => ({
  id: 9,
  name: 'Ana',
  supervisor: 'N',
  departamento: 3,
  routes: ['/clientes', '/track', '/painel-onde-estou', '/onde-estou'],
  ...change,
})
const resumoOf = (title: string, me: Me) => pagesFor(me, []).find(({ titulo }) => titulo === title)?.resumo

it.each([
  ['Clientes', {}, 'Vê, cria, altera'],
  ['Painel Onde Estou', {}, 'Vê'],
  // A rule about a reversed appointment, or about the caller's own reversed ones, limits nobody's work.
  ['Onde Estou', {}, 'Vê, cria, altera'],
  ['Calendário', { routes: ['/calendario'] }, 'Vê'],
  ['Registro de Serviço', { routes: ['/controle-servicos'] }, 'Vê (só as próprias), cria (com limites), altera (com limites)'],
  ['Carros', {}, undefined],
  ['Carros', { routes: ['/carros'] }, 'Vê, cria, altera'],
] as const)('%s for a person with %j: “%s”', (title, change, resumo) => {
  expect(resumoOf(title, person(change as Partial<Me>))).toBe(resumo)
})

it('only what belongs to the person is said to be the person’s own, and a supervisor sees everybody’s', () => {
  expect(resumoOf('Track', person())).toContain('Vê (só as próprias)')
  expect(resumoOf('Track', person({ supervisor: 'S' }))).toMatch(/^Vê, /)
})
