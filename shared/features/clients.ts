// Clientes: the register of clients, and their cities.
import { z } from 'zod'
import { call } from '../call.ts'
import type { TextField } from '../text.ts'
import { Id, NewId, Status, text, Version, Words } from '../wire.ts'

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

export const Client = z.object({
  CODIGOCLIENTE: Id,
  NOMEFANTASIACLIENTE: Words,
  CODIGO_STATUS: Status,
  CODIGOCIDADE: Id.nullable(),
  CIDADE: Words.nullable(),
})
export type Client = z.output<typeof Client>

/** A client as an option of a list. Addition to the contract: CIDADE, such as 'Sorriso - MT', only for clients that share their name with others. */
export const ClientChoice = Client.pick({ CODIGOCLIENTE: true, NOMEFANTASIACLIENTE: true }).extend({ CIDADE: Words.nullish() })

export const StoredClient = Client.extend({ versao: Version })

export const NAME: TextField = { name: 'Razão Social', max: 150, empty: messages.nome }

const fields = {
  nome: text(NAME),
  idCidade: z.int(messages.idCidade).pipe(Id),
  telefone: z.literal(''),
  status: Status,
}
const Saved = Client.pick({ CODIGOCLIENTE: true, NOMEFANTASIACLIENTE: true, CODIGO_STATUS: true })

const menu = '/clientes'
export const clients = [
  call('GET /clients', { title: 'Ver os clientes', menu, reply: z.array(Client) }),
  call('GET /clients/{id}', { title: 'Abrir um cliente', menu, reply: z.array(StoredClient).max(1) }),
  call('POST /clients', { title: 'Criar cliente', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Saved }),
  call('PUT /clients', { title: 'Alterar cliente', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Saved }),
  call('GET /cities', { title: 'Ver as cidades', menu, reply: z.array(City) }),
]
