// Tests Roadmap Projetos in a real browser, on the real API.
import { beforeAll, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { DAY, wallDay } from '../../shared/clock.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'
import { demoCompany } from '../support/demo-company.ts'

const { call, signIn, time } = demoCompany()

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const shown = (page: Page) => page.getByRole('rowheader').allInnerTexts()

/** A date in a past year, so that an unfinished project is late whenever these tests run. */
const THEN = '/dash-track-projects?dia=2023-06-15'
const WAITS = 4

let thisYear = ''
beforeAll(async () => {
  thisYear = wallDay(time().now).slice(0, 4)
  const project = { idTipoProjeto: 'P', idStatusRedmine: 2, prioridade: 2, idStatus: 'A' }
  for (const own of [
    {
      descricao: 'Atravessa o ano',
      dataIni: '2022-11-01',
      dataFim: '2024-02-10',
      progresso: 37.5,
      idTarefaRedmine: 48_120,
      observacao: 'Em dois anos.',
    },
    { descricao: 'Passou do prazo', dataIni: '2023-02-01', dataFim: '2023-03-31', progresso: 64.3, idStatusRedmine: WAITS },
    { descricao: 'Feito a tempo', dataIni: '2023-04-01', dataFim: '2023-05-31', progresso: 100 },
    { descricao: 'Sem fim', dataIni: '2023-01-10', progresso: 5 },
    { descricao: 'Deste ano', dataIni: `${thisYear}-01-01`, dataFim: `${thisYear}-12-31`, progresso: 10 },
  ])
    expect((await call('projetos', 'POST', '/trackprojetos', { ...project, ...own })).status).toBe(200)
})

test('the roadmap shows the projects of this year, of another year, of a quarter and of a month', async ({ page }) => {
  await reduceMotion(page)
  await signIn(page, '/dash-track-projects', 'projetos')
  await page.getByText(thisYear, { exact: true }).waitFor()
  await row(page, 'Deste ano').getByText('10,0\u00A0%').waitFor()
  expect(await shown(page)).not.toContain('Passou do prazo')
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('2')
  await page.getByText(new RegExp(`^[1-4]º trimestre de ${thisYear}$`)).waitFor()
  await page.keyboard.press('3')
  await page.getByText(new RegExp(`^[a-zç]+ de ${thisYear}$`)).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('1')
  await page.keyboard.press('ArrowLeft')
  await page.getByText(String(Number(thisYear) - 1), { exact: true }).waitFor()
  await page.keyboard.press('T')
  await row(page, 'Deste ano').waitFor()
  await page.getByRole('button', { name: 'Próximo período' }).click()
  await page.getByRole('button', { name: 'Próximo período' }).click()
  // No project is planned as far ahead as 2099.
  await goTo(page, page.url().replace(/dia=\d+/, 'dia=2099'))
  await page.getByText('Nenhum projeto em 2099.').waitFor()
})

test('a bar that extends beyond the year has marks and a tooltip with its real dates, and a late project shows the delay in days', async ({
  page,
}) => {
  await signIn(page, THEN, 'projetos')
  expect(await shown(page)).toEqual(['Atravessa o ano', 'Sem fim', 'Passou do prazo', 'Feito a tempo'])
  const across = row(page, 'Atravessa o ano')
  await across.getByText('37,5\u00A0%').waitFor()
  await across.getByTitle('Atravessa o ano, 01/11/2022 a 10/02/2024').waitFor()
  await across.getByRole('img', { name: 'Começa antes' }).waitFor()
  await across.getByRole('img', { name: 'Segue depois' }).waitFor()
  expect(await row(page, 'Passou do prazo').getByRole('img').count()).toBe(0)
  const days = (Date.parse(wallDay(time().now)) - Date.parse('2023-03-31')) / DAY
  await row(page, 'Passou do prazo')
    .getByText(`${days.toLocaleString('pt-BR')} dias de atraso`)
    .waitFor()
  for (const name of ['Feito a tempo', 'Sem fim']) expect(await row(page, name).getByText('de atraso').count(), name).toBe(0)
})

test('the roadmap can be filtered by status, and a reload keeps the filter', async ({ page }) => {
  await signIn(page, THEN, 'projetos')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('combobox', { name: 'Status' }).fill('Aguardando cliente')
  await page.getByRole('option', { name: 'Aguardando cliente', exact: true }).click()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => shown(page)).toEqual(['Passou do prazo'])
  // The address contains the filter and the year, so a reload keeps both.
  await goTo(page)
  expect(await shown(page)).toEqual(['Passou do prazo'])
  await page.getByRole('button', { name: 'Status: Aguardando cliente' }).click()
  await row(page, 'Atravessa o ano').waitFor()
})

describe('the details of a project', () => {
  test('arrow keys and Enter open the details of a project, which are read-only', async ({ page }) => {
    await reduceMotion(page)
    const changed: string[] = []
    await signIn(page, THEN, 'projetos')
    page.on('request', (request) => !['GET', 'POST'].includes(request.method()) && changed.push(request.url()))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const detail = dialog(page, 'Atravessa o ano')
    await detail.getByText('37,5\u00A0%').waitFor()
    for (const text of ['Em desenvolvimento', '01/11/2022', '10/02/2024', '48120', 'Em dois anos.']) await detail.getByText(text).waitFor()
    expect(await detail.getByRole('textbox').or(detail.getByRole('combobox')).or(detail.getByRole('switch')).count()).toBe(0)
    expect(await detail.getByRole('button').allInnerTexts()).toEqual(['', 'Fechar'])
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Atravessa o ano')
    expect(changed).toEqual([])
  })

  test('a click on a bar opens the details, and the key F opens the filter', async ({ page }) => {
    await signIn(page, THEN, 'projetos')
    await row(page, 'Atravessa o ano').getByTitle('Atravessa o ano, 01/11/2022 a 10/02/2024').click()
    await dialog(page, 'Atravessa o ano').waitFor()
    await page.keyboard.press('Escape')
    // Waits until no dialog is left. While a dialog fades out, it has no title any more but still receives the keys.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Atravessa o ano')
    await page.keyboard.press('f')
    await dialog(page, 'Filtrar').waitFor()
  })

  test('on a phone, a card opens the details', async ({ page }) => {
    await reduceMotion(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, THEN, 'projetos')
    await page.getByText('01/11/2022 a 10/02/2024').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(page)).toEqual([])
    await page.getByText('Passou do prazo').click()
    await dialog(page, 'Passou do prazo').getByText('64,3\u00A0%').waitFor()
  })
})

test('the roadmap prints on one landscape page', async ({ page }) => {
  await signIn(page, '/dash-track-projects', 'projetos')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  const [, width, height] = (pdf.match(/\/MediaBox \[0 0 (\S+) (\S+)\]/) ?? []).map(Number)
  expect(width).toBeGreaterThan(height ?? NaN)
})
