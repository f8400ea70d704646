// Copies the appointments of a person's week to another week.
import { isNotEmpty } from '@mantine/form'
import { addDays, dayBr, daysBetween, isDay, mondayOf } from '../../../shared/clock.ts'
import { messages, type AppointmentRow } from '../../../shared/features/appointments.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Send } from '../../api/request.ts'
import { read } from '../../api/request.ts'
import { renewAll, useCall } from '../../api/useCall.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Clashing, Taken } from '../appointments/clashes.tsx'
import { endAt, overlap, startAt } from '../appointments/when.ts'
import { optionsOf } from '../options.ts'
import type { useCopyWeek, Values } from './useCopyWeek.ts'

/** 'de 30/11/2026 a 06/12/2026' */
const weekBr = (day: string) => `de ${dayBr(mondayOf(day))} a ${dayBr(addDays(mondayOf(day), 6))}`

/** The active appointments in a week. */
const weekOf = async (monday: string, people: { colaboradores?: number[] }) => {
  const query = { ...people, dataInicial: monday, dataFinal: addDays(monday, 6) }
  return (await read('GET /compromises', { query })).filter((row) => row.status === 'A')
}

export default function CopyWeek({ editing }: { editing: ReturnType<typeof useCopyWeek> }) {
  const lists = useCall(editing.opened && 'GET /dash/calendarioOndeEstou')
  const title = { title: 'Copiar semana', failed: common.database }
  const save = async ({ colaborador, de, para }: Values, _: number | null, send: Send) => {
    const { criados } = await send('POST /compromises/copy-week', { body: { colaborador: colaborador ?? 0, de, para } })
    await renewAll('POST /dash/calendarioOndeEstou')
    return criados === 1 ? messages.created : messages.createdMany(criados)
  }
  /** Says how many appointments are copied, and which ones they overlap. */
  const warn = async ({ colaborador, de, para }: Values) => {
    const [from, to] = [mondayOf(de), mondayOf(para)]
    const by = daysBetween(from, to)
    const person = { colaboradores: [colaborador ?? 0] }
    const those = (await weekOf(from, person)).filter((row) => row.dataIni >= from)
    if (those.length === 0) return { text: messages.emptyWeek, refused: true }
    const copies = those.map((row) => ({ ...row, dataIni: addDays(row.dataIni, by), dataFim: addDays(row.dataFim, by) }))
    // Anybody may be using the cars of the week.
    const others = await weekOf(to, those.some(({ carro }) => carro !== null) ? {} : person)
    const overlapped = (row: AppointmentRow) => copies.filter((copy) => overlap(copy, row))
    const rows = others.filter((row) => row.CODCOLABORADOR === colaborador && overlapped(row).length > 0)
    // Without a duration nobody takes a car.
    const takes = (row: AppointmentRow) => row.carro !== null && startAt(row) < endAt(row)
    const holders = others.filter((row) => takes(row) && overlapped(row).some((copy) => takes(copy) && copy.carro === row.carro))
    return {
      text: (
        <>
          <p>
            {those.length === 1 ? '1 compromisso' : `${those.length} compromissos`} para a semana {weekBr(para)}.
          </p>
          {rows.length > 0 && <Clashing rows={rows} />}
          {holders.length > 0 && <Taken rows={holders} />}
        </>
      ),
      ...(holders.length > 0 ? { refused: true } : { final: 'Copiar' }),
    }
  }
  return (
    <FormModal
      isSingle
      editing={editing}
      create={title}
      change={title}
      warn={warn}
      lists={lists}
      rules={{
        colaborador: isNotEmpty(common.required),
        de: requiredDay,
        para: (para, { de }) => requiredDay(para) ?? (isDay(de) && mondayOf(de) === mondayOf(para) ? messages.sameWeek : null),
      }}
      save={save}
    >
      {({ getInputProps, values: { de, para } }) => (
        <>
          <Picker label="Colaborador" required options={optionsOf.people(lists.data?.users)} {...getInputProps('colaborador')} />
          <DateField className="form-half" label="Da semana de" required description={isDay(de) ? weekBr(de) : undefined} {...getInputProps('de')} />
          <DateField
            className="form-half"
            label="Para a semana de"
            required
            data-autofocus
            description={isDay(para) ? weekBr(para) : undefined}
            {...getInputProps('para')}
          />
        </>
      )}
    </FormModal>
  )
}
