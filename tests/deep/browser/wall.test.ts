import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { axe } from '../../support/axe.ts'
import { test } from '../../support/browser.ts'
import { menus } from '../../support/upstream.ts'
import { bottomOfCards, names, touch, wallScreen } from '../../support/wall-screen.ts'
import { DAY, MINUTE, row, SECOND, WALL } from '../../support/wall.ts'

const { site, wall } = wallScreen()

/** Returns the texts that are cut off. */
const cut = (page: Page) =>
  page.locator('tbody th, td, li').evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent))

describe('the wall', () => {
  test('if most people are free, the wall shows all people on one page that fills the screen, and cuts off no name', async ({ open }) => {
    site().shows([
      row('Ana Beatriz Nogueira', '2026-11-19T08:00:00', '2026-11-25T18:00:00', 'Cooperativa Agroindustrial'),
      { ...row('Diego', '2026-11-19T08:00:00', '2026-11-25T18:00:00'), DESCTAREFAEXTERNO: 'Implantação SySGrão' },
      ...Array.from({ length: 27 }, (_, i) => row(i % 5 === 0 ? `Paulo Henrique Rossini ${i}` : `Ana Lima ${i}`)),
    ])
    const { page } = await wall(open)
    expect([(await names(page)).length, await page.getByRole('listitem').count()]).toEqual([2, 27])
    expect(await cut(page)).toEqual([])
    expect(await bottomOfCards(page)).toBeGreaterThan(940)
    expect(await bottomOfCards(page)).toBeLessThanOrEqual(1020)
  })

  test('neither a person’s name nor a location of two lines is cut off', async ({ open }) => {
    const longest = 'Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense e dos Vales'
    site().shows([
      { ...row('Ana Beatriz Nogueira Paz', '2026-11-18T08:00:00', '2026-11-25T18:00:00', longest), DESCTAREFAEXTERNO: 'Implantação SySGrão' },
    ])
    const { page } = await wall(open)
    expect(await cut(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920)
  })

  test('the last page of the wall is filled with people of the previous page, so that every page has ten rows', async ({ open }) => {
    site().shows(Array.from({ length: 13 }, (_, i) => row(`Pessoa ${i}`, '2026-11-19T08:00:00', '2026-11-19T17:30:00')))
    const { page, pass } = await wall(open)
    const seen = new Set<string>()
    for (let turn = 0; turn < 2; turn += 1) {
      const shown = await names(page)
      expect(shown).toHaveLength(10)
      for (const name of shown) seen.add(name)
      await pass(12 * SECOND)
    }
    expect(seen.size).toBe(13)
  })

  test('when the wall shows its next page, the columns keep their position, however long the names are', async ({ open }) => {
    const person = (index: number) => `${index < 10 ? 'Ana' : 'Maria Aparecida Nogueira'} ${index}`
    site().shows(
      Array.from({ length: 20 }, (_, i) =>
        row(person(i), '2026-11-19T08:00:00', '2026-11-19T17:30:00', i < 10 ? 'Sede' : 'Supermercado Bom Jesus S.A.'),
      ),
    )
    const { page, pass } = await wall(open)
    const places = () => page.getByRole('columnheader').evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().x))
    const before = [await places(), await names(page)]
    await pass(12 * SECOND)
    expect(await names(page)).not.toEqual(before[1])
    expect(await places()).toEqual(before[0])
    expect(await page.getByRole('columnheader', { name: 'Responsável', exact: true }).count()).toBe(1)
  })

  test.for([
    [1920, 1080],
    [1920, 1200],
    [1280, 1024],
    [3840, 2160],
    [1366, 768],
    [1080, 1920],
  ] as const)('the wall fills a screen of %d by %d pixels, and no person is cut off or outside the screen', async ([width, height], { open }) => {
    site().shows([
      ...Array.from({ length: 30 }, (_, i) =>
        row(`Paulo Henrique Rossini ${i}`, '2026-11-16T08:00:00', '2026-11-19T17:30:00', 'Auto Peças Cachoeira'),
      ),
      ...Array.from({ length: 60 }, (_, i) => row(`Ana Beatriz ${i}`)),
    ])
    const { page } = await wall(open, { viewport: { width, height } })
    const footer = (await page.locator('footer').boundingBox())?.y ?? 0
    await expect.poll(() => bottomOfCards(page)).toBeGreaterThan(footer - height * 0.08)
    expect(await bottomOfCards(page)).toBeLessThanOrEqual(footer)
    expect(await cut(page)).toEqual([])
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([width, height])
    // The letters have the same size, relative to the shorter side, as on the screen for which the wall was designed.
    const size = await page
      .locator('tbody th')
      .first()
      .evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize))
    expect(size / Math.min(width, height)).toBeGreaterThan(0.028)
    expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(8)
  })

  test('during the last 14 days of its session, the wall shows when the session ends', async ({ open }) => {
    site().shows([])
    const { page, pass } = await wall(open)
    expect(await page.getByText('O acesso desta TV termina').count()).toBe(0)
    await pass(351 * DAY + MINUTE)
    await page.getByText('O acesso desta TV termina em 19/11/2027').waitFor()
  })

  test('if the person may open other pages, the link Voltar in the bar and the key Esc lead from the wall to Home', async ({ open }) => {
    site().shows([])
    site().upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    const tv = site().upstream.people.get('tv@x.co')
    if (tv) site().upstream.people.set('tv@x.co', { ...tv, acessos: menus('/painel-onde-estou', '/clientes') })
    const { page } = await wall(open)
    await touch(page)
    await page.getByRole('link', { name: 'Voltar' }).click()
    await page.waitForURL('**/home')
    await page.goBack()
    await page.getByRole('heading', { name: 'Onde Estou' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/home')
  })

  test('when its session is ended elsewhere, the wall redirects to the sign-in page with a message and its own URL for the return', async ({
    open,
    expected,
  }) => {
    expected.push(/401/)
    site().shows([])
    const { page, pass } = await wall(open)
    site().upstream.people.clear()
    await pass(33 * SECOND)
    await page.waitForURL('**/?aviso=sessao-encerrada&volta=%2Fpainel-onde-estou')
  })

  test('when its menu is withdrawn, the wall redirects to Home with a message', async ({ open, expected }) => {
    expected.push(/403/)
    site().shows([])
    site().upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    const { page, pass } = await wall(open)
    const tv = site().upstream.people.get('tv@x.co')
    if (tv) site().upstream.people.set('tv@x.co', { ...tv, acessos: [] })
    await pass(33 * SECOND)
    await page.waitForURL('**/home')
    await page.getByText('Acesso não permitido').waitFor()
  })

  test('while the API fails, the wall stays signed in and shows the last data, and afterwards it shows current data again', async ({
    open,
    expected,
  }) => {
    expected.push(/503/)
    site().shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open)
    site().upstream.answers.set('GET /auth', { status: 500 })
    await pass(33 * SECOND)
    await page.getByText('Sem conexão desde 14:32. Mostrando os últimos dados recebidos.').waitFor()
    expect(await names(page)).toEqual(['Ana'])
    site().upstream.answers.delete('GET /auth')
    await pass(33 * SECOND)
    await page.getByText('Atualizado às 14:33').waitFor()
  })

  test('a wall that is reloaded while the server is down shows no names, and shows them again once the server is up [LGPD 6 14.3.3]', async ({
    open,
    expected,
  }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/, /503/)
    site().shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const page = await open(WALL)
    await site().enter(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    expect(
      await page.evaluate(async () =>
        (
          await Promise.all((await caches.keys()).map(async (key) => (await (await caches.open(key)).keys()).map(({ url }) => new URL(url).pathname)))
        ).flat(),
      ),
    ).toEqual(['/painel-offline.html', '/painel-offline.js', '/painel-offline.css'])
    await site().down()
    await page.reload()
    await page.getByText('Sem conexão com o servidor. Esta tela volta sozinha.').waitFor()
    expect(await page.content()).not.toContain('Ana')
    expect(await axe(page)).toEqual([])
    await site().up()
    await page.getByRole('rowheader', { name: 'Ana' }).waitFor({ timeout: 20_000 })
  })

  test('drafts that another person left in the browser tab are deleted when the wall is loaded', async ({ open }) => {
    site().shows([])
    const { page } = await wall(open)
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('rascunho')))
    await page.evaluate(() => sessionStorage.setItem('rascunho 1 /usuarios usuario 5', '{}'))
    expect(await drafts()).toHaveLength(1)
    await page.reload()
    await expect.poll(drafts).toEqual([])
  })

  test('on a phone, the wall has one column, and no text is cut off', async ({ open }) => {
    site().shows([row('Ana Beatriz Nogueira', '2026-11-19T08:00:00', '2026-11-19T17:30:00'), row('Camila Teixeira')])
    const { page } = await wall(open, { viewport: { width: 390, height: 844 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByText('Ana Beatriz Nogueira').waitFor()
    const texts = page.locator('tbody tr > *')
    expect(await texts.evaluateAll((cells) => cells.filter((cell) => cell.clientHeight < 20).map((cell) => cell.textContent))).toEqual([])
    expect(await axe(page)).toEqual([])
  })
})
