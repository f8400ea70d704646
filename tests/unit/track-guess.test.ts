import { expect, test } from 'vitest'
import { guessOf } from '../../client/features/track/guess.ts'
import type { Lists } from '../../client/features/track/lists.ts'

const option = (kind: string) => (id: number) => ({ [`CODIGO${kind}`]: id, [`DESCRICAO${kind}`]: `${kind} ${id}` })
const work = (id: number, tag: number | null = null) => ({ CODIGOATIVIDADE: id, CODIGOCATEGORIA: id, CODIGOMODULO: id, CODIGOTAG: tag })
// The options have the names of the contract, so the cast is safe.
const lists = (more: Partial<Lists> = {}) =>
  ({
    atividades: [1, 2, 3, 4].map(option('ATIVIDADE')),
    categoria: [1, 2, 3, 4].map(option('CATEGORIA')),
    modulo: [1, 2, 3, 4].map(option('MODULO')),
    tag: [7].map(option('TAG')),
    sugestoes: [],
    ...more,
  }) as unknown as Lists

const sugestoes = [
  { DESCRICAO: 'Reunião de alinhamento', ...work(1) },
  { DESCRICAO: 'Correção da emissão de notas', ...work(2, 7) },
  { DESCRICAO: 'Reunião com o Rio Sapezal', ...work(3) },
  // The activity 9 is no longer offered.
  { DESCRICAO: 'Treinamento do faturamento', ...work(9) },
]

test.each<[typed: string, activity: number | null, tag: number | null]>([
  ['reuniao', 1, null],
  ['Reunião no Sapezal', 3, null],
  ['emissão de boletos', 2, 7],
  ['de alguma coisa', 4, null],
  ['Treinamento', 4, null],
  ['', 4, null],
])('the guess for “%s” has the activity %s and the tag %s', (typed, activity, tag) => {
  const { like, names } = guessOf(lists({ sugestoes, frequente: work(4) }), typed)
  expect(like).toEqual({ descricao: typed, idAtividade: activity, idCategoria: activity, idModulo: activity, idTag: tag })
  expect(names.ACTIVITY).toBe(`ATIVIDADE ${activity}`)
})

test('without a similar description the guess is the most frequent work, else the newest one, else the first option of each list', () => {
  const activityOf = (more: Partial<Lists>) => guessOf(lists(more), 'Outra coisa').like.idAtividade
  expect(activityOf({ sugestoes: sugestoes.slice(1), frequente: work(4) })).toBe(4)
  expect(activityOf({ sugestoes: sugestoes.slice(1), frequente: work(9) })).toBe(2)
  expect(activityOf({ sugestoes: [], frequente: null })).toBe(1)
  expect(activityOf({ atividades: [], sugestoes: [] })).toBeNull()
})
