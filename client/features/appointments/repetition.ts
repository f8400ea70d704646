// Reads the repetition out of an appointment's form.
import { isDay, secondsBetween, secondsLater } from '../../../shared/clock.ts'
import { repeatedTimes, wrongRepetition, wrongWhen } from '../../../shared/features/appointments.ts'
import type { Repetition } from '../../../shared/repetition.ts'
import type { Values } from './editing.ts'
import { endAt, startAt, type When } from './when.ts'

/** The offered intervals. The first one means that the appointment does not repeat. */
export const INTERVALS: { label: string; unidade?: Repetition['unidade']; intervalo: number }[] = [
  { label: 'Não se repete', intervalo: 1 },
  { label: 'Toda semana', unidade: 'semana', intervalo: 1 },
  { label: 'A cada 2 semanas', unidade: 'semana', intervalo: 2 },
  { label: 'A cada 3 semanas', unidade: 'semana', intervalo: 3 },
  { label: 'A cada 4 semanas', unidade: 'semana', intervalo: 4 },
  { label: 'Todo mês', unidade: 'mes', intervalo: 1 },
  { label: 'A cada 2 meses', unidade: 'mes', intervalo: 2 },
  { label: 'A cada 3 meses', unidade: 'mes', intervalo: 3 },
  { label: 'A cada 6 meses', unidade: 'mes', intervalo: 6 },
  { label: 'Todo ano', unidade: 'mes', intervalo: 12 },
]

export type RepeatValues = Pick<Values, 'repete' | 'dias' | 'ate' | 'vezes'>

/** The chosen repetition; undefined if the appointment does not repeat. */
export function repetitionOf({ repete, dias, ate, vezes }: RepeatValues): Repetition | undefined {
  const { unidade, intervalo } = INTERVALS[repete] ?? { intervalo: 1 }
  if (!unidade) return undefined
  return {
    unidade,
    intervalo,
    ...(unidade === 'semana' && { dias }),
    ate: ate === '' ? null : ate,
    vezes: vezes === '' ? null : Number(vezes),
  }
}

/** The field that makes the repetition invalid, and why; null while the times of the first appointment are invalid. */
export function wrongRepeat(values: Values): { field: string; message: string } | null {
  const repetition = repetitionOf(values)
  if (!repetition || !isDay(values.dataIni) || !isDay(values.dataFim) || wrongWhen(values)) return null
  const { ate, vezes } = repetition
  if (ate != null && !isDay(ate)) return { field: 'ate', message: 'Data inválida.' }
  if (vezes != null && !(Number.isInteger(vezes) && vezes >= 2)) return { field: 'vezes', message: 'Informe um número inteiro a partir de 2.' }
  return wrongRepetition(values, repetition, Math.max(1, values.colaboradores.length))
}

/** The times of all appointments that the form creates. */
export const timesOf = (values: When & Partial<RepeatValues>): When[] => {
  const { repete = 0, dias = [], ate = '', vezes = '', dataIni, horaIni, dataFim, horaFim } = values
  const repetition = repetitionOf({ repete, dias, ate, vezes })
  const when = { dataIni, horaIni, dataFim, horaFim }
  return repetition ? repeatedTimes(when, repetition) : [when]
}

/** The times of the following appointments of a series when the first one moves from `was` to `now`: the same distance, and its duration if that is new. */
export function followingTimes(was: When, now: When, following: When[]): When[] {
  const wall = (minute: string) => `${minute}:00`
  const shift = secondsBetween(wall(startAt(was)), wall(startAt(now)))
  const lengthOf = (one: When) => secondsBetween(wall(startAt(one)), wall(endAt(one)))
  const isLonger = lengthOf(now) !== lengthOf(was)
  return following.map((one) => {
    const start = secondsLater(wall(startAt(one)), shift)
    const end = secondsLater(start, lengthOf(isLonger ? now : one))
    return { dataIni: start.slice(0, 10), horaIni: start.slice(11, 16), dataFim: end.slice(0, 10), horaFim: end.slice(11, 16) }
  })
}
