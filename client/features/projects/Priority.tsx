import { ArrowDown, ArrowUp, Equal, Flame } from 'lucide-react'
import { NO_VALUE } from '../../ui/noValue.ts'
import css from './projects.module.css'

const icons = [Flame, Flame, ArrowUp, Equal, Equal, ArrowDown]

/** Priority from 0, the most urgent, to 5. `bare` hides the number visually but not from screen readers. */
export function Priority({ of, bare = false }: { of: number | null; bare?: boolean }) {
  const Icon = icons[of ?? -1]
  if (!Icon) return NO_VALUE
  return (
    <span className={css.priority} data-priority={of}>
      <Icon aria-hidden />
      <span className={bare ? 'hidden' : undefined}>{bare ? `Prioridade ${of}` : of}</span>
    </span>
  )
}
