// Tests Track in a real browser: phones, crowded days, rare ways to type a time, and forgotten entries.
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { timeEntries } from '../../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { dialog } from '../../support/form-actions.ts'
import { movableClock } from '../../support/page-clock.ts'
import { BRUNO, toast } from '../../support/demo-company.ts'
import { codes, confirm, savesLater, WHO } from '../../support/own-time.ts'
import { row, trackScreen } from '../../support/track-screen.ts'

const { add, call, db, entry, running, signIn, time, today, list } = trackScreen()

describe('the list of entries', () => {
  test('on a phone, the button for the next page is between the last card and the floating button', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, '/track', WHO)
    const next = page.getByRole('button', { name: 'Próxima' })
    await next.click()
    await page.getByText(/^16–30 de/).waitFor()
    expect(await next.boundingBox()).toMatchObject({ width: 44, height: 44 })
  })

  test('on a phone, the list shows cards whose totals and lines are aligned', async ({ page }) => {
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

  test('the list marks simultaneous entries, gaps between entries, and an end on the next day', async ({ page }) => {
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
})

test('a list page with 15 of 400 simultaneous entries marks each of the 15 as simultaneous, and is smaller than 1 MB', async ({ page }) => {
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

describe('starting, repeating and deleting entries', () => {
  test('if the deletion of an entry fails, the confirmation dialog shows the error, and its button Excluir has the focus', async ({
    page,
    expected,
  }) => {
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

  test('after a deletion, the next row has the focus, and after Parar, the page heading', async ({ page }) => {
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

  test('the entry that Repetir starts has all fields of the original entry', async ({ page }) => {
    const id = await add('Com tudo', `${today()}T00:10:00`, `${today()}T00:20:00`, { activityId: 2, categoryId: 3, moduleId: 4, tagId: 1 })
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Repetir Com tudo' }).first().click()
    const other = await entry(id)
    expect(Object.values(other)).not.toContain(null)
    const when = { id: expect.any(Number), dataHoraInicio: expect.any(String), horaFim: null, total: null, versao: expect.any(Number) }
    await expect.poll(running).toEqual({ ...other, ...when })
  })

  test('while the field Data of a running entry is invalid, the other fields are still saved', async ({ page }) => {
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

  test('if the server refuses a start, a change or a deletion, the page shows an error message', async ({ page, expected }) => {
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

describe('the form of an entry', () => {
  test('if the start of a running entry is set to the future, the form shows an error and does not send the start', async ({ page }) => {
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

  test('if an entry has run for two days, the form shows the number of days after Parar, and saves a total of 51 hours', async ({ page }) => {
    const id = await add('De dias', wallTime(time().now - 51 * 3_600_000), null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByRole('button', { name: 'Parar' }).click()
    await form.getByText(/^\+[23], em /).waitFor()
    await confirm(page)
    await toast(page, 'Tempo atualizado com sucesso!')
    expect((await entry(id)).total).toMatch(/^51:00:/)
  })

  test('if another window has ended the time entry, an attempt to end it shows the stored end in the form', async ({ page }) => {
    const id = await add('Em duas janelas', wallTime(time().now - 3_600_000), null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByRole('button', { name: 'Parar' }).click()
    const { dataHoraInicio, descricao } = await entry(id)
    const horaFim = wallTime(time().now - 1_800_000).slice(11)
    await call(WHO, 'PUT', '/track', { id, descricao, idAtividade: 1, idCategoria: 1, idModulo: 1, dataHoraInicio, horaFim })
    await confirm(page)
    // After the refusal, the form shows the stored end, and the toast stays.
    await page
      .getByText(`Este tempo já tinha terminado às ${horaFim.slice(0, 5)}.`)
      .first()
      .waitFor()
    await expect.poll(() => form.getByLabel('Fim').inputValue()).toBe(horaFim)
    await confirm(page)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await entry(id)).toMatchObject({ dataHoraInicio, horaFim })
  })

  test('if the entry was changed elsewhere, the save is refused, and the form merges both changes before the next save', async ({
    page,
    expected,
  }) => {
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

  test('if both the form and another window changed the times, merging keeps start, end and total of the form', async ({ page, expected }) => {
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
})

test('an entry stored while the week view was open appears when the list is opened again', async ({ page }) => {
  await signIn(page, '/track', WHO)
  const view = (name: string) => page.getByRole('radiogroup', { name: 'Visão' }).getByText(name, { exact: true }).click()
  await page
    .getByRole('button', { name: /^Editar / })
    .first()
    .click()
  const form = dialog(page, 'Editar Tempo')
  await form
    .getByRole('button', { name: /^(Cancelar|Fechar)$/ })
    .last()
    .click()
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

test('while the person types slowly into the field Início, no incomplete start is stored in the running entry', async ({ page }) => {
  const id = await add('Em curso', `${today()}T10:00:00`, null)
  const starts: unknown[] = []
  page.on('request', (request) => {
    const body = request.method() === 'PUT' && (request.postDataJSON() as { dataHoraInicio?: string })
    if (body && body.dataHoraInicio) starts.push(body.dataHoraInicio)
  })
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const field = dialog(page, 'Editar Tempo').getByLabel('Início')
  await field.press('Control+a')
  // Types so slowly that each pause is longer than the delay after which a text is saved.
  await page.keyboard.type('0930', { delay: 700 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Descartar' }).click()
  expect(await entry(id)).toMatchObject({ dataHoraInicio: `${today()}T10:00:00` })
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  await field.fill('0945')
  await field.press('Tab')
  await expect.poll(async () => (await entry(id)).dataHoraInicio).toBe(`${today()}T09:45:00`)
  // On a slow machine, the entry is stored before the browser reports the request, so the test polls for the request.
  await expect.poll(() => starts).toEqual([`${today()}T09:45:00`])
})

test('after Parar, an emptied end is reported as missing, and a newly typed end is stored', async ({ page }) => {
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

test('after Parar, a start in the future is reported, and an end later than the current hour is taken as one of the previous day', async ({
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

test('an invalid, incomplete or emptied start, end or total does not change the other two fields', async ({ page }) => {
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

describe('a start that is typed into the form', () => {
  test('if the form is closed with Esc while the field Início has the focus, “Continuar contando” stores the typed start', async ({ page }) => {
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

  test('if the page is reloaded while the start of an entry is half typed, the form restores the typed text, and the stored start does not change', async ({
    page,
  }) => {
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

test('if Esc closes the form with a changed start and the person chooses Descartar, the changed start is not stored', async ({ open }) => {
  const page = await open()
  await movableClock(page, time().now)
  const laterSent = savesLater(page)
  const id = await add('Em curso', `${today()}T13:10:00`, null)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  const form = dialog(page, 'Editar Tempo')
  await form.getByLabel('Início').press('Control+a')
  await page.keyboard.type('13:20')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' }).getByRole('button', { name: 'Descartar' }).click()
  expect(await laterSent()).toEqual([])
  await form.waitFor({ state: 'detached' })
  expect((await entry(id)).dataHoraInicio).toBe(`${today()}T13:10:00`)
})

test('the top bar shows the person’s running entry while another person’s entries are listed', async ({ page }) => {
  await call('supervisor', 'POST', '/track', {})
  await signIn(page, `/track?user=${BRUNO}`)
  await page.getByRole('group', { name: 'Tempo em andamento' }).getByRole('button', { name: 'Parar' }).waitFor()
  expect(await page.getByRole('region', { name: 'Tempo em andamento' }).count()).toBe(0)
  const { body } = await call('supervisor', 'GET', '/track/check')
  await call('supervisor', 'DELETE', `/track/${(body as TimeEntry).id}`)
})

test('if the key N cannot start an entry because the server refuses, the letters typed next have no effect', async ({ page, expected }) => {
  expected.push(/500/)
  await signIn(page, '/track', WHO)
  await page.getByText(/^1–15 de/).waitFor()
  await page.route('**/api/track', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Agora não."}' })
      : route.continue(),
  )
  await page.keyboard.press('n')
  // Waits for the toast while typing, because the toast may be gone before the last letter.
  await Promise.all([toast(page, 'Agora não.'), page.keyboard.type('Reunir a implantação', { delay: 60 })])
  await page.unroute('**/api/track')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await running()).toBe(null)
})

test('an entry that crosses midnight and overlaps an entry of the next day is marked as simultaneous on both days', async ({ page }) => {
  await add('Plantão da noite', '2026-11-14T22:00:00', '2026-11-15T10:00:00')
  await add('Sobreaviso', '2026-11-15T09:00:00', '2026-11-15T11:00:00')
  await signIn(page, '/track?startdate=2026-11-14&enddate=2026-11-15', WHO)
  await row(page, 'Sobreaviso').getByRole('img', { name: 'Ao mesmo tempo que Plantão da noite, das 09:00 às 10:00' }).waitFor()
  await row(page, 'Plantão da noite').getByRole('img', { name: 'Ao mesmo tempo que Sobreaviso, das 09:00 +1 às 10:00 +1' }).waitFor()
})

test('the bar of today’s hours in the card of the running entry extends to the end of the last entry', async ({ page }) => {
  await add('Em curso', `${today()}T10:00:00`, null)
  await add('À noite', `${today()}T20:00:00`, `${today()}T22:00:00`)
  await signIn(page, '/track', WHO)
  const card = page.getByRole('region', { name: 'Tempo em andamento' })
  await card.getByRole('img', { name: /^Das \dh às 2[2-4]h: / }).waitFor()
  expect((await card.getByTitle('À noite, 20:00 a 22:00').boundingBox())?.width).toBeGreaterThan(40)
})

describe('an entry left running since an earlier day', () => {
  const yesterday = () => addDays(today(), -1)
  const question = (page: Page) => dialog(page, 'Parece que você se esqueceu de finalizar uma tarefa.')

  test('the dialog proposes no end if the computer was last used on a later day than the start', async ({ page }) => {
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

  test('the dialog appears again if the edit form is closed before an end is stored', async ({ page }) => {
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

  test('if the URL opens a form, the dialog about the running entry appears only after this form is closed', async ({ page }) => {
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

  test('the dialog deletes the running entry only after a second confirmation', async ({ page }) => {
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

test('axe finds no violation in the list, the form and the dialog about an entry left running since an earlier day', async ({ page }) => {
  await reduceMotion(page)
  await signIn(page, '/track?pagina=2', WHO)
  expect(await axe(page)).toEqual([])
  const [known] = (await list()).filter(({ DESCRICAO }) => DESCRICAO)
  await page.getByRole('button', { name: 'Novo Tempo' }).click()
  const form = dialog(page, 'Novo Tempo')
  await form.getByRole('button', { name: 'Parar' }).waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByLabel('Descrição').fill(known?.DESCRICAO?.slice(0, 6) ?? '')
  await form.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => form.getByLabel('Descrição').getAttribute('aria-activedescendant')).not.toBe(null)
  expect(await axe(page)).toEqual([])
  // The description matches no suggestion, so Esc does not have to close a list of suggestions first.
  await form.getByLabel('Descrição').fill('Qzq')
  await expect.poll(async () => (await running())?.descricao).toBe('Qzq')
  // The buttons of the question before leaving are not cut off on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
  await question.getByRole('button', { name: 'Continuar contando' }).waitFor()
  expect(await question.locator('button span').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect.poll(running).toBe(null)
  await add('Esquecido', `${addDays(today(), -1)}T23:59:00`, null)
  await signIn(page, '/home', WHO)
  await dialog(page, 'Parece que você se esqueceu de finalizar uma tarefa.').getByText('Ainda está em andamento').waitFor()
  expect(await axe(page)).toEqual([])
})

test('if an entry is moved to a future day, the form saves it only after “Confirmar assim mesmo”', async ({ page }) => {
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

test('letters typed right after the key N, while the form loads, appear in its field Descrição and trigger no shortcut', async ({ page }) => {
  await signIn(page, '/track', WHO)
  await page.getByText(/^1–15 de/).waitFor()
  await page.keyboard.press('n')
  // Only characters of a US keyboard: others reach the page without a key, and are lost until a field has the focus.
  await page.keyboard.type('Planejar a troca do servidor', { delay: 20 })
  await expect.poll(() => dialog(page, 'Novo Tempo').getByLabel('Descrição').inputValue()).toBe('Planejar a troca do servidor')
  expect(await page.getByPlaceholder('Buscar ou ir para…').count()).toBe(0)
  expect((await list()).filter(({ TOTAL }) => TOTAL === null)).toHaveLength(1)
})
