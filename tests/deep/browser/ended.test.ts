// Tests actions after the session ended, or after the menu of the screen was withdrawn. Each action must lead to the sign-in page or away from the
// screen, with the right message.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { DENIED, guardsScreen } from '../../support/guards-screen.ts'
import { toast } from '../../support/demo-company.ts'

const { signIn, url, grant } = guardsScreen()

const ENDED = 'Autenticação inválida!'

const first = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()
const edit = (page: Page) => first(page, /^Editar /).click()
/** Chooses an action from a row's menu, for rows that have too many actions for buttons. */
const choose = (name: string) => async (page: Page) => {
  await first(page, /^Ações de /).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

const NOTES = `/nfse?${new URLSearchParams({ mes: '2026-11', centro: 'Locação de Softwares' })}`

const actions: [path: string, action: string, act: (page: Page) => Promise<unknown>][] = [
  ['/clientes', 'Editar', edit],
  ['/carros', 'Editar', edit],
  ['/regioes', 'Editar', edit],
  ['/atividades', 'Editar', edit],
  ['/departamentos', 'Editar', edit],
  ['/usuarios', 'Editar', choose('Editar')],
  ['/onde-estou', 'Editar', edit],
  ['/mapeamento-projetos', 'Ver Dados', (page) => first(page, /^Ver Dados /).click()],
  ['/controle-servicos', 'Editar', edit],
  ['/controle-financeiro', 'Novo Lote', (page) => first(page, /^Novo Lote$/).click()],
  ['/track', 'Editar', edit],
  ['/track', 'Novo Tempo', (page) => first(page, /^Novo Tempo$/).click()],
  ['/calendario?visao=semana', 'Novo Compromisso', (page) => first(page, /^Novo/).click()],
  ['/usuarios', 'Sessões', choose('Sessões')],
  [NOTES, 'Detalhes', (page) => first(page, /^Detalhes/).click()],
  [NOTES, 'Carga de dados', (page) => first(page, /^Carga de dados$/).click()],
  [
    NOTES,
    'Excluir',
    async (page) => {
      await first(page, /^Excluir/).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    },
  ],
  ['/calendario', 'Próximo', (page) => first(page, /^Próximo$/).click()],
  ['/dash-financeiro', 'Próximo mês', (page) => first(page, /^Próximo/).click()],
  ['/dash-track-projects', 'Próximo período', (page) => first(page, /^Próximo período$/).click()],
  // This shortcut opens another page, whose first request is refused.
  ['/carros', 'G C', (page) => page.keyboard.type('gc')],
]

/** Ends the session by removing its cookie. The browser still remembers the person. */
const end = (page: Page) => page.context().clearCookies({ name: 'csnoteweb' })

describe('actions after the session ended', () => {
  test.for(actions)(
    'at %s, the action “%s” redirects to the sign-in page, and the sign-in returns to the same page',
    async ([path, , act], { page, expected }) => {
      expected.push(/401/)
      await signIn(page, path)
      await end(page)
      await Promise.all([page.waitForURL('**/?aviso=sessao-encerrada**'), act(page)])
      await toast(page, ENDED)
      const back = new URL(page.url()).searchParams.get('volta')
      expect(back?.startsWith(path.split('?')[0] ?? '')).toBe(true)
      await signIn(page, back ?? '')
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
    },
  )

  test('several calls refused together open the sign-in page once', async ({ page, expected }) => {
    expected.push(/401/)
    await signIn(page, '/dash-financeiro')
    await end(page)
    const opened: string[] = []
    page.on('request', (request) => void (request.isNavigationRequest() && opened.push(request.url())))
    const both = Promise.withResolvers<void>()
    let calls = 0
    await page.route('**/api/dash/boletos', async (route) => {
      if (++calls === 2) both.resolve()
      await both.promise
      await route.continue()
    })
    const next = first(page, /^Próximo/)
    await next.click()
    await Promise.all([page.waitForURL('**/?aviso=sessao-encerrada**'), next.click()])
    await toast(page, ENDED)
    expect(opened).toHaveLength(1)
  })

  test('submitting a new record redirects to the sign-in page, and the form contains the draft after the sign-in', async ({ page, expected }) => {
    expected.push(/401/)
    await signIn(page, '/carros?acao=novo')
    await page.getByLabel('Descrição').fill('Picape da obra')
    await page.getByLabel('Placa').fill('ABC1D23')
    await page.getByLabel('Número').fill('77')
    await end(page)
    await Promise.all([page.waitForURL('**/?aviso=sessao-encerrada**'), page.keyboard.press('Control+Enter')])
    await signIn(page, '/carros?acao=novo')
    await page.getByText('Recuperamos o que você digitou.').waitFor()
    expect(await page.getByLabel('Descrição').inputValue()).toBe('Picape da obra')
  })
})

describe('actions after the menu was withdrawn', () => {
  const taken = ['/clientes', '/carros', '/regioes', '/atividades', '/departamentos', '/onde-estou', '/mapeamento-projetos', '/track']
  test.for(taken)('“Editar” at %s redirects to Home, which shows the message that the access is not allowed', async (path, { page, expected }) => {
    expected.push(/403/)
    await signIn(page, path, 'projetos')
    await grant(path)
    await Promise.all([page.waitForURL('**/home'), edit(page)])
    await toast(page, DENIED)
  })

  test('after a save refused with 403, the form restores the draft without the warning that the record may already be stored', async ({
    page,
    expected,
  }) => {
    expected.push(/403/)
    await signIn(page, '/carros?acao=novo', 'projetos')
    await page.getByLabel('Descrição').fill('Picape da obra')
    await page.getByLabel('Placa').fill('ABC1D23')
    await page.getByLabel('Número').fill('77')
    await grant('/carros')
    await Promise.all([page.waitForURL('**/home'), page.keyboard.press('Control+Enter')])
    await toast(page, DENIED)
    await grant()
    await goTo(page, url('/carros?acao=novo'))
    await page.getByText('Recuperamos o que você digitou.').waitFor()
    expect(await page.getByLabel('Descrição').inputValue()).toBe('Picape da obra')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).waitFor()
  })
})
