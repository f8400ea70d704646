// Whether a running entry was forgotten, and the person's last activity on this computer.
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { atWall, HOUR, wallDay, wallTime } from '../../../shared/clock.ts'
import type { TimeEntry } from '../../../shared/features/track.ts'
import { serverNow } from '../../api/clock.ts'
import { useMe } from '../../boot.ts'
import { store } from '../../ui/storage.ts'

const LONG = 12 * HOUR
/** Minimum interval in ms between two stored signs of activity. */
const EVERY = 30_000

/** Whether an entry has run for more than 12 hours or began on another day. */
export const isForgotten = ({ dataHoraInicio }: TimeEntry, now: number) =>
  now - atWall(dataHoraInicio) > LONG || dataHoraInicio.slice(0, 10) !== wallDay(now)

/**
 * Marks an entry in this tab; false if it was marked already. 'visto': the person knows that the entry is running. 'esquecido': the question about
 * the forgotten entry was answered or postponed.
 */
export function markOnce(what: 'visto' | 'esquecido', id: number) {
  if (isMarked(what, id)) return false
  store(sessionStorage, `${what} ${id}`, '1')
  return true
}
const isMarked = (what: 'visto' | 'esquecido', id: number) => sessionStorage.getItem(`${what} ${id}`) !== null

const signKey = (me: number, id: number) => `sinal ${me} ${id}`
/** Time of the last keystroke or click while the entry ran, 'YYYY-MM-DDTHH:MM:SS'; null if unknown. */
export const signOf = (me: number, id: number) => localStorage.getItem(signKey(me, id))

/** The running entry to ask about, and a function that stops asking in this tab. */
export function useForgotten(running: TimeEntry | null) {
  const me = useMe()
  const { pathname } = useLocation()
  const [asked, ask] = useState<TimeEntry | null>(null)
  const check = useEffectEvent(() => {
    if (running && isForgotten(running, serverNow()) && !isMarked('esquecido', running.id)) ask(running)
  })
  const id = running?.id
  useEffect(() => {
    // sessionStorage exists in the browser only, so this runs after hydration.
    const timer = setTimeout(check)
    const seen = () => document.visibilityState === 'visible' && check()
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', seen)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each entry and page
  }, [id, pathname])
  // While the question is open, no activity is stored: the question proposes the last activity before it was asked.
  const isKept = id !== undefined && asked === null
  useEffect(() => {
    if (!isKept) return undefined
    const key = signKey(me.id, id)
    for (const old of Object.keys(localStorage)) if (old.startsWith(`sinal ${me.id} `) && old !== key) localStorage.removeItem(old)
    let last = -EVERY
    const live = ({ timeStamp }: Event) => {
      if (timeStamp - last < EVERY) return
      last = timeStamp
      store(localStorage, key, wallTime(serverNow()))
    }
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, live)
    return () => {
      for (const event of ['pointerdown', 'keydown']) removeEventListener(event, live)
    }
  }, [isKept, id, me.id])
  return {
    asked: asked?.id === id ? asked : null,
    answered: () => {
      if (asked) markOnce('esquecido', asked.id)
      ask(null)
    },
  }
}
