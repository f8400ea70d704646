import { messages as common } from '../../../shared/messages.ts'
import type { Reply } from '../../api/address.ts'
import type { Called } from '../../api/useCall.ts'
import { MultiPicker, Picker } from '../../ui/form/fields.tsx'
import { FilterModal } from '../../ui/form/FormModal.tsx'
import { optionsOf } from '../options.ts'
import type { blank, Filtering } from './dreFilter.ts'

interface Props {
  filter: Filtering
  /** The filter that applies when the address has none. */
  known: Reply<'POST /dash/dre'>['filters'] | undefined
  lists: Called<Reply<'GET /dash/dre'>>
  opened: boolean
  close: () => void
  applied: (values: typeof blank) => void
}

const missing = (ids: number[]) => (ids.length === 0 ? common.required : null)

export default function DreFilter({ filter, known, lists, opened, close, applied }: Props) {
  const isSaid = filter.values.dre.length > 0
  const was = isSaid ? filter.values : { dre: known?.idDre ? [known.idDre] : [], empresas: known?.idEmpresas ?? [] }
  // The first time, all companies are preselected. The statement is preselected if there is only one.
  const [dre, ...others] = lists.data?.dres ?? []
  const isFirst = was.dre.length === 0 && was.empresas.length === 0
  const values = isFirst ? { dre: dre && others.length === 0 ? [dre.id] : [], empresas: lists.data?.empresas.map(({ id }) => id) ?? [] } : was
  const own = {
    ...filter,
    values,
    apply: (next: Partial<typeof blank>) => {
      filter.apply(next)
      if (JSON.stringify(next) !== JSON.stringify(was)) applied({ ...values, ...next })
    },
  }
  return (
    <FilterModal filter={own} {...{ lists, opened, close }} rules={{ dre: missing, empresas: missing }}>
      {(form) => {
        const { value, onChange, ...dre } = form.getInputProps('dre') as { value: number[]; onChange: (ids: number[]) => void }
        return (
          <>
            <Picker
              label="DRE"
              required
              data-autofocus
              options={optionsOf.described(lists.data?.dres)}
              {...dre}
              value={value[0] ?? null}
              onChange={(id) => onChange(id === null ? [] : [id])}
            />
            <MultiPicker label="Empresas" required options={optionsOf.described(lists.data?.empresas)} {...form.getInputProps('empresas')} />
          </>
        )
      }}
    </FilterModal>
  )
}
