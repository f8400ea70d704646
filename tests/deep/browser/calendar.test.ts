// Tests Calendário in a real browser: time zones, crowded days, printing, files, phones and accessibility.
import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { z } from 'zod'
import { appointments } from '../../../server/api/db/schema.ts'
import { CalendarEvent } from '../../../shared/features/calendar.ts'
import { addDays, atWall, dayBr, wallDay } from '../../../shared/clock.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { NOW } from '../../support/api.ts'
import { names, nameOf, dayCell, boxOf, view, period, search, calendarScreen } from '../../support/calendar-screen.ts'

const { call, db, signIn, url, add } = calendarScreen()

const ME = 1
/** Stores forty appointments on one day, eight per hour. */
const forty = (day: string) =>
  add(
    ...Array.from({ length: 40 }, (_, index) => {
      const hour = String(8 + (index % 5)).padStart(2, '0')
      return { from: `${day} ${hour}:00`, to: `${day} ${Number(hour) + 3}:00`, user: 2 + (index % 20) }
    }),
  )

describe('the calendar views', () => {
  test('an appointment that ends at midnight is not shown on the following day', async ({ page }) => {
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

  test('the views show the same hours in every time zone of the browser, even at an hour that the zone skips', async ({ open }) => {
    await add({ from: '2031-03-09 02:00', to: '2031-03-09 03:30' }, { from: '2031-03-09 23:30', to: '2031-03-10 00:30', user: 3 })
    const seen: unknown[] = []
    for (const timezoneId of ['America/Cuiaba', 'America/New_York', 'Asia/Tokyo']) {
      const page = await open({ timezoneId })
      for (const visao of ['mes', 'semana']) {
        await signIn(page, `/calendario?visao=${visao}&data=2031-03-09`)
        await page
          .getByRole('button', { name: nameOf(3) })
          .first()
          .waitFor()
        const events = page.getByRole('button', { name: / - Visita técnica/ })
        seen.push([visao, await Promise.all((await events.all()).map(async (event) => [await event.textContent(), await boxOf(event)]))])
      }
    }
    expect(seen.slice(0, 2)).toEqual(seen.slice(2, 4))
    expect(seen.slice(0, 2)).toEqual(seen.slice(4, 6))
  })
})

describe('forty appointments on one day', () => {
  test('the month and the week show how many appointments do not fit, and the day shows all of them', async ({ page }) => {
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
      // The count appears only when the width of the column is known, so the test polls for it.
      const counted = async () => (await more.textContent())?.includes(`mais ${40 - (await events.count())} `)
      await expect.poll(counted).toBe(true)
      for (const event of await events.all()) expect((await boxOf(event)).width).toBeGreaterThan(40)
      await more.click()
      await expect.poll(() => events.count()).toBe(40)
    }
  })
})

describe('an appointment in the calendar', () => {
  test('if another person has reversed an appointment in the meantime, opening it shows the message that it no longer exists', async ({
    page,
    expected,
  }) => {
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

describe('the filter of the calendar', () => {
  test('before the limit of 90 days, the page explains why it is empty and has a button that opens the filter', async ({ page }) => {
    const since = addDays(wallDay(NOW), -90)
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

test('the palette lists names that begin with the typed words before names that contain them', async ({ page }) => {
  await signIn(page, '/home')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Buscar ou ir para…').fill('ana')
  await page.getByRole('option', { name: 'Planalto' }).first().waitFor()
  // The records of each register arrive separately, so the test polls for the order.
  await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Ana Beatriz Nogueira')
})

test('if the options of the filter do not load, the filter shows an error and can load them again', async ({ page, expected }) => {
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

describe('the printed calendar', () => {
  test.for(['mes', 'semana', '4dias', 'dia'])(
    'the view %s is printed in landscape, without menu and header, and with all 40 appointments',
    async (visao, { open }) => {
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
      // Everything is read synchronously. Printing does not wait either, so the page must be complete when the event returns.
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
    },
  )
})

test('the person’s own appointments can be downloaded as a file that calendar programs can read', async ({ page }) => {
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
  const mine = z.array(CalendarEvent).parse((await call('supervisor', 'POST', '/dash/calendarioOndeEstou', { users: [ME], estornados: true })).body)
  expect(mine.length).toBeGreaterThan(2)
  expect(events.map(({ summary, startDate, endDate }) => [summary, startDate.toJSDate().getTime(), endDate.toJSDate().getTime()])).toEqual(
    mine.map(({ name, start, end }) => [name, atWall(start), atWall(end)]),
  )
  expect((await save()).map(({ uid }) => uid)).toEqual(events.map(({ uid }) => uid))
})

describe('the calendar on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }

  test('the month shows the number of appointments per day, and lists the appointments of the chosen day', async ({ open }) => {
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

  test.for(['mes', 'semana', '4dias', 'dia'])('the view %s fits on the screen, and its touch targets are large enough', async (visao, { open }) => {
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

test.for(['mes', 'semana', '4dias', 'dia'])('axe finds no violation in the view %s', async (visao, { page }) => {
  await forty('2031-09-10')
  await add({ from: '2031-09-08 08:00', to: '2031-09-17 18:00', user: 3, activity: 2 })
  await reduceMotion(page)
  await signIn(page, `/calendario?visao=${visao}&data=2031-09-10&atividade=1&atividade=2`)
  await page
    .getByRole('button', { name: / - Visita técnica/ })
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])
})

test('axe finds no violation in the popup of an event and in the filter, in the day view', async ({ page }) => {
  await add({ from: '2031-09-10 08:00', to: '2031-09-10 18:00' })
  await reduceMotion(page)
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

test('if a period does not load, the calendar shows an error and can load the period again', async ({ page, expected }) => {
  expected.push(/500/)
  await add({ from: '2031-04-02 08:00', to: '2031-04-02 09:00' })
  await page.route('**/api/dash/calendarioOndeEstou', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  // The first period came with the page, so only the next one can fail to load.
  await signIn(page, '/calendario?data=2031-03-01')
  await page.getByRole('button', { name: 'Próximo' }).click()
  await page.getByText('Falha ao comunicar com o banco de dados!').waitFor()
  await page.unroute('**/api/dash/calendarioOndeEstou')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByRole('button', { name: nameOf(2) }).waitFor()
})

test('a person without the menu Calendário cannot open the calendar', async ({ page, expected }) => {
  expected.push(/403/)
  await signIn(page, '/calendario', 'painel')
  await page.waitForURL((at) => at.pathname !== '/calendario')
  expect((await call('painel', 'POST', '/dash/calendarioOndeEstou', {})).status).toBe(403)
})
