// Carros.
import { z } from 'zod'
import { call } from '../call.ts'
import { Created, Description, Done, Id, NewId, Status, text, Version } from '../wire.ts'

export const messages = {
  placa: 'Placa precisa ser preenchida.',
  numero: 'Número precisa ser preenchido.',
  created: 'Novo carro criado com sucesso!',
  changed: (descricao: string) => `Carro ${descricao} alterado com sucesso!`,
  createFailed: 'Falha ao criar novo carro!',
  changeFailed: 'Falha ao alterar carro!',
}

export const Car = z.object({
  CODIGOCARRO: Id,
  PLACACARRO: z.string().nullable(),
  DESCRICAOCARRO: z.string().nullable(),
  NUMEROCARRO: z.string().nullable(),
  CODIGO_STATUS: Status,
})
export type Car = z.output<typeof Car>

export const StoredCar = Car.extend({ versao: Version })

const fields = {
  placa: text(10, messages.placa),
  numero: text(20, messages.numero),
  descricao: Description,
  status: Status,
}

const menu = '/carros'
export const cars = [
  call('GET /cars', { menu, reply: z.array(Car) }),
  call('GET /cars/{id}', { menu, reply: StoredCar }),
  call('POST /cars', { menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /cars', { menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
