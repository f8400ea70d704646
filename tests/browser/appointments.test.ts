// Onde Estou, in a real browser on the real API.
import { Workbook } from 'exceljs'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { withoutAudit } from '../../server/api/audit.ts'
import { sql } from 'drizzle-orm'
import { addDays, dayBr, wallDay, wallTime } from '../../shared/clock.ts'
import { axe, goTo, testInOne as test } from '../support/browser.ts'
import { house, toast } from '../support/house.ts'

const { call, db, signIn, time, url } = house()
// Who has not this menu, but one besides the wall: or the wall would be all that is shown.
beforeAll(async () => {
  await db().execute(sql`insert into user_menus
    select users.id, menus.id from users, menus where users.email = 'painel@exemplo.com.br' and menus.route = '/clientes'`)
})
// The page's clock is the server's Date header, which no test sets.
beforeEach(() => {
  time().now = Date.now()
})

const MINUTE = 60_000
const PATH = '/onde-estou'
/** In the order of entering. */
const NEWEST = `${PATH}?ordem=-codigo`
const CREATED = 'Compromisso criado com sucesso!'
const CHANGED = 'Compromisso alterado com sucesso!'
const DATABASE = 'Falha ao comunicar com o banco de dados!'
const REQUIRED = 'Esse campo precisa ser preenchido.'
const INVALID = 'Formulário inválido! Verifique os dados.'
const [bruno, ana, carlos] = [4, 5, 11]
const [visit, meeting, home] = [1, 7, 8]
const today = () => wallDay(Date.now())
/** A day of the test's own, so that nothing else lies there. */
let days = 200
const newDay = () => addDays(today(), (days += 1))

const appointment = (change: object = {}) => {
  const day = newDay()
  const when = { dataIni: day, horaIni: '08:00', dataFim: day, horaFim: '10:00' }
  return { colaborador: ana, atividade: home, ...when, status: 'A', ...change }
}
/** Entered by somebody else. */
async function enter(change: object = {}) {
  const { body, status } = await call('supervisor', 'POST', '/compromises', appointment(change))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return (body as { id: number }).id
}
const stored = async (id: number) => (await call('supervisor', 'GET', `/compromises/${id}`)).body as Record<string, unknown>
/** The newest of a person's. */
const last = async (person = ana) => {
  const rows = (await call('supervisor', 'GET', `/compromises?colaboradores=${person}&dataInicial=2000-01-01`)).body as { ID: number }[]
  return stored(rows[0]?.ID ?? 0)
}
const values = (page: Page, ...labels: string[]) =>
  Promise.all(labels.map((label) => page.getByRole('dialog').locator('input').and(page.getByLabel(label)).inputValue()))
const choose = async (page: Page, field: string, search: string) => {
  await page.getByRole('combobox', { name: field }).fill(search)
  await page.getByRole('listbox').getByRole('option').first().click()
}
/** Instead of oneself, whom a new one begins with. */
const chooseOnly = async (page: Page, search: string) => {
  await page.getByRole('combobox', { name: 'Colaboradores' }).press('Backspace')
  await choose(page, 'Colaboradores', search)
}
/** The option that Enter takes. */
const marked = (page: Page, name: string) => page.getByRole('option', { name }).and(page.locator('[data-combobox-selected]'))
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar', exact: true }).click()
const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })
const row = (page: Page, id: number) => page.getByRole('row').filter({ has: page.getByRole('cell', { name: String(id), exact: true }) })
const editing = (id: number) => `${NEWEST}&acao=editar&id=${id}`
const fillDates = async (page: Page, dates: Record<string, string>) => {
  for (const [label, text] of Object.entries(dates)) {
    await page.getByLabel(label).fill(text)
    await page.getByLabel(label).press('Tab')
  }
}

describe('the form', () => {
  test('asks for what it needs, and shows what the activity asks for', async ({ page }) => {
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
      await expect.poll(asked).toEqual(['Colaboradores *', 'Atividade *', ...fields])
    }
    await confirm(page)
    await expect.poll(() => page.getByText(REQUIRED).count()).toBe(4)
  })

  test('saves what its activity asks for, once for two clicks, and shows it in the grid', async ({ page }) => {
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

  test('takes what is marked on Enter, after one letter too', async ({ page }) => {
    await signIn(page, `${PATH}?acao=novo`)
    await page.getByRole('combobox', { name: 'Colaboradores' }).press('Backspace')
    // Whose name begins so, before another's second one.
    await page.keyboard.type('h')
    await marked(page, 'Henrique Dal Maso').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Henrique Dal Maso' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await page.keyboard.type('h')
    await marked(page, 'Home office').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => values(page, 'Atividade')).toEqual(['Home office'])
    expect(await page.getByText(REQUIRED).count()).toBe(0)
  })

  test('forgets what another activity does not ask for', async ({ page }) => {
    const id = await enter({ atividade: visit, cliente: 1348, carro: 9, regiao: 2 })
    await signIn(page, editing(id))
    await choose(page, 'Atividade', 'Reunião')
    await choose(page, 'Atividade', 'Visita técnica')
    expect(await values(page, 'Cliente', 'Deslocamento', 'Região')).toEqual(['Agropecuária Vale do Teles Pires Ltda.', '', ''])
    await choose(page, 'Atividade', 'Home office')
    await confirm(page)
    await toast(page, CHANGED)
    expect(await stored(id)).toMatchObject({ CODATIVIDADE: home, CODCLIENTE: null, carro: null, regiao: null })
  })

  test('takes the date that is typed as it is read here, and tells what is none', async ({ page }) => {
    await db().execute(sql`delete from appointments where user_id = ${carlos}`)
    await signIn(page, PATH)
    await page.getByRole('button', { name: 'Novo Compromisso' }).click()
    await chooseOnly(page, 'carlos')
    await choose(page, 'Atividade', 'Home office')
    // The last one is a day, of a year that is a slip.
    for (const none of ['31/04/2026', '01/01/0206']) {
      await fillDates(page, { 'Data inicial': none })
      expect(await page.getByLabel('Data inicial').inputValue()).toBe(none)
      expect(await page.getByLabel('Data inicial').getAttribute('aria-invalid')).toBe('true')
      await page.getByText('Data inválida.').waitFor()
    }
    await page.getByLabel('Data inicial').fill('')
    await page.keyboard.type('03/04/2026')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0705')
    await page.keyboard.press('Enter')
    await toast(page, CREATED)
    expect(await last(carlos)).toMatchObject({ dataIni: '2026-04-03', horaIni: '07:05', dataFim: '2026-04-03', horaFim: '08:05' })
  })

  test('proposes an end an hour later, until one is typed', async ({ page }) => {
    await signIn(page, `${PATH}?acao=novo`)
    const dates = () => values(page, 'Data inicial', 'Hora inicial', 'Data final', 'Hora final')
    for (const field of ['Hora inicial', 'Data final', 'Hora final']) await page.getByLabel(field).fill('')
    await fillDates(page, { 'Data inicial': '19/11/2027' })
    expect(await dates()).toEqual(['19/11/2027', '', '', ''])
    await fillDates(page, { 'Hora inicial': '14' })
    expect(await dates()).toEqual(['19/11/2027', '14:00', '19/11/2027', '15:00'])
    await fillDates(page, { 'Hora inicial': '23:30' })
    expect(await dates()).toEqual(['19/11/2027', '23:30', '20/11/2027', '00:30'])
    await fillDates(page, { 'Data inicial': '31/12/2027' })
    expect(await dates()).toEqual(['31/12/2027', '23:30', '01/01/2028', '00:30'])
    await fillDates(page, { 'Hora final': '2' })
    await fillDates(page, { 'Hora inicial': '8h15', 'Data inicial': '28/12/2027' })
    expect(await dates()).toEqual(['28/12/2027', '08:15', '01/01/2028', '02:00'])
  })

  test('says what is wrong with an end, and with an hour', async ({ page }) => {
    const id = await enter()
    const { dataIni } = (await stored(id)) as { dataIni: string }
    await signIn(page, editing(id))
    await fillDates(page, { 'Data final': dayBr(addDays(dataIni, -1)) })
    await confirm(page)
    await page.getByText('Data final não pode ser menor que data inicial.').waitFor()
    await fillDates(page, { 'Data final': dayBr(dataIni), 'Hora final': '07:59' })
    await confirm(page)
    await page.getByText('Hora final não pode ser menor que hora inicial.').waitFor()
    await fillDates(page, { 'Hora final': '25' })
    await page.getByText('Hora inválida.').waitFor()
    await fillDates(page, { 'Hora final': '' })
    await confirm(page)
    await page.getByText(REQUIRED).waitFor()
    await fillDates(page, { 'Hora final': '8' })
    await confirm(page)
    await toast(page, CHANGED)
    expect(await stored(id)).toMatchObject({ horaIni: '08:00', horaFim: '08:00' })
    // Told on leaving it, also for a button.
    await goTo(page, url(`${PATH}?acao=novo`))
    await fillDates(page, { 'Hora final': '25' })
    await page.getByText('Hora inválida.').waitFor()
  })

  test('reverses for good, with its reason', async ({ page }) => {
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
    // The same with one press less.
    await row(page, id).getByRole('button', { name: 'Estornar' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-path'))).toBe('motivoEstorno')
    expect(await flag.isChecked()).toBe(true)
    await confirm(page)
    await page.getByText(REQUIRED).waitFor()
    await page.keyboard.type('  Cliente desmarcou ')
    await confirm(page)
    await page.getByText('depois de confirmado, o compromisso não pode mais ser alterado.').waitFor()
    expect(await stored(id)).toMatchObject({ status: 'A' })
    await page.getByRole('dialog').getByRole('button', { name: 'Estornar' }).click()
    await toast(page, CHANGED)
    await closed(page)
    expect(await row(page, id).textContent()).toContain('Estornado')
    expect(await row(page, id).getByRole('button', { name: 'Estornar' }).count()).toBe(0)
    // The button that the focus came from is gone.
    await expect.poll(() => row(page, id).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await stored(id)).toMatchObject({ status: 'I', MOTIVO: 'Cliente desmarcou' })
    await row(page, id).getByRole('button', { name: 'Editar' }).click()
    await page.getByText('Compromisso estornado não pode ser alterado!').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancelar')
    expect(await page.getByLabel('Motivo').inputValue()).toBe('Cliente desmarcou')
    for (const field of await page.getByRole('dialog').locator('input:not([type=hidden])').all()) expect(await field.isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Confirmar', exact: true }).isDisabled()).toBe(true)
  })

  test('is reversed by its button also where something was typed into it before', async ({ page }) => {
    const id = await enter()
    await signIn(page, editing(id))
    await fillDates(page, { 'Hora final': '23:15' })
    await goTo(page, url(NEWEST))
    await row(page, id).getByRole('button', { name: 'Estornar' }).click()
    await page.getByLabel('Motivo').waitFor()
    expect(await page.getByLabel('Hora final').inputValue()).toBe('23:15')
  })

  test('keeps the text of the second of two who change the same appointment', async ({ page, open, expected }) => {
    expected.push(/409/)
    const id = await enter()
    const other = await open()
    for (const one of [page, other]) {
      await signIn(one, editing(id))
      await fillDates(one, { 'Hora final': one === page ? '11' : '12' })
    }
    await confirm(page)
    await closed(page)
    await confirm(other)
    await other.getByRole('dialog').getByText('Este registro foi alterado por outra pessoa.').waitFor()
    expect(await other.getByLabel('Hora final').inputValue()).toBe('12:00')
    expect(await stored(id)).toMatchObject({ horaFim: '11:00' })
  })

  test('names who has the car, and keeps what was typed', async ({ page, expected }) => {
    expected.push(/409/)
    const trip = { atividade: visit, cliente: 1348, carro: 8, regiao: 2 }
    const id = await enter({ colaborador: bruno, ...trip })
    const { dataIni } = (await stored(id)) as { dataIni: string }
    await enter({ dataIni, dataFim: dataIni })
    const mine = await enter({ ...trip, dataIni, dataFim: dataIni, horaIni: '10:00', horaFim: '12:00' })
    await signIn(page, editing(mine))
    await fillDates(page, { 'Hora inicial': '9' })
    await confirm(page)
    await page.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    const day = dayBr(dataIni)
    const said = `O carro Toyota Hilux (QCC4D08) já está com Bruno Cavalcanti de ${day} 08:00 a ${day} 10:00.`
    await page.getByRole('dialog').getByText(said).waitFor()
    expect(await page.getByLabel('Hora inicial').inputValue()).toBe('09:00')
    // Nothing confirms that.
    await page.getByRole('button', { name: 'Confirmar', exact: true }).waitFor()
  })

  test('warns of what the same person already does then, and saves it all the same', async ({ page }) => {
    const day = newDay()
    const on = { dataIni: day, dataFim: day }
    await enter({ ...on, atividade: meeting, cliente: 1348, horaIni: '09:00', horaFim: '12:00' })
    await enter({ ...on, colaborador: bruno, horaIni: '09:00', horaFim: '12:00' })
    await enter({ ...on, horaIni: '07:00', horaFim: '08:00' })
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'ana b')
    await choose(page, 'Atividade', 'Home office')
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(day), 'Hora inicial': '8', 'Hora final': '10' })
    await confirm(page)
    const warning = page.getByRole('alert').filter({ hasText: 'Já há compromisso nesse horário' })
    await warning.waitFor()
    const listed = `Ana Beatriz Nogueira · Reunião · Agropecuária Vale do Teles Pires Ltda., de ${dayBr(day)} 09:00 a 12:00`
    expect(await warning.getByRole('listitem').allTextContents()).toEqual([listed])
    await choose(page, 'Colaboradores', 'bruno')
    await page.keyboard.press('Tab')
    await warning.waitFor({ state: 'detached' })
    await confirm(page)
    await expect.poll(() => warning.getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Confirmar assim mesmo' }).click()
    await toast(page, CREATED)
    const { body } = await call('supervisor', 'GET', `/compromises?dataInicial=${day}&dataFinal=${day}`)
    expect(body).toHaveLength(5)
  })

  test('enters several people at once, in one car', async ({ page }) => {
    const day = newDay()
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'ana b')
    for (const name of ['bruno', 'carlos']) await choose(page, 'Colaboradores', name)
    await choose(page, 'Atividade', 'Visita técnica')
    await choose(page, 'Cliente', 'teles pires')
    await choose(page, 'Deslocamento', 'hilux')
    await choose(page, 'Região', 'oeste')
    await fillDates(page, { 'Data inicial': dayBr(day), 'Hora inicial': '8' })
    await page.keyboard.press('Control+Enter')
    await toast(page, CREATED)
    const { body } = await call('supervisor', 'GET', `/compromises?dataInicial=${day}&dataFinal=${day}`)
    expect((body as { CODCOLABORADOR: number; carro: number }[]).map(({ CODCOLABORADOR, carro }) => [CODCOLABORADOR, carro])).toEqual([
      [carlos, 8],
      [bruno, 8],
      [ana, 8],
    ])
  })

  test('begins as another one was, that one reversed too', async ({ page }) => {
    const id = await enter({ atividade: meeting, cliente: 1348 })
    await call('supervisor', 'PUT', '/compromises', {
      ...appointment({ atividade: meeting, cliente: 1348 }),
      id,
      status: 'I',
      motivoEstorno: 'Chuva',
    })
    await signIn(page, NEWEST)
    await row(page, id).getByRole('button', { name: 'Duplicar' }).click()
    await page.getByRole('dialog', { name: 'Novo Compromisso' }).waitFor()
    expect(await values(page, 'Atividade', 'Cliente', 'Hora inicial')).toEqual(['Reunião', 'Agropecuária Vale do Teles Pires Ltda.', '08:00'])
    await confirm(page)
    await toast(page, CREATED)
    expect(await last()).toMatchObject({ CODCOLABORADOR: ana, CODCLIENTE: 1348, status: 'A', MOTIVO: null, versao: 1 })
  })

  test('begins as nothing that another person of the same tab copied', async ({ page }) => {
    const id = await enter({ atividade: meeting, cliente: 1348 })
    await signIn(page, NEWEST, 'financeiro')
    await row(page, id).getByRole('button', { name: 'Duplicar' }).click()
    await page.getByRole('dialog', { name: 'Novo Compromisso' }).waitFor()
    const begun = () => page.evaluate(() => JSON.stringify(history.state))
    expect(await begun()).toContain('1348')
    await signIn(page, '/home', 'equipe')
    await page.goBack()
    await page.getByRole('dialog', { name: 'Novo Compromisso' }).waitFor()
    await expect.poll(begun).not.toContain('1348')
    expect(await values(page, 'Atividade')).toEqual([''])
  })

  test('shows what is inactive by now, and does not offer it', async ({ page }) => {
    const id = await enter({ atividade: meeting, cliente: 1347 })
    await db().execute(sql`update clients set status = 'I' where id = 1347`)
    try {
      await signIn(page, NEWEST)
      await row(page, id).getByRole('button', { name: 'Editar' }).click()
      await expect.poll(() => page.getByRole('combobox', { name: 'Cliente' }).inputValue()).toMatch(/^Cooperativa Agroindustrial/)
      await fillDates(page, { 'Hora final': '11' })
      await confirm(page)
      await toast(page, CHANGED)
      await closed(page)
      await row(page, id).getByRole('button', { name: 'Duplicar' }).click()
      await page.getByRole('dialog').waitFor()
      await fillDates(page, { 'Data inicial': dayBr(newDay()), 'Data final': dayBr(newDay()) })
      expect(await values(page, 'Cliente')).toEqual([''])
      await confirm(page)
      await toast(page, CREATED)
      expect(await last()).toMatchObject({ CODATIVIDADE: meeting, CODCLIENTE: null })
    } finally {
      await db().execute(sql`update clients set status = 'A' where id = 1347`)
    }
  })

  test.for(['POST', 'PUT'])('says what failed when the server does not say it: %s', async (method, { page, expected }) => {
    expected.push(/500/)
    const id = await enter()
    await signIn(page, editing(id))
    await page.route('**/api/compromises', (route) =>
      route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    if (method === 'POST') {
      await page.getByLabel('Hora final').waitFor()
      await page.keyboard.press('Escape')
      await row(page, id).getByRole('button', { name: 'Duplicar' }).click()
      await page.getByRole('dialog', { name: 'Novo Compromisso' }).waitFor()
      await fillDates(page, { 'Data inicial': dayBr(newDay()), 'Data final': dayBr(newDay()) })
    }
    await confirm(page)
    await toast(page, DATABASE)
    expect(await page.getByLabel('Hora final').inputValue()).toBe('10:00')
  })

  test('opens by its address, and says when the address asks for something else', async ({ page }) => {
    const id = await enter()
    await signIn(page, `${PATH}?acao=novo`)
    await page.getByRole('dialog', { name: 'Novo Compromisso' }).waitFor()
    expect(new URL(page.url()).search).toBe('?acao=novo')
    await goTo(page, url(editing(id)))
    await page.getByRole('dialog', { name: 'Editar Compromisso' }).waitFor()
    await goTo(page, url(`${PATH}?acao=nada`))
    await toast(page, 'Opção de ação inválida!')
  })

  test('closes its lists on Esc before itself, and gives the focus back', async ({ page }) => {
    await signIn(page, PATH)
    const opener = page.getByRole('button', { name: 'Novo Compromisso' })
    await opener.click()
    await page.getByLabel('Data inicial').click()
    await page.getByRole('button', { name: 'Próximo' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Próximo' }).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Colaboradores' }).click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    await closed(page)
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('“Estou em…”', () => {
  test('is entered by keyboard from anywhere, and is on the wall and at home', async ({ page, open }) => {
    await signIn(page, '/home')
    const wall = await open({ viewport: { width: 1920, height: 1080 } })
    await wall.clock.install()
    await signIn(wall, '/painel-onde-estou')
    const here = wall.getByText('Laticínios do teste').first()
    await db().transaction(async (tx) => {
      await withoutAudit(tx)
      await tx.execute(sql`update users set name = 'Aarão Primeiro' where id = 1`)
      await tx.execute(sql`insert into clients (name, city_id) values ('Laticínios do teste', 5107909)`)
      await tx.execute(sql`delete from appointments where user_id = 1`)
    })
    expect(await here.count()).toBe(0)

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').waitFor()
    await page.keyboard.type('estou')
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Atividade' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('reun')
    await marked(page, 'Reunião').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('laticinios do t')
    await marked(page, 'Laticínios do teste').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await toast(page, CREATED)

    const entered = await last(1)
    expect(entered).toMatchObject({ CODATIVIDADE: meeting })
    const { dataIni, horaIni, dataFim, horaFim } = entered as Record<string, string>
    const since = Date.parse(`${wallTime(Date.now())}Z`) - Date.parse(`${dataIni}T${horaIni}Z`)
    expect(since).toBeGreaterThanOrEqual(0)
    expect(since).toBeLessThan(6 * MINUTE)
    expect(horaIni).toMatch(/[05]$/)
    expect(Date.parse(`${dataFim}T${horaFim}Z`) - Date.parse(`${dataIni}T${horaIni}Z`)).toBe(60 * MINUTE)
    await page.getByRole('row').filter({ hasText: 'Laticínios do teste' }).filter({ hasText: 'Agora' }).waitFor()

    time().now = Date.now()
    await wall.clock.fastForward(35_000)
    await here.waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/home')
    await page.getByRole('region', { name: 'Próximos compromissos' }).getByText('Reunião - Laticínios do teste').waitFor()
  })

  test('is not offered to whoever may not', async ({ page }) => {
    await signIn(page, '/home', 'painel')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('estou em')
    await page.getByText('Nada encontrado para “estou em”.').waitFor()
  })
})

describe('a new one', () => {
  test('begins with oneself and today, and takes at most 20 keys', async ({ page }) => {
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
    expect(await values(page, 'Data inicial', 'Data final')).toEqual([dayBr(today()), dayBr(addDays(wallDay(Date.now() + 3600_000), 0))])
    await press('r', 'e')
    await marked(page, 'Reunião').waitFor()
    await press('Tab', 't', 'e', 'l')
    await marked(page, 'Agropecuária Vale do Teles').waitFor()
    await press('Tab')
    await press('Tab', '1', '5', 'Control+Enter')
    await toast(page, CREATED)
    expect(keys).toBeLessThanOrEqual(20)
    expect(await last(bruno)).toMatchObject({ CODATIVIDADE: meeting, CODCLIENTE: 1348, dataIni: today(), horaIni: '15:00', horaFim: '16:00' })
  })

  test('is shown where it lies, far from what was seen', async ({ page }) => {
    await signIn(page, PATH)
    await page.getByRole('rowheader', { name: /^Hoje, / }).waitFor()
    const day = newDay()
    await page.keyboard.press('n')
    await choose(page, 'Atividade', 'Home office')
    // With hours: near midnight the end that is proposed is of the next day.
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(day), 'Hora inicial': '8', 'Hora final': '9' })
    await confirm(page)
    await toast(page, CREATED)
    await closed(page)
    const made = page.locator('tr[data-fresh]')
    await made.waitFor()
    await expect.poll(async () => (await made.boundingBox())?.y ?? -1).toBeGreaterThan(100)
  })

  test('is shown also where an address opened its form', async ({ page }) => {
    await enter()
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'sponchiado')
    await choose(page, 'Atividade', 'Home office')
    await confirm(page)
    await toast(page, CREATED)
    await page.locator('tr[data-fresh]').filter({ hasText: 'Gabriel Sponchiado' }).waitFor()
  })

  test('takes the record whose words begin as was typed', async ({ page }) => {
    await signIn(page, `${PATH}?acao=novo`)
    await page.getByRole('combobox', { name: 'Atividade' }).fill('vis t')
    await marked(page, 'Visita técnica').waitFor()
    await page.keyboard.press('Tab')
    expect(await values(page, 'Atividade')).toEqual(['Visita técnica'])
  })

  test('offers first the clients and cars that were lately used, one’s own before others’', async ({ page }) => {
    const offered = async (field: string) => {
      await page.getByRole('combobox', { name: field }).click()
      await page.getByRole('option').first().waitFor()
      const group = page.getByRole('group', { name: 'Usados há pouco' }).getByRole('option')
      expect(await group.count()).toBe(6)
      const texts = await page.getByRole('option').allTextContents()
      await page.keyboard.press('Escape')
      return texts.slice(0, 6)
    }
    // The older one is one's own.
    for (const [colaborador, cliente, carro] of [
      [1, 1348, 9],
      [ana, 1347, 8],
    ])
      await enter({ colaborador, atividade: visit, cliente, carro, regiao: 2 })
    await signIn(page, `${PATH}?acao=novo`)
    await choose(page, 'Atividade', 'Visita técnica')
    expect((await offered('Cliente'))[0]).toBe('Agropecuária Vale do Teles Pires Ltda.')
    const cars = await offered('Deslocamento')
    expect(cars[0]).toContain('QCC5E09')
    expect(cars.some((car) => car.includes('QCC4D08'))).toBe(true)
    await page.getByRole('combobox', { name: 'Cliente' }).fill('cooperativa')
    await page.getByRole('group', { name: 'Usados há pouco' }).waitFor({ state: 'detached' })
    // Of one name: by the city, which is searched too.
    await db().execute(sql`insert into clients (name, city_id) values ('Moinho Gêmeo', 5107909), ('Moinho Gêmeo', 5107602)`)
    await goTo(page)
    await choose(page, 'Atividade', 'Reunião')
    await page.getByRole('combobox', { name: 'Cliente' }).fill('gemeo rondo')
    expect(await page.getByRole('option').allTextContents()).toEqual(['Moinho Gêmeo Rondonópolis - MT'])
  })

  test('says of each car whether it is free in its time', async ({ page }) => {
    const day = newDay()
    const id = await enter({ colaborador: bruno, atividade: visit, cliente: 1348, carro: 8, regiao: 2, dataIni: day, dataFim: day })
    await signIn(page, `${PATH}?acao=novo`)
    await choose(page, 'Atividade', 'Visita técnica')
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(day), 'Hora inicial': '9', 'Hora final': '11' })
    const hilux = async () => {
      await page.getByRole('combobox', { name: 'Deslocamento' }).fill('QCC4D08')
      return page.getByRole('option').textContent()
    }
    await expect.poll(hilux).toContain('Com Bruno Cavalcanti até 10:00')
    // Also once it is chosen.
    await page.keyboard.press('Enter')
    const said = page.getByText('Com Bruno Cavalcanti até 10:00').and(page.locator(':not([role=option] *)'))
    await said.waitFor()
    await fillDates(page, { 'Hora inicial': '10' })
    await said.waitFor({ state: 'detached' })
    await expect.poll(hilux).toContain('Livre')
    // To the appointment itself its own car is free.
    await goTo(page, url(editing(id)))
    await expect.poll(hilux).toContain('Livre')
  })
})

describe('the grid', () => {
  test('lies in the order of start, a line for each day, and opens at today', async ({ page, open }) => {
    const [tomorrow, yesterday] = [addDays(today(), 1), addDays(today(), -1)]
    for (const day of [yesterday, today(), tomorrow]) await enter({ dataIni: day, dataFim: day })
    // Entered last, it lies among those of its day all the same.
    const early = await enter({ dataIni: yesterday, dataFim: yesterday, horaIni: '00:05', horaFim: '00:10' })
    await signIn(page, PATH)
    const line = (name: string) => page.getByRole('rowheader', { name: new RegExp(`^${name}`) })
    const topOf = async (name: string) =>
      ((await line(name).boundingBox())?.y ?? NaN) -
      ((await page.locator('tbody').evaluate((body) => body.closest('div')!.getBoundingClientRect().y)) ?? 0)
    await line('Hoje, ').waitFor()
    // Below the head.
    await expect.poll(() => topOf('Hoje, ')).toBeLessThan(40)
    expect(await line('Hoje, ').textContent()).toMatch(/^Hoje, (?:.+-feira|sábado|domingo), .+ \d+$/)
    const shown = await page.locator('tbody tr[data-id]').evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset['id'])))
    const all = (await call('supervisor', 'GET', '/compromises')).body as { ID: number; dataIni: string; horaIni: string }[]
    const starts = shown.map((id) => all.filter(({ ID }) => ID === id).map(({ dataIni, horaIni }) => `${dataIni} ${horaIni}`)[0])
    expect(starts).toEqual(starts.toSorted((a = '', b = '') => b.localeCompare(a)))
    // The line of a day stays while its rows are in sight.
    await page.locator('tbody').hover()
    const scrollOn = async () => {
      await page.mouse.wheel(0, 100)
      return [(await topOf('Ontem, ')) < 40, await row(page, early).count()]
    }
    await expect.poll(scrollOn, { timeout: 15_000 }).toEqual([true, 1])
    const scrolled = () => page.locator('tbody').evaluate((body) => body.closest('div')!.scrollTop)
    const was = await scrolled()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/home')
    await page.goBack()
    await page.getByRole('rowheader').first().waitFor()
    await expect.poll(scrolled).toBe(was)
    // In another order there are no days, and it begins at its top.
    await page.getByRole('button', { name: 'Código' }).click()
    await line('Hoje, ').waitFor({ state: 'detached' })
    const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await signIn(phone, PATH)
    await phone.getByRole('rowheader', { name: /^Hoje, / }).waitFor()
  })

  test.for([1280, 1440])('cuts no hour and no status at %d px', async (width, { page }) => {
    await enter({ dataIni: addDays(today(), -1), dataFim: addDays(today(), -1) })
    await enter({ dataIni: addDays(today(), -1), dataFim: today() })
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, PATH)
    await page.getByText('Encerrado').first().waitFor()
    const cut = await page
      .locator('td')
      .filter({ hasText: /:|Ativo|Agora|Estornado/ })
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent))
    expect(cut).toEqual([])
  })

  test('says what runs, what is over, and what was reversed', async ({ page }) => {
    const at = (from: number, until: number) => {
      const [start, end] = [wallTime(Date.now() + from * MINUTE), wallTime(Date.now() + until * MINUTE)]
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

  test('filters, says by what, in the URL and in the spreadsheet', async ({ page }) => {
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

    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar' }).click()])
    expect(download.suggestedFilename()).toMatch(/^Onde Estou \d{2}-\d{2}-\d{4}\.xlsx$/)
    const book = new Workbook()
    await book.xlsx.readFile(await download.path())
    const sheet = book.getWorksheet('Onde Estou')
    expect(sheet?.getCell('A1').value).toBe(`Filtros: Colaboradores: Ana Beatriz Nogueira, Bruno Cavalcanti; De: ${dayBr(day)}; Até: ${dayBr(day)}`)
    expect(sheet?.getCell('F3').value).toEqual(new Date(`${day}T08:00:00Z`))

    await chip('Colaboradores').first().click()
    await expect.poll(() => page.locator('tbody td:first-child').count()).toBe(3)
    await chip('Limpar filtros').click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(() => page.locator('tbody td:first-child').count()).toBeGreaterThan(3)
  })

  test('is a client’s own by its record, also of another who has its name, and from a year ago on', async ({ page }) => {
    const day = addDays(today(), -200)
    await db().execute(sql`insert into clients (id, name, city_id) values (90001, 'Serraria Gêmea', 5107909), (90002, 'Serraria Gêmea', 5107602)`)
    const own = await enter({ atividade: meeting, cliente: 90002, dataIni: day, dataFim: day })
    await enter({ atividade: meeting, cliente: 90001, dataIni: day, dataFim: day })
    await signIn(page, '/clientes?q=serraria')
    await page.getByRole('row').filter({ hasText: 'Rondonópolis' }).getByRole('button', { name: 'Compromissos' }).click()
    await page.getByRole('button', { name: 'Clientes: Serraria Gêmea' }).waitFor()
    await expect.poll(() => page.locator('tbody td:first-child').allTextContents()).toEqual([String(own)])
  })

  test('is narrowed by one click to a day, to the week and to one’s own, and back', async ({ page }) => {
    await enter({ colaborador: 1, dataIni: today(), dataFim: today() })
    await signIn(page, PATH)
    const days = () => page.locator('tbody td:nth-child(6)').allTextContents()
    await page.getByRole('button', { name: 'Hoje' }).click()
    await expect.poll(async () => (await days()).length).toBeGreaterThan(0)
    await expect.poll(() => page.getByRole('button', { name: 'Hoje' }).getAttribute('aria-pressed')).toBe('true')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ dataInicial: today(), dataFinal: today() })
    await page.getByRole('button', { name: 'Meus' }).click()
    await expect.poll(async () => new Set(await page.locator('tbody td[data-main]').allTextContents()).size).toBe(1)
    await page.getByRole('button', { name: 'Amanhã' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('dataInicial')).toBe(addDays(today(), 1))
    await page.getByRole('button', { name: 'Amanhã' }).click()
    await page.getByRole('button', { name: 'Meus' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('asks again for a filter that is put back', async ({ open }) => {
    const day = newDay()
    const page = await open()
    // What was asked just now is not asked again.
    await page.clock.install()
    await signIn(page, `${PATH}?dataInicial=${day}&dataFinal=${day}`)
    await page.getByText('Nenhum compromisso com este filtro.').waitFor()
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await page.locator('tbody td').first().waitFor()
    await enter({ dataIni: day, dataFim: day })
    await page.clock.fastForward(5000)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await fillDates(page, { 'Data inicial': dayBr(day), 'Data final': dayBr(day) })
    await page.getByRole('dialog').getByRole('button', { name: 'Filtrar' }).click()
    await expect.poll(() => page.locator('tbody td:nth-child(2)').allTextContents()).toEqual(['Ana Beatriz Nogueira'])
  })

  test('says what failed to load, list and choices alike, and asks again', async ({ page, expected }) => {
    expected.push(/50\d/)
    let broken = true
    await page
      .context()
      .route(/\/api\/(datatocompromise|compromises\/data-filter|compromises\?)/, (route) =>
        broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
      )
    await signIn(page, `${PATH}?dataInicial=${today()}`)
    await page.getByText(DATABASE).waitFor()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('dialog').getByRole('alert').getByText(DATABASE).waitFor()
    broken = false
    await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).click()
    await choose(page, 'Colaboradores', 'bruno')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await closed(page)
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText(DATABASE).waitFor({ state: 'detached' })
  })

  test.for(['financeiro', 'projetos', 'equipe'])('is for %s too', async (who, { page }) => {
    await signIn(page, `${PATH}?acao=novo`, who)
    await choose(page, 'Colaboradores', 'carlos')
    await choose(page, 'Atividade', 'Home office')
    await fillDates(page, { 'Data inicial': dayBr(newDay()), 'Hora inicial': '8' })
    await confirm(page)
    await toast(page, CREATED)
  })

  test('is not for whoever has no menu for it', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, PATH, 'painel')
    await page.waitForURL('**/home')
    await toast(page, 'Acesso não permitido')
  })

  test('is cards on a phone', async ({ open }) => {
    const id = await enter({ dataIni: today(), dataFim: today() })
    const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })
    await signIn(phone, `${PATH}?dataInicial=${today()}&q=${id}`)
    await phone.locator('tbody td').first().waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(phone)).toEqual([])
  })

  test('filters and edits on a phone', async ({ open }) => {
    const id = await enter({ dataIni: today(), dataFim: today() })
    const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })
    await signIn(phone, `${PATH}?dataInicial=${today()}&q=${id}`)
    await phone.getByRole('button', { name: 'Filtrar' }).click()
    await phone.getByRole('dialog', { name: 'Filtrar' }).waitFor()
    expect(await axe(phone)).toEqual([])
    await phone.keyboard.press('Escape')
    await closed(phone)
    await phone.getByRole('button', { name: /^Editar/ }).click()
    await phone.getByRole('dialog', { name: 'Editar Compromisso' }).waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(phone)).toEqual([])
  })

  test('shows its longest buttons on a narrow phone', async ({ open }) => {
    await enter({ dataIni: today(), dataFim: today() })
    const phone = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' })
    await signIn(phone, `${PATH}?acao=novo`)
    await choose(phone, 'Atividade', 'Home office')
    await fillDates(phone, { 'Hora inicial': '8', 'Hora final': '10' })
    await chooseOnly(phone, 'ana b')
    await confirm(phone)
    await phone.getByRole('button', { name: 'Confirmar assim mesmo' }).waitFor()
    expect((await phone.getByRole('button', { name: 'Cancelar' }).boundingBox())?.x).toBeGreaterThan(0)
  })
})
