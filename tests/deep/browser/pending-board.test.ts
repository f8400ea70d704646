// Tests the board of pending tasks: its content in the demo company, and its behaviour on a wall.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { axe, reduceMotion } from '../../support/axe.ts'
import { test } from '../../support/browser.ts'
import { inFlight } from '../../support/page-requests.ts'
import { hydrated } from '../../support/page-waits.ts'
import { demoCompany } from '../../support/demo-company.ts'
import { menus } from '../../support/upstream.ts'
import { HOUR, PENDING, SECOND, sector, startWall, WALL } from '../../support/wall.ts'

/** A viewport so high that the board shows everybody on one page. */
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } }
/** The people of sector 5, Desenvolvimento, in the demo company. */
const DEVELOPERS = [
  'Gabriel Sponchiado',
  'Giovana Rezende',
  'Isabela Pimenta',
  'João Pedro Almeida',
  'Juliana Bortolini',
  'Karina Wolff',
  'Leandro Siqueira',
]
const people = (page: Page) => page.locator('h2 > span').allTextContents()
const picker = (page: Page) => page.getByRole('combobox', { name: 'Setor' })
const appBar = (page: Page) => page.getByRole('button', { name: 'Abrir menu' })
/** Returns the texts that are cut off. */
const cut = (page: Page) =>
  page
    .locator('h2 > span, li > span, header p')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent),
    )

/** Counts the pairs of elements in the board's header that overlap. */
const overlaps = (page: Page) =>
  page.locator('header:has(h1)').evaluate((head) => {
    const boxes = [...head.children].map((one) => one.getBoundingClientRect())
    return boxes.flatMap((a, nth) =>
      boxes.slice(nth + 1).filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1),
    ).length
  })

describe('the Pendências board in the demo company', () => {
  const { signIn, url } = demoCompany()

  test('without JavaScript, the server-rendered board shows its people, and ?barra=oculta hides the top bar', async ({ open }) => {
    const entered = await open()
    await signIn(entered, '/pendencias-ped', 'projetos')
    const page = await open({ ...WALL, javaScriptEnabled: false })
    await page.context().addCookies(await entered.context().cookies())
    await page.goto(url('/pendencias-ped?setor=5&barra=oculta'))
    // The wall may show any of its pages, so any of the developers is right.
    expect(DEVELOPERS).toContain((await people(page))[0])
    expect(await appBar(page).isVisible()).toBe(false)
  })

  test.for([
    ['a screen 1440 px wide', 1440, 900],
    ['a screen 1024 px wide', 1024, 768],
    ['a wall screen', 1920, 1080],
    ['a wall screen in portrait', 1080, 1920],
    ['a phone', 390, 844],
  ] as const)('on %s, the board fits on the screen with and without the app bar, and axe finds no violation', async ([, width, height], { open }) => {
    const page = await open({ viewport: { width, height } })
    await reduceMotion(page)
    for (const query of ['?setor=5', '?setor=5&barra=oculta']) {
      await signIn(page, `/pendencias-ped${query}`, 'projetos')
      expect([await cut(page), await overlaps(page)]).toEqual([[], 0])
      expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([width, height])
      expect(await axe(page)).toEqual([])
    }
  })

  test('on a phone, the board shows all people in one column that scrolls', async ({ open }) => {
    const page = await open(PHONE)
    await signIn(page, '/pendencias-ped?setor=5', 'projetos')
    expect(await people(page)).toHaveLength(7)
    const last = page.getByRole('region', { name: 'Leandro Siqueira' }).getByRole('listitem').last()
    await page.getByRole('region', { name: 'Desenvolvimento' }).focus()
    await page.keyboard.press('End')
    await expect.poll(async () => (await last.boundingBox())?.y ?? 9999).toBeLessThan(844)
  })
})

describe('the Pendências board on a wall screen', () => {
  let site: Awaited<ReturnType<typeof startWall>>
  beforeEach(async () => {
    site = await startWall(PENDING)
  })
  afterEach(() => site.stop())

  const ALONE = `${PENDING.path}?setor=3&barra=oculta`
  /** Opens the board in a browser whose clock moves only when the test moves it. */
  async function wall(open: (options?: BrowserContextOptions) => Promise<Page>, at = ALONE, options: BrowserContextOptions = {}) {
    const page = await open({ ...WALL, ...options })
    await page.clock.install({ time: site.now })
    await site.enter(page, at)
    await hydrated(page)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const asked = inFlight(page)
    const pass = async (ms: number) => {
      // Waits for all requests. If the clock moved during a request, the request would be aborted.
      await expect.poll(() => asked.size).toBe(0)
      site.now += ms
      await page.clock.fastForward(ms)
    }
    return { page, pass }
  }

  test('sixty people with long names and ten tasks each are shown page by page, and every page fits on the screen', async ({ open }) => {
    const longest = 'Maria Aparecida do Nascimento Albuquerque de Vasconcelos'
    const crowd = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`${longest} ${nth}`, 10]))
    site.shows([sector(3, 'Departamento de Desenvolvimento e de Implantações', crowd, 'Corrigir o retorno do boleto da Integração Banc')])
    const { page, pass } = await wall(open)
    const seen = new Set<string>()
    for (let turn = 0; turn < 20; turn += 1) {
      for (const name of await people(page)) seen.add(name)
      const bottom = await page.locator('div:has(> div > section)').evaluate((one) => one.getBoundingClientRect().bottom)
      expect(bottom).toBeLessThanOrEqual(1020)
      await pass(12 * SECOND)
    }
    expect(seen.size).toBe(60)
    expect(await page.locator('li > span').evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length)).toBe(0)
    expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([1920, 1080])
  })

  test('after a deployment, the board reloads automatically and shows the same sector', async ({ open, expected }) => {
    expected.push(/ERR_CONNECTION/)
    site.shows([sector(3, 'Suporte', { 'Ana Lima': 2 })])
    const { page, pass } = await wall(open)
    await site.down()
    site.build = 2
    await site.up()
    await pass(20 * SECOND)
    await expect.poll(() => page.locator('#boot').textContent()).toContain('"build":"build-2"')
    expect(await picker(page).inputValue()).toBe('3')
  })

  test('a board that is reloaded while the server is down shows no names, and shows the tasks again once the server is up [LGPD 6]', async ({
    open,
    expected,
  }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/, /503/)
    site.shows([sector(3, 'Suporte', { 'Ana Lima': 2 })])
    const page = await open(WALL)
    await site.enter(page, ALONE)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await site.down()
    await page.reload()
    await page.getByText('Sem conexão com o servidor. Esta tela volta sozinha.').waitFor()
    await page.getByRole('heading', { name: 'Pendências' }).waitFor()
    expect(await page.content()).not.toContain('Ana')
    await site.up()
    await page.getByText('Ana Lima').waitFor({ timeout: 20_000 })
    expect(await picker(page).inputValue()).toBe('3')
  })

  test('if the board is opened by keys two hours after the tab was loaded, it shows current data', async ({ open }) => {
    site.upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    const tv = site.upstream.people.get('tv@x.co')
    if (tv) site.upstream.people.set('tv@x.co', { ...tv, acessos: menus(PENDING.path, '/clientes') })
    site.shows([sector(3, 'Suporte', { 'Ana Lima': 2 })])
    const page = await open(WALL)
    await page.clock.install({ time: site.now })
    await site.enter(page, '/home')
    await hydrated(page)
    site.now += 2 * HOUR
    // From here on, only the test moves the page's clock, so the board cannot reach the time of its next regular request.
    await page.clock.pauseAt(site.now)
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { name: 'Pendências' }).waitFor()
    await page.clock.runFor(SECOND)
    await page.getByText('Ana Lima').waitFor()
    await page.getByText('Atualizado às 16:32').waitFor()
  })

  test('when its session is ended elsewhere, the board redirects to the sign-in page with a message and its own URL for the return', async ({
    open,
    expected,
  }) => {
    expected.push(/401/)
    site.shows([])
    const { page, pass } = await wall(open)
    site.upstream.people.clear()
    await pass(35 * SECOND)
    await page.waitForURL(`**/?aviso=sessao-encerrada&volta=${encodeURIComponent(ALONE)}`)
  })
})
