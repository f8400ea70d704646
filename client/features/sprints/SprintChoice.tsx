import type { ComponentProps } from 'react'
import { Picker } from '../../ui/form/fields.tsx'

/** Of which sprint the page is. In a file of its own: the page is drawn, and read, without the code of lists. */
export default function SprintChoice(props: Pick<ComponentProps<typeof Picker>, 'options' | 'value' | 'onChange'>) {
  return <Picker aria-label="Sprint" className="sprint-choice" {...props} />
}
