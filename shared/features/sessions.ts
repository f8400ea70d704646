// What no API answers: who is signed in here and the end of it, and what a person may do. Calls of the BFF itself.
import { z } from 'zod'
import { S } from '../access.ts'
import { call } from '../call.ts'
import { Done, Flag, Instant } from '../wire.ts'

export const messages = {
  ended: 'Sessão encerrada!',
  allEnded: 'Sessões encerradas!',
}

/** How the registry knows a session: by the SHA-256 of its id. */
const Entry = z.string().regex(/^[0-9a-f]{64}$/, 'Código inválido.')

const LiveSession = z.object({
  entrada: Entry,
  /** 'Chrome · Linux', as it said itself; '' when it did not. */
  aparelho: z.string(),
  desde: Instant,
  /** Its last use, to the hour. */
  uso: Instant,
  /** The one that asks. */
  esta: Flag,
})

const Access = z.object({
  paginas: z.array(z.object({ titulo: z.string() })),
  /** Every call of the table, as far as the person alone decides. `regra`: its words, or of a no, why; `titulo` and `limite`: the same for whoever reads no calls and no rules. */
  chamadas: z.array(
    z.object({ titulo: z.string(), chamada: z.string(), pode: z.enum(['sim', 'depende', 'não']), limite: z.string(), regra: z.string() }),
  ),
})

const menu = '/usuarios'
const own = true
export const sessions = [
  call('GET /access/{id}', { title: 'Ver o que uma pessoa pode', menu, own, reply: Access }),
  call('GET /sessions/{id}', { title: 'Ver as sessões de uma pessoa', menu, own, rule: () => S, reply: z.array(LiveSession) }),
  // Without `entrada`: all of them.
  call('DELETE /sessions/{id}', {
    title: 'Encerrar sessões de uma pessoa',
    menu,
    own,
    rule: () => S,
    body: z.strictObject({ entrada: Entry.optional() }),
    reply: Done,
  }),
]
