// Keeps the running timer in step with the server.
import { useEffect } from 'react'
import { isClockSure } from '../../api/clock.ts'
import { useLost } from '../../api/connection.ts'
import { watchRunning } from '../../api/running.ts'
import { renew } from '../../api/useCall.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { useMay, useMe } from '../../boot.ts'
import { hearChanges, timeChanged } from './changes.ts'
import { sendStops, useStops } from './stops.ts'
import { useRunning } from './timer.ts'

const isSeen = () => document.visibilityState === 'visible'

/**
 * Requests the running entry when the person returns to the page, because another browser may have changed it, and every few seconds while the page's
 * clock may be wrong. Also sends waiting stops. Without a running entry, nothing is polled.
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
  useEffect(hearChanges, [])
  useEffect(() => {
    if (!may) return undefined
    // `pageshow` also fires on the first load, so it counts only for a page restored from the back/forward cache.
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
    if (await sendStops(me.id)) await timeChanged()
  }
  useEffect(() => {
    if (may && isWaiting && !lost) void sendAll()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each change of these conditions
  }, [may, isWaiting, lost])
  useAskAgain(may && isWaiting, sendAll)
}
