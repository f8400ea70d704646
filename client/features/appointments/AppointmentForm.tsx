import { isNotEmpty } from '@mantine/form'
import { isDay } from '../../../shared/clock.ts'
import { messages, REASON, wrongWhen, type AppointmentRow } from '../../../shared/features/appointments.ts'
import { isHour } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { requiredText } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import type { useCall } from '../../api/useCall.ts'
import { requiredDay } from '../../ui/form/days.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { clashes, isMoved } from './clashes.tsx'
import type { useAppointmentEditing, Values } from './editing.ts'
import { Fields } from './Fields.tsx'
import { repetitionOf, timesOf, wrongRepeat } from './repetition.ts'
import type { When } from './when.ts'

/** `others` is the number of following appointments that are reversed as well. */
const final = (others: number) =>
  `O estorno é definitivo: depois de confirmado, ${others > 0 ? `estes ${1 + others} compromissos não podem mais ser alterados` : 'o compromisso não pode mais ser alterado'}.`
const reason = requiredText(REASON)
const required = isNotEmpty(common.required)
const isWhen = ({ dataIni, horaIni, dataFim, horaFim }: Values) => [dataIni, dataFim].every(isDay) && [horaIni, horaFim].every(isHour)
const hour = (text: string) => (!text ? common.required : isHour(text) ? null : common.hour)

/** Form rule: why a field makes the appointment's times invalid. */
function wrong(field: keyof When, values: Values) {
  const one = wrongWhen(values)
  return one?.field === field ? one.message : null
}

/** Form rule: why a field makes the repetition invalid. */
const repeat = (field: string) => (_: unknown, values: Values) => {
  const one = wrongRepeat(values)
  return one?.field === field ? one.message : null
}

/** `lists` holds the options of the fields; `row` is the opened appointment as the grid has it; `saved` reloads the list. */
export default function AppointmentForm({
  editing,
  lists,
  row,
  saved,
}: {
  editing: ReturnType<typeof useAppointmentEditing>
  lists: ReturnType<typeof useCall<'GET /datatocompromise'>>
  row: AppointmentRow | undefined
  saved: () => unknown
}) {
  const save = async (values: Values, id: number | null, send: Send) => {
    const { atividade, cliente, carro, regiao, dataIni, horaIni, dataFim, horaFim, status, versao } = values
    const motivoEstorno = status === 'I' ? values.motivoEstorno : null
    const [colaborador = 0, ...outros] = values.colaboradores
    const when = { dataIni, horaIni, dataFim, horaFim }
    const repete = repetitionOf(values)
    const times = timesOf(values).length
    const isForAll = values.alcance === 'proximos'
    const body = { colaborador, atividade: atividade ?? 0, cliente, carro, regiao, ...when, status, motivoEstorno }
    await (id === null
      ? send('POST /compromises', { body: { ...body, ...(outros.length > 0 && { outros }), ...(repete && { repete }) } })
      : send('PUT /compromises', { body: { ...body, id, versao, ...(isForAll && { proximos: true }) } }))
    await saved()
    if (id === null) return times > 1 ? messages.createdMany(times * values.colaboradores.length) : messages.created
    return isForAll ? messages.changedMany(1 + values.proximos) : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Compromisso', failed: common.database }}
      change={{ title: 'Editar Compromisso', failed: common.database }}
      rules={{
        colaboradores: required,
        atividade: required,
        dataIni: (from, values) => requiredDay(from) ?? wrong('dataIni', values),
        horaIni: hour,
        dataFim: (until, values) => requiredDay(until) ?? wrong('dataFim', values),
        horaFim: (text, values) => hour(text) ?? wrong('horaFim', values),
        dias: repeat('dias'),
        ate: repeat('ate'),
        vezes: repeat('vezes'),
        motivoEstorno: (text, { status }) => (status === 'I' ? reason(text) : null),
      }}
      save={save}
      lists={lists}
      warnsEarly
      warn={async (values, id, was) => {
        const following = values.alcance === 'proximos' ? values.seguintes : []
        if (values.status === 'I') return { text: final(following.length), final: 'Estornar', key: `estorno ${following.length}` }
        if ((id !== null && !isMoved(values, was)) || !isWhen(values) || wrongRepeat(values)) return null
        return clashes(values, id, id === null ? undefined : was, following)
      }}
      final={({ estornado }) => (estornado ? messages.reversed : undefined)}
    >
      {(form) => <Fields form={form} lists={lists.data} opened={editing.opened} row={row} />}
    </FormModal>
  )
}
