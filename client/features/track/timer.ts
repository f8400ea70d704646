// The running timer, identical on every page, tab and browser. The server decides which entry runs, and its clock decides for how long.
import { useLocation, useNavigate } from 'react-router'
import { mutate } from 'swr'
import { atWall, DAY } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { messages as common } from '../../../shared/messages.ts'
import { keyOf } from '../../api/address.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { renew, useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { formOf } from '../../ui/form/address.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { giveUpTyped, keepTyped, silenceKeys } from '../../ui/typedAhead.ts'
import { useNow } from '../../ui/useNow.ts'
import { timeChanged } from './changes.ts'
import { isComplete, type Begun } from './entry.ts'
import { markOnce } from './forgotten.ts'
import { keepStop, sendStops, useStops, wasLate } from './stops.ts'

/** Seconds since the entry began. */
export const elapsedOf = ({ dataHoraInicio }: Pick<TimeEntry, 'dataHoraInicio'>, now: number) =>
  Math.max(0, Math.floor((now - atWall(dataHoraInicio)) / 1000))

/** Seconds of the running entry, updated every second; 0 when none is running. */
export function useElapsed(running: TimeEntry | null) {
  const now = useNow(running ? 1000 : null)
  return running ? elapsedOf(running, now) : 0
}

/** The running entry, and whether a stop is not saved yet. */
export function useRunning() {
  const me = useMe()
  const may = useMay()
  const { data = null } = useCall(may('GET /track/check') ? 'GET /track/check' : null)
  const stops = useStops(me.id)
  const isStopped = data !== null && stops.some(({ id }) => id === data.id)
  return { running: isStopped ? null : data, unsaved: stops.some((stop) => stop.unsaved) }
}

/** Address of the entry's form. On Track, the address keeps the current view. */
const formAddress = ({ id }: { id: number }, { pathname, search }: { pathname: string; search: string }) =>
  `/track${formOf(id, pathname === '/track' ? search : '')}`

/** Prevents a double click from beginning two entries. */
let isStarting = false

export function useTimer() {
  const me = useMe()
  const navigate = useNavigate()
  const place = useLocation()
  const { running, unsaved } = useRunning()

  /** Begins an entry on the server. Returns null after reporting a failure, or if another entry is just being begun. */
  const begin = async (fields: Begun = {}) => {
    if (isStarting) return null
    isStarting = true
    try {
      // Sends waiting stops first: until the server knows that the previous entry ended, it refuses a new one.
      if (!(await sendStops(me.id))) throw new Failure(0, messages.notStarted)
      const entry = await send('POST /track', { body: fields })
      markOnce('visto', entry.id)
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
  const start = async (fields: Begun) => {
    const entry = await begin(fields)
    if (entry) notify.success(common.created)
    return entry
  }
  /** Ends the running entry now. Returns false if the entry's form has to be completed first, or if the stop is stored but not sent yet. */
  const stop = async () => {
    if (!running) return true
    // The end is stored as a time of day, so an entry of a day or longer cannot be ended with one click.
    const isOver = serverNow() - atWall(running.dataHoraInicio) >= DAY
    if (isOver || !isComplete(running)) {
      markOnce('visto', running.id)
      notify.warn(isOver ? messages.resumed : messages.incomplete)
      await navigate(formAddress(running, place))
      return false
    }
    keepStop(me.id, running.id)
    const isSaved = await sendStops(me.id)
    if (isSaved) {
      await timeChanged()
      if (!wasLate(running.id)) notify.success(messages.changed)
    }
    return isSaved
  }
  return {
    running,
    unsaved,
    start,
    stop,
    /** Ends the running entry and begins another. */
    switchTo: async (fields: Begun) => (await stop()) && start(fields),
    /** Like `switchTo`, and opens the form of the new entry. */
    switchAndOpen: async (fields: Begun) => {
      const entry = (await stop()) && (await begin(fields))
      if (entry) await navigate(formAddress(entry, place))
    },
    /** Opens the form of a new entry, or of the one already running. */
    openOrStart: async () => {
      if (running) notify.warn(messages.resumed)
      // Keystrokes meant for a new entry must not end up in the description of the running one.
      if (running) silenceKeys()
      else keepTyped()
      const entry = running ?? (await begin())
      if (!entry) return giveUpTyped()
      await navigate(`${formAddress(entry, place)}${running ? '' : '&novo=1'}`)
    },
  }
}
