import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { axe, inFlight, test } from '../support/browser.ts'
import { menus } from '../support/upstream.ts'
import { DAY, HOUR, MINUTE, row, SECOND, startWall, WALL } from '../support/wall.ts'

let site: Awaited<ReturnType<typeof startWall>>
beforeEach(async () => {
  site = await startWall()
})
afterEach(() => site.stop())

/** The wall in a browser whose clock the test moves on. */
async function wall(open: (options?: BrowserContextOptions) => Promise<Page>, options: BrowserContextOptions = {}) {
  const page = await open({ ...WALL, ...options })
  await page.clock.install({ time: site.now })
  await site.enter(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const asked = inFlight(page)
  const pass = async (ms: number) => {
    // Time that passes under a question aborts it, and the next one is asked 30 s later.
    await expect.poll(() => asked.size).toBe(0)
    site.now += ms
    await page.clock.fastForward(ms)
  }
  return { page, pass }
}

const names = (page: Page) => page.locator('tbody th').allTextContents()

/** The texts that are not shown whole. */
const cut = (page: Page) =>
  page.locator('tbody th, td, li').evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent))

/** By hand, as often as it takes until the code is there. */
const touch = (page: Page) =>
  expect
    .poll(async () => {
      await page.mouse.move(300, 300)
      await page.mouse.move(310, 300)
      return page.getByRole('navigation', { name: 'Painel' }).count()
    })
    .toBe(1)

/** px from the top. */
const bottomOfCards = async (page: Page) => {
  const box = await page.locator('section ul').boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

describe('the wall', () => {
  test('shows who is where: now first, then later; hours, with the day of another; the free as cards [LGPD 6]', async ({ open }) => {
    site.shows([
      row('Ana Nogueira', '2026-11-19T08:00:00', '2026-11-19T17:30:00'),
      row('Bruno Cavalcanti', '2026-11-16T08:00:00', '2026-11-19T18:00:00', 'Cooperativa Agroindustrial'),
      row('Camila Teixeira'),
      row('Matheus Camargo', '2026-11-19T15:30:00', '2026-11-19T17:00:00'),
      { ...row('Letícia Arantes', '2026-11-09T00:00:00', '2026-11-27T23:59:00'), CLIENTE: null, DESCTAREFAEXTERNO: 'Férias' },
    ])
    const { page } = await wall(open)
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
    // The server's 14:32:08, and what looking at the rest took.
    expect(await page.locator('time').innerText()).toMatch(/^14:32:(0[89]|[1-5]\d)$/)
    expect(await page.getByText('quinta-feira, 19 de novembro').count()).toBe(1)
    expect(await page.getByRole('status').innerText()).toBe('Atualizado às 14:32')
    expect(await axe(page)).toEqual([])
  })

  test('on a quiet hour shows everybody at once, no name cut, as far as the footer', async ({ open }) => {
    site.shows([
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

  test('cuts neither a person’s name nor a place that takes two lines', async ({ open }) => {
    const longest = 'Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense e dos Vales'
    site.shows([
      { ...row('Ana Beatriz Nogueira Paz', '2026-11-18T08:00:00', '2026-11-25T18:00:00', longest), DESCTAREFAEXTERNO: 'Implantação SySGrão' },
    ])
    const { page } = await wall(open)
    expect(await cut(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1920)
  })

  test('the last page is as full as the others', async ({ open }) => {
    site.shows(Array.from({ length: 13 }, (_, i) => row(`Pessoa ${i}`, '2026-11-19T08:00:00', '2026-11-19T17:30:00')))
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

  test('moves no column at a turn, whoever stands on the page', async ({ open }) => {
    const person = (index: number) => `${index < 10 ? 'Ana' : 'Maria Aparecida Nogueira'} ${index}`
    site.shows(
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

  test('turns its pages by itself, and nothing runs off the screen', async ({ open }) => {
    const many = (n: number, from?: string) =>
      Array.from({ length: n }, (_, i) =>
        row(
          `Pessoa de Nome Muito Comprido Número ${i + (from ? 0 : 50)}`,
          from,
          from && '2026-11-19T17:30:00',
          'Cooperativa Agroindustrial dos Produtores de Grãos do Norte',
        ),
      )
    site.shows([...many(20, '2026-11-19T08:00:00'), ...many(23)])
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

  test.for([
    [1920, 1080],
    [1920, 1200],
    [1280, 1024],
    [3840, 2160],
    [1366, 768],
    [1080, 1920],
  ] as const)('fills a screen of %d by %d: nobody cut, nothing off the screen, no half of it empty', async ([width, height], { open }) => {
    site.shows([
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
    // Of the shorter side, as on the wall it was made for.
    const size = await page
      .locator('tbody th')
      .first()
      .evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize))
    expect(size / Math.min(width, height)).toBeGreaterThan(0.028)
    expect(await page.locator('tbody tr').count()).toBeGreaterThanOrEqual(8)
  })

  test('asks every 25 s', async ({ open }) => {
    site.shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00', 'Sinop')])
    const { page, pass } = await wall(open)
    site.shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00', 'Sorriso')])
    await pass(28 * SECOND)
    await page.getByText('Sorriso').waitFor()
  })

  test('says since when it has no connection, hides the names after an hour, and comes back [LGPD 6]', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/)
    site.shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open)
    await site.down()
    await pass(33 * SECOND)
    await page.getByText('Sem conexão desde 14:32. Mostrando os últimos dados recebidos.').waitFor()
    expect(await names(page)).toEqual(['Ana'])
    await pass(HOUR)
    await page.getByText('Os dados foram ocultados').waitFor()
    expect(await names(page)).toEqual([])
    expect(await page.getByText('Ana').count()).toBe(0)
    await site.up()
    await pass(33 * SECOND)
    await page.getByText('Atualizado às 15:33').waitFor()
    expect(await names(page)).toEqual(['Ana'])
  })

  test('takes up a deploy by itself', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/)
    site.shows([])
    const { page, pass } = await wall(open)
    await site.down()
    site.build = 2
    await site.up()
    await pass(33 * SECOND)
    await expect.poll(() => page.locator('#boot').textContent()).toContain('"build":"build-2"')
    expect(await page.locator('h1').innerText()).toBe('Onde Estou')
  })

  test('shows the end of its sign-in during the last 14 days', async ({ open }) => {
    site.shows([])
    const { page, pass } = await wall(open)
    expect(await page.getByText('O acesso desta TV termina').count()).toBe(0)
    await pass(351 * DAY + MINUTE)
    await page.getByText('O acesso desta TV termina em 19/11/2027').waitFor()
  })

  test('offers a way out to whoever touches it, by hand and by keyboard, and nothing at rest', async ({ open, expected }) => {
    expected.push(/Clear-Site-Data/)
    site.shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open, { hasTouch: true })
    const bar = page.getByRole('navigation', { name: 'Painel' })
    const leave = bar.getByRole('button', { name: 'Sair' })
    const top = () => page.locator('tbody th').boundingBox()
    const before = await top()
    expect(await bar.count()).toBe(0)
    await touch(page)
    await bar.waitFor()
    expect(await top()).toEqual(before)
    expect(await axe(page)).toEqual([])
    const theme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
    await expect.poll(theme).toBe('light')
    // It hides after three seconds at rest, which looking at it may have taken.
    await touch(page)
    await bar.getByRole('button', { name: 'Trocar tema' }).click()
    await expect.poll(theme).toBe('dark')
    await pass(3 * SECOND)
    await bar.waitFor({ state: 'detached' })
    // A tap where its button will be shows it, and no more.
    await page.touchscreen.tap(1800, 40)
    await leave.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await leave.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await pass(3 * SECOND)
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await expect.poll(() => leave.evaluate((button) => button === document.activeElement)).toBe(true)
    // Nowhere to go.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/?aviso=ate-logo')
  })

  test('leads back whoever has other pages, by the bar and by Esc', async ({ open }) => {
    site.shows([])
    site.upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    const tv = site.upstream.people.get('tv@x.co')
    if (tv) site.upstream.people.set('tv@x.co', { ...tv, acessos: menus('/painel-onde-estou', '/clientes') })
    const { page } = await wall(open)
    await touch(page)
    await page.getByRole('link', { name: 'Voltar' }).click()
    await page.waitForURL('**/home')
    await page.goBack()
    await page.getByRole('heading', { name: 'Onde Estou' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL('**/home')
  })

  test('signed in again elsewhere or signed out: the sign-in page says so and comes back to the wall', async ({ open, expected }) => {
    expected.push(/401/)
    site.shows([])
    const { page, pass } = await wall(open)
    site.upstream.people.clear()
    await pass(33 * SECOND)
    await page.waitForURL('**/?aviso=sessao-encerrada&volta=%2Fpainel-onde-estou')
  })

  test('whose menu was taken is left, and says so', async ({ open, expected }) => {
    expected.push(/403/)
    site.shows([])
    site.upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    const { page, pass } = await wall(open)
    const tv = site.upstream.people.get('tv@x.co')
    if (tv) site.upstream.people.set('tv@x.co', { ...tv, acessos: [] })
    await pass(33 * SECOND)
    await page.waitForURL('**/home')
    await page.getByText('Acesso não permitido').waitFor()
  })

  test('stays signed in and shows what it has while the API behind is silent, and goes on by itself', async ({ open, expected }) => {
    expected.push(/503/)
    site.shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const { page, pass } = await wall(open)
    site.upstream.answers.set('GET /auth', { status: 500 })
    await pass(33 * SECOND)
    await page.getByText('Sem conexão desde 14:32. Mostrando os últimos dados recebidos.').waitFor()
    expect(await names(page)).toEqual(['Ana'])
    site.upstream.answers.delete('GET /auth')
    await pass(33 * SECOND)
    await page.getByText('Atualizado às 14:33').waitFor()
  })

  test('a reload while the server is down shows a page without data, which returns by itself [LGPD 6 14.3.3]', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/, /503/)
    site.shows([row('Ana', '2026-11-19T08:00:00', '2026-11-19T17:30:00')])
    const page = await open(WALL)
    await site.enter(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    expect(
      await page.evaluate(async () =>
        (
          await Promise.all((await caches.keys()).map(async (key) => (await (await caches.open(key)).keys()).map(({ url }) => new URL(url).pathname)))
        ).flat(),
      ),
    ).toEqual(['/painel-offline.html', '/painel-offline.js', '/painel-offline.css'])
    await site.down()
    await page.reload()
    await page.getByText('Sem conexão com o servidor. Esta tela volta sozinha.').waitFor()
    expect(await page.content()).not.toContain('Ana')
    expect(await axe(page)).toEqual([])
    await site.up()
    await page.getByRole('rowheader', { name: 'Ana' }).waitFor({ timeout: 20_000 })
  })

  test('keeps nothing of what another person typed in its tab', async ({ open }) => {
    site.shows([])
    const { page } = await wall(open)
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('rascunho')))
    await page.evaluate(() => sessionStorage.setItem('rascunho 1 /usuarios usuario 5', '{}'))
    expect(await drafts()).toHaveLength(1)
    await page.reload()
    await expect.poll(drafts).toEqual([])
  })

  test('in a hand: one column, nothing cut', async ({ open }) => {
    site.shows([row('Ana Beatriz Nogueira', '2026-11-19T08:00:00', '2026-11-19T17:30:00'), row('Camila Teixeira')])
    const { page } = await wall(open, { viewport: { width: 390, height: 844 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByText('Ana Beatriz Nogueira').waitFor()
    const texts = page.locator('tbody tr > *')
    expect(await texts.evaluateAll((cells) => cells.filter((cell) => cell.clientHeight < 20).map((cell) => cell.textContent))).toEqual([])
    expect(await axe(page)).toEqual([])
  })
})
