// Moves appointments: reads the stored one, writes its new times and offers an undo.
import { useRef, useState } from 'react'
import { messages as agenda } from '../../../shared/features/appointments.ts'
import { messages } from '../../../shared/features/calendar.ts'
import { messages as common } from '../../../shared/messages.ts'
import { read, send } from '../../api/request.ts'
import { renewAll } from '../../api/useCall.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { clashes } from '../appointments/clashes.tsx'
import type { Shown } from './layout.ts'
import { whenOf } from './spans.ts'
import { isFocusLost } from '../../ui/focus.ts'

/** The fields of a stored appointment after it was moved or copied; null if somebody else moved it meanwhile. */
async function placed({ id, colaborador: before, carro: carBefore, ...from }: Shown, { colaborador: after, carro: carAfter, ...to }: Shown) {
  const known = await read('GET /compromises/{id}', { path: { id } })
  const { CODCOLABORADOR, CODATIVIDADE, CODCLIENTE, carro, regiao, versao, proximos = 0, seguintes, ...stored } = known
  const was = whenOf(from)
  if (Object.entries(was).some(([key, value]) => stored[key as keyof typeof was] !== value)) return null
  if (before && before.ID !== CODCOLABORADOR) return null
  const isOtherCar = carAfter?.CODIGOCARRO !== carBefore?.CODIGOCARRO
  if (isOtherCar && carBefore?.CODIGOCARRO !== carro) return null
  const colaborador = after?.ID ?? CODCOLABORADOR
  const who = { colaborador, atividade: CODATIVIDADE, cliente: CODCLIENTE, carro: isOtherCar ? carAfter?.CODIGOCARRO : carro, regiao }
  return { versao, proximos, seguintes, body: { ...who, ...whenOf(to), status: 'A' as const } }
}

/** Scope of a move: the appointment alone ('este'), or also the later appointments in its series ('proximos'). */
export type Scope = 'este' | 'proximos'

/** A stored move. `isClash`: it overlaps another appointment of the same person. `count` is the number of moved appointments. */
interface Written {
  isClash: boolean
  count: number
}

/**
 * Stores a move. `choose` asks for the scope if others follow. 'elsewhere': somebody else moved the appointment meanwhile, so nothing was written.
 * 'given up': the person moves nothing.
 */
async function writeMove(from: Shown, to: Shown, choose: (proximos: number) => Promise<Scope | null>): Promise<Written | 'elsewhere' | 'given up'> {
  const one = await placed(from, to)
  if (!one) return 'elsewhere'
  const { body, versao, proximos } = one
  const scope = proximos > 0 ? await choose(proximos) : 'este'
  if (!scope) return 'given up'
  const isAll = scope === 'proximos'
  const clash = await clashes(
    { ...body, carro: null, colaboradores: [body.colaborador] },
    from.id,
    { ...whenOf(from), carro: null },
    isAll ? one.seguintes : [],
  )
  await send('PUT /compromises', { body: { id: from.id, versao, ...body, ...(isAll && { proximos: true }) } })
  return { isClash: clash !== null, count: isAll ? 1 + proximos : 1 }
}

/** Stores a copy. */
async function writeCopy(from: Shown, to: Shown) {
  const one = await placed(from, to)
  if (!one) return 'elsewhere'
  const clash = await clashes({ ...one.body, carro: null, colaboradores: [one.body.colaborador] }, null)
  await send('POST /compromises', { body: one.body })
  return clash ? 'clash' : 'written'
}

export function useMoves() {
  const [sent, setSent] = useState<Shown[]>([])
  const { fetched } = useFetching()
  const [asking, setAsking] = useState<{ name: string; proximos: number; choose: (scope: Scope | null) => void }>()
  const asked = useRef<(scope: Scope | null) => void>(undefined)
  const ask = (name: string) => (proximos: number) =>
    new Promise<Scope | null>((resolve) => {
      // A move whose question is still open is given up for this one.
      asked.current?.(null)
      const choose = (scope: Scope | null) => {
        asked.current = undefined
        setAsking(undefined)
        resolve(scope)
      }
      asked.current = choose
      setAsking({ name, proximos, choose })
    })
  const move = async (from: Shown, to: Shown, isUndo = false) => {
    setSent((all) => [...all, { ...to, state: 'sent' }])
    const done = await fetched(() => writeMove(from, to, isUndo ? async () => 'este' : ask(from.label)))
    await renewAll('POST /dash/calendarioOndeEstou')
    setSent((all) => all.filter(({ id }) => id !== from.id))
    if (done === 'elsewhere') notify.warn(messages.elsewhere)
    else if (done && done !== 'given up') {
      // Where several moved, another order or person may have made others the following ones, so the way back would not be the same.
      const undo = done.count > 1 ? {} : { action: { label: 'Desfazer', run: () => move(to, from, true) } }
      const said = done.count > 1 ? agenda.changedMany(done.count) : agenda.changed
      if (isUndo) notify.success(common.undone)
      else if (done.isClash) notify.warn(`${said} ${messages.clash}`, undo)
      else notify.success(said, undo)
    }
    // If the focused element disappeared with the old position, the moved appointment takes the focus.
    requestAnimationFrame(() => {
      if (isFocusLost()) document.querySelector<HTMLElement>(`[data-day] [data-id="${from.id}"]`)?.focus({ preventScroll: true })
    })
  }
  const copy = async (from: Shown, to: Shown) => {
    const done = await fetched(() => writeCopy(from, to))
    await renewAll('POST /dash/calendarioOndeEstou')
    if (done === 'elsewhere') notify.warn(messages.elsewhere)
    else if (done === 'clash') notify.warn(`${agenda.created} ${messages.clash}`)
    else if (done) notify.success(agenda.created)
  }
  return { sent, asking, move, copy }
}
