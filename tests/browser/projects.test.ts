// Tests Mapeamento de Projetos in a real browser, on the real API.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import * as tables from '../../server/api/db/schema.ts'
import { messages } from '../../shared/features/projects.ts'
import { messages as common } from '../../shared/messages.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog, pick, send } from '../support/form-actions.ts'
import { goTo } from '../support/page-waits.ts'
import { demoCompany, toast } from '../support/demo-company.ts'

const { call, db, signIn, url } = demoCompany()

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const act = (page: Page, action: string, name: string) => page.getByRole('button', { name: `${action} ${name}`, exact: true }).click()

let id = 0
beforeEach(async () => {
  await db().update(tables.projects).set({ description: 'De antes' }).where(eq(tables.projects.description, 'Portal de teste'))
  const body = { idTipoProjeto: 'P', descricao: 'Portal de teste', idStatusRedmine: 1, prioridade: 2, progresso: 40, idStatus: 'A' }
  ;({ id } = (await call('projetos', 'POST', '/trackprojetos', body)).body as { id: number })
})

test('projects are listed, created, changed and filtered', async ({ page }) => {
  await reduceMotion(page)
  await signIn(page, '/mapeamento-projetos', 'projetos')
  await row(page, 'Portal de teste').getByText('40,0\u00A0%').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Novo Projeto' }).click()
  const form = dialog(page, 'Novo Projeto')
  await form.getByLabel('Descrição').fill('Outro portal')
  await send(page)
  await toast(page, common.invalidForm)
  expect(await form.getByText(common.required).count()).toBe(3)
  expect(
    await form
      .getByRole('radiogroup', { name: 'Tipo' })
      .getByRole('radio')
      .first()
      .evaluate((radio) => radio === document.activeElement),
  ).toBe(true)
  await form.getByText('Tecnologia', { exact: true }).click()
  await pick(page, 'Status', 'Em desenvolvimento')
  await pick(page, 'Prioridade', '0')
  await form.getByLabel('Progresso').fill('101')
  await send(page)
  await form.getByText(messages.progresso).waitFor()
  await form.getByLabel('Progresso').fill('12,5')
  await form.getByLabel('Tarefa no Redmine').fill('48,120')
  await send(page)
  await form.getByText(common.number).waitFor()
  await form.getByLabel('Tarefa no Redmine').fill('48.120')
  await send(page)
  await toast(page, messages.created)
  await row(page, 'Outro portal').getByText('12,5\u00A0%').waitFor()
  await act(page, 'Editar', 'Outro portal')
  const edit = dialog(page, 'Editar Projeto')
  await expect.poll(() => edit.getByRole('combobox', { name: 'Prioridade' }).inputValue()).toMatch(/^0/)
  await edit.getByLabel('Data início').fill('10/11/2026')
  await edit.getByLabel('Data fim').fill('01/11/2026')
  await send(page)
  await edit.getByText(common.daysInOrder).waitFor()
  await edit.getByLabel('Data fim').fill('01/12/2026')
  await send(page)
  await toast(page, messages.changed)
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await pick(page, 'Prioridade', '0')
  await send(page)
  await expect.poll(() => row(page, 'Portal de teste').count()).toBe(0)
  await row(page, 'Outro portal').waitFor()
})

test('if the person may not create or change projects, the buttons and URLs for these actions show a warning and send no request', async ({
  page,
}) => {
  const sent: string[] = []
  await signIn(page, '/mapeamento-projetos', 'supervisor')
  page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  // Waits for the warning and closes it, because the warning may cover the next buttons.
  const refused = async (text: string) => {
    const said = page.getByRole('alert').filter({ hasText: text })
    await said.getByRole('button', { name: 'Fechar' }).click()
    await said.waitFor({ state: 'detached' })
  }
  const { denied } = messages
  await page.getByRole('button', { name: 'Novo Projeto' }).click()
  await refused(denied.createProject)
  await act(page, 'Editar', 'Portal de teste')
  await refused(denied.changeProject)
  await act(page, 'Etapas', 'Portal de teste')
  await refused(denied.createStep)
  for (const [action, text] of [
    ['acao=novo', denied.createProject],
    [`acao=editar&id=${id}`, denied.changeProject],
  ] as const) {
    await goTo(page, url(`/mapeamento-projetos?q=portal&${action}`))
    await refused(text)
    await page.waitForURL('**/mapeamento-projetos?q=portal')
    expect(await page.getByRole('dialog').count()).toBe(0)
  }
  expect(sent).toEqual([])
})

describe('the dialog with the data of a project', () => {
  test('steps can be added, changed and deleted, and the project list is refreshed when the dialog closes', async ({ page }) => {
    await signIn(page, '/mapeamento-projetos', 'projetos')
    await act(page, 'Etapas', 'Portal de teste')
    const step = dialog(page, 'Nova Etapa - Portal de teste')
    await step.getByLabel('Descrição').fill('Levantamento')
    await pick(page, 'Responsável', 'Bruno Cavalcanti')
    await step.getByLabel('Progresso').click()
    await page.keyboard.type('50')
    await expect.poll(() => step.getByLabel('Progresso').inputValue()).toBe('50')
    await send(page)
    await toast(page, messages.stepCreated)
    await act(page, 'Ver Dados', 'Portal de teste')
    const data = dialog(page, 'Portal de teste')
    await data.getByRole('row', { name: /Levantamento Bruno Cavalcanti 50/ }).waitFor()
    expect(await axe(page)).toEqual([])
    await data.getByRole('button', { name: 'Editar Levantamento' }).click()
    // The cursor is at the end of the field, so the typed text is appended.
    await dialog(page, 'Editar Etapa').getByLabel('Progresso').fill('7')
    await page.keyboard.press('Tab')
    await dialog(page, 'Editar Etapa').getByLabel('Progresso').focus()
    await page.keyboard.press('End')
    await page.keyboard.type('5')
    expect(await dialog(page, 'Editar Etapa').getByLabel('Progresso').inputValue()).toBe('75')
    await send(page)
    await toast(page, messages.stepChanged)
    await data.getByRole('row', { name: /Levantamento Bruno Cavalcanti 75/ }).waitFor()
    await data.getByRole('button', { name: 'Excluir Levantamento' }).click()
    await page.getByRole('alertdialog', { name: 'Excluir esta etapa?' }).getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.stepDeleted)
    await data.getByText('Nenhuma etapa neste projeto.').waitFor()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/trackprojetos')
    await data.getByRole('button', { name: 'Fechar' }).last().click()
    await asked
  })

  test('any person with the menu can add, change and remove the clients that requested a project', async ({ page }) => {
    await signIn(page, '/mapeamento-projetos', 'supervisor')
    await act(page, 'Clientes', 'Portal de teste')
    const form = dialog(page, 'Clientes solicitantes - Portal de teste')
    await send(page)
    await toast(page, common.invalidForm)
    await page.getByRole('combobox', { name: 'Clientes' }).fill('Sementes Chapadão')
    await page.getByRole('option', { name: 'Sementes Chapadão' }).click()
    await send(page)
    await toast(page, messages.clientsCreated)
    await form.waitFor({ state: 'detached' })
    expect(await row(page, 'Portal de teste').getByRole('cell').allInnerTexts()).toContain('1')
    await act(page, 'Ver Dados', 'Portal de teste')
    const data = dialog(page, 'Portal de teste')
    await data.getByRole('tab', { name: /^Clientes/ }).click()
    await data.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByRole('textbox', { name: 'Observação' }).fill('Pediu em reunião')
    await send(page)
    await toast(page, messages.noteChanged)
    await data.getByText('Pediu em reunião').waitFor()
    await data.getByRole('button', { name: 'Excluir Sementes Chapadão' }).click()
    await page.getByRole('alertdialog', { name: 'Retirar este cliente?' }).getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.clientDeleted)
    await data.getByText('Nenhum cliente pediu este projeto.').waitFor()
  })
})
