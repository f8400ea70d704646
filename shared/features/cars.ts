// Carros: the register of cars.
import { z } from 'zod'
import { call } from '../call.ts'
import { written, type TextField } from '../text.ts'
import { Created, Description, Done, Id, NewId, Status, text, Version, Words } from '../wire.ts'

export const messages = {
  placa: 'Placa precisa ser preenchida.',
  placaInvalid: 'Placa deve ter somente letras de A a Z e números.',
  numero: 'Número precisa ser preenchido.',
  created: 'Novo carro criado com sucesso!',
  changed: (descricao: string) => `Carro ${descricao} alterado com sucesso!`,
  createFailed: 'Falha ao criar novo carro!',
  changeFailed: 'Falha ao alterar carro!',
}

export const Car = z.object({
  CODIGOCARRO: Id,
  PLACACARRO: Words,
  DESCRICAOCARRO: Words,
  NUMEROCARRO: Words,
  CODIGO_STATUS: Status,
})
export type Car = z.output<typeof Car>

export const StoredCar = Car.extend({ versao: Version })

const PLATE: TextField = { name: 'Placa', max: 10, empty: messages.placa }
export const NUMBER: TextField = { name: 'Número', max: 20, empty: messages.numero }

/** Normalises a plate: 'qcc-4d08' and 'QCC 4D08' become QCC4D08. Only letters and digits are kept, and the plate may be from any country. */
export const plateOf = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
const isPlate = (plate: string) => /^[A-Z0-9]*$/.test(plate)

export const Plate = z.string(messages.placa).transform(plateOf).pipe(text(PLATE).refine(isPlate, messages.placaInvalid))
/** The problem with a plate, as the form shows it, or null. */
export const wrongPlate = (typed: string) => written(PLATE)(plateOf(typed)) ?? (isPlate(plateOf(typed)) ? null : messages.placaInvalid)

const fields = {
  placa: Plate,
  numero: text(NUMBER),
  descricao: Description,
  status: Status,
}

const menu = '/carros'
export const cars = [
  call('GET /cars', { title: 'Ver os carros', menu, reply: z.array(Car) }),
  call('GET /cars/{id}', { title: 'Abrir um carro', menu, reply: StoredCar }),
  call('POST /cars', { title: 'Criar carro', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /cars', { title: 'Alterar carro', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
