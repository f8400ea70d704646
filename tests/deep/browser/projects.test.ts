// Tests Mapeamento de Projetos in a real browser, on the real API.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import * as tables from '../../../server/api/db/schema.ts'
import { messages } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import { axe } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { dialog, pick, send } from '../../support/form-actions.ts'
import { loseAnswer } from '../../support/page-requests.ts'
import { demoCompany, toast } from '../../support/demo-company.ts'

const { call, db, signIn } = demoCompany()

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

let id = 0
beforeEach(async () => {
  await db().update(tables.projects).set({ description: 'De antes' }).where(eq(tables.projects.description, 'Portal de teste'))
  const body = { idTipoProjeto: 'P', descricao: 'Portal de teste', idStatusRedmine: 1, prioridade: 2, progresso: 40, idStatus: 'A' }
  ;({ id } = (await call('projetos', 'POST', '/trackprojetos', body)).body as { id: number })
})

test('the search finds a project by the task number in its displayed and stored format, and unknown filters are ignored', async ({ page }) => {
  const body = {
    idTipoProjeto: 'P',
    descricao: 'Com tarefa',
    idStatusRedmine: 1,
    prioridade: 2,
    progresso: 40,
    idTarefaRedmine: 76543,
    idStatus: 'A',
  }
  await call('projetos', 'POST', '/trackprojetos', body)
  await signIn(page, '/mapeamento-projetos?prioridade=9&tipo=X')
  const rows = () => page.getByRole('row').locator('td[data-main]').allInnerTexts()
  await row(page, 'Portal de teste').waitFor()
  await page.getByRole('button', { name: 'Filtrar', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Tirar o filtro' }).count()).toBe(0)
  for (const typed of ['76543', '76.543']) {
    await page.getByPlaceholder('Buscar...').fill(typed)
    await expect.poll(rows).toEqual(['Com tarefa'])
    await page.getByPlaceholder('Buscar...').fill('')
    await row(page, 'Portal de teste').waitFor()
  }
})

describe('the dialog with the data of a project', () => {
  test('the history shows who changed which values of the project and its steps', async ({ page }) => {
    const body = { idTipoProjeto: 'P', descricao: 'Portal de teste', idStatusRedmine: 3, prioridade: 2, progresso: 65, idStatus: 'A' }
    await call('projetos', 'PUT', '/trackprojetos', { id, ...body })
    await call('projetos', 'POST', '/trackprojetos-steps', {
      idAcompanhamentoProjeto: id,
      descricao: 'Levantamento',
      progresso: 0,
      idResponsavel: 4,
      idStatus: 'A',
    })
    await signIn(page, `/mapeamento-projetos?dados=${id}`)
    const data = dialog(page, 'Portal de teste')
    await data.getByRole('tab', { name: 'Histórico' }).click()
    const changes = data.getByRole('tabpanel').getByRole('listitem')
    await changes.nth(2).waitFor()
    const [added, changed, made] = await changes.allInnerTexts()
    expect(added).toMatch(/^Eduardo Moraes Leite\s+criou\s+Etapa Levantamento/)
    expect(changed).toMatch(/^Eduardo Moraes Leite\s+alterou\s[\s\S]*Status\s+Não iniciada\s+agora\s*→ Em teste\s+Progresso\s+40 %\s+agora\s*→ 65 %$/)
    expect(made).toMatch(/^Eduardo Moraes Leite\s+criou/)
    expect(await axe(page)).toEqual([])
  })

  test('the forms for steps and clients appear in front of the dialog', async ({ page }) => {
    await signIn(page, `/mapeamento-projetos?dados=${id}`, 'projetos')
    const data = dialog(page, 'Portal de teste')
    await data.getByRole('button', { name: 'Nova etapa' }).click()
    await dialog(page, 'Nova Etapa - Portal de teste').getByLabel('Observação').click()
    await page.keyboard.press('Escape')
    await data.getByRole('tab', { name: /^Clientes/ }).click()
    await data.getByRole('button', { name: 'Incluir clientes' }).click()
    await dialog(page, 'Clientes solicitantes - Portal de teste').getByLabel('Observação').click()
  })

  test('if a project and a time entry match the text in the palette, Enter opens the project instead of starting the entry', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('bayer')
    await page.getByRole('option', { name: /^Iniciar: .*Bayer/ }).waitFor()
    await page.getByRole('option', { name: 'Integração Bayer: pedidos de semente' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog(page, 'Integração Bayer: pedidos de semente').waitFor()
  })

  test('if the response to the deletion of a step was lost, the next attempt reports the step as deleted', async ({ page, expected }) => {
    expected.push(/ERR_FAILED|404/)
    const step = { idAcompanhamentoProjeto: id, descricao: 'Levantamento', progresso: 0, idResponsavel: 4, idStatus: 'A' }
    await call('projetos', 'POST', '/trackprojetos-steps', step)
    await signIn(page, `/mapeamento-projetos?dados=${id}`, 'projetos')
    await dialog(page, 'Portal de teste').getByRole('button', { name: 'Excluir Levantamento' }).click()
    const question = page.getByRole('alertdialog', { name: 'Excluir esta etapa?' })
    await loseAnswer(page, '**/api/trackprojetos-steps/*', 'PATCH')
    await question.getByRole('button', { name: 'Excluir' }).click()
    await question.getByText(common.noAnswer).waitFor()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.stepDeleted)
    await question.waitFor({ state: 'detached' })
  })

  test('a person who may not change steps gets a message for each of the actions Nova etapa, Editar and Excluir', async ({ page }) => {
    const step = { idAcompanhamentoProjeto: id, descricao: 'Levantamento', progresso: 0, idResponsavel: 4, idStatus: 'A' }
    await call('projetos', 'POST', '/trackprojetos-steps', step)
    await signIn(page, `/mapeamento-projetos?dados=${id}`, 'supervisor')
    const data = dialog(page, 'Portal de teste')
    await data.getByRole('button', { name: 'Nova etapa' }).click()
    await toast(page, messages.denied.createStep)
    await data.getByRole('button', { name: 'Editar Levantamento' }).click()
    await toast(page, messages.denied.changeStep)
    await data.getByRole('button', { name: 'Excluir Levantamento' }).click()
    await toast(page, messages.denied.deleteStep)
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })
})

test('if a project with a progress below 100 % gets the status Finalizada, the form warns, and one click sets the progress to 100 %', async ({
  page,
}) => {
  await signIn(page, `/mapeamento-projetos?acao=editar&id=${id}`, 'projetos')
  const form = dialog(page, 'Editar Projeto')
  await pick(page, 'Status', 'Finalizada')
  await form.getByText(messages.overAt('40,0\u00A0%')).waitFor()
  await form.getByRole('button', { name: 'Confirmar assim mesmo' }).waitFor()
  await form.getByRole('button', { name: 'Pôr o progresso em 100 %' }).click()
  expect(await form.getByLabel('Progresso').inputValue()).toBe('100')
  await send(page)
  await toast(page, messages.changed)
  await row(page, 'Portal de teste').getByText('100,0\u00A0%').waitFor()
})

test('“Confirmar e novo” adds the next step to the same project, and a button takes over the progress of the steps', async ({ page }) => {
  await signIn(page, `/mapeamento-projetos?dados=${id}`, 'projetos')
  const data = dialog(page, 'Portal de teste')
  await data.getByRole('button', { name: 'Nova etapa' }).click()
  const form = dialog(page, /^Nova Etapa/)
  for (const [name, progress, button] of [
    ['Um', '100', 'Confirmar e novo'],
    ['Dois', '50', 'Confirmar'],
  ] as const) {
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('')
    await dialog(page, 'Nova Etapa - Portal de teste').waitFor()
    await form.getByLabel('Descrição').fill(name)
    await pick(page, 'Responsável', 'Bruno Cavalcanti')
    await form.getByLabel('Progresso').fill(progress)
    await form.getByRole('button', { name: button, exact: true }).click()
    await toast(page, messages.stepCreated)
  }
  await data.getByRole('button', { name: /^Progresso das etapas: 75,0\s%$/ }).click()
  await toast(page, messages.changed)
  expect((await call('projetos', 'GET', `/trackprojetos/${id}`)).body).toMatchObject({ PROGRESSO: 75, DESCRICAO: 'Portal de teste', PRIORIDADE: 2 })
})
