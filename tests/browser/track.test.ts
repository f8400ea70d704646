// Track: one's own time, in a real browser on the real API.
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, wallTime } from '../../shared/clock.ts'
import { seconds } from '../../shared/hours.ts'
import { messages, type TimeEntry, type TimeRow } from '../../shared/features/track.ts'
import { timeEntries } from '../../server/api/db/schema.ts'
import { axe, dialog, hydrated, still, testInOne as test } from '../support/browser.ts'
import { BRUNO, toast } from '../support/house.ts'
import { codes, confirm, ownTime, WHO } from '../support/own-time.ts'

const { add, call, db, entry, running, signIn, time, today } = ownTime()
const list = async (query = '') => (await call(WHO, 'GET', `/track?user=${BRUNO}${query}`)).body as TimeRow[]
const secondsOf = (text: string | null) => seconds(text ?? '')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

describe('the list', () => {
  test('shows 15 entries a page under their days, whose lines add up to their total', async ({ page }) => {
    await still(page)
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
    expect(await axe(page)).toEqual([])
  })

  test('a phone reaches its next page, below the last card and above the button that floats', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, '/track', WHO)
    const next = page.getByRole('button', { name: 'Próxima' })
    await next.click()
    await page.getByText(/^16–30 de/).waitFor()
    expect(await next.boundingBox()).toMatchObject({ width: 44, height: 44 })
  })

  test('is cards on a phone, whose totals lie under each other, and whose lines begin alike', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, '/track', WHO)
    await page.getByText(/^1–15 de/).waitFor()
    const places = await page.locator('tr[data-id]').evaluateAll((cards) =>
      cards.map((card) => {
        const at = (cell: Element | null | undefined) => cell?.getBoundingClientRect() ?? new DOMRect()
        const heads = [...(card.closest('table')?.querySelectorAll('th') ?? [])]
        const begins = heads.findIndex(({ textContent }) => textContent === 'Início')
        const [title, begun] = [at(card.children[0]), at(card.children[begins])]
        return { total: at(card.querySelector('b')).right, indent: begun.left - title.left, below: begun.bottom > title.bottom }
      }),
    )
    expect(new Set(places.map(({ total }) => total)).size).toBe(1)
    expect(places.every(({ indent, below }) => Math.abs(indent) < 1 && below)).toBe(true)
  })

  test('names what lies at the same time, the gaps between, and the next day', async ({ page }) => {
    const day = '2020-05-04'
    await add('Cedo', `${day}T08:00:00`, `${day}T10:00:00`)
    await add('Por cima', `${day}T09:30:00`, `${day}T11:00:00`)
    await add('Noite', `${day}T22:00:00`, `${addDays(day, 1)}T00:25:00`)
    await signIn(page, `/track?startdate=${day}&enddate=${day}`, WHO)
    await row(page, 'Cedo').getByRole('img', { name: 'Ao mesmo tempo que Por cima, das 09:30 às 10:00' }).waitFor()
    await row(page, 'Por cima').getByRole('img', { name: 'Ao mesmo tempo que Cedo, das 09:30 às 10:00' }).waitFor()
    await page.getByText('Intervalo das 11:00 às 22:00, entre “Por cima” e “Noite”').waitFor({ state: 'attached' })
    expect(await row(page, 'Noite').last().innerText()).toContain('+1')
  })

  test('its filter asks for both days, and only a supervisor chooses whose', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const filter = dialog(page, 'Filtrar')
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
    // Beside the chips, and in the place of the list.
    const clear = page.getByRole('button', { name: 'Limpar filtros' })
    await expect.poll(() => clear.count()).toBe(2)
    await clear.last().click()
    await page.getByText(/^1–15 de/).waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})

test('a day of hundreds of entries at the same time is drawn in a page of a usual size, each of them marked', async ({ page }) => {
  const day = addDays(today(), -250)
  await db()
    .insert(timeEntries)
    .values(
      Array.from({ length: 400 }, (_, at) => ({
        ...codes,
        userId: BRUNO,
        description: `Ao mesmo tempo ${at}`,
        startedAt: `${day}T08:00:${String(at % 60).padStart(2, '0')}`,
        endedAt: `${day}T18:00:00`,
      })),
    )
  const path = `/track?startdate=${day}&enddate=${day}`
  const answers = page.waitForResponse((response) => response.url().endsWith(path))
  await signIn(page, path, WHO)
  expect((await (await answers).body()).length).toBeLessThan(1_000_000)
  await page.getByText('1–15 de 400').waitFor()
  expect(await page.getByRole('img', { name: /^Ao mesmo tempo que/ }).count()).toBe(15)
})

describe('a new time', () => {
  test('begins at once, is saved while it is typed, and ends by Parar and Confirmar', async ({ page }) => {
    await still(page)
    await signIn(page, '/track', WHO)
    const [known] = (await list()).filter(({ DESCRICAO }) => DESCRICAO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    const form = dialog(page, 'Novo Tempo')
    await form.getByRole('button', { name: 'Parar' }).waitFor()
    expect(await running()).toMatchObject({ descricao: null, horaFim: null })
    expect(await axe(page)).toEqual([])
    await form.getByLabel('Descrição').fill(known?.DESCRICAO?.slice(0, 6) ?? '')
    await form.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => form.getByLabel('Descrição').getAttribute('aria-activedescendant')).not.toBe(null)
    expect(await axe(page)).toEqual([])
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

  test('cannot end without what it has to have', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.keyboard.press('n')
    const form = dialog(page, 'Novo Tempo')
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await expect.poll(() => form.getByText('Esse campo precisa ser preenchido.').count()).toBe(4)
  })

  test('asks before it is left, and goes on or is deleted', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    await dialog(page, 'Novo Tempo').getByLabel('Descrição').fill('Qzq')
    await expect.poll(async () => (await running())?.descricao).toBe('Qzq')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
    await question.getByRole('button', { name: 'Continuar contando' }).waitFor()
    expect(await question.locator('button span').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
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

  test('what cannot be deleted is told in its place, and the button has the focus back', async ({ page, expected }) => {
    expected.push(/502/)
    const day = addDays(today(), -1)
    await add('Fica aqui', `${day}T08:00:00`, `${day}T09:00:00`)
    await signIn(page, '/track', WHO)
    await page.route(/api.track.\d+$/, (route) => route.fulfill({ status: 502, json: {} }))
    await page.getByRole('button', { name: 'Excluir Fica aqui' }).press('Enter')
    const confirm = page.getByRole('alertdialog', { name: 'Excluir este tempo?' }).getByRole('button', { name: 'Excluir' })
    await confirm.press('Enter')
    await page.getByRole('alertdialog', { name: 'Excluir este tempo?' }).getByRole('alert').getByText('Falha ao excluir tempo!').waitFor()
    await expect.poll(() => confirm.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('what goes leaves the focus on what is beside it, or on the heading', async ({ page }) => {
    const focus = () => page.evaluate(() => document.activeElement?.textContent)
    const day = addDays(today(), -1)
    await add('Vai embora', `${day}T08:00:00`, `${day}T09:00:00`)
    await add('Em curso', wallTime(time().now), null)
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Excluir Vai embora' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
    await expect.poll(focus).toBe('Cancelar')
    await question.getByRole('button', { name: 'Excluir' }).press('Enter')
    await expect.poll(() => row(page, 'Vai embora').count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tr[data-index]') !== null)).toBe(true)
    await page.getByRole('region', { name: 'Tempo em andamento' }).getByRole('button', { name: 'Parar' }).click()
    await expect.poll(running).toBe(null)
    await expect.poll(focus).toBe('Track')
  })

  test('a copy of one begins, but not while another runs', async ({ page }) => {
    await signIn(page, '/track', WHO)
    const [known] = await list()
    const repeat = page.getByRole('button', { name: `Repetir ${known?.DESCRICAO}` }).first()
    await repeat.click()
    await expect.poll(async () => (await running())?.descricao).toBe(known?.DESCRICAO)
    await page.getByRole('region', { name: 'Tempo em andamento' }).waitFor()
    await repeat.click()
    await toast(page, 'Você tem um tempo pendente de finalização!')
  })

  test('a copy holds all that the other says of the work', async ({ page }) => {
    const id = await add('Com tudo', `${today()}T00:10:00`, `${today()}T00:20:00`, { activityId: 2, categoryId: 3, moduleId: 4, tagId: 1 })
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Repetir Com tudo' }).first().click()
    const other = await entry(id)
    expect(Object.values(other)).not.toContain(null)
    const when = { id: expect.any(Number), dataHoraInicio: expect.any(String), horaFim: null, total: null, versao: expect.any(Number) }
    await expect.poll(running).toEqual({ ...other, ...when })
  })

  test('a day that is none keeps nothing else from being saved', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    const form = dialog(page, 'Novo Tempo')
    for (const [day, why] of [
      ['', 'Esse campo precisa ser preenchido.'],
      ['31/02/2026', 'Data inválida.'],
    ] as const) {
      await form.getByLabel(/^Data/).fill(day)
      await form.getByLabel('Descrição').fill(`Escrito com ${day}`)
      await expect.poll(async () => (await running())?.descricao).toBe(`Escrito com ${day}`.trim())
      expect(await form.getByLabel('Total').inputValue()).toBe('00:00:00')
      await form.getByText(`Ainda não salvo. ${why}`).waitFor()
    }
    expect(await page.getByText('Falha ao salvar tempo parcial!').count()).toBe(0)
  })

  test('what the server refuses is said', async ({ page, expected }) => {
    expected.push(/500/)
    const id = await add('Recusado', `${today()}T00:10:00`, `${today()}T00:20:00`)
    await page.route('**/api/track', (route) => (route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue()))
    await page.route('**/api/track/*', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByLabel('Descrição').fill('Outro')
    await confirm(page)
    await form.getByText('Falha ao editar tempo!').waitFor()
    await form.getByRole('button', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog', { name: 'Excluir este tempo?' }).getByRole('button', { name: 'Excluir' }).click()
    await toast(page, 'Falha ao excluir tempo!')
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    await dialog(page, 'Novo Tempo').getByLabel('Descrição').fill('y')
    await toast(page, 'Falha ao salvar tempo parcial!')
    await page.getByText('Ainda não salvo. Tentando de novo…').waitFor()
  })
})

describe('the form of a time', () => {
  const totalIn = (page: Page) => dialog(page, 'Editar Tempo').getByLabel('Total').inputValue()

  test('shows the total that grows, an end after Parar, and goes on by Retomar', async ({ page }) => {
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
    // What is typed then is saved too, and its end still waits for Confirmar.
    await form.getByLabel('Descrição').fill('Parado')
    await expect.poll(running).toMatchObject({ id, descricao: 'Parado' })
    await form.getByText('Parado. Falta confirmar.').waitFor()
    await form.getByRole('button', { name: 'Retomar' }).click()
    await form.getByRole('button', { name: 'Parar' }).waitFor()
    expect([await end.count(), (await running())?.id]).toEqual([0, id])
    await form.getByLabel('Descrição').fill('x'.repeat(51))
    await form.getByText('Ainda não salvo. Descrição não pode ter mais que 50 caracteres.').waitFor()
  })

  test('a start to come is said, and not sent', async ({ page }) => {
    const id = await add('Amanhã', wallTime(time().now - 90_000), null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByLabel('Início').fill('23:59:00')
    await page.keyboard.press('Tab')
    await form.getByText('Ainda não salvo. O início não pode ser depois de agora.').waitFor()
    await form.getByLabel('Descrição').fill('Hoje')
    await expect.poll(running).toMatchObject({ id, descricao: 'Hoje' })
    expect(await page.getByText('Falha ao salvar tempo parcial!').count()).toBe(0)
  })

  test('counts the days of what was left running, which ends by its total', async ({ page }) => {
    const id = await add('De dias', wallTime(time().now - 51 * 3_600_000), null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByRole('button', { name: 'Parar' }).click()
    await form.getByText(/^\+[23], em /).waitFor()
    await confirm(page)
    await toast(page, 'Tempo atualizado com sucesso!')
    expect((await entry(id)).total).toMatch(/^51:00:/)
  })

  test('takes up the end that another window gave it, and no later one', async ({ page }) => {
    const id = await add('Em duas janelas', wallTime(time().now - 3_600_000), null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByRole('button', { name: 'Parar' }).click()
    const { dataHoraInicio, descricao } = await entry(id)
    const horaFim = wallTime(time().now - 1_800_000).slice(11)
    await call(WHO, 'PUT', '/track', { id, descricao, idAtividade: 1, idCategoria: 1, idModulo: 1, dataHoraInicio, horaFim })
    await confirm(page)
    await form.getByText('Este tempo já foi finalizado em outra janela.').first().waitFor()
    await expect.poll(() => form.getByLabel('Fim').inputValue()).toBe(horaFim)
    await confirm(page)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await entry(id)).toMatchObject({ dataHoraInicio, horaFim })
  })

  test('joins what somebody else stored meanwhile, and overwrites nothing unasked', async ({ page, expected }) => {
    expected.push(/409/)
    const day = addDays(today(), -299)
    const id = await add('De dois', `${day}T08:00:00`, `${day}T10:00:00`)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByLabel('Total').fill('1:30')
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outro' })
    await confirm(page)
    await form.getByText('Este registro foi alterado por outra pessoa.').waitFor()
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('De outro')
    await confirm(page)
    await toast(page, 'Tempo atualizado com sucesso!')
    expect(await entry(id)).toMatchObject({ descricao: 'De outro', total: '01:30:00' })
  })

  test('joins start, end and total as one', async ({ page, expected }) => {
    expected.push(/409/)
    const day = addDays(today(), -298)
    const id = await add('De dois', `${day}T08:00:00`, `${day}T10:00:00`)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByLabel('Início').press('Control+a')
    await page.keyboard.type('0830')
    await call(WHO, 'PUT', '/track', { id, total: '05:00:00' })
    await confirm(page)
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await form.getByText('Juntamos as duas versões.', { exact: false }).waitFor()
    expect(await Promise.all(['Fim', 'Total'].map((name) => form.getByLabel(name).inputValue()))).toEqual(['10:00:00', '01:30:00'])
    await confirm(page)
    await toast(page, 'Tempo atualizado com sucesso!')
    expect(await entry(id)).toMatchObject({ horaFim: '10:00:00', total: '01:30:00' })
  })

  test('begins one by a double click', async ({ page }) => {
    await signIn(page, '/track', WHO)
    const begun: string[] = []
    page.on('request', (request) => request.method() === 'POST' && begun.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Novo Tempo' }).dblclick()
    await dialog(page, 'Novo Tempo').waitFor()
    expect(begun).toEqual(['/api/track'])
  })

  test('is not begun by an address', async ({ page }) => {
    await signIn(page, '/track?acao=novo', WHO)
    await toast(page, 'Opção de ação inválida!')
    await page.waitForURL(/\/track$/)
    expect([await running(), await page.getByRole('dialog').count()]).toEqual([null, 0])
  })
})

test('its start keeps its end, its total moves it, and nothing is no time', async ({ page }) => {
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

test('what changed while something else was shown is there when it is shown again', async ({ page }) => {
  await signIn(page, '/track', WHO)
  const view = (name: string) => page.getByRole('radiogroup', { name: 'Visão' }).getByText(name, { exact: true }).click()
  await page
    .getByRole('button', { name: /^Editar / })
    .first()
    .click()
  const form = dialog(page, 'Editar Tempo')
  await form.getByRole('button', { name: 'Cancelar' }).click()
  await view('Semana')
  await page.getByRole('grid', { name: 'Tempo por atividade e dia' }).waitFor()
  await add('Recém-escrito', `${today()}T00:00:10`, `${today()}T00:00:20`)
  await view('Lista')
  await row(page, 'Recém-escrito').last().waitFor()
  await page
    .getByRole('button', { name: /^Editar / })
    .last()
    .click()
  await form.getByLabel('Descrição').fill('Recém')
  await form.getByRole('option', { name: 'Recém-escrito' }).waitFor()
})

test('a time that ends on another day keeps its form while its day is typed', async ({ page }) => {
  const id = await add('Plantão', '2026-11-17T22:40:00', '2026-11-18T00:25:00')
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  await form.getByText('+1, em 18/11/2026').waitFor()
  await form.getByLabel('Data').fill('')
  await form.getByLabel('Data').pressSequentially('16/11/2026')
  await form.getByText('+1, em 17/11/2026').waitFor()
  await confirm(page)
  await toast(page, messages.changed)
  expect(await entry(id)).toMatchObject({ dataHoraInicio: '2026-11-16T22:40:00', total: '01:45:00' })
})

test('a start that is typed keeps the end, whatever it is half typed', async ({ page }) => {
  const id = await add('Plantão longo', '2026-11-13T08:00:00', '2026-11-14T14:00:00')
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  const total = () => form.getByLabel('Total').inputValue()
  await form.getByLabel('Início').press('Control+a')
  await page.keyboard.type('09:30')
  await expect.poll(total).toBe('28:30:00')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('15:00')
  // Corrected after it was left, and after it was emptied.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('08:15')
  await expect.poll(total).toBe('29:45:00')
  // An end keeps the whole days.
  await form.getByLabel('Fim').press('Control+a')
  await page.keyboard.type('14:05')
  await expect.poll(total).toBe('29:50:00')
  await form.getByLabel('Fim').press('Control+a')
  await page.keyboard.type('14:00')
  await page.keyboard.press('Control+Enter')
  await toast(page, messages.changed)
  expect(await entry(id)).toMatchObject({ dataHoraInicio: '2026-11-13T08:15:00', total: '29:45:00' })
})

test('half a start of what runs is not stored', async ({ page }) => {
  const id = await add('Em curso', `${today()}T10:00:00`, null)
  const starts: unknown[] = []
  page.on('request', (request) => {
    const body = request.method() === 'PUT' && (request.postDataJSON() as { dataHoraInicio?: string })
    if (body && body.dataHoraInicio) starts.push(body.dataHoraInicio)
  })
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const field = dialog(page, 'Editar Tempo').getByLabel('Início')
  await field.press('Control+a')
  // Slower than what is saved after a pause.
  await page.keyboard.type('0930', { delay: 700 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar' }).click()
  expect(await entry(id)).toMatchObject({ dataHoraInicio: `${today()}T10:00:00` })
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  await field.fill('0945')
  await field.press('Tab')
  await expect.poll(async () => (await entry(id)).dataHoraInicio).toBe(`${today()}T09:45:00`)
  // Stored before the browser tells us of it, where the machine is slow.
  await expect.poll(() => starts).toEqual([`${today()}T09:45:00`])
})

test('an end can be written anew after Parar', async ({ page }) => {
  const id = await add('Em curso', `${today()}T10:00:00`, null)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  await form.getByRole('button', { name: 'Parar' }).click()
  await form.getByLabel('Fim').fill('')
  await form.getByText('Parado. Falta confirmar.').waitFor()
  await confirm(page)
  await form.getByText('Esse campo precisa ser preenchido.').waitFor()
  await form.getByLabel('Fim').pressSequentially('11:30')
  await confirm(page)
  await toast(page, messages.changed)
  expect(await entry(id)).toMatchObject({ horaFim: '11:30:00', total: '01:30:00' })
})

test('a total that is written while there is no start is kept, whatever of the start is half typed, and its end once that is left', async ({
  page,
}) => {
  const id = await add('Sem início', `${today()}T08:00:00`, `${today()}T09:00:00`)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  const shown = () => Promise.all(['Início', 'Fim', 'Total'].map((label) => form.getByLabel(label).inputValue()))
  await form.getByLabel('Início').fill('')
  await form.getByLabel('Total').fill('1:30')
  await form.getByLabel('Início').pressSequentially('10:30')
  await page.keyboard.press('Tab')
  expect(await shown()).toEqual(['10:30:00', '12:00:00', '01:30:00'])
  await form.getByLabel('Início').fill('11:00')
  expect((await shown()).slice(1)).toEqual(['12:00:00', '01:00:00'])
  await form.getByLabel('Total').fill('')
  await form.getByLabel('Início').fill('10:00')
  expect((await shown()).slice(1)).toEqual(['12:00:00', '02:00:00'])
  await confirm(page)
  await toast(page, messages.changed)
  expect(await entry(id)).toMatchObject({ horaFim: '12:00:00', total: '02:00:00' })
})

test('Parar stops nothing that begins later, and of what was left running an hour that is still to come is that of the day before', async ({
  page,
}) => {
  const id = await add('De ontem', `${addDays(today(), -1)}T00:30:00`, null)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  await form.getByLabel('Data').fill(today().split('-').toReversed().join('/'))
  await form.getByLabel('Início').fill('23:59')
  await form.getByRole('button', { name: 'Parar' }).click()
  await form.getByText(messages.startsLater, { exact: true }).waitFor()
  await toast(page, 'Formulário inválido! Verifique os dados.')
  await form.getByLabel('Data').fill(addDays(today(), -1).split('-').toReversed().join('/'))
  await form.getByLabel('Início').fill('00:30')
  await form.getByRole('button', { name: 'Parar' }).click()
  await form.getByLabel('Fim').fill('23:00')
  expect(await form.getByLabel('Total').inputValue()).toBe('22:30:00')
  await form.getByLabel('Fim').fill('14:00')
  expect(await form.getByLabel('Total').inputValue()).toBe('37:30:00')
  await confirm(page)
  await toast(page, messages.changed)
  expect(await entry(id)).toMatchObject({ horaFim: '14:00:00', total: '37:30:00' })
})

test('what is half typed, wrong or emptied of an hour or a total moves nothing in the end', async ({ page }) => {
  const day = addDays(today(), -3)
  const id = await add('De uma hora e meia', `${day}T09:00:00`, `${day}T10:30:00`)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  const shown = () => Promise.all(['Início', 'Fim', 'Total'].map((label) => form.getByLabel(label).inputValue()))
  const type = async (label: string, text: string) => {
    await form.getByLabel(label).press('Control+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  const empty = async (label: string) => {
    await form.getByLabel(label).press('End')
    for (let letter = 0; letter < 8; letter += 1) await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
  }
  await type('Total', '1:75')
  await type('Início', '08:00')
  expect(await shown()).toEqual(['08:00:00', '10:30:00', '02:30:00'])
  await empty('Total')
  await type('Início', '09:00')
  expect(await shown()).toEqual(['09:00:00', '10:30:00', '01:30:00'])
  for (const wrong of ['25:00', '']) {
    if (wrong) await type('Fim', wrong)
    else await empty('Fim')
    await type('Início', '00:30')
    await type('Fim', '11:00')
    expect(await shown()).toEqual(['00:30:00', '11:00:00', '10:30:00'])
    await type('Início', '09:00')
  }
  await confirm(page)
  await toast(page, messages.changed)
  expect(await entry(id)).toMatchObject({ dataHoraInicio: `${day}T09:00:00`, horaFim: '11:00:00', total: '02:00:00' })
})

describe('a start that is typed', () => {
  test('is stored by “Continuar contando” too, and said to be stored only when it is left', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    const form = dialog(page, 'Novo Tempo')
    await form.getByLabel('Início').press('Control+a')
    await page.keyboard.type('14:00')
    await form.getByText('O início será salvo ao sair do campo.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continuar contando' }).press('Enter')
    await expect.poll(async () => (await running())?.dataHoraInicio).toBe(`${today()}T14:00:00`)
  })

  test('half is not stored by a page that is loaded anew', async ({ page }) => {
    const id = await add('Em curso', `${today()}T13:10:00`, null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByLabel('Início').press('Control+a')
    await page.keyboard.type('1')
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await form.getByText('Recuperamos o que você digitou.').waitFor()
    await form.getByText(messages.startRecovered, { exact: false }).waitFor()
    expect(await form.getByLabel('Início').inputValue()).toBe('01:00:00')
    await form.getByLabel('Descrição').fill('Outra')
    await expect.poll(async () => (await running())?.descricao).toBe('Outra')
    expect((await entry(id)).dataHoraInicio).toBe(`${today()}T13:10:00`)
  })
})

test('what is to be dropped is not stored while that is asked', async ({ page }) => {
  const id = await add('Em curso', `${today()}T13:10:00`, null)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  await form.getByLabel('Início').press('Control+a')
  await page.keyboard.type('13:20')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' }).getByRole('button', { name: 'Descartar' }).click()
  await form.waitFor({ state: 'detached' })
  expect((await entry(id)).dataHoraInicio).toBe(`${today()}T13:10:00`)
})

test('an end on a day to come is asked about before it is stored', async ({ page }) => {
  const id = await add('De amanhã', `${today()}T08:00:00`, `${today()}T09:00:00`)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  await form.getByLabel('Data').fill('25/12/2026')
  await confirm(page)
  await form.getByText(messages.endsAnotherDay('25/12/2026', '09:00')).waitFor()
  expect((await entry(id)).dataHoraInicio).toBe(`${today()}T08:00:00`)
  await form.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
  await toast(page, messages.changed)
  expect((await entry(id)).dataHoraInicio).toBe('2026-12-25T08:00:00')
  await db().delete(timeEntries).where(eq(timeEntries.id, id))
})

test('what runs stands in the top bar too while somebody else’s time is looked at', async ({ page }) => {
  await call('supervisor', 'POST', '/track', {})
  await signIn(page, `/track?user=${BRUNO}`)
  await page.getByRole('group', { name: 'Tempo em andamento' }).getByRole('button', { name: 'Parar' }).waitFor()
  expect(await page.getByRole('region', { name: 'Tempo em andamento' }).count()).toBe(0)
  const { body } = await call('supervisor', 'GET', '/track/check')
  await call('supervisor', 'DELETE', `/track/${(body as TimeEntry).id}`)
})

test('an end that is written while there is no start is kept by the next one', async ({ page }) => {
  const id = await add('Sem início', `${today()}T08:00:00`, `${today()}T09:00:00`)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  await form.getByLabel('Início').fill('')
  await form.getByLabel('Fim').fill('10:30')
  await form.getByLabel('Início').fill('08:15')
  await form.getByLabel('Total').focus()
  expect([await form.getByLabel('Fim').inputValue(), await form.getByLabel('Total').inputValue()]).toEqual(['10:30:00', '02:15:00'])
  await confirm(page)
  await toast(page, messages.changed)
  expect(await entry(id)).toMatchObject({ horaFim: '10:30:00', total: '02:15:00' })
})

test('no letter is lost, or begins something else, while the form of a new one is coming', async ({ page }) => {
  await signIn(page, '/track', WHO)
  await page.getByText(/^1–15 de/).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Planejar a implantação', { delay: 20 })
  await expect.poll(() => dialog(page, 'Novo Tempo').getByLabel('Descrição').inputValue()).toBe('Planejar a implantação')
  expect(await page.getByPlaceholder('Buscar ou ir para…').count()).toBe(0)
  expect((await list()).filter(({ TOTAL }) => TOTAL === null)).toHaveLength(1)
})

test('what is typed after N is no command either where nothing could be begun', async ({ page, expected }) => {
  expected.push(/500/)
  await signIn(page, '/track', WHO)
  await page.getByText(/^1–15 de/).waitFor()
  await page.route('**/api/track', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Agora não."}' })
      : route.continue(),
  )
  await page.keyboard.press('n')
  // It may be gone before all of it is typed.
  await Promise.all([toast(page, 'Agora não.'), page.keyboard.type('Reunir a implantação', { delay: 60 })])
  await page.unroute('**/api/track')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await running()).toBe(null)
})

test('what was done over midnight and lies on the next day’s is named on both days', async ({ page }) => {
  await add('Plantão da noite', '2026-11-14T22:00:00', '2026-11-15T10:00:00')
  await add('Sobreaviso', '2026-11-15T09:00:00', '2026-11-15T11:00:00')
  await signIn(page, '/track?startdate=2026-11-14&enddate=2026-11-15', WHO)
  await row(page, 'Sobreaviso').getByRole('img', { name: 'Ao mesmo tempo que Plantão da noite, das 09:00 às 10:00' }).waitFor()
  await row(page, 'Plantão da noite').getByRole('img', { name: 'Ao mesmo tempo que Sobreaviso, das 09:00 +1 às 10:00 +1' }).waitFor()
})

test('the hours of the day that runs go on as far as its entries', async ({ page }) => {
  await add('Em curso', `${today()}T10:00:00`, null)
  await add('À noite', `${today()}T20:00:00`, `${today()}T22:00:00`)
  await signIn(page, '/track', WHO)
  const card = page.getByRole('region', { name: 'Tempo em andamento' })
  await card.getByRole('img', { name: /^Das \dh às 2[2-4]h: / }).waitFor()
  expect((await card.getByTitle('À noite, 20:00 a 22:00').boundingBox())?.width).toBeGreaterThan(40)
})

describe('a forgotten time', () => {
  const yesterday = () => addDays(today(), -1)
  const question = (page: Page) => dialog(page, 'Parece que você se esqueceu de finalizar uma tarefa.')

  test('is asked about at the first page, once; nothing changes by Depois', async ({ page }) => {
    await still(page)
    const id = await add('Esquecido', `${yesterday()}T23:59:00`, null)
    await signIn(page, '/home', WHO)
    await question(page).getByText('Ainda está em andamento').waitFor()
    await question(page).getByText('Começou quarta-feira, 18/11/2026, às 23:59').waitFor()
    // A page that is loaded anew answers nothing.
    await page.reload()
    await question(page).getByText('Ainda está em andamento').waitFor()
    expect(await axe(page)).toEqual([])
    await question(page).getByRole('button', { name: 'Depois' }).click()
    expect(await entry(id)).toMatchObject({ horaFim: null })
    await page.reload()
    await hydrated(page)
    await page.getByRole('group', { name: 'Tempo em andamento' }).waitFor()
    expect(await question(page).count()).toBe(0)
  })

  test('ends at the hour that is given, which is not to come', async ({ page }) => {
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

  test('is offered no hour of a day after its start, when there was work all the same', async ({ page }) => {
    await signIn(page, '/home', WHO)
    const id = await add('Esquecido', `${yesterday()}T09:00:00`, null)
    await page.evaluate(([key = '', at = '']) => localStorage.setItem(key, at), [`sinal ${BRUNO} ${id}`, `${today()}T14:25:00`])
    await page.reload()
    await question(page).getByText('último sinal deste computador: 19/11/2026 14:25').waitFor()
    expect(await question(page).getByRole('textbox').inputValue()).toBe('')
    expect(
      await question(page)
        .getByRole('textbox')
        .evaluate((field) => field === document.activeElement),
    ).toBe(true)
  })

  test('is asked about again where its form, which completes it, is closed without', async ({ page }) => {
    const id = await add('Esquecido', `${yesterday()}T09:00:00`, null, { categoryId: null })
    await signIn(page, '/home', WHO)
    const complete = async () => {
      await question(page).getByRole('textbox').fill('1000')
      await question(page).getByRole('textbox').press('Enter')
      await toast(page, messages.incomplete)
      await expect.poll(() => dialog(page, 'Editar Tempo').getByLabel('Fim').inputValue()).toBe('10:00:00')
      expect(await question(page).count()).toBe(0)
    }
    await complete()
    await page.keyboard.press('Escape')
    await dialog(page, 'Editar Tempo').waitFor({ state: 'detached' })
    await complete()
    await dialog(page, 'Editar Tempo').getByRole('combobox', { name: 'Categoria' }).click()
    await page.getByRole('option').first().click()
    await confirm(page)
    await toast(page, messages.changed)
    await dialog(page, 'Editar Tempo').waitFor({ state: 'detached' })
    expect(await entry(id)).toMatchObject({ horaFim: '10:00:00', total: '01:00:00' })
    expect(await question(page).count()).toBe(0)
  })

  test('is asked about after the form that an address opens, and by Tab its hour chooses nothing', async ({ page }) => {
    await add('Esquecido', `${yesterday()}T20:00:00`, null)
    const [first] = await list()
    await signIn(page, `/track?acao=editar&id=${first?.ID}`, WHO)
    await dialog(page, 'Editar Tempo').getByLabel('Descrição').waitFor()
    expect(await question(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await question(page).getByRole('radio', { name: 'Ainda está em andamento' }).check()
    await question(page).getByRole('textbox').focus()
    expect(await question(page).getByRole('radio', { name: 'Ainda está em andamento' }).isChecked()).toBe(true)
    await page.keyboard.type('2100')
    expect(await question(page).getByRole('radio', { name: 'Terminou às' }).isChecked()).toBe(true)
  })

  test('is deleted after one more question', async ({ page }) => {
    const id = await add('Esquecido', `${addDays(today(), -3)}T09:00:00`, null)
    await signIn(page, '/home', WHO)
    await question(page).getByText('passou de 24 horas: informe quando terminou').waitFor()
    await question(page).getByText('Não foi trabalho').click()
    await confirm(page)
    expect(await entry(id)).toMatchObject({ id })
    await page.getByRole('alertdialog', { name: 'Excluir este tempo?' }).getByRole('button', { name: 'Excluir' }).click()
    await toast(page, 'Tempo excluído com sucesso!')
    expect((await call(WHO, 'GET', `/track/${id}`)).status).toBe(404)
  })
})

test('the keyboard begins, switches and ends it from any page', async ({ page }) => {
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
  await page.keyboard.press('p')
  await expect.poll(running).toBe(null)
})
