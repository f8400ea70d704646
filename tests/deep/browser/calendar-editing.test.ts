// Appointments changed from Calendário in a real browser: late lists, fingers, the team's keys and what axe finds.
import { describe, expect } from 'vitest'
import { axe, dialog, goTo, still, testInOne as test } from '../../support/browser.ts'
import { toast } from '../../support/house.ts'
import { CHANGED, eventOf, fields, press, carry, calendarEditingScreen } from '../../support/calendar-editing-screen.ts'

const { signIn, url, add, spanOf, pointAt, week, month } = calendarEditingScreen()

describe('A new appointment', () => {
  test('begins by a finger’s tap, by N and by its button on the shown day', async ({ page, open }) => {
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
})

describe('The popup', () => {
  test('keeps in its form what a late list cannot name yet', async ({ page }) => {
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

describe('An appointment', () => {
  test('is moved by Alt and the arrows in its person’s row, and keeps the focus', async ({ page }) => {
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
})

test('A carried appointment has nothing that axe finds wrong', async ({ page }) => {
  await still(page)
  await week(page)
  await press(page, await pointAt(page, '2031-03-06', 10.1))
  await carry(page, await pointAt(page, '2031-03-06', 12.3))
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.mouse.up()
})

test('The popup and the month have nothing that axe finds wrong', async ({ page }) => {
  await add('2031-03-04 08:00', '2031-03-04 10:00')
  await still(page)
  await week(page)
  await eventOf(page).click()
  await page.getByText('Hora fim').waitFor()
  expect(await axe(page)).toEqual([])
  await goTo(page, url('/calendario?data=2031-03-05'))
  expect(await axe(page)).toEqual([])
})
