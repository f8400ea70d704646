// Form values of a car.
import type { Car } from '../../../shared/features/cars.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { placa: '', numero: '', descricao: '', status: 'A' as Car['CODIGO_STATUS'], versao: undefined as number | undefined }
export type Values = typeof blank

export const useCarEditing = () =>
  useEditing('carro', blank, async (id) => {
    const car = await read('GET /cars/{id}', { path: { id } })
    const { PLACACARRO: placa, NUMEROCARRO: numero, DESCRICAOCARRO: descricao, CODIGO_STATUS: status, versao } = car
    return { placa: placa ?? '', numero: numero ?? '', descricao: descricao ?? '', status, versao }
  })
