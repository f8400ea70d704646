import { TextInput } from '@mantine/core'
import { TICKET } from '../../../shared/features/service-hours.ts'
import { optionalText } from '../../../shared/text.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { lastDay, wrongDay } from '../../ui/form/days.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Periods } from '../../ui/form/Periods.tsx'
import { days, stateOptions, type useCommissionQuery } from './queryFilter.ts'

interface Props {
  of: ReturnType<typeof useCommissionQuery>
  opened: boolean
  close: () => void
}

export default function QueryFilter({ of: { filter, lists, options, hasFinance }, opened, close }: Props) {
  return (
    <FilterModal
      {...{ filter, lists, opened, close }}
      rules={{
        ticket: optionalText(TICKET),
        dataInicial: wrongDay,
        dataFinal: (until, { dataInicial }) => lastDay(until, dataInicial),
        liberadoDe: wrongDay,
        liberadoAte: (until, { liberadoDe }) => lastDay(until, liberadoDe),
      }}
    >
      {(form) => (
        <>
          <MultiPicker data-autofocus label="Cliente" options={options.clientes} {...form.getInputProps('clientes')} />
          {hasFinance && <MultiPicker label="Colaboradores" options={options.colaboradores} {...form.getInputProps('colaboradores')} />}
          <TextInput className="form-half" label="Ticket" {...form.getInputProps('ticket')} />
          <MultiPicker className="form-half" label="Status" options={stateOptions} {...form.getInputProps('status')} />
          <DateField className="form-half" label={days.dataInicial} {...form.getInputProps('dataInicial')} />
          <DateField className="form-half" label={days.dataFinal} {...form.getInputProps('dataFinal')} />
          <Periods
            from={form.values.dataInicial}
            until={form.values.dataFinal}
            change={(dataInicial, dataFinal) => form.setValues({ dataInicial, dataFinal })}
          />
          <DateField className="form-half" label={days.liberadoDe} {...form.getInputProps('liberadoDe')} />
          <DateField className="form-half" label="até" aria-label={days.liberadoAte} {...form.getInputProps('liberadoAte')} />
          <Periods
            label="Período da liberação"
            from={form.values.liberadoDe}
            until={form.values.liberadoAte}
            change={(liberadoDe, liberadoAte) => form.setValues({ liberadoDe, liberadoAte })}
          />
        </>
      )}
    </FilterModal>
  )
}
