// Calendário in a real browser on the real API: its views, its address, its filter, paper and file.
import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { eq, sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { z } from 'zod'
import { appointments, users } from '../../server/api/db/schema.ts'
import { CalendarEvent } from '../../shared/features/calendar.ts'
import { addDays, atWall, dayBr, wallDay } from '../../shared/clock.ts'
import { axe, goTo, still, testInOne as test } from '../support/browser.ts'
import { house, toast } from '../support/house.ts'

const { call, db, signIn, time, url } = house()

/** Years in which the demo company does nothing: these appointments are all there is. */
beforeAll(() => {
  // What the browser takes the server's time to be, it reads from the Date of each answer.
  time().now = Date.now()
})
beforeEach(async () => {
  await db()
    .delete(appointments)
    .where(sql`${appointments.startsAt} >= '2031-01-01'`)
})

const ME = 1
let names: Map<number, string>
beforeAll(async () => {
  names = new Map((await db().select({ id: users.id, name: users.name }).from(users)).map(({ id, name }) => [id, name]))
})
const nameOf = (user: number, activity = 'Visita técnica') => `${names.get(user)} - ${activity}`

/** Appointments 'YYYY-MM-DD HH:MM' to the same; each of a person's own. */
const add = (...rows: { from: string; to: string; user?: number; activity?: number }[]) =>
  db()
    .insert(appointments)
    .values(rows.map(({ from, to, user = 2, activity = 1 }) => ({ userId: user, activityId: activity, startsAt: `${from}:00`, endsAt: `${to}:00` })))
    .returning({ id: appointments.id })

/** Forty on one day: eight of each of five hours. */
const forty = (day: string) =>
  add(
    ...Array.from({ length: 40 }, (_, index) => {
      const hour = String(8 + (index % 5)).padStart(2, '0')
      return { from: `${day} ${hour}:00`, to: `${day} ${Number(hour) + 3}:00`, user: 2 + (index % 20) }
    }),
  )

/** The place of a day, by its long name. */
const dayCell = (page: Page, day: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: day, exact: true }) })
const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
const view = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })
const period = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const search = (page: Page) => new URL(page.url()).search

describe('the views', () => {
  test('begin with this month, and name what they show', async ({ page }) => {
    await signIn(page, '/calendario')
    expect(await page.title()).toBe('Calendário · csnoteweb')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Calendário')
    expect(await view(page, 'Mês').isChecked()).toBe(true)
    expect(await page.getByRole('radio').count()).toBe(5)
    const today = await page.locator('[aria-current=date]').getAttribute('aria-label')
    expect(today).toContain(`, ${Number(wallDay(Date.now()).slice(8))} de `)

    await goTo(page, url('/calendario?visao=semana&data=2031-12-31'))
    await period(page, '28 de dezembro de 2031 – 3 de janeiro de 2032')
    await goTo(page, url('/calendario?visao=4dias&data=2031-03-31'))
    await period(page, '31 de março – 3 de abril de 2031')
    await goTo(page, url('/calendario?visao=dia&data=2031-03-31'))
    await period(page, 'segunda-feira, 31 de março de 2031')
    await goTo(page, url('/calendario?data=2031-03-31'))
    await period(page, 'março de 2031')
  })

  test('draw an hour as an hour, and several days as a bar over each of their weeks', async ({ page }) => {
    await add({ from: '2031-03-04 08:30', to: '2031-03-04 10:00' }, { from: '2031-03-06 08:00', to: '2031-03-18 18:00', user: 3, activity: 2 })
    await signIn(page, '/calendario?data=2031-03-01')
    const short = dayCell(page, 'terça-feira, 4 de março de 2031').getByRole('button', { name: `08:30 ${nameOf(2)}` })
    expect(await short.getAttribute('title')).toBe(`${nameOf(2)}, 04/03/2031 08:30 a 10:00`)
    const bars = page.getByRole('button', { name: nameOf(3, 'Implantação SySGrão') })
    expect(await bars.count()).toBe(3)
    const cell = await boxOf(dayCell(page, 'quinta-feira, 6 de março de 2031'))
    const days = await Promise.all([0, 1, 2].map(async (week) => Math.round((await boxOf(bars.nth(week))).width / cell.width)))
    expect(days).toEqual([3, 7, 3])
    expect(Math.abs((await boxOf(bars.nth(0))).x - cell.x)).toBeLessThan(4)
    expect((await boxOf(bars.nth(0))).height).toBe(24)
  })

  test('keep what crosses midnight, a month and a year on both of its sides', async ({ page }) => {
    await add({ from: '2031-12-31 22:00', to: '2032-01-01 02:00' })
    const event = page.getByRole('button', { name: nameOf(2) })
    for (const month of ['2031-12-01', '2032-01-01']) {
      await signIn(page, `/calendario?data=${month}`)
      const bar = dayCell(page, 'quarta-feira, 31 de dezembro de 2031').getByRole('button', { name: `22:00 ${nameOf(2)}` })
      const cell = await boxOf(dayCell(page, 'quinta-feira, 1 de janeiro de 2032'))
      expect(Math.round((await boxOf(bar)).width / cell.width)).toBe(2)
      expect(await event.count()).toBe(1)
    }
    for (const visao of ['semana', '4dias']) {
      await goTo(page, url(`/calendario?visao=${visao}&data=2031-12-31`))
      const [eve, first] = [dayCell(page, 'quarta-feira, 31 de dezembro de 2031'), dayCell(page, 'quinta-feira, 1 de janeiro de 2032')]
      const [evening, night] = [
        eve.getByRole('button', { name: `22:00 ${nameOf(2)}` }),
        first.getByRole('button', { name: `até 02:00 ${nameOf(2)}` }),
      ]
      await night.waitFor()
      expect(await event.count()).toBe(2)
      // Two hours either side, the evening's at the end of its day, the night's at the beginning.
      expect(Math.abs((await boxOf(evening)).height - (await boxOf(night)).height)).toBeLessThan(2)
      expect((await boxOf(night)).y).toBeLessThan((await boxOf(evening)).y)
      expect((await boxOf(evening)).y + (await boxOf(evening)).height).toBeCloseTo((await boxOf(eve)).y + (await boxOf(eve)).height, -1)
    }
    await goTo(page, url('/calendario?visao=dia&data=2032-01-01'))
    await page.getByRole('button', { name: `até 02:00 ${nameOf(2)}` }).waitFor()
    await goTo(page, url('/calendario?visao=dia&data=2031-12-31'))
    await page.getByRole('button', { name: `22:00 – 02:00 ${nameOf(2)}` }).waitFor()
  })

  test('do not show on a day what ended as it began', async ({ page }) => {
    await add({ from: '2031-05-06 20:00', to: '2031-05-07 00:00' }, { from: '2031-05-05 00:00', to: '2031-05-06 00:00', user: 3 })
    await signIn(page, '/calendario?visao=dia&data=2031-05-07')
    await page.getByText('Nenhum compromisso neste período.').waitFor()
    await goTo(page, url('/calendario?visao=semana&data=2031-05-07'))
    expect(await page.getByRole('button', { name: nameOf(2) }).count()).toBe(1)
    await dayCell(page, 'segunda-feira, 5 de maio de 2031')
      .getByRole('button', { name: nameOf(3), exact: true })
      .waitFor()
    expect(await page.getByRole('button', { name: nameOf(3) }).count()).toBe(1)
  })

  test('put hours where they are, as long as they last, side by side where they overlap', async ({ page }) => {
    await add(
      { from: '2031-06-10 08:00', to: '2031-06-10 12:00' },
      { from: '2031-06-10 09:00', to: '2031-06-10 10:00', user: 3 },
      { from: '2031-06-10 14:00', to: '2031-06-10 14:00', user: 4 },
    )
    await signIn(page, '/calendario?visao=dia&data=2031-06-10')
    const box = (user: number) => boxOf(page.getByRole('button', { name: nameOf(user) }))
    const [long, short, moment] = [await box(2), await box(3), await box(4)]
    const hour = short.y - long.y
    expect(long.height / hour).toBeCloseTo(4, 1)
    expect(short.height / hour).toBeCloseTo(1, 1)
    expect((moment.y - long.y) / hour).toBeCloseTo(6, 1)
    expect(moment.height).toBeGreaterThanOrEqual(23)
    expect(short.x).toBeGreaterThanOrEqual(long.x + long.width)
    expect(moment.width).toBeGreaterThan(long.width)
  })

  test('look alike whatever the zone of the browser, also in an hour that it does not have', async ({ open }) => {
    await add({ from: '2031-03-09 02:00', to: '2031-03-09 03:30' }, { from: '2031-03-09 23:30', to: '2031-03-10 00:30', user: 3 })
    const seen: unknown[] = []
    for (const timezoneId of ['America/Cuiaba', 'America/New_York', 'Asia/Tokyo']) {
      const page = await open({ timezoneId })
      for (const visao of ['mes', 'semana', 'dia']) {
        await signIn(page, `/calendario?visao=${visao}&data=2031-03-09`)
        await page
          .getByRole('button', { name: nameOf(3) })
          .first()
          .waitFor()
        const events = page.getByRole('button', { name: / - Visita técnica/ })
        seen.push([visao, await Promise.all((await events.all()).map(async (event) => [await event.textContent(), await boxOf(event)]))])
      }
    }
    expect(seen.slice(0, 3)).toEqual(seen.slice(3, 6))
    expect(seen.slice(0, 3)).toEqual(seen.slice(6, 9))
  })
})

describe('much in one day', () => {
  test('is counted in the month and in the week, and all there in the day', async ({ page }) => {
    await forty('2031-09-10')
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, '/calendario?data=2031-09-01')
    const events = page.getByRole('button', { name: / - Visita técnica/ })
    const more = page.getByRole('button', { name: /^mais \d+ em quarta-feira, 10 de setembro de 2031$/ })
    await expect.poll(() => events.count()).toBe(4)
    await expect.poll(() => more.textContent()).toContain('mais 36 ')
    const cell = await boxOf(dayCell(page, 'quarta-feira, 10 de setembro de 2031'))
    for (const event of [...(await events.all()), more]) {
      const box = await boxOf(event)
      expect(box.y + box.height).toBeLessThanOrEqual(cell.y + cell.height)
    }
    await more.click()
    await period(page, 'quarta-feira, 10 de setembro de 2031')
    await expect.poll(() => events.count()).toBe(40)
    expect(search(page)).toBe('?data=2031-09-10&visao=dia')
    for (const event of await events.all()) expect((await boxOf(event)).width).toBeGreaterThan(140)
    await page.goBack()
    await period(page, 'setembro de 2031')

    for (const name of ['Sêmana', '4 dias']) {
      await goTo(page, url('/calendario?data=2031-09-10'))
      await view(page, name).click({ force: true })
      await page.getByText('setembro de 2031', { exact: true }).first().waitFor({ state: 'detached' })
      // As soon as its width is known.
      const counted = async () => (await more.textContent())?.includes(`mais ${40 - (await events.count())} `)
      await expect.poll(counted).toBe(true)
      for (const event of await events.all()) expect((await boxOf(event)).width).toBeGreaterThan(40)
      await more.click()
      await expect.poll(() => events.count()).toBe(40)
    }
  })
})

describe('the address', () => {
  test('says the view and the day; what it does not know is this month', async ({ page }) => {
    await signIn(page, '/calendario?visao=ano&data=2031-02-30&dataInicio=ontem&users=x')
    expect(await view(page, 'Mês').isChecked()).toBe(true)
    await page.locator('[aria-current=date]').waitFor()
    expect(await page.getByRole('button', { name: /^Filtrar/ }).textContent()).toBe('Filtrar')
  })

  test('steps through the browser’s history', async ({ page }) => {
    await signIn(page, '/calendario?data=2031-01-15')
    await page.getByRole('button', { name: 'Próximo' }).click()
    await period(page, 'fevereiro de 2031')
    await view(page, 'Dia').click({ force: true })
    await period(page, 'sábado, 1 de fevereiro de 2031')
    await page.getByRole('button', { name: 'Anterior' }).click()
    await period(page, 'sexta-feira, 31 de janeiro de 2031')
    expect(search(page)).toBe('?data=2031-01-31&visao=dia')
    await goTo(page)
    await period(page, 'sexta-feira, 31 de janeiro de 2031')
    await page.goBack()
    await page.goBack()
    await period(page, 'fevereiro de 2031')
    await page.goBack()
    await period(page, 'janeiro de 2031')
    await page.goForward()
    await period(page, 'fevereiro de 2031')
    await page.getByRole('button', { name: 'segunda-feira, 3 de fevereiro de 2031' }).click()
    await period(page, 'segunda-feira, 3 de fevereiro de 2031')
    await page.getByRole('button', { name: 'Hoje' }).click()
    expect(search(page)).toBe('?visao=dia')
  })

  test('follows the keys, but not those of a form or of a shortcut', async ({ page }) => {
    await signIn(page, '/calendario?data=2031-01-15')
    for (const [key, name] of [
      ['d', 'Dia'],
      ['s', 'Sêmana'],
      ['4', '4 dias'],
      ['m', 'Mês'],
    ] as const) {
      await page.keyboard.press(key)
      await view(page, name).and(page.locator(':checked')).waitFor({ state: 'attached' })
    }
    await page.keyboard.press('ArrowRight')
    await period(page, 'fevereiro de 2031')
    await page.keyboard.press('ArrowLeft')
    await period(page, 'janeiro de 2031')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('combobox', { name: 'Colaboradores' }).waitFor()
    await page.keyboard.type('ds')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(search(page)).toContain('visao=mes')
    await page.keyboard.press('t')
    await expect.poll(() => search(page)).toBe('?visao=mes')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL('**/departamentos')
    await page.goBack()
    await page.waitForURL('**/calendario?visao=mes')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/home')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL('**/calendario')
  })
})

describe('an appointment', () => {
  test('opens by Enter, says what it is about, and gives the focus back', async ({ page }) => {
    await add({ from: '2031-04-02 08:05', to: '2031-04-03 17:30', activity: 7 })
    await signIn(page, '/calendario?data=2031-04-01')
    const event = page.getByRole('button', { name: nameOf(2, 'Reunião') })
    await event.focus()
    await page.keyboard.press('Enter')
    const popup = page.getByRole('dialog', { name: nameOf(2, 'Reunião') })
    await popup.getByText('08:05', { exact: true }).waitFor()
    expect(await popup.getByRole('term').allTextContents()).toEqual([
      'Cliente',
      'Atividade',
      'Deslocamento',
      'Região',
      'Data início',
      'Hora início',
      'Data fim',
      'Hora fim',
    ])
    expect(await popup.getByRole('definition').allTextContents()).toEqual(['—', 'Reunião', '—', '—', '02/04/2031', '08:05', '03/04/2031', '17:30'])
    await popup.getByRole('button', { name: 'Estornar' }).click()
    await page.getByLabel('Motivo').waitFor()
    // Nothing was typed.
    await page.keyboard.press('Escape')
    await page.getByLabel('Motivo').waitFor({ state: 'detached' })
    await expect.poll(() => event.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('that was reversed meanwhile is said to be gone', async ({ page, expected }) => {
    expected.push(/404/)
    const [one] = await add({ from: '2031-04-02 08:00', to: '2031-04-02 09:00' })
    await signIn(page, '/calendario?data=2031-04-01')
    await db()
      .update(appointments)
      .set({ status: 'I', reversalReason: 'Engano' })
      .where(eq(appointments.id, one?.id ?? 0))
    await page.getByRole('button', { name: nameOf(2) }).click()
    await page.getByRole('dialog').getByText('Registro não encontrado.').waitFor()
  })
})

describe('the filter', () => {
  test('narrows, counts itself, lives in the address, and can be taken back', async ({ page }) => {
    await add(
      { from: '2031-07-08 08:00', to: '2031-07-08 09:00', user: 2 },
      { from: '2031-07-08 08:00', to: '2031-07-08 09:00', user: 3 },
      { from: '2031-07-20 08:00', to: '2031-07-20 09:00', user: 2 },
    )
    await signIn(page, '/calendario?data=2031-07-01')
    const events = page.getByRole('button', { name: / - Visita técnica/ })
    await expect.poll(() => events.count()).toBe(3)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    for (const label of ['Colaboradores', 'Atividades', 'Veículos', 'Departamentos']) await dialog.getByRole('combobox', { name: label }).waitFor()
    await dialog.getByText('Se vazio, o filtro padrão é de 90 dias para trás.').waitFor()
    await page.getByRole('combobox', { name: 'Colaboradores' }).fill(names.get(2) ?? '')
    await page.getByRole('option', { name: names.get(2) ?? '' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Data inicial').fill('10/07/2031')
    await page.getByLabel('Data final').fill('09/07/2031')
    await page.getByLabel('Data final').press('Tab')
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await dialog.getByText('Data final não pode ser menor que data inicial.').waitFor()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await page.getByLabel('Data final').fill('31/07/2031')
    await page.getByLabel('Data final').press('Tab')
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await dialog.waitFor({ state: 'detached' })
    // Whose it is, the filter says.
    await page.getByRole('button', { name: '08:00 Visita técnica', exact: true }).waitFor()
    expect(await events.count()).toBe(0)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      data: '2031-07-01',
      users: '2',
      dataInicio: '2031-07-10',
      dataFim: '2031-07-31',
    })
    expect(await page.getByRole('button', { name: /^Filtrar 3$/ }).count()).toBe(1)
    await page.getByText('Antes de 10/07/2031 o filtro não mostra nada.').waitFor()
    await page.getByText('Depois de 31/07/2031 o filtro não mostra nada.').waitFor()
    await page.getByTitle('Tirar o filtro De: 10/07/2031').click()
    await expect.poll(() => page.getByRole('button', { name: '08:00 Visita técnica', exact: true }).count()).toBe(2)
    await page.getByTitle(`Tirar o filtro Colaboradores: ${names.get(2)}`).click()
    await expect.poll(() => events.count()).toBe(3)
    await page.getByTitle('Tirar o filtro Até: 31/07/2031').click()
    expect(search(page)).toBe('?data=2031-07-01')
  })

  test('says what its 90 days leave out, with the way out', async ({ page }) => {
    const since = addDays(wallDay(Date.now()), -90)
    await db().insert(appointments).values({ userId: 2, activityId: 1, startsAt: '2019-03-05T08:00:00', endsAt: '2019-03-05T09:00:00' })
    await signIn(page, '/calendario?data=2019-03-01')
    await page.getByText(`Antes de ${dayBr(since)} o filtro padrão de 90 dias não mostra nada.`).waitFor()
    expect(await page.getByRole('button', { name: nameOf(2) }).count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'Filtrar' }).last().click()
    await page.getByLabel('Data inicial').fill('01/01/2019')
    await page.getByLabel('Data inicial').press('Tab')
    await page.getByRole('dialog').getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('button', { name: nameOf(2) }).waitFor()
    expect(await page.getByText('não mostra nada').count()).toBe(0)
  })
})

test('the palette has those whose names begin so before those that have it somewhere', async ({ page }) => {
  await signIn(page, '/home')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Buscar ou ir para…').fill('ana')
  await page.getByRole('option', { name: 'Planalto' }).first().waitFor()
  // Each register comes by itself.
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Ana Beatriz Nogueira')
})

test('the palette leads to a colleague’s day, also for whoever may not list people', async ({ page }) => {
  await signIn(page, '/home', 'equipe')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Buscar ou ir para…').fill('cavalcanti')
  const found = page.getByRole('group', { name: 'Onde está' }).getByRole('option', { name: 'Bruno Cavalcanti' })
  await found.waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Colaboradores: Bruno Cavalcanti').waitFor()
  expect(await view(page, 'Dia').isChecked()).toBe(true)
})

test('brings its first days along, and asks for the others', async ({ page }) => {
  await add({ from: '2031-04-02 08:00', to: '2031-04-02 09:00' })
  await signIn(page, '/home')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/dash/calendarioOndeEstou')) asked.push(request.postDataJSON().dataInicio)
  })
  await goTo(page, url('/calendario?data=2031-04-01'))
  expect(await (await page.request.get(page.url())).text()).toContain(`>${nameOf(2)}`)
  await page.getByRole('button', { name: nameOf(2) }).waitFor()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Próximo' }).click()
  await expect.poll(() => asked).toEqual(['2031-04-27'])
})

test('says that the database does not answer, and asks again', async ({ page, expected }) => {
  expected.push(/500/)
  await add({ from: '2031-04-02 08:00', to: '2031-04-02 09:00' })
  await page.route('**/api/dash/calendarioOndeEstou', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  // What the page shows first came with it.
  await signIn(page, '/calendario?data=2031-03-01')
  await page.getByRole('button', { name: 'Próximo' }).click()
  await page.getByText('Falha ao comunicar com o banco de dados!').waitFor()
  await page.unroute('**/api/dash/calendarioOndeEstou')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByRole('button', { name: nameOf(2) }).waitFor()
})

test('says that the filter’s lists did not come, and asks for them again', async ({ page, expected }) => {
  expected.push(/500/)
  await page.route('**/api/dash/calendarioOndeEstou', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await signIn(page, '/calendario')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('dialog').getByText('Falha ao comunicar com o banco de dados!').waitFor()
  await page.unroute('**/api/dash/calendarioOndeEstou')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByRole('combobox', { name: 'Colaboradores' }).click()
  await page.getByRole('option', { name: names.get(2) ?? '' }).waitFor()
})

describe('on paper', () => {
  test.for(['mes', 'semana', '4dias', 'dia'])('%s lies, without the frame, with all forty of a day', async (visao, { open }) => {
    await forty('2031-09-10')
    const page = await open({ viewport: { width: 1920, height: 1400 } })
    await signIn(page, `/calendario?visao=${visao}&data=2031-09-10&atividade=1`)
    const events = page.getByRole('button', { name: / - Visita técnica/ })
    await events.first().waitFor()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2)
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])
    await page.emulateMedia({ media: 'print' })
    // Paper does not wait: it is drawn as the event leaves the page.
    const onPaper = await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      const buttons = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility())
      return {
        events: buttons.filter(({ title }) => title.includes(' - Visita técnica')).length,
        more: buttons.some(({ innerText }) => innerText.startsWith('mais')),
      }
    })
    expect(onPaper).toEqual({ events: 40, more: false })
    expect(await page.getByRole('heading', { name: 'Calendário' }).isVisible()).toBe(true)
    expect(await page.getByText('Atividades: Visita técnica').isVisible()).toBe(true)
    expect(await page.getByText(/^Impresso em \d\d\/\d\d\/\d{4} \d\d:\d\d$/).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Hoje' }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Abrir menu' }).isVisible()).toBe(false)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  })
})

test('saves one’s own appointments as a file that calendars read', async ({ page }) => {
  await add(
    { from: '2031-04-02 08:05', to: '2031-04-03 17:30', user: ME },
    { from: '2031-12-31 22:00', to: '2032-01-01 02:00', user: ME, activity: 7 },
    { from: '2031-04-02 08:05', to: '2031-04-03 17:30', user: 2 },
  )
  await signIn(page, '/calendario')
  const save = async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Baixar minha agenda (.ics)' }).click()])
    expect(file.suggestedFilename()).toBe('minha-agenda.ics')
    const text = await readFile(await file.path(), 'utf8')
    return new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  }
  const events = await save()
  const mine = z.array(CalendarEvent).parse((await call('supervisor', 'POST', '/dash/calendarioOndeEstou', { users: [ME] })).body)
  expect(mine.length).toBeGreaterThan(2)
  expect(events.map(({ summary, startDate, endDate }) => [summary, startDate.toJSDate().getTime(), endDate.toJSDate().getTime()])).toEqual(
    mine.map(({ name, start, end }) => [name, atWall(start), atWall(end)]),
  )
  expect((await save()).map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid))
})

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  test('the month counts, and lists the chosen day', async ({ open }) => {
    await forty('2031-09-10')
    await add({ from: '2031-09-11 08:00', to: '2031-09-11 09:00' })
    const page = await open(phone)
    await signIn(page, '/calendario?data=2031-09-01')
    await page.getByRole('button', { name: 'quarta-feira, 10 de setembro de 2031, 40 compromissos' }).tap()
    const events = page.getByRole('button', { name: / - Visita técnica/ })
    await expect.poll(() => events.count()).toBe(40)
    await page.getByRole('button', { name: 'quinta-feira, 11 de setembro de 2031, 1 compromisso' }).tap()
    await expect.poll(() => events.count()).toBe(1)
    expect(search(page)).toBe('?data=2031-09-11')
    await events.tap()
    await page.getByRole('dialog').getByText('11/09/2031').first().waitFor()
  })

  test.for(['mes', 'semana', '4dias', 'dia'])('%s fits, and fingers do', async (visao, { open }) => {
    await forty('2031-09-10')
    const page = await open(phone)
    await signIn(page, `/calendario?visao=${visao}&data=2031-09-10`)
    await page
      .getByRole('button', { name: / - Visita técnica/ })
      .first()
      .waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const target of await page.getByRole('main').getByRole('button').all()) expect((await boxOf(target)).height).toBeGreaterThanOrEqual(44)
    expect(await axe(page)).toEqual([])
  })
})

test('is not for whoever has no menu for it', async ({ page, expected }) => {
  expected.push(/403/)
  await signIn(page, '/calendario', 'painel')
  await page.waitForURL((at) => at.pathname !== '/calendario')
  expect((await call('painel', 'POST', '/dash/calendarioOndeEstou', {})).status).toBe(403)
})

test.for(['mes', 'semana', '4dias', 'dia'])('%s has nothing that axe finds wrong', async (visao, { page }) => {
  await forty('2031-09-10')
  await add({ from: '2031-09-08 08:00', to: '2031-09-17 18:00', user: 3, activity: 2 })
  await still(page)
  await signIn(page, `/calendario?visao=${visao}&data=2031-09-10&atividade=1&atividade=2`)
  await page
    .getByRole('button', { name: / - Visita técnica/ })
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
})

test('has nothing that axe finds wrong in what it opens', async ({ page }) => {
  await add({ from: '2031-09-10 08:00', to: '2031-09-10 18:00' })
  await still(page)
  await signIn(page, '/calendario?visao=dia&data=2031-09-10&atividade=1&atividade=2')
  await page
    .getByRole('button', { name: / - Visita técnica/ })
    .first()
    .click()
  await page.getByText('Hora fim').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Filtrar/ }).click()
  await page.getByLabel('Data final').waitFor()
  expect(await axe(page)).toEqual([])
})
