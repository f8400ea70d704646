// Time entries and sprints of the demo company.
import { sql } from 'drizzle-orm'
import { EMERGENT, FINISHED } from '../../../shared/features/sprints.ts'
import * as data from './demo-data.ts'
import { dateOf, FRIDAY, named, numberOf, onVacation, pick, random, weekday, type Row } from './demo-days.ts'
import { sprints as sprintTable } from './schema.ts'
import { insertRows, type Db } from './sql.ts'

/** National holidays, and Carnival, Good Friday and Corpus Christi in the years when the demo is likely to run. */
const HOLIDAYS = new Set(['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-24', '12-25', '12-31'])
const MOVABLE = new Set([
  '2025-03-03',
  '2025-03-04',
  '2025-04-18',
  '2025-06-19',
  '2026-02-16',
  '2026-02-17',
  '2026-04-03',
  '2026-06-04',
  '2027-02-08',
  '2027-02-09',
  '2027-03-26',
  '2027-05-27',
  '2028-02-28',
  '2028-02-29',
  '2028-04-14',
  '2028-06-15',
])
const isHoliday = (day: number) => HOLIDAYS.has(dateOf(day).slice(5)) || MOVABLE.has(dateOf(day))

export const timesOf = (day: number) => data.people.flatMap((_, index) => personsTimes(index + 1, day))

const idIn = (list: readonly (string | [string, ...unknown[]])[], name: string | undefined) =>
  name === undefined ? null : list.findIndex((one) => (typeof one === 'string' ? one : one[0]) === name) + 1

interface Time extends Row {
  ended_at: string
}

/**
 * The time entries of a person's day, with individual habits: when work begins, how long a stretch lasts, and its kind. Some people work on some
 * Saturdays.
 */
function personsTimes(person: number, day: number): Time[] {
  const habits = random(`habits ${person}`)
  const begins = 7 * 60 + 20 + Math.floor(habits() * 80)
  const lunch = 11 * 60 + 30 + Math.floor(habits() * 45)
  const goesOn = lunch + 60 + Math.floor(habits() * 30)
  const leaves = 17 * 60 + Math.floor(habits() * 90)
  const stretch = 45 + habits() * 120
  const own = data.work[data.people[person - 1]?.department ?? 8] ?? []
  const chance = random(`time ${person} ${day}`)
  const saturday = weekday(day) === FRIDAY + 1
  if (onVacation(person, day) || isHoliday(day) || weekday(day) > FRIDAY + 1 || (saturday && chance() > 0.05) || chance() < 0.02) return []
  const rows: Time[] = []
  const until = saturday
    ? [[begins, lunch]]
    : [
        [begins, lunch],
        [goesOn, leaves],
      ]
  for (const [from = 0, to = 0] of until) {
    let at = from + Math.floor(chance() * 15)
    const end = to + Math.floor(chance() * 20) - 10
    while (at < end - 12) {
      const lasts = Math.min(12 + stretch * (0.3 + 1.4 * chance()), end - at)
      const [description, activity, category, module, tag] = chance() < 0.16 ? pick(data.sharedWork, chance()) : pick(own, chance() ** 1.7)
      const second = () => String(Math.floor(chance() * 60)).padStart(2, '0')
      const clock = (minutes: number, seconds: string) =>
        `${dateOf(day)}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes) % 60).padStart(2, '0')}:${seconds}`
      rows.push({
        user_id: person,
        activity_id: idIn(data.trackActivities, activity),
        category_id: idIn(data.trackCategories, category),
        module_id: idIn(data.trackModules, module),
        tag_id: idIn(data.trackTags, tag),
        description,
        started_at: clock(at, second()),
        ended_at: clock(at + lasts, second()),
        origin: chance() < 0.86 ? 'Track' : 'Manual',
      })
      // The next task begins after a coffee break or at once.
      at += lasts + 1 + (chance() < 0.4 ? chance() * 20 : 0)
    }
  }
  return rows
}

/** Adds the dimensions of time entries, once. */
export async function seedTime(db: Db) {
  await insertRows(db, 'track_activities', named(data.trackActivities, 'description'))
  await insertRows(
    db,
    'track_categories',
    data.trackCategories.map(([description, kind], index) => ({ id: index + 1, description, kind, status: 'A' })),
  )
  await insertRows(
    db,
    'track_modules',
    data.trackModules.map(([description, color], index) => ({ id: index + 1, description, color, status: 'A' })),
  )
  await insertRows(db, 'track_tags', named(data.trackTags, 'description'))
  for (const table of ['track_activities', 'track_categories', 'track_modules', 'track_tags'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`)
}

/**
 * Days from the start of one sprint to the next. A sprint runs from a Monday to the Friday of the following week. Sprint 118 begins on 2026-11-16.
 */
const SPRINT = 14
const [KNOWN, KNOWN_BEGINS] = [118, numberOf('2026-11-16')]
const sprintOn = (day: number) => KNOWN + Math.floor((day - KNOWN_BEGINS) / SPRINT)

/** Adds sprints that began since `from`, and updates the tasks of those still running. */
export async function growSprints(db: Db, from: string, until: string) {
  const today = numberOf(until)
  const numbers = Array.from({ length: sprintOn(today) - sprintOn(numberOf(from)) + 1 }, (_, index) => sprintOn(numberOf(from)) + index)
  const begins = (number: number) => KNOWN_BEGINS + (number - KNOWN) * SPRINT
  const sprints = numbers.map((number) => ({
    description: `SPRINT ${number}`,
    starts_on: dateOf(begins(number)),
    ends_on: dateOf(begins(number) + 11),
  }))
  await insertRows(db, 'sprints', sprints, sql`on conflict do nothing`)
  const ids = new Map(
    (await db.select({ id: sprintTable.id, description: sprintTable.description }).from(sprintTable)).map(({ id, description }) => [description, id]),
  )
  const tasks = numbers.flatMap((number) =>
    tasksOf(number, today - begins(number)).map((task) => ({ sprint_id: ids.get(`SPRINT ${number}`), ...task })),
  )
  await insertRows(
    db,
    'sprint_tasks',
    tasks,
    sql`on conflict (sprint_id, description) do update set status = excluded.status, version = sprint_tasks.version + 1 where sprint_tasks.status <> excluded.status`,
  )
}

/** The tasks of a sprint, in their state `days` days after its start. */
function tasksOf(number: number, days: number): Row[] {
  const chance = random(`sprint ${number}`)
  // A random share of finished tasks, so that some sprints go well and others do not.
  const luck = 0.68 + chance() * 0.26
  const names = new Set<string>()
  const named = (what: string) => {
    for (let copy = 1; ; copy += 1) {
      const name = `${what}, ${pick(data.sprintPlaces, chance())}${copy > 3 ? ` (${copy})` : ''}`
      if (!names.has(name)) return (names.add(name), name)
    }
  }
  const status = (done: boolean, day: number) => {
    const open = pick(data.openStatuses, chance())
    if (done && days >= day) return FINISHED
    return days < 2 ? 'Não iniciada' : open
  }
  const planned = Array.from({ length: 70 + Math.floor(chance() * 22) }, () => {
    const [what, type] = pick(data.sprintTasks, chance() ** 1.25)
    return { description: named(what), type, status: status(chance() < luck, 1 + Math.floor(chance() * 11)), planned: 'S' }
  })
  const emergent = Array.from({ length: 12 + Math.floor(chance() * 16) }, () => {
    const came = Math.floor(chance() * 10)
    return {
      came,
      task: { description: named(pick(data.emergentTasks, chance())), type: EMERGENT, status: status(chance() < 0.9, came + 1), planned: 'N' },
    }
  })
  return [...planned, ...emergent.flatMap(({ came, task }) => (came <= days ? [task] : []))]
}
