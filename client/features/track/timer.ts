// The time that runs, the same on every page, in every tab and browser: the server says what runs, and its clock how long.
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { mutate } from 'swr'
import { atWall, DAY } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { keyOf } from '../../api/address.ts'
import { isClockSure, serverNow } from '../../api/clock.ts'
import { useLost } from '../../api/connection.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { watchRunning } from '../../api/running.ts'
import { renew, renewAll, useCall } from '../../api/useCall.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { useMay, useMe } from '../../boot.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useNow } from '../../ui/useNow.ts'
import { isComplete, type Begun } from './entry.ts'
import { isFirst } from './forgotten.ts'
import { keepStop, sendStops, useStops } from './stops.ts'

// Says to the other tabs that something changed, and which entry ended if one did; each asks the server.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tempo')

const asked = () => Promise.all([renew('GET /track/check'), renewAll('GET /track')])

/** It runs no more, whatever the next answer is waited for. */
const forget = (id: unknown) => mutate<TimeEntry | null>(keyOf('GET /track/check'), (held) => (held?.id === id ? null : held), { revalidate: false })

/** The server ended it: no tab shows it again while it asks. */
export function ended(id: number) {
  channel?.postMessage(id)
  return forget(id)
}

/** Entries changed: what shows them asks again, here and in the other tabs. */
export function timeChanged() {
  channel?.postMessage('')
  return asked()
}

/** Changes entries; what shows them has asked again when it is done, also where it failed. */
export async function changing<T>(write: () => Promise<T>) {
  try {
    return await write()
  } finally {
    await timeChanged()
  }
}

/** Seconds since it began. */
export const elapsedOf = ({ dataHoraInicio }: TimeEntry, now: number) => Math.max(0, Math.floor((now - atWall(dataHoraInicio)) / 1000))

/** Seconds that the running entry has, counted on; 0 when none runs. */
export function useElapsed(running: TimeEntry | null) {
  const now = useNow(running ? 1000 : null)
  return running ? elapsedOf(running, now) : 0
}

/** What runs, and what was stopped and is not saved yet. */
export function useRunning() {
  const me = useMe()
  const may = useMay()
  const { data = null } = useCall(may('GET /track/check') ? 'GET /track/check' : null)
  const stops = useStops(me.id)
  const isStopped = data !== null && stops.some(({ id }) => id === data.id)
  return { running: isStopped ? null : data, unsaved: stops.some((stop) => stop.unsaved) }
}

/** Where its form is: over the week, from there. */
const formOf = ({ id }: { id: number }, { pathname, search }: { pathname: string; search: string }) => {
  const kept = pathname === '/track' ? [...new URLSearchParams(search)].filter(([key]) => ['visao', 'semana'].includes(key)) : []
  return `/track?${new URLSearchParams([...kept, ['acao', 'editar'], ['id', String(id)]])}`
}

/** Pressed twice, one begins. */
let isStarting = false

export function useTimer() {
  const me = useMe()
  const navigate = useNavigate()
  const place = useLocation()
  const { running, unsaved } = useRunning()

  /** Begins one, which only the server can; null when it did not, which is said, or is on its way already. */
  const start = async (fields: Begun = {}) => {
    if (isStarting) return null
    isStarting = true
    try {
      // To the server that one still runs.
      if (!(await sendStops(me.id, ended))) throw new Failure(0, messages.notStarted)
      const entry = await send('POST /track', { body: fields })
      isFirst('visto', entry.id)
      await mutate(keyOf('GET /track/check'), entry, { revalidate: false })
      void timeChanged()
      return entry
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status !== 401) (error.status === 409 ? notify.warn : notify.error)(error.status === 0 ? messages.notStarted : error.message)
      await renew('GET /track/check')
      return null
    } finally {
      isStarting = false
    }
  }
  /** Ends it now; false when it cannot be: its form, or what is asked there, comes first. */
  const stop = async () => {
    if (!running) return true
    // Its end is a time of day.
    const isOver = serverNow() - atWall(running.dataHoraInicio) >= DAY
    if (isOver || !isComplete(running)) {
      notify.warn(isOver ? messages.resumed : messages.incomplete)
      await navigate(formOf(running, place))
      return false
    }
    keepStop(me.id, running.id)
    const isSaved = await sendStops(me.id, ended)
    if (isSaved) {
      await timeChanged()
      notify.success(messages.changed)
    }
    return isSaved
  }
  return {
    running,
    unsaved,
    start,
    stop,
    /** Ends what runs and begins another at once. */
    change: async (fields: Begun) => (await stop()) && start(fields),
    /** Opens the form of a new one, or of the one that runs already. */
    open: async () => {
      if (running) notify.warn(messages.resumed)
      const entry = running ?? (await start())
      if (entry) await navigate(`${formOf(entry, place)}${running ? '' : '&novo=1'}`)
    },
  }
}

const isSeen = () => document.visibilityState === 'visible'

/**
 * Keeps what runs true: asks the server when somebody comes back to the page, who may have begun or ended it in another browser, and while the page's
 * clock may be wrong; sends the stops that wait. Nothing by itself while nothing runs.
 */
export function useTrueTime() {
  const me = useMe()
  const may = useMay()('GET /track/check')
  const { running } = useRunning()
  const stops = useStops(me.id)
  const lost = useLost() !== null
  const isRunning = running !== null
  const isWaiting = stops.length > 0
  useEffect(() => watchRunning(me.tempo, () => void renew('GET /track/check')), [me.tempo])
  useEffect(() => {
    const hear = ({ data: id }: MessageEvent<unknown>) => void forget(id).then(asked)
    channel?.addEventListener('message', hear)
    return () => channel?.removeEventListener('message', hear)
  }, [])
  useEffect(() => {
    if (!may) return undefined
    // A page is also shown for the first time.
    const check = (event: Event | PageTransitionEvent) => ('persisted' in event ? event.persisted : isSeen()) && void renew('GET /track/check')
    const events = [
      [document, 'visibilitychange'],
      [globalThis, 'focus'],
      [globalThis, 'pageshow'],
      [globalThis, 'online'],
    ] as const
    for (const [target, event] of events) target.addEventListener(event, check)
    return () => {
      for (const [target, event] of events) target.removeEventListener(event, check)
    }
  }, [may])
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => !isClockSure() && isSeen() && void renew('GET /track/check'), 5000)
    return () => clearInterval(timer)
  }, [isRunning])
  const sendAll = async () => {
    if (await sendStops(me.id, ended)) await timeChanged()
  }
  useEffect(() => {
    if (may && isWaiting && !lost) void sendAll()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each
  }, [may, isWaiting, lost])
  useAskAgain(may && isWaiting, sendAll)
}
