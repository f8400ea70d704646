// Tests what surrounds the time of a day in a real browser, on the real API: visits that become time, tasks, Home's day, and closed months.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import * as tables from '../../server/api/db/schema.ts'
import { messages } from '../../shared/features/track.ts'
import { messages as ofMonths } from '../../shared/features/track-months.ts'
import { axe } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { BRUNO, toast } from '../support/demo-company.ts'
import { dialog } from '../support/form-actions.ts'
import { WHO } from '../support/own-time.ts'
import { row, trackScreen } from '../support/track-screen.ts'

const { add, call, db, list, running, signIn } = trackScreen()

/** Creates an appointment of Bruno at a client. Returns 'Visita técnica · <client>'. */
async function visit(startsAt: string, endsAt: string) {
  const [activity] = await db().select().from(tables.activities).where(eq(tables.activities.description, 'Visita técnica'))
  const [client] = await db().select().from(tables.clients).where(eq(tables.clients.id, 1348))
  await db()
    .insert(tables.appointments)
    .values({ userId: BRUNO, activityId: activity?.id ?? 0, clientId: 1348, startsAt, endsAt })
  return `Visita técnica · ${client?.name}`
}
beforeEach(async () => {
  await db().delete(tables.answeredVisits)
  await db().delete(tables.appointments).where(eq(tables.appointments.userId, BRUNO))
  await db().delete(tables.timeEntries).where(eq(tables.timeEntries.userId, BRUNO))
  await db().delete(tables.monthClosings)
})

describe('an ended visit', () => {
  test('Home offers its time with two clicks, and not again once it is booked', async ({ page }) => {
    const name = await visit('2026-11-19T11:00:00', '2026-11-19T14:30:00')
    await signIn(page, '/home', WHO)
    const offer = page.getByRole('link', { name: `Lançar 3h30 em ${name}` })
    await offer.waitFor()
    expect(await axe(page)).toEqual([])
    await offer.click()
    const form = dialog(page, 'Lançar tempo')
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe(name.slice(0, 50).trim())
    expect(await form.getByLabel('Data').inputValue()).toBe('19/11/2026')
    await expect.poll(() => form.getByRole('combobox', { name: 'Atividade' }).inputValue()).not.toBe('')
    await form.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, messages.booked('11:00', '14:30'))
    expect(await list()).toMatchObject([{ ACTIVITY_DATE: '2026-11-19', HORAINICIO: '11:00:00', HORAFIM: '14:30:00', TOTAL: '03:30:00' }])
    await signIn(page, '/home', WHO)
    await page.getByRole('region', { name: 'Hoje' }).getByText('03:30').first().waitFor()
    expect(await offer.count()).toBe(0)
  })

  test('the calendar and the agenda offer it until it is dismissed', async ({ page }) => {
    const name = await visit('2026-11-18T08:00:00', '2026-11-18T10:00:00')
    await signIn(page, '/onde-estou', WHO)
    const offer = page.getByRole('link', { name: `Lançar 2h em ${name}` })
    await offer.waitFor()
    await signIn(page, '/calendario', WHO)
    await offer.waitFor()
    await page.getByRole('button', { name: `Dispensar ${name}` }).click()
    await offer.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await signIn(page, '/home', WHO)
    await page.getByRole('region', { name: 'Hoje' }).waitFor()
    expect(await offer.count()).toBe(0)
    expect(await list()).toEqual([])
  })

  test('an address with an appointment that was answered meanwhile opens no form', async ({ page }) => {
    await signIn(page, '/track?lancar=2026-11-18&compromisso=999999', WHO)
    await toast(page, messages.visitAnswered)
    expect(await dialog(page, 'Lançar tempo').count()).toBe(0)
  })
})

describe('the day on Home', () => {
  test('it names what runs, the current visit, the next one with its weekday, and the hours against the goals', async ({ page }) => {
    const name = await visit('2026-11-19T14:00:00', '2026-11-19T16:00:00')
    await visit('2026-11-23T09:00:00', '2026-11-23T10:00:00')
    await add('Relatório', '2026-11-19T14:30:00', null)
    await add('Reunião', '2026-11-19T08:00:00', '2026-11-19T10:00:00')
    await add('Estudo', '2026-11-16T08:00:00', '2026-11-16T11:15:00')
    await signIn(page, '/home', WHO)
    const day = page.getByRole('region', { name: 'Hoje' })
    await day.getByRole('link', { name: /^Relatório há 00:3\d$/ }).waitFor()
    const client = name.split(' · ')[1] ?? ''
    await day.getByText(`${client} · Visita técnica`).first().waitFor()
    await day.getByText('até 16:00').waitFor()
    await day.getByText('seg, 23/11, 09:00').waitFor()
    await day.getByRole('link', { name: /^Hoje 02:3\d de 08:00$/ }).waitFor()
    await day.getByRole('link', { name: /^Semana 05:4\d de 40:00$/ }).click()
    await page.waitForURL(/visao=semana/)
  })

  test('a task planned for today is in the day, and its time starts from the list of tasks', async ({ page }) => {
    await signIn(page, '/home', WHO)
    await page.getByRole('button', { name: /^Atividades/ }).click()
    await page.getByRole('button', { name: 'Nova Atividade' }).click()
    const form = dialog(page, 'Nova Atividade')
    await form.getByLabel('Descrição').fill('Conferir a balança')
    await form.getByRole('combobox', { name: 'Prioridade' }).click()
    await form.getByRole('option', { name: 'Normal' }).click()
    await form.getByLabel('Dia').fill('hoje')
    await form.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, 'Tarefa criada com sucesso!')
    const item = page.getByRole('dialog', { name: 'Atividades' }).locator('li', { hasText: 'Conferir a balança' })
    await item.getByText('hoje').waitFor()
    await item.getByRole('button', { name: 'Iniciar tempo: Conferir a balança' }).click()
    await expect.poll(async () => (await running())?.descricao).toBe('Conferir a balança')
    expect((await running())?.idAtividade).toEqual(expect.any(Number))
    await page.keyboard.press('Escape')
    const day = page.getByRole('region', { name: 'Hoje' })
    await day.getByRole('link', { name: /^Conferir a balança há/ }).waitFor()
    await day.getByRole('link', { name: 'Conferir a balança', exact: true }).click()
    const change = dialog(page, 'Alterar Atividade')
    await expect.poll(() => change.getByLabel('Dia').inputValue()).toBe('19/11/2026')
    await change.getByLabel('Dia').fill('')
    await change.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, 'Tarefa alterada com sucesso!')
    await day.getByText('Nenhuma tarefa para hoje.').waitFor()
  })
})

describe('a month of time', () => {
  test('a supervisor closes it, sees who did so, and reopens it', async ({ page }) => {
    await signIn(page, '/track', 'supervisor')
    await page.getByRole('button', { name: 'Fechar mês' }).click()
    const months = dialog(page, 'Fechar mês')
    await months.getByRole('button', { name: 'Fechar mês de outubro de 2026' }).click()
    await toast(page, ofMonths.closed)
    await months.getByText(/^Fechado por Marina Lobato em 19\/11\/2026 15:\d\d$/).waitFor()
    expect(await axe(page)).toEqual([])
    await months.getByRole('button', { name: 'Histórico de outubro de 2026' }).click()
    const history = dialog(page, 'Histórico - outubro de 2026')
    await history.getByText('Fechado', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await history.waitFor({ state: 'detached' })
    await months.getByRole('button', { name: 'Reabrir outubro de 2026' }).click()
    await toast(page, ofMonths.reopened)
    await months.getByRole('button', { name: 'Fechar mês de outubro de 2026' }).waitFor()
  })

  test('once closed, its days are marked, its entries cannot be edited, and the form keeps what it was refused', async ({ page, expected }) => {
    expected.push(/409/)
    await add('Fechamento do lote', '2026-10-15T08:00:00', '2026-10-15T09:00:00')
    const { status } = await call('supervisor', 'PUT', '/track-months', { mes: '2026-10', fechado: true })
    expect(status).toBe(200)
    await signIn(page, '/track?startdate=2026-10-15&enddate=2026-10-15', WHO)
    await page.getByTitle('O mês está fechado').waitFor()
    await row(page, 'Fechamento do lote').click()
    const change = dialog(page, 'Editar Tempo')
    await change.getByText(messages.monthClosed).waitFor()
    expect(await change.getByLabel('Descrição').isDisabled()).toBe(true)
    expect(await change.getByRole('button', { name: 'Excluir' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await change.waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Fechar mês' }).count()).toBe(0)
    await page.keyboard.press('l')
    const form = dialog(page, 'Lançar tempo')
    await form.getByLabel('Descrição').fill('Esquecido em outubro')
    await form.getByLabel('Data').fill('16/10/2026')
    await form.getByLabel('Total').fill('1h')
    await page.keyboard.press('Control+Enter')
    await form.getByText(messages.monthClosed).waitFor()
    expect(await form.getByLabel('Descrição').inputValue()).toBe('Esquecido em outubro')
  })
})
