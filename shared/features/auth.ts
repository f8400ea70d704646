// Sign-in and who is signed in.
import { z } from 'zod'
import { call } from '../call.ts'
import { signIn } from '../messages.ts'
import { Flag, Id, Status } from '../wire.ts'

/** Who it is, is kept in memory for everybody who is signed in: no part of it is longer than any company's. */
const Word = z.string().max(300)

export const MenuGroup = z.object({
  title: Word,
  /** An icon's name, 'mdi-*'. */
  action: Word.nullable().catch(null),
  items: z.array(z.object({ title: Word, route: Word })).max(200),
})

/** What is not exactly a privilege is none: '04', ' 4', null or true never become department 4 or supervisor. */
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
  /** (+) How many tasks of the drawer are open. */
  atividades: z.int().optional().catch(undefined),
  /** (+) The time entry that runs; null: none does. */
  tempo: Id.nullable().optional().catch(undefined),
})
export type Person = z.output<typeof Person>

/** As typed: neither trimmed nor cut. Lengths only bound the work; the rules on passwords hold where one is set. */
export const Credentials = z.strictObject({
  email: z.string(signIn.emailRequired).min(1, signIn.emailRequired).max(254, signIn.emailInvalid).pipe(z.email(signIn.emailInvalid)),
  password: z.string(signIn.passwordRequired).min(1, signIn.passwordRequired).max(1024, signIn.refused),
})

export const auth = [
  call('POST /auth', { title: 'Entrar', menu: 'public', body: Credentials, reply: Person, safe: true }),
  call('GET /auth', { title: 'Ver o próprio cadastro e acessos', menu: 'session', reply: Person }),
]
