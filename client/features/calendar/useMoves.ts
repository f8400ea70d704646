// Moves appointments: reads the stored one, writes its new times and offers an undo.
import { useState } from 'react'
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
  const { CODCOLABORADOR, CODATIVIDADE, CODCLIENTE, carro, regiao, versao, ...stored } = await read('GET /compromises/{id}', { path: { id } })
  const was = whenOf(from)
  if (Object.entries(was).some(([key, value]) => stored[key as keyof typeof was] !== value)) return null
  if (before && before.ID !== CODCOLABORADOR) return null
  const isOtherCar = carAfter?.CODIGOCARRO !== carBefore?.CODIGOCARRO
  if (isOtherCar && carBefore?.CODIGOCARRO !== carro) return null
  const colaborador = after?.ID ?? CODCOLABORADOR
  const who = { colaborador, atividade: CODATIVIDADE, cliente: CODCLIENTE, carro: isOtherCar ? carAfter?.CODIGOCARRO : carro, regiao }
  return { versao, body: { ...who, ...whenOf(to), status: 'A' as const } }
}

/**
 * Stores a move, or a copy. 'elsewhere': somebody else moved the appointment meanwhile, so nothing was written. 'clash': written, but it overlaps another
 * appointment of the same person.
 */
async function write(from: Shown, to: Shown, isCopy = false) {
  const one = await placed(from, to)
  if (!one) return 'elsewhere'
  const { body, versao } = one
  const clash = await clashes({ ...body, carro: null, colaboradores: [body.colaborador] }, isCopy ? null : from.id)
  await (isCopy ? send('POST /compromises', { body }) : send('PUT /compromises', { body: { id: from.id, versao, ...body } }))
  return clash ? 'clash' : 'written'
}

export function useMoves() {
  const [sent, setSent] = useState<Shown[]>([])
  const { fetched } = useFetching()
  const move = async (from: Shown, to: Shown, undoing = false) => {
    setSent((all) => [...all, { ...to, state: 'sent' }])
    const done = await fetched(() => write(from, to))
    await renewAll('POST /dash/calendarioOndeEstou')
    setSent((all) => all.filter(({ id }) => id !== from.id))
    const undo = { action: { label: 'Desfazer', run: () => move(to, from, true) } }
    if (done === 'elsewhere') notify.warn(messages.elsewhere)
    else if (done && undoing) notify.success(common.undone)
    else if (done === 'clash') notify.warn(`${agenda.changed} ${messages.clash}`, undo)
    else if (done) notify.success(agenda.changed, undo)
    // If the focused element disappeared with the old position, the moved appointment takes the focus.
    requestAnimationFrame(() => {
      if (isFocusLost()) document.querySelector<HTMLElement>(`[data-day] [data-id="${from.id}"]`)?.focus({ preventScroll: true })
    })
  }
  const copy = async (from: Shown, to: Shown) => {
    const done = await fetched(() => write(from, to, true))
    await renewAll('POST /dash/calendarioOndeEstou')
    if (done === 'elsewhere') notify.warn(messages.elsewhere)
    else if (done === 'clash') notify.warn(`${agenda.created} ${messages.clash}`)
    else if (done) notify.success(agenda.created)
  }
  return { sent, move, copy }
}
