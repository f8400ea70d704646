// The frame of every signed-in page: top bar, menu, and the sheet that holds the screen.
import './shell.css'
import { useHotkeys } from '@mantine/hooks'
import { Menu as MenuIcon, Moon, PinOff, Search, Sun, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, Outlet, useNavigation } from 'react-router'
import { useSWRConfig } from 'swr'
import { hourBr, wallTime } from '../../shared/clock.ts'
import { answers, useLost } from '../api/connection.ts'
import { useBoot, useMay, useMe } from '../boot.ts'
import { useCookie } from '../ui/cookie.ts'
import { useLostFocus } from '../ui/focus.ts'
import { usePage } from '../ui/Screen.tsx'
import { dropDrafts } from '../ui/form/drafts.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { dropTyped, keepTyped } from '../ui/typedAhead.ts'
import { useKeys } from '../ui/useKeys.ts'
import { Timer, TimerTitle } from '../features/track/Timer.tsx'
import { Bell } from '../features/notices/Bell.tsx'
import { TasksButton } from '../features/user-tasks/TasksButton.tsx'
import { useAccount } from './useAccount.ts'
import { Mark } from './Mark.tsx'
import { Menu } from './Menu.tsx'
import { useShortcuts } from './useShortcuts.ts'

const Account = lazyPart(() => import('./Account.tsx'))
const MenuDrawer = lazyPart(() => import('./MenuDrawer.tsx'))
const Shortcuts = lazyPart(() => import('./Shortcuts.tsx'))
const Palette = lazyPart(() => import('./Palette.tsx'))

export default function Shell() {
  const { me } = useBoot()
  // Without a session only the not-found page is drawn in this frame, so there is no menu or top bar.
  if (!me)
    return (
      <main className="sheet" data-alone>
        <Outlet />
      </main>
    )
  return <Frame />
}

function Frame() {
  const me = useMe()
  const { pinned: served } = useBoot()
  // 'left' means closed by a navigation: the focus moves to the new page instead of returning to the button.
  const [menu, setMenu] = useState<'closed' | 'open' | 'left'>('closed')
  const [palette, setPalette] = useState<'closed' | 'open' | 'left'>('closed')
  /** Initial search text of the palette. */
  const [searched, setSearched] = useState('')
  const [width, pin] = useCookie('menu', served ? 'fixo' : '')
  const pinned = width === 'fixo'
  const navigating = useNavigation().state !== 'idle'
  const closePalette = () => {
    dropTyped()
    setPalette('closed')
  }
  const openPalette = (search = '') => {
    setSearched(search)
    setMenu('left')
    setPalette('open')
    keepTyped(closePalette)
  }
  useHotkeys([['mod+K', () => palette !== 'open' && openPalette()]], [])
  const [help, setHelp] = useState(false)
  const may = useMay()
  useKeys({ '?': () => setHelp(true), I: () => may('POST /track') && openPalette('Iniciar ') })
  useShortcuts(me)
  useLostFocus()
  useEffect(() => dropDrafts(me.id), [me.id])
  // Loads the code of the toasts early, because a toast may have to report that the connection is lost.
  useEffect(() => void import('../ui/feedback/Toasts.tsx').catch(() => undefined), [])

  return (
    <div className="shell" data-pinned={pinned || undefined}>
      <a className="skip" href="#conteudo">
        Ir para o conteúdo
      </a>
      <header className="top">
        <button type="button" className="icon-button top-menu" aria-label="Abrir menu" aria-haspopup="dialog" onClick={() => setMenu('open')}>
          <MenuIcon aria-hidden />
        </button>
        <Link to="/home" className="top-mark" aria-label="csnoteweb, Home">
          <Mark />
        </Link>
        <button type="button" className="top-search" aria-keyshortcuts="Control+K" onClick={() => openPalette()}>
          <Search aria-hidden />
          <span>Buscar ou ir para…</span>
          <kbd>Ctrl K</kbd>
        </button>
        <TopRight help={() => setHelp(true)} begin={() => openPalette('Iniciar ')} />
      </header>
      {pinned && (
        <aside className="pinned">
          <Menu search={() => openPalette()} />
          <button type="button" className="icon-button pinned-button" aria-label="Soltar menu" title="Soltar menu" onClick={() => pin('')}>
            <PinOff aria-hidden />
          </button>
        </aside>
      )}
      <main className="sheet" id="conteudo" tabIndex={-1} aria-busy={navigating || undefined}>
        <OfflineLine />
        <TimerTitle>
          <Outlet />
        </TimerTitle>
      </main>
      {navigating && <Loading />}
      <MenuDrawer
        opened={menu === 'open'}
        returnFocus={menu !== 'left'}
        close={() => setMenu('closed')}
        went={() => setMenu('left')}
        pin={pin}
        search={() => openPalette()}
      />
      <Shortcuts opened={help} close={() => setHelp(false)} />
      <Palette opened={palette === 'open'} search={searched} returnFocus={palette !== 'left'} close={closePalette} went={() => setPalette('left')} />
    </div>
  )
}

function TopRight({ help, begin }: { help: () => void; begin: () => void }) {
  const { toggleTheme } = useAccount()
  const { drawer } = usePage()
  return (
    <div className="top-right">
      <Timer begin={begin} />
      {drawer && <TasksButton />}
      <Bell />
      <button type="button" className="icon-button top-theme" aria-label="Trocar tema" title="Trocar tema" onClick={toggleTheme}>
        <Moon aria-hidden className="when-light" />
        <Sun aria-hidden className="when-dark" />
      </button>
      <Account help={help} />
    </div>
  )
}

/** Minimum time in ms between two revalidations of everything. */
const AGAIN = 5_000

/** A line shown while the server does not answer. The page keeps its data, and the line gives the time of the data. */
function OfflineLine() {
  const { now } = useBoot()
  const { mutate } = useSWRConfig()
  const lost = useLost()
  const isLost = lost !== null
  // Revalidates everything as soon as the server is back. The pause prevents a rapid loop when one call gets no answer while the others do.
  const renewed = useRef(-AGAIN)
  useEffect(() => {
    if (!isLost) return undefined
    return () => {
      const wait = Math.max(0, renewed.current + AGAIN - performance.now())
      // A revalidation is already scheduled, so this one is left out.
      if (wait > AGAIN) return
      renewed.current = performance.now() + wait
      setTimeout(() => void mutate(() => true), wait)
    }
  }, [isLost, mutate])
  if (lost === null) return null
  return (
    <p className="offline" role="status">
      <WifiOff aria-hidden />
      <span>
        Sem conexão. Dados de <strong>{hourBr(wallTime(lost || now))}</strong>.
      </span>
      <button type="button" onClick={() => void answers()}>
        Tentar novamente
      </button>
    </p>
  )
}
