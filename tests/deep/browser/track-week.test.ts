// Tests the week view of Track in a real browser: reloads, other windows, lost responses and work over midnight.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import * as tables from '../../../server/api/db/schema.ts'
import { addDays, atWall } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { loseAnswer } from '../../support/page-requests.ts'
import { toast } from '../../support/demo-company.ts'
import { BACKUP, MEETING, MONDAY, TODAY, TUESDAY, week } from '../../support/week.ts'

const { cell, db, enter, hoursOf, line, open, signIn, stored, time, addLine } = week()

test('if a time is typed in a cell, a reload asks for confirmation, and Back stores the time', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Semana anterior', exact: true }).click()
  await page.getByText('Nenhum tempo nesta semana.').waitFor()
  await page.getByRole('button', { name: 'Próxima semana', exact: true }).click()
  await cell(page, MEETING, 1).click()
  await page.keyboard.type('1:30')
  const asked = page.waitForEvent('dialog')
  // Reloads from a script, because page.reload() would wait for a load that the test refuses.
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await asked).dismiss()
  await page.goBack()
  await toast(page, 'Lançado das 14:30 às 16:00.')
  expect(await hoursOf(TUESDAY)).toContain(`${MEETING} 14:30:00 16:00:00 01:30:00`)
})

test('after each reload, the text typed in a cell is restored as a draft until the cell is saved', async ({ page }) => {
  await open(page)
  await cell(page, MEETING, 1).click()
  await page.keyboard.type('0:45')
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await page.getByText('Recuperamos o que você digitou · Enter grava').waitFor()
  const field = cell(page, MEETING, 1).getByRole('textbox')
  expect(await field.inputValue()).toBe('0:45')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 15:15.')
  await page.reload()
  await cell(page, MEETING, 1).getByText('00:45').waitFor()
  expect(await page.getByText('Recuperamos', { exact: false }).count()).toBe(0)
})

test('if a cell changed elsewhere, its recovered draft is shown with the currently stored time', async ({ page }) => {
  await open(page)
  await cell(page, BACKUP, 0).click()
  await page.keyboard.type('0:11')
  await db()
    .update(tables.timeEntries)
    .set({ endedAt: `${MONDAY}T13:35:00` })
    .where(eq(tables.timeEntries.startedAt, `${MONDAY}T08:30:00`))
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await page.getByText('Mudou em outra janela: agora é 05:05 · Enter grava o seu').waitFor()
  // The message about the change stays until the cell is saved, even after another reload.
  await page.keyboard.press('Tab')
  await page.getByRole('alert').getByText('agora é 05:05').waitFor({ state: 'attached' })
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await page.getByText('Mudou em outra janela: agora é 05:05 · Enter grava o seu').waitFor()
  expect(await hoursOf(MONDAY)).toContainEqual(expect.stringMatching(/08:30:00 13:35:00 05:05:00$/))
})

test('if a line disappears while the person types into one of its cells, a message reports this, and no time is stored', async ({ page }) => {
  await open(page)
  await cell(page, BACKUP, 2).press('1')
  await db().update(tables.timeEntries).set({ description: 'Outra rotina' }).where(eq(tables.timeEntries.description, BACKUP))
  // Another tab announces a change with the same message.
  await page.evaluate(() => new BroadcastChannel('tempo').postMessage(''))
  await toast(page, messages.lineGone)
  await line(page, 'Outra rotina').waitFor()
  expect(await stored('2026-11-18')).toEqual([])
})

test('if a booked time entry was changed since, Desfazer of the booking shows a message and changes nothing', async ({ page }) => {
  await open(page)
  await cell(page, MEETING, 1).press('1')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 15:30.')
  await expect.poll(() => cell(page, MEETING, 1).innerText()).toBe('01:00')
  await cell(page, MEETING, 1).press('2')
  await page.keyboard.press('Enter')
  await toast(page, messages.changed)
  await page.getByRole('status').filter({ hasText: 'Lançado das' }).getByRole('button', { name: 'Desfazer' }).click()
  await toast(page, messages.movedElsewhere)
  expect(await hoursOf(TUESDAY)).toContain(`${MEETING} 14:30:00 16:30:00 02:00:00`)
})

test('an invalid or refused time stays in its cell while other weeks are shown, until Esc discards the time', async ({ page, expected }) => {
  expected.push(/503/)
  await open(page)
  const field = cell(page, MEETING, 1).getByRole('textbox')
  const leave = async () => {
    await page.getByRole('button', { name: 'Semana anterior', exact: true }).click()
    await page.getByText('Nenhum tempo nesta semana.').waitFor()
    await page.getByRole('button', { name: 'Próxima semana', exact: true }).click()
  }
  await cell(page, MEETING, 1).click()
  await page.keyboard.type('1:75')
  await leave()
  await expect.poll(() => field.inputValue()).toBe('1:75')
  await page.route('**/api/track/finished', (route) => route.fulfill({ status: 503, json: { message: 'Agora não.' } }))
  await field.fill('1:15')
  await leave()
  await expect.poll(() => field.inputValue()).toBe('1:15')
  await field.press('Escape')
  await leave()
  await cell(page, MEETING, 1).waitFor()
  expect(await field.count()).toBe(0)
})

test('if the response to a change is lost, the cell shows the new time without reporting a change from another window', async ({
  page,
  expected,
}) => {
  expected.push(/ERR_FAILED/)
  await open(page)
  await loseAnswer(page, '**/api/track')
  await cell(page, MEETING, 0).click()
  await page.keyboard.type('0:45')
  await page.keyboard.press('Enter')
  await toast(page, 'Falha na comunicação!')
  await expect.poll(() => cell(page, MEETING, 0).innerText()).toBe('00:45')
  expect(await cell(page, MEETING, 0).getByRole('textbox').count()).toBe(0)
})

test('after a second change, only the message of this change is shown, and its Desfazer restores the first change', async ({ page }) => {
  await open(page)
  const undo = page.getByRole('button', { name: 'Desfazer' })
  const write = async (time: string) => {
    await cell(page, BACKUP, 0).click()
    await page.keyboard.type(time)
    await page.keyboard.press('Enter')
  }
  await write('1:10')
  const former = await undo.elementHandle()
  await write('1:20')
  await former?.waitForElementState('hidden')
  await expect.poll(() => page.getByText(messages.changed).count()).toBe(1)
  await undo.click()
  await expect.poll(() => hoursOf(MONDAY)).toContain(`${BACKUP} 08:30:00 09:40:00 01:10:00`)
})

test('hours typed into a cell are booked after the end of work that began on the previous day', async ({ page }) => {
  await enter('Plantão', TUESDAY, '22:00:00', null, { endedAt: '2026-11-18T10:00:00' })
  await open(page)
  await cell(page, MEETING, 2).click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 10:00 às 11:00.')
})

test('hours typed into a cell are booked without overlapping an entry that crosses midnight, and never end in the future', async ({ page }) => {
  await enter('Plantão', TUESDAY, '16:00:00', null, { endedAt: '2026-11-18T02:00:00' })
  await open(page)
  await cell(page, MEETING, 1).click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 15:30.')
  await cell(page, 'Plantão', 2).click()
  await page.keyboard.type('23')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 02:00 às 01:00 +1.')
  // If the booking ended now, at 06:00, it would overlap the night's work, which began at 22:00.
  time().now = atWall('2026-11-19T06:00:00')
  await db().delete(tables.timeEntries).where(eq(tables.timeEntries.description, 'Plantão'))
  await enter(BACKUP, '2026-11-18', '20:00:00', '22:00:00')
  await open(page)
  await cell(page, MEETING, 2).click()
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await toast(page, messages.endsLater)
  await page.getByText(messages.notStored).waitFor()
})

test('typing into the cell of a future day changes nothing and shows a message with the reason', async ({ page }) => {
  await open(page)
  await cell(page, MEETING, 3).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('1')
  await toast(page, messages.ahead)
  expect(await cell(page, MEETING, 4).innerText()).toBe('')
})

test('after a reload, a line that was added to the week is restored with the text typed in its cell', async ({ page }) => {
  await addLine(page)
  await page.keyboard.type('2:15')
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await page.getByText('Recuperamos o que você digitou · Enter grava').waitFor()
  expect(await cell(page, 'De outro mês', 2).getByRole('textbox').inputValue()).toBe('2:15')
})

test('if a week does not load, the week view shows an error and can load the week again', async ({ page, expected }) => {
  expected.push(/500/)
  await open(page)
  await page.route('**/api/track?*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Semana anterior', exact: true }).click()
  await page.getByText(messages.filterFailed).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByText('Nenhum tempo nesta semana.').waitFor()
})

test('if the view Semana is chosen while offline, the page shows an error', async ({ open: newPage, expected }) => {
  expected.push(/ERR_INTERNET_DISCONNECTED/)
  // Opens a new page, because a page that has loaded the code once keeps it.
  const page = await newPage()
  await signIn(page, '/track')
  await page.context().setOffline(true)
  await page.getByText('Semana', { exact: true }).click()
  await page.getByRole('alert').getByText('Falha na comunicação!').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('grid').waitFor()
})

test('axe finds no violation in the week view', async ({ page }) => {
  await reduceMotion(page)
  await open(page)
  await page.getByText('16 a 22 de novembro de 2026').waitFor()
  expect(await axe(page)).toEqual([])
})

test('if the response to a booking is lost, the booked time is stored only once', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/)
  await open(page)
  await loseAnswer(page, '**/api/track/finished', 'POST')
  await cell(page, MEETING, 1).press('2')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 16:30.')
  expect((await hoursOf(TUESDAY)).filter((one) => one.startsWith(MEETING))).toEqual([`${MEETING} 14:30:00 16:30:00 02:00:00`])
})

test('if the API answers a booking with 501, a message reports that past time cannot be booked, and the cell keeps the typed text', async ({
  page,
  expected,
}) => {
  expected.push(/501/)
  await open(page)
  await page.route('**/api/track/finished', (route) => route.fulfill({ status: 501, json: { message: 'Ainda não disponível.' } }))
  await cell(page, MEETING, 1).press('2')
  await page.keyboard.press('Enter')
  await toast(page, messages.noBooking)
  expect(await page.getByRole('textbox').inputValue()).toBe('2')
})

test('a reload asks for confirmation while a cell is being saved', async ({ page }) => {
  await open(page)
  const goes = Promise.withResolvers<void>()
  await page.route('**/api/track/finished', async (route) => {
    await goes.promise
    await route.fallback()
  })
  await cell(page, MEETING, 1).press('2')
  await page.keyboard.press('Enter')
  const asked = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  await (await asked).dismiss()
  goes.resolve()
  await toast(page, 'Lançado das 14:30 às 16:30.')
})

test('if the time in a cell was changed elsewhere, a message shows the new time, and only a second Enter overwrites it', async ({ page }) => {
  await open(page)
  await cell(page, BACKUP, 0).click()
  await page.keyboard.type('0:11')
  await db()
    .update(tables.timeEntries)
    .set({ endedAt: `${MONDAY}T13:35:00` })
    .where(eq(tables.timeEntries.startedAt, `${MONDAY}T08:30:00`))
  await page.keyboard.press('Enter')
  await toast(page, messages.movedElsewhere)
  await page.getByText('Mudou em outra janela: agora é 05:05 · Enter grava o seu').waitFor()
  expect([await cell(page, BACKUP, 0).getByRole('textbox').inputValue(), await hoursOf(MONDAY)]).toEqual([
    '0:11',
    expect.arrayContaining([expect.stringMatching(/08:30:00 13:35:00 05:05:00$/)]),
  ])
  // The message stays until the cell is saved.
  await page.keyboard.press('Tab')
  await page.getByRole('alert').getByText('agora é 05:05').waitFor({ state: 'attached' })
  await cell(page, BACKUP, 0).getByRole('textbox').press('Enter')
  await toast(page, messages.changed)
  await expect.poll(() => hoursOf(MONDAY)).toContainEqual(expect.stringMatching(/08:30:00 08:41:00 00:11:00$/))
})

test('hours typed for today are booked up to now, and refused if the entry would begin yesterday', async ({ page }) => {
  await enter(MEETING, TODAY, '00:00:00', '00:00:10')
  await enter(BACKUP, addDays(TODAY, -1), '00:00:00', '00:00:10')
  await open(page)
  const column = (new Date(TODAY).getUTCDay() + 6) % 7
  await cell(page, BACKUP, column).press('2')
  await page.keyboard.type('3:59')
  await page.keyboard.press('Enter')
  await toast(page, messages.tooEarly)
  expect(await page.getByRole('textbox').inputValue()).toBe('23:59')
  await page.getByRole('textbox').fill('1m')
  await page.keyboard.press('Enter')
  await page.getByText(/^Lançado das/).waitFor()
  const booked = (await stored(TODAY)).find(({ DESCRICAO }) => DESCRICAO === BACKUP)
  expect([booked?.HORAINICIO?.slice(0, 5), booked?.HORAFIM?.slice(0, 5), booked?.TOTAL]).toEqual(['14:31', '14:32', '00:01:00'])
})

test('on a phone, the week view shows one day at a time, and hours can be booked on each day', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, `/track?visao=semana&semana=${MONDAY}`)
  const grid = page.getByRole('grid', { name: 'Tempo por atividade e dia' })
  await expect.poll(() => grid.getByRole('columnheader').count()).toBe(2)
  await page.getByRole('button', { name: 'Próximo dia' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('semana')).toBe(TUESDAY)
  const meeting = page.getByRole('row').filter({ hasText: MEETING }).getByRole('gridcell')
  await meeting.click()
  await page.keyboard.type('1:30')
  await page.keyboard.press('Enter')
  await toast(page, 'Lançado das 14:30 às 16:00.')
  expect(await hoursOf(TUESDAY)).toContain(`${MEETING} 14:30:00 16:00:00 01:30:00`)
  await reduceMotion(page)
  expect(await axe(page)).toEqual([])
})
