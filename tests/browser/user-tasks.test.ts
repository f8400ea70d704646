// Tests the drawer 'Atividades' in a real browser, on the real API.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { demoCompany, toast } from '../support/demo-company.ts'

const { call, signIn, url } = demoCompany()

const button = (page: Page) => page.getByRole('button', { name: /^Atividades/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Atividades' })
const items = (page: Page) => drawer(page).locator('li')
const open = async (page: Page) => {
  await button(page).click()
  await items(page).first().waitFor()
}
const confirm = { name: 'Confirmar', exact: true }

interface Grid {
  userTasks: { CODIGOTAREFA: number; DESCRICAOTAREFA: string; CODIGO_USUARIO: number; priority: { descricao: string } | null }[]
}
const stored = async (who: string, owner: number, typeOf = 'open') =>
  (await call(who, 'GET', `/user-task?request=grid&id=${owner}&typeOf=${typeOf}`)).body as Grid
/** Ids in the demo company. Marina Lobato is the supervisor, and Bruno Cavalcanti has no special rights. */
const [MARINA, BRUNO] = [1, 4]

describe('the drawer of tasks', () => {
  test('the button Atividades shows the number of open tasks, and the list is requested only when the drawer opens', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await signIn(page, '/home')
    const { userTasks } = await stored('supervisor', MARINA)
    expect(await button(page).getAttribute('aria-label')).toBe(`Atividades, ${userTasks.length} ativas`)
    expect(asked.filter((address) => address.includes('/api/'))).toEqual([])
    await button(page).click()
    await expect.poll(() => items(page).count()).toBe(userTasks.length)
    await expect.poll(() => asked.some((address) => address.includes('/api/user-task?'))).toBe(true)
  })

  test('the button that opens the drawer is shown only on pages that allow the drawer', async ({ page }) => {
    await signIn(page, '/carros')
    await button(page).waitFor()
    await signIn(page, '/painel-onde-estou')
    expect(await button(page).count()).toBe(0)
  })

  test('tasks can be created, changed, and set inactive and active again, and the count is updated', async ({ page }) => {
    await signIn(page, '/home', 'equipe')
    await open(page)
    const before = await items(page).count()
    await page.getByRole('button', { name: 'Nova Atividade' }).click()
    const form = page.getByRole('dialog', { name: 'Nova Atividade' })
    await form.getByRole('button', confirm).click()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    expect(await form.getByText('Esse campo precisa ser preenchido.').count()).toBe(2)
    expect(await form.getByLabel('Colaborador').count()).toBe(0)
    await form.getByLabel('Descrição').fill('Ligar para Querência')
    await form.getByRole('combobox', { name: 'Prioridade' }).click()
    expect(await form.getByRole('option').allTextContents()).toEqual(['Urgente', 'Alta', 'Normal', 'Baixa'])
    await form.getByRole('option', { name: 'Urgente' }).click()
    await form.getByRole('button', confirm).click()
    await toast(page, 'Tarefa criada com sucesso!')
    await expect.poll(() => items(page).count()).toBe(before + 1)
    expect(await button(page).textContent()).toBe(String(before + 1))

    await page.getByRole('button', { name: 'Editar Ligar para Querência' }).click()
    const change = page.getByRole('dialog', { name: 'Alterar Atividade' })
    await change.getByLabel('Descrição').fill('Ligar para Sinop')
    await page.keyboard.press('Enter')
    await toast(page, 'Tarefa alterada com sucesso!')
    // Delays a response of the page behind the drawer, until the task has left the list and the drawer has the focus.
    await page.route(
      '**/api/dash/Home',
      async (route) => {
        await page.waitForFunction(() => document.activeElement?.matches('[role=dialog]'))
        await route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Concluir Ligar para Sinop' }).click()
    await toast(page, 'Registro alterado!')
    await expect.poll(() => items(page).count()).toBe(before)
    expect(await button(page).textContent()).toBe(String(before))
    // The next task gets the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Concluir /)
    await page.getByRole('tab', { name: 'Inativas' }).click()
    await page.getByRole('button', { name: 'Reabrir Ligar para Sinop' }).click()
    await expect.poll(() => button(page).textContent()).toBe(String(before + 1))
    expect((await stored('equipe', BRUNO)).userTasks.map((task) => task.DESCRICAOTAREFA)).toContain('Ligar para Sinop')
  })

  test('a supervisor can see the tasks of any person, and give a task to the selected person', async ({ page }) => {
    await signIn(page, '/home')
    await open(page)
    await drawer(page).getByRole('combobox', { name: 'Colaborador' }).fill('bruno')
    await page.getByRole('option', { name: 'Bruno Cavalcanti' }).click()
    await expect.poll(() => items(page).count()).toBe((await stored('supervisor', BRUNO)).userTasks.length)
    await page.getByRole('button', { name: 'Nova Atividade' }).click()
    const form = page.getByRole('dialog', { name: 'Nova Atividade' })
    await expect.poll(() => form.getByRole('combobox', { name: 'Colaborador' }).inputValue()).toBe('Bruno Cavalcanti')
    await form.getByLabel('Descrição').fill('Da supervisora')
    await form.getByRole('combobox', { name: 'Prioridade' }).click()
    await form.getByRole('option', { name: 'Baixa' }).click()
    await form.getByRole('button', confirm).click()
    await items(page).filter({ hasText: 'Da supervisora' }).waitFor()
    expect((await stored('equipe', BRUNO)).userTasks.map((task) => task.DESCRICAOTAREFA)).toContain('Da supervisora')
  })

  test('a person who is not a supervisor cannot select other people', async ({ page }) => {
    await signIn(page, '/home', 'equipe')
    await open(page)
    expect(await drawer(page).getByRole('combobox').count()).toBe(0)
  })

  test('the search covers description and priority, and reports an empty result', async ({ page }) => {
    const { userTasks } = await stored('supervisor', MARINA)
    const lines = userTasks.map(({ DESCRICAOTAREFA, priority }) => `${DESCRICAOTAREFA}${priority?.descricao ?? ''}`)
    const urgent = lines.filter((line) => line.includes('Urgente'))
    const [first = ''] = userTasks.map(({ DESCRICAOTAREFA }) => DESCRICAOTAREFA)
    expect(urgent).not.toEqual([])
    expect(lines.length).toBeGreaterThan(urgent.length)
    await signIn(page, '/home')
    await open(page)
    await drawer(page).getByLabel('Buscar', { exact: true }).fill('URGENTE')
    await expect.poll(() => items(page).allTextContents()).toEqual(urgent)
    await drawer(page).getByLabel('Buscar', { exact: true }).fill(first.toUpperCase())
    await expect.poll(() => items(page).allTextContents()).toEqual(lines.filter((line) => line.includes(first)))
    await drawer(page).getByLabel('Buscar', { exact: true }).fill('xyz')
    await drawer(page).getByText('Nada encontrado para “xyz”.').waitFor()
  })

  test('the first Esc closes the task form, the second closes the drawer and returns the focus to the button that opened the drawer', async ({
    page,
  }) => {
    await signIn(page, '/home')
    await button(page).press('Enter')
    await items(page).first().waitFor()
    await page.getByRole('button', { name: 'Nova Atividade' }).press('Enter')
    await page.getByRole('dialog', { name: 'Nova Atividade' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Nova Atividade' }).waitFor({ state: 'detached' })
    await drawer(page).waitFor()
    // Waits until the drawer has the focus again, because a second Esc does not reach it before.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Nova Atividade')
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => button(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  describe('a draft in the task form', () => {
    const form = (page: Page) => page.getByRole('dialog', { name: /^(Nova|Alterar) Atividade$/ })
    const text = (page: Page) => form(page).getByLabel('Descrição')
    const typed = async (page: Page) => {
      await open(page)
      await page.getByRole('button', { name: 'Nova Atividade' }).click()
      await text(page).fill('Pela metade')
    }
    const resume = (page: Page) => drawer(page).getByRole('button', { name: 'Continuar' })
    const isGone = async (page: Page) => {
      await form(page).waitFor({ state: 'detached' })
      await goTo(page)
      await open(page)
      expect(await resume(page).count()).toBe(0)
    }

    test('the drawer also offers to resume the draft on another page, until the person discards the draft', async ({ page }) => {
      await signIn(page, '/home')
      await typed(page)
      await goTo(page, url('/clientes'))
      expect(await page.getByRole('dialog').count()).toBe(0)
      await open(page)
      await resume(page).click()
      await form(page).getByText('Recuperamos o que você digitou.').waitFor()
      expect(await text(page).inputValue()).toBe('Pela metade')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Descartar' }).click()
      // The drawer is still open and has the focus.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('[aria-modal=true]')?.getAttribute('aria-label')))
        .toBe('Atividades')
      await isGone(page)
    })

    test('if another person signs in in the same tab, the drawer does not offer the draft', async ({ page }) => {
      await signIn(page, '/home')
      await typed(page)
      for (const who of ['equipe', 'supervisor']) {
        await signIn(page, '/home', who)
        await open(page)
        expect(await resume(page).count()).toBe(0)
      }
    })
  })

  test('if tasks cannot be loaded or saved, a message is shown, and the form keeps the typed values', async ({ page, expected }) => {
    expected.push(/500/)
    await signIn(page, '/home')
    await page.route(/api.user-task/, (route) => route.fulfill({ status: 500, json: {} }))
    await button(page).click()
    await drawer(page).getByText('Falha ao carregar os dados!').waitFor()
    await page.unroute(/api.user-task/)
    await drawer(page).getByRole('button', { name: 'Tentar novamente' }).click()
    await items(page).first().waitFor()
    await page
      .getByRole('button', { name: /^Editar/ })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: 'Alterar Atividade' })
    await form.getByLabel('Descrição').fill('Não se perde')
    await page.route(/api.user-task$/, (route) => route.fulfill({ status: 500, json: {} }))
    await form.getByRole('button', confirm).click()
    await toast(page, 'Falha ao salvar atividade!')
    expect(await form.getByLabel('Descrição').inputValue()).toBe('Não se perde')
  })
})
