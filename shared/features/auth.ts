// Sign-in, and the person who is signed in.
import { z } from 'zod'
import { call } from '../call.ts'
import { signIn } from '../messages.ts'
import { Flag, Id, Status } from '../wire.ts'

/** Limits the length of a text. The person of every session is kept in memory, so no part may be longer than in any real company. */
const Word = z.string().max(300)

export const MenuGroup = z.object({
  title: Word,
  /** Name of an icon, 'mdi-*'. */
  action: Word.nullable().catch(null),
  items: z.array(z.object({ title: Word, route: Word })).max(200),
})

/** A person. Only exact values grant a privilege: '04', ' 4', null or true never become department 4 or supervisor. */
export const Person = z.object({
  id: Id,
  name: Word,
  supervisor: Flag.catch('N'),
  departamento: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^[1-9]\d*$/)
        .transform(Number),
    ])
    .nullable()
    .catch(null),
  status: Status,
  acessos: z.array(MenuGroup).max(100),
  /** Addition to the contract: number of open tasks in the drawer. */
  atividades: z.int().optional().catch(undefined),
  /** Addition to the contract: id of the running time entry, or null. */
  tempo: Id.nullable().optional().catch(undefined),
})
export type Person = z.output<typeof Person>

/** Taken as typed, neither trimmed nor cut. The lengths only limit the work; the password rules apply when a password is set. */
export const Credentials = z.strictObject({
  email: z.string(signIn.emailRequired).min(1, signIn.emailRequired).max(254, signIn.emailInvalid).pipe(z.email(signIn.emailInvalid)),
  password: z.string(signIn.passwordRequired).min(1, signIn.passwordRequired).max(1024, signIn.refused),
})

export const auth = [
  call('POST /auth', { title: 'Entrar', menu: 'public', body: Credentials, reply: Person, safe: true }),
  call('GET /auth', { title: 'Ver o próprio cadastro e acessos', menu: 'session', reply: Person }),
]
