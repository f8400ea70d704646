// The second factor of a sign-in: codes of an authenticator app, passkeys, and recovery codes.
import { z } from 'zod'
import { all, is, me, not, S } from '../access.ts'
import { call } from '../call.ts'
import { signIn } from '../messages.ts'
import { Done, Id, Instant, text } from '../wire.ts'
import { Person } from './auth.ts'

export const messages = {
  wrongCode: 'Código inválido ou já usado.',
  startAgain: 'O tempo para a segunda etapa acabou. Entre de novo.',
  wrongPassword: 'A senha atual não confere.',
  noPasskey: 'A chave de acesso não foi reconhecida.',
  confirmed: 'Aplicativo autenticador ativado!',
  passkeyAdded: 'Chave de acesso adicionada!',
  passkeyRemoved: 'Chave de acesso removida!',
  removed: 'Segundo fator desativado!',
  reset: 'Segundo fator redefinido: a pessoa pode entrar só com a senha.',
  required: 'A empresa exige um segundo fator: cadastre o seu em Minha conta.',
  nothingBegun: 'Comece de novo: o cadastro do aplicativo não foi iniciado.',
}

/** Number of recovery codes that are made at once. Each works once. */
export const RECOVERY_CODES = 10

/** Letters, digits, '-' and '_', as WebAuthn writes bytes. */
const Bytes = z
  .string()
  .regex(/^[\w-]*$/)
  .max(8192)
const Extensions = z.record(z.string().max(50), z.unknown())
const credential = { id: Bytes, rawId: Bytes, type: z.literal('public-key'), clientExtensionResults: Extensions }
const Attachment = z.enum(['platform', 'cross-platform']).nullish()
const Transports = z.array(z.string().max(50)).max(10)

/** What a browser answers when a passkey is used (AuthenticationResponseJSON of WebAuthn). */
export const PasskeyAnswer = z.strictObject({
  ...credential,
  authenticatorAttachment: Attachment,
  response: z.strictObject({ clientDataJSON: Bytes, authenticatorData: Bytes, signature: Bytes, userHandle: Bytes.nullish() }),
})

/** What a browser answers when a passkey is made (RegistrationResponseJSON of WebAuthn). */
const NewPasskey = z.strictObject({
  ...credential,
  authenticatorAttachment: Attachment,
  response: z.strictObject({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    authenticatorData: Bytes.nullish(),
    transports: Transports.nullish(),
    publicKeyAlgorithm: z.int().nullish(),
    publicKey: Bytes.nullish(),
  }),
})

const Descriptor = z.object({ id: Bytes, type: z.literal('public-key'), transports: Transports.optional() })

/** What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON of WebAuthn). */
const MakePasskey = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: Bytes, name: z.string(), displayName: z.string() }),
  challenge: Bytes,
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: z.string(), userVerification: z.string(), requireResidentKey: z.boolean() }),
  attestation: z.string(),
})

const password = z.string(signIn.passwordRequired).min(1, signIn.passwordRequired).max(1024, messages.wrongPassword)
const Code = z.string().trim().min(1, 'Código precisa ser preenchido.').max(30, messages.wrongCode)
/** The new recovery codes, which are shown once. An empty list if the person has codes already. */
const Codes = z.object({ codigos: z.array(z.string()) })

const PasskeyName = { name: 'Nome', max: 50, empty: 'Nome precisa ser preenchido.' }

/** The second step of a sign-in. `desafio` comes from the first one. */
export const SecondCredentials = z.strictObject({
  desafio: z.string().min(1).max(2048),
  codigo: Code.nullish(),
  passkey: PasskeyAnswer.nullish(),
})

const own = { added: true, menu: 'session', beforeEnrolment: true } as const
export const secondFactor = [
  call('POST /auth/second', { title: 'Entrar: segunda etapa', added: true, menu: 'public', body: SecondCredentials, reply: Person, safe: true }),
  call('GET /account/factors', {
    title: 'Ver o próprio segundo fator',
    ...own,
    reply: z.object({
      /** When the authenticator app was confirmed; null without one. */
      aplicativo: Instant.nullable(),
      /** Number of unused recovery codes. */
      codigos: z.int(),
      passkeys: z.array(z.object({ id: Id, nome: z.string(), desde: Instant, uso: Instant.nullable() })),
    }),
  }),
  call('PUT /account/totp-secret', {
    title: 'Iniciar o cadastro de um aplicativo autenticador',
    ...own,
    asksPassword: true,
    perMinute: 10,
    body: z.strictObject({ senhaAtual: password }),
    /** `qr` is a picture (SVG) of `endereco`, the otpauth address with the secret. */
    reply: z.object({ segredo: z.string(), endereco: z.string(), qr: z.string() }),
  }),
  call('PUT /account/totp', {
    title: 'Confirmar um aplicativo autenticador',
    ...own,
    perMinute: 10,
    changesPerson: 'id',
    endsSessions: true,
    body: z.strictObject({ id: Id, codigo: Code }),
    rule: ({ body }) => is(body.id, me.id),
    reply: Codes,
  }),
  call('POST /account/passkey-options', {
    title: 'Iniciar o cadastro de uma chave de acesso',
    ...own,
    asksPassword: true,
    perMinute: 10,
    body: z.strictObject({ senhaAtual: password }),
    reply: MakePasskey,
  }),
  call('PUT /account/passkeys', {
    title: 'Cadastrar uma chave de acesso',
    ...own,
    perMinute: 10,
    changesPerson: 'id',
    endsSessions: true,
    body: z.strictObject({ id: Id, nome: text(PasskeyName), passkey: NewPasskey }),
    rule: ({ body }) => is(body.id, me.id),
    reply: Codes,
  }),
  call('DELETE /account/factors', {
    title: 'Desativar o próprio segundo fator',
    ...own,
    asksPassword: true,
    perMinute: 10,
    changesPerson: 'id',
    /** Without `passkey`, everything is removed; otherwise only the passkey with this id. */
    body: z.strictObject({ id: Id, senhaAtual: password, passkey: Id.nullish() }),
    rule: ({ body }) => is(body.id, me.id),
    reply: Done,
  }),
  call('DELETE /users/second-factor', {
    title: 'Redefinir o segundo fator de uma pessoa',
    added: true,
    menu: '/usuarios',
    changesPerson: 'id',
    endsSessions: true,
    body: z.strictObject({ id: Id }),
    // One's own needs the password (DELETE /account/factors).
    rule: ({ body }) => all(S, not(is(body.id, me.id))),
    reply: Done,
  }),
]
