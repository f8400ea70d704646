import { percentBr } from '../../ui/number.ts'
import { variables } from '../../ui/variables.ts'
import css from './projects.module.css'

/** Progress as a bar with its percentage. `calm` is true for work that needs no further action. */
export const Progress = ({ of, calm = false, decimals = 1 }: { of: number | null; calm?: boolean; decimals?: number }) => (
  <span className={css.progress} data-calm={calm || of === 100 || undefined}>
    <i aria-hidden style={variables({ '--done': of ?? 0 })} />
    {percentBr(of ?? 0, decimals)}
  </span>
)
