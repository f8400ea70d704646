// Tests how appointments are created, changed and moved in Calendário, in a real browser on the real API.
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { appointments } from '../../server/api/db/schema.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog } from '../support/form-actions.ts'
import { inFlight } from '../support/page-requests.ts'
import { drawn } from '../support/page-waits.ts'
import { toast } from '../support/demo-company.ts'
import { names, CHANGED, nameOf, eventOf, boxOf, fields, press, carry, calendarEditingScreen, drag } from '../support/calendar-editing-screen.ts'

const { call, db, signIn, add, spanOf, pointAt, week, month } = calendarEditingScreen()

const CREATED = 'Compromisso criado com sucesso!'
/** Records the write requests for appointments that the page sends from now on. */
function writes(page: Page) {
  const seen: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/compromises') && request.method() !== 'GET') seen.push(request.method())
  })
  return seen
}
const dayNumber = (page: Page, day: string) => page.getByRole('button', { name: day, exact: true })
const focused = (place: Locator) => expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)
/** Returns a point in the empty lower part of a day in the month view. */
async function footOf(page: Page, day: string) {
  const cell = await boxOf(page.locator(`[data-day="${day}"]`))
  return { x: cell.x + cell.width / 2, y: cell.y + cell.height - 8 }
}

describe('a new appointment from the calendar', () => {
  test('a click on a time slot opens a form with one hour and the signed-in person, and saving moves the focus to the day', async ({ page }) => {
    await week(page)
    const { x, y } = await pointAt(page, '2031-03-05', 9.7)
    await page.mouse.click(x, y)
    await dialog(page, 'Novo Compromisso').waitFor()
    expect(await fields(page)).toEqual(['05/03/2031', '09:30', '05/03/2031', '10:30'])
    await page
      .getByRole('dialog')
      .getByText(names.get(1) ?? '')
      .waitFor()
    await page.getByRole('combobox', { name: 'Atividade' }).fill('Visita técnica')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Control+Enter')
    await toast(page, CREATED)
    await dialog(page, 'Novo Compromisso').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `09:30 ${nameOf(1)}` }).waitFor()
    await focused(dayNumber(page, 'quarta-feira, 5 de março de 2031'))
    expect(new URL(page.url()).searchParams.get('acao')).toBe(null)
  })

  test('dragging over several hours shows these hours and opens a form with them, unless Esc cancels the drag', async ({ page }) => {
    await week(page)
    await press(page, await pointAt(page, '2031-03-06', 10.1))
    await carry(page, await pointAt(page, '2031-03-06', 12.3))
    await page.getByText('10:00 – 12:30').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('10:00 – 12:30').waitFor({ state: 'detached' })
    await page.mouse.up()
    // Drags upwards, from the later to the earlier hour.
    await drag(page, await pointAt(page, '2031-03-06', 12.3), await pointAt(page, '2031-03-06', 10.1))
    await dialog(page, 'Novo Compromisso').waitFor()
    expect(await fields(page)).toEqual(['06/03/2031', '10:00', '06/03/2031', '12:30'])
    await page.goBack()
    await dialog(page, 'Novo Compromisso').waitFor({ state: 'detached' })
  })

  test('in the month view, a click opens a form for one day, a drag opens a form for several, and the day number opens the day', async ({ page }) => {
    await month(page)
    const { x, y } = await footOf(page, '2031-03-12')
    await page.mouse.click(x, y)
    await dialog(page, 'Novo Compromisso').waitFor()
    expect(await fields(page)).toEqual(['12/03/2031', '08:00', '12/03/2031', '09:00'])
    await page.keyboard.press('Escape')
    await dialog(page, 'Novo Compromisso').waitFor({ state: 'detached' })
    await drag(page, await footOf(page, '2031-03-20'), await footOf(page, '2031-03-18'))
    await dialog(page, 'Novo Compromisso').waitFor()
    expect(await fields(page)).toEqual(['18/03/2031', '08:00', '20/03/2031', '18:00'])
    await page.keyboard.press('Escape')
    await dialog(page, 'Novo Compromisso').waitFor({ state: 'detached' })
    await dayNumber(page, 'quarta-feira, 12 de março de 2031').click()
    await page.getByText('quarta-feira, 12 de março de 2031', { exact: true }).first().waitFor()
  })

  test('the key N and the button Novo Compromisso open the form for a new appointment on the displayed day', async ({ page }) => {
    await signIn(page, '/calendario?visao=dia&data=2031-03-05')
    await page.keyboard.press('n')
    await dialog(page, 'Novo Compromisso').waitFor()
    expect(await fields(page)).toEqual(['05/03/2031', '08:00', '05/03/2031', '09:00'])
    await page.keyboard.press('Escape')
    await dialog(page, 'Novo Compromisso').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Novo Compromisso' }).click()
    await dialog(page, 'Novo Compromisso').waitFor()
  })
})

describe('the popup of an event', () => {
  test('Editar in the popup opens the form, and after saving, the focus is on the event at its new place', async ({ page }) => {
    const id = await add('2031-03-05 08:00', '2031-03-05 10:00')
    await week(page)
    await eventOf(page).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Editar' }).click()
    await dialog(page, 'Editar Compromisso').waitFor()
    expect(new URL(page.url()).searchParams.get('id')).toBe(String(id))
    for (const label of ['Data inicial', 'Data final']) {
      await page.getByRole('dialog').getByLabel(label).and(page.locator('input')).fill('07/03/2031')
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Control+Enter')
    await toast(page, CHANGED)
    await dialog(page, 'Editar Compromisso').waitFor({ state: 'detached' })
    await page
      .locator('[data-day="2031-03-07"]')
      .getByRole('button', { name: `08:00 ${nameOf()}` })
      .waitFor()
    await focused(eventOf(page))
    expect(await spanOf(id)).toBe('2031-03-07 08:00 - 2031-03-07 10:00')
  })

  test('Duplicar in the popup opens the form for a new appointment with the values of the event', async ({ page }) => {
    await add('2031-03-05 08:00', '2031-03-05 10:00')
    await week(page)
    await eventOf(page).click()
    await page.getByRole('button', { name: 'Duplicar' }).click()
    await dialog(page, 'Novo Compromisso').waitFor()
    expect(await fields(page)).toEqual(['05/03/2031', '08:00', '05/03/2031', '10:00'])
    // The warning of a simultaneous appointment may also name the person.
    await page
      .getByRole('dialog')
      .getByText(names.get(2) ?? '', { exact: true })
      .waitFor()
    expect(await page.getByRole('combobox', { name: 'Atividade' }).inputValue()).toBe('Visita técnica')
  })
})

describe('an event in the calendar', () => {
  test('a dragged event moves to another day and hour without changing its length, and Desfazer moves it back', async ({ page }) => {
    const id = await add('2031-03-04 08:05', '2031-03-04 10:05')
    await week(page)
    const sent = writes(page)
    await press(page, await pointAt(page, '2031-03-04', 9))
    await carry(page, await pointAt(page, '2031-03-06', 12.5))
    await page.getByText('11:35 – 13:35').waitFor()
    await page.mouse.up()
    await toast(page, CHANGED)
    expect(await spanOf(id)).toBe('2031-03-06 11:35 - 2031-03-06 13:35')
    await page.locator('[data-day="2031-03-06"]').getByRole('button', { name: nameOf() }).waitFor()
    expect(await eventOf(page).count()).toBe(1)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await toast(page, 'Desfeito.')
    expect(await spanOf(id)).toBe('2031-03-04 08:05 - 2031-03-04 10:05')
    await focused(eventOf(page))
    expect(sent).toEqual(['PUT', 'PUT'])
  })

  test('dragging the lower edge of an event changes its length, to a quarter of an hour at least', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
    await week(page)
    const edge = async (hour: number) => {
      const { x, y } = await pointAt(page, '2031-03-04', hour)
      return { x, y: y - 4 }
    }
    await drag(page, await edge(10), await pointAt(page, '2031-03-04', 12.5))
    await toast(page, CHANGED)
    expect(await spanOf(id)).toBe('2031-03-04 08:00 - 2031-03-04 12:30')
    const hour = (await boxOf(page.locator('[data-hours]').first())).height / 12
    await expect.poll(async () => Math.round((await boxOf(eventOf(page))).height / hour / 0.5)).toBe(9)
    await drag(page, await edge(12.5), await pointAt(page, '2031-03-04', 7.2))
    await expect.poll(() => spanOf(id)).toBe('2031-03-04 08:00 - 2031-03-04 08:15')
  })

  test('dragging an event in the month view changes only its day, even if it crosses midnight or lasts several days', async ({ page }) => {
    const rows = [
      ['2031-03-04 22:00', '2031-03-05 02:00', '2031-03-11 22:00 - 2031-03-12 02:00'],
      ['2031-03-18 08:10', '2031-03-20 17:20', '2031-03-25 08:10 - 2031-03-27 17:20'],
      ['2031-03-06 09:00', '2031-03-06 10:00', '2031-03-13 09:00 - 2031-03-13 10:00'],
    ] as const
    const ids = await Promise.all(rows.map(([from, to], nth) => add(from, to, { user: 2 + nth })))
    await month(page)
    for (const [nth, [from, , moved]] of rows.entries()) {
      const [event, there, here] = [
        await boxOf(eventOf(page, 2 + nth)),
        await footOf(page, moved.slice(0, 10)),
        await footOf(page, from.slice(0, 10)),
      ]
      await drag(page, { x: here.x, y: event.y + 10 }, there)
      await expect.poll(() => spanOf(ids[nth] ?? 0)).toBe(moved)
      await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    }
  })

  test('an event does not move if it is dropped where it was or outside the calendar, or if Esc cancels the drag', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
    await week(page)
    const sent = writes(page)
    const [here, there] = [await pointAt(page, '2031-03-04', 9), await pointAt(page, '2031-03-06', 12)]
    await press(page, here)
    await carry(page, there)
    await carry(page, here)
    await page.mouse.up()
    await drag(page, here, { x: there.x, y: 20 })
    await press(page, here)
    await carry(page, there)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await press(page, here)
    await page.mouse.move(here.x + 2, here.y + 1)
    await page.mouse.up()
    await dialog(page, nameOf()).waitFor()
    expect(await spanOf(id)).toBe('2031-03-04 08:00 - 2031-03-04 10:00')
    expect(sent).toEqual([])
  })

  test('while a moved event is being saved, the calendar shows the event at the new time and sends no second request', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
    await add('2031-03-06 09:00', '2031-03-06 11:00')
    await week(page)
    const sent = writes(page)
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/compromises', async (route) => {
      await asked
      await route.continue()
    })
    const [here, there] = [await pointAt(page, '2031-03-04', 9), await pointAt(page, '2031-03-06', 10)]
    await drag(page, here, there)
    await page.getByText('09:00 – 11:00').waitFor()
    const behind = page.locator('[data-day="2031-03-04"]').getByRole('button', { name: nameOf() })
    expect(await behind.getAttribute('aria-busy')).toBe('true')
    await drag(page, here, await pointAt(page, '2031-03-07', 10))
    answer()
    await toast(page, `${CHANGED} Já há compromisso nesse horário.`)
    expect(await spanOf(id)).toBe('2031-03-06 09:00 - 2031-03-06 11:00')
    await behind.waitFor({ state: 'detached' })
    expect(sent).toEqual(['PUT'])
  })

  test('holding Alt while pressing arrow keys moves an event, and releasing Alt sends a single request', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
    await week(page)
    const sent = writes(page)
    const waiting = inFlight(page)
    await eventOf(page).focus()
    await page.keyboard.down('Alt')
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight']) await page.keyboard.press(key)
    await page.getByText('09:00 – 11:00').waitFor()
    await page.keyboard.up('Alt')
    await toast(page, CHANGED)
    expect(await spanOf(id)).toBe('2031-03-05 09:00 - 2031-03-05 11:00')
    await focused(eventOf(page))
    await page.keyboard.down('Alt')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await page.keyboard.up('Alt')
    // If Esc had not cancelled the move, its request would be sent before the next paint.
    await drawn(page)
    await expect.poll(() => waiting.size).toBe(0)
    expect(await spanOf(id)).toBe('2031-03-05 09:00 - 2031-03-05 11:00')
    expect(sent).toEqual(['PUT'])
    expect(new URL(page.url()).searchParams.get('data')).toBe('2031-03-05')
  })
})

describe('the view Veículos', () => {
  const carOf = async (id: number) => {
    const [row] = await db().select({ car: appointments.carId }).from(appointments).where(eq(appointments.id, id))
    return row?.car
  }
  const middle = async (place: Locator) => {
    const { x, y, width, height } = await boxOf(place)
    return { x: x + width / 2, y: y + height / 2 }
  }
  const cellOf = (page: Page, car: number, day: string) => page.locator(`[data-car="${car}"][data-day="${day}"]`)
  const cars = (page: Page) => signIn(page, '/calendario?visao=veiculos&data=2031-03-05')

  test('it has a row per car, and an appointment that is dropped in another row gets that car, which can be undone', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00', { car: 1 })
    await add('2031-03-04 13:00', '2031-03-04 14:00', { user: 3 })
    await cars(page)
    await page.getByText(/^1 de \d+ em uso$/).waitFor()
    const event = cellOf(page, 1, '2031-03-04').getByRole('button', { name: nameOf() })
    await drag(page, await middle(event), await middle(cellOf(page, 2, '2031-03-04')))
    await toast(page, CHANGED)
    expect([await carOf(id), await spanOf(id)]).toEqual([2, '2031-03-04 08:00 - 2031-03-04 10:00'])
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await toast(page, 'Desfeito.')
    expect(await carOf(id)).toBe(1)
    await event.focus()
    await page.keyboard.down('Alt')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.up('Alt')
    // The message of the first move may still be shown, so it does not tell that this one is stored.
    await expect.poll(async () => [await carOf(id), await spanOf(id)]).toEqual([1, '2031-03-05 08:00 - 2031-03-05 10:00'])
  })

  test('a car that somebody else has is not given away: the message names who has it', async ({ page, expected }) => {
    expected.push(/409/)
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00', { car: 1 })
    await add('2031-03-04 09:00', '2031-03-04 11:00', { user: 3, car: 2 })
    await cars(page)
    const event = cellOf(page, 1, '2031-03-04').getByRole('button', { name: nameOf() })
    await drag(page, await middle(event), await middle(cellOf(page, 2, '2031-03-04')))
    await page.getByText(`já está com ${names.get(3)}`).waitFor()
    expect(await carOf(id)).toBe(1)
    await event.waitFor()
  })
})

test('a person without the menu Onde Estou can read the calendar, but cannot create or move events', async ({ page }) => {
  const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
  await signIn(page, `/calendario?visao=semana&data=2031-03-05&acao=editar&id=${id}`, 'financeiro')
  expect((await call('financeiro', 'GET', `/compromises/${id}`)).status).toBe(403)
  await eventOf(page).waitFor()
  const sent = writes(page)
  expect(await page.getByRole('button', { name: 'Novo Compromisso' }).count()).toBe(0)
  await page.keyboard.press('n')
  const { x, y } = await pointAt(page, '2031-03-06', 9)
  await page.mouse.click(x, y)
  await drag(page, await pointAt(page, '2031-03-04', 9), { x, y })
  await eventOf(page).click()
  await dialog(page, nameOf()).getByText('Hora fim').waitFor()
  expect(await page.getByRole('button', { name: /^(Editar|Duplicar)$/ }).count()).toBe(0)
  expect(sent).toEqual([])
})
