// Tests rare cases of grids in a real browser, with one grid.
import { describe, expect } from 'vitest'
import { testInOne as test } from '../../support/browser.ts'
import { names, box, focusedRow, gridScreen } from '../../support/grid-screen.ts'

const { signIn, many } = gridScreen()

test('the key J first focuses the first visible row, and sorting the grid scrolls to the top', async ({ page }) => {
  many(500)
  await signIn(page, '/clientes')
  await page.locator('tbody').hover()
  await page.mouse.wheel(0, 3600)
  await expect.poll(async () => (await names(page)).includes('Cliente 0400')).toBe(true)
  await page.keyboard.press('j')
  // A single pixel decides which of the two rows is the first visible one, so both are accepted.
  await expect.poll(() => focusedRow(page)).toMatch(/^Cliente 0(400|399)$/)
  // Clicks twice before anything is drawn, so the second click reverses the order again.
  await page.getByRole('button', { name: 'Razão Social' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect.poll(async () => (await names(page))[0]).toBe('Cliente 0001')
  await expect.poll(() => page.locator('tbody').evaluate((body) => body.closest('div')?.scrollTop)).toBe(0)
})

test('the search finds words in any order and column, but “ativo” does not find inactive records', async ({ page }) => {
  await signIn(page, '/clientes?q=dal%20construtora')
  expect(await names(page)).toEqual(['Construtora Dal Maso'])
  for (const [words, found] of [
    ['SORRISO dal', ['Construtora Dal Maso']],
    ['agua inativo', ['Água Boa Transportes']],
    ['ativo', ['Construtora Dal Maso', 'Sementes Chapadão']],
    ['boa ativo', []],
  ] as const) {
    await page.getByLabel('Buscar', { exact: true }).fill(words)
    await expect.poll(() => names(page)).toEqual(found)
    expect(await page.locator('.screen-note').textContent()).toBe(String(found.length))
  }
})

describe('the columns of a grid', () => {
  test('at 800 px, the column Razão Social is at least as wide as Cidade, and the actions are in view', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 768 })
    await signIn(page, '/clientes')
    const [name, city, actions] = [await box(page, 'Razão Social'), await box(page, 'Cidade'), await box(page, 'Ações')]
    expect(name.width).toBeGreaterThanOrEqual(city.width)
    expect(name.width).toBeGreaterThanOrEqual(170)
    expect(actions.width).toBe(100)
    expect(actions.x + actions.width).toBeLessThanOrEqual(800)
  })
})

test('on a phone, the grid can be sorted, and only visible elements get the focus', async ({ page }) => {
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

test('the printed page contains every displayed row and the filters', async ({ page }) => {
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

test('after leaving the page, Back shows the rows that were in view before', async ({ page }) => {
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
