// Tests Calendário in a real browser on the real API: its views, address, filter, printing and file.
import { describe, expect } from 'vitest'
import { wallDay } from '../../shared/clock.ts'
import { testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { toast } from '../support/demo-company.ts'
import { NOW } from '../support/api.ts'
import { names, nameOf, dayCell, boxOf, view, period, search, calendarScreen } from '../support/calendar-screen.ts'

const { signIn, url, add } = calendarScreen()

describe('the calendar views', () => {
  test('the calendar opens with the current month, and names the displayed period', async ({ page }) => {
    await signIn(page, '/calendario')
    expect(await page.title()).toBe('Calendário · csnoteweb')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Calendário')
    expect(await view(page, 'Mês').isChecked()).toBe(true)
    expect(await page.getByRole('radio').count()).toBe(6)
    const today = await page.locator('[aria-current=date]').getAttribute('aria-label')
    expect(today).toContain(`, ${Number(wallDay(NOW).slice(8))} de `)

    // An invalid address also opens the current month.
    await goTo(page, url('/calendario?visao=ano&data=2031-02-30&dataInicio=ontem&users=x'))
    expect(await view(page, 'Mês').isChecked()).toBe(true)
    await page.locator('[aria-current=date]').waitFor()
    expect(await page.getByRole('button', { name: /^Filtrar/ }).textContent()).toBe('Filtrar')
    await goTo(page, url('/calendario?visao=semana&data=2031-12-31'))
    await period(page, '29 de dezembro de 2031 – 4 de janeiro de 2032')
  })

  test('a short appointment appears with its hour, and an appointment of several days as a bar in each week', async ({ page }) => {
    await add({ from: '2031-03-04 08:30', to: '2031-03-04 10:00' }, { from: '2031-03-06 08:00', to: '2031-03-18 18:00', user: 3, activity: 2 })
    await signIn(page, '/calendario?data=2031-03-01')
    const short = dayCell(page, 'terça-feira, 4 de março de 2031').getByRole('button', { name: `08:30 ${nameOf(2)}` })
    expect(await short.getAttribute('title')).toBe(`${nameOf(2)}, 04/03/2031 08:30 a 10:00`)
    const bars = page.getByRole('button', { name: nameOf(3, 'Implantação SySGrão') })
    expect(await bars.count()).toBe(3)
    const cell = await boxOf(dayCell(page, 'quinta-feira, 6 de março de 2031'))
    const days = await Promise.all([0, 1, 2].map(async (week) => Math.round((await boxOf(bars.nth(week))).width / cell.width)))
    expect(days).toEqual([4, 7, 2])
    expect(Math.abs((await boxOf(bars.nth(0))).x - cell.x)).toBeLessThan(4)
    expect((await boxOf(bars.nth(0))).height).toBe(24)
  })

  test('an appointment that crosses midnight at the end of the year appears in both months and on both days', async ({ page }) => {
    await add({ from: '2031-12-31 22:00', to: '2032-01-01 02:00' })
    const event = page.getByRole('button', { name: nameOf(2) })
    for (const month of ['2031-12-01', '2032-01-01']) {
      await signIn(page, `/calendario?data=${month}`)
      const bar = dayCell(page, 'quarta-feira, 31 de dezembro de 2031').getByRole('button', { name: `22:00 ${nameOf(2)}` })
      const cell = await boxOf(dayCell(page, 'quinta-feira, 1 de janeiro de 2032'))
      expect(Math.round((await boxOf(bar)).width / cell.width)).toBe(2)
      expect(await event.count()).toBe(1)
    }
    for (const visao of ['semana']) {
      await goTo(page, url(`/calendario?visao=${visao}&data=2031-12-31`))
      const [eve, first] = [dayCell(page, 'quarta-feira, 31 de dezembro de 2031'), dayCell(page, 'quinta-feira, 1 de janeiro de 2032')]
      const [evening, night] = [
        eve.getByRole('button', { name: `22:00 ${nameOf(2)}` }),
        first.getByRole('button', { name: `até 02:00 ${nameOf(2)}` }),
      ]
      await night.waitFor()
      expect(await event.count()).toBe(2)
      // Both parts last two hours: the evening at the end of its day, and the night at the start of the next day.
      expect(Math.abs((await boxOf(evening)).height - (await boxOf(night)).height)).toBeLessThan(2)
      expect((await boxOf(night)).y).toBeLessThan((await boxOf(evening)).y)
      expect((await boxOf(evening)).y + (await boxOf(evening)).height).toBeCloseTo((await boxOf(eve)).y + (await boxOf(eve)).height, -1)
    }
    await goTo(page, url('/calendario?visao=dia&data=2031-12-31'))
    await page.getByRole('button', { name: `22:00 – 02:00 ${nameOf(2)}` }).waitFor()
  })

  test('the day view draws each appointment from its start to its end, and overlapping appointments side by side', async ({ page }) => {
    await add(
      { from: '2031-06-10 08:00', to: '2031-06-10 12:00' },
      { from: '2031-06-10 09:00', to: '2031-06-10 10:00', user: 3 },
      { from: '2031-06-10 14:00', to: '2031-06-10 14:00', user: 4 },
    )
    await signIn(page, '/calendario?visao=dia&data=2031-06-10')
    const box = (user: number) => boxOf(page.getByRole('button', { name: nameOf(user) }))
    const [long, short, moment] = [await box(2), await box(3), await box(4)]
    const hour = short.y - long.y
    expect(long.height / hour).toBeCloseTo(4, 1)
    expect(short.height / hour).toBeCloseTo(1, 1)
    expect((moment.y - long.y) / hour).toBeCloseTo(6, 1)
    expect(moment.height).toBeGreaterThanOrEqual(23)
    expect(short.x).toBeGreaterThanOrEqual(long.x + long.width)
    expect(moment.width).toBeGreaterThan(long.width)
  })
})

describe('the URL of the calendar', () => {
  test('each change of period or view adds an entry to the browser’s history', async ({ page }) => {
    await signIn(page, '/calendario?data=2031-01-15')
    await page.getByRole('button', { name: 'Próximo' }).click()
    await period(page, 'fevereiro de 2031')
    await view(page, 'Dia').click({ force: true })
    await period(page, 'sábado, 1 de fevereiro de 2031')
    await page.getByRole('button', { name: 'Anterior' }).click()
    await period(page, 'sexta-feira, 31 de janeiro de 2031')
    expect(search(page)).toBe('?data=2031-01-31&visao=dia')
    await goTo(page)
    await period(page, 'sexta-feira, 31 de janeiro de 2031')
    await page.goBack()
    await page.goBack()
    await period(page, 'fevereiro de 2031')
    await page.goBack()
    await period(page, 'janeiro de 2031')
    await page.goForward()
    await period(page, 'fevereiro de 2031')
    await page.getByRole('button', { name: 'segunda-feira, 3 de fevereiro de 2031' }).click()
    await period(page, 'segunda-feira, 3 de fevereiro de 2031')
    await page.getByRole('button', { name: 'Hoje' }).click()
    expect(search(page)).toBe('?visao=dia')
  })

  test('keys change the view and the period, but not while a dialog is open or after the key G of another shortcut', async ({ page }) => {
    await signIn(page, '/calendario?data=2031-01-15')
    for (const [key, name] of [
      ['d', 'Dia'],
      ['s', 'Sêmana'],
      ['4', '4 dias'],
      ['m', 'Mês'],
    ] as const) {
      await page.keyboard.press(key)
      await view(page, name).and(page.locator(':checked')).waitFor({ state: 'attached' })
    }
    await page.keyboard.press('ArrowRight')
    await period(page, 'fevereiro de 2031')
    await page.keyboard.press('ArrowLeft')
    await period(page, 'janeiro de 2031')
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await page.getByRole('combobox', { name: 'Colaboradores' }).waitFor()
    await page.keyboard.type('ds')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(search(page)).toContain('visao=mes')
    await page.keyboard.press('t')
    await expect.poll(() => search(page)).toBe('?visao=mes')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await page.waitForURL('**/departamentos')
    await page.goBack()
    await page.waitForURL('**/calendario?visao=mes')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await page.waitForURL('**/home')
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL('**/calendario')
  })
})

describe('a calendar appointment', () => {
  test('Enter on an event opens a popup with its details, and the focus returns to the event when a form opened from the popup closes', async ({
    page,
  }) => {
    await add({ from: '2031-04-02 08:05', to: '2031-04-03 17:30', activity: 7 })
    await signIn(page, '/calendario?data=2031-04-01')
    const event = page.getByRole('button', { name: nameOf(2, 'Reunião') })
    await event.focus()
    await page.keyboard.press('Enter')
    const popup = page.getByRole('dialog', { name: nameOf(2, 'Reunião') })
    await popup.getByText('08:05', { exact: true }).waitFor()
    expect(await popup.getByRole('term').allTextContents()).toEqual([
      'Cliente',
      'Atividade',
      'Deslocamento',
      'Região',
      'Data início',
      'Hora início',
      'Data fim',
      'Hora fim',
    ])
    expect(await popup.getByRole('definition').allTextContents()).toEqual(['—', 'Reunião', '—', '—', '02/04/2031', '08:05', '03/04/2031', '17:30'])
    await popup.getByRole('button', { name: 'Estornar' }).click()
    await page.getByLabel('Motivo').waitFor()
    // The form contains no draft, so no question appears.
    await page.keyboard.press('Escape')
    await page.getByLabel('Motivo').waitFor({ state: 'detached' })
    await expect.poll(() => event.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('the filter of the calendar', () => {
  test('the filter limits the events, shows how many criteria are set, is stored in the URL, and can be removed', async ({ page }) => {
    await add(
      { from: '2031-07-08 08:00', to: '2031-07-08 09:00', user: 2 },
      { from: '2031-07-08 08:00', to: '2031-07-08 09:00', user: 3 },
      { from: '2031-07-20 08:00', to: '2031-07-20 09:00', user: 2 },
    )
    await signIn(page, '/calendario?data=2031-07-01')
    const events = page.getByRole('button', { name: / - Visita técnica/ })
    await expect.poll(() => events.count()).toBe(3)
    await page.getByRole('button', { name: 'Filtrar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filtrar' })
    for (const label of ['Colaboradores', 'Atividades', 'Veículos', 'Departamentos']) await dialog.getByRole('combobox', { name: label }).waitFor()
    await dialog.getByText('Se vazio, o filtro padrão é de 90 dias para trás.').waitFor()
    await page.getByRole('combobox', { name: 'Colaboradores' }).fill(names.get(2) ?? '')
    await page.getByRole('option', { name: names.get(2) ?? '' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Data inicial').fill('10/07/2031')
    await page.getByLabel('Data final').fill('09/07/2031')
    await page.getByLabel('Data final').press('Tab')
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await dialog.getByText('Data final não pode ser menor que data inicial.').waitFor()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await page.getByLabel('Data final').fill('31/07/2031')
    await page.getByLabel('Data final').press('Tab')
    await dialog.getByRole('button', { name: 'Filtrar' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The filter already names the person, so the event's name leaves the person out.
    await page.getByRole('button', { name: '08:00 Visita técnica', exact: true }).waitFor()
    expect(await events.count()).toBe(0)
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      data: '2031-07-01',
      users: '2',
      dataInicio: '2031-07-10',
      dataFim: '2031-07-31',
    })
    expect(await page.getByRole('button', { name: /^Filtrar 3$/ }).count()).toBe(1)
    await page.getByText('Antes de 10/07/2031 o filtro não mostra nada.').waitFor()
    await page.getByText('Depois de 31/07/2031 o filtro não mostra nada.').waitFor()
    await page.getByTitle('Tirar o filtro De: 10/07/2031').click()
    await expect.poll(() => page.getByRole('button', { name: '08:00 Visita técnica', exact: true }).count()).toBe(2)
    await page.getByTitle(`Tirar o filtro Colaboradores: ${names.get(2)}`).click()
    await expect.poll(() => events.count()).toBe(3)
    await page.getByTitle('Tirar o filtro Até: 31/07/2031').click()
    expect(search(page)).toBe('?data=2031-07-01')
  })
})

test('the palette opens a colleague’s day, even for a person who cannot open Usuários', async ({ page }) => {
  await signIn(page, '/home', 'equipe')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Buscar ou ir para…').fill('cavalcanti')
  const found = page.getByRole('group', { name: 'Onde está' }).getByRole('option', { name: 'Bruno Cavalcanti' })
  await found.waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Colaboradores: Bruno Cavalcanti').waitFor()
  expect(await view(page, 'Dia').isChecked()).toBe(true)
})

test('the HTML of the calendar contains the events of the days shown first, and the browser requests only other days', async ({ page }) => {
  await add({ from: '2031-04-02 08:00', to: '2031-04-02 09:00' })
  await signIn(page, '/home')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/dash/calendarioOndeEstou')) asked.push(request.postDataJSON().dataInicio)
  })
  await goTo(page, url('/calendario?data=2031-04-01'))
  expect(await (await page.request.get(page.url())).text()).toContain(`>${nameOf(2)}`)
  await page.getByRole('button', { name: nameOf(2) }).waitFor()
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Próximo' }).click()
  await expect.poll(() => asked).toEqual(['2031-04-28'])
})
