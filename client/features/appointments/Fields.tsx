import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { isDay } from '../../../shared/clock.ts'
import type { AppointmentRow } from '../../../shared/features/appointments.ts'
import { weekdayOf } from '../../../shared/repetition.ts'
import { useMe } from '../../boot.ts'
import { DateField, HourField } from '../../ui/form/dates.tsx'
import { FlagSwitch, MultiPicker, Picker, type Options } from '../../ui/form/fields.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import type { Chosen, Lists, Values } from './editing.ts'
import { latelyFirst, useCars } from './offered.ts'
import { Repeat } from './Repeat.tsx'
import { endOf } from './when.ts'
import { optionsOf } from '../options.ts'

export interface Wants {
  cliente: boolean
  carro: boolean
  regiao: boolean
}
/** The fields that the chosen activity requires. If the activity is no longer offered, the fields that are filled in count as required. */
export function asksOf({ atividade, cliente, carro, regiao }: Values, lists: Lists | undefined): Wants {
  const activity = lists?.atividades.find(({ CODTAREFAEXTERNO }) => CODTAREFAEXTERNO === atividade)
  if (!activity) return { cliente: cliente !== null, carro: carro !== null, regiao: regiao !== null }
  return { cliente: activity.CLIENTE === 'S', carro: activity.CARRO === 'S', regiao: activity.REGIAO === 'S' }
}

/** The offered options, plus the stored one if it is no longer offered. */
const including = (options: Options, stored: Chosen | undefined, name: string | null | undefined): Options =>
  !options || stored == null || options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: name ?? `Código ${stored}` }]

export function Fields({
  form,
  lists,
  opened,
  row,
}: {
  form: UseFormReturnType<Values>
  lists: Lists | undefined
  opened: { id: number | null; values: Values; was: Values } | null
  row: AppointmentRow | undefined
}) {
  const { values } = form
  const isNew = opened?.id === null
  const was = isNew ? undefined : opened?.was
  const reversing = was?.status === 'A' && opened?.values.status === 'I'
  const asks = asksOf(values, lists)
  const me = useMe()
  const rows = lists?.compromissos
  const cars = useCars(optionsOf.cars(lists?.carros), values, asks.carro, opened?.id ?? null, was)
  // The proposed end, which follows the start until a person edits the end.
  const proposed = useRef(isNew ? endOf(values) : null)
  const weekday = useRef(isDay(values.dataIni) ? weekdayOf(values.dataIni) : undefined)
  const begin = (start: { dataIni: string } | { horaIni: string }) => {
    const end = endOf({ ...values, ...start })
    const { dataFim = '', horaFim = '' } = proposed.current ?? {}
    const typed = (values.dataFim || values.horaFim) && (values.dataFim !== dataFim || values.horaFim !== horaFim)
    // The weekday of a repetition follows the date while it is the only one. While a date is typed, it is no day.
    const { dias } = values
    const next = 'dataIni' in start && isDay(start.dataIni) ? weekdayOf(start.dataIni) : undefined
    const follows = next !== undefined && dias.length === 1 && dias[0] === weekday.current
    if (next !== undefined) weekday.current = next
    form.setValues({ ...start, ...(!typed && end), ...(follows && { dias: [next] }) })
    if (!typed && end) proposed.current = end
  }
  const people = including(optionsOf.people(lists?.colab), was?.colaboradores[0], row?.NOMECOMPLETOUSUARIO)
  const person = { required: true, options: people, 'data-autofocus': (!reversing && !opened?.values.colaboradores.length) || undefined }
  return (
    <>
      {isNew ? (
        <MultiPicker label="Colaboradores" placeholder="Escolha quem vai" {...person} {...form.getInputProps('colaboradores')} />
      ) : (
        <Picker
          label="Colaborador"
          {...person}
          {...form.getInputProps('colaboradores')}
          value={values.colaboradores[0] ?? null}
          onChange={(id) => form.setFieldValue('colaboradores', id === null ? [] : [id])}
        />
      )}
      <Picker
        label="Atividade"
        placeholder="Escolha a atividade"
        required
        data-autofocus={(!reversing && values.colaboradores.length > 0) || undefined}
        options={including(latelyFirst(optionsOf.activities(lists?.atividades), rows, me.id, 'CODATIVIDADE'), was?.atividade, row?.DESCTAREFAEXTERNO)}
        {...form.getInputProps('atividade')}
        onChange={(atividade) => {
          const next = asksOf({ ...values, atividade }, lists)
          const { cliente, carro, regiao } = values
          form.setValues({
            atividade,
            cliente: next.cliente ? cliente : null,
            carro: next.carro ? carro : null,
            regiao: next.regiao ? regiao : null,
          })
        }}
      />
      {asks.cliente && (
        <Picker
          label="Cliente"
          placeholder="Escolha o cliente"
          options={including(latelyFirst(optionsOf.clients(lists?.clientes), rows, me.id, 'CODCLIENTE'), was?.cliente, row?.NOMEFANTASIACLIENTE)}
          {...form.getInputProps('cliente')}
        />
      )}
      {asks.carro && (
        <Picker
          className="form-wide"
          label="Deslocamento"
          placeholder="Escolha o carro"
          options={including(latelyFirst(cars, rows, me.id, 'carro'), was?.carro, row?.DESLOC)}
          {...form.getInputProps('carro')}
        />
      )}
      {asks.regiao && (
        <Picker
          className="form-narrow"
          label="Região"
          placeholder="Escolha a região"
          options={including(optionsOf.regions(lists?.regioes), was?.regiao, undefined)}
          {...form.getInputProps('regiao')}
        />
      )}
      <div className="form-fields">
        <DateField
          className="form-quarter"
          label="Data inicial"
          required
          {...form.getInputProps('dataIni')}
          onChange={(dataIni) => begin({ dataIni })}
        />
        <HourField
          className="form-quarter"
          label="Hora inicial"
          required
          {...form.getInputProps('horaIni')}
          onChange={(horaIni) => begin({ horaIni })}
        />
        <DateField className="form-quarter" label="Data final" required {...form.getInputProps('dataFim')} />
        <HourField className="form-quarter" label="Hora final" required {...form.getInputProps('horaFim')} />
      </div>
      {isNew && <Repeat form={form} />}
      {!isNew && (
        <>
          {values.proximos > 0 && (
            <Choice
              legend="Alterar"
              options={[
                { value: 'este', label: 'Só este' },
                { value: 'proximos', label: 'Este e os próximos', count: values.proximos },
              ]}
              value={values.alcance}
              onChange={(alcance) => form.setFieldValue('alcance', alcance === 'proximos' ? 'proximos' : 'este')}
            />
          )}
          <FlagSwitch
            label="Estornado?"
            data-path="status"
            value={values.status === 'I' ? 'S' : 'N'}
            onChange={(reversed) => form.setFieldValue('status', reversed === 'S' ? 'I' : 'A')}
          />
          {values.status === 'I' && (
            <TextInput
              className="form-wide"
              label="Motivo"
              description="O estorno é definitivo."
              required
              data-autofocus={reversing || undefined}
              {...form.getInputProps('motivoEstorno')}
            />
          )}
        </>
      )}
    </>
  )
}
