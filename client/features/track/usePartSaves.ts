import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import { isDay, wallTime } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { isTimeOfDay } from '../../../shared/hours.ts'
import { lengthOf, DESCRIPTION, tooLong } from '../../../shared/text.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { renew } from '../../api/useCall.ts'
import { joined } from '../../ui/form/joined.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { isChanged, partOf, runningParts, valuesIn, type Values } from './editing.ts'
import { isForLater } from './stops.ts'
import { timeChanged } from './changes.ts'

/** Nothing is written into what is being typed. */
export const isFocused = (part: string) => (document.activeElement as HTMLElement | null)?.dataset['path'] === part

/** ms after the last letter. */
const QUIET = 600

/** What a form knows to be stored, and its saves one after the other: an older one that came last would stay. */
export function savesOf(was: Values) {
  let known = was
  let last: Promise<unknown> = Promise.resolve()
  return {
    known: () => known,
    knows: (now: Values) => {
      known = now
    },
    inTurn: (save: () => Promise<void>) => (last = last.then(save)),
    allSent: () => last,
  }
}
export type Saves = ReturnType<typeof savesOf>

/**
 * Saves what is typed into an entry that runs; `keep` hears what is stored then. Each save looks first: what another window changed of the same fields is
 * not written over, and of fields that nobody touched here it is taken up, but for the one that has the focus. `problem`: why it is not all stored.
 */
export function usePartSaves(
  id: number,
  form: UseFormReturnType<Values>,
  stored: Values,
  keep: (saved: Values) => void,
  { saves, held, recovered }: { saves: Saves; held: boolean; recovered: boolean },
) {
  /** What was not taken, and why. */
  const [refused, setRefused] = useState<{ text: string; why: string; again: boolean } | null>(null)
  const { values } = form
  const isLong = lengthOf(values.descricao.trim()) > DESCRIPTION.max
  const isAhead = isDay(values.dia) && `${values.dia}T${values.inicio}` > wallTime(serverNow())
  const { descricao, dia, inicio } = stored
  // Half typed it is another one: it is saved when its field is left, also where it was recovered half typed.
  const [isDating, dating] = useState(recovered)
  const part = partOf(id, { ...values, ...(isLong && { descricao }), ...((isAhead || isDating) && { dia, inicio }) }, stored)
  const isDated = isDating && (values.dia !== dia || values.inicio !== inicio)
  const text = JSON.stringify(part)
  const isUnsaved = values.corre && Object.keys(part).length > 1
  const waits = isUnsaved && !held
  const failing = waits && refused?.text === text ? refused : null
  const isRefused = failing !== null
  const isTriedAgain = failing?.again === true
  const save = useEffectEvent(async () => {
    if (!waits || (isRefused && !isTriedAgain)) return
    await saves.inTurn(async () => {
      try {
        const now = await valuesIn(id)
        // It ended elsewhere: the form takes up that end.
        if (!now.corre) return void (await renew('GET /track/check'))
        const parts = runningParts.filter((one) => (one === 'dia' || one === 'inicio' ? part.dataHoraInicio !== undefined : one in part))
        const was = saves.known()
        if (isChanged(now, was, values, parts)) throw new Failure(409, common.changedElsewhere)
        await send('PUT /track', { body: { ...part, versao: now.versao } })
        // What another window wrote into fields that nobody has touched here.
        const theirs = runningParts.filter((one) => !isFocused(one) && !(one in part) && now[one] !== was[one] && form.getValues()[one] === was[one])
        const taken = Object.fromEntries(theirs.map((one) => [one, now[one]]))
        keep({ ...was, ...Object.fromEntries(parts.map((one) => [one, values[one]])), ...taken })
        if (theirs.length > 0) form.setValues(taken)
        setRefused(null)
        await timeChanged()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const again = isForLater(error)
        if (error.message === common.changedElsewhere) return setRefused({ text, why: messages.changedInWindow, again: false })
        setRefused({ text, why: again ? 'Tentando de novo…' : error.message, again })
        // Deleted elsewhere meanwhile: the form says so when it is confirmed.
        if (!failing && error.status !== 401 && error.message !== common.notFound) notify.error(messages.partFailed)
      }
    })
  })
  useEffect(() => {
    if (!waits) return undefined
    const timer = setTimeout(() => void save(), QUIET)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every letter waits anew
  }, [waits, text, isRefused])
  useEffect(() => {
    if (!isDating) void save()
  }, [isDating])
  // Again, while it was not taken.
  useEffect(() => {
    if (!isTriedAgain) return undefined
    const timer = setInterval(() => void save(), 5000)
    return () => clearInterval(timer)
  }, [isTriedAgain])
  const wrong = [
    isLong && tooLong(DESCRIPTION),
    !isDay(values.dia) && (values.dia ? common.day : common.required),
    !isTimeOfDay(values.inicio) && (values.inicio ? common.hour : common.required),
    isAhead && !isDating && messages.startsLater,
  ].find((one) => one !== false)
  const why = failing?.why ?? wrong
  /** Takes up what somebody else stored meanwhile. */
  const join = async () => {
    const now = await valuesIn(id)
    const both = joined(form.getValues(), stored, now, [], () => undefined)
    keep(now)
    form.setValues(both.values)
    setRefused(null)
    notify.warn(both.text)
    return both
  }
  const isBehind = failing?.why === messages.changedInWindow
  return { waits, unsaved: isUnsaved, dated: isDated, problem: why && `Ainda não salvo. ${why}`, join: isBehind && join, save, dating }
}
