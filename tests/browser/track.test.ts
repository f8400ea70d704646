// Tests Track, the person's own time entries, in a real browser on the real API.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, wallTime } from '../../shared/clock.ts'
import { inMinutes, minutesIn, seconds } from '../../shared/hours.ts'
import { messages } from '../../shared/features/track.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog } from '../support/form-actions.ts'
import { hydrated } from '../support/page-waits.ts'
import { BRUNO, toast } from '../support/demo-company.ts'
import { confirm, WHO } from '../support/own-time.ts'
import { row, trackScreen } from '../support/track-screen.ts'

const { add, entry, running, signIn, time, today, list } = trackScreen()

const secondsOf = (text: string | null) => seconds(text ?? '')

describe('the list of entries', () => {
  test('the printed list has aligned day headers, and its total is the sum of the totals of the days', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByText(/^1–15 de /).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const totals = await page.getByRole('table').evaluate((list) => ({
      days: [...list.querySelectorAll('tr th b')].map(({ textContent }) => textContent),
      sum: list.querySelector('tfoot b:last-child')?.textContent,
      lefts: new Set([...list.querySelectorAll('[role=img][aria-label^=Das]')].map((strip) => Math.round(strip.getBoundingClientRect().left))).size,
    }))
    const minutes = totals.days.reduce((sum, text) => sum + minutesIn(text), 0)
    expect(totals.days.length).toBeGreaterThan(5)
    expect([totals.sum, totals.lefts]).toEqual([inMinutes(minutes), 1])
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  })

  test('each page shows 15 entries grouped by day, and the lines of a day add up to its total', async ({ page }) => {
    await signIn(page, '/track', WHO)
    const rows = await list()
    await page.getByText(`1–15 de ${rows.length}`).waitFor()
    const shown = await page.getByRole('row').evaluateAll((all) => {
      const total = [...(all[0]?.children ?? [])].findIndex(({ textContent }) => textContent === 'Total')
      return all.map((one) => [one.getAttribute('data-id'), one.children[total]?.textContent, one.textContent])
    })
    const first = rows[0]
    const ofFirst = rows.filter(({ ACTIVITY_DATE }) => ACTIVITY_DATE === first?.ACTIVITY_DATE)
    const minutes = shown.filter(([id]) => ofFirst.some(({ ID }) => String(ID) === id)).reduce((sum, [, total]) => sum + secondsOf(total ?? ''), 0)
    expect(minutes).toBe(Math.floor(secondsOf(first?.SOMA ?? '') / 60))
    expect(shown.filter(([id]) => id).map(([id]) => Number(id))).toEqual(rows.slice(0, 15).map(({ ID }) => ID))
    await page.getByRole('button', { name: 'Próxima' }).click()
    await page.getByText(`16–30 de ${rows.length}`).waitFor()
    expect(new URL(page.url()).search).toBe('?pagina=2')
  })

  test('a click on the name of a period fills in both days of the filter', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const filter = dialog(page, 'Filtrar')
    const lastMonth = filter.getByRole('group', { name: 'Período' }).getByRole('button', { name: 'Mês passado' })
    await lastMonth.click()
    expect(await filter.getByLabel('Data inicial').inputValue()).toBe('01/10/2026')
    expect(await filter.getByLabel('Data final').inputValue()).toBe('31/10/2026')
    expect(await lastMonth.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => new URL(page.url()).search).toBe('?startdate=2026-10-01&enddate=2026-10-31')
  })

  test('the filter requires both days, and only a supervisor can filter by person', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const filter = dialog(page, 'Filtrar')
    await filter.getByLabel('Data inicial').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => filter.getByText('Esse campo precisa ser preenchido.').count()).toBe(2)
    await filter.getByLabel('Data inicial').fill('07/01/2020')
    await filter.getByLabel('Data final').fill('06/01/2020')
    await page.keyboard.press('Control+Enter')
    await filter.getByText('Data final não pode ser menor que data início.').waitFor()
    expect(await filter.getByLabel('Usuário').count()).toBe(0)
    await signIn(page, `/track?startdate=2020-01-06&enddate=2020-01-07`)
    await page.getByText('Nenhum tempo neste período.').waitFor()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const whose = filter.getByRole('combobox', { name: 'Usuário' })
    await whose.fill('Bruno')
    await page.getByRole('option', { name: /^Bruno/ }).click()
    await expect.poll(() => whose.inputValue()).toBe('Bruno Cavalcanti')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('user')).toBe(String(BRUNO))
    // There are two such buttons: one beside the chips, and one in place of the empty list.
    const clear = page.getByRole('button', { name: 'Limpar filtros' })
    await expect.poll(() => clear.count()).toBe(2)
    await clear.last().click()
    await page.getByText(/^1–15 de/).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('a new entry', () => {
  test('a new entry starts at once, is saved while the person types, and ends with Parar and Confirmar', async ({ page }) => {
    await signIn(page, '/track', WHO)
    const [known] = (await list()).filter(({ DESCRICAO }) => DESCRICAO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    const form = dialog(page, 'Novo Tempo')
    await form.getByRole('button', { name: 'Parar' }).waitFor()
    expect(await running()).toMatchObject({ descricao: null, horaFim: null })
    await form.getByLabel('Descrição').fill(known?.DESCRICAO?.slice(0, 6) ?? '')
    await form.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => form.getByLabel('Descrição').getAttribute('aria-activedescendant')).not.toBe(null)
    await form
      .getByRole('option', { name: known?.DESCRICAO ?? '' })
      .first()
      .click()
    await expect.poll(async () => (await running())?.descricao).toBe(known?.DESCRICAO)
    expect(await running()).toMatchObject({ idAtividade: expect.any(Number), idModulo: expect.any(Number), idCategoria: expect.any(Number) })
    await form.getByLabel('Descrição').fill('Escrito à mão')
    await expect.poll(async () => (await running())?.descricao).toBe('Escrito à mão')
    const id = (await running())?.id ?? 0
    await form.getByLabel('Início').fill('00:00:01')
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await toast(page, 'Tempo atualizado com sucesso!')
    const stored = await entry(id)
    expect(stored).toMatchObject({ descricao: 'Escrito à mão', dataHoraInicio: `${today()}T00:00:01`, horaFim: expect.any(String) })
    expect(await running()).toBe(null)
    await row(page, 'Escrito à mão').first().waitFor()
  })

  test('a time entry with empty required fields cannot be ended, and the form marks each of these fields', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.keyboard.press('n')
    const form = dialog(page, 'Novo Tempo')
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await expect.poll(() => form.getByText('Esse campo precisa ser preenchido.').count()).toBe(4)
  })

  test('closing the form of a new running entry asks whether to let the entry run or to delete the entry', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    await dialog(page, 'Novo Tempo').getByLabel('Descrição').fill('Qzq')
    await expect.poll(async () => (await running())?.descricao).toBe('Qzq')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
    await question.getByRole('button', { name: 'Continuar contando' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await running()).not.toBe(null)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    await toast(page, 'Parece que você se esqueceu de finalizar uma tarefa.')
    await dialog(page, 'Editar Tempo').getByRole('button', { name: 'Excluir' }).click()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toast(page, 'Tempo excluído com sucesso!')
    expect(await running()).toBe(null)
  })

  test('Repetir starts a copy of a time entry, or shows a warning if another entry is running', async ({ page }) => {
    await signIn(page, '/track', WHO)
    const [known] = await list()
    const repeat = page.getByRole('button', { name: `Repetir ${known?.DESCRICAO}` }).first()
    await repeat.click()
    await expect.poll(async () => (await running())?.descricao).toBe(known?.DESCRICAO)
    await page.getByRole('region', { name: 'Tempo em andamento' }).waitFor()
    await repeat.click()
    await toast(page, 'Você tem um tempo pendente de finalização!')
  })
})

describe('the form of an entry', () => {
  const totalIn = (page: Page) => dialog(page, 'Editar Tempo').getByLabel('Total').inputValue()

  test('the form counts the total of a running entry, shows the end after Parar, and counts on after Retomar', async ({ page }) => {
    const id = await add('Retomado', wallTime(time().now - 90_000), null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    await expect.poll(() => totalIn(page)).toMatch(/^00:01:3/)
    const [seen, end] = [await totalIn(page), form.getByLabel('Fim')]
    await expect.poll(() => totalIn(page)).not.toBe(seen)
    expect(await end.count()).toBe(0)
    await form.getByRole('button', { name: 'Parar' }).click()
    expect(await end.inputValue()).toMatch(/^\d\d:\d\d:\d\d$/)
    await expect.poll(() => form.getByRole('button', { name: 'Confirmar' }).evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await form.getByText(/^Salvo/).count()).toBe(0)
    // A text typed after Parar is saved at once, while the end still waits for Confirmar.
    await form.getByLabel('Descrição').fill('Parado')
    await expect.poll(running).toMatchObject({ id, descricao: 'Parado' })
    await form.getByText('Parado. Falta confirmar.').waitFor()
    await form.getByRole('button', { name: 'Retomar' }).click()
    await form.getByRole('button', { name: 'Parar' }).waitFor()
    expect([await end.count(), (await running())?.id]).toEqual([0, id])
    await form.getByLabel('Descrição').fill('x'.repeat(51))
    await form.getByText('Ainda não salvo. Descrição não pode ter mais que 50 caracteres.').waitFor()
  })

  test('if the person moves the focus to the field Fim right after pressing Parar, the focus stays in this field', async ({ page }) => {
    const id = await add('Depressa', wallTime(time().now - 90_000), null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    const focused = await form.getByRole('button', { name: 'Parar' }).evaluate(async (stop: HTMLElement) => {
      stop.click()
      // React draws the field in a microtask after the click.
      await Promise.resolve()
      document.querySelector<HTMLElement>('[data-path=fim]')?.focus()
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      return document.activeElement?.getAttribute('data-path')
    })
    expect(focused).toBe('fim')
  })

  test('a double click on Novo Tempo starts only one time entry', async ({ page }) => {
    await signIn(page, '/track', WHO)
    const begun: string[] = []
    page.on('request', (request) => request.method() === 'POST' && begun.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Novo Tempo' }).dblclick()
    await dialog(page, 'Novo Tempo').waitFor()
    expect(begun).toEqual(['/api/track'])
  })

  test('opening the URL /track?acao=novo starts no time entry and shows an error message', async ({ page }) => {
    await signIn(page, '/track?acao=novo', WHO)
    await toast(page, 'Opção de ação inválida!')
    await page.waitForURL(/\/track$/)
    expect([await running(), await page.getByRole('dialog').count()]).toEqual([null, 0])
  })
})

test('changing the start of an entry keeps its end, changing the total moves the end, and an invalid total is refused', async ({ page }) => {
  const day = addDays(today(), -300)
  const id = await add('Ajustado', `${day}T08:00:00`, `${day}T10:00:00`)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  const [start, end, total] = ['Início', 'Fim', 'Total'].map((label) => form.getByLabel(label))
  await start?.fill('0930')
  await expect.poll(() => total?.inputValue()).toBe('00:30:00')
  await total?.fill('1,5')
  await expect.poll(() => end?.inputValue()).toBe('11:00:00')
  await end?.fill('0015')
  await expect.poll(() => total?.inputValue()).toBe('14:45:00')
  await form.getByText(/^\+1, em /).waitFor()
  await total?.fill('0:00')
  await confirm(page)
  await form.getByText('O tempo não pode ficar zerado.').waitFor()
  await total?.fill('01:99:99')
  await confirm(page)
  await form.getByText(messages.noTotal).waitFor()
  await total?.fill('30h')
  await confirm(page)
  await toast(page, 'Tempo atualizado com sucesso!')
  expect(await entry(id)).toMatchObject({ dataHoraInicio: `${day}T09:30:00`, horaFim: '15:30:00', total: '30:00:00' })
})

describe('an entry left running since an earlier day', () => {
  const yesterday = () => addDays(today(), -1)
  const question = (page: Page) => dialog(page, 'Parece que você se esqueceu de finalizar uma tarefa.')

  test('a dialog asks about the running entry until the person answers Depois, which leaves the entry running', async ({ page }) => {
    const id = await add('Esquecido', `${yesterday()}T23:59:00`, null)
    await signIn(page, '/home', WHO)
    await question(page).getByText('Ainda está em andamento').waitFor()
    await question(page).getByText('Começou quarta-feira, 18/11/2026, às 23:59').waitFor()
    // Reloading the page does not answer the question.
    await page.reload()
    await question(page).getByText('Ainda está em andamento').waitFor()
    await question(page).getByRole('button', { name: 'Depois' }).click()
    expect(await entry(id)).toMatchObject({ horaFim: null })
    await page.reload()
    await hydrated(page)
    await page.getByRole('group', { name: 'Tempo em andamento' }).waitFor()
    expect(await question(page).count()).toBe(0)
  })

  test('the dialog ends the entry at the time that the person types, and refuses a time in the future', async ({ page }) => {
    const id = await add('Esquecido', `${yesterday()}T23:58:20`, null)
    await signIn(page, '/home', WHO)
    const field = question(page).getByRole('textbox')
    await field.fill('2357')
    await confirm(page)
    await question(page).getByText('O fim não pode ser depois de agora.').waitFor()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await field.fill('2358')
    await confirm(page)
    await question(page).getByText('O tempo não pode ficar zerado.').waitFor()
    await field.fill('2359')
    await field.press('Enter')
    await toast(page, 'Tempo atualizado com sucesso!')
    expect(await entry(id)).toMatchObject({ horaFim: '23:59:00', total: '00:00:40' })
  })
})

test('on any page, keys can start a time entry, switch to another one, and stop the running one', async ({ page }) => {
  await signIn(page, '/home', WHO)
  const [first] = await list()
  await page.keyboard.press('i')
  await page
    .getByRole('option', { name: `Iniciar: ${first?.DESCRICAO}` })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await running())?.descricao).toBe(first?.DESCRICAO)
  const begun = await running()
  await page.keyboard.press('i')
  const option = page.getByRole('option', { name: /^Iniciar: / }).nth(1)
  await option.click()
  await expect.poll(async () => (await running())?.id ?? begun?.id).not.toBe(begun?.id)
  expect(await entry(begun?.id ?? 0)).toMatchObject({ horaFim: expect.any(String) })
  const other = (await running())?.descricao ?? ''
  await page.getByRole('group', { name: 'Tempo em andamento' }).getByText(other).waitFor()
  // P is pressed repeatedly, because the key is ignored for a second after a navigation and while the palette fades out.
  await expect
    .poll(async () => {
      await page.keyboard.press('p')
      return running()
    })
    .toBe(null)
})
