import { messages as agenda } from '../../shared/compromises.ts'
import { messages, type CalendarLists } from '../../shared/calendar.ts'
import { dayBr } from '../../shared/clock.ts'
import type { Chip } from '../ui/Chips.tsx'
import { DateField } from '../ui/dates.tsx'
import { MultiPicker, type Options } from '../ui/fields.tsx'
import { FilterModal } from '../ui/FormModal.tsx'
import type { useFilter } from '../ui/useFilter.ts'

export const blank = {
  users: [] as number[],
  atividade: [] as number[],
  veiculo: [] as number[],
  departamento: [] as number[],
  dataInicio: '',
  dataFim: '',
}
type CalendarFilter = ReturnType<typeof useFilter<typeof blank>>

type Choice = 'users' | 'atividade' | 'veiculo' | 'departamento'
const choices: { key: Choice; label: string; one: string; options: (lists: CalendarLists) => NonNullable<Options> }[] = [
  {
    key: 'users',
    label: 'Colaboradores',
    one: 'Colaborador',
    options: ({ users }) => users.map(({ ID: value, NOMECOMPLETOUSUARIO: label }) => ({ value, label })),
  },
  {
    key: 'atividade',
    label: 'Atividades',
    one: 'Atividade',
    options: ({ atividades }) => atividades.map(({ CODTAREFAEXTERNO: value, DESCTAREFAEXTERNO: label }) => ({ value, label })),
  },
  {
    key: 'veiculo',
    label: 'Veículos',
    one: 'Veículo',
    options: ({ veiculos }) =>
      veiculos.map(({ CODIGOCARRO: value, DESCRICAOCARRO, PLACACARRO }) => ({ value, label: `${DESCRICAOCARRO} (${PLACACARRO})` })),
  },
  {
    key: 'departamento',
    label: 'Departamentos',
    one: 'Departamento',
    options: ({ departamentos }) => departamentos.map(({ ID: value, DESCRICAO: label }) => ({ value, label })),
  },
]

/** What is filtered by, in words: one by its name, more by their number. */
export function chipsOf(filter: CalendarFilter, lists: CalendarLists | undefined): Chip[] {
  const { values, clear } = filter
  const chosen = choices.flatMap(({ key, label, one, options }) => {
    const ids = values[key]
    const first = lists && options(lists).find(({ value }) => value === ids[0])?.label
    return ids.length ? [{ label: ids.length === 1 ? `${one}: ${first ?? ids[0]}` : `${label}: ${ids.length}`, clear: () => clear(key) }] : []
  })
  return [
    ...chosen,
    ...(values.dataInicio ? [{ label: `Desde ${dayBr(values.dataInicio)}`, clear: () => clear('dataInicio') }] : []),
    ...(values.dataFim ? [{ label: `Até ${dayBr(values.dataFim)}`, clear: () => clear('dataFim') }] : []),
  ]
}

interface Props {
  filter: CalendarFilter
  lists: CalendarLists | undefined
  /** The first day that an empty one stands for. */
  since: string
  opened: boolean
  close: () => void
}

export function CalendarFilterModal({ filter, lists, since, opened, close }: Props) {
  const rules = {
    dataFim: (until: string, { dataInicio }: typeof blank) => (until && until < (dataInicio || since) ? agenda.dataFim : null),
  }
  return (
    <FilterModal {...{ filter, opened, close, rules }}>
      {(form) => (
        <>
          {choices.map(({ key, label, options }, index) => (
            <MultiPicker
              key={key}
              label={label}
              options={lists && options(lists)}
              {...(index === 0 && { 'data-autofocus': true })}
              {...form.getInputProps(key)}
            />
          ))}
          <DateField
            label="Data inicial"
            description={messages.dataInicio}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('dataInicio')}
          />
          <DateField label="Data final" {...form.getInputProps('dataFim')} />
        </>
      )}
    </FilterModal>
  )
}
