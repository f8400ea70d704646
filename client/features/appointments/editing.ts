// Values of an appointment in the form: a new one, a stored one, and a copy.
import type { Appointment } from '../../../shared/features/appointments.ts'
import type { Reply } from '../../api/address.ts'
import { read } from '../../api/request.ts'
import { useMe } from '../../boot.ts'
import { useEditing } from '../../ui/form/useEditing.ts'
import { endOf, fresh, type When } from './when.ts'

export type Lists = Reply<'GET /datatocompromise'>
export type Chosen = number | null

/** A later appointment of a series. */
type Following = When & { ID: number }

const blank = {
  /** One person for a stored appointment. A new one may name several, and each gets an appointment of their own. */
  colaboradores: [] as number[],
  atividade: null as Chosen,
  cliente: null as Chosen,
  carro: null as Chosen,
  regiao: null as Chosen,
  dataIni: '',
  horaIni: '',
  dataFim: '',
  horaFim: '',
  status: 'A' as Appointment['status'],
  motivoEstorno: '',
  /** True when the stored appointment is already reversed. */
  estornado: false,
  versao: undefined as number | undefined,
  /** How a new appointment repeats: an index of INTERVALS, weekdays from 1 (Monday) to 7, and a last day or a number. */
  repete: 0,
  dias: [] as number[],
  ate: '',
  vezes: '' as number | string,
  /** Scope of a change to a stored appointment, and the number and times of later appointments in its series. */
  alcance: 'este' as 'este' | 'proximos',
  proximos: 0,
  seguintes: [] as Following[],
}
export type Values = typeof blank

/** The fields of an appointment that does not repeat. */
const { repete, dias, ate, vezes, alcance, proximos, seguintes } = blank
export const NO_REPEAT = { repete, dias, ate, vezes, alcance, proximos, seguintes }

/** Values that the 'Estornar' action sets in the form. */
export const reversal = { status: 'I' } as const

export function useAppointmentEditing() {
  const me = useMe()
  return useEditing(
    'compromisso',
    blank,
    async (id) => {
      const stored = await read('GET /compromises/{id}', { path: { id } })
      const { dataIni, horaIni, dataFim, horaFim, carro, regiao, status, versao } = stored
      return {
        colaboradores: [stored.CODCOLABORADOR],
        atividade: stored.CODATIVIDADE,
        cliente: stored.CODCLIENTE,
        carro,
        regiao,
        dataIni,
        horaIni,
        dataFim,
        horaFim,
        status,
        versao,
        motivoEstorno: stored.MOTIVO ?? '',
        estornado: status === 'I',
        ...NO_REPEAT,
        proximos: stored.proximos ?? 0,
        seguintes: stored.seguintes ?? [],
      }
    },
    {
      fresh: () => ({ colaboradores: [me.id], ...fresh() }),
      // The next appointment starts where this one ends, because people often enter the appointments of a day one after the other.
      carry: (saved) => {
        const { colaboradores, atividade, cliente, carro, regiao } = saved
        const next = { dataIni: saved.dataFim, horaIni: saved.horaFim }
        return { colaboradores, atividade, cliente, carro, regiao, ...next, ...endOf(next) }
      },
    },
  )
}

/** A new appointment with the values of another, without options that are no longer offered. */
export function copyOf(values: Values, lists: Lists | undefined): Values {
  const offered = (id: Chosen, ids: number[] = []) => (id !== null && ids.includes(id) ? id : null)
  return {
    ...values,
    colaboradores: values.colaboradores.filter((person) => lists?.colab.some(({ ID }) => ID === person)),
    atividade: offered(
      values.atividade,
      lists?.atividades.map(({ CODTAREFAEXTERNO }) => CODTAREFAEXTERNO),
    ),
    cliente: offered(
      values.cliente,
      lists?.clientes.map(({ CODIGOCLIENTE }) => CODIGOCLIENTE),
    ),
    carro: offered(
      values.carro,
      lists?.carros.map(({ CODIGOCARRO }) => CODIGOCARRO),
    ),
    regiao: offered(
      values.regiao,
      lists?.regioes.map(({ ID }) => ID),
    ),
    status: 'A',
    motivoEstorno: '',
    estornado: false,
    versao: undefined,
    ...NO_REPEAT,
  }
}
