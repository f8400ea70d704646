// Tests that a misspelled search finds the name that is meant among the first three.
import { expect, it } from 'vitest'
import { alikeIn } from '../../client/ui/grid/alike.ts'
import { clientEndings, clientKinds, clientNames } from '../../server/api/db/demo-data.ts'

const names = [
  'Grupo Meneghetti Participações',
  'Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense',
  ...clientKinds.flatMap((kind) => clientNames.map((name, at) => [kind, name, clientEndings[at % clientEndings.length]].join(' ').trim())),
]

it.each([
  ['menegheti', 'Meneghetti'],
  ['meneguetti', 'Meneghetti'],
  ['menegetti', 'Meneghetti'],
  ['meneghetty', 'Meneghetti'],
  ['yamachita', 'Yamashita'],
  ['iamashita', 'Yamashita'],
  ['yamasita', 'Yamashita'],
  ['yamashta', 'Yamashita'],
  ['yamahsita', 'Yamashita'],
  ['coperativa', 'Cooperativa'],
  ['cooprativa', 'Cooperativa'],
  ['coopertaiva', 'Cooperativa'],
  ['dallagnol', 'Dall’Agnol'],
  ['dalagnol', 'Dall’Agnol'],
  ['dallanhol', 'Dall’Agnol'],
  ['dall agnol', 'Dall’Agnol'],
  ['piovezan', 'Piovesan'],
  ['piovesam', 'Piovesan'],
  ['piovessan', 'Piovesan'],
  ['zancanaru', 'Zancanaro'],
  ['sancanaro', 'Zancanaro'],
  ['zanccanaro', 'Zancanaro'],
  ['favarro', 'Fávaro'],
  ['favato', 'Fávaro'],
  ['brustolim', 'Brustolin'],
  ['brostolin', 'Brustolin'],
  ['menegel', 'Meneguel'],
  ['shneider', 'Schneider'],
  ['schnaider', 'Schneider'],
  ['chneider', 'Schneider'],
  ['koserski', 'Kozerski'],
  ['cozerski', 'Kozerski'],
  ['kozersky', 'Kozerski'],
  ['conseição', 'Conceição'],
  ['consseicao', 'Conceição'],
  ['jatobar', 'Jatobá'],
  ['sucopira', 'Sucupira'],
  ['guapore', 'Guaporé'],
  ['caxoeira', 'Cachoeira'],
  ['boa esperansa', 'Boa Esperança'],
  ['serra dorada', 'Serra Dourada'],
  ['orizonte', 'Novo Horizonte'],
])('the search “%s” finds %s among the first three', (search, meant) => {
  const [first, second, third] = alikeIn(names, search).map((at) => names[at])
  expect([first, second, third].join('\n')).toContain(meant)
})

it('a search that resembles no name finds nothing', () => {
  for (const search of ['xyzwk', 'parafuso', '12345', 'qqqq']) expect(alikeIn(names, search)).toEqual([])
})
