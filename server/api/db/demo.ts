// The demo company. Its people and records are fixed, and each day depends only on its date. So the demo is the same on every machine, and can be
// extended day by day.
import type { City } from '../nfse/account.ts'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { DAY, HOUR, wallDay, wallTime, type Clock } from '../../../shared/clock.ts'
import { withoutAudit } from '../audit.ts'
import { hashPassword, passwordFits } from '../passwords.ts'
import { insertRows, type Db } from './sql.ts'
import * as data from './demo-data.ts'
import { dateOf, days, FRIDAY, MONDAY, named, numberOf, onVacation, pick, random, VACATION, vacationBegins, weekday, type Row } from './demo-days.ts'
import { growAccounts, seedAccounts } from './demo-accounts.ts'
import { growFinance, seedFinance } from './demo-finance.ts'
import { seedLedger } from './demo-ledger.ts'
import { seedServices } from './demo-services.ts'
import { growSprints, seedTime, timesOf } from './demo-time.ts'
import { menus, settings, tokens, userMenus, users } from './schema.ts'

const BEFORE = 730
const AHEAD = 45
const CLIENTS = 400
const FIRST_CLIENT = 949

/** Ids of the people who travel. Ids count from 1, in the order of the data. */
const field = data.people.flatMap((person, index) => (person.field ? [index + 1] : []))
const activityIds = Object.fromEntries(Object.keys(data.activities).map((key, index) => [key, index + 1])) as Record<
  keyof typeof data.activities,
  number
>

/** Adds everything that does not depend on the day: departments, people, menus, clients, cars and more. */
export async function seedDemo(db: Db, cities: readonly City[]) {
  await insertRows(db, 'departments', named(data.departments, 'name'))
  await insertRows(db, 'users', [
    ...data.people.map(({ name, department, email, supervisor = 'N' }, index) =>
      account(index + 1, name, email ?? addressOf(name), department, supervisor, true),
    ),
    account(data.people.length + 1, 'Painel da Recepção', 'painel', 8, 'N', false),
  ])
  for (const [table, rows] of Object.entries(data.registers))
    await insertRows(
      db,
      table,
      rows.map((row) => ({ ...row, status: 'A' })),
    )
  await insertRows(
    db,
    'activities',
    Object.values(data.activities).map(([description, client, car, region, on_tv], index) => ({
      id: index + 1,
      description,
      client,
      car,
      region,
      on_tv,
      status: 'A',
    })),
  )
  await insertRows(db, 'clients', clientRows(cities))
  await insertRows(
    db,
    'user_tasks',
    data.people.flatMap(({ department }, index) => {
      const chance = random(`tasks ${index}`)
      const offered = data.userTasks[department] ?? []
      // Some people get a few tasks, others more than the board of pending tasks can show.
      const share = 0.3 + 0.55 * chance()
      return offered
        .filter(() => chance() < share)
        .map(([description, priority_id]) => ({ user_id: index + 1, description, priority_id, status: chance() < 0.9 ? 'A' : 'I' }))
    }),
  )
  for (const table of ['departments', 'users', 'activities', 'clients'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`)

  const items = await db.select({ id: menus.id, route: menus.route }).from(menus)
  const all = await db.select({ id: users.id, email: users.email }).from(users)
  await db.insert(userMenus).values(
    all.flatMap(({ id, email }) => {
      const routes = data.menusOf[email.split('@')[0] ?? ''] ?? data.menusOf['equipe'] ?? []
      return items
        .filter(({ route }) => route !== null && (routes === 'all' || routes.includes(route)))
        .map((item) => ({ userId: id, menuId: item.id }))
    }),
  )
}

const account = (id: number, name: string, address: string, department_id: number, supervisor: string, staff: boolean) => ({
  id,
  name,
  email: `${address}@exemplo.com.br`,
  department_id,
  supervisor,
  staff,
  commission: supervisor === 'S' ? 0 : 12 + (id % 4),
  password_hash: '',
  status: 'A',
})

/** The part of a person's e-mail address before the @: 'Úrsula Prates' becomes 'ursula.prates'. */
export const addressOf = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')

function clientRows(cities: readonly City[]): Row[] {
  const chance = random('clients')
  const near = cities.filter(({ uf }) => uf === 'MT')
  const cityIn = (name: string) => near.find((city) => city.name === name) ?? near[0]
  const rest = Array.from({ length: CLIENTS - data.knownClients.length }, () => {
    const name = [pick(data.clientKinds, chance()), pick(data.clientNames, chance()), pick(data.clientEndings, chance())].join(' ').trim()
    return { name, city: pick(chance() < 0.7 ? near : cities, chance()) }
  })
  return [...rest, ...data.knownClients.map(([name, city]) => ({ name, city: cityIn(city) }))].map(({ name, city }, index) => ({
    id: FIRST_CLIENT + index,
    name,
    city_id: city?.id,
    phone: '',
    status: chance() < 0.045 ? 'I' : 'A',
  }))
}

/** Gives the new password to everybody who still has the demo's previous one, and signs them out. People who changed theirs keep it. */
export async function setDemoPassword(db: Db, password: string) {
  const former = (await get(db, 'demo_password_hash')) ?? ''
  if (former && (await passwordFits(password, former))) return
  const passwordHash = await hashPassword(password)
  const changed = await db.update(users).set({ passwordHash }).where(eq(users.passwordHash, former)).returning({ id: users.id })
  if (changed.length)
    await db.delete(tokens).where(
      inArray(
        tokens.userId,
        changed.map(({ id }) => id),
      ),
    )
  await put(db, 'demo_password_hash', passwordHash)
}

/** Adds the days since the last run: the agenda up to 45 days ahead, and time entries up to now. Records entered by people stay unchanged. */
export async function growDemo(db: Db, now: number) {
  // Locks the row until the end of the transaction, because another process on the same server would add the same days.
  await db.execute(sql`select from settings where key = 'company' for update`)
  const start = wallDay(now - BEFORE * DAY)
  const agendaFrom = (await get(db, 'demo_agenda_until')) ?? start
  const agendaUntil = wallDay(now + AHEAD * DAY)
  const timeKept = await get(db, 'demo_time_until')
  if (timeKept === undefined) await seedTime(db)
  if ((await get(db, 'demo_services_from')) === undefined) {
    await seedServices(db, numberOf(wallDay(now)))
    await put(db, 'demo_services_from', wallDay(now))
  }
  if ((await get(db, 'demo_ledger_from')) === undefined) {
    await seedLedger(db, numberOf(wallDay(now)))
    await put(db, 'demo_ledger_from', wallDay(now))
  }
  const financeKept = await get(db, 'demo_finance_until')
  if (financeKept === undefined) await seedFinance(db)
  const accountsKept = await get(db, 'demo_accounts_until')
  if (accountsKept === undefined || accountsKept < wallDay(now)) {
    await (accountsKept === undefined ? seedAccounts(db, wallDay(now)) : growAccounts(db, accountsKept, wallDay(now)))
    await put(db, 'demo_accounts_until', wallDay(now))
  }
  if (financeKept === undefined || financeKept < wallDay(now)) {
    await growFinance(db, financeKept, wallDay(now))
    await put(db, 'demo_finance_until', wallDay(now))
  }
  const timeFrom = timeKept ?? start
  const timeUntil = wallTime(now)
  const appointments = days(agendaFrom, agendaUntil).slice(1).flatMap(agendaOf)
  const times = days(timeFrom, timeUntil)
    .flatMap(timesOf)
    .filter(({ ended_at }) => ended_at > timeFrom && ended_at <= timeUntil)
  // If a person has booked a car on such a day, the demo appointment that conflicts with it is left out.
  if (appointments.length) await insertRows(db, 'appointments', appointments, sql`on conflict do nothing`)
  const addTimes = () => insertRows(db, 'time_entries', times)
  if (times.length) await (timeKept === undefined ? checkedOnce(db, 'time_entries', addTimes) : addTimes())
  if (agendaUntil > agendaFrom) await put(db, 'demo_agenda_until', agendaUntil)
  if (timeUntil > timeFrom) {
    await growSprints(db, timeFrom, timeUntil.slice(0, 10))
    await put(db, 'demo_time_until', timeUntil)
  }
}

/**
 * Fills a table and then checks the references of all its rows together, because checking them row by row takes half of the time. PostgreSQL can do
 * this since version 18, which is that of the embedded database.
 */
async function checkedOnce(db: Db, table: string, fill: () => PromiseLike<unknown>) {
  const references = await db
    .select({ name: sql<string>`conname` })
    .from(sql`pg_constraint`)
    .where(sql`contype = 'f' and conrelid = ${table}::regclass and current_setting('server_version_num')::int >= 180000`)
  const alter = async (state: SQL) => {
    for (const { name } of references) await db.execute(sql`alter table ${sql.identifier(table)} alter constraint ${sql.identifier(name)} ${state}`)
  }
  await alter(sql`not enforced`)
  await fill()
  await alter(sql`enforced`)
}

/** Returns a function to be called regularly. It extends the demo once 3 a.m. has passed since the last time, and resolves to true if it did so. */
export function dailyGrowth(db: Db, clock: Clock) {
  const dayFrom3 = () => wallDay(clock() - 3 * HOUR)
  let grown = dayFrom3()
  return async () => {
    const day = dayFrom3()
    if (day === grown) return false
    await db.transaction(async (tx) => {
      await withoutAudit(tx)
      await growDemo(tx, clock())
    })
    grown = day
    return true
  }
}

const get = async (db: Db, key: string) => (await db.select().from(settings).where(eq(settings.key, key)))[0]?.value
const put = (db: Db, key: string, value: string) =>
  db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })

/** The person on duty: each day from 7 to 7 one person is out with a car, so that somebody is out at any minute. People on vacation are skipped. */
function onDuty(day: number) {
  const free = field.filter((person) => !onVacation(person, day) && !onVacation(person, day + 1))
  return free[day % free.length]
}

/**
 * Number of days that a rollout goes on after its first day; it ends within the week. People who are on duty in those days do not begin a rollout.
 */
const ROLLOUT = 2
const rolloutBegins = (person: number, day: number) =>
  field.includes(person) &&
  weekday(day) <= FRIDAY - ROLLOUT &&
  random(`rollout ${person} ${day}`)() < 0.06 &&
  [0, 1, ROLLOUT].every((later) => onDuty(day + later) !== person)

function agendaOf(day: number): Row[] {
  const duty = onDuty(day)
  return data.people.flatMap((_, index) => personsDay(index + 1, day, index + 1 === duty))
}

function personsDay(person: number, day: number, duty: boolean): Row[] {
  const chance = random(`agenda ${person} ${day}`)
  const add = (activity: keyof typeof activityIds, from: string, to: string, lasts = 0): Row => {
    const [, client, car, region] = data.activities[activity]
    const reversed = activity !== 'duty' && chance() < 0.03
    return {
      user_id: person,
      activity_id: activityIds[activity],
      client_id: client === 'S' ? FIRST_CLIENT + Math.floor(chance() * CLIENTS) : null,
      car_id: car === 'S' ? field.indexOf(person) + 1 : null,
      region_id: region === 'S' ? 1 + Math.floor(chance() * data.registers.regions.length) : null,
      starts_at: `${dateOf(day)}T${from}`,
      ends_at: `${dateOf(day + lasts)}T${to}`,
      status: reversed ? 'I' : 'A',
      reversal_reason: reversed ? 'Cliente pediu para remarcar.' : null,
    }
  }
  if (weekday(day) === MONDAY && vacationBegins(person, day)) return [add('vacation', '00:00', '23:59', VACATION)]
  if (onVacation(person, day)) return []
  if (duty) return [add('duty', '07:00', '07:00', 1)]
  if (weekday(day) > FRIDAY) return []
  if (!field.includes(person)) {
    if (chance() < 0.04) return [add('private', '08:00', '10:00')]
    if (chance() < 0.08) return [add('home', '08:00', '18:00')]
    const [from, to] = pick(
      [
        ['09:00', '10:00'],
        ['14:00', '15:30'],
        ['16:00', '17:00'],
      ] as const,
      chance(),
    )
    return chance() < 0.3 ? [add('meeting', from, to)] : []
  }
  if (rolloutBegins(person, day - 1) || rolloutBegins(person, day - ROLLOUT)) return []
  if (rolloutBegins(person, day)) return [add('rollout', '08:00', '18:00', ROLLOUT)]
  const work = () => pick(['visit', 'training', 'sales', 'support', 'meeting'] as const, chance())
  return [
    ...(chance() < 0.45 ? [add(work(), pick(['07:30', '08:00', '10:00'], chance()), '11:30')] : []),
    ...(chance() < 0.5 ? [add(work(), pick(['13:30', '14:00', '15:30'], chance()), pick(['17:00', '17:30'], chance()))] : []),
  ]
}
