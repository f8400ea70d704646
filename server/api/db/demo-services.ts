// Projects and service hours of the demo company, with typical cases: a late project, an overrun contract, a partly paid commission. Days are
// relative to the day on which they are created.
import { and, eq, max, sql } from 'drizzle-orm'
import { addDays, addMonths, atWall } from '../../../shared/clock.ts'
import { knownClients, people } from './demo-data.ts'
import * as data from './demo-services-data.ts'
import { dateOf, pick, random, type Row } from './demo-days.ts'
import { closeMonth, openUntil } from '../closings.ts'
import { settle } from '../releases.ts'
import { clients, commissionClosings, commissions, statuses } from './schema.ts'
import { insertRows, type Db } from './sql.ts'

const personOf = (name: string) => people.findIndex((one) => one.name === name) + 1
const minutesOf = (hours: string) => {
  const [whole = '', minutes = ''] = hours.split(':')
  return 60 * Number(whole) + Number(minutes)
}

const FIRST_PROJECT = 47
const FIRST_CONTROL = 207

/** `today` is a day number. */
export async function seedServices(db: Db, today: number) {
  const at = (days: number) => dateOf(today + days)
  const ids = new Map((await db.select().from(statuses)).map(({ id, description }) => [description, id]))
  const clientIds = new Map((await db.select({ id: clients.id, name: clients.name }).from(clients)).map(({ id, name }) => [name, id]))
  const [anyClient = 0] = clientIds.values()
  // If the client was renamed and is not found, any client is used.
  const clientOf = (name: string) => clientIds.get(name) ?? anyClient
  const known = [...new Set(knownClients.map(([name]) => clientOf(name)))]

  await insertRows(
    db,
    'projects',
    data.roadmap.map(({ description, type, status, priority, progress, task, from, until, note }, index) => ({
      id: FIRST_PROJECT + index,
      type,
      description,
      status_id: ids.get(status),
      priority,
      progress,
      task_number: task,
      note,
      starts_on: at(from),
      ends_on: until === null ? null : at(until),
      status: until === null ? 'I' : 'A',
    })),
  )
  await insertRows(db, 'project_steps', data.roadmap.flatMap(stepsOf(at)))
  await insertRows(
    db,
    'project_clients',
    data.roadmap.flatMap(({ asking }, index) =>
      Array.from({ length: asking }, (_, nth) => ({
        project_id: FIRST_PROJECT + index,
        client_id: known[(index * 7 + nth) % known.length],
        note: null,
      })),
    ),
  )

  await insertRows(
    db,
    'service_controls',
    data.contracts.map(({ client, person, status, bought, reais, from }, index) => ({
      id: FIRST_CONTROL + index,
      client_id: clientOf(client),
      user_id: personOf(person),
      status_id: ids.get(status),
      minutes: minutesOf(bought),
      cents: 100 * reais,
      starts_on: at(from),
      note: 'Horas de serviço contratadas, com acompanhamento por ticket.',
    })),
  )
  await insertRows(db, 'service_movements', data.contracts.flatMap(workOf(at)))
  await insertRows(db, 'commissions', data.contracts.flatMap(paymentsOf(at)))
  const receipts = await db
    .select({ controlId: commissions.controlId, last: max(commissions.onDay) })
    .from(commissions)
    .where(and(eq(commissions.kind, 'R'), eq(commissions.status, 'A')))
    .groupBy(commissions.controlId)
  for (const { controlId, last } of receipts) if (last !== null) await settle(db, last, [controlId], true)
  await closeMonths(db, at(0))
  for (const table of ['projects', 'service_controls'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`)
}

/** Closes the two months before `today` on their next day, and marks those as paid whose fifth day after has come. */
async function closeMonths(db: Db, today: string) {
  const userId = people.findIndex(({ email }) => email === 'financeiro') + 1
  for (const before of [-2, -1]) {
    const first = addMonths(`${today.slice(0, 7)}-01`, before)
    const month = first.slice(0, 7)
    if ((await openUntil(db, month)).length === 0) continue
    const next = addMonths(first, 1)
    const id = await closeMonth(db, { month, at: new Date(atWall(`${next}T09:12:00`)), userId })
    const paidOn = addDays(next, 4)
    if (paidOn <= today) await db.update(commissionClosings).set({ paidOn, paidBy: userId }).where(eq(commissionClosings.id, id))
  }
}

type At = (days: number) => string
type Roadmap = (typeof data.roadmap)[number]
type Contract = (typeof data.contracts)[number]

/** The steps of a project. They are completed in order, as far as the project's progress goes. */
const stepsOf =
  (at: At) =>
  ({ description, progress, from, until }: Roadmap, index: number): Row[] => {
    const names = data.ownSteps[description] ?? (progress > 0 ? data.steps : [])
    const lasts = (until ?? from + 200) - from
    const chance = random(`steps ${description}`)
    return names.map((name, nth) => ({
      project_id: FIRST_PROJECT + index,
      description: name,
      progress: Math.round(Math.min(100, Math.max(0, progress * names.length - 100 * nth))),
      responsible_id: pick(data.builders.map(personOf), chance()),
      note: null,
      starts_on: at(from + Math.floor((lasts * nth) / names.length)),
      ends_on: at(from + Math.floor((lasts * (nth + 1)) / names.length)),
      status: 'A',
    }))
  }

/** The tickets of a contract, which add up to the worked hours. For some contracts the data lists every ticket. */
const workOf =
  (at: At) =>
  ({ client, person, worked, from }: Contract, index: number): Row[] => {
    const control_id = FIRST_CONTROL + index
    const told = data.toldWork[client]
    if (told)
      return told.map(({ ticket, description, hours, begins, ends, who, lowers = true, watched, status = 'A' }) => ({
        control_id,
        ticket,
        description,
        minutes: minutesOf(hours),
        starts_on: at(begins),
        ends_on: at(ends),
        user_id: personOf(who),
        lowers,
        watched_until: watched === undefined ? null : at(watched),
        status,
      }))
    const chance = random(`contract ${client}`)
    const rows: Row[] = []
    let left = minutesOf(worked)
    const days = Math.max(1, -from - 2)
    for (let nth = 0; left > 0; nth += 1) {
      const minutes = Math.min(left, 15 * Math.ceil(12 + 100 * chance()))
      const begins = Math.min(-1, from + Math.floor((days * nth) / 9))
      rows.push({
        control_id,
        ticket: String(47_800 + 31 * index + 7 * nth),
        description: pick(data.serviceWork, chance()),
        minutes,
        starts_on: at(begins),
        ends_on: at(Math.min(-1, begins + Math.floor(minutes / 300))),
        user_id: personOf(chance() < 0.8 ? person : pick(data.builders, chance())),
        lowers: true,
        watched_until: chance() < 0.12 ? at(Math.floor(chance() * 14) - 2) : null,
        status: 'A',
      })
      left -= minutes
    }
    return rows
  }

/** Monthly instalments, and the receipts for them. */
const paymentsOf =
  (at: At) =>
  ({ client, bought, reais, from, paid }: Contract, index: number): Row[] => {
    const control_id = FIRST_CONTROL + index
    const told = data.toldPayments[client]
    if (told)
      return told.map(({ kind, ticket, day, reais, history, status = 'A' }) => ({
        control_id,
        kind,
        ticket,
        on_day: at(day),
        cents: 100 * reais,
        history,
        status,
      }))
    const cents = Math.round((minutesOf(bought) * 100 * reais) / 60)
    const count = Math.max(1, Math.min(4, Math.round(cents / 400_000)))
    const part = Math.floor(cents / count)
    const chance = random(`payments ${client}`)
    return Array.from({ length: count }, (_, nth): Row[] => {
      const own = nth === count - 1 ? cents - part * (count - 1) : part
      const due = from + 30 * (nth + 1)
      const ticket = String(47_800 + 31 * index)
      const common = { control_id, ticket, status: 'A' }
      const received = Math.round(own * Math.min(1, Math.max(0, paid * count - nth)))
      return [
        { ...common, kind: 'P', on_day: at(due), cents: own, history: `Parcela ${nth + 1} de ${count}` },
        ...(received > 0
          ? [
              {
                ...common,
                kind: 'R',
                on_day: at(Math.min(0, due + Math.floor(chance() * 4))),
                cents: received,
                history: received < own ? `Recebimento parcial da parcela ${nth + 1}` : pick(data.payments, chance()),
              },
            ]
          : []),
      ]
    }).flat()
  }
