// Avisos: what somebody else did with one's own appointments.
import { z } from 'zod'
import { is, me } from '../access.ts'
import { call } from '../call.ts'
import { Done, Flag, Id, Instant, Words } from '../wire.ts'

export const messages = {
  none: 'Nenhum aviso. Aparece aqui o que outra pessoa marcar, alterar ou estornar na sua agenda.',
  byMail: 'Avisos por e-mail ligados!',
  notByMail: 'Avisos por e-mail desligados!',
}

/** What somebody did: booked, changed or reversed an appointment, or passed it on to another person. */
export const NOTICE_KINDS = ['marcou', 'alterou', 'estornou', 'passou'] as const
export const noticeVerbs = {
  marcou: 'marcou para você',
  alterou: 'alterou',
  estornou: 'estornou',
  passou: 'passou para outra pessoa',
} as const satisfies Record<(typeof NOTICE_KINDS)[number], string>

const Notice = z.object({
  id: Id,
  tipo: z.enum(NOTICE_KINDS),
  quem: Words,
  /** Id of the appointment. */
  idCompromisso: Id,
  /** Activity and client as they were then. */
  descricao: Words,
  inicio: Instant,
  fim: Instant,
  /** Number of further appointments of the same change. */
  mais: z.int(),
  quando: Instant,
  lido: Flag,
})
export type Notice = z.output<typeof Notice>

/** Maximum number of notices in an answer. */
export const SHOWN = 50

export const notices = [
  call('GET /notices', {
    title: 'Ver os próprios avisos',
    added: true,
    menu: 'session',
    /** Newest first. */
    reply: z.object({ porEmail: Flag, avisos: z.array(Notice).max(SHOWN) }),
  }),
  call('PUT /notices', {
    title: 'Marcar os próprios avisos como lidos',
    added: true,
    menu: 'session',
    changesPerson: 'id',
    /** `ate` is the id of the newest notice that was read. */
    body: z.strictObject({ id: Id, ate: Id }),
    rule: ({ body }) => is(body.id, me.id),
    reply: Done,
  }),
  call('PUT /notices/settings', {
    title: 'Escolher se os avisos vêm por e-mail',
    added: true,
    menu: 'session',
    body: z.strictObject({ porEmail: Flag }),
    reply: Done,
  }),
]
