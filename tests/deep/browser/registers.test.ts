// Tests the registers that work alike, in a real browser: other people and rare cases.
import { describe, expect } from 'vitest'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { loseAnswer } from '../../support/page-requests.ts'
import { toast } from '../../support/demo-company.ts'
import { registers, type Register } from '../../support/registers.ts'
import { confirm, field, fill, nameOf, registersScreen } from '../../support/registers-screen.ts'

const { call, signIn } = registersScreen()

// Only this test uses every register. The others share one, because the registers behave alike.
test('the status filter of every register shows the names that this register has for its statuses', async ({ page }) => {
  for (const { path, words } of registers) {
    await signIn(page, path)
    const filter = page.getByRole('radiogroup', { name: 'Status' })
    const shown = await filter.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent?.trim().replace(/ \d+$/, '')))
    expect(shown).toEqual(words)
  }
})

describe('a register', () => {
  const [register] = registers.filter(({ path }) => path === '/carros') as [Register]
  const { path, calls: list, titles, words, created } = register
  const [name, label] = [nameOf(register), register.name.label]

  test('the status filter and the palette find the records, and axe finds no violation', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, path)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: titles.create }).click()
    await page.getByRole('button', confirm).click()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    expect(await axe(page)).toEqual([])
    await fill(page, register)
    await field(page, label).fill(`${name} novo`)
    await page.getByRole('button', confirm).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Editar ${name} novo`, exact: true }).click()
    await page.getByRole('dialog', { name: titles.change }).waitFor()
    await page.getByRole('switch').first().press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    const total = await page.locator('tbody tr').count()
    const filter = page.getByRole('radiogroup', { name: 'Status' })
    expect(await filter.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.textContent?.trim()))).toEqual([
      `${words[0]} ${total}`,
      `${words[1]} ${total - 1}`,
      `${words[2]} 1`,
    ])
    await filter.getByText(words[2]).click()
    await expect.poll(() => page.locator('tbody tr').allTextContents()).toEqual([expect.stringContaining(`${name} novo`)])

    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill(`${name} novo`)
    const found = page.getByRole('option', { name: `${name} novo` })
    await found.waitFor()
    await found.click()
    await page.getByRole('dialog', { name: titles.change }).waitFor()
    expect(await field(page, label).inputValue()).toBe(`${name} novo`)
  })

  test('a member of the team with the menu can create and change a record', async ({ page }) => {
    const who = 'equipe'
    await signIn(page, path, who)
    await page.getByRole('button', { name: titles.create }).click()
    await fill(page, register)
    await field(page, 'Placa').fill(`${who.slice(0, 3)}0A11`)
    await field(page, label).fill(`${name} de ${who}`)
    await page.getByRole('button', confirm).click()
    await toast(page, created)
    await page.getByRole('button', { name: `Editar ${name} de ${who}`, exact: true }).click()
    await page.getByRole('dialog', { name: titles.change }).waitFor()
    await field(page, label).fill(`${name} mudado por ${who}`)
    await page.getByRole('button', confirm).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(JSON.stringify((await call(who, 'GET', list)).body)).toContain(`${name} mudado por ${who}`)
  })

  test('a person without the menu of the register cannot open the register', async ({ page, expected }) => {
    expected.push(/403/)
    await signIn(page, path, 'projetos')
    await page.waitForURL('**/home')
    await toast(page, 'Acesso não permitido')
  })
})

test('a click changes a switch even if an error message appears because the previous field loses the focus', async ({ page }) => {
  await signIn(page, '/carros?acao=editar&id=1')
  const dialog = page.getByRole('dialog')
  const status = dialog.getByRole('group', { name: 'Status' })
  await dialog.getByLabel('Placa').fill('q-ç')
  const box = await status.getByText('Ativo', { exact: true }).boundingBox()
  // Holds the button down for two frames, because a person's click takes time too.
  await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4)
  await page.mouse.down()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.mouse.up()
  await status.getByText('Inativo', { exact: true }).waitFor()
  await page.getByText('Placa deve ter somente letras de A a Z e números.').waitFor()
})

test('if the response to a save was lost and the person then corrects the record, the next attempt stores the corrected record', async ({
  page,
  expected,
}) => {
  expected.push(/504/, /409/)
  const { id } = (await call('supervisor', 'POST', '/department', { descricao: 'Errado', codigo_status: 'A' })).body as { id: number }
  await signIn(page, `/departamentos?acao=editar&id=${id}`)
  // The server trims the text.
  await page.getByLabel('Descrição').fill(' Quase ')
  await loseAnswer(page, '**/api/department', 'PUT', 504)
  await page.getByRole('button', confirm).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).waitFor()
  await page.getByLabel('Descrição').fill('Certo')
  await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).click()
  await toast(page, 'Departamento alterado com sucesso!')
  await page.getByRole('row').filter({ hasText: 'Certo' }).waitFor()
})
