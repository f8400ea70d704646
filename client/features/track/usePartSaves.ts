import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isDay, wallTime } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { isTimeOfDay } from '../../../shared/hours.ts'
import { lengthOf, DESCRIPTION, tooLong } from '../../../shared/text.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { renew } from '../../api/useCall.ts'
import { joined } from '../../ui/form/joined.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { isChanged, partOf, runningParts, valuesOf, type Values } from './editing.ts'
import { isForLater } from './stops.ts'
import { timeChanged } from './changes.ts'

/** ms after the last letter. */
const QUIET = 600

/** Saves what is typed into an entry that runs; `keep` hears what is stored then. No answer writes into the form. `problem`: why it is not all stored. */
export function usePartSaves(
  id: number,
  form: UseFormReturnType<Values>,
  stored: Values,
  keep: (saved: Values) => void,
  { held, recovered }: { held: boolean; recovered: boolean },
) {
  /** What was not taken, and why. */
  const [refused, setRefused] = useState<{ text: string; why: string; again: boolean } | null>(null)
  const sending = useRef(Promise.resolve())
  /** Of what those before it stored. */
  const known = useRef(stored)
  useEffect(() => {
    known.current = stored
  }, [stored])
  const { values } = form
  const isLong = lengthOf(values.descricao.trim()) > DESCRIPTION.max
  const isAhead = isDay(values.dia) && `${values.dia}T${values.inicio}` > wallTime(serverNow())
  const { descricao, dia, inicio } = stored
  // Half typed it is another one: it is saved when its field is left, also where it was recovered half typed.
  const [isDating, dating] = useState(recovered)
  const part = partOf(id, { ...values, ...(isLong && { descricao }), ...((isAhead || isDating) && { dia, inicio }) }, stored)
  const isDated = isDating && (values.dia !== dia || values.inicio !== inicio)
  const text = JSON.stringify(part)
  const waits = values.corre && !held && Object.keys(part).length > 1
  const failing = waits && refused?.text === text ? refused : null
  const isRefused = failing !== null
  const isTriedAgain = failing?.again === true
  const save = useEffectEvent(async () => {
    if (!waits || (isRefused && !isTriedAgain)) return
    // Its end is for Confirmar; what could not be sent is not stored.
    const sent = {
      ...values,
      ...(isLong && { descricao }),
      fim: stored.fim,
      total: stored.total,
      fimEm: stored.fimEm,
      parado: false,
      ...(!part.dataHoraInicio && { dia, inicio }),
    }
    // One after the other: an older one that came last would stay.
    sending.current = sending.current.then(async () => {
      try {
        const now = valuesOf(await read('GET /track/{id}', { path: { id } }))
        // It ended elsewhere: the form takes up that end.
        if (!now.corre) return void (await renew('GET /track/check'))
        const parts = runningParts.filter((one) => (one === 'dia' || one === 'inicio' ? part.dataHoraInicio !== undefined : one in part))
        if (isChanged(now, known.current, values, parts)) throw new Failure(409, common.changedElsewhere)
        await send('PUT /track', { body: { ...part, versao: now.versao } })
        known.current = sent
        keep(sent)
        setRefused(null)
        await timeChanged()
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        const again = isForLater(error)
        if (error.message === common.changedElsewhere) return setRefused({ text, why: error.message, again })
        setRefused({ text, why: again ? 'Tentando de novo…' : error.message, again })
        // Deleted elsewhere meanwhile: the form says so when it is confirmed.
        if (!failing && error.status !== 401 && error.message !== common.notFound) notify.error(messages.partFailed)
      }
    })
    await sending.current
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
    const now = valuesOf(await read('GET /track/{id}', { path: { id } }))
    const both = joined(form.getValues(), stored, now, [], () => undefined)
    keep(now)
    form.setValues(both.values)
    setRefused(null)
    notify.warn(both.text)
    return both
  }
  const isBehind = failing?.why === common.changedElsewhere
  return { waits, dated: isDated, problem: why && `Ainda não salvo. ${why}`, join: isBehind && join, save, dating }
}
