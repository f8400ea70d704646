import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { NOW } from '../support/clock.ts'
import { scriptedCompany } from '../support/scripted-company.ts'
import { menus } from '../support/upstream.ts'
import { dayBr, wallDay } from '../../shared/clock.ts'

const { answer, people, sent, signIn, url } = scriptedCompany()

const today = wallDay(NOW)
const full = {
  tempos: Array.from({ length: 12 }, (_, i) => ({ DESCRICAOATIVIDADE: `Atividade ${i}`, total: `${String(20 - i).padStart(2, '0')}:15:30` })),
  total: { totalizador: '100:00:59' },
  compromissos: [
    { DESCTAREFAEXTERNO: 'Visita', CLIENTE: 'Sementes Chapadão', DATAINI: today, DATAFIM: today },
    { DESCTAREFAEXTERNO: 'Treinamento', CLIENTE: null, DATAINI: `${today}T00:00:00`, DATAFIM: `${today}T23:59:00` },
    { ID: 41, DESCTAREFAEXTERNO: 'Férias', CLIENTE: null, DATAINI: '2046-12-21T08:00:00', DATAFIM: '2047-01-04T18:00:00' },
  ],
  pendencias: [
    { CODIGOTAREFA: 51, task: 'Corrigir o boleto', priority: 'Urgente' },
    { task: 'De uma API sem códigos', priority: 'Baixa' },
  ],
}

const task = (id: number, text: string) => ({
  CODIGOTAREFA: id,
  DESCRICAOTAREFA: text,
  id_prioridade: 1,
  CODIGO_USUARIO: 7,
  CODIGO_STATUS: 'A',
  priority: { descricao: 'Urgente' },
})
const one = { users: [], priority: [{ id: 1, descricao: 'Urgente' }], task: task(51, 'Corrigir o boleto') }

describe('Home', () => {
  test('Home greets the person and shows three cards with exact data, and the browser does not request the data again', async ({ page }) => {
    answer('GET /dash/Home', { json: full })
    await signIn(page, '/home')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Olá, Ana')
    const card = (name: string) => page.getByRole('region', { name })
    expect(await card('Tempo Empenhado').textContent()).toContain('100:00')
    // Twelve lines of half a minute each last six minutes, so the rounding of the lines must preserve that sum.
    const lines = await card('Tempo Empenhado').getByRole('listitem').allTextContents()
    expect([lines[0], lines[11]]).toEqual(['Atividade 020:16', 'Atividade 1109:15'])
    expect(await card('Próximos compromissos').getByRole('listitem').allTextContents()).toEqual([
      `Visita - Sementes Chapadão${dayBr(today)}`,
      `Treinamento${dayBr(today)} 00:00 a 23:59`,
      'Férias21/12/2046 08:00 a 04/01/2047 18:00',
    ])
    expect(await card('Atividades').textContent()).toBe('Atividades2Corrigir o boletoUrgenteDe uma API sem códigosBaixa')
    const list = card('Tempo Empenhado').getByRole('list')
    const sizes = await list.evaluate((ul) => [ul.clientHeight, ul.firstElementChild?.getBoundingClientRect().height])
    expect(sizes).toEqual([500, 50])
    await page.waitForLoadState('networkidle')
    expect(sent('GET /dash/Home')).toHaveLength(1)
  })

  test('Home prints on one landscape sheet with the full content of each card', async ({ page }) => {
    // These are more lines than a card shows on screen, but no more than fit on a sheet of paper.
    const long = Array.from({ length: 16 }, (_, nth) => nth)
    const tempos = long.map((nth) => ({ DESCRICAOATIVIDADE: `Atividade ${nth}`, total: '01:00:00' }))
    const pendencias = long.map((nth) => ({ CODIGOTAREFA: 60 + nth, task: `Tarefa ${nth}`, priority: 'Baixa' }))
    answer('GET /dash/Home', { json: { ...full, tempos, pendencias } })
    await signIn(page, '/home')
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    const areCut = await page
      .getByRole('main')
      .getByRole('list')
      .evaluateAll((lists) => lists.map(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight))
    expect(areCut).toEqual([false, false, false])
  })

  test('if Home has no data, the cards for appointments and tasks show a message that there are none', async ({ page }) => {
    await signIn(page, '/home')
    await page.getByText('Nenhum compromisso próximo.').waitFor()
    await page.getByText('Nenhuma atividade recente.').waitFor()
  })

  test('if a list has reached its maximum length, its count is followed by a plus sign', async ({ page }) => {
    answer('GET /dash/Home', { json: { ...full, pendencias: Array.from({ length: 50 }, () => full.pendencias[0]) } })
    await signIn(page, '/home')
    for (const [name, figure] of [
      ['Atividades', '50+'],
      ['Próximos compromissos', '3'],
    ] as const)
      await page.getByRole('region', { name }).getByText(figure, { exact: true }).waitFor()
  })
})

describe('a line of Home', () => {
  /** Returns the link of each line in a card, or null for a line without a link. */
  const links = (page: Page, name: string) =>
    page
      .getByRole('region', { name })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.querySelector('a')?.getAttribute('href') ?? null))
  const person = (...routes: string[]) =>
    people().set('eva@x.co', { id: 9, name: 'Eva', supervisor: 'N', departamento: 3, status: 'A', acessos: menus(...routes) })

  test.for([
    [
      ['/onde-estou', '/calendario'],
      [`/calendario?visao=dia&data=${today}`, `/calendario?visao=dia&data=${today}`, '/onde-estou?acao=editar&id=41'],
    ],
    [['/calendario'], [`/calendario?visao=dia&data=${today}`, `/calendario?visao=dia&data=${today}`, '/calendario?visao=dia&data=2046-12-21']],
    [['/clientes'], [null, null, null]],
  ] as [string[], (string | null)[]][])(
    'a line contains a link only if the person may open the page that the line names: %s',
    async ([routes, wanted], { open }) => {
      person(...routes)
      answer('GET /dash/Home', { json: full })
      const page = await open()
      await signIn(page, '/home', 'eva@x.co')
      expect(await links(page, 'Próximos compromissos')).toEqual(wanted)
      expect(await links(page, 'Atividades')).toEqual(['/home?tarefa=51', null])
      expect(await links(page, 'Tempo Empenhado')).toEqual(full.tempos.map(() => null))
    },
  )

  test('a click on a task opens the task in the drawer, and the address of Home does not change', async ({ page }) => {
    answer('GET /dash/Home', { json: full })
    answer('GET /user-task/51', { json: one })
    await signIn(page, '/home')
    await page.getByRole('link', { name: 'Corrigir o boleto' }).click()
    const form = page.getByRole('dialog', { name: 'Alterar Atividade' })
    expect(await form.getByLabel('Descrição').inputValue()).toBe('Corrigir o boleto')
    expect(page.url()).toBe(url('/home'))
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: 'Atividades' }).waitFor()
  })

  test('the line of a task disappears when the task is set inactive in the drawer', async ({ page }) => {
    answer('GET /dash/Home', { json: full })
    answer('GET /user-task', { json: { users: [], userTasks: [task(51, 'Corrigir o boleto')] } })
    answer('GET /user-task/51', { json: one })
    answer('PATCH /user-task/51', { json: { CODIGO_STATUS: 'I' } })
    await signIn(page, '/home')
    await page.getByRole('button', { name: /^Atividades,? ?/ }).click()
    answer('GET /dash/Home', { json: { ...full, pendencias: [] } })
    await page.getByRole('button', { name: 'Concluir Corrigir o boleto' }).click()
    await page.getByText('Nenhuma atividade recente.').waitFor()
  })
})

describe('accessibility of Home', () => {
  test('axe finds no violation on Home, in the open menu and in the open palette', async ({ page }) => {
    await reduceMotion(page)
    answer('GET /dash/Home', { json: full })
    await signIn(page, '/home')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Abrir menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Clientes' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Clientes' }).waitFor()
    expect(await axe(page)).toEqual([])
  })
})
