// The running timer in the top bar of every page.
import { Play } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import { duration } from '../../../shared/hours.ts'
import { useMay, useMe } from '../../boot.ts'
import { formOf } from '../../ui/form/address.ts'
import { TitleNote, usePage } from '../../ui/Screen.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { useForgotten } from './forgotten.ts'
import { StopIcon } from './StopIcon.tsx'
import { UNNAMED } from './entry.ts'
import { useElapsed, useRunning, useTimer } from './timer.ts'
import { useTrueTime } from './useTrueTime.ts'
import live from './dot.module.css'
import css from './timer.module.css'

const Forgotten = lazyPart(() => import('./Forgotten.tsx'))

/** `begin` lets the person say what to start. */
export function Timer({ begin }: { begin: () => void }) {
  useTrueTime()
  const mayStart = useMay()('POST /track')
  const { running, unsaved, stop } = useTimer()
  const { path } = usePage()
  const me = useMe()
  const [params] = useSearchParams()
  const whose = params.get('user')
  // On Track the entry's card shows the timer, unless the page shows another person's time.
  const isOnCard = path === '/track' && (whose === null || whose === String(me.id))
  const elapsed = useElapsed(running)
  const { asked, answered } = useForgotten(running)
  const isSettled = useSettled()
  useKeys({ P: () => isSettled() && void stop() })
  return (
    <>
      {/* The dialog waits while the address opens a form, because one would cover the other. */}
      {asked && !params.has('acao') && <Forgotten entry={asked} close={answered} />}
      {unsaved && (
        <span className={css.unsaved} role="status">
          Parada ainda não salva
        </span>
      )}
      {!running && mayStart && (
        <button type="button" className="icon-button" aria-label="Iniciar um tempo" title="Iniciar um tempo (I)" onClick={begin}>
          <Play aria-hidden />
        </button>
      )}
      {running && !isOnCard && (
        <div className={css.timer} role="group" aria-label="Tempo em andamento">
          <Link to={`/track${formOf(running.id)}`} title={running.descricao ?? UNNAMED}>
            <i className={live.dot} aria-hidden />
            <span className={`${css.name} ellipsis`}>{running.descricao ?? UNNAMED}</span>
            <time>{duration(elapsed)}</time>
          </Link>
          <button type="button" className="icon-button" aria-label="Parar" title="Parar (P)" onClick={() => void stop()}>
            <StopIcon />
          </button>
        </div>
      )}
    </>
  )
}

/** Time in ms after a navigation in which a keystroke may still be meant for the new page. */
const SETTLING = 1_000
/** Returns a function that tells whether the last navigation began and ended long enough ago. */
function useSettled() {
  const { key } = useLocation()
  const { state } = useNavigation()
  const moved = useRef(0)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs at the start and the end of each navigation
  useEffect(() => void (moved.current = performance.now()), [key, state])
  return () => performance.now() - moved.current > SETTLING
}

/** Shows the running timer in the tab's title, as H:MM. */
export function TimerTitle({ children }: { children: ReactNode }) {
  const { running } = useRunning()
  const minutes = Math.floor(useElapsed(running) / 60)
  return <TitleNote value={running ? `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}` : ''}>{children}</TitleNote>
}
