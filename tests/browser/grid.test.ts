// What every grid does, played on one.
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { goTo, testInOne as test } from '../support/browser.ts'
import { client, company } from '../support/company.ts'

const { answer, signIn, url } = company()

const names = (page: Page) => page.locator('tbody td[data-main]').allTextContents()
const box = async (page: Page, name: string) => {
  const found = await page.getByRole('columnheader', { name }).boundingBox()
  if (!found) throw new Error(`${name} is not drawn`)
  return found
}
const many = (count: number) =>
  answer('GET /clients', { json: Array.from({ length: count }, (_, index) => client(index + 1, `Cliente ${String(index + 1).padStart(4, '0')}`)) })
const focusedRow = (page: Page) => page.evaluate(() => document.activeElement?.querySelector('[data-main]')?.textContent)

describe('from the page, without going to the grid first', () => {
  test('↓ ↑ J K End Page Up Home move, Enter opens', async ({ page }) => {
    many(200)
    await signIn(page, '/clientes')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedRow(page)).toBe('Cliente 0200')
    await page.keyboard.press('j')
    await expect.poll(() => focusedRow(page)).toBe('Cliente 0199')
    await page.keyboard.press('k')
    await expect.poll(() => focusedRow(page)).toBe('Cliente 0200')
    for (let time = 0; time < 40; time += 1) await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedRow(page)).toBe('Cliente 0160')
    // Whole above the edge.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? Infinity)).toBeLessThanOrEqual(892)
    answer('GET /clients/160', { json: [{ ...client(160, 'Cliente 0160'), versao: 1 }] })
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Cliente 0160')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focusedRow(page)).toBe('Cliente 0160')
    await page.keyboard.press('End')
    await expect.poll(() => focusedRow(page)).toBe('Cliente 0001')
    await page.keyboard.press('PageUp')
    await expect.poll(() => focusedRow(page)).toMatch(/^Cliente 00[12]\d$/)
    await page.keyboard.press('Home')
    await expect.poll(() => focusedRow(page)).toBe('Cliente 0200')
  })

  test('N creates, E exports, / searches', async ({ page }) => {
    await signIn(page, '/clientes')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')])
    expect(download.suggestedFilename()).toMatch(/^Clientes/)
    // After a click on a segment, too.
    await page.getByText('Inativos').click()
    // The rows that are left, not those that go.
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedRow(page)).toBe('Água Boa Transportes')
    expect(new URL(page.url()).search).toBe('?status=inativos')
    await page.keyboard.press('/')
    await page.keyboard.type('nada')
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).search).toBe('?status=inativos')
    expect(await page.getByLabel('Buscar', { exact: true }).inputValue()).toBe('')
    await page.getByText('Ativos 2').click()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Novo Cliente' }).waitFor()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('')
  })
})

test('the search leads into the list by ↓ and Enter, and is left by Esc', async ({ page }) => {
  many(200)
  await signIn(page, '/clientes')
  await page.keyboard.press('/')
  await page.keyboard.type('0042')
  await expect.poll(() => names(page)).toEqual(['Cliente 0042'])
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedRow(page)).toBe('Cliente 0042')
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})

test('the keys begin at the first row that is seen, and another order at its top', async ({ page }) => {
  many(500)
  await signIn(page, '/clientes')
  await page.locator('tbody').hover()
  await page.mouse.wheel(0, 3600)
  await expect.poll(async () => (await names(page)).includes('Cliente 0400')).toBe(true)
  await page.keyboard.press('j')
  // By a pixel the one below.
  await expect.poll(() => focusedRow(page)).toMatch(/^Cliente 0(400|399)$/)
  // Twice before anything is drawn: the other way and back.
  await page.getByRole('button', { name: 'Razão Social' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect.poll(async () => (await names(page))[0]).toBe('Cliente 0001')
  await expect.poll(() => page.locator('tbody').evaluate((body) => body.closest('div')?.scrollTop)).toBe(0)
})

test('a click on a row opens it', async ({ page }) => {
  await signIn(page, '/clientes')
  await page.getByRole('cell', { name: 'Sinop' }).first().click()
  await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Sementes Chapadão')
})

test('Back is where one was', async ({ page }) => {
  many(1000)
  await signIn(page, '/clientes')
  await page.getByRole('table').hover()
  await page.mouse.wheel(0, 10_000)
  const row = page.getByText('Cliente 0720')
  await row.waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { name: 'Olá, Ana' }).waitFor()
  await page.goBack()
  await row.waitFor()
})

describe('a search', () => {
  test.for([
    ['dal construtora', ['Construtora Dal Maso']],
    ['SORRISO dal', ['Construtora Dal Maso']],
    ['agua inativo', ['Água Boa Transportes']],
    ['ativo', ['Construtora Dal Maso', 'Sementes Chapadão']],
    ['boa ativo', []],
  ] as const)('of “%s” finds %j', async ([words, found], { page }) => {
    await signIn(page, `/clientes?q=${encodeURIComponent(words)}`)
    expect(await names(page)).toEqual(found)
    expect(await page.locator('.screen-note').textContent()).toBe(String(found.length))
  })
})

describe('its columns', () => {
  test('leave the names the room they need, and the actions in sight', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 768 })
    await signIn(page, '/clientes')
    const [name, city, actions] = [await box(page, 'Razão Social'), await box(page, 'Cidade'), await box(page, 'Ações')]
    expect(name.width).toBeGreaterThanOrEqual(city.width)
    expect(name.width).toBeGreaterThanOrEqual(170)
    expect(actions.width).toBe(100)
    expect(actions.x + actions.width).toBeLessThanOrEqual(800)
  })

  test('are put in another order, made wider, and as they were', async ({ page }) => {
    await signIn(page, '/clientes')
    const heads = () => page.getByRole('columnheader').allTextContents()
    const before = await heads()
    await page.getByRole('button', { name: 'Colunas' }).click()
    const city = page
      .getByRole('group', { name: 'Colunas' })
      .locator('div')
      .filter({ has: page.getByRole('checkbox', { name: 'Cidade' }) })
    await city.getByRole('button', { name: 'Mover para antes' }).first().click()
    await expect.poll(heads).toEqual(['Código', 'Cidade', 'Razão Social', 'Status', 'Ações'])
    await page.keyboard.press('Escape')
    const edge = await box(page, 'Cidade')
    await page.mouse.move(edge.x + edge.width - 3, edge.y + 18)
    await page.mouse.down()
    await page.mouse.move(edge.x + 299, edge.y + 18, { steps: 5 })
    await page.mouse.up()
    await goTo(page, url('/clientes'))
    expect(await heads()).toEqual(['Código', 'Cidade', 'Razão Social', 'Status', 'Ações'])
    expect(Math.abs((await box(page, 'Cidade')).width - 302)).toBeLessThan(2)
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByRole('button', { name: 'Restaurar o padrão' }).click()
    await expect.poll(heads).toEqual(before)
  })
})

test('a phone sorts too, and nothing has the focus that is not seen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, '/clientes')
  await page.getByLabel('Buscar', { exact: true }).focus()
  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement ?? document.body
      const { left, top, width, height } = one.getBoundingClientRect()
      const isSeen = one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      return [one.closest('thead, tbody')?.tagName, isSeen]
    })
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab')
      const [part, isSeen] = await focused()
      expect(isSeen).toBe(true)
      return part
    })
    .toBe('TBODY')
  await page.getByLabel('Ordenar').selectOption({ label: 'Razão Social ↑' })
  await expect.poll(() => names(page)).toEqual(['Água Boa Transportes', 'Construtora Dal Maso', 'Sementes Chapadão'])
})

test('paper has every row that is shown, with what narrowed them', async ({ page }) => {
  many(300)
  await signIn(page, '/clientes?q=cliente&status=ativos')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await page.locator('tbody tr').count()).toBe(300)
  await page.getByText(/Busca: cliente · Status: Ativos · Impresso em \d\d\/\d\d\/\d{4} \d\d:\d\d/).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Ações' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(80)
})
