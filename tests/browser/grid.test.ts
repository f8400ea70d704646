// Tests the behaviour that all grids share, with one grid.
import { describe, expect } from 'vitest'
import { testInOne as test } from '../support/browser.ts'
import { clientRow } from '../support/client-samples.ts'
import { goTo } from '../support/page-waits.ts'
import { names, box, focusedRow, gridScreen } from '../support/grid-screen.ts'

const { answer, signIn, url, many } = gridScreen()

describe('keys on a page with a grid', () => {
  test('the arrow keys and the keys J, K, End, Page Up and Home move the focus between rows, and Enter opens the focused row', async ({ page }) => {
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
    // The complete focused row is in view.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom ?? Infinity)).toBeLessThanOrEqual(892)
    answer('GET /clients/160', { json: [{ ...clientRow(160, 'Cliente 0160'), versao: 1 }] })
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

  test('the key N opens the form for a new record, the key E exports the list, and the key / focuses the search', async ({ page }) => {
    await signIn(page, '/clientes')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')])
    expect(download.suggestedFilename()).toMatch(/^Clientes/)
    // The keys still work after a click on a segment.
    await page.getByText('Inativos').click()
    // Waits until the filter has removed the other rows.
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

test('the key ↓ moves the focus from the search to the first row, and Esc leaves the search', async ({ page }) => {
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

test('the printed list has all rows, although the screen renders only the visible ones', async ({ page }) => {
  many(200)
  await signIn(page, '/clientes')
  const rows = () => page.locator('tbody td[data-main]').count()
  const inSight = await rows()
  expect(inSight).toBeLessThan(200)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect.poll(rows).toBe(200)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(rows).toBe(inSight)
})

test('a click on a row of the grid opens the form of the row’s record', async ({ page }) => {
  await signIn(page, '/clientes')
  await page.getByRole('cell', { name: 'Sinop' }).first().click()
  await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Sementes Chapadão')
})

describe('the columns of a grid', () => {
  test('columns can be reordered, resized, and restored to the default', async ({ page }) => {
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
