// What becomes of time that is booked in Track's week, beside what runs, whatever becomes of the requests and of the page; on the real API.
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

/** Tuesday's meetings, on which nothing was done yet. */
const booked = async () => (await hoursOf(TUESDAY)).filter((one) => one.startsWith(MEETING))
const BOOKED = [`${MEETING} 14:30:00 15:15:00 00:45:00`]
/** What runs since an hour and a half, and its line of the day. */
const BEGAN = '13:07:31'
const RUNS = [`Em curso ${BEGAN}  `]
const NOT_NOW = { status: 503, contentType: 'application/json', body: '{"message":"Agora não."}' }
/** What ran runs as it did, by another id. */
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

test('a booking whose beginning had no answer is booked once, and nothing runs', async ({ page, expected }) => {
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

test('books while another runs, which goes on from the second that it began', async ({ page }) => {
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

test('books nothing while what runs lacks something, and loses no time where it fails between', async ({ page, expected }) => {
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
  // Once it answers again.
  await page.unrouteAll()
  await toast(page, messages.restBooked)
  expect(await hoursOf(TODAY)).toEqual(['Pela metade 13:07:31  '])
  expect(await page.getByText('Lançamento ainda não concluído').count()).toBe(0)
})

test('a booking that fails leaves what ran as it was, and nothing of itself', async ({ page, expected }) => {
  expected.push(/503/)
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  let changes = 0
  await page.route('**/api/track', (route) =>
    // The second ends what is booked.
    route.request().method() === 'PUT' && (changes += 1) === 2 ? route.fulfill(NOT_NOW) : route.continue(),
  )
  await book(page)
  await toast(page, 'Agora não.')
  await goesOn(before)
  expect(await hoursOf(TODAY)).toEqual(RUNS)
  expect(await booked()).toEqual([])
})

test('what runs goes on where the answer to its end was lost', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/)
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  await loseAnswer(page, '**/api/track')
  await book(page)
  await page.getByText(messages.notStored).waitFor()
  expect(await running()).toMatchObject({ descricao: 'Em curso', dataHoraInicio: `${TODAY}T13:07:31` })
  expect(await hoursOf(TODAY)).toEqual(RUNS)
})

/** Books beside what runs, until that request, which is not sent; the page may be left then. */
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

// The page is left before that request reaches the server.
test.for([
  ['its beginning', 'POST', 1, true, false],
  ['its hours', 'PUT', 2, true, true],
  ['its hours, where nothing ran', 'PUT', 1, false, true],
  ['the going on of what ran', 'POST', 2, true, true],
  ['the start of that', 'PUT', 3, true, true],
  ['the end of what it was', 'DELETE', 1, true, true],
] as const)('left before %s, a booking leaves nothing half done when the page is there again', async ([, method, nth, ran, isBooked], { page }) => {
  if (ran) await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  await bookUntil(page, method, nth)
  await goTo(page)
  if (method === 'PUT' && nth < 3) await toast(page, messages.restBooked)
  // What may still arrive is waited for, by the page's clock, which goes on where the server's stands still: ten seconds, and what the page had been open for.
  if (method === 'POST' && nth === 1) time().now += 60_000
  await expect.poll(() => hoursOf(TODAY), { timeout: 10_000 }).toEqual(ran ? RUNS : [])
  await goesOn(before)
  await expect.poll(booked).toEqual(isBooked ? BOOKED : [])
})

// Within seconds, while it still counts as what a page was at.
test.for([
  ['its hours', 'PUT', 1],
  ['the going on of what ran', 'POST', 1],
  ['the start of that', 'PUT', 2],
  ['the end of what it was', 'DELETE', 1],
] as const)('left before its hours, and again before %s, a booking is done by the page after', async ([, method, nth], { page, expected }) => {
  // The page that does the rest asks too, untouched as it is.
  expected.push(/beforeunload/)
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  /** The requests that are not sent. */
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
})

/** The same, and leaves for a page that is none of ours. */
async function leaveAt(page: Page, method: string, nth: number) {
  await bookUntil(page, method, nth)
  await page.goto(url('/icon.svg'))
  await page.unrouteAll()
}

test('the rest of a booking is done by whatever page comes next', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  const before = await running()
  await open(page)
  await leaveAt(page, 'PUT', 2)
  await goTo(page, url('/departamentos'))
  await toast(page, messages.restBooked)
  await goesOn(before)
  expect(await booked()).toEqual(BOOKED)
})

// Whichever of them the page shows by then.
test.for([
  ['the beginning', 'POST', 1],
  ['the going on of what ran', 'POST', 2],
  ['the end of what it was', 'DELETE', 1],
] as const)('what is stopped while a booking waits for %s ends when it was stopped', async ([, method, nth], { page }) => {
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
  // The page's clock goes on.
  expect(await hoursOf(TODAY)).toEqual([expect.stringMatching(/^Em curso 13:07:31 14:32:\d\d /)])
  expect(await booked()).toEqual(BOOKED)
})

test('what is stopped while a booking cannot go on ends once it is through', async ({ page, expected }) => {
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
  // The page's clock goes on.
  expect(await hoursOf(TODAY)).toEqual([expect.stringMatching(/^Em curso 13:07:31 14:32:\d\d /)])
  expect(await booked()).toEqual(BOOKED)
})

test('what a booking began is put in its place, though somebody took it for a time of its own and ended it', async ({ page }) => {
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

test('what was stopped elsewhere between two steps of a booking does not begin again, and counts once', async ({ page }) => {
  await enter('Em curso', TODAY, BEGAN, null)
  await open(page)
  await leaveAt(page, 'DELETE', 1)
  await stop('14:30:00')
  await open(page)
  await toast(page, messages.restBooked)
  expect(await running()).toBeNull()
  expect(await hoursOf(TODAY)).toEqual(['Em curso 13:07:31 14:30:00 01:22:29'])
})

test('what a booking ended does not go on where its person began something since', async ({ page }) => {
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

// It reaches the server after its page was left, and the next one has looked.
test.for([
  ['the end of what runs', 'PUT', true],
  ['the beginning', 'POST', true],
  ['the beginning, where nothing ran', 'POST', false],
] as const)('waits for a request on its way: %s', async ([, method, ran], { page }) => {
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

test('a beginning whose answer was lost is known however late the end before it was answered', async ({ page, expected }) => {
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

test('two windows book one after the other', async ({ page }) => {
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
  // It asks for nothing before its turn.
  await other.locator('[data-cell][aria-busy]').waitFor()
  free.resolve()
  await toast(page, 'Lançado das 14:30 às 15:15.')
  await toast(other, 'Lançado das 08:00 às 08:30.')
  await other.close()
  await goesOn(before)
})

test('signing out asks before what is left of a booking is lost', async ({ page, expected }) => {
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

test('after an hour a booking’s person is told to look, and nothing is changed', async ({ page }) => {
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

test('left after its hours were stored, a booking takes nothing that was begun since', async ({ page }) => {
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

test('a booking is no other’s, whatever a form beside it still waits for', async ({ page }) => {
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
  // Whoever saves is held back for a while.
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

test('a booking whose hours had no answer, and are stored, is booked', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/)
  await open(page)
  await loseAnswer(page, '**/api/track')
  await book(page)
  await toast(page, 'Lançado das 14:30 às 15:15.')
  expect(await booked()).toEqual(BOOKED)
})

test('what was begun and could not be taken back is booked once the server answers', async ({ page, expected }) => {
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
