// Tests the view Equipe of Calendário, and the legibility of many appointments, in a real browser.
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { users } from '../../server/api/db/schema.ts'
import { testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { VISIT, INSTALLATION, staff, nameOf, boxOf, period, row, cell, names, MARCH, calendarViewsScreen } from '../support/calendar-views-screen.ts'

const { db, signIn, url, add } = calendarViewsScreen()

describe('the view Equipe', () => {
  test('the view has a row per person and a column per day, including people without appointments', async ({ page }) => {
    await add({ from: '2031-03-04 08:30', to: '2031-03-04 10:00' }, { from: '2031-03-03 08:00', to: '2031-03-05 18:00', user: 3, activity: 2 })
    await signIn(page, MARCH)
    await period(page, '3 – 9 de março de 2031')
    expect(await page.getByRole('columnheader').count()).toBe(8)
    await page.getByRole('columnheader', { name: 'terça-feira, 4 de março de 2031' }).waitFor()
    await page.getByText(`2 de ${staff.length} com agenda`).waitFor()
    expect(await names(page)).toEqual(staff.map(({ NOMECOMPLETOUSUARIO: name }) => name ?? '').sort((a, b) => a.localeCompare(b, 'pt-BR')))

    const visit = cell(page, 2, '2031-03-04').getByRole('button')
    expect(await visit.textContent()).toBe(`08:30 ${VISIT}`)
    expect(await row(page, nameOf(2)).getByRole('button').count()).toBe(1)
    const bar = row(page, nameOf(3)).getByRole('button')
    expect(await bar.textContent()).toBe(` ${INSTALLATION}`)
    expect(Math.round((await boxOf(bar)).width / (await boxOf(cell(page, 3, '2031-03-03'))).width)).toBe(3)
    // A screen reader reads cell by cell, so the text of a bar is repeated in each cell that the bar covers.
    expect(await row(page, nameOf(3)).getByRole('cell').allTextContents()).toEqual([
      ` ${INSTALLATION}`,
      ...Array.from({ length: 2 }, () => `${INSTALLATION}, continua. `),
      '',
      '',
      '',
      '',
    ])
    await visit.click()
    await page.getByRole('dialog', { name: `${nameOf(2)} - ${VISIT}` }).waitFor()
  })

  test('if a person has more than six appointments on a day, the cell shows the number of hidden ones, which opens the day', async ({ page }) => {
    await add(...Array.from({ length: 40 }, (_, index) => ({ from: '2031-03-04 08:00', to: `2031-03-0${4 + (index % 2)} 09:00` })))
    await signIn(page, MARCH)
    expect(await cell(page, 2, '2031-03-04').getByRole('button').count()).toBe(7)
    await cell(page, 2, '2031-03-04').getByRole('button', { name: 'mais 34 em terça-feira, 4 de março de 2031' }).click()
    await period(page, 'terça-feira, 4 de março de 2031')
  })

  test('the rows are the people chosen in the filter or, if it names nobody, the people with matching appointments', async ({ page }) => {
    await add({ from: '2031-03-04 08:30', to: '2031-03-04 10:00' }, { from: '2031-03-04 08:00', to: '2031-03-04 18:00', user: 3, activity: 2 })
    await signIn(page, `${MARCH}&users=4&users=2`)
    expect(await names(page)).toEqual([nameOf(2), nameOf(4)].sort())
    // The page cannot know who belongs to a department, so only people with appointments are shown.
    const [{ department } = { department: 0 }] = await db().select({ department: users.departmentId }).from(users).where(eq(users.id, 2))
    await goTo(page, url(`${MARCH}&departamento=${department}`))
    expect(await names(page)).toEqual([nameOf(2)])
    await goTo(page, url(`${MARCH}&atividade=2`))
    expect(await names(page)).toEqual([nameOf(3)])
    await goTo(page, url(`${MARCH}&atividade=5`))
    await page.getByText('Nenhum colaborador neste filtro.').waitFor()
  })

  test('the key E opens the view Equipe, and the arrow keys show the next or previous week', async ({ page }) => {
    await signIn(page, '/calendario?data=2031-03-05')
    await page.keyboard.press('e')
    await period(page, '3 – 9 de março de 2031')
    expect(new URL(page.url()).search).toBe('?data=2031-03-05&visao=equipe')
    await page.keyboard.press('ArrowRight')
    await period(page, '10 – 16 de março de 2031')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: 'Anterior' }).click()
    await period(page, '24 de fevereiro – 2 de março de 2031')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Atalhos' }).getByText('Equipe', { exact: true }).waitFor()
  })
})
