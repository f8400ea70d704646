// Tests the drawer 'Atividades' in a real browser, on the real API.
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { users } from '../../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { drawsLate, goTo } from '../../support/page-waits.ts'
import { demoCompany, toast } from '../../support/demo-company.ts'

const { call, db, signIn, url } = demoCompany()

const button = (page: Page) => page.getByRole('button', { name: /^Atividades/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Atividades' })
const items = (page: Page) => drawer(page).locator('li')
const open = async (page: Page) => {
  await button(page).click()
  await items(page).first().waitFor()
}
const confirm = { name: 'Confirmar', exact: true }

interface Grid {
  userTasks: { CODIGOTAREFA: number; DESCRICAOTAREFA: string; CODIGO_USUARIO: number }[]
}
const stored = async (who: string, owner: number, typeOf = 'open') =>
  (await call(who, 'GET', `/user-task?request=grid&id=${owner}&typeOf=${typeOf}`)).body as Grid
/** Ids in the demo company. Marina Lobato is the supervisor, and Bruno Cavalcanti has no special rights. */
const [MARINA, BRUNO] = [1, 4]

describe('the drawer of tasks', () => {
  test('the URL parameter atividades opens the drawer of any person for a supervisor, but only their own for other people', async ({ page }) => {
    await signIn(page, `/clientes?atividades=${BRUNO}`)
    const whose = drawer(page).getByRole('combobox', { name: 'Colaborador' })
    await expect.poll(() => whose.inputValue()).toBe('Bruno Cavalcanti')
    expect(new URL(page.url()).search).toBe('')
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await db().update(users).set({ status: 'I' }).where(eq(users.id, BRUNO))
    await signIn(page, `/clientes?atividades=${BRUNO}`)
    await drawer(page).getByPlaceholder('Pessoa inativa').waitFor()
    await expect.poll(() => items(page).count()).toBe((await stored('supervisor', BRUNO)).userTasks.length)
    await db().update(users).set({ status: 'A' }).where(eq(users.id, BRUNO))
    await signIn(page, `/home?atividades=${MARINA}`, 'equipe')
    await expect.poll(() => items(page).count()).toBe((await stored('equipe', BRUNO)).userTasks.length)
  })

  test('when the drawer closes, the focus returns to the button that opened it, even if the browser draws late', async ({ open }) => {
    const page = await open()
    await page.addInitScript(drawsLate)
    await signIn(page, '/home')
    await button(page).press('Enter')
    await items(page).first().waitFor()
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'detached' })
    await expect.poll(() => button(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('Esc empties the search without closing the drawer, and the action Atividades of a person opens it with an empty search', async ({ page }) => {
    await signIn(page, '/usuarios')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    const search = drawer(page).getByLabel('Buscar', { exact: true })
    await button(page).press('Enter')
    await items(page).first().waitFor()
    await search.focus()
    await page.keyboard.type('xyz')
    await drawer(page).getByText('Nada encontrado para “xyz”.').waitFor()
    await page.keyboard.press('Escape')
    await items(page).first().waitFor()
    expect([await search.inputValue(), await focused()]).toEqual(['', 'Buscar'])
    await page.keyboard.type('xyz')
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('Limpar busca')
    await page.keyboard.press('Enter')
    expect([await search.inputValue(), await focused()]).toEqual(['', 'Buscar'])
    await page.keyboard.type('xyz')
    await drawer(page).getByRole('button', { name: 'Fechar tarefas' }).focus()
    await page.keyboard.press('Enter')
    await drawer(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Ações de Bruno' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Atividades' }).press('Enter')
    await items(page).first().waitFor()
    expect(await search.inputValue()).toBe('')
  })

  test('Backspace empties the list field Prioridade, which has no button for this', async ({ page }) => {
    await signIn(page, '/home')
    await open(page)
    await page.getByRole('button', { name: 'Nova Atividade' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Nova Atividade' })
    const priority = form.getByRole('combobox', { name: 'Prioridade' })
    await priority.click()
    await form.getByRole('option', { name: 'Urgente' }).click()
    await priority.press('Control+a')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await form.getByRole('button', confirm).click()
    await expect.poll(() => priority.getAttribute('aria-invalid')).toBe('true')
    expect(await priority.inputValue()).toBe('')
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

    test('the draft of an existing task is offered again until the task is saved', async ({ page }) => {
      await signIn(page, '/clientes')
      await open(page)
      await items(page)
        .first()
        .getByRole('button', { name: /^Editar/ })
        .click()
      await text(page).fill('Mudada')
      await goTo(page, url('/home'))
      await open(page)
      await resume(page).click()
      await form(page).getByText('Recuperamos o que você digitou.').waitFor()
      await form(page).getByRole('button', confirm).click()
      await toast(page, 'Tarefa alterada com sucesso!')
      await isGone(page)
      expect((await stored('supervisor', MARINA)).userTasks.map((task) => task.DESCRICAOTAREFA)).toContain('Mudada')
    })

    test('the draft of a task can be resumed after a URL has opened the form of another page', async ({ page }) => {
      await signIn(page, '/home')
      await typed(page)
      await goTo(page, url('/clientes?acao=novo'))
      await page.getByRole('dialog', { name: 'Novo Cliente' }).waitFor()
      expect(await form(page).count()).toBe(0)
      await goTo(page, url('/clientes'))
      await open(page)
      await resume(page).click()
      await expect.poll(() => text(page).inputValue()).toBe('Pela metade')
    })

    test('if the task form contains a draft, Back asks for confirmation before it discards the draft and leaves the page', async ({ page }) => {
      await signIn(page, '/clientes')
      await page.getByRole('link', { name: 'csnoteweb, Home' }).click()
      await page.waitForURL('**/home')
      await typed(page)
      await page.evaluate(() => history.back())
      await page.getByRole('button', { name: 'Descartar' }).click()
      await page.waitForURL('**/clientes')
      await isGone(page)
    })
  })

  test('axe finds no violation in the drawer and its form', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, '/home')
    await open(page)
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Nova Atividade' }).click()
    await page.getByRole('dialog', { name: 'Nova Atividade' }).waitFor()
    expect(await axe(page)).toEqual([])
  })
})
