import { describe, expect } from 'vitest'
import { axe, still, testInOne as test } from '../support/browser.ts'
import { company } from '../support/company.ts'
import { wallDay } from '../../shared/clock.ts'

const { answer, sent, signIn } = company()

const today = wallDay(Date.now())
const full = {
  tempos: Array.from({ length: 12 }, (_, i) => ({ DESCRICAOATIVIDADE: `Atividade ${i}`, total: `${String(20 - i).padStart(2, '0')}:15:30` })),
  total: { totalizador: '100:00:59' },
  compromissos: [
    { DESCTAREFAEXTERNO: 'Visita', CLIENTE: 'Sementes Chapadão', DATAINI: today, DATAFIM: today },
    { DESCTAREFAEXTERNO: 'Férias', CLIENTE: null, DATAINI: '2026-12-21T08:00:00', DATAFIM: '2027-01-04T18:00:00' },
  ],
  pendencias: [{ task: 'Corrigir o boleto', priority: 'Urgente' }],
}

describe('Home', () => {
  test('greets and shows the three cards to the letter, asking nothing again', async ({ page }) => {
    answer('GET /dash/Home', { json: full })
    await signIn(page, '/home')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Olá, Ana')
    const card = (name: string) => page.getByRole('region', { name })
    expect(await card('Tempo Empenhado').textContent()).toContain('100:00')
    expect(await card('Tempo Empenhado').getByRole('listitem').first().textContent()).toBe('Atividade 020:15')
    expect(await card('Próximos compromissos').getByRole('listitem').allTextContents()).toEqual([
      `Visita - Sementes Chapadão${today.split('-').toReversed().join('/')}`,
      'Férias21/12/2026 a 04/01/2027',
    ])
    expect(await card('Atividades').textContent()).toBe('Atividades1Corrigir o boletoUrgente')
    const list = card('Tempo Empenhado').getByRole('list')
    const sizes = await list.evaluate((ul) => [ul.clientHeight, ul.firstElementChild?.getBoundingClientRect().height])
    expect(sizes).toEqual([500, 50])
    await page.waitForLoadState('networkidle')
    expect(sent('GET /dash/Home')).toHaveLength(1)
  })

  test('says that there is nothing', async ({ page }) => {
    await signIn(page, '/home')
    await page.getByText('Nenhum compromisso próximo.').waitFor()
    await page.getByText('Nenhuma atividade recente.').waitFor()
  })

  test('says of as many as are answered that there may be more', async ({ page }) => {
    answer('GET /dash/Home', { json: { ...full, pendencias: Array.from({ length: 50 }, () => full.pendencias[0]) } })
    await signIn(page, '/home')
    for (const [name, figure] of [
      ['Atividades', '50+'],
      ['Próximos compromissos', '2'],
    ] as const)
      await page.getByRole('region', { name }).getByText(figure, { exact: true }).waitFor()
  })
})

describe('axe', () => {
  test('finds nothing, the menu and the palette open too', async ({ page }) => {
    await still(page)
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
