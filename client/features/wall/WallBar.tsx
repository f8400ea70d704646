import { useIdle } from '@mantine/hooks'
import { ArrowLeft, Monitor, Moon, Sun } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { WALL_FIRST } from '../../../shared/pages.ts'
import { useMe } from '../../boot.ts'
import { useAccount } from '../../shell/useAccount.ts'
import { usePage } from '../../ui/Screen.tsx'
import { useCookie } from '../../ui/cookie.ts'
import { dropDrafts } from '../../ui/form/drafts.ts'
import { useKeys } from '../../ui/useKeys.ts'
import css from './wall-bar.module.css'

/** Time in ms without interaction after which the bar disappears. */
const REST = 3000
/**
 * Events on which the bar appears. keydown comes before Tab moves the focus. click is used for touch, because a bar that appears on pointerdown would
 * be under the finger and be pressed when the finger lifts.
 */
const events: (keyof DocumentEventMap)[] = ['pointermove', 'click', 'keydown']

/** Controls that appear on interaction with the wall, such as the link to Home. */
export default function WallBar() {
  const me = useMe()
  const { toggleTheme } = useAccount()
  const { path } = usePage()
  const [first, begin] = useCookie(WALL_FIRST, '')
  const navigate = useNavigate()
  const idle = useIdle(REST, { events })
  // Drops old drafts, as the shell does on other pages. In session.ts this would add code to the sign-in page, which has reached its size limit.
  useEffect(() => dropDrafts(me.id), [me.id])
  useKeys({ Escape: () => navigate('/home') })
  if (idle) return null
  return (
    <nav className={css.bar} aria-label="Painel">
      <Link to="/home">
        <ArrowLeft aria-hidden />
        Voltar
      </Link>
      <button type="button" aria-pressed={first === path} onClick={() => begin(first === path ? '' : path)}>
        <Monitor aria-hidden />
        Começar sempre aqui
      </button>
      <button type="button" aria-label="Trocar tema" title="Trocar tema" onClick={toggleTheme}>
        <Moon aria-hidden className="when-light" />
        <Sun aria-hidden className="when-dark" />
      </button>
    </nav>
  )
}
