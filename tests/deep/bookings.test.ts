// Tests bookings of time in the week of Track while another entry is running, with lost requests and pages that are left, in a real browser on the
// real API.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import * as tables from '../../server/api/db/schema.ts'
import { MINUTE } from '../../shared/clock.ts'
import { messages, type TimeEntry } from '../../shared/features/track.ts'
import { goTo, loseAnswer, testInOne as test } from '../support/browser.ts'
import { toast } from '../support/house.ts'
import { MEETING, MONDAY, TODAY, TUESDAY, week } from '../support/week.ts'

const { call, cell, db, enter, entryOf, hoursOf, open, running, stop, stored, time, url } = week()

/** Returns the stored entries of the meeting on Tuesday. */
const booked = async () => (await hoursOf(TUESDAY)).filter((one) => one.startsWith(MEETING))
const BOOKED = [`${MEETING} 14:30:00 15:15:00 00:45:00`]
/** Start of the running entry, and the text of that entry in the list of the day. */
const BEGAN = '13:07:31'
const RUNS = [`Em curso ${BEGAN}  `]
const NOT_NOW = { status: 503, contentType: 'application/json', body: '{"message":"Agora não."}' }
/** Checks that the entry that ran before the booking is running again, unchanged except for its id and version. Returns its id. */
async function goesOn(before: TimeEntry | null) {
  const after = await running()
  expect(after).toEqual(before && { ...before, id: after?.id, versao: after?.versao })
  return after?.id
}
async function book(page: Page) {
  await cell(page, MEETING, 1).click()
  await page.keyboard.type('45m')
  await page.keyboard.press('Enter')
}

test('if the start of a booking gets no response, the booking is stored once and no entry runs afterwards', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/)
  await open(page)
  await loseAnswer(page, '**/api/track', 'POST')
  await cell(page, MEETING, 1).click()
  await page.keyboard.type('1:30')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 16:00.')
  expect(await hoursOf(TUESDAY)).toContain(`${MEETING} 14:30:00 16:00:00 01:30:00`)
  expect([await running(), (await stored(TODAY)).length]).toEqual([null, 0])
})

test('after a booking, the running entry continues with its original start, exact to the second', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  await expect.poll(() => cell(page, 'Em curso', 3).innerText()).toMatch(/^\d\d:\d\d:\d\d$/)
  await page.getByText('em curso', { exact: true }).waitFor()
  await book(page)
  await toast(page, 'Lançado das 14:30 às 15:15.')
  expect(await booked()).toEqual(BOOKED)
  const copy = await goesOn(before)
  expect(await hoursOf(TODAY)).toEqual(RUNS)
  await cell(page, 'Em curso', 3).click()
  await page.getByRole('dialog', { name: 'Editar Tempo' }).waitFor()
  expect(new URL(page.url()).searchParams.get('id')).toBe(String(copy))
})

test('nothing is booked while the running entry is incomplete, and a booking that fails halfway loses no time', async ({ page, expected }) => {
  await enter('Pela metade', TODAY, '13:07:31', null, { activityId: null })
  await open(page)
  await book(page)
  await toast(page, messages.unfinished)
  expect(await page.getByRole('textbox').inputValue()).toBe('45m')
  expect(await hoursOf(TODAY)).toEqual(['Pela metade 13:07:31  '])

  await db().update(tables.timeEntries).set({ activityId: 1 }).where(eq(tables.timeEntries.description, 'Pela metade'))
  expected.push(/503/)
  let begun = 0
  await page.route('**/api/track', (route) => (route.request().method() === 'POST' && (begun += 1) > 1 ? route.fulfill(NOT_NOW) : route.continue()))
  await page.getByRole('textbox').press('Enter')
  await toast(page, messages.bookingWaits)
  await page.getByText('Lançamento ainda não concluído').waitFor()
  const [former] = (await stored(TODAY)).filter(({ DESCRICAO }) => DESCRICAO === 'Pela metade')
  expect([former?.HORAINICIO, former?.TOTAL === null]).toEqual(['13:07:31', false])
  expect(await booked()).toEqual(BOOKED)
  // The server answers again from here on.
  await page.unrouteAll()
  await toast(page, messages.restBooked)
  expect(await hoursOf(TODAY)).toEqual(['Pela metade 13:07:31  '])
  expect(await page.getByText('Lançamento ainda não concluído').count()).toBe(0)
})

test('a failed booking leaves no entry behind, and the running entry unchanged', async ({ page, expected }) => {
  expected.push(/503/)
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  let changes = 0
  await page.route('**/api/track', (route) =>
    // Refuses the second PUT, which would end the booked entry.
    route.request().method() === 'PUT' && (changes += 1) === 2 ? route.fulfill(NOT_NOW) : route.continue(),
  )
  await book(page)
  await toast(page, 'Agora não.')
  await goesOn(before)
  expect(await hoursOf(TODAY)).toEqual(RUNS)
  expect(await booked()).toEqual([])
})

test('the running entry continues if the response to its end was lost', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/)
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  await loseAnswer(page, '**/api/track')
  await book(page)
  await page.getByText(messages.notStored).waitFor()
  expect(await running()).toMatchObject({ descricao: 'Em curso', dataHoraInicio: `${TODAY}T13:07:31` })
  expect(await hoursOf(TODAY)).toEqual(RUNS)
})

/** Starts a booking while an entry is running, and holds back the given request. The test may then leave the page. */
async function bookUntil(page: Page, method: string, nth: number) {
  let asked = 0
  const held = Promise.withResolvers<void>()
  await page.route('**/api/track{,/*}', async (route) => {
    if (route.request().method() === method && (asked += 1) === nth) return held.resolve()
    await route.continue()
  })
  await book(page)
  await held.promise
  page.once('dialog', (question) => question.accept())
}

// In each case the page is left before the named request reaches the server.
test.for([
  ['the booked entry starts', 'POST', 1, true, false],
  ['the booked hours are stored', 'PUT', 2, true, true],
  ['the booked hours are stored, without a running entry', 'PUT', 1, false, true],
  ['the former running entry starts again', 'POST', 2, true, true],
  ['the restarted entry gets its original start', 'PUT', 3, true, true],
  ['the former running entry is deleted', 'DELETE', 1, true, true],
] as const)(
  'a booking whose page is left before %s is complete or undone when the page opens again',
  async ([, method, nth, ran, isBooked], { page }) => {
    if (ran) await enter('Em curso', TODAY, BEGAN, null)
    const before = await running()
    await open(page)
    await bookUntil(page, method, nth)
    await goTo(page)
    if (method === 'PUT' && nth < 3) await toast(page, messages.restBooked)
    // The next page waits for requests that may still arrive: for ten seconds plus the time for which the left page was open. Both are measured by
    // the page's clock, which keeps running while the server's clock stands still.
    if (method === 'POST' && nth === 1) time().now += 60_000
    await expect.poll(() => hoursOf(TODAY), { timeout: 10_000 }).toEqual(ran ? RUNS : [])
    await goesOn(before)
    await expect.poll(booked).toEqual(isBooked ? BOOKED : [])
  },
)

// The page is left twice within seconds, so the booking still counts as in progress.
test.for([
  ['the booked hours are stored', 'PUT', 1],
  ['the former running entry starts again', 'POST', 1],
  ['the restarted entry gets its original start', 'PUT', 2],
  ['the former running entry is deleted', 'DELETE', 1],
] as const)(
  'a booking whose page is left before the hours are stored, and again before %s, is completed by the next page',
  async ([, method, nth], { page, expected }) => {
    // The page that completes the booking asks before it is left, so Chromium logs a warning because nobody has touched the page.
    expected.push(/beforeunload/)
    await enter('Em curso', TODAY, BEGAN, null)
    const before = await running()
    await open(page)
    /** The requests to hold back, in this order. */
    const cuts = [
      { method: 'PUT', nth: 2 },
      { method, nth },
    ].map((cut) => ({ ...cut, held: Promise.withResolvers<void>() }))
    let asked: string[] = []
    let [at] = cuts
    await page.route('**/api/track{,/*}', async (route) => {
      asked.push(route.request().method())
      if (!at || at.method !== asked.at(-1) || asked.filter((one) => one === at?.method).length !== at.nth) return route.continue()
      at.held.resolve()
      asked = []
      at = cuts[cuts.indexOf(at) + 1]
    })
    await book(page)
    await cuts[0]?.held.promise
    page.on('dialog', (question) => question.accept())
    await page.reload()
    await cuts[1]?.held.promise
    await goTo(page)
    await expect.poll(() => hoursOf(TODAY)).toEqual(RUNS)
    await goesOn(before)
    await expect.poll(booked).toEqual(BOOKED)
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).filter((key) => /lançamento|semana/.test(key)))).toEqual([])
    await expect.poll(() => cell(page, MEETING, 1).innerText()).toBe('00:45')
  },
)

/** Like `bookUntil`, but then opens an address that loads no code of ours. */
async function leaveAt(page: Page, method: string, nth: number) {
  await bookUntil(page, method, nth)
  await page.goto(url('/icon.svg'))
  await page.unrouteAll()
}

test('whichever page opens next completes a booking', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  await leaveAt(page, 'PUT', 2)
  await goTo(page, url('/departamentos'))
  await toast(page, messages.restBooked)
  await goesOn(before)
  expect(await booked()).toEqual(BOOKED)
})

// Each case stops the entry that the page shows at that point.
test.for([
  ['the start of the booked entry', 'POST', 1],
  ['the restart of the former running entry', 'POST', 2],
  ['the deletion of the former running entry', 'DELETE', 1],
] as const)('an entry that is stopped while a booking waits for %s ends at the time of the stop', async ([, method, nth], { page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  await page.route('**/api/track{,/*}', async (route) => {
    if (route.request().method() === method && (count += 1) === nth) {
      asked.resolve()
      await free.promise
    }
    await route.continue()
  })
  await book(page)
  await asked.promise
  await page.getByRole('button', { name: 'Parar' }).click()
  free.resolve()
  await toast(page, messages.changed)
  await expect.poll(running).toBeNull()
  // The page's clock keeps running, so the seconds are not fixed.
  expect(await hoursOf(TODAY)).toEqual([expect.stringMatching(/^Em curso 13:07:31 14:32:\d\d /)])
  expect(await booked()).toEqual(BOOKED)
})

test('an entry that is stopped while a booking cannot continue ends once the booking is complete', async ({ page, expected }) => {
  expected.push(/503/)
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  let begun = 0
  await page.route('**/api/track', (route) => (route.request().method() === 'POST' && (begun += 1) > 1 ? route.fulfill(NOT_NOW) : route.continue()))
  await book(page)
  await toast(page, messages.bookingWaits)
  await page.getByRole('heading', { name: 'Track' }).click()
  await page.keyboard.press('p')
  await page.getByText('Parada ainda não salva').waitFor()
  await page.unrouteAll()
  await page.getByText('Parada ainda não salva').waitFor({ state: 'detached' })
  await expect.poll(running).toBeNull()
  // The page's clock keeps running, so the seconds are not fixed.
  expect(await hoursOf(TODAY)).toEqual([expect.stringMatching(/^Em curso 13:07:31 14:32:\d\d /)])
  expect(await booked()).toEqual(BOOKED)
})

test('an entry that a booking started gets the booked hours even if it was stopped elsewhere in the meantime', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  const [begun, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    '**/api/track',
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      begun.resolve()
      await free.promise
      await route.fulfill({ response })
    },
    { times: 2 },
  )
  await book(page)
  await begun.promise
  await stop('14:32:05')
  free.resolve()
  await toast(page, 'Lançado das 14:30 às 15:15.')
  expect(await booked()).toEqual(BOOKED)
  expect(await hoursOf(TODAY)).toEqual(RUNS)
  await goesOn(before)
})

test('a running entry that is stopped elsewhere between two steps of a booking does not start again, and its time is counted once', async ({
  page,
}) => {
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  await leaveAt(page, 'DELETE', 1)
  await stop('14:30:00')
  await open(page)
  await toast(page, messages.restBooked)
  expect(await running()).toBeNull()
  expect(await hoursOf(TODAY)).toEqual(['Em curso 13:07:31 14:30:00 01:22:29'])
})

test('a booking does not restart the entry that it stopped if the person has started another entry since', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  await leaveAt(page, 'POST', 2)
  const [stopped] = await hoursOf(TODAY)
  time().now += MINUTE
  const { descricao, idAtividade, idCategoria, idModulo } = await entryOf(MONDAY)
  await call('supervisor', 'POST', '/track', { descricao, idAtividade, idCategoria, idModulo })
  time().now += MINUTE
  await stop('14:34:00')
  await open(page)
  await toast(page, messages.restBooked)
  expect(await running()).toBeNull()
  expect(await hoursOf(TODAY)).toContain(stopped)
})

// In each case the request reaches the server only after its page was left and the next page has looked for the request's result.
test.for([
  ['the end of the running entry', 'PUT', true],
  ['the start of the booked entry', 'POST', true],
  ['the start of the booked entry, without a running entry', 'POST', false],
] as const)('the next page waits for a request of a booking that is still under way: %s', async ([, method, ran], { page }) => {
  if (ran) await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  let body: unknown
  page.on('request', (request) => {
    if (request.url().endsWith('/api/track') && request.method() === method) body ??= request.postDataJSON()
  })
  await leaveAt(page, method, 1)
  await goTo(page, url('/departamentos'))
  await page.getByText('Lançamento ainda não concluído').waitFor()
  time().now += 2_000
  expect((await call('supervisor', method, '/track', body)).status).toBe(200)
  await toast(page, method === 'PUT' ? messages.restNotBooked : messages.restBooked)
  expect(await hoursOf(TODAY)).toEqual(ran ? RUNS : [])
  expect((await booked()).length).toBe(method === 'PUT' ? 0 : 1)
})

test('a start whose response was lost is recognized even if the end before it was answered late', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/)
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  let asked = ''
  await page.route('**/api/track', async (route) => {
    const method = route.request().method()
    asked += `${method} `
    if (asked === 'PUT ') {
      const response = await route.fetch()
      time().now += 12_000
      return route.fulfill({ response, headers: { ...response.headers(), date: new Date(time().now).toUTCString() } })
    }
    if (asked !== 'PUT POST ') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await book(page)
  await toast(page, 'Lançado das 14:30 às 15:15.')
  await goesOn(before)
})

test('simultaneous bookings in two windows run one after the other', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  const other = await page.context().newPage()
  await open(other)
  const [asked, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let puts = 0
  await page.route('**/api/track', async (route) => {
    if (route.request().method() === 'PUT' && (puts += 1) === 2) {
      asked.resolve()
      await free.promise
    }
    await route.continue()
  })
  await book(page)
  await asked.promise
  await cell(other, MEETING, 2).click()
  await other.keyboard.type('30m')
  await other.keyboard.press('Enter')
  // While the first window books, the other window waits and sends nothing.
  await other.locator('[data-cell][aria-busy]').waitFor()
  free.resolve()
  await toast(page, 'Lançado das 14:30 às 15:15.')
  await toast(other, 'Lançado das 08:00 às 08:30.')
  await other.close()
  await goesOn(before)
})

test('signing out gives a warning before an incomplete booking is lost', async ({ page, expected }) => {
  expected.push(/503/)
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  await leaveAt(page, 'POST', 2)
  await page.route('**/api/track/check', (route) => route.fulfill(NOT_NOW))
  await goTo(page, url('/departamentos'))
  await page.getByRole('button', { name: /^Conta de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await toast(page, messages.unbooked)
  await page.unrouteAll()
  await toast(page, messages.restBooked)
  expect(await hoursOf(TODAY)).toEqual(RUNS)
})

test('after an hour, an incomplete booking is reported to the person, and nothing is changed', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  await leaveAt(page, 'POST', 2)
  const hours = await hoursOf(TODAY)
  time().now += 61 * MINUTE
  await open(page)
  await toast(page, messages.halfBooked)
  expect([await running(), await hoursOf(TODAY)]).toEqual([null, hours])
  expect(await page.evaluate(() => sessionStorage.getItem('rascunho 1 lançamento'))).toBeNull()
})

test('if a page is left after the hours of a booking were stored, an entry that started since stays unchanged', async ({ page }) => {
  await open(page)
  const stored = Promise.withResolvers<void>()
  await page.route('**/api/track', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    stored.resolve()
  })
  await book(page)
  await stored.promise
  page.once('dialog', (question) => question.accept())
  await goTo(page, url('/home'))
  const { descricao, idAtividade, idCategoria, idModulo, idTag } = await entryOf(MONDAY)
  await call('supervisor', 'POST', '/track', { descricao, idAtividade, idCategoria, idModulo, idTag })
  const begun = await running()
  await open(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('rascunho 1 lançamento'))).toBeNull()
  expect(await running()).toEqual(begun)
  expect(await booked()).toEqual(BOOKED)
})

test('a form that is still waiting for its response does not affect a booking', async ({ page }) => {
  await enter(MEETING, TODAY, '13:07:31', null)
  await open(page)
  await page.route('**/api/user-task', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
  await page.getByRole('button', { name: /^Atividades/ }).click()
  await page.getByRole('button', { name: 'Nova Atividade' }).click()
  const form = page.getByRole('dialog', { name: 'Nova Atividade' })
  await form.getByLabel('Descrição').fill('Ligar para o contador')
  await form.getByRole('combobox', { name: 'Prioridade' }).click()
  await form.getByRole('option', { name: 'Alta' }).click()
  await form.getByRole('button', { name: 'Confirmar', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Fechar sem saber se foi gravado?' })
  // For a while after a save has started, the form cannot be closed.
  await expect
    .poll(async () => {
      await form.getByRole('button', { name: 'Cancelar' }).dispatchEvent('click')
      return question.count()
    })
    .toBe(1)
  await question.getByRole('button', { name: 'Fechar' }).click()
  await page.keyboard.press('Escape')
  await book(page)
  await toast(page, 'Lançado das 14:30 às 15:15.')
  expect(await hoursOf(TODAY)).toEqual([`${MEETING} 13:07:31  `])
})

test('a booking is complete even if the response to its hours was lost', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/)
  await open(page)
  await loseAnswer(page, '**/api/track')
  await book(page)
  await toast(page, 'Lançado das 14:30 às 15:15.')
  expect(await booked()).toEqual(BOOKED)
})

test('a booking that started and could not be undone is completed once the server answers', async ({ page, expected }) => {
  expected.push(/503/)
  await open(page)
  await page.route('**/api/track{,/*}', (route) => (/PUT|DELETE/.test(route.request().method()) ? route.fulfill(NOT_NOW) : route.continue()))
  await book(page)
  await toast(page, messages.bookingWaits)
  expect(await page.getByText(messages.resumed).count()).toBe(0)
  expect(await running()).toMatchObject({ descricao: MEETING })
  await page.unrouteAll()
  await toast(page, messages.restBooked)
  expect(await running()).toBeNull()
  expect(await booked()).toEqual(BOOKED)
})
