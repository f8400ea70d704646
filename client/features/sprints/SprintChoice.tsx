import type { ComponentProps } from 'react'
import { Picker } from '../../ui/form/fields.tsx'
import css from './sprint-choice.module.css'

/** Picker for the sprint. This file is separate so that the page renders without the picker's code. */
export default function SprintChoice(props: Pick<ComponentProps<typeof Picker>, 'options' | 'value' | 'onChange'>) {
  return <Picker aria-label="Sprint" className={css.choice} {...props} />
}
