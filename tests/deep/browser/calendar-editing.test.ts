// Tests changes of appointments in Calendário, in a real browser: late lists, touch, keys in the team view, and accessibility.
import { eq, sql } from 'drizzle-orm'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { appointments } from '../../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { dialog } from '../../support/form-actions.ts'
import { goTo } from '../../support/page-waits.ts'
import { toast } from '../../support/demo-company.ts'
import { names, CHANGED, nameOf, eventOf, boxOf, fields, press, carry, calendarEditingScreen, drag } from '../../support/calendar-editing-screen.ts'

const { db, signIn, url, add, spanOf, pointAt, week } = calendarEditingScreen()

describe('a new appointment', () => {
  test('the key N, the button Novo Compromisso and a tap on a time slot each open the form for the displayed day', async ({ page, open }) => {
    await signIn(page, '/calendario?visao=dia&data=2031-03-05')
    await page.keyboard.press('n')
    await dialog(page, 'Novo Compromisso').waitFor()
    expect(await fields(page)).toEqual(['05/03/2031', '08:00', '05/03/2031', '09:00'])
    await page.keyboard.press('Escape')
    await dialog(page, 'Novo Compromisso').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Novo Compromisso' }).click()
    await dialog(page, 'Novo Compromisso').waitFor()

    const tablet = await open({ viewport: { width: 1024, height: 768 }, hasTouch: true })
    await week(tablet)
    const { x, y } = await pointAt(tablet, '2031-03-05', 8.2)
    await tablet.touchscreen.tap(x, y)
    await dialog(tablet, 'Novo Compromisso').waitFor()
    expect(await fields(tablet)).toEqual(['05/03/2031', '08:00', '05/03/2031', '09:00'])
  })

  test('in the team view, a new appointment gets the person of the row, and a dragged appointment moves to another day', async ({ page }) => {
    const id = await add('2031-03-05 08:00', '2031-03-05 10:00')
    await signIn(page, '/calendario?visao=equipe&data=2031-03-05')
    const cell = (person: number, day: string) => page.locator(`[data-person="${person}"][data-day="${day}"]`)
    const middle = async (place: Locator) => {
      const { x, y, width, height } = await boxOf(place)
      return { x: x + width / 2, y: y + height / 2 }
    }
    await drag(page, await middle(cell(2, '2031-03-05').getByRole('button')), await middle(cell(2, '2031-03-07')))
    await toast(page, CHANGED)
    expect(await spanOf(id)).toBe('2031-03-07 08:00 - 2031-03-07 10:00')
    await cell(3, '2031-03-04').click()
    await dialog(page, 'Novo Compromisso').waitFor()
    await page
      .getByRole('dialog')
      .getByText(names.get(3) ?? '')
      .waitFor()
    expect(await fields(page)).toEqual(['04/03/2031', '08:00', '04/03/2031', '09:00'])
  })
})

describe('the popup of an event', () => {
  test('the form of an event keeps its values if its lists of options arrive late', async ({ page }) => {
    const id = await add('2031-03-05 08:00', '2031-03-05 10:00')
    await week(page)
    const late = Promise.withResolvers<void>()
    await page.route('**/api/datatocompromise', async (route) => {
      await late.promise
      await route.continue()
    })
    await eventOf(page).click()
    await page.getByRole('button', { name: 'Editar' }).click()
    const activity = page.getByRole('combobox', { name: 'Atividade' })
    await activity.focus()
    await page.keyboard.press('Tab')
    late.resolve()
    await expect.poll(() => activity.inputValue()).toBe('Visita técnica')
    await page.getByRole('textbox', { name: 'Hora final' }).fill('11')
    await page.keyboard.press('Control+Enter')
    await toast(page, CHANGED)
    expect(await spanOf(id)).toBe('2031-03-05 08:00 - 2031-03-05 11:00')
  })
})

describe('an appointment in the calendar', () => {
  test('Alt with the arrow keys moves an appointment within the row of its person, and the appointment keeps the focus', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
    await signIn(page, '/calendario?visao=equipe&data=2031-03-05')
    const event = page.locator(`[data-day] [data-id="${id}"]:not([inert])`)
    await event.focus()
    await page.keyboard.down('Alt')
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.keyboard.up('Alt')
    await toast(page, CHANGED)
    expect(await spanOf(id)).toBe('2031-03-06 08:00 - 2031-03-06 10:00')
    await expect.poll(() => event.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('Alt with ↑ and ↓ moves an appointment to the person of another row', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
    await signIn(page, '/calendario?visao=equipe&data=2031-03-05')
    const event = page.locator(`[data-day] [data-id="${id}"]:not([inert])`)
    const row = () => page.getByRole('row').filter({ has: event }).locator('[data-person]').first().getAttribute('data-person')
    expect(await row()).toBe('2')
    const ids = await page.locator('[data-person]').evaluateAll((cells) => [...new Set(cells.map((cell) => cell.getAttribute('data-person')))])
    await event.focus()
    await page.keyboard.down('Alt')
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
    await page.keyboard.up('Alt')
    await toast(page, CHANGED)
    const [stored] = await db().select({ user: appointments.userId }).from(appointments).where(eq(appointments.id, id))
    expect(stored?.user).toBe(Number(ids[ids.indexOf('2') + 1]))
  })

  test('an appointment that is dropped in another row gets the person of that row, and Desfazer restores the previous person', async ({ page }) => {
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00')
    const personOf = async () => {
      const [row] = await db().select({ user: appointments.userId }).from(appointments).where(eq(appointments.id, id))
      return row?.user
    }
    await signIn(page, '/calendario?visao=equipe&data=2031-03-05')
    const centre = async (place: Locator) => {
      const { x, y, width, height } = await boxOf(place)
      return { x: x + width / 2, y: y + height / 2 }
    }
    const event = page.locator(`[data-day] [data-id="${id}"]`)
    await drag(page, await centre(event), await centre(page.locator('[data-day="2031-03-06"][data-person="3"]')))
    await toast(page, CHANGED)
    expect([await personOf(), await spanOf(id)]).toEqual([3, '2031-03-06 08:00 - 2031-03-06 10:00'])
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await toast(page, 'Desfeito.')
    expect([await personOf(), await spanOf(id)]).toEqual([2, '2031-03-04 08:00 - 2031-03-04 10:00'])
  })

  test('a moved appointment returns to its old time if the server refuses, another person has moved it, or no response comes', async ({
    page,
    expected,
  }) => {
    expected.push(/409/, /ERR_/)
    const id = await add('2031-03-04 08:00', '2031-03-04 10:00', { car: 1 })
    await db().execute(sql`update activities set car = 'S' where id = 1`)
    await add('2031-03-06 08:00', '2031-03-06 18:00', { user: 3, car: 1 })
    await week(page)
    const [here, there] = [await pointAt(page, '2031-03-04', 9), await pointAt(page, '2031-03-06', 12)]
    await drag(page, here, there)
    await page.getByText(/^O carro .* já está com /).waitFor()
    expect(await spanOf(id)).toBe('2031-03-04 08:00 - 2031-03-04 10:00')
    await expect.poll(() => page.locator('[data-day="2031-03-04"]').getByRole('button', { name: nameOf() }).getAttribute('aria-busy')).toBe(null)

    await page.route('**/api/compromises/*', (route) => route.abort())
    await drag(page, here, await pointAt(page, '2031-03-07', 12))
    await toast(page, 'Falha na comunicação!')
    await page.unroute('**/api/compromises/*')
    // When the connection is back, the displayed period is requested again and the message disappears.
    await page.getByText('Sem conexão.').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('[data-day="2031-03-04"]').getByRole('button', { name: nameOf() }).getAttribute('aria-busy')).toBe(null)

    // Stores the other person's change only when the event is dropped, because an earlier request would already show it.
    await page.route(`**/api/compromises/${id}`, async (route) => {
      await db().update(appointments).set({ endsAt: '2031-03-04T11:00:00' }).where(eq(appointments.id, id))
      await route.continue()
    })
    await drag(page, here, await pointAt(page, '2031-03-07', 12))
    await toast(page, 'Este compromisso foi alterado por outra pessoa. Confira o horário atual e mova de novo.')
    expect(await spanOf(id)).toBe('2031-03-04 08:00 - 2031-03-04 11:00')
    await page.getByTitle('04/03/2031 08:00 a 11:00').waitFor()
  })
})

test('axe finds no violation while an appointment is being dragged', async ({ page }) => {
  await reduceMotion(page)
  await week(page)
  await press(page, await pointAt(page, '2031-03-06', 10.1))
  await carry(page, await pointAt(page, '2031-03-06', 12.3))
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.mouse.up()
})

test('axe finds no violation in the popup of an event and in the month view', async ({ page }) => {
  await add('2031-03-04 08:00', '2031-03-04 10:00')
  await reduceMotion(page)
  await week(page)
  await eventOf(page).click()
  await page.getByText('Hora fim').waitFor()
  expect(await axe(page)).toEqual([])
  await goTo(page, url('/calendario?data=2031-03-05'))
  expect(await axe(page)).toEqual([])
})
