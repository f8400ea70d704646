// Scenes for one's own account: password, second factor, calendar address and notices.
import type { Scenes } from './scene.ts'

const plain = () => ({})
const send = (body: unknown) => () => ({ body })
/** A body that names the caller. */
const own = (body: object) => (me: number) => ({ body: { id: me, ...body } })

const PASSWORD = 'cavalo-bateria-grampo'
const changed = { senhaAtual: 'antiga', password: PASSWORD, passwordConfirma: PASSWORD }
const credential = { id: 'YWJj', rawId: 'YWJj', type: 'public-key', clientExtensionResults: {} }
const made = { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'o2M', transports: ['internal'] } }
const KEY = `agenda_${'a'.repeat(43)}`

export const scenes: Scenes = {
  'GET /account/factors': {
    reply: {
      aplicativo: '2026-11-01T10:00:00',
      codigos: 9,
      passkeys: [{ id: 5, nome: 'Celular', desde: '2026-11-01T10:00:00', uso: null, extra: 1 }],
      extra: 1,
    },
    scenes: { plain },
  },
  'PUT /account/totp-secret': {
    reply: { segredo: 'ABCD', endereco: 'otpauth://totp/x', qr: '<svg/>', extra: 1 },
    scenes: { plain: send({ senhaAtual: 'antiga' }), 'no password': send({}) },
  },
  'PUT /account/totp': {
    reply: { codigos: ['aaaa-bbbb'], extra: 1 },
    scenes: { plain: own({ codigo: '123456' }), "another's": send({ id: 9999, codigo: '123456' }), 'no code': own({}) },
  },
  'POST /account/passkey-options': {
    reply: {
      rp: { name: 'csnoteweb', id: 'localhost' },
      user: { id: 'Nw', name: 'ana@x.co', displayName: 'Ana' },
      challenge: 'YWJj',
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 60_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred', requireResidentKey: false },
      attestation: 'none',
      extra: 1,
    },
    scenes: { plain: send({ senhaAtual: 'antiga' }), 'no password': send({}) },
  },
  'PUT /account/passkeys': {
    reply: { codigos: [], extra: 1 },
    scenes: {
      plain: own({ nome: 'Celular', passkey: made }),
      "another's": send({ id: 9999, nome: 'Celular', passkey: made }),
      'no name': own({ nome: ' ', passkey: made }),
      'an unknown field': own({ nome: 'Celular', passkey: { ...made, extra: 1 } }),
    },
  },
  'DELETE /account/factors': {
    reply: {},
    scenes: {
      plain: own({ senhaAtual: 'antiga' }),
      'one passkey': own({ senhaAtual: 'antiga', passkey: 5 }),
      "another's": send({ id: 9999, senhaAtual: 'antiga' }),
      'no password': own({}),
    },
  },
  'DELETE /users/second-factor': {
    reply: {},
    scenes: { plain: send({ id: 5 }), "one's own": own({}), 'no id': send({}) },
  },
  'PUT /account/password': {
    reply: {},
    scenes: {
      plain: own(changed),
      "another's": send({ id: 9999, ...changed }),
      'no current password': own({ ...changed, senhaAtual: '' }),
      'not confirmed': own({ ...changed, passwordConfirma: 'outra' }),
      'too short': own({ ...changed, password: 'curta', passwordConfirma: 'curta' }),
    },
  },
  'GET /calendar-address': { reply: { desde: '2026-11-01T10:00:00', extra: 1 }, scenes: { plain } },
  'PUT /calendar-address': { reply: { chave: KEY, extra: 1 }, scenes: { plain, 'with a body': send({}) } },
  'DELETE /calendar-address': { reply: {}, scenes: { plain } },
  'GET /calendar-feed': {
    reply: [
      {
        id: 5,
        name: 'Ana - Visita',
        color: null,
        start: '2026-11-20T08:00:00',
        end: '2026-11-20T10:00:00',
        status: 'A',
        versao: 1,
        alterado: null,
        extra: 1,
      },
    ],
    scenes: { plain, "another's": () => ({ query: 'users=9' }) },
  },
  'GET /notices': {
    reply: {
      porEmail: 'N',
      avisos: [
        {
          id: 5,
          tipo: 'marcou',
          quem: 'Bia',
          idCompromisso: 7,
          descricao: 'Visita',
          inicio: '2026-11-20T08:00:00',
          fim: '2026-11-20T10:00:00',
          mais: 0,
          quando: '2026-11-19T08:00:00',
          lido: 'N',
          extra: 1,
        },
      ],
      extra: 1,
    },
    scenes: { plain },
  },
  'PUT /notices': { reply: {}, scenes: { plain: own({ ate: 5 }), "another's": send({ id: 9999, ate: 5 }), 'no end': own({}) } },
  'PUT /notices/settings': { reply: {}, scenes: { plain: send({ porEmail: 'S' }), 'another word': send({ porEmail: 'sim' }) } },
}
