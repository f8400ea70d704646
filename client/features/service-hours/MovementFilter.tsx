import { Picker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { optionsOf, orAll } from '../options.ts'
import { choices, type useMovementFilter } from './movementFilter.ts'

interface Props {
  of: ReturnType<typeof useMovementFilter>
  people: { id: number; nome: string | null }[] | undefined
  opened: boolean
  close: () => void
}

const labels = { situacao: 'Status', monitorado: 'Monitoramento', baixa: 'Baixa saldo' } as const
// The cast is needed because Object.keys is typed as string[].
const keys = Object.keys(labels) as (keyof typeof labels)[]

export default function MovementFilter({ of: { filter }, people, opened, close }: Props) {
  return (
    <FilterModal {...{ filter, opened, close }}>
      {(form) => (
        <>
          <Picker
            data-autofocus
            clearable
            className="form-wide"
            label="Responsável"
            options={optionsOf.names(people)}
            value={Number(form.values.responsavel) || null}
            onChange={(id) => form.setFieldValue('responsavel', id === null ? '' : String(id))}
          />
          {keys.map((key) => (
            <Choice
              key={key}
              legend={labels[key]}
              options={orAll(choices[key])}
              value={form.values[key]}
              onChange={(value) => form.setFieldValue(key, value)}
            />
          ))}
        </>
      )}
    </FilterModal>
  )
}
