// Clientes: the register of clients, and their cities.
import { z } from 'zod'
import { call } from '../call.ts'
import { History, HistoryQuery } from '../history.ts'
import { bodyOf, replyOf, type RecordFields } from '../record.ts'
import { Id, NewId, Version, Words } from '../wire.ts'

export const messages = {
  nome: 'Razão Social precisa ser preenchida.',
  idCidade: 'Cidade precisa ser preenchida.',
  created: 'Novo Cliente criado com sucesso!',
  changed: (nome: string) => `Cliente ${nome} alterado com sucesso!`,
  createFailed: 'Falha ao criar cliente!',
  changeFailed: 'Falha ao alterar cliente!',
}

export const City = z.object({ CODIGOCIDADE: Id, NOMECIDADE: Words, /** Addition to the contract: the state. */ UF: z.string().optional() })
export type City = z.output<typeof City>

export const record = {
  nome: { type: 'text', column: 'name', reply: 'NOMEFANTASIACLIENTE', name: 'Razão Social', max: 150, empty: messages.nome },
  status: { type: 'status', column: 'status', reply: 'CODIGO_STATUS' },
} as const satisfies RecordFields

const Saved = z.object({ CODIGOCLIENTE: Id, ...replyOf(record) })

export const Client = Saved.extend({ CODIGOCIDADE: Id.nullable(), CIDADE: Words.nullable() })
export type Client = z.output<typeof Client>

/** A client as an option of a list. Addition to the contract: CIDADE, such as 'Sorriso - MT', only for clients that share their name with others. */
export const ClientChoice = Client.pick({ CODIGOCLIENTE: true, NOMEFANTASIACLIENTE: true }).extend({ CIDADE: Words.nullish() })

export const StoredClient = Client.extend({ versao: Version })

const fields = { ...bodyOf(record), idCidade: z.int(messages.idCidade).pipe(Id), telefone: z.literal('') }

const menu = '/clientes'
export const clients = [
  call('GET /clients', { title: 'Ver os clientes', menu, reply: z.array(Client) }),
  call('GET /clients/{id}', { title: 'Abrir um cliente', menu, reply: z.array(StoredClient).max(1) }),
  call('GET /clients/{id}/history', {
    title: 'Ver o histórico de um cliente',
    added: true,
    menu,
    query: HistoryQuery,
    reply: History,
  }),
  call('POST /clients', { title: 'Criar cliente', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Saved }),
  call('PUT /clients', { title: 'Alterar cliente', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Saved }),
  call('GET /cities', { title: 'Ver as cidades', menu, reply: z.array(City) }),
]
