import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { testInOne as test } from '../support/browser.ts'
import { clientBody, clientRow } from '../support/client-samples.ts'
import { toast, clientsScreen } from '../support/clients-screen.ts'

const { answer, sent, signIn, saves } = clientsScreen()

const names = (page: Page) => page.locator('tbody td:nth-child(2)').allTextContents()

describe('the client grid', () => {
  test('the HTML already contains the grid, sorted by descending code, and the browser does not request the clients again', async ({ page }) => {
    await signIn(page, '/clientes')
    expect(await names(page)).toEqual(['Construtora Dal Maso', 'Água Boa Transportes', 'Sementes Chapadão'])
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByRole('dialog').waitFor()
    expect(sent('GET /clients')).toHaveLength(1)
    expect(await page.title()).toBe('Clientes · csnoteweb')
  })

  test('the search ignores accents and letter case, is stored in the URL, and reports an empty result', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.keyboard.press('/')
    await page.keyboard.type('CHAPADAO')
    await page.waitForURL('**/clientes?q=CHAPADAO')
    await expect.poll(() => names(page)).toEqual(['Sementes Chapadão'])
    await page.reload()
    expect(await names(page)).toEqual(['Sementes Chapadão'])
    await page.getByLabel('Buscar', { exact: true }).fill('sorizo')
    await page.getByText('Nada encontrado para “sorizo”.').waitFor()
    await page.getByRole('button', { name: 'Limpar busca' }).last().click()
    await expect.poll(() => names(page)).toHaveLength(3)
    expect(await page.getByLabel('Buscar', { exact: true }).inputValue()).toBe('')
  })

  test('the search finds a client by the former name of its municipality', async ({ page }) => {
    const found = clientRow(1, 'Pousada', { CODIGOCIDADE: 5107800, CIDADE: 'Santo Antônio de Leverger' })
    answer('GET /clients', { json: [found, clientRow(2, 'Hotel', { CODIGOCIDADE: 5107925, CIDADE: 'Sorriso' })] })
    await signIn(page, '/clientes?q=antonio+do+leverger')
    await page.getByText('Santo Antônio de Leverger').waitFor()
    expect(await names(page)).toEqual(['Pousada'])
  })

  test('a click on a header sorts the grid, and the status filter shows the number of inactive clients', async ({ page }) => {
    await signIn(page, '/clientes')
    const head = page.getByRole('columnheader', { name: 'Razão Social' })
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
    expect(await names(page)).toEqual(['Água Boa Transportes', 'Construtora Dal Maso', 'Sementes Chapadão'])
    await page.getByText('Inativos 1').click()
    await expect.poll(() => names(page)).toEqual(['Água Boa Transportes'])
    expect(new URL(page.url()).search).toBe('?ordem=razao-social&status=inativos')
  })

  test('if the list of clients does not load, the page shows the error and can request the list again', async ({ page, expected }) => {
    expected.push(/502|503/)
    answer('GET /clients', { status: 500, json: {} })
    await signIn(page, '/clientes')
    await page.getByText('Falha ao comunicar com o banco de dados!').waitFor()
    answer('GET /clients', { json: [] })
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText('Nenhum cliente cadastrado.').waitFor()
  })
})

describe('the client form', () => {
  test('the form reports missing fields, focuses the first one, and creates one record on a double click', async ({ page }) => {
    saves('POST', 9)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, 'Formulário inválido! Verifique os dados.')
    await page.getByText('Razão Social precisa ser preenchida.').waitFor()
    await page.getByText('Cidade precisa ser preenchida.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    await page.keyboard.type('Fazenda Nova')
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sao jose')
    await page.getByRole('option', { name: 'São José do Rio Claro - MT' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).dblclick()
    await toast(page, 'Novo Cliente criado com sucesso!')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(sent('POST /clients')).toEqual([clientBody({ nome: 'Fazenda Nova', idCidade: 2 })])
    expect(await names(page)).toEqual(['Fazenda Nova', 'Construtora Dal Maso', 'Água Boa Transportes', 'Sementes Chapadão'])
    expect(await page.locator('tbody tr').first().textContent()).toContain('São José do Rio Claro')
  })

  test('saving a changed client sends the version that the form has loaded, and updates the row without reloading the list', async ({ page }) => {
    saves('PUT', 1)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByLabel('Razão Social').fill('Sementes do Norte')
    await page.getByRole('switch').press('Space')
    await page.keyboard.press('Enter')
    await toast(page, 'Cliente Sementes do Norte alterado com sucesso!')
    expect(sent('PUT /clients')).toEqual([clientBody({ id: 1, versao: 4, nome: 'Sementes do Norte', idCidade: 1, status: 'I' })])
    expect(await names(page)).toEqual(['Construtora Dal Maso', 'Água Boa Transportes', 'Sementes do Norte'])
    expect(sent('GET /clients')).toHaveLength(1)
  })

  test('the form keeps the typed values if another person has changed the client or a field is refused', async ({ page, expected }) => {
    expected.push(/409|400/)
    answer('PUT /clients', { status: 409, json: { message: 'Este registro foi alterado por outra pessoa.' } })
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByLabel('Razão Social').fill('Meu nome')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByRole('dialog').getByText('Este registro foi alterado por outra pessoa.').waitFor()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('Meu nome')
    await page.getByLabel('Razão Social').fill('Nome com \u00a0')
    await page.getByLabel('Razão Social').evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'a\u0007b')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Contém caracteres que não são aceitos.').waitFor()
  })

  test('if the network fails during a save, the form shows a message, keeps the typed values, and can send the request again', async ({
    page,
    expected,
  }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED/)
    saves('PUT', 1)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByLabel('Razão Social').fill('Sem rede')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('O que você digitou continua aqui.').waitFor()
    await page.getByText('Sem conexão.').waitFor()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('Sem rede')
    await page.context().setOffline(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Tentar novamente' }).click()
    await toast(page, 'Cliente Sem rede alterado com sucesso!')
    await page.getByText('Sem conexão.').waitFor({ state: 'detached' })
  })
})
