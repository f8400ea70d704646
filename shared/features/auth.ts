// Signing in, and the person who is signed in.
import { z } from 'zod'
import { call } from '../call.ts'
import { signIn } from '../messages.ts'
import { Flag, Id, Status } from '../wire.ts'

/** A text of limited length. The person of every session is kept in memory, so texts have at most the length that real companies need. */
const Word = z.string().max(300)

export const MenuGroup = z.object({
  title: Word,
  /** Name of an icon, written 'mdi-*'. */
  action: Word.nullable().catch(null),
  items: z.array(z.object({ title: Word, route: Word })).max(200),
})

/** A person. Only exact values grant a privilege: '04', ' 4', null or true never make the person a supervisor or a member of department 4. */
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
  /** Addition to the contract: number of open tasks in the task drawer. */
  atividades: z.int().optional().catch(undefined),
  /** Addition to the contract: id of the time entry that is running, or null. */
  tempo: Id.nullable().optional().catch(undefined),
  /** Addition to the contract: whether the person signs in with a second factor. */
  segundoFator: Flag.optional().catch(undefined),
  /** Addition to the contract: number of unread notices. */
  avisos: z.int().optional().catch(undefined),
})
export type Person = z.output<typeof Person>

/** The ways to answer the second step of a sign-in: a code of the app, a passkey, and a recovery code. */
export const SECOND_WAYS = ['aplicativo', 'passkey', 'codigo'] as const

/**
 * Addition to the contract: the answer to the right password of a person with a second factor. `desafio` is the key of this sign-in for POST
 * /auth/second, and `passkey` what a browser needs to use a passkey (PublicKeyCredentialRequestOptionsJSON of WebAuthn).
 */
export const SecondStep = z.object({
  desafio: z.string(),
  meios: z.array(z.enum(SECOND_WAYS)).min(1),
  passkey: z
    .object({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.int(),
      userVerification: z.enum(['required', 'preferred', 'discouraged']),
      allowCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })),
    })
    .nullable(),
})
export type SecondStep = z.output<typeof SecondStep>

/** Both texts are taken as typed. The maximum lengths only limit the work of checking them; the password rules apply when a password is set. */
export const Credentials = z.strictObject({
  email: z.string(signIn.emailRequired).min(1, signIn.emailRequired).max(254, signIn.emailInvalid).pipe(z.email(signIn.emailInvalid)),
  password: z.string(signIn.passwordRequired).min(1, signIn.passwordRequired).max(1024, signIn.refused),
})

export const auth = [
  call('POST /auth', { title: 'Entrar', menu: 'public', body: Credentials, reply: z.union([Person, SecondStep]), safe: true }),
  call('GET /auth', { title: 'Ver o próprio cadastro e acessos', menu: 'session', beforeEnrolment: true, reply: Person }),
]
