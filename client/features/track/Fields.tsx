import type { UseFormReturnType } from '@mantine/form'
import { dayBr } from '../../../shared/clock.ts'
import { DateField, DurationField, TimeOfDayField } from '../../ui/form/dates.tsx'
import { Picker } from '../../ui/form/fields.tsx'
import { optionsOf } from '../options.ts'
import { DescriptionField, type Suggestion } from './Description.tsx'
import { daysLater, endDay, moved, type Values } from './editing.ts'
import { namesOf, type Lists } from './lists.ts'

/** The names of what a suggestion was written with. */
const noteOf = (lists: Lists, one: Suggestion) => Object.values(namesOf(lists, one)).filter(Boolean).join(' · ')

/** What may still be chosen of it. */
const codesOf = (lists: Lists, one: Suggestion): Partial<Values> => ({
  descricao: one.DESCRICAO ?? '',
  idAtividade: lists.atividades.some(({ CODIGOATIVIDADE }) => CODIGOATIVIDADE === one.CODIGOATIVIDADE) ? one.CODIGOATIVIDADE : null,
  idCategoria: lists.categoria.some(({ CODIGOCATEGORIA }) => CODIGOCATEGORIA === one.CODIGOCATEGORIA) ? one.CODIGOCATEGORIA : null,
  idModulo: lists.modulo.some(({ CODIGOMODULO }) => CODIGOMODULO === one.CODIGOMODULO) ? one.CODIGOMODULO : null,
  idTag: lists.tag.some(({ CODIGOTAG }) => CODIGOTAG === one.CODIGOTAG) ? one.CODIGOTAG : null,
})

export function Fields({ form, lists }: { form: UseFormReturnType<Values>; lists: Lists | undefined }) {
  const { values } = form
  const moves = (field: 'inicio' | 'fim' | 'total') => ({
    ...form.getInputProps(field),
    onChange: (text: string) => form.setValues(moved(form.getValues(), field, text)),
  })
  const later = daysLater(values)
  return (
    <>
      <DescriptionField
        data-autofocus
        {...form.getInputProps('descricao')}
        suggestions={lists?.sugestoes ?? []}
        noteOf={(one) => (lists ? noteOf(lists, one) : '')}
        take={(one) => lists && form.setValues(codesOf(lists, one))}
      />
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
      <DateField label="Data" required {...form.getInputProps('dia')} />
      <TimeOfDayField label="Início" required {...moves('inicio')} />
      <TimeOfDayField
        label="Fim"
        {...moves('fim')}
        {...(later > 0 && { description: `+${later}, em ${dayBr(endDay(values))}` })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <DurationField label="Total" {...moves('total')} />
    </>
  )
}
