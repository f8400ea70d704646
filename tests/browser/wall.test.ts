import { describe, expect } from 'vitest'
import { axe } from '../support/axe.ts'
import { test } from '../support/browser.ts'
import { bottomOfCards, names, touch, wallScreen } from '../support/wall-screen.ts'
import { HOUR, row, SECOND } from '../support/wall.ts'

const { site, wall } = wallScreen()

describe('the wall', () => {
  test('the wall lists current appointments before later ones, with hours and days, and shows free people as cards [LGPD 6]', async ({ open }) => {
    site().shows([
      row('Ana Nogueira', '2026-11-19T08:00:00', '2026-11-19T17:30:00'),
      row('Bruno Cavalcanti', '2026-11-16T08:00:00', '2026-11-19T18:00:00', 'Cooperativa Agroindustrial'),
      row('Camila Teixeira'),
      row('Matheus Camargo', '2026-11-19T15:30:00', '2026-11-19T17:00:00'),
      { ...row('Letícia Arantes', '2026-11-09T00:00:00', '2026-11-27T23:59:00'), CLIENTE: null, DESCTAREFAEXTERNO: 'Férias' },
    ])
    const { page } = await wall(open, {}, true)
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(['Responsável', 'Onde Estou', 'Atividade', 'Início', 'Fim'])
    expect(await names(page)).toEqual(['Ana Nogueira', 'Bruno Cavalcanti', 'Letícia Arantes', 'Matheus Camargo, mais tarde'])
    expect((await page.locator('tbody td').allTextContents()).slice(0, 8)).toEqual([
      'Sementes Chapadão',
      'Visita técnica',
      '08:00',
      '17:30',
      'Cooperativa Agroindustrial',
      'Visita técnica',
      '16/11 08:00',
      '18:00',
    ])
    expect(await page.locator('tbody tr').nth(2).locator('td').allTextContents()).toEqual(['—', 'Férias', '09/11 00:00', '27/11 23:59'])
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual(['Camila Teixeira'])
    expect(await page.locator('time').innerText()).toBe('14:32:08')
    expect(await page.getByText('quinta-feira, 19 de novembro').count()).toBe(1)
    expect(await page.getByRole('status').innerText()).toBe('Atualizado às 14:32')
    // The clock runs again, because axe needs it.
    await page.clock.resume()
    expect(await axe(page)).toEqual([])
  })

  test('the wall shows the next page every 12 s until every person was shown, and all content fits on the screen', async ({ open }) => {
    const many = (n: number, from?: string) =>
      Array.from({ length: n }, (_, i) =>
        row(
          `Pessoa de Nome Muito Comprido Número ${i + (from ? 0 : 50)}`,
          from,
          from && '2026-11-19T17:30:00',
          'Cooperativa Agroindustrial dos Produtores de Grãos do Norte',
        ),
      )
    site().shows([...many(20, '2026-11-19T08:00:00'), ...many(23)])
    const { page, pass } = await wall(open)
    const seen = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1) {
      const shown = await names(page)
      expect(shown.length).toBeLessThanOrEqual(8)
      expect(await page.getByRole('listitem').count()).toBeLessThanOrEqual(10)
      for (const name of [...shown, ...(await page.getByRole('listitem').allInnerTexts())]) seen.add(name)
      await pass(12 * SECOND)
    }
    expect(seen.size).toBe(43)
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([1920, 1080])
    expect(await bottomOfCards(page)).toBeLessThanOrEqual(1020)
  })

  test('the wall of whereabouts requests its data every 25 s', async ({ open }) => {
    const shows = (place: string) => site().shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00', place)])
    shows('Sinop')
    const { page, pass } = await wall(open, {}, true)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/dash/painelOndeEstou') && asked.push(request.url()))
    for (const [nth, place] of ['Sorriso', 'Lucas'].entries()) {
      shows(place)
      await pass(24 * SECOND)
      expect(asked).toHaveLength(nth)
      // The pages add up to a tenth to the 25 s, so that not all of them send their requests at once.
      await pass(4 * SECOND)
      await page.getByText(place).waitFor()
      expect(asked).toHaveLength(nth + 1)
    }
  })

  test('if the connection is lost, the wall shows since when, hides names after an hour, and updates after reconnecting [LGPD 6]', async ({
    open,
    expected,
  }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/)
    site().shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open)
    await site().down()
    await pass(33 * SECOND)
    await page.getByText('Sem conexão desde 14:32. Mostrando os últimos dados recebidos.').waitFor()
    expect(await names(page)).toEqual(['Ana'])
    await pass(HOUR)
    await page.getByText('Os dados foram ocultados').waitFor()
    expect(await names(page)).toEqual([])
    expect(await page.getByText('Ana').count()).toBe(0)
    await site().up()
    await pass(33 * SECOND)
    await page.getByText('Atualizado às 15:33').waitFor()
    expect(await names(page)).toEqual(['Ana'])
  })

  test('the wall reloads itself after a deployment', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/)
    site().shows([])
    const { page, pass } = await wall(open)
    await site().down()
    site().build = 2
    await site().up()
    await pass(33 * SECOND)
    await expect.poll(() => page.locator('#boot').textContent()).toContain('"build":"build-2"')
    expect(await page.locator('h1').innerText()).toBe('Onde Estou')
  })

  test('touch, mouse and keyboard input show the bar with the link to leave the wall, and without input the bar hides', async ({ open }) => {
    site().shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open, { hasTouch: true })
    const bar = page.getByRole('navigation', { name: 'Painel' })
    const leave = bar.getByRole('link', { name: 'Voltar' })
    const top = () => page.locator('tbody th').boundingBox()
    const before = await top()
    expect(await bar.count()).toBe(0)
    await touch(page)
    await bar.waitFor()
    expect(await top()).toEqual(before)
    expect(await axe(page)).toEqual([])
    const theme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
    await expect.poll(theme).toBe('light')
    // Touches again, because the bar hides after three seconds at rest, which the previous checks may have taken.
    await touch(page)
    await bar.getByRole('button', { name: 'Trocar tema' }).click()
    await expect.poll(theme).toBe('dark')
    await pass(3 * SECOND)
    await bar.waitFor({ state: 'detached' })
    // While the bar is hidden, a tap where the button would be only shows the bar.
    await page.touchscreen.tap(1800, 40)
    await leave.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await leave.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await pass(3 * SECOND)
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await expect.poll(() => leave.evaluate((button) => button === document.activeElement)).toBe(true)
    site().upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
  })
})
