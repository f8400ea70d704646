// Questions about the agenda that the palette answers: who is free, and where somebody is.
import { addDays, hourBr } from '../../shared/clock.ts'
import type { CalendarEvent } from '../../shared/features/calendar.ts'
import { dayOf, hourOf } from '../ui/form/typed.ts'
import { fold, hasAll, wordsOf } from '../ui/grid/fold.ts'

/** Working hours, for a question without hours. */
const WORK = ['08:00', '18:00'] as const

/** The hours at the end of a question: 'das 14 às 16', '14:30-16h'; and one hour alone: 'às 14', '14h'. */
const HOURS = /(?:^| )(?:das )?(\d{1,2}(?:[:h]\d{2})?)h? ?(?:-|a|as|ate) ?(\d{1,2}(?:[:h]\d{2})?)h?$/
const ONE_HOUR = /(?:^| )(?:as (?=\d))?(\d{1,2}(?:[:h]\d{2})|\d{1,2}h|(?<=as )\d{1,2})$/

/** A span of time on one day. */
export interface Period {
  day: string
  /** 'HH:MM' */
  from: string
  until: string
}

/**
 * The period of 'quem está livre quinta 14-16'. Without a day it is today, without hours the working hours, and with one hour, an hour long. Null for
 * another search.
 */
export function freeAsked(search: string, today: string): Period | null {
  const asked = /^quem esta livre(?: |$)(.*)$/.exec(plain(search))?.[1]
  if (asked === undefined) return null
  const [hours, begin, end] = HOURS.exec(asked) ?? ONE_HOUR.exec(asked) ?? ['']
  const name = asked.slice(0, asked.length - hours.length).replace(/^n[ao] /, '')
  const day = name === '' ? today : dayOf(name, today)
  const from = begin === undefined ? WORK[0] : hourOf(begin)
  const until = begin === undefined ? WORK[1] : end === undefined ? oneLater(from) : hourOf(end)
  return day && from < until && until <= '24:00' ? { day, from, until } : null
}
const plain = (search: string) => fold(search).trim().replace(/\s+/g, ' ')
const oneLater = (hour: string) => `${String(Number(hour.slice(0, 2)) + 1).padStart(2, '0')}${hour.slice(2)}`

type Where = Pick<CalendarEvent, 'start' | 'end' | 'cliente' | 'name' | 'colaborador'>

/** The people without an appointment in the period. */
export function freeAmong<P extends { ID: number }>(people: P[], events: Where[], { day, from, until }: Period) {
  const [begin, end] = [`${day}T${from}:00`, until === '24:00' ? `${addDays(day, 1)}T00:00:00` : `${day}T${until}:00`]
  const busy = new Set(events.filter((event) => event.start < end && begin < event.end).map(({ colaborador }) => colaborador?.ID))
  return people.filter(({ ID }) => !busy.has(ID))
}

/** The words of the name in 'onde está Bruno'; null for another search. */
export function whereAsked(search: string) {
  const name = /^onde (?:esta|anda) (.+)$/.exec(plain(search))?.[1]
  return name === undefined ? null : wordsOf(name)
}

export const isCalled = (words: string[]) => (person: { NOMECOMPLETOUSUARIO: string | null }) => hasAll(fold(person.NOMECOMPLETOUSUARIO ?? ''), words)

/** A person's whereabouts at `now` (local time), in words: 'Rio Sapezal, até 12:00', 'livre até 14:00' or 'livre hoje'. */
export function whereabouts(id: number, events: Where[], now: string) {
  const own = events.filter(({ colaborador }) => colaborador?.ID === id)
  const placeOf = ({ cliente, name, colaborador }: Where) => cliente || (name ?? '').replace(`${colaborador?.NOMECOMPLETOUSUARIO} - `, '')
  const current = own.filter(({ start, end }) => start <= now && now < end).map((event) => `${placeOf(event)}, até ${untilOf(event.end, now)}`)
  if (current.length > 0) return current.join('; ')
  const [next] = own.filter(({ start }) => start > now && start.slice(0, 10) === now.slice(0, 10)).toSorted((a, b) => a.start.localeCompare(b.start))
  return next ? `livre até ${hourBr(next.start)}` : 'livre hoje'
}
/** The end of an appointment: 'HH:MM' today, otherwise 'DD/MM HH:MM'. */
const untilOf = (end: string, now: string) => (end.slice(0, 10) === now.slice(0, 10) ? '' : `${end.slice(8, 10)}/${end.slice(5, 7)} `) + hourBr(end)
