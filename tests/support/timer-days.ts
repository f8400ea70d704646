// Runs the timer through several days of two people, in browsers whose time the test moves. Everything shown and stored must follow the server's
// clock.
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { atWall, DAY, HOUR, MINUTE } from '../../shared/clock.ts'
import { messages, type TimeEntry, type TimeRow } from '../../shared/features/track.ts'
import { seconds } from '../../shared/hours.ts'
import { test } from './browser.ts'
import { movableClock } from './page-clock.ts'
import { inFlight } from './page-requests.ts'
import { goTo } from './page-waits.ts'
import { clockFrom } from './clock.ts'
import { demoCompany } from './demo-company.ts'
import { randomOf, SEED } from './random.ts'

/** 08:00 on a Monday. */
const BEGIN = atWall('2026-11-23T08:00:00')
/** Tolerance in seconds for shown and stored times. */
const CLOSE = 2

const random = randomOf(SEED)
const between = (from: number, to: number) => from + random() * (to - from)
const shuffled = <T>(list: T[]) =>
  list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** A computer: the tabs of its browser, and the error of its clock in ms. */
interface Machine {
  tabs: Page[]
  off: number
}
interface Someone {
  who: string
  /** The first computer has two tabs, one on /home and one on /track. */
  machines: [Machine, ...Machine[]]
  running: { id: number; start: number } | null
  /** Finished entries, with times in ms: the start, and the two instants between which the stop was clicked. */
  ledger: { id: number; start: number; from: number; to: number }[]
}

const FIELDS = { idAtividade: 3, idCategoria: 5, idModulo: 5 }
const HOME = '/home'
const TRACK = '/track'
/** Number of events per person and day. */
const EVENTS = 9

/** Defines the test for this number of days. `timeout` is the test's timeout in ms. */
export function timerDays(days: number, timeout: number) {
  const { call, signIn, time, url } = demoCompany()
  /** Time in ms by which the test has moved the server's clock, which also keeps running by itself. */
  let ahead = 0
  const clock = clockFrom(BEGIN)
  beforeAll(() => void Object.defineProperty(time(), 'now', { get: () => clock() + ahead }))
  const now = () => time().now

  test(
    `the timer shows and stores ${days} days of two people by the server’s clock, despite failing networks, computers, clocks and tabs`,
    { timeout },
    async ({ open, expected }) => {
      expected.push(/ERR_INTERNET_DISCONNECTED|status of (404|409)/)

      const asked = new Map<Page, Set<Request>>()
      // If an entry has been running since another day, a dialog asks about the entry when the page opens. This handler closes the dialog, and the
      // entry keeps running.
      const later = (page: Page) => {
        const question = page.getByRole('dialog', { name: messages.resumed })
        return page.addLocatorHandler(question, () => question.getByRole('button', { name: 'Depois' }).click())
      }
      const newMachine = async (who: string, ...paths: string[]): Promise<Machine> => {
        const [first = HOME, ...others] = paths
        const page = await open()
        await movableClock(page, now())
        await later(page)
        asked.set(page, inFlight(page))
        await signIn(page, first, who)
        const machine: Machine = { tabs: [page], off: 0 }
        for (const path of others) await openTab(machine, path)
        return machine
      }
      const contextOf = ({ tabs }: Machine) => (tabs[0] as Page).context()
      const openTab = async (machine: Machine, path: string, at = machine.tabs.length) => {
        const page = await contextOf(machine).newPage()
        await later(page)
        asked.set(page, inFlight(page))
        await goTo(page, url(path))
        machine.tabs[at] = page
      }
      const newPerson = async (who: string, ...more: string[][]): Promise<Someone> => ({
        who,
        machines: [await newMachine(who, HOME, TRACK), ...(await Promise.all(more.map((paths) => newMachine(who, ...paths))))],
        running: null,
        ledger: [],
      })
      const people = [await newPerson('equipe', [HOME]), await newPerson('financeiro')]
      const machines = people.flatMap((person) => person.machines)
      // Every page of this test belongs to a machine, so the cast is safe.
      const machineOf = (page: Page) => machines.find(({ tabs }) => tabs.includes(page)) as Machine

      /** Returns the calls of a page that have no response yet. Other requests are left out, because their responses are never read to the end. */
      const waiting = (page: Page) =>
        page.isClosed()
          ? []
          : [...(asked.get(page) ?? [])].map((request) => `${request.method()} ${request.url()}`).filter((address) => address.includes('/api/'))
      /** Returns the time in ms by which a page's clock is behind. The clock stands still while the clocks of other pages are moved. */
      // oxlint-disable-next-line no-restricted-properties -- the page's own, movable clock
      const lagOf = async (page: Page, machine = machineOf(page)) => now() + machine.off - (await page.evaluate(() => Date.now()))
      /** Moves time forward everywhere. For a suspended machine, the time passes as a sleep does, which the page's timer does not count. */
      const move = async (ms: number, suspended?: Machine) => {
        const behind = async (machine: Machine) => {
          const page = machine.tabs.find((tab) => !tab.isClosed())
          return page ? Math.max(0, (await lagOf(page, machine)) - ms) : 0
        }
        ahead += ms
        for (const machine of machines) {
          // Unlike a real clock, the clock of a tab stands still while other tabs' clocks are moved, so the tab must also make up for that time.
          if (machine === suspended) await contextOf(machine).clock.setSystemTime(now() + machine.off)
          else await contextOf(machine).clock.fastForward(ms + (await behind(machine)))
        }
      }
      const settled = () => expect.poll(() => machines.flatMap(({ tabs }) => tabs.flatMap(waiting)), { interval: 20 }).toEqual([])
      const pass = async (ms: number, suspended?: Machine) => {
        // Waits for all responses, because no response may be under way while only one of two clocks has moved.
        await settled()
        await move(ms, suspended)
      }
      const setMachineClock = async (machine: Machine, off: number) => {
        machine.off = off
        await contextOf(machine).clock.setSystemTime(now() + off)
      }
      const comeBack = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
      const comeBackAll = async ({ machines: all }: Someone) => {
        for (const { tabs } of all) for (const page of tabs) await comeBack(page)
      }
      const offline = (machine: Machine, isOffline: boolean) => contextOf(machine).setOffline(isOffline)

      const seen = (page: Page) =>
        page.evaluate(() => ({
          time: document.querySelector('[aria-label="Tempo em andamento"] time')?.textContent ?? '',
          title: / (\d+:\d\d) /.exec(document.title)?.[1] ?? '',
          unsaved: document.body.innerText.includes('Parada ainda não salva'),
        }))
      /** Compares the page with the server's clock. Returns a sentence about the difference, or ''. */
      const wrongIn = async (page: Page, { running }: Someone) => {
        const before = now() - Math.max(0, await lagOf(page))
        const { time: shown, title, unsaved } = await seen(page)
        const after = now()
        if (unsaved) return 'a stop is not saved'
        if (!running) return shown || title ? `shows ${shown} (${title}), and nothing runs` : ''
        const [least, most] = [Math.floor((before - running.start) / 1000) - CLOSE, Math.floor((after - running.start) / 1000) + CLOSE]
        const minutes = (second: number) =>
          `${Math.floor(Math.max(0, second) / 3600)}:${String(Math.floor(Math.max(0, second) / 60) % 60).padStart(2, '0')}`
        const isRight = shown !== '' && seconds(shown) >= least && seconds(shown) <= most && [minutes(least), minutes(most)].includes(title)
        return isRight ? '' : `shows ${shown} (${title}) where ${least} to ${most} s have passed`
      }
      const check = async (event: string) => {
        for (const person of people)
          for (const [at, machine] of person.machines.entries())
            for (const [tab, page] of machine.tabs.entries())
              await expect.poll(() => wrongIn(page, person), { message: `${event}: ${person.who}, machine ${at}, tab ${tab}`, interval: 50 }).toBe('')
        for (const person of people) {
          const held = (await call(person.who, 'GET', '/track/check')).body as TimeEntry | null
          expect({ event, id: held?.id }).toEqual({ event, id: person.running?.id })
        }
      }

      const began = (person: Someone, body: unknown, from: number) => {
        const { id, dataHoraInicio } = body as TimeEntry
        const start = atWall(dataHoraInicio)
        expect(start).toBeGreaterThan(from - 1000)
        expect(start).toBeLessThanOrEqual(now())
        person.running = { id, start }
      }
      const stored = async ({ who }: Someone, id: number) => {
        const { dataHoraInicio, total } = (await call(who, 'GET', `/track/${id}`)).body as TimeEntry
        return { start: atWall(dataHoraInicio), total }
      }
      /** Checks that the stored end of the running entry lies between two instants. */
      const ended = async (event: string, person: Someone, from: number, to: number) => {
        const { id, start } = person.running ?? { id: 0, start: 0 }
        person.running = null
        await expect.poll(async () => (await stored(person, id)).total, { message: `${event}: it ends` }).not.toBeNull()
        const entry = await stored(person, id)
        const end = entry.start + seconds(entry.total ?? '') * 1000
        expect({ event, start: entry.start }).toEqual({ event, start })
        const off = Math.min(0, end - from) + Math.max(0, end - to)
        if (Math.abs(off) > CLOSE * 1000) expect.fail(`${event}: it ended ${off / 1000} s beside its click`)
        person.ledger.push({ id, start, from, to })
      }

      let count = 0
      const startByApi = async (person: Someone) => {
        const from = now()
        const { body } = await call(person.who, 'POST', '/track', { ...FIELDS, descricao: `Trabalho ${++count}` })
        began(person, body, from)
        await comeBackAll(person)
      }
      const home = ({ machines: [{ tabs }] }: Someone) => tabs[0] as Page
      const track = ({ machines: [{ tabs }] }: Someone) => tabs[1] as Page
      const pressStop = async (page: Page) => {
        const from = now() - Math.max(0, await lagOf(page))
        await page.getByLabel('Tempo em andamento').getByRole('button', { name: 'Parar' }).click()
        return [from, now()] as const
      }
      const unsaved = (page: Page) => page.getByText('Parada ainda não salva').waitFor()
      const runs = async (person: Someone) => {
        if (!person.running) await startByApi(person)
        await pass(between(MINUTE, 40 * MINUTE))
        await check('it runs')
      }
      const backOnline = async (person: Someone) => {
        await offline(person.machines[0], false)
        // Another browser notices the stop only when somebody returns to its page.
        await expect.poll(async () => (await call(person.who, 'GET', '/track/check')).body).toBeNull()
        await comeBackAll(person)
      }

      const events: Record<string, (person: Someone) => Promise<void>> = {
        'stopped in the bar': async (person) => {
          await runs(person)
          const [from, to] = await pressStop(home(person))
          await ended('bar', person, from, to)
          await comeBackAll(person)
        },
        'stopped on the card': async (person) => {
          await runs(person)
          const [from, to] = await pressStop(track(person))
          await ended('card', person, from, to)
          await comeBackAll(person)
        },
        'stopped by the API, in another program': async (person) => {
          await runs(person)
          const { id, start } = person.running ?? { id: 0, start: 0 }
          const from = now()
          const total = new Date(Math.floor((from - start) / 1000) * 1000).toISOString().slice(11, 19)
          const {
            idUsuario: _,
            horaFim: __,
            total: ___,
            mesFechado: ____,
            ...entry
          } = (await call(person.who, 'GET', `/track/${id}`)).body as TimeEntry
          const horaFim = new Date(start + seconds(total) * 1000 - 4 * HOUR).toISOString().slice(11, 19)
          expect((await call(person.who, 'PUT', '/track', { ...entry, horaFim })).status).toBe(200)
          await ended('API', person, from, now())
          await comeBackAll(person)
        },
        'begun by the button': async (person) => {
          if (person.running) return
          const from = now()
          // Presses a key instead of clicking, because a toast may cover a short list and stays as long as the mouse points at it.
          await track(person).getByRole('button', { name: 'Repetir' }).first().press('Enter')
          await track(person).getByLabel('Tempo em andamento').waitFor()
          began(person, (await call(person.who, 'GET', '/track/check')).body, from)
          await comeBackAll(person)
        },
        'switched by the button': async (person) => {
          await runs(person)
          await track(person).getByRole('button', { name: 'Repetir' }).first().press('Enter')
          const button = track(person).getByRole('button', { name: 'Parar e iniciar' }).last()
          await button.waitFor()
          const from = now() - Math.max(0, await lagOf(track(person)))
          await button.click()
          const before = person.running?.id
          const other = async () => (await call(person.who, 'GET', '/track/check')).body as TimeEntry | null
          await expect.poll(async () => [undefined, before].includes((await other())?.id)).toBe(false)
          await ended('switched', person, from, now())
          began(person, await other(), from)
          await comeBackAll(person)
        },
        'hours of sleep': async (person) => {
          await runs(person)
          await pass(between(HOUR, 4 * HOUR))
        },
        'a suspended machine, whose timer stood': async (person) => {
          await runs(person)
          await pass(between(HOUR, 4 * HOUR), person.machines[0])
          // Within these 6 s, the page's timer checks the clock again.
          await pass(6000)
        },
        'a suspended machine, stopped before it knew': async (person) => {
          await runs(person)
          await pass(between(HOUR, 4 * HOUR), person.machines[0])
          const [from, to] = await pressStop(home(person))
          await ended('just awake', person, from, to)
          await comeBackAll(person)
        },
        'the computer’s clock an hour on, and back': async (person) => {
          await runs(person)
          for (const off of [HOUR, 0, -HOUR, 0]) {
            await setMachineClock(person.machines[0], off)
            await check('another clock')
            await pass(6000)
            await check('another clock, looked after')
          }
        },
        'stopped by a computer’s wrong clock': async (person) => {
          await runs(person)
          await setMachineClock(person.machines[0], random() < 0.5 ? HOUR : -HOUR)
          const [from, to] = await pressStop(home(person))
          await ended('wrong clock', person, from, to)
          await comeBackAll(person)
          await setMachineClock(person.machines[0], 0)
        },
        'stopped without a network': async (person) => {
          await runs(person)
          await offline(person.machines[0], true)
          await pass(between(0, HOUR))
          const [from, to] = await pressStop(random() < 0.5 ? home(person) : track(person))
          await unsaved(home(person))
          await unsaved(track(person))
          await pass(between(MINUTE, 3 * HOUR))
          await backOnline(person)
          await ended('offline', person, from, to)
        },
        'stopped without a network, the page gone before it is back': async (person) => {
          await runs(person)
          const [machine] = person.machines
          await offline(machine, true)
          const [from, to] = await pressStop(home(person))
          await unsaved(home(person))
          const at = random() < 0.5 ? [0] : [0, 1]
          // A second page keeps the browser context open while all tabs are closed.
          const other = await contextOf(machine).newPage()
          for (const tab of at) {
            const page = machine.tabs[tab] as Page
            if (random() < 0.5) {
              const cdp = await contextOf(machine).newCDPSession(page)
              void cdp.send('Page.crash').catch(() => undefined)
              await new Promise((crashed) => page.once('crash', crashed))
            }
            await page.close()
          }
          await pass(between(MINUTE, 2 * HOUR))
          await other.goto(url(HOME)).catch(() => undefined)
          await pass(between(MINUTE, 2 * HOUR))
          await offline(machine, false)
          for (const tab of at) await openTab(machine, [HOME, TRACK][tab] ?? HOME, tab)
          await other.close()
          await backOnline(person)
          await ended('page gone', person, from, to)
        },
        'suspended without a network, and stopped': async (person) => {
          await runs(person)
          const [machine] = person.machines
          await offline(machine, true)
          await pass(between(HOUR, 2 * HOUR), machine)
          const [from, to] = await pressStop(home(person))
          await unsaved(home(person))
          await pass(between(MINUTE, HOUR), random() < 0.5 ? machine : undefined)
          await backOnline(person)
          await ended('suspended offline', person, from, to)
        },
        'stopped without a network, and the computer’s clock set': async (person) => {
          await runs(person)
          const [machine] = person.machines
          await offline(machine, true)
          // The clock may be set back before the click and forward after it, so only the page's timer may count.
          if (random() < 0.5) await setMachineClock(machine, -HOUR)
          const [from, to] = await pressStop(home(person))
          await unsaved(home(person))
          await setMachineClock(machine, HOUR)
          await pass(between(MINUTE, HOUR))
          await backOnline(person)
          await ended('set offline', person, from, to)
          await setMachineClock(machine, 0)
          await pass(6000)
        },
        'stopped in both tabs at once': async (person) => {
          await runs(person)
          if (random() < 0.5) await offline(person.machines[0], true)
          const tabs = [home(person), track(person)]
          // The stop of either tab may reach the server first, so the page that is furthest behind gives the earliest possible instant.
          const from = now() - Math.max(0, ...(await Promise.all(tabs.map((page) => lagOf(page)))))
          // Both buttons are clicked in the same moment, because the stop of one tab removes the button in the other tab.
          await Promise.all(
            tabs.map((page) => page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Tempo em andamento"] button')?.click())),
          )
          const to = now()
          await pass(between(MINUTE, HOUR))
          await backOnline(person)
          await ended('both tabs', person, from, to)
        },
        'an answer that took long': async (person) => {
          await runs(person)
          const page = home(person)
          const [came, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
          await page.route('**/api/track/check', async (route) => {
            const response = await route.fetch()
            came.resolve()
            await held.promise
            await route.fulfill({ response })
          })
          await settled()
          await comeBack(page)
          await came.promise
          await move(20_000)
          held.resolve()
          await settled()
          await page.unroute('**/api/track/check')
        },
        'deleted in another browser': async (person) => {
          await runs(person)
          const other = person.machines.at(-1)?.tabs[0] as Page
          const id = person.running?.id ?? 0
          const status = await other.evaluate(
            async (address) => {
              const response = await fetch(address, { method: 'DELETE', headers: { 'X-CSRF': '1' } })
              await response.text()
              return response.status
            },
            url(`/api/track/${id}`),
          )
          expect(status).toBe(200)
          person.running = null
          await comeBackAll(person)
        },
        'fifty starts at once': async (person) => {
          if (person.running) return
          const from = now()
          const answers = await Promise.all(Array.from({ length: 50 }, () => call(person.who, 'POST', '/track', { ...FIELDS, descricao: 'Um só' })))
          const [won, ...more] = answers.filter(({ status }) => status === 200)
          expect(more).toEqual([])
          const lost = answers.filter((answer) => answer !== won)
          expect(new Set(lost.map(({ status, body }) => `${status} ${(body as { message: string }).message}`))).toEqual(
            new Set([`409 ${messages.unfinished}`]),
          )
          began(person, won?.body, from)
          await comeBackAll(person)
        },
      }

      /** For each person, every event happens once before any event repeats. */
      const plans = people.map((person) => ({ person, names: [] as string[] }))
      const next = ({ names }: { names: string[] }) => {
        if (names.length < EVENTS) names.push(...shuffled(Object.keys(events)).filter((name) => !names.includes(name)))
        return names.splice(0, EVENTS)
      }
      for (let day = 0; day < days; day += 1) {
        // An entry that is still running at night ends within a day.
        const today = plans.flatMap((plan) => next(plan).map((name) => ({ person: plan.person, name })))
        for (const { person, name } of shuffled(today)) {
          const event = `day ${day}, ${name}`
          if (process.env['TIMER_LOG']) console.log(event, person.who, new Date(now()).toISOString())
          // The end is stored as a time of day, so it must lie within a day of the start. An entry that runs too long is stopped before.
          if (person.running && now() - person.running.start > 14 * HOUR) {
            const [from, to] = await pressStop(home(person))
            await ended(`${event}: long enough`, person, from, to)
            await comeBackAll(person)
          }
          await events[name]?.(person)
          await check(event)
        }
        const left = BEGIN + (day + 1) * DAY - now()
        if (left > 0) await pass(left)
      }

      // An entry that has run for more than a day cannot be ended by a time of day, so the page asks the person for its end. This must also work if
      // the page did not know yet how long the entry had been running.
      for (const [at, person] of people.entries()) {
        if (!person.running) await startByApi(person)
        await check('before a day of sleep')
        await pass(26 * HOUR, at === 0 ? person.machines[0] : undefined)
        await pressStop(home(person))
        // The click opens the form or is refused. In both cases the entry keeps running.
        await settled()
        expect((await call(person.who, 'GET', '/track/check')).body).toMatchObject({ id: person.running?.id })
        await goTo(home(person), url(HOME))
        await goTo(track(person), url(TRACK))
        await comeBackAll(person)
        await check('after a day of sleep')
        expect((await call(person.who, 'DELETE', `/track/${person.running?.id}`)).status).toBe(200)
        person.running = null
        await comeBackAll(person)
        await check('and deleted')
      }

      for (const person of people) {
        const { idUsuario } = (await call(person.who, 'GET', `/track/${person.ledger[0]?.id}`)).body as TimeEntry
        const { body } = await call(person.who, 'GET', `/track?startdate=2026-11-23&enddate=2027-01-31&user=${idUsuario}`)
        const rows = (body as TimeRow[]).filter(({ TOTAL }) => TOTAL !== null)
        expect(rows.map(({ ID }) => ID).toSorted((a, b) => a - b)).toEqual(person.ledger.map(({ id }) => id).toSorted((a, b) => a - b))
        const sum = rows.reduce((all, { TOTAL }) => all + seconds(TOTAL ?? ''), 0)
        const least = person.ledger.reduce((all, { start, from }) => all + (from - start) / 1000, 0)
        const most = person.ledger.reduce((all, { start, to }) => all + (to - start) / 1000, 0)
        expect(sum).toBeGreaterThan(least - CLOSE * rows.length)
        expect(sum).toBeLessThan(most + CLOSE * rows.length)
      }
    },
  )
}
