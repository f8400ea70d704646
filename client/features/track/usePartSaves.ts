import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import { isDay, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeChange } from '../../../shared/features/track.ts'
import { isTimeOfDay } from '../../../shared/hours.ts'
import { lengthOf, DESCRIPTION, tooLong } from '../../../shared/text.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure, isForLater } from '../../api/failure.ts'
import { send as put } from '../../api/request.ts'
import { renew } from '../../api/useCall.ts'
import { joined } from '../../ui/form/joined.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { isChanged, partOf, runningParts, valuesIn, type Values } from './editing.ts'
import { timeChanged } from './changes.ts'
import type { Stored } from './useStored.ts'

/** Whether a field has the focus; a focused field is never overwritten. */
export const isFocused = (part: string) => (document.activeElement as HTMLElement | null)?.dataset['path'] === part

/** Pause in ms after the last keystroke before saving. */
const QUIET = 600

const isTooLong = ({ descricao }: Values) => lengthOf(descricao.trim()) > DESCRIPTION.max
const startsLater = ({ dia, inicio }: Values) => isDay(dia) && `${dia}T${inicio}` > wallTime(serverNow())
/** Whether a change contains more than the id. */
const hasMore = (part: TimeChange) => Object.keys(part).length > 1

/**
 * Saves a running entry while it is edited. Each save reads the stored entry first, and does not overwrite fields that another window changed
 * meanwhile. Such changes to fields not edited here are taken over, except in the focused field. `problem` is the reason why something is not saved.
 */
export function usePartSaves(id: number, form: UseFormReturnType<Values>, store: Stored, { held, recovered }: { held: boolean; recovered: boolean }) {
  const { stored, sending, setSending, isUnanswered, setUnanswered, keep } = store
  /** The change that failed, with the reason. `again` is true when it is retried. */
  const [refused, setRefused] = useState<{ text: string; why: string; again: boolean } | null>(null)
  const { values } = form
  const isLong = isTooLong(values)
  const isAhead = startsLater(values)
  // A partly typed start would be a different time, so the start is saved only when its field loses the focus. The same applies to a restored draft,
  // whose start may be half typed.
  const [isDating, dating] = useState<boolean | 'recovered'>(recovered && 'recovered')
  /** The change that may be sent; `was` holds the stored values. */
  const partFrom = (values: Values, was: Values) => {
    const { descricao, dia, inicio } = was
    const isHeld = isDating !== false || startsLater(values)
    return partOf(id, { ...values, ...(isTooLong(values) && { descricao }), ...(isHeld && { dia, inicio }) }, was)
  }
  const part = partFrom(values, sending ?? stored)
  const isDated = isDating !== false && (values.dia !== stored.dia || values.inicio !== stored.inicio)
  const text = JSON.stringify(part)
  const isUnsaved = values.corre && (hasMore(part) || (isUnanswered && sending === null))
  const waits = isUnsaved && !held
  const failing = values.corre && !held && refused?.text === text ? refused : null
  const isRefused = failing !== null
  const isTriedAgain = failing?.again === true
  const isHeldBack = useEffectEvent(() => held || store.isDropped())
  const send = useEffectEvent(async function look() {
    let sent: TimeChange | null = null
    let isSent = false
    try {
      const now = await valuesIn(id)
      // The entry was ended elsewhere. Requesting the running entry makes the form take over that end (useEnded).
      if (!now.corre) return void (await renew('GET /track/check'))
      if (isHeldBack()) return
      const was = store.known(now)
      const values = form.getValues()
      const part = partFrom(values, was)
      const parts = runningParts.filter((one) => (one === 'dia' || one === 'inicio' ? part.dataHoraInicio !== undefined : Object.hasOwn(part, one)))
      const mine = Object.fromEntries(parts.map((one) => [one, values[one]]))
      sent = part
      keep(was)
      if (isChanged(now, was, values, parts)) throw new Failure(409, common.changedElsewhere)
      if (parts.length > 0) {
        setSending({ ...was, ...mine })
        store.sends(mine)
        isSent = true
        await put('PUT /track', { body: { ...part, versao: now.versao } })
      }
      // Take over the fields that another window changed, if they were not edited here.
      const theirs = runningParts.filter((one) => !parts.includes(one) && now[one] !== was[one] && form.getValues()[one] === was[one])
      const taken = Object.fromEntries(theirs.filter((one) => !isFocused(one)).map((one) => [one, now[one]]))
      const kept = { ...was, ...mine, ...taken }
      keep(kept)
      if (Object.keys(taken).length > 0) form.setValues(taken)
      setUnanswered(false)
      const text = JSON.stringify(partFrom({ ...form.getValues(), ...taken }, kept))
      setRefused(theirs.some(isFocused) ? { text, why: messages.changedInWindow, again: false } : null)
      void timeChanged()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const again = isForLater(error)
      if (isSent && again) setUnanswered(true)
      // The entry was changed between the read and the write of this save, so the save is repeated with a new read.
      if (isSent && error.message === common.changedElsewhere) return store.queueSave(look)
      const text = JSON.stringify(sent ?? partFrom(form.getValues(), stored))
      if (error.message === common.changedElsewhere) return setRefused({ text, why: messages.changedInWindow, again: false })
      setRefused({ text, why: again ? 'Tentando de novo…' : error.message, again })
      // If the entry was deleted elsewhere, no toast is shown here: confirming the form reports the deletion.
      if (!failing && error.status !== 401 && error.message !== common.notFound) notify.error(messages.partFailed)
    } finally {
      setSending(null)
    }
  })
  const save = useEffectEvent(() => {
    if (waits && (!isRefused || isTriedAgain)) store.queueSave(send)
  })
  useEffect(() => {
    // While saving fails, nothing is scheduled here, because the effect below retries at an interval of its own.
    if (!waits || isTriedAgain) return undefined
    const timer = setTimeout(save, QUIET)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every keystroke restarts the pause
  }, [waits, text, isRefused, isTriedAgain])
  useEffect(() => {
    if (!isDating) save()
  }, [isDating])
  // Retries every 5 s while saving fails.
  useEffect(() => {
    if (!isTriedAgain) return undefined
    const timer = setInterval(save, 5000)
    return () => clearInterval(timer)
  }, [isTriedAgain])
  const wrong = [
    isLong && tooLong(DESCRIPTION),
    !isDay(values.dia) && (values.dia ? common.day : common.required),
    !isTimeOfDay(values.inicio) && (values.inicio ? common.hour : common.required),
    isAhead && isDating !== true && messages.startsLater,
    isDated && isDating === 'recovered' && messages.startRecovered,
  ].find((one) => one !== false)
  const why = failing?.why ?? wrong
  /** Merges changes that somebody else stored meanwhile into the form. */
  const join = async () => {
    const now = await valuesIn(id)
    const both = joined(form.getValues(), store.known(now), now, [], () => undefined)
    keep(now)
    form.setValues(both.values)
    setRefused(null)
    notify.warn(both.text)
    return both
  }
  const isBehind = failing?.why === messages.changedInWindow
  return {
    waits: waits || sending !== null,
    unsaved: isUnsaved,
    dated: isDated && isDating === true,
    problem: why && `Ainda não salvo. ${why}`,
    join: isBehind && join,
    save,
    dating,
  }
}
