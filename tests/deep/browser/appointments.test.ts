// Tests Onde Estou in a real browser: its fields, phones, drafts, and two people at once.
import { Workbook } from 'exceljs'
import { describe, expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { withoutAudit } from '../../../server/api/audit.ts'
import { addDays, dayBr, wallTime } from '../../../shared/clock.ts'
import { axe } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { toast } from '../../support/demo-company.ts'
import { NOW } from '../../support/api.ts'
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
  DATABASE,
  home,
} from '../../support/appointments-screen.ts'

const { call, db, signIn, url, newDay, appointment, enter, stored, last } = appointmentsScreen()

describe('the appointment form', () => {
  test('in a list field, Enter chooses the highlighted option, even after a single typed letter', async ({ page }) => {
    await signIn(page, `${PATH}?acao=novo`)
    await page.getByRole('combobox', { name: 'Colaboradores' }).press('Backspace')
    // People whose first name begins with the letter come before people whose surname does.
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

  test('if the activity changes, the fields that the new activity does not have are emptied', async ({ page }) => {
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

  test('a typed date is read in the Brazilian order, and an invalid date is reported', async ({ page }) => {
    await db().execute(sql`delete from appointments where user_id = ${carlos}`)
    await signIn(page, PATH)
    await page.getByRole('button', { name: 'Novo Compromisso' }).click()
    await chooseOnly(page, 'carlos')
    await choose(page, 'Atividade', 'Home office')
    // The second text is a real day, but its year is obviously mistyped.
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

  test('the form proposes an end one hour after the start until the person types an end', async ({ page }) => {
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

  test('Estornar opens the form with the unsaved draft of the same appointment', async ({ page }) => {
    const id = await enter()
    await signIn(page, editing(id))
    await fillDates(page, { 'Hora final': '23:15' })
    await goTo(page, url(NEWEST))
    await row(page, id).getByRole('button', { name: 'Estornar' }).click()
    await page.getByLabel('Motivo').waitFor()
    expect(await page.getByLabel('Hora final').inputValue()).toBe('23:15')
  })

  test('if two people change the same appointment, the second save is refused, and the form keeps the typed values', async ({
    page,
    open,
    expected,
  }) => {
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

  test('if another person signs in in the same tab, the form does not contain the copy that the first person had started', async ({
    page,
    expected,
  }) => {
    // A 409 is expected, because the form's check for overlaps may still be under way when the other person signs in.
    expected.push(/409/)
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

  test('an inactive client stays in its appointments, but cannot be chosen for other appointments or copies', async ({ page }) => {
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

  test.for(['POST', 'PUT'])('a failed request is reported even if the server sends no message: %s', async (method, { page, expected }) => {
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

  test('Esc first closes an open list or calendar, then the form, and the focus returns to the button that opened the form', async ({ page }) => {
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

  test('a new appointment for several people is stored for each of them, all in the same car', async ({ page }) => {
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

  test('the URLs for “novo” and “editar” open the form, and an unknown action in the URL is reported', async ({ page }) => {
    const id = await enter()
    await signIn(page, `${PATH}?acao=novo`)
    await page.getByRole('dialog', { name: 'Novo Compromisso' }).waitFor()
    expect(new URL(page.url()).search).toBe('?acao=novo')
    await goTo(page, url(editing(id)))
    await page.getByRole('dialog', { name: 'Editar Compromisso' }).waitFor()
    await goTo(page, url(`${PATH}?acao=nada`))
    await toast(page, 'Opção de ação inválida!')
  })

  test('an end before the start and an invalid time are reported', async ({ page }) => {
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
  })

  test('a new appointment can start as a copy of another appointment, even of a reversed one', async ({ page }) => {
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
})

describe('“Estou em…”', () => {
  test('an appointment is entered with the keyboard from any page, and the wall and Home show the appointment', async ({ page, open }) => {
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
    const since = Date.parse(`${wallTime(NOW)}Z`) - Date.parse(`${dataIni}T${horaIni}Z`)
    expect(since).toBeGreaterThanOrEqual(0)
    expect(since).toBeLessThan(6 * MINUTE)
    expect(horaIni).toMatch(/[05]$/)
    expect(Date.parse(`${dataFim}T${horaFim}Z`) - Date.parse(`${dataIni}T${horaIni}Z`)).toBe(60 * MINUTE)
    await page.getByRole('row').filter({ hasText: 'Laticínios do teste' }).filter({ hasText: 'Agora' }).waitFor()

    await wall.clock.fastForward(35_000)
    await here.waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/home')
    await page.getByRole('region', { name: 'Próximos compromissos' }).getByText('Reunião - Laticínios do teste').waitFor()
  })

  test('the palette does not offer “Estou em…” to a person without the menu Onde Estou', async ({ page }) => {
    await signIn(page, '/home', 'painel')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('estou em')
    await page.getByText('Nada encontrado para “estou em”.').waitFor()
  })
})

describe('a new appointment', () => {
  test('a new appointment appears in the grid even if its form was opened by the URL', async ({ page }) => {
    await enter()
    await signIn(page, `${PATH}?acao=novo`)
    await chooseOnly(page, 'sponchiado')
    await choose(page, 'Atividade', 'Home office')
    await confirm(page)
    await toast(page, CREATED)
    await page.locator('tr[data-fresh]').filter({ hasText: 'Gabriel Sponchiado' }).waitFor()
  })

  test('letters typed into a list field highlight the option whose words begin with these letters', async ({ page }) => {
    await signIn(page, `${PATH}?acao=novo`)
    await page.getByRole('combobox', { name: 'Atividade' }).fill('vis t')
    await marked(page, 'Visita técnica').waitFor()
    await page.keyboard.press('Tab')
    expect(await values(page, 'Atividade')).toEqual(['Visita técnica'])
  })

  test('the form offers recently used clients and cars first, those of the person before those of others', async ({ page }) => {
    const offered = async (field: string) => {
      await page.getByRole('combobox', { name: field }).click()
      await page.getByRole('option').first().waitFor()
      const group = page.getByRole('group', { name: 'Usados há pouco' }).getByRole('option')
      expect(await group.count()).toBe(6)
      const texts = await page.getByRole('option').allTextContents()
      await page.keyboard.press('Escape')
      return texts.slice(0, 6)
    }
    // The person's own appointment is the older one, but its client and car must come first.
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
    // Two clients have the same name in different cities, so the list shows the city and the search covers it.
    await db().execute(sql`insert into clients (name, city_id) values ('Moinho Gêmeo', 5107909), ('Moinho Gêmeo', 5107602)`)
    await goTo(page)
    await choose(page, 'Atividade', 'Reunião')
    await page.getByRole('combobox', { name: 'Cliente' }).fill('gemeo rondo')
    expect(await page.getByRole('option').allTextContents()).toEqual(['Moinho Gêmeo Rondonópolis - MT'])
  })

  test('in the list of cars, each option shows whether the car is free at the time of the appointment', async ({ page }) => {
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
    // The note of the chosen car stays visible.
    await page.keyboard.press('Enter')
    const said = page.getByText('Com Bruno Cavalcanti até 10:00').and(page.locator(':not([role=option] *)'))
    await said.waitFor()
    await fillDates(page, { 'Hora inicial': '10' })
    await said.waitFor({ state: 'detached' })
    await expect.poll(hilux).toContain('Livre')
    // The car counts as free for the appointment that already has it.
    await goTo(page, url(editing(id)))
    await expect.poll(hilux).toContain('Livre')
  })
})

describe('the grid of appointments', () => {
  test('the exported file contains the filters, and its dates are date cells', async ({ page }) => {
    const day = newDay()
    await enter({ dataIni: day, dataFim: day })
    await signIn(page, `${PATH}?colaboradores=${ana}&colaboradores=${bruno}&dataInicial=${day}&dataFinal=${day}`)
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar' }).click()])
    expect(download.suggestedFilename()).toBe('Onde Estou 19-11-2026.xlsx')
    const book = new Workbook()
    await book.xlsx.readFile(await download.path())
    const sheet = book.getWorksheet('Onde Estou')
    expect(sheet?.getCell('A1').value).toBe(`Filtros: Colaboradores: Ana Beatriz Nogueira, Bruno Cavalcanti; De: ${dayBr(day)}; Até: ${dayBr(day)}`)
    expect(sheet?.getCell('F3').value).toEqual(new Date(`${day}T08:00:00Z`))
  })

  test('no time or status is cut off at 1280 px', async ({ page }) => {
    await enter({ dataIni: addDays(TODAY, -1), dataFim: addDays(TODAY, -1) })
    await enter({ dataIni: addDays(TODAY, -1), dataFim: TODAY })
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn(page, PATH)
    await page.getByText('Encerrado').first().waitFor()
    const cut = await page
      .locator('td')
      .filter({ hasText: /:|Ativo|Agora|Estornado/ })
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent))
    expect(cut).toEqual([])
  })

  test('the link in a client’s row lists the appointments of that client, not of a namesake, including the past year', async ({ page }) => {
    const day = addDays(TODAY, -200)
    await db().execute(sql`insert into clients (id, name, city_id) values (90001, 'Serraria Gêmea', 5107909), (90002, 'Serraria Gêmea', 5107602)`)
    const own = await enter({ atividade: meeting, cliente: 90002, dataIni: day, dataFim: day })
    await enter({ atividade: meeting, cliente: 90001, dataIni: day, dataFim: day })
    await signIn(page, '/clientes?q=serraria')
    await page.getByRole('row').filter({ hasText: 'Rondonópolis' }).getByRole('button', { name: 'Compromissos' }).click()
    await page.getByRole('button', { name: 'Clientes: Serraria Gêmea' }).waitFor()
    await expect.poll(() => page.locator('tbody td:first-child').allTextContents()).toEqual([String(own)])
  })

  test('confirming an unchanged filter requests the appointments again', async ({ open }) => {
    const day = newDay()
    const page = await open()
    // A response counts as fresh for a while, so the clock is moved ahead below.
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

  test('an ordinary member of the team can create an appointment', async ({ page }) => {
    await signIn(page, `${PATH}?acao=novo`, 'equipe')
    await choose(page, 'Colaboradores', 'carlos')
    await choose(page, 'Atividade', 'Home office')
    await fillDates(page, { 'Data inicial': dayBr(newDay()), 'Hora inicial': '8' })
    await confirm(page)
    await toast(page, CREATED)
  })

  test('on a phone, the grid shows cards', async ({ open }) => {
    const id = await enter({ dataIni: TODAY, dataFim: TODAY })
    const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })
    await signIn(phone, `${PATH}?dataInicial=${TODAY}&q=${id}`)
    await phone.locator('tbody td').first().waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(phone)).toEqual([])
    await goTo(phone, url(PATH))
    await phone.getByRole('rowheader', { name: /^Hoje, / }).waitFor()
  })

  test('on a phone, the filter and the form open, fit the width, and have no violation found by axe', async ({ open }) => {
    const id = await enter({ dataIni: TODAY, dataFim: TODAY })
    const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' })
    await signIn(phone, `${PATH}?dataInicial=${TODAY}&q=${id}`)
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

  test('on a narrow phone, the buttons Cancelar and “Confirmar assim mesmo” are not cut off', async ({ open }) => {
    await enter({ dataIni: TODAY, dataFim: TODAY })
    const phone = await open({ viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' })
    await signIn(phone, `${PATH}?acao=novo`)
    await choose(phone, 'Atividade', 'Home office')
    await fillDates(phone, { 'Hora inicial': '8', 'Hora final': '10' })
    await chooseOnly(phone, 'ana b')
    await phone.getByRole('button', { name: 'Confirmar assim mesmo' }).waitFor()
    expect((await phone.getByRole('button', { name: 'Cancelar' }).boundingBox())?.x).toBeGreaterThan(0)
  })

  test('one click filters the grid by a day or by the signed-in person, and another click removes the filter', async ({ page }) => {
    await enter({ colaborador: 1, dataIni: TODAY, dataFim: TODAY })
    await signIn(page, PATH)
    const days = () => page.locator('tbody td:nth-child(6)').allTextContents()
    await page.getByRole('button', { name: 'Hoje' }).click()
    await expect.poll(async () => (await days()).length).toBeGreaterThan(0)
    await expect.poll(() => page.getByRole('button', { name: 'Hoje' }).getAttribute('aria-pressed')).toBe('true')
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ dataInicial: TODAY, dataFinal: TODAY })
    await page.getByRole('button', { name: 'Meus' }).click()
    await expect.poll(async () => new Set(await page.locator('tbody td[data-main]').allTextContents()).size).toBe(1)
    await page.getByRole('button', { name: 'Amanhã' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('dataInicial')).toBe(addDays(TODAY, 1))
    await page.getByRole('button', { name: 'Amanhã' }).click()
    await page.getByRole('button', { name: 'Meus' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
  })

  test('if the appointments or the options of the form do not load, the page shows an error and can load them again', async ({ page, expected }) => {
    expected.push(/50\d/)
    let broken = true
    await page
      .context()
      .route(/\/api\/(datatocompromise|compromises\/data-filter|compromises\?)/, (route) =>
        broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
      )
    await signIn(page, `${PATH}?dataInicial=${TODAY}`)
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

  test('a person without the menu Onde Estou cannot open the screen Onde Estou', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, PATH, 'painel')
    await page.waitForURL('**/home')
    await toast(page, 'Acesso não permitido')
  })
})
