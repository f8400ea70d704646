// Set-up for tests/browser/appointments.test.ts and tests/deep/browser/appointments.test.ts.
import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { sql } from 'drizzle-orm'
import { addDays, wallDay } from '../../shared/clock.ts'
import { NOW } from './api.ts'
import { demoCompany } from './demo-company.ts'

export const MINUTE = 60_000
export const PATH = '/onde-estou'
/** Address of the list sorted by id, with the newest first. */
export const NEWEST = `${PATH}?ordem=-codigo`
export const CREATED = 'Compromisso criado com sucesso!'
export const CHANGED = 'Compromisso alterado com sucesso!'
export const DATABASE = 'Falha ao comunicar com o banco de dados!'
export const REQUIRED = 'Esse campo precisa ser preenchido.'
export const [bruno, ana, carlos] = [4, 5, 11]
export const [visit, meeting, home] = [1, 7, 8]
export const TODAY = wallDay(NOW)
export const values = (page: Page, ...labels: string[]) =>
  Promise.all(labels.map((label) => page.getByRole('dialog').locator('input').and(page.getByLabel(label)).inputValue()))
export const choose = async (page: Page, field: string, search: string) => {
  await page.getByRole('combobox', { name: field }).fill(search)
  await page.getByRole('listbox').getByRole('option').first().click()
}
/** Replaces the signed-in person, who is the default in a new appointment, by another person. */
export const chooseOnly = async (page: Page, search: string) => {
  await page.getByRole('combobox', { name: 'Colaboradores' }).press('Backspace')
  await choose(page, 'Colaboradores', search)
}
/** The highlighted option, which Enter selects. */
export const marked = (page: Page, name: string) => page.getByRole('option', { name }).and(page.locator('[data-combobox-selected]'))
export const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar', exact: true }).click()
export const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
export const row = (page: Page, id: number) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: String(id), exact: true }) })
export const editing = (id: number) => `${NEWEST}&acao=editar&id=${id}`
export const fillDates = async (page: Page, dates: Record<string, string>) => {
  for (const [label, text] of Object.entries(dates)) {
    await page.getByLabel(label).fill(text)
    await page.getByLabel(label).press('Tab')
  }
}

export function appointmentsScreen() {
  const { call, db, signIn, url } = demoCompany()
  // painel@ gets a second menu, because a person whose only menu is the wall sees no other page.
  beforeAll(async () => {
    await db().execute(sql`insert into user_menus
    select users.id, menus.id from users, menus where users.email = 'painel@exemplo.com.br' and menus.route = '/clientes'`)
  })
  /** Number of days from TODAY to the day of the last test. Each test gets a new day without appointments. */
  let days = 200
  const newDay = () => addDays(TODAY, (days += 1))
  const appointment = (change: object = {}) => {
    const day = newDay()
    const when = { dataIni: day, horaIni: '08:00', dataFim: day, horaFim: '10:00' }
    return { colaborador: ana, atividade: home, ...when, status: 'A', ...change }
  }
  /** Stores an appointment as the supervisor, and returns its id. */
  async function enter(change: object = {}) {
    const { body, status } = await call('supervisor', 'POST', '/compromises', appointment(change))
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (body as { id: number }).id
  }
  const stored = async (id: number) => (await call('supervisor', 'GET', `/compromises/${id}`)).body as Record<string, unknown>
  /** Returns the newest appointment of a person. */
  const last = async (person = ana) => {
    const rows = (await call('supervisor', 'GET', `/compromises?colaboradores=${person}&dataInicial=2000-01-01`)).body as { ID: number }[]
    return stored(rows[0]?.ID ?? 0)
  }
  return { call, db, signIn, url, newDay, appointment, enter, stored, last }
}
