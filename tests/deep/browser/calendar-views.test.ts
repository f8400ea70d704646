// Tests Calendário in a real browser: crowded views, small screens, printing, and the line that marks the current time.
import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { appointments, clients } from '../../../server/api/db/schema.ts'
import { atWall } from '../../../shared/clock.ts'
import { axe } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { VISIT, INSTALLATION, staff, nameOf, boxOf, row, cell, MARCH, calendarViewsScreen } from '../../support/calendar-views-screen.ts'
import { NOW } from '../../support/api.ts'

const { db, signIn, time, url, add } = calendarViewsScreen()

describe('the team view', () => {
  test('the team view shows six appointments of a person on one day below each other, without cutting any off', async ({ page }) => {
    await add(...[8, 9, 10, 13, 15, 16].map((hour) => ({ from: `2031-03-04 ${String(hour).padStart(2, '0')}:00`, to: `2031-03-04 ${hour + 1}:00` })))
    await signIn(page, MARCH)
    const place = cell(page, 2, '2031-03-04')
    const boxes = await Promise.all((await place.getByRole('button').all()).map(boxOf))
    expect(boxes).toHaveLength(6)
    const whole = await boxOf(place)
    boxes.forEach((box, index) => expect(box.y).toBeGreaterThanOrEqual(index ? (boxes[index - 1]?.y ?? 0) + box.height : whole.y))
    expect((boxes[5]?.y ?? 0) + (boxes[5]?.height ?? 0)).toBeLessThanOrEqual(whole.y + whole.height)
    expect(await axe(page)).toEqual([])
  })

  test('with 200 people, the names and days stay in view while scrolling, and today is marked', async ({ page }) => {
    const crowd = Array.from({ length: 200 }, (_, index) => ({
      ID: 10_000 + index,
      NOMECOMPLETOUSUARIO: `Colaborador ${String(index).padStart(3, '0')} ` + 'de Albuquerque'.repeat(3),
    }))
    await page.route('**/api/dash/calendarioOndeEstou', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: { users: crowd, atividades: [], veiculos: [], departamentos: [] } })
        : route.fulfill({
            json: [
              { id: 1, name: `${crowd[199]?.NOMECOMPLETOUSUARIO} - ${VISIT}`, color: null, start: '2031-03-04T08:00:00', end: '2031-03-04T09:00:00' },
            ],
          }),
    )
    await page.setViewportSize({ width: 800, height: 600 })
    await signIn(page, '/calendario?data=2031-03-05')
    await page.keyboard.press('e')
    // The row already names the person, so the event's name leaves the person out.
    const last = cell(page, 10_199, '2031-03-04').getByRole('button', { name: `08:00 ${VISIT}` })
    await last.focus()
    const day = page.getByRole('columnheader', { name: 'terça-feira, 4 de março de 2031' })
    const name = page.getByRole('rowheader', { name: /Colaborador 199/ })
    await page.getByRole('group', { name: 'Compromissos por colaborador' }).evaluate((scroller) => scroller.scrollTo(9999, 9999))
    const [frame, head, who, event] = [
      await boxOf(page.getByRole('group', { name: 'Compromissos por colaborador' })),
      await boxOf(day),
      await boxOf(name),
      await boxOf(last),
    ]
    expect(Math.abs(head.y - frame.y)).toBeLessThan(2)
    expect(Math.abs(who.x - frame.x)).toBeLessThan(2)
    expect(event.y + event.height).toBeLessThanOrEqual(frame.y + frame.height)
    expect(await page.getByRole('rowheader').count()).toBe(200)

    await page.getByRole('button', { name: 'Hoje' }).click()
    await expect.poll(() => page.getByRole('columnheader').locator('[aria-current=date]').count()).toBe(1)
  })

  test('an appointment of an unknown person is shown, and the list of people can be loaded again if it did not load', async ({ page, expected }) => {
    expected.push(/500/)
    await page.route('**/api/dash/calendarioOndeEstou', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 500, json: {} })
        : route.fulfill({ json: [{ id: 1, name: 'Planejamento da sprint', color: null, start: '2031-03-04T08:00:00', end: '2031-03-04T09:00:00' }] }),
    )
    await signIn(page, '/calendario?data=2031-03-05')
    await page.keyboard.press('e')
    await row(page, '—').getByRole('button', { name: '08:00 Planejamento da sprint' }).waitFor()
    await page.unroute('**/api/dash/calendarioOndeEstou')
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(staff.length + 1)
  })

  test('the team view is printed in landscape, with no row split across pages, and with the days repeated on each page', async ({ page }) => {
    await add(...staff.map(({ ID }) => ({ from: '2031-03-04 08:00', to: '2031-03-04 12:00', user: ID })))
    await signIn(page, MARCH)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2)
    await page.emulateMedia({ media: 'print' })
    // Collects the ancestors with hidden overflow, because such an ancestor would cut off the beginning of the last sheet.
    const cutting = await page.getByRole('table').evaluate((table) => {
      const around: Element[] = []
      for (let at: Element | null = table; at; at = at.parentElement) around.push(at)
      return around.filter((one) => getComputedStyle(one).overflow !== 'visible').map(({ className }) => className)
    })
    expect(cutting).toEqual([])
    expect(
      await page
        .getByRole('button', { name: / de 2031$/ })
        .first()
        .evaluate((day) => getComputedStyle(day).color),
    ).not.toBe('rgb(255, 255, 255)')
    const [, width, height] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])
  })

  test('on a phone, the team view shows the appointments of all people on the chosen day', async ({ open }) => {
    await add({ from: '2031-03-04 08:30', to: '2031-03-04 10:00' }, { from: '2031-03-03 08:00', to: '2031-03-05 18:00', user: 3, activity: 2 })
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await signIn(page, '/calendario?visao=equipe&data=2031-03-06')
    await page.getByText(`0 de ${staff.length} com agenda`).waitFor()
    await page.getByRole('button', { name: 'terça-feira, 4 de março de 2031, 2 compromissos' }).tap()
    await page.getByText(`2 de ${staff.length} com agenda`).waitFor()
    expect(await cell(page, 2, '2031-03-04').textContent()).toBe(`08:30 – 10:00 ${VISIT}`)
    expect(await cell(page, 3, '2031-03-04').textContent()).toBe(`03/03 a 05/03 ${INSTALLATION}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    for (const target of await page.getByRole('main').getByRole('button').all()) expect((await boxOf(target)).height).toBeGreaterThanOrEqual(44)
    expect(await axe(page)).toEqual([])
  })
})

test('an appointment shows its client first, then its person and activity if there is room', async ({ page, open }) => {
  const [{ id, name } = { id: 0, name: '' }] = await db().select({ id: clients.id, name: clients.name }).from(clients).limit(1)
  await db()
    .insert(appointments)
    .values(
      ['10:00', '08:20'].map((end, index) => ({
        userId: 2 + index,
        activityId: 1,
        clientId: id,
        startsAt: '2031-03-04T08:00:00',
        endsAt: `2031-03-04T${end}:00`,
      })),
    )
  await signIn(page, '/calendario?visao=dia&data=2031-03-04')
  const long = page.getByTitle(`${nameOf(2)} - ${VISIT} · ${name}, 04/03/2031 08:00 a 10:00`)
  const isInside = async (event: Locator, text: string) => {
    const [box, where] = [await boxOf(event), await boxOf(event.getByText(text))]
    return where.x + where.width <= box.x + box.width && where.y + where.height <= box.y + box.height
  }
  const short = page.getByTitle(`${nameOf(3)} - ${VISIT}`)
  for (const event of [long, short]) expect(await isInside(event, name)).toBe(true)
  expect(await isInside(long, `${nameOf(2)} - ${VISIT}`)).toBe(true)
  expect(await isInside(short, `${nameOf(3)} - ${VISIT}`)).toBe(false)
  await long.click()
  await page.getByRole('dialog', { name: `${nameOf(2)} - ${VISIT}`, exact: true }).waitFor()

  await goTo(page, url('/calendario?visao=equipe&data=2031-03-04'))
  await cell(page, 2, '2031-03-04')
    .getByRole('button', { name: `08:00 ${name} · ${VISIT}` })
    .waitFor()
  const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await signIn(phone, '/calendario?visao=dia&data=2031-03-04')
  for (const user of [2, 3]) expect(await isInside(phone.getByTitle(`${nameOf(user)} - ${VISIT}`), name)).toBe(true)
})

test.for([1024, 390])('the name of the displayed period fits on one line at a width of %i px', async (width, { open }) => {
  const page = await open({ viewport: { width, height: 844 } })
  for (const visao of ['equipe', 'semana']) {
    await signIn(page, `/calendario?visao=${visao}&data=2031-03-31`)
    expect((await boxOf(page.getByText('31 mar. – 6 abr. 2031'))).height).toBeLessThanOrEqual(20)
  }
})

describe('simultaneous appointments of all people', () => {
  test.for(['semana', '4dias'])('appointments are readable at 1440 and 1024 px in %s', async (visao, { page }) => {
    await add(
      ...staff.flatMap(({ ID }) =>
        ['03', '04'].flatMap((day) => [
          { from: `2031-03-${day} 08:00`, to: `2031-03-${day} 12:00`, user: ID },
          { from: `2031-03-${day} 13:30`, to: `2031-03-${day} 17:30`, user: ID },
        ]),
      ),
    )
    await signIn(page, `/calendario?visao=${visao}&data=2031-03-03`)
    for (const [width, day] of [1440, 1024].flatMap((width) =>
      ['segunda-feira, 3 de março de 2031', 'terça-feira, 4 de março de 2031'].map((day) => [width, day] as const),
    )) {
      await page.setViewportSize({ width, height: 768 })
      const place = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: day, exact: true }) })
      // The layout adapts to the new width some frames later, so all facts are asked for again until they hold together.
      for (const hour of ['08:00', '13:30'])
        await expect
          .poll(async () => {
            const widthsOf = (buttons: Locator) => buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().width))
            const seen = await widthsOf(place.getByRole('button', { name: new RegExp(`^${hour} .* - ${VISIT}`) }))
            const more = await widthsOf(place.getByRole('button', { name: `mais ${staff.length - seen.length} em ${day}` }))
            return {
              isLegible: seen.length > 0 && seen.length <= 3,
              // Each is wide enough for the complete word 'Treinamento'.
              isWide: seen.every((width) => width >= 76),
              more: more.map((width) => width <= 26),
            }
          })
          .toEqual({ isLegible: true, isWide: true, more: [true, true] })
    }
  })
})

describe('a month at 1024 × 768', () => {
  test.for([
    ['2031-03', 6],
    ['2031-04', 5],
  ] as const)(
    'in %s, a month of %i weeks, timed appointments are below the bars of whole days, also in the HTML from the server',
    async ([month, weeks], { page }) => {
      await add(
        { from: `${month}-01 00:00`, to: `${month}-28 00:00`, user: 2, activity: 2 },
        { from: `${month}-01 00:00`, to: `${month}-28 00:00`, user: 3, activity: 2 },
        { from: `${month}-09 00:00`, to: `${month}-10 00:00`, user: 6, activity: 2 },
        ...[4, 5].map((user) => ({ from: `${month}-09 08:00`, to: `${month}-09 09:00`, user })),
        ...[4, 5, 6].map((user) => ({ from: `${month}-29 08:00`, to: `${month}-29 09:00`, user })),
      )
      await page.setViewportSize({ width: 1024, height: 768 })
      await signIn(page, `/calendario?data=${month}-09`)
      const events = page.getByRole('button', { name: new RegExp(` - ${VISIT}`) })
      expect(await page.getByRole('listitem').count()).toBe(weeks * 7)
      expect(await events.count()).toBe(4)
      expect(await page.getByRole('button', { name: /^mais 2 em/ }).count()).toBe(1)
      for (const event of await events.all()) {
        await event.scrollIntoViewIfNeeded()
        const [box, day] = [await boxOf(event), await boxOf(event.locator('xpath=ancestor::li'))]
        expect(box.height).toBe(24)
        expect(box.y + box.height).toBeLessThanOrEqual(day.y + day.height)
      }
      const html = await (await page.request.get(page.url())).text()
      expect(html.match(new RegExp(`title="[^"]* - ${VISIT}`, 'g'))).toHaveLength(4)
      const shifts = await page.evaluate(
        () =>
          new Promise<number>((done) => {
            new PerformanceObserver((list) => done(list.getEntries().length)).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
          }),
      )
      expect(shifts).toBe(0)
    },
  )
})

test('when the hours of the week view are scrolled, the bar of an appointment of several days keeps its position', async ({ page }) => {
  await add({ from: '2031-03-04 00:00', to: '2031-03-06 23:59' })
  await page.setViewportSize({ width: 1024, height: 600 })
  await signIn(page, '/calendario?visao=semana&data=2031-03-05')
  const bar = page.getByRole('button', { name: nameOf(2) })
  const was = await boxOf(bar)
  const hour = page.getByText('14:00', { exact: true })
  const { y } = await boxOf(hour)
  await hour.hover()
  await page.mouse.wheel(0, 200)
  await expect.poll(async () => (await boxOf(hour)).y).toBeLessThan(y - 100)
  expect(await boxOf(bar)).toEqual(was)
  // A click on a later day of the bar opens the appointment too.
  await page.mouse.click(was.x + was.width - 20, was.y + 10)
  await page.getByRole('dialog').waitFor()
})

describe('the line that marks the current time', () => {
  const SMALL = { width: 1024, height: 600 }
  afterEach(() => {
    time().now = NOW
  })
  const at = async (page: Page, hour: string) => {
    time().now = atWall(`2027-03-02T${hour}:00`)
    await signIn(page, '/calendario?visao=semana&data=2027-03-02', 'projetos')
    return page.getByTitle(hour, { exact: true })
  }

  test('the line is missing outside the displayed hours', async ({ open }) => {
    const page = await open({ viewport: SMALL })
    for (const hour of ['05:30', '06:59', '19:01', '23:30']) expect(await (await at(page, hour)).count(), hour).toBe(0)
  })

  test('the line lies among the displayed hours, below the appointments of whole days', async ({ open }) => {
    await add({ from: '2027-03-01 00:00', to: '2027-03-06 00:00', activity: 2 }, { from: '2027-03-02 08:00', to: '2027-03-02 09:00', user: 3 })
    const page = await open({ viewport: SMALL })
    const line = await at(page, '07:00')
    const band = await boxOf(page.getByRole('button', { name: `${nameOf(2)} - ${INSTALLATION}` }))
    expect((await boxOf(line)).y).toBeGreaterThanOrEqual(band.y + band.height)
    // After scrolling, the day headings cover the line.
    await page.getByRole('group', { name: 'Horários' }).evaluate((scroller, y) => scroller.scrollTo(0, y), band.height + 24)
    const head = await boxOf(page.getByRole('button', { name: 'terça-feira, 2 de março de 2027' }))
    const now = await boxOf(line)
    expect(now.y).toBeLessThan(head.y + head.height)
    expect(await line.evaluate((own, [x, y]) => document.elementFromPoint(x, y) === own, [now.x + now.width / 2, now.y + 1] as const)).toBe(false)
  })

  test('the line and the preceding hour are in view when the page opens and after a click on Hoje', async ({ open }) => {
    time().now = atWall('2027-03-02T17:30:00')
    const page = await open({ viewport: SMALL })
    const hours = page.getByRole('group', { name: 'Horários' })
    const inSight = async () => {
      const [frame, head, line] = [
        await boxOf(hours),
        await boxOf(page.getByRole('button', { name: 'terça-feira, 2 de março de 2027' })),
        await boxOf(page.getByTitle('17:30', { exact: true })),
      ]
      return head.y + head.height + 48 <= line.y && line.y < frame.y + frame.height
    }
    for (const visao of ['dia', 'semana', '4dias']) {
      await signIn(page, `/calendario?visao=${visao}&data=2027-03-02`, 'projetos')
      await expect.poll(inSight, { message: visao }).toBe(true)
    }
    await hours.evaluate((scroller) => scroller.scrollTo(0, 0))
    expect(await inSight()).toBe(false)
    await page.keyboard.press('t')
    await expect.poll(inSight).toBe(true)
  })
})
