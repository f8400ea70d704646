// The wall screen "Onde Estou".
import { z } from 'zod'
import { call } from '../call.ts'
import { Instant, displayOnly, Words } from '../wire.ts'

/** The current appointment of a person, or the next one today. If there is none, the other four fields are null. */
export const WallRow = z.object({
  NOMECOMPLETOUSUARIO: Words,
  CLIENTE: Words.nullable(),
  DESCTAREFAEXTERNO: Words.nullable(),
  DATAINI: displayOnly(Instant).nullable(),
  DATAFIM: displayOnly(Instant).nullable(),
})
export type WallRow = z.output<typeof WallRow>

export const wall = [call('GET /dash/painelOndeEstou', { title: 'Ver o painel Onde Estou', menu: '/painel-onde-estou', reply: z.array(WallRow) })]
