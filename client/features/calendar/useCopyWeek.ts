// State of the form that copies a week.
import { addDays, mondayOf } from '../../../shared/clock.ts'
import { useOpened } from '../../ui/form/useEditing.ts'

const blank = { colaborador: null as number | null, de: '', para: '' }
export type Values = typeof blank

/** The form proposes the week of `day`, to the week after it. */
export const useCopyWeek = (person: number, day: string) =>
  useOpened('copiar semana', blank, async () => undefined, {
    fresh: () => ({ colaborador: person, de: mondayOf(day), para: addDays(mondayOf(day), 7) }),
  })
