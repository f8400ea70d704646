// Tests how misspelled names are found, and the palette's answers about the agenda, in a real browser on the real API.
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect } from 'vitest'
import { appointments } from '../../server/api/db/schema.ts'
import { axe } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { BRUNO, demoCompany } from '../support/demo-company.ts'

const { db, signIn } = demoCompany()
const MEANT = 'Grupo Meneghetti Participações'

describe('a misspelled name', () => {
  test('a register shows the similar names, best first, and says that nothing contains the search', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.getByLabel('Buscar', { exact: true }).fill('menegheti')
    await page.getByText('Nada encontrado para “menegheti”. Você quis dizer:').waitFor()
    await expect.poll(() => page.locator('tbody tr[data-id]').first().textContent()).toContain(MEANT)
    expect(await axe(page)).toEqual([])
    // An exact match shows no similar names.
    await page.getByLabel('Buscar', { exact: true }).fill('meneghetti')
    await expect.poll(() => page.getByText('Você quis dizer:').count()).toBe(0)
    expect(await page.locator('tbody tr[data-id]').first().textContent()).toContain(MEANT)
    await page.getByLabel('Buscar', { exact: true }).fill('parafuseta')
    await page.getByText('Nada encontrado para “parafuseta”.', { exact: true }).waitFor()
  })

  test('a picker offers it under “Você quis dizer”, and Enter chooses the first', async ({ page }) => {
    await signIn(page, '/controle-servicos?acao=novo')
    const client = page.getByRole('combobox', { name: 'Cliente' })
    await client.click()
    await page.getByRole('option').first().waitFor()
    await client.pressSequentially('meneguetti')
    await page.getByText('Você quis dizer', { exact: true }).waitFor()
    await page.getByRole('option', { name: MEANT }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => client.inputValue()).toBe(MEANT)
  })

  test('the palette finds it where nothing else is found', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Buscar ou ir para' })
    await search.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('yamachita')
    await page.getByText('Você quis dizer · Clientes').waitFor()
    await expect.poll(() => page.getByRole('option').first().textContent()).toContain('Yamashita')
    await page.getByRole('option').first().and(page.locator('[data-combobox-selected]')).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('Yamashita')
  })
})

describe('a question about the agenda in the palette', () => {
  beforeAll(async () => {
    await db()
      .delete(appointments)
      .where(sql`${appointments.startsAt} >= '2026-11-19' and ${appointments.startsAt} < '2026-11-21' or ${appointments.endsAt} >= '2026-11-19'`)
    await db()
      .insert(appointments)
      .values([
        { userId: BRUNO, activityId: 1, clientId: 1348, startsAt: '2026-11-19T14:00:00', endsAt: '2026-11-19T16:00:00' },
        { userId: 5, activityId: 1, startsAt: '2026-11-20T09:00:00', endsAt: '2026-11-20T10:00:00' },
      ])
  })

  test('“quem está livre” lists the people without an appointment then, and a choice opens the day', async ({ page }) => {
    await signIn(page, '/home', 'equipe')
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Buscar ou ir para' })
    await search.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('quem esta livre sexta 9-10')
    await page.getByText(/^Livres sex, 20\/11, 09:00 – 10:00 · \d+ de \d+$/).waitFor()
    const shown = await page.getByRole('option').allTextContents()
    expect(shown.some((text) => text.includes('Bruno Cavalcanti'))).toBe(true)
    expect(shown.some((text) => text.includes('Ana Beatriz Nogueira'))).toBe(false)
    expect(await axe(page)).toEqual([])
    await page.getByRole('option', { name: /Bruno Cavalcanti/ }).click()
    await page.waitForURL(new RegExp(`/calendario\\?visao=dia&data=2026-11-20&users=${BRUNO}`))
  })

  test('“onde está” says where a person is now and until when', async ({ page }) => {
    await signIn(page, '/home', 'equipe')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar ou ir para' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('onde esta bruno cav')
    await expect.poll(() => page.getByRole('option').first().textContent()).toMatch(/^Bruno Cavalcanti.*, até 16:00$/)
  })

  test('the calendar shows one’s own appointments with one click', async ({ page }) => {
    await signIn(page, '/calendario', 'equipe')
    await page.getByRole('button', { name: 'Meus', exact: true }).click()
    await page.waitForURL(new RegExp(`users=${BRUNO}$`))
    await page.getByRole('button', { name: 'Meus', exact: true, pressed: true }).click()
    await page.waitForURL((url) => !url.search.includes('users'))
  })
})
