import { ValueType, Workbook } from 'exceljs'
import { describe, expect } from 'vitest'
import { axe, still, testInOne as test } from '../support/browser.ts'
import { client, company } from '../support/company.ts'
import type { Page } from 'playwright-core'

const { answer, sent, signIn, url, people } = company()

const names = (page: Page) => page.locator('tbody td:nth-child(2)').allTextContents()
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

/** Answers a write as the embedded API does. */
const saves = (method: 'POST' | 'PUT', id: number) =>
  answer(`${method} /clients`, (_req, res) => {
    const { nome, status } = sent(`${method} /clients`).at(-1) as { nome: string; status: string }
    res
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ CODIGOCLIENTE: id, NOMEFANTASIACLIENTE: nome, CODIGO_STATUS: status }))
  })

describe('the grid', () => {
  test('gives the form what is typed while it is coming', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.keyboard.press('n')
    await page.keyboard.type('Abcdef', { delay: 10 })
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Abcdef')
  })

  test('is in the HTML and asks for nothing again, descending by code', async ({ page }) => {
    await signIn(page, '/clientes')
    expect(await names(page)).toEqual(['Construtora Dal Maso', 'Água Boa Transportes', 'Sementes Chapadão'])
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByRole('dialog').waitFor()
    expect(sent('GET /clients')).toHaveLength(1)
    expect(await page.title()).toBe('Clientes · csnoteweb')
  })

  test('searches without accents or case, says so in the URL, and finds nothing kindly', async ({ page }) => {
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

  test('sorts by its heads and filters by status, with counts', async ({ page }) => {
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

  test('remembers the columns, for the server too', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByLabel('Cidade').uncheck()
    await page.getByRole('columnheader', { name: 'Cidade' }).waitFor({ state: 'detached' })
    const html = await (await page.request.get(url('/clientes'))).text()
    expect(html).toContain('Razão Social')
    expect(html).not.toContain('>Cidade<')
  })

  test('exports exactly what it shows, numbers as numbers [1.2.10]', async ({ page }) => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', `=HYPERLINK("https://evil.example")`, 'a\uFFFEb\0']
    answer('GET /clients', { json: [...formulas.map((text, i) => client(i + 1, text)), client(9, 'Água Boa Transportes', 'I')] })
    await signIn(page, '/clientes?status=ativos&colunas=codigo,razao-social')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar' }).click()])
    expect(download.suggestedFilename()).toMatch(/^Clientes \d{2}-\d{2}-\d{4}\.xlsx$/)
    const book = new Workbook()
    await book.xlsx.readFile(await download.path())
    const rows = book.getWorksheet('Clientes')?.getSheetValues().slice(1) as unknown[][]
    expect(rows.map((row) => row.slice(1))).toEqual([
      ['Filtros: Status: Ativos'],
      ['Código', 'Razão Social'],
      ...formulas.map((text, i) => [i + 1, text.replace('\r', '\n').replaceAll(/[\uFFFE\0]/g, '')]).toReversed(),
    ])
    expect(book.getWorksheet('Clientes')?.getCell('B3').type).toBe(ValueType.String)
  })

  test('says that it could not be exported', async ({ open, expected }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED/)
    const page = await open()
    await signIn(page, '/clientes')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await toast(page, 'Falha ao comunicar com o banco de dados!')
  })

  test('says what failed, and asks again', async ({ page, expected }) => {
    expected.push(/502|503/)
    answer('GET /clients', { status: 500, json: {} })
    await signIn(page, '/clientes')
    await page.getByText('Falha ao comunicar com o banco de dados!').waitFor()
    answer('GET /clients', { json: [] })
    await page.getByRole('button', { name: 'Tentar novamente' }).click()
    await page.getByText('Nenhum cliente cadastrado.').waitFor()
  })

  test('says the status of a refusal that is a proxy’s page', async ({ page, expected }) => {
    expected.push(/413/)
    await signIn(page, '/clientes')
    await page.route('**/api/clients/1', (route) => route.fulfill({ status: 413, contentType: 'text/html', body: '<html>proxy</html>' }))
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await toast(page, '413 - Falha na comunicação!')
  })

  test('shows — for what the API leaves out, and asks for it in the form', async ({ page }) => {
    const { NOMEFANTASIACLIENTE: _name, CIDADE: _city, ...rest } = client(1)
    answer('GET /clients', { json: [rest] })
    answer('GET /clients/1', { json: [rest] })
    await signIn(page, '/clientes')
    expect(await page.locator('tbody td').allTextContents()).toEqual(['1', '—', '—', 'Ativo', ''])
    await page.locator('tbody').getByRole('button', { name: 'Editar' }).click()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Razão Social precisa ser preenchida.').waitFor()
  })

  test('is cards on a phone, whole cards to touch', async ({ open }) => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await signIn(page, '/clientes')
    await page.getByText('Sementes Chapadão').click({ force: true, position: { x: 5, y: 5 } })
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Sementes Chapadão')
    expect(await axe(page)).toEqual([])
  })
})

describe('the form', () => {
  test('sends once what is submitted three times before anything is drawn', async ({ page }) => {
    saves('POST', 9)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByLabel('Razão Social').fill('Uma só vez')
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).click()
    await page.locator('form.form').evaluate((form: HTMLFormElement) => {
      for (let times = 0; times < 3; times += 1) form.requestSubmit()
    })
    await toast(page, 'Novo Cliente criado com sucesso!')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(sent('POST /clients')).toHaveLength(1)
  })

  test('says that a text is too long or has nothing to see, as the API does, and cuts nothing', async ({ page }) => {
    saves('POST', 9)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).click()
    const name = page.getByLabel('Razão Social')
    for (const [typed, said] of [
      ['\u{1F33E}'.repeat(151), 'Razão Social não pode ter mais que 150 caracteres.'],
      ['\u200B\u200C\u200D\uFEFF\u2060', 'Razão Social precisa ser preenchida.'],
    ] as const) {
      await name.fill(typed)
      await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
      await page.getByText(said, { exact: true }).waitFor()
      expect(await name.inputValue()).toBe(typed)
    }
    expect(sent('POST /clients')).toEqual([])
    await name.fill('\u{1F33E}'.repeat(150))
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, 'Novo Cliente criado com sucesso!')
    expect(sent('POST /clients')).toMatchObject([{ nome: '\u{1F33E}'.repeat(150) }])
  })

  test('warns, focuses the first wrong field, and creates once on a double click', async ({ page }) => {
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
    expect(sent('POST /clients')).toEqual([{ nome: 'Fazenda Nova', idCidade: 2, status: 'A', telefone: '' }])
    expect(await names(page)).toEqual(['Fazenda Nova', 'Construtora Dal Maso', 'Água Boa Transportes', 'Sementes Chapadão'])
    expect(await page.locator('tbody tr').first().textContent()).toContain('São José do Rio Claro')
  })

  test('changes the row in place, with the version it read', async ({ page }) => {
    saves('PUT', 1)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByLabel('Razão Social').fill('Sementes do Norte')
    await page.getByRole('switch').press('Space')
    await page.keyboard.press('Enter')
    await toast(page, 'Cliente Sementes do Norte alterado com sucesso!')
    expect(sent('PUT /clients')).toEqual([{ id: 1, versao: 4, nome: 'Sementes do Norte', idCidade: 1, status: 'I', telefone: '' }])
    expect(await names(page)).toEqual(['Construtora Dal Maso', 'Água Boa Transportes', 'Sementes do Norte'])
    expect(sent('GET /clients')).toHaveLength(1)
  })

  test('is not what a late answer makes of it: a new record stays a new one', async ({ page }) => {
    saves('POST', 4)
    const late = Promise.withResolvers<void>()
    await page.route('**/api/clients/1', async (route) => {
      await late.promise
      await route.continue()
    })
    await signIn(page, '/clientes')
    const asked = page.waitForRequest('**/api/clients/1')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await asked
    await page.getByRole('button', { name: 'Novo Cliente' }).click({ force: true })
    await page.getByLabel('Razão Social').fill('Fazenda Nova')
    const answered = page.waitForResponse('**/api/clients/1')
    late.resolve()
    await (await answered).finished()
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, 'Novo Cliente criado com sucesso!')
    expect([sent('POST /clients'), sent('PUT /clients')]).toMatchObject([[{ nome: 'Fazenda Nova' }], []])
  })

  test('keeps what was typed when someone else was faster, and when the server refuses a field', async ({ page, expected }) => {
    expected.push(/409|400/)
    answer('PUT /clients', { status: 409, json: { message: 'Este registro foi alterado por outra pessoa.' } })
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByLabel('Razão Social').fill('Meu nome')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByRole('dialog').getByText('Este registro foi alterado por outra pessoa.').waitFor()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('Meu nome')
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Razão Social').fill('Nome com \u00a0')
    await page.getByLabel('Razão Social').evaluate((input: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'a\u0007b')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Contém caracteres que não são aceitos.').waitFor()
  })

  test.for([
    ['POST', 'novo', 'Falha ao criar cliente!'],
    ['PUT', 'editar&id=1', 'Falha ao alterar cliente!'],
  ] as const)('says what failed when the server does not say it: %s', async ([method, action, words], { page, expected }) => {
    expected.push(/502/)
    answer(`${method} /clients`, { status: 500, json: {} })
    await signIn(page, `/clientes?acao=${action}`)
    await page.getByLabel('Razão Social').fill('Fazenda Nova')
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sao jose')
    await page.getByRole('option', { name: 'São José do Rio Claro - MT' }).click()
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await toast(page, words)
    await page.getByText('502 - Falha na comunicação!').waitFor()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('Fazenda Nova')
  })

  test('keeps what was typed without a network, says so, and tries again', async ({ page, expected }) => {
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

  test('is there again after the session ended, for the same person only', async ({ page, expected }) => {
    expected.push(/401/)
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Novo Cliente' }).click()
    await page.getByLabel('Razão Social').fill('Quase salvo')
    await page.getByRole('combobox', { name: 'Cidade' }).fill('sinop')
    await page.getByRole('option', { name: 'Sinop - MT' }).click()
    answer('POST /clients', { status: 401, json: {} })
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Sua sessão terminou.').first().waitFor()
    expect(new URL(page.url()).searchParams.get('volta')).toBe('/clientes?acao=novo')
    await page.getByLabel('E-mail').fill('ana@x.co')
    await page.getByLabel('Senha', { exact: true }).fill('senha')
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.waitForURL('**/clientes?acao=novo')
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Quase salvo')
    await expect.poll(() => page.getByRole('combobox', { name: 'Cidade' }).inputValue()).toBe('Sinop - MT')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Sua sessão terminou.').first().waitFor()
    await page.getByLabel('E-mail').fill('rui@x.co')
    await page.getByLabel('Senha', { exact: true }).fill('senha')
    await page.getByRole('button', { name: 'Conectar' }).click()
    await page.waitForURL('**/clientes?acao=novo')
    await page.getByText('É bom ter você por aqui Rui!').waitFor()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('')
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('rascunho')))).toEqual([])
  })

  test('closes on Esc and gives the focus back', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Editar Sementes Chapadão')
  })

  test('is not offered to whoever may not', async ({ page, expected }) => {
    expected.push(/403/)
    people().set('eva@x.co', { id: 9, name: 'Eva', supervisor: 'N', departamento: 3, status: 'A', acessos: [] })
    await signIn(page, '/clientes', 'eva@x.co')
    await page.waitForURL('**/home')
    await toast(page, 'Acesso não permitido')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('cliente')
    await page.getByText('Nada encontrado para “cliente”.').waitFor()
  })
})

describe('axe', () => {
  test('finds nothing in the grid and its form', async ({ page }) => {
    await still(page)
    await signIn(page, '/clientes')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByLabel('Razão Social').fill('')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Razão Social precisa ser preenchida.').waitFor()
    expect(await axe(page)).toEqual([])
  })
})
