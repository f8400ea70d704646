// Minha conta: what people do with their own account.
import { z } from 'zod'
import { is, me } from '../access.ts'
import { call } from '../call.ts'
import { signIn } from '../messages.ts'
import { Done, Id, Instant } from '../wire.ts'
import { CalendarEvent } from './calendar.ts'
import { messages as users, Password } from './users.ts'

export const messages = {
  passwordChanged: 'Senha alterada! As outras sessões foram encerradas.',
  wrongPassword: 'A senha atual não confere.',
  samePassword: 'A nova senha é igual à atual.',
  addressMade: 'Endereço criado!',
  addressEnded: 'Endereço encerrado!',
}

/** The key in the address of a person's calendar. */
export const CALENDAR_KEY = /^agenda_[\w-]{43}$/

const own = '/calendario'
export const account = [
  call('PUT /account/password', {
    title: 'Trocar a própria senha',
    added: true,
    menu: 'session',
    perMinute: 10,
    changesPerson: 'id',
    asksPassword: true,
    body: z
      .strictObject({
        id: Id,
        senhaAtual: z.string(signIn.passwordRequired).min(1, signIn.passwordRequired).max(1024, messages.wrongPassword),
        password: Password,
        passwordConfirma: z.string(users.passwordConfirma),
      })
      .refine(({ password, passwordConfirma }) => password === passwordConfirma, { path: ['passwordConfirma'], error: users.passwordConfirma }),
    rule: ({ body }) => is(body.id, me.id),
    reply: Done,
  }),
  call('GET /calendar-address', {
    title: 'Ver se há um endereço para assinar a própria agenda',
    added: true,
    menu: own,
    /** `desde` is null if there is none. */
    reply: z.object({ desde: Instant.nullable() }),
  }),
  // A PUT, because the answer of a POST may be kept, and this one has the key.
  call('PUT /calendar-address', {
    title: 'Criar ou renovar o endereço para assinar a própria agenda',
    added: true,
    menu: 'session',
    perMinute: 10,
    reply: z.object({ chave: z.string().regex(CALENDAR_KEY) }),
  }),
  call('DELETE /calendar-address', { title: 'Encerrar o endereço para assinar a própria agenda', added: true, menu: 'session', reply: Done }),
  call('GET /calendar-feed', {
    title: 'Ler a própria agenda assinada',
    added: true,
    menu: own,
    /** `alterado` is when the appointment was last changed. */
    reply: z.array(CalendarEvent.extend({ alterado: Instant.nullable() })),
  }),
]
