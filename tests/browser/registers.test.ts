// Tests the registers that work alike, in a real browser on the real API.
import { describe, expect } from 'vitest'
import { testInOne as test } from '../support/browser.ts'
import { loseAnswer } from '../support/page-requests.ts'
import { goTo } from '../support/page-waits.ts'
import { toast } from '../support/demo-company.ts'
import { registers, type Register } from '../support/registers.ts'
import { confirm, field, fill, nameOf, registersScreen } from '../support/registers-screen.ts'

const { call, signIn, url } = registersScreen()

describe.each(registers)('$path', (register) => {
  const { path, calls: list, titles, typed, required, created, changedOne, createFailed, changeFailed } = register
  const [name, label] = [nameOf(register), register.name.label]

  test('a record can be created and changed with all fields, and the form keeps the typed values if the save fails', async ({ page, expected }) => {
    expected.push(/502/)
    const refusal = { status: 502, headers: { 'x-refused': 'upstream' }, json: { message: '502 - Falha na comunicação!' } }
    let refuses = true
    await page.route(`**/api${list}`, (route) => (refuses && route.request().method() !== 'GET' ? route.fulfill(refusal) : route.continue()))
    await signIn(page, path)
    expect(await page.title()).toBe(`${titles.list} · csnoteweb`)
    await page.getByRole('button', { name: titles.create }).click()
    await page.getByRole('dialog', { name: titles.create }).waitFor()
    await page.getByRole('button', confirm).click()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    for (const empty of Object.values(required)) await page.getByText(empty, { exact: true }).waitFor()
    await fill(page, register)
    await page.getByRole('button', confirm).click()
    await toast(page, createFailed)
    expect(await field(page, label).inputValue()).toBe(name)
    refuses = false
    await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).or(page.getByRole('button', confirm)).dblclick()
    await toast(page, created)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.locator('tbody tr').first().textContent()).toContain(name)

    await page.getByRole('button', { name: `Editar ${name}`, exact: true }).click()
    await page.getByRole('dialog', { name: titles.change }).waitFor()
    for (const [one, text] of typed) expect(await field(page, one).inputValue()).toBe(text)
    await field(page, label).fill(`${name} novo`)
    await page.getByRole('switch').first().press('Space')
    refuses = true
    await page.getByRole('button', confirm).click()
    await toast(page, changeFailed)
    refuses = false
    await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).or(page.getByRole('button', confirm)).click()
    await toast(page, changedOne)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.locator('tbody tr').first().textContent()).toMatch(new RegExp(`${name} novo.*Inativo`))
    expect((await call('supervisor', 'GET', list)).body).toHaveLength(await page.locator('tbody tr').count())
  })
})

// All registers share this behaviour, so one register stands for all.
describe('a register', () => {
  const [register] = registers.filter(({ path }) => path === '/carros') as [Register]
  const { path, calls: list, titles, created } = register
  const { label } = register.name

  test('pressing Ctrl+Enter three times creates only one record, and an unknown action in the URL is reported', async ({ page }) => {
    await signIn(page, path)
    const sent: string[] = []
    await page.route(`**/api${list}`, async (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().postData() ?? '')
      await (route.request().method() === 'POST' ? route.fulfill({ json: { id: 999 } }) : route.continue())
    })
    await page.getByRole('button', { name: titles.create }).click()
    await fill(page, register)
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Control+Enter')
    await toast(page, created)
    expect(sent).toHaveLength(1)
    await goTo(page, url(`${path}?acao=nada`))
    await toast(page, 'Opção de ação inválida!')
  })

  test('a double click on a button or a row opens one form, which can be closed and opened again', async ({ page }) => {
    await signIn(page, path)
    const editing = page.getByRole('button', { name: 'Editar' }).first()
    for (const opener of [
      page.getByRole('button', { name: titles.create }),
      editing,
      page.locator('tbody tr').first().locator('td').nth(3),
      editing,
    ]) {
      await opener.dblclick()
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => new URL(page.url()).search).toBe('')
    }
  })

  test('if the filter hides a changed record, a message reports this, and a click on it shows the record', async ({ page }) => {
    await signIn(page, `${path}?status=ativos`)
    const count = await page.locator('tbody tr').count()
    await page.locator('tbody tr').first().click()
    await page.getByRole('switch').press('Space')
    await page.getByRole('button', confirm).click()
    await toast(page, 'O registro alterado não aparece: a busca ou o filtro o esconde.')
    await page.getByRole('button', { name: 'Mostrar' }).click()
    await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThanOrEqual(count)
    expect(new URL(page.url()).search).toBe('')
  })

  test('if two people change the same record, the second one can merge both changes in the form, which lists the changed fields', async ({
    page,
    open,
    expected,
  }) => {
    expected.push(/409/)
    const other = await open()
    for (const one of [page, other]) {
      await signIn(one, `${path}?acao=editar&id=2`)
      await one.getByRole('dialog', { name: titles.change }).waitFor()
    }
    await field(page, label).fill('De uma aba')
    await field(page, 'Número').fill('77')
    await page.getByRole('switch').press('Space')
    await page.getByRole('button', confirm).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await field(other, label).fill('De outra aba')
    await other.getByRole('button', confirm).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByText('Este registro foi alterado por outra pessoa.').waitFor()
    await dialog.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await dialog.getByText('Mudou: Número, Descrição e Status. Onde as duas mudaram ficou o que você digitou: Descrição.').waitFor()
    expect([await field(other, 'Número').inputValue(), await field(other, label).inputValue()]).toEqual(['77', 'De outra aba'])
    await other.getByRole('button', confirm).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await call('supervisor', 'GET', `${list}/2`)).body).toMatchObject({
      NUMEROCARRO: '77',
      DESCRICAOCARRO: 'De outra aba',
      CODIGO_STATUS: 'I',
    })
  })
})

test('the form of a region has the field Status only if the region already exists', async ({ page }) => {
  await signIn(page, '/regioes?acao=novo')
  await page.getByLabel('Descrição').waitFor()
  expect(await page.getByRole('switch').count()).toBe(0)
  await goTo(page, url('/regioes?acao=editar&id=1'))
  await page.getByRole('group', { name: 'Status' }).getByRole('switch').waitFor({ state: 'attached' })
})

test('a plate is displayed as it is stored, and an invalid plate is reported', async ({ page }) => {
  await signIn(page, '/carros?acao=novo')
  for (const [label, text] of [
    ['Placa', 'q-ç'],
    ['Número', '9'],
    ['Descrição', 'Picape emplacada'],
  ] as const)
    await field(page, label).fill(text)
  await page.getByRole('button', confirm).click()
  await page.getByText('Placa deve ter somente letras de A a Z e números.').waitFor()
  await field(page, 'Placa').fill('qcx-7d 77')
  await page.getByRole('button', confirm).click()
  await toast(page, 'Novo carro criado com sucesso!')
  await expect.poll(() => page.locator('tbody tr').first().textContent()).toContain('QCX7D77')
  for (const search of ['qcx-7d77', 'QCX 7D77', 'qcx7d77']) {
    await page.getByLabel('Buscar', { exact: true }).fill(search)
    await expect.poll(() => page.locator('tbody tr').allTextContents()).toEqual([expect.stringContaining('QCX7D77')])
  }
})

test('the form of an activity stores which fields its appointments have and whether the wall shows them', async ({ page }) => {
  await signIn(page, '/atividades?acao=novo')
  await page.getByLabel('Descrição').fill('Entrega de balança')
  const flags = ['Envolve cliente', 'Envolve carro', 'Envolve região', 'Mostrar na TV']
  const flag = (label: string) => page.getByRole('group', { name: label }).getByRole('switch')
  for (const label of flags) expect(await flag(label).isChecked()).toBe(false)
  for (const label of ['Envolve cliente', 'Mostrar na TV']) await flag(label).check({ force: true })
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await toast(page, 'Atividade criada com sucesso!')
  const cells = () => page.locator('tbody tr').first().getByRole('cell').allTextContents()
  expect((await cells()).slice(1, 7)).toEqual(['Entrega de balança', 'Sim', 'Não', 'Não', 'Sim', 'Ativo'])
  await page.getByRole('button', { name: 'Editar Entrega de balança' }).click()
  await page.getByRole('dialog', { name: 'Editar Atividade' }).waitFor()
  expect(await Promise.all(flags.map((label) => flag(label).isChecked()))).toEqual([true, false, false, true])
  await flag('Envolve carro').check({ force: true })
  await flag('Envolve cliente').uncheck({ force: true })
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await toast(page, 'Atividade alterada com sucesso!')
  await expect.poll(async () => (await cells()).slice(2, 6)).toEqual(['Não', 'Sim', 'Não', 'Sim'])
})

test('if the response to a save was lost, the same change can be sent again and is not refused with 409', async ({ page, expected }) => {
  expected.push(/ERR_FAILED/, /409/)
  const { id } = (await call('supervisor', 'POST', '/department', { descricao: 'Perdido', codigo_status: 'A' })).body as { id: number }
  await signIn(page, `/departamentos?acao=editar&id=${id}`)
  await page.getByLabel('Descrição').fill('Achado')
  await loseAnswer(page, '**/api/department')
  await page.getByRole('button', confirm).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).click()
  await toast(page, 'Departamento alterado com sucesso!')
  await page.getByRole('row').filter({ hasText: 'Achado' }).waitFor()
})
