// Tests repeated and copied appointments in a real browser, on the real API.
import { and, eq, gte } from 'drizzle-orm'
import { expect } from 'vitest'
import { appointments } from '../../server/api/db/schema.ts'
import { axe } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { calendarEditingScreen, carry, drag, eventOf, names, press } from '../support/calendar-editing-screen.ts'
import { toast } from '../support/demo-company.ts'
import { dialog } from '../support/form-actions.ts'

const { db, call, signIn, add, pointAt, week } = calendarEditingScreen()

const spansOf = async (userId: number) => {
  const rows = await db()
    .select()
    .from(appointments)
    .where(and(eq(appointments.userId, userId), gte(appointments.startsAt, '2031-01-01'), eq(appointments.status, 'A')))
    .orderBy(appointments.startsAt)
  return rows.map(({ startsAt }) => startsAt.replace('T', ' ').slice(0, 16))
}

test('an appointment repeats on chosen weekdays, names what it overlaps first, and changes with the following ones', async ({ page }) => {
  await add('2031-03-12T09:00', '2031-03-12T10:00', { user: 1 })
  await signIn(page, '/calendario?visao=semana&data=2031-03-05')
  const { x, y } = await pointAt(page, '2031-03-03', 9.2)
  await page.mouse.click(x, y)
  const form = dialog(page, 'Novo Compromisso')
  await form.getByRole('combobox', { name: 'Atividade' }).fill('Home office')
  await page.getByRole('option', { name: 'Home office' }).waitFor()
  await page.keyboard.press('Tab')
  await form.getByRole('combobox', { name: 'Repetir' }).fill('toda semana')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Seg' }).and(page.locator('[aria-pressed=true]')).waitFor()
  await form.getByRole('button', { name: 'Qua' }).click()
  await form.getByLabel('ou este número de vezes').fill('4')
  await form.getByText('4 compromissos, o último em 12/03/2031.').waitFor()
  await form.getByText('Já há compromisso nesse horário:').waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
  await toast(page, '4 compromissos criados com sucesso!')
  const created = ['2031-03-03 09:00', '2031-03-05 09:00', '2031-03-10 09:00', '2031-03-12 09:00', '2031-03-12 09:00']
  expect(await spansOf(1)).toEqual(created)

  const [, second] = await db().select().from(appointments).where(gte(appointments.startsAt, '2031-01-01')).orderBy(appointments.startsAt)
  await signIn(page, `/onde-estou?acao=editar&id=${second?.id}`)
  const change = dialog(page, 'Editar Compromisso')
  await change.getByText('Este e os próximos 2').click()
  await change.getByLabel('Hora inicial').fill('07:00')
  // The last of them still overlaps the appointment of that day.
  await change.getByText('de 12/03/2031 09:00 a 10:00').waitFor()
  await change.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
  await toast(page, '3 compromissos alterados com sucesso!')
  expect(await spansOf(1)).toEqual(['2031-03-03 09:00', '2031-03-05 07:00', '2031-03-10 07:00', '2031-03-12 07:00', '2031-03-12 09:00'])
})

test('moving one of a series asks whether the following ones move as well, and the form names what these overlap', async ({ page }) => {
  const repete = { unidade: 'semana', intervalo: 1, dias: [2], vezes: 3 }
  const when = { dataIni: '2031-03-04', horaIni: '09:00', dataFim: '2031-03-04', horaFim: '10:00' }
  await call('supervisor', 'POST', '/compromises', { colaborador: 2, atividade: 1, ...when, status: 'A', repete })
  await add('2031-03-13T14:00', '2031-03-13T15:00')
  await week(page)
  await eventOf(page).waitFor()
  await drag(page, await pointAt(page, '2031-03-04', 9.5), await pointAt(page, '2031-03-06', 9.5))
  const question = page.getByRole('alertdialog', { name: 'Mover compromisso que se repete' })
  await question.getByText('Há mais 2 compromissos desta repetição depois dele.').waitFor()
  expect(await axe(page)).toEqual([])
  await question.getByRole('button', { name: 'Este e os próximos' }).click()
  await toast(page, '3 compromissos alterados com sucesso!')
  expect(await spansOf(2)).toEqual(['2031-03-06 09:00', '2031-03-13 09:00', '2031-03-13 14:00', '2031-03-20 09:00'])

  await drag(page, await pointAt(page, '2031-03-06', 9.5), await pointAt(page, '2031-03-04', 9.5))
  await question.getByRole('button', { name: 'Só este' }).click()
  await toast(page, 'Compromisso alterado com sucesso!')
  await drag(page, await pointAt(page, '2031-03-04', 9.5), await pointAt(page, '2031-03-06', 9.5))
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => eventOf(page).count()).toBe(1)
  expect(await spansOf(2)).toEqual(['2031-03-04 09:00', '2031-03-13 09:00', '2031-03-13 14:00', '2031-03-20 09:00'])

  const [first] = await db().select().from(appointments).where(gte(appointments.startsAt, '2031-01-01')).orderBy(appointments.startsAt)
  await signIn(page, `/onde-estou?acao=editar&id=${first?.id}`)
  const form = dialog(page, 'Editar Compromisso')
  await form.getByText('Este e os próximos 2').click()
  await form.getByLabel('Hora final').fill('15:30')
  await form.getByLabel('Hora inicial').fill('14:30')
  await form.getByText('de 13/03/2031 14:00 a 15:00').waitFor()
})

test('a drop with Ctrl copies an appointment, which stays where it was', async ({ page }) => {
  await add('2031-03-04T09:00', '2031-03-04T10:00')
  await week(page)
  await eventOf(page).waitFor()
  await press(page, await pointAt(page, '2031-03-04', 9.5))
  await carry(page, await pointAt(page, '2031-03-06', 14.5))
  await page.keyboard.down('Control')
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect.poll(() => spansOf(2)).toEqual(['2031-03-04 09:00', '2031-03-06 14:00'])
  await expect.poll(() => eventOf(page).count()).toBe(2)
})

test('a person’s week is copied to another one, after a question that says how much it is', async ({ page }) => {
  await add('2031-03-04T09:00', '2031-03-04T10:00')
  await add('2031-03-07T14:00', '2031-03-07T15:00')
  await signIn(page, '/calendario?visao=semana&data=2031-03-05&users=2')
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Copiar semana…' }).click()
  const form = dialog(page, 'Copiar semana')
  await form.getByText('de 10/03/2031 a 16/03/2031').waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await form.getByText('2 compromissos para a semana de 10/03/2031 a 16/03/2031.').waitFor()
  await form.getByRole('button', { name: 'Copiar', exact: true }).click()
  await toast(page, '2 compromissos criados com sucesso!')
  expect(await spansOf(2)).toEqual(['2031-03-04 09:00', '2031-03-07 14:00', '2031-03-11 09:00', '2031-03-14 14:00'])
})

test('a week with a car that somebody else has is not copied, and the form says who has it', async ({ page }) => {
  await add('2031-03-04T09:00', '2031-03-04T10:00', { car: 1 })
  await add('2031-03-11T08:00', '2031-03-11T18:00', { user: 4, car: 1 })
  await signIn(page, '/calendario?visao=semana&data=2031-03-05&users=2')
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Copiar semana…' }).click()
  const form = dialog(page, 'Copiar semana')
  await form.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await form.getByText(`já está com ${names.get(4)} de 11/03/2031 08:00 a 11/03/2031 18:00.`).waitFor()
  expect(await form.getByRole('button', { name: 'Copiar', exact: true }).count()).toBe(0)
})
