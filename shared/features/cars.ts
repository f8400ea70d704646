// Carros: the register of cars.
import { z } from 'zod'
import { call } from '../call.ts'
import { bodyOf, replyOf, type RecordFields } from '../record.ts'
import { DESCRIPTION, requiredText } from '../text.ts'
import { Created, Done, Id, NewId, text, Version } from '../wire.ts'

export const messages = {
  placa: 'Placa precisa ser preenchida.',
  placaInvalid: 'Placa deve ter somente letras de A a Z e números.',
  numero: 'Número precisa ser preenchido.',
  created: 'Novo carro criado com sucesso!',
  changed: (descricao: string) => `Carro ${descricao} alterado com sucesso!`,
  createFailed: 'Falha ao criar novo carro!',
  changeFailed: 'Falha ao alterar carro!',
}

export const record = {
  placa: { type: 'text', column: 'plate', reply: 'PLACACARRO', name: 'Placa', max: 10, empty: messages.placa },
  numero: { type: 'text', column: 'number', reply: 'NUMEROCARRO', name: 'Número', max: 20, empty: messages.numero },
  descricao: { type: 'text', column: 'description', reply: 'DESCRICAOCARRO', ...DESCRIPTION },
  status: { type: 'status', column: 'status', reply: 'CODIGO_STATUS' },
} as const satisfies RecordFields

export const Car = z.object({ CODIGOCARRO: Id, ...replyOf(record) })
export type Car = z.output<typeof Car>

export const StoredCar = Car.extend({ versao: Version })

/** Normalises a plate: 'qcc-4d08' and 'QCC 4D08' become QCC4D08. Only letters and digits are kept, and the plate may be from any country. */
export const plateOf = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
const isPlate = (plate: string) => /^[A-Z0-9]*$/.test(plate)

export const Plate = z.string(messages.placa).transform(plateOf).pipe(text(record.placa).refine(isPlate, messages.placaInvalid))
/** The problem with a plate, as the form shows it, or null. */
export const wrongPlate = (typed: string) => requiredText(record.placa)(plateOf(typed)) ?? (isPlate(plateOf(typed)) ? null : messages.placaInvalid)

const fields = { ...bodyOf(record), placa: Plate }

const menu = '/carros'
export const cars = [
  call('GET /cars', { title: 'Ver os carros', menu, reply: z.array(Car) }),
  call('GET /cars/{id}', { title: 'Abrir um carro', menu, reply: StoredCar }),
  call('POST /cars', { title: 'Criar carro', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /cars', { title: 'Alterar carro', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
