// Tests how a person starts and enters time by typing what was done, in a real browser on the real API.
import { describe, expect } from 'vitest'
import { messages } from '../../shared/features/track.ts'
import { axe } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { toast } from '../support/demo-company.ts'
import { dialog } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'
import { WHO } from '../support/own-time.ts'
import { trackScreen } from '../support/track-screen.ts'

const { add, call, entry, list, running, signIn } = trackScreen()
const newest = async (name: string) => (await list()).find(({ DESCRICAO }) => DESCRICAO === name)

describe('work that nobody has entered before', () => {
  test('Enter in the palette starts it with guessed fields, and Shift+Enter also opens its form', async ({ page }) => {
    await signIn(page, '/home', WHO)
    await page.getByRole('button', { name: 'Iniciar um tempo' }).click()
    const search = page.getByRole('combobox', { name: 'Buscar ou ir para' })
    await search.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Visita ao porto')
    await page.getByRole('option', { name: /^Iniciar: Visita ao porto/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await running())?.descricao).toBe('Visita ao porto')
    expect(await running()).toMatchObject({
      idAtividade: expect.any(Number) as number,
      idCategoria: expect.any(Number) as number,
      idModulo: expect.any(Number) as number,
    })
    await page.getByRole('group', { name: 'Tempo em andamento' }).waitFor()
    await page.keyboard.press('i')
    await search.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Ida ao cartorio')
    await page.getByRole('option', { name: /^Iniciar: Ida ao cartorio/ }).waitFor()
    await page.keyboard.press('Shift+Enter')
    await dialog(page, 'Editar Tempo').waitFor()
    expect((await running())?.descricao).toBe('Ida ao cartorio')
    const ended = await newest('Visita ao porto')
    expect((await entry(ended?.ID ?? 0))?.horaFim).not.toBeNull()
  })

  test('a search that does not begin with “Iniciar” never starts a timer', async ({ page }) => {
    await signIn(page, '/home', WHO)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('xyzw')
    await page.getByText('Nada encontrado para “xyzw”.').waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
  })

  test('a line of the week takes any text, after the earlier work that the text finds', async ({ page }) => {
    await signIn(page, '/track?visao=semana', WHO)
    await page.getByRole('button', { name: 'Adicionar atividade' }).click()
    const field = page.getByRole('combobox', { name: 'Adicionar atividade' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Ida ao cartorio de Sinop')
    await page.getByRole('option', { name: /^Ida ao cartorio de Sinop nova · / }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: /^Ida ao cartorio de Sinop/ }).waitFor()
    // The cell takes the focus in the frame after its line appears.
    await page.locator('[data-cell]:focus').waitFor()
    await page.keyboard.type('0:30')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await newest('Ida ao cartorio de Sinop'))?.TOTAL).toBe('00:30:00')
  })
})

describe('time that is over', () => {
  test('yesterday’s two and a half hours are entered by description, day and total, also while another entry runs', async ({ page }) => {
    await add('Em curso', '2026-11-19T14:00:00', null)
    await signIn(page, '/track', WHO)
    await page.keyboard.press('l')
    const form = dialog(page, 'Lançar tempo')
    await form.getByLabel('Descrição').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Vistoria do silo')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ontem')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2:30')
    // The guessed fields are on screen before anything is saved.
    await expect.poll(() => form.getByRole('combobox', { name: 'Atividade' }).inputValue()).not.toBe('')
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Lançado das \d\d:\d\d às \d\d:\d\d\.$/).waitFor()
    expect(await newest('Vistoria do silo')).toMatchObject({ ACTIVITY_DATE: '2026-11-18', TOTAL: '02:30:00' })
    expect((await running())?.descricao).toBe('Em curso')
  })

  test('two of start, end and total are enough, and a time without them, or one that is not over, is refused', async ({ page, expected }) => {
    expected.push(/400/)
    await signIn(page, '/track', WHO)
    await goTo(page, page.url().replace('/track', '/track?lancar=2026-11-17'))
    const form = dialog(page, 'Lançar tempo')
    await form.getByLabel('Descrição').fill('Conferência do almoxarifado')
    expect(await form.getByLabel('Data').inputValue()).toBe('17/11/2026')
    await form.getByLabel('Início').fill('8:15')
    await page.keyboard.press('Control+Enter')
    await form.getByText(messages.twoOfThree).waitFor()
    await form.getByLabel('Fim').fill('9:45')
    await page.keyboard.press('Tab')
    await expect.poll(() => form.getByLabel('Total').inputValue()).toBe('01:30:00')
    await page.keyboard.press('Control+Enter')
    await toast(page, messages.booked('08:15', '09:45'))
    expect(await newest('Conferência do almoxarifado')).toMatchObject({ ACTIVITY_DATE: '2026-11-17', HORAINICIO: '08:15:00', TOTAL: '01:30:00' })

    await goTo(page, page.url().replace(/\/track.*/, '/track?lancar=1'))
    await form.getByLabel('Descrição').fill('Ainda não')
    await form.getByLabel('Data').fill('amanhã')
    await page.keyboard.press('Tab')
    await form.getByLabel('Total').fill('1h')
    await page.keyboard.press('Control+Enter')
    await form.getByText(messages.ahead).waitFor()
    await form.getByLabel('Data').fill('hoje')
    await form.getByLabel('Fim').fill('23:59')
    await page.keyboard.press('Control+Enter')
    await form.getByText(messages.endsLater).waitFor()
  })

  test('a click on a gap in the strip of a day opens the form with the hours of the gap', async ({ page }) => {
    await add('Antes do intervalo', '2026-11-16T05:00:00', '2026-11-16T05:30:00')
    await add('Depois do intervalo', '2026-11-16T06:10:00', '2026-11-16T06:40:00')
    await signIn(page, '/track?startdate=2026-11-16&enddate=2026-11-16', WHO)
    const gap = page.getByTitle('Lançar das 05:30 às 06:10')
    // The gap lies outside the hours that a strip shows, so its button is too narrow for a pointer.
    await gap.dispatchEvent('click')
    const form = dialog(page, 'Lançar tempo')
    await expect.poll(() => form.getByLabel('Início').inputValue()).toContain('05:30')
    expect(await form.getByLabel('Fim').inputValue()).toContain('06:10')
    expect(await form.getByLabel('Total').inputValue()).toBe('00:40:00')
    await form.getByLabel('Descrição').fill('No intervalo')
    await page.keyboard.press('Tab')
    // The choices may arrive after the description, and the guess is made from them.
    await expect.poll(() => form.getByRole('combobox', { name: 'Atividade' }).inputValue()).not.toBe('')
    await page.keyboard.press('Control+Enter')
    await toast(page, messages.booked('05:30', '06:10'))
    expect(await newest('No intervalo')).toMatchObject({ ACTIVITY_DATE: '2026-11-16', HORAINICIO: '05:30:00', HORAFIM: '06:10:00' })
  })

  test('another person’s time has no button to enter time', async ({ page }) => {
    const { body } = await call('supervisor', 'GET', '/users')
    const other = (body as { ID: number; NOMECOMPLETOUSUARIO: string }[]).find(
      ({ NOMECOMPLETOUSUARIO }) => NOMECOMPLETOUSUARIO === 'Bruno Cavalcanti',
    )
    await signIn(page, `/track?user=${other?.ID}`, 'supervisor')
    await page.getByRole('button', { name: 'Novo Tempo' }).waitFor()
    expect(await page.getByRole('button', { name: 'Lançar tempo' }).count()).toBe(0)
  })
})
