// The live sessions, how to end them, and the access of a person. The BFF answers these calls itself; no API has them.
import { z } from 'zod'
import { S } from '../access.ts'
import { call } from '../call.ts'
import { Done, Flag, Instant } from '../wire.ts'

export const messages = {
  ended: 'Sessão encerrada!',
  allEnded: 'Sessões encerradas!',
}

/** The key of a session in the registry: the SHA-256 of the session id. */
const Entry = z.string().regex(/^[0-9a-f]{64}$/, 'Código inválido.')

const LiveSession = z.object({
  entrada: Entry,
  /** Browser and system, such as 'Chrome · Linux', taken from the User-Agent. An empty text if they are unknown. */
  aparelho: z.string(),
  desde: Instant,
  /** When the session was last used, rounded down to the hour. */
  uso: Instant,
  /** 'S' if this is the caller's own session. */
  esta: Flag,
})

const Access = z.object({
  /** The pages that the person may open. `resumo`: 'Vê, cria, altera (só as próprias)'. */
  paginas: z.array(z.object({ titulo: z.string(), resumo: z.string() })),
  /**
   * Every call of the table, judged by the person alone. `regra` is the rule in words, or the reason why the call is refused. `titulo` and `limite`
   * say the same in words that laypeople understand.
   */
  chamadas: z.array(
    z.object({ titulo: z.string(), chamada: z.string(), pode: z.enum(['sim', 'depende', 'não']), limite: z.string(), regra: z.string() }),
  ),
})

/** Without `entrada`, all sessions are ended; of one's own, all but this one. */
const ending = z.strictObject({ entrada: Entry.optional() })

const menu = '/usuarios'
const answeredByBff = true
export const sessions = [
  call('GET /access/{id}', { title: 'Ver o que uma pessoa pode', menu, answeredByBff, reply: Access }),
  call('GET /sessions/{id}', { title: 'Ver as sessões de uma pessoa', menu, answeredByBff, rule: () => S, reply: z.array(LiveSession) }),
  call('DELETE /sessions/{id}', {
    title: 'Encerrar sessões de uma pessoa',
    menu,
    answeredByBff,
    rule: () => S,
    body: ending,
    reply: Done,
  }),
  call('GET /account/sessions', { title: 'Ver as próprias sessões', menu: 'session', answeredByBff, reply: z.array(LiveSession) }),
  call('DELETE /account/sessions', { title: 'Encerrar as próprias sessões', menu: 'session', answeredByBff, body: ending, reply: Done }),
]
