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

/** ms without a hand. */
const REST = 3000
/** A key is heard before Tab moves the focus. Of a tap its click: what its press drew, the finger would lift from. */
const events: (keyof DocumentEventMap)[] = ['pointermove', 'click', 'keydown']

/** The way out, for whoever touches the wall; at rest there is none of it. */
export default function WallBar() {
  const me = useMe()
  const { toggleTheme } = useAccount()
  const { path } = usePage()
  const [first, begin] = useCookie(WALL_FIRST, '')
  const navigate = useNavigate()
  const idle = useIdle(REST, { events })
  // As the shell does. In session.ts, for both, it would be in the sign-in page, which is as large as it may be.
  useEffect(() => dropDrafts(me.id), [me.id])
  useKeys({ Escape: () => navigate('/home') })
  if (idle) return null
  return (
    <nav className="wall-bar" aria-label="Painel">
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
