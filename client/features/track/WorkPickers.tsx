import type { UseFormReturnType } from '@mantine/form'
import { Picker } from '../../ui/form/fields.tsx'
import { optionsOf } from '../options.ts'
import type { Values } from './editing.ts'
import type { Lists } from './lists.ts'

/** The pickers of an entry's activity, module, category and tag. */
export const WorkPickers = ({ form, lists }: { form: UseFormReturnType<Values>; lists: Lists | undefined }) => (
  <>
    <Picker
      className="form-half"
      label="Atividade"
      required
      options={optionsOf.timeActivities(lists?.atividades)}
      {...form.getInputProps('idAtividade')}
    />
    <Picker className="form-half" label="Módulo" required options={optionsOf.timeModules(lists?.modulo)} {...form.getInputProps('idModulo')} />
    <Picker
      className="form-half"
      label="Categoria"
      required
      options={optionsOf.timeCategories(lists?.categoria)}
      {...form.getInputProps('idCategoria')}
    />
    <Picker
      className="form-half"
      label="Tag"
      clearable
      placeholder="Não obrigatório"
      options={optionsOf.timeTags(lists?.tag)}
      {...form.getInputProps('idTag')}
    />
  </>
)
