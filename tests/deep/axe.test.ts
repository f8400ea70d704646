// Runs axe in every state of the two longest forms and their dialogs. The tests of the other screens run axe themselves.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, wallDay } from '../../shared/clock.ts'
import { NOW } from '../support/api.ts'
import { axe, reduceMotion } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { goTo } from '../support/page-waits.ts'
import { demoCompany } from '../support/demo-company.ts'

const { call, signIn, url } = demoCompany()
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar', exact: true }).click()

describe('Usuários', () => {
  const [marina, bruno] = [1, 4]
  const edit = async (page: Page, id: number, part = '') => {
    await signIn(page, `/usuarios?acao=editar&id=${id}${part}`, 'financeiro')
    await page.getByRole('dialog', { name: 'Editar Usuário' }).waitFor()
  }
  const act = async (page: Page, name: string, action: string) => {
    await page.getByRole('button', { name: `Ações de ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  test('axe finds no violation in the form of a new person', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, '/usuarios')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Novo Usuário' }).click()
    await confirm(page)
    await page.getByText('Nome completo precisa ser preenchido.').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('tab', { name: 'Acessos' }).click()
    await page.getByText('Escolha pelo menos um menu.').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('axe finds no violation in a form with fields that the person may not change', async ({ page }) => {
    await reduceMotion(page)
    await edit(page, marina)
    await page.getByText('Deste usuário você pode alterar').waitFor()
    expect(await axe(page)).toEqual([])
    await edit(page, bruno, '&aba=acessos')
    await page.getByText('Você pode dar e tirar').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('axe finds no violation in a person’s permissions and sessions', async ({ page }) => {
    await reduceMotion(page)
    await signIn(page, '/usuarios')
    await act(page, 'Bruno', 'O que esta pessoa pode')
    await page.getByText(/^Detalhes/).click()
    await page.getByRole('tab', { name: /^Com limites/ }).click()
    await page.getByText('Concluir ou reabrir atividade').waitFor()
    expect(await axe(page)).toEqual([])
    await page.keyboard.press('Escape')
    await act(page, 'Marina Lobato', 'Sessões')
    await page.getByText('(esta)').waitFor()
    expect(await axe(page)).toEqual([])
    await page
      .getByRole('button', { name: /^Encerrar a de/ })
      .last()
      .click()
    await page.getByRole('alertdialog', { name: 'Encerrar esta sessão?' }).waitFor()
    expect(await axe(page)).toEqual([])
  })
})

describe('Onde Estou', () => {
  const [ana, home] = [5, 8]
  const choose = async (page: Page, field: string, search: string) => {
    await page.getByRole('combobox', { name: field }).fill(search)
    await page.getByRole('listbox').getByRole('option').first().click()
  }

  test('axe finds no violation in the grid of appointments, in the open form and its lists, and in the form of a reversed appointment', async ({
    page,
  }) => {
    const day = addDays(wallDay(NOW), 200)
    const when = { dataIni: day, horaIni: '08:00', dataFim: day, horaFim: '10:00' }
    const appointment = { colaborador: ana, atividade: home, ...when, status: 'A' }
    const { id } = (await call('supervisor', 'POST', '/compromises', appointment)).body as { id: number }
    await call('supervisor', 'PUT', '/compromises', { ...appointment, id, status: 'I', motivoEstorno: 'Chuva' })
    await reduceMotion(page)
    const few = `/onde-estou?colaboradores=${ana}&dataInicial=${day}&dataFinal=${day}`
    await signIn(page, few)
    await page.getByRole('cell', { name: String(id), exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Novo Compromisso' }).click()
    await choose(page, 'Colaboradores', 'bruno')
    await choose(page, 'Atividade', 'visita t')
    await page.getByLabel('Hora inicial').fill('')
    await confirm(page)
    await page.getByText('Esse campo precisa ser preenchido.').first().waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Data inicial').click()
    await page.getByRole('button', { name: 'Próximo' }).waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('combobox', { name: 'Cliente' }).fill('vale')
    await page.getByRole('option').first().waitFor()
    expect(await axe(page)).toEqual([])
    await goTo(page, url(`${few}&acao=editar&id=${id}`))
    await page.getByText('Compromisso estornado não pode ser alterado!').waitFor()
    expect(await axe(page)).toEqual([])
  })
})
