// Tests Clientes in a real browser: files, a phone, unusual responses and accessibility.
import { ValueType, Workbook } from 'exceljs'
import { describe, expect } from 'vitest'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { clientRow } from '../../support/client-samples.ts'
import { toast, clientsScreen } from '../../support/clients-screen.ts'

const { answer, sent, signIn, url, people, saves } = clientsScreen()

describe('the grid of clients', () => {
  test('the exported file contains exactly the displayed rows, and its numbers are number cells [1.2.10]', async ({ page }) => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', `=HYPERLINK("https://evil.example")`, 'a\uFFFEb\0']
    answer('GET /clients', {
      json: [...formulas.map((text, i) => clientRow(i + 1, text)), clientRow(9, 'Água Boa Transportes', { CODIGO_STATUS: 'I' })],
    })
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

  test('a failed export is reported', async ({ open, expected }) => {
    expected.push(/ERR_INTERNET_DISCONNECTED/)
    const page = await open()
    await signIn(page, '/clientes')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Exportar' }).click()
    await toast(page, 'Falha ao comunicar com o banco de dados!')
  })

  test('if a proxy answers with an error page, the message contains the status code', async ({ page, expected }) => {
    expected.push(/413/)
    await signIn(page, '/clientes')
    await page.route('**/api/clients/1', (route) => route.fulfill({ status: 413, contentType: 'text/html', body: '<html>proxy</html>' }))
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await toast(page, '413 - Falha na comunicação!')
  })

  test('a field that is missing in the API’s reply is shown as —, and the form requires it before saving', async ({ page }) => {
    const { NOMEFANTASIACLIENTE: _name, CIDADE: _city, ...rest } = clientRow(1)
    answer('GET /clients', { json: [rest] })
    answer('GET /clients/1', { json: [rest] })
    await signIn(page, '/clientes')
    expect(await page.locator('tbody td').allTextContents()).toEqual(['1', '—', '—', 'Ativo', ''])
    await page.locator('tbody').getByRole('button', { name: 'Editar' }).click()
    expect(await page.getByLabel('Razão Social').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Razão Social precisa ser preenchida.').waitFor()
  })

  test('on a phone, the grid shows cards, and a tap anywhere on a card opens the record', async ({ open }) => {
    const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true })
    await signIn(page, '/clientes')
    await page.getByText('Sementes Chapadão').click({ force: true, position: { x: 5, y: 5 } })
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Sementes Chapadão')
    expect(await axe(page)).toEqual([])
  })

  test('letters typed after the key N, while the form still loads, appear in its first field', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.keyboard.press('n')
    await page.keyboard.type('Abcdef', { delay: 10 })
    await expect.poll(() => page.getByLabel('Razão Social').inputValue()).toBe('Abcdef')
  })

  test('a hidden column of the list of clients stays hidden, also in the HTML from the server', async ({ page }) => {
    await signIn(page, '/clientes')
    await page.getByRole('button', { name: 'Colunas' }).click()
    await page.getByLabel('Cidade').uncheck()
    await page.getByRole('columnheader', { name: 'Cidade' }).waitFor({ state: 'detached' })
    const html = await (await page.request.get(url('/clientes'))).text()
    expect(html).toContain('Razão Social')
    expect(html).not.toContain('>Cidade<')
  })
})

describe('the client form', () => {
  test('the form reports a text that is too long or blank with the same message as the API, and cuts nothing off', async ({ page }) => {
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

  test('the form for a new client stays unchanged if the response for another client arrives late', async ({ page }) => {
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

  test.for([
    ['POST', 'novo', 'Falha ao criar cliente!'],
    ['PUT', 'editar&id=1', 'Falha ao alterar cliente!'],
  ] as const)('a failed request is reported even if the server sends no message: %s', async ([method, action, words], { page, expected }) => {
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

  test('a person without the menu Clientes is redirected to Home, and the palette finds no clients', async ({ page, expected }) => {
    expected.push(/403/)
    people().set('eva@x.co', { id: 9, name: 'Eva', supervisor: 'N', departamento: 3, status: 'A', acessos: [] })
    await signIn(page, '/clientes', 'eva@x.co')
    await page.waitForURL('**/home')
    await toast(page, 'Acesso não permitido')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Buscar ou ir para…').fill('cliente')
    await page.getByText('Nada encontrado para “cliente”.').waitFor()
  })

  test('if the session ends during a save, the form reopens with the draft once the same person signs in, but not for another person', async ({
    page,
    expected,
  }) => {
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
})

describe('the screen and the form of a client', () => {
  test('axe finds no violation in the list of clients and in the form', async ({ page, expected }) => {
    expected.push(/409/)
    await reduceMotion(page)
    await signIn(page, '/clientes')
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Editar Sementes Chapadão' }).click()
    await page.getByLabel('Razão Social').fill('')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByText('Razão Social precisa ser preenchida.').waitFor()
    expect(await axe(page)).toEqual([])
    answer('PUT /clients', { status: 409, json: { message: 'Este registro foi alterado por outra pessoa.' } })
    await page.getByLabel('Razão Social').fill('Meu nome')
    await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
    await page.getByRole('dialog').getByText('Este registro foi alterado por outra pessoa.').waitFor()
    expect(await axe(page)).toEqual([])
  })
})
