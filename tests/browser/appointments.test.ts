// Tests Onde Estou in a real browser, on the real API.
import { describe, expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { addDays, dayBr, wallTime } from '../../shared/clock.ts'
import { testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { toast } from '../support/demo-company.ts'
import { NOW } from '../support/api.ts'
import {
  MINUTE,
  PATH,
  NEWEST,
  CREATED,
  CHANGED,
  REQUIRED,
  bruno,
  ana,
  carlos,
  visit,
  meeting,
  TODAY,
  values,
  choose,
  chooseOnly,
  marked,
  confirm,
  closed,
  row,
  editing,
  fillDates,
  appointmentsScreen,
} from '../support/appointments-screen.ts'

const { call, db, signIn, url, newDay, enter, stored, last } = appointmentsScreen()

const INVALID = 'Formulário inválido! Verifique os dados.'

describe('the appointment form', () => {
  test('the form reports missing fields, and shows only the fields that the chosen activity needs', async ({ page }) => {
    await signIn(page, PATH)
    expect(await page.title()).toBe('Onde Estou · csnoteweb')
    await page.getByRole('button', { name: 'Novo Compromisso' }).click()
    await page.getByRole('dialog', { name: 'Novo Compromisso' }).waitFor()
    await page.getByRole('combobox', { name: 'Colaboradores' }).press('Backspace')
    for (const field of ['Data inicial', 'Hora inicial', 'Data final', 'Hora final']) await page.getByLabel(field).fill('')
    await confirm(page)
    await toast(page, INVALID)
    expect(await page.getByText(REQUIRED).count()).toBe(6)
    expect(
      await page
        .getByRole('dialog')
        .getByText(/Status|Estornado/)
        .count(),
    ).toBe(0)
    await choose(page, 'Colaboradores', 'ana b')
    const asked = () =>
      page
        .getByRole('dialog')
        .getByRole('combobox')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).labels?.[0]?.textContent))
    for (const [activity, fields] of [
      ['Home office', []],
      ['Reunião', ['Cliente']],
      ['Treinamento', ['Cliente', 'Deslocamento']],
      ['Visita técnica', ['Cliente', 'Deslocamento', 'Região']],
    ] as const) {
      await choose(page, 'Atividade', activity)
      await expect.poll(asked).toEqual(['Colaboradores *', 'Atividade *', ...fields, 'Repetir'])
    }
    await confirm(page)
    await expect.poll(() => page.getByText(REQUIRED).count()).toBe(4)
  })

  test('a double click stores a new appointment once, with the fields of its activity, and the grid shows the appointment', async ({ page }) => {
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'ana b')
    await choose(page, 'Atividade', 'Visita técnica')
    await choose(page, 'Cliente', 'teles pires')
    await choose(page, 'Deslocamento', 'oba1234')
    await choose(page, 'Região', 'norte')
    const day = newDay()
    await fillDates(page, { 'Data inicial': dayBr(day), 'Hora inicial': '8' })
    await page.getByRole('button', { name: 'Confirmar', exact: true }).dblclick()
    await toast(page, CREATED)
    await closed(page)
    await goTo(page, url(`${PATH}?dataInicial=${day}&dataFinal=${day}`))
    const first = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Editar/ }) })
    expect(await first.textContent()).toContain('Ana Beatriz NogueiraVisita técnicaAgropecuária Vale do Teles Pires Ltda.Volkswagen Gol (OBA1234)')
    expect(await first.textContent()).toContain('08:00até 09:00Ativo')
    const rows = (await call('supervisor', 'GET', `/compromises?dataInicial=${day}&dataFinal=${day}`)).body
    expect(rows).toMatchObject([{ CODCOLABORADOR: ana, regiao: 2, horaIni: '08:00', horaFim: '09:00', status: 'A' }])
  })

  test('an appointment can only be reversed with a reason, and after the reversal its form is read-only', async ({ page }) => {
    const id = await enter()
    await signIn(page, NEWEST)
    await row(page, id).getByRole('button', { name: 'Editar' }).click()
    await page.getByRole('dialog', { name: 'Editar Compromisso' }).waitFor()
    expect(await page.getByLabel('Motivo').count()).toBe(0)
    const flag = page.getByRole('group', { name: 'Estornado?' }).getByRole('switch')
    await flag.check({ force: true })
    await page.getByText('O estorno é definitivo.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
    // A button in the row opens the same form in a single step.
    await row(page, id).getByRole('button', { name: 'Estornar' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('motivoEstorno')
    expect(await flag.isChecked()).toBe(true)
    // The note is visible before anything is confirmed, so one click is enough.
    await page.getByText('depois de confirmado, o compromisso não pode mais ser alterado.').waitFor()
    const reverse = page.getByRole('dialog').getByRole('button', { name: 'Estornar' })
    await reverse.click()
    await page.getByText(REQUIRED).waitFor()
    await page.keyboard.type('  Cliente desmarcou ')
    expect(await stored(id)).toMatchObject({ status: 'A' })
    await reverse.click()
    await toast(page, CHANGED)
    await closed(page)
    expect(await row(page, id).textContent()).toContain('Estornado')
    expect(await row(page, id).getByRole('button', { name: 'Estornar' }).count()).toBe(0)
    // The button that opened the form is gone, so its row has the focus.
    await expect.poll(() => row(page, id).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await stored(id)).toMatchObject({ status: 'I', MOTIVO: 'Cliente desmarcou' })
    await row(page, id).getByRole('button', { name: 'Editar' }).click()
    await page.getByText('Compromisso estornado não pode ser alterado!').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancelar')
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Cliente desmarcou')
    for (const field of await page.getByRole('dialog').locator('input:not([type=hidden])').all()) expect(await field.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Confirmar', exact: true }).isDisabled()).toBe(true)
  })

  test('if the chosen car is taken, the form names the person who has the car, and keeps the typed values', async ({ page, expected }) => {
    expected.push(/409/)
    const trip = { atividade: visit, cliente: 1348, carro: 8, regiao: 2 }
    const id = await enter({ colaborador: bruno, ...trip })
    const { dataIni } = (await stored(id)) as { dataIni: string }
    await enter({ dataIni, dataFim: dataIni })
    const mine = await enter({ ...trip, dataIni, dataFim: dataIni, horaIni: '10:00', horaFim: '12:00' })
    await signIn(page, editing(mine))
    await fillDates(page, { 'Hora inicial': '9' })
    const day = dayBr(dataIni)
    const said = `O carro Toyota Hilux (QCC4D08) já está com Bruno Cavalcanti de ${day} 08:00 a ${day} 10:00.`
    // The overlap and the taken car are both shown before the person confirms.
    const warning = page.getByRole('alert').filter({ hasText: said })
    await warning.getByText('Já há compromisso nesse horário').waitFor()
    await page.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    await page.getByRole('dialog').getByText(said, { exact: true }).waitFor()
    expect(await page.getByLabel('Hora inicial').inputValue()).toBe('09:00')
    // Confirming does not override the refusal, which disappears only when the hour changes.
    await page.getByRole('button', { name: 'Confirmar', exact: true }).waitFor()
    await fillDates(page, { 'Hora inicial': '10' })
    await page.getByRole('dialog').getByText(said).waitFor({ state: 'detached' })
  })

  test('a new appointment with a taken car is not sent until the car is free', async ({ page }) => {
    const day = newDay()
    const on = { dataIni: day, dataFim: day }
    const trip = { atividade: visit, cliente: 1348, carro: 8, regiao: 2 }
    const outing = { ...on, ...trip, colaborador: bruno, horaIni: '09:00', horaFim: '12:00' }
    const taken = await enter(outing)
    await enter({ ...on, horaIni: '09:00', horaFim: '12:00' })
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'ana b')
    await choose(page, 'Atividade', 'visita')
    await choose(page, 'Cliente', 'teles pires')
    await choose(page, 'Deslocamento', 'qcc4d08')
    await choose(page, 'Região', 'norte')
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(day), 'Hora inicial': '8', 'Hora final': '10' })
    const warning = page.getByRole('alert').filter({ hasText: 'O carro Toyota Hilux (QCC4D08) já está com Bruno Cavalcanti' })
    await warning.waitFor()
    expect(await page.getByRole('button', { name: 'Confirmar assim mesmo' }).count()).toBe(0)
    let isSent = false
    page.on('request', (request) => (isSent ||= request.method() === 'POST' && request.url().includes('/api/compromises')))
    const lookedUp = page.waitForResponse(/api\/compromises\?/)
    await confirm(page)
    await lookedUp
    await page.getByRole('button', { name: 'Confirmar', exact: true }).and(page.locator(':enabled')).waitFor()
    expect([isSent, await warning.count()]).toEqual([false, 1])
    // The car is free now, so only the overlap with the person's own appointment needs a confirmation.
    const { versao } = await stored(taken)
    expect((await call('supervisor', 'PUT', '/compromises', { ...outing, id: taken, versao, status: 'I', motivoEstorno: 'Chuva' })).status).toBe(200)
    await confirm(page)
    await page.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    await toast(page, CREATED)
  })

  test('if the appointment overlaps another one of the same person, the form shows a warning, but the person can save anyway', async ({ page }) => {
    const day = newDay()
    const on = { dataIni: day, dataFim: day }
    await enter({ ...on, atividade: meeting, cliente: 1348, horaIni: '09:00', horaFim: '12:00' })
    await enter({ ...on, colaborador: bruno, horaIni: '09:00', horaFim: '12:00' })
    await enter({ ...on, horaIni: '07:00', horaFim: '08:00' })
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'ana b')
    await choose(page, 'Atividade', 'Home office')
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(day), 'Hora inicial': '8', 'Hora final': '10' })
    const warning = page.getByRole('alert').filter({ hasText: 'Já há compromisso nesse horário' })
    const listed = `Ana Beatriz Nogueira · Reunião · Agropecuária Vale do Teles Pires Ltda., de ${dayBr(day)} 09:00 a 12:00`
    await expect.poll(() => warning.getByRole('listitem').allTextContents()).toEqual([listed])
    await choose(page, 'Colaboradores', 'bruno')
    await page.keyboard.press('Tab')
    await expect.poll(() => warning.getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    await toast(page, CREATED)
    const { body } = await call('supervisor', 'GET', `/compromises?dataInicial=${day}&dataFinal=${day}`)
    expect(body).toHaveLength(5)
  })
})

describe('a new appointment', () => {
  test('“Confirmar e novo” keeps people, activity and day, and proposes the end of the stored appointment as the next start', async ({ page }) => {
    const day = dayBr(newDay())
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'ana b')
    await choose(page, 'Atividade', 'Home office')
    await fillDates(page, { 'Data inicial': day, 'Data final': day, 'Hora inicial': '8', 'Hora final': '10' })
    await page.getByRole('button', { name: 'Confirmar e novo' }).click()
    await toast(page, CREATED)
    await expect.poll(() => values(page, 'Hora inicial')).toEqual(['10:00'])
    expect(await values(page, 'Atividade', 'Data inicial', 'Data final', 'Hora final')).toEqual(['Home office', day, day, '11:00'])
    expect(await page.getByRole('dialog').getByText('Ana Beatriz Nogueira').count()).toBe(1)
  })

  test('the form for a new appointment is prefilled with the signed-in person and today, and can be completed with 20 keystrokes', async ({
    page,
  }) => {
    await db().execute(sql`delete from appointments where user_id = ${bruno}`)
    await signIn(page, PATH, 'equipe')
    let keys = 0
    const press = async (...names: string[]) => {
      for (const name of names) {
        keys += name.split('+').length
        await page.keyboard.press(name)
      }
    }
    await press('n')
    await page.getByRole('combobox', { name: 'Atividade' }).and(page.locator(':focus')).waitFor()
    expect(await page.getByRole('dialog').getByText('Bruno Cavalcanti').count()).toBe(1)
    expect(await values(page, 'Data inicial', 'Data final')).toEqual([dayBr(TODAY), dayBr(TODAY)])
    await press('r', 'e')
    await marked(page, 'Reunião').waitFor()
    await press('Tab', 't', 'e', 'l')
    await marked(page, 'Agropecuária Vale do Teles').waitFor()
    await press('Tab')
    await press('Tab', '1', '5', 'Control+Enter')
    await toast(page, CREATED)
    expect(keys).toBeLessThanOrEqual(20)
    expect(await last(bruno)).toMatchObject({ CODATIVIDADE: meeting, CODCLIENTE: 1348, dataIni: TODAY, horaIni: '15:00', horaFim: '16:00' })
  })

  test('the grid scrolls to a new appointment that is far from the visible rows', async ({ page }) => {
    await signIn(page, PATH)
    await page.getByRole('rowheader', { name: /^Hoje, / }).waitFor()
    const day = newDay()
    await page.keyboard.press('n')
    await choose(page, 'Atividade', 'Home office')
    // All hours are typed, because near midnight the proposed end would be on the next day.
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(day), 'Hora inicial': '8', 'Hora final': '9' })
    await confirm(page)
    await toast(page, CREATED)
    await closed(page)
    const made = page.locator('tr[data-fresh]')
    await made.waitFor()
    await expect.poll(async () => (await made.boundingBox())?.y ?? -1).toBeGreaterThan(100)
  })
})

describe('the grid of appointments', () => {
  test('the grid is sorted by start, has a header per day, and is scrolled to today when the page opens', async ({ page }) => {
    const [tomorrow, yesterday] = [addDays(TODAY, 1), addDays(TODAY, -1)]
    for (const day of [yesterday, TODAY, tomorrow]) await enter({ dataIni: day, dataFim: day })
    // This appointment is created last, but the grid must sort it into its day.
    const late = await enter({ dataIni: tomorrow, dataFim: tomorrow, horaIni: '23:50', horaFim: '23:55' })
    await signIn(page, PATH)
    const line = (name: string) => page.getByRole('rowheader', { name: new RegExp(`^${name}`) })
    const topOf = async (name: string) =>
      ((await line(name).boundingBox())?.y ?? NaN) -
      ((await page.locator('tbody').evaluate((body) => body.closest('div')!.getBoundingClientRect().y)) ?? 0)
    await line('Hoje, ').waitFor()
    // The header of today is directly below the header row of the grid.
    await expect.poll(() => topOf('Hoje, ')).toBeLessThan(40)
    expect(await line('Hoje, ').textContent()).toMatch(
      /^Hoje, (?:.+-feira|sábado|domingo), .+ · anteriores acima(?: · mais \d+ em curso desde antes)? \d+$/,
    )
    const shown = await page.locator('tbody tr[data-id]').evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['id'])))
    const all = (await call('supervisor', 'GET', '/compromises')).body as { ID: number; dataIni: string; horaIni: string }[]
    const starts = shown.map((id) => all.filter(({ ID }) => ID === id).map(({ dataIni, horaIni }) => `${dataIni} ${horaIni}`)[0])
    expect(starts).toEqual(starts.toSorted((a = '', b = '') => a.localeCompare(b)))
    // While rows of a day are visible, the header of the day stays in view.
    await page.locator('tbody').hover()
    const scrollOn = async () => {
      await page.mouse.wheel(0, 100)
      return [(await topOf('Amanhã, ')) < 40, await row(page, late).count()]
    }
    await expect.poll(scrollOn).toEqual([true, 1])
    const scrolled = () => page.locator('tbody').evaluate((body) => body.closest('div')!.scrollTop)
    const was = await scrolled()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/home')
    await page.goBack()
    await page.getByRole('rowheader').first().waitFor()
    await expect.poll(scrolled).toBe(was)
    // In any other order, the grid has no day headers and starts at the top.
    await page.getByRole('button', { name: 'Código' }).click()
    await line('Hoje, ').waitFor({ state: 'detached' })
  })

  test('past, current and future appointments have different statuses, and the filter Estornados hides all of them', async ({ page }) => {
    const at = (from: number, until: number) => {
      const [start, end] = [wallTime(NOW + from * MINUTE), wallTime(NOW + until * MINUTE)]
      return { dataIni: start.slice(0, 10), horaIni: start.slice(11, 16), dataFim: end.slice(0, 10), horaFim: end.slice(11, 16) }
    }
    const over = await enter(at(-120, -60))
    const runs = await enter(at(-60, 60))
    const ahead = await enter(at(60, 120))
    await signIn(page, NEWEST)
    const statusOf = (id: number) => row(page, id).getByRole('cell').nth(7).textContent()
    expect([await statusOf(over), await statusOf(runs), await statusOf(ahead)]).toEqual(['Encerrado', 'Agora', 'Ativo'])
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Código',
      'Colaborador',
      'Atividade',
      'Cliente',
      'Deslocamento',
      'Início',
      'Fim',
      'Status',
      'Ações',
    ])
    await page.getByText('Estornados').click()
    await page.waitForURL('**status=inativos')
    await row(page, over).waitFor({ state: 'detached' })
  })

  test('an applied filter is shown as chips and stored in the URL', async ({ page }) => {
    const day = newDay()
    const on = { dataIni: day, dataFim: day }
    const [mine, his] = [await enter(on), await enter({ ...on, colaborador: bruno, atividade: meeting, cliente: 1348 })]
    await enter({ ...on, colaborador: carlos })
    await signIn(page, PATH)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    await choose(page, 'Colaboradores', 'ana b')
    await choose(page, 'Colaboradores', 'bruno')
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(addDays(day, -1)) })
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByText('Data final não pode ser menor que data inicial.').waitFor()
    await fillDates(page, { 'Data final': dayBr(day) })
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await closed(page)
    await expect.poll(() => page.locator('tbody td:first-child').allTextContents()).toEqual([String(his), String(mine)])
    expect(new URL(page.url()).search).toBe(`?colaboradores=${ana}&colaboradores=${bruno}&dataInicial=${day}&dataFinal=${day}`)
    await goTo(page)
    const chip = (name: string) => page.getByRole('button', { name })
    for (const label of ['Colaboradores: Ana Beatriz Nogueira +1', `De: ${dayBr(day)}`, `Até: ${dayBr(day)}`]) await chip(label).waitFor()

    await chip('Colaboradores').first().click()
    await expect.poll(() => page.locator('tbody td:first-child').count()).toBe(3)
    await chip('Limpar filtros').click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => page.locator('tbody td:first-child').count()).toBeGreaterThan(3)
  })
})
