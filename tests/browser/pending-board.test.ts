// Tests the board of pending tasks: its content in the demo company, and its behaviour on a wall.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { axe } from '../support/axe.ts'
import { test } from '../support/browser.ts'
import { inFlight } from '../support/page-requests.ts'
import { hydrated } from '../support/page-waits.ts'
import { BRUNO, demoCompany } from '../support/demo-company.ts'
import { HOUR, PENDING, SECOND, sector, startWall, WALL } from '../support/wall.ts'

/** A viewport so high that the board shows everybody on one page. */
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 } }

const people = (page: Page) => page.locator('h2 > span').allTextContents()
const board = (page: Page) => page.locator('section ol')
const toggle = (page: Page) => page.getByRole('button', { name: 'Escolher o setor e ocultar a barra' })
const picker = (page: Page) => page.getByRole('combobox', { name: 'Setor' })
const appBar = (page: Page) => page.getByRole('button', { name: 'Abrir menu' })

describe('the Pendências board in the demo company', () => {
  const { call, signIn } = demoCompany()

  test('the board shows the sector of the signed-in person first, and sorts the tasks of each person by priority', async ({ open }) => {
    const page = await open(PHONE)
    await signIn(page, '/pendencias-ped', 'projetos')
    await page.getByRole('heading', { name: 'Pendências', exact: true }).waitFor()
    expect(await page.locator('header p').first().innerText()).toBe('Projetos')
    expect((await people(page))[0]).toBe('Eduardo Moraes Leite')
    const urgency = await board(page).first().locator('.wall-hidden').allTextContents()
    const rank = (text: string) => ['urgente', 'alta', 'normal', 'baixa'].indexOf(text.slice(2).toLowerCase())
    expect(urgency.length).toBeGreaterThan(3)
    expect(urgency.map(rank)).toEqual(urgency.map(rank).toSorted((a, b) => a - b))
    expect(await page.getByRole('button', { name: /Atividades/ }).count()).toBe(0)
  })

  test('the ten tasks of a person are shown in order, and the count equals the number of displayed tasks', async ({ open }) => {
    for (let nth = 1; nth <= 12; nth += 1)
      await call('supervisor', 'POST', '/user-task', { id: 0, descricao: `Alheia ${nth}`, idPrioridade: 1, idUsuario: BRUNO, idStatus: 'A' })
    const page = await open(PHONE)
    await signIn(page, '/pendencias-ped', 'equipe')
    const bruno = page.getByRole('region', { name: 'Bruno Cavalcanti' })
    const shown = (await bruno.getByRole('listitem').allInnerTexts()).map((text) => text.split(/\s*,/)[0])
    expect(shown).toEqual(Array.from({ length: 10 }, (_, nth) => `Alheia ${nth + 1}`))
    expect(await bruno.locator('small').innerText()).toBe('10')
  })

  test('“Escolher o setor e ocultar a barra” hides the app bar and lists the sectors, and the URL opens the same view elsewhere', async ({
    open,
  }) => {
    const page = await open(WALL)
    await signIn(page, '/pendencias-ped', 'projetos')
    expect([await appBar(page).isVisible(), await picker(page).count()]).toEqual([true, 0])
    await toggle(page).click()
    await picker(page).waitFor()
    expect([await appBar(page).isVisible(), new URL(page.url()).search]).toEqual([false, '?barra=oculta&setor=2'])
    expect(await picker(page).locator('option:checked').innerText()).toBe('Projetos')
    await picker(page).selectOption('Financeiro')
    await page.getByRole('region', { name: 'Sabrina Lopes' }).waitFor()
    const { search } = new URL(page.url())
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ setor: '4', barra: 'oculta' })
    const wall = await open(WALL)
    await signIn(wall, `/pendencias-ped${search}`, 'equipe')
    expect([await picker(wall).locator('option:checked').innerText(), await appBar(wall).isVisible()]).toEqual(['Financeiro', false])
    await wall.getByRole('button', { name: 'Mostrar a barra' }).click()
    await appBar(wall).waitFor()
    expect([await picker(wall).count(), await wall.locator('header p').first().innerText()]).toEqual([0, 'Financeiro'])
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

  test('the board requests its data again within 15 s', async ({ open }) => {
    site.shows([sector(3, 'Suporte', { 'Ana Lima': 1 }, 'Antes')])
    const { page, pass } = await wall(open)
    await page.getByText('Antes 1').waitFor()
    site.shows([sector(3, 'Suporte', { 'Ana Lima': 2 }, 'Depois')])
    await pass(15 * SECOND)
    await page.getByText('Depois 2').waitFor()
    expect(await page.getByText('2 tarefas').count()).toBe(1)
  })

  test('if the person has no sector, the board shows the first one, with the first ten tasks of each person in order', async ({ open }) => {
    const many = sector(7, 'Comercial', { 'Bia Sá': 14, 'Caio Reis': 0 })
    many.users[0]?.tasks.reverse()
    site.shows([many, sector(9, 'Diretoria', { 'Davi Melo': 1 })])
    const { page } = await wall(open, PENDING.path)
    expect(await page.locator('header p').first().innerText()).toBe('Comercial')
    expect(await people(page)).toEqual(['Bia Sá'])
    const tasks = await page.getByRole('listitem').allInnerTexts()
    expect(tasks.map((text) => text.split(/\s*,/)[0])).toEqual(Array.from({ length: 10 }, (_, nth) => `Tarefa ${nth + 1}`))
    expect(await page.getByText('10 tarefas').count()).toBe(1)
  })

  test('if the sector has no tasks or no sector exists, the board shows a message that there are no tasks', async ({ open }) => {
    site.shows([sector(3, 'Suporte', { 'Ana Lima': 0 })])
    const { page, pass } = await wall(open)
    await page.getByText('Nenhuma pendência.').waitFor()
    expect(await page.getByText('0 tarefas').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    site.shows([])
    await pass(15 * SECOND)
    await expect.poll(() => page.getByText('0 tarefas').count()).toBe(0)
    await page.getByText('Nenhuma pendência.').waitFor()
  })

  test('columns are filled from top to bottom without splitting the tasks of a person, and the next page is shown every 12 s', async ({ open }) => {
    site.shows([sector(3, 'Suporte', { Ana: 10, Bia: 5, Caio: 4, Davi: 6, Eva: 3, Fabio: 9 })])
    const { page, pass } = await wall(open)
    const columns = () =>
      page
        .locator('div:has(> section)')
        .evaluateAll((all) => all.map((one) => [...one.querySelectorAll('h2 > span')].map((name) => name.textContent)))
    const pages = [
      ['página 1 de 2', [['Ana'], ['Bia', 'Caio'], ['Davi', 'Eva']]],
      ['página 2 de 2', [['Bia', 'Caio'], ['Davi', 'Eva'], ['Fabio']]],
    ] as const
    const turned = async () => [await page.getByText(/^página \d+ de \d+$/).innerText(), await columns()]
    const first = (await turned())[0] === pages[0][0] ? 0 : 1
    for (const nth of [first, 1 - first, first]) {
      expect(await turned()).toEqual(pages[nth])
      await pass(12 * SECOND)
    }
    expect(await page.getByText('37 tarefas').count()).toBe(1)
  })

  test('if the connection is lost, the board shows since when, hides names after an hour, and updates after reconnecting [LGPD 6]', async ({
    open,
    expected,
  }) => {
    expected.push(/ERR_CONNECTION/, /ERR_EMPTY_RESPONSE/)
    site.shows([sector(3, 'Suporte', { 'Ana Lima': 2 })])
    const { page, pass } = await wall(open)
    await page.getByText('Atualizado às 14:32').waitFor()
    await site.down()
    await pass(20 * SECOND)
    await page.getByText('Sem conexão desde 14:32. Mostrando os últimos dados recebidos.').waitFor()
    expect(await page.getByRole('status').count()).toBe(1)
    expect(await people(page)).toEqual(['Ana Lima'])
    await pass(HOUR)
    await page.getByText('Os dados foram ocultados').waitFor()
    expect(await page.getByText('Ana Lima').count()).toBe(0)
    await site.up()
    await pass(20 * SECOND)
    await page.getByText('Atualizado às 15:32').waitFor()
    expect(await people(page)).toEqual(['Ana Lima'])
  })
})
