// Tests the data load from a folder: which lines of a month's file become accounts, and which problems are reported for the others.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { Workbook } from 'exceljs'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { accounts, dataLoads, removedAccounts } from '../../server/api/db/schema.ts'
import { startIssuing } from '../../server/api/nfse/issuing.ts'
import { onBoth } from '../support/api.ts'

const HEADS =
  'empresa;conta;mes;centro_custo;documento;razao_social;logradouro;numero;bairro;municipio;cep;emails;codigo_servico;servico;discriminacao;valor;aliquota_iss;iss_retido;vencimento'
const line = (more: Record<string, string> = {}) => {
  const values: Record<string, string> = {
    empresa: 'Exemplo Sistemas · Sorriso',
    conta: '77001',
    mes: '05/2031',
    centro_custo: 'SySGrão',
    documento: '12.ABC.345/01DE-35',
    razao_social: 'Cerâmica & Irmãos',
    logradouro: 'Rua A',
    numero: '1',
    bairro: 'Centro',
    municipio: '5107925',
    cep: '78890-000',
    emails: 'a@exemplo.com.br, b@exemplo.com.br',
    codigo_servico: '01.05.01',
    servico: 'Licenciamento',
    discriminacao: 'Licença de maio',
    valor: '1.234,56',
    aliquota_iss: '2,5',
    iss_retido: 'S',
    vencimento: '20/05/2031',
    ...more,
  }
  return HEADS.split(';')
    .map((head) => values[head])
    .join(';')
}

onBoth('the data load', (api) => {
  let dir: string
  let issuing: Awaited<ReturnType<typeof startIssuing>>
  /** Messages in the operator's log. */
  const told: string[] = []
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'csnoteweb-load-'))
    issuing = await startIssuing({
      db: api.db,
      batch: 1,
      clock: () => api.time.now,
      loadDir: dir,
      source: async () => undefined,
      log: ({ reason }) => told.push(reason),
    })
  })
  beforeEach(() => void (told.length = 0))
  afterAll(async () => {
    await issuing.stop()
    await rm(dir, { recursive: true })
  })
  const load = async (month: string, file?: string | Buffer) => {
    if (file !== undefined) await writeFile(join(dir, `${month}.csv`), file)
    const asked = { month: `${month}-01`, state: 1 as const, userId: 2 }
    await api.db
      .insert(dataLoads)
      .values(asked)
      .onConflictDoUpdate({ target: dataLoads.month, set: { state: 1 } })
    issuing.wake()
    await issuing.idle()
    expect(await api.db.$count(dataLoads, and(eq(dataLoads.month, `${month}-01`), eq(dataLoads.state, 2)))).toBe(1)
    const [done] = await api.db
      .select()
      .from(dataLoads)
      .where(eq(dataLoads.month, `${month}-01`))
    return { noData: done?.noData, problems: done?.problems, refused: done?.refused, loaded: done?.loaded }
  }
  const stored = (month: string) =>
    api.db
      .select()
      .from(accounts)
      .where(eq(accounts.month, `${month}-01`))
      .orderBy(accounts.reference)

  test('valid lines are loaded, invalid lines are reported, and the corrected file loads the remaining lines', async () => {
    const bad = [
      line({ conta: '77002', centro_custo: 'Outro centro' }),
      line({ conta: '77003', municipio: '9999999' }),
      line({ conta: '77004', mes: '06/2031' }),
      line({ conta: '77005', vencimento: '31/02/2031' }),
      line({ conta: '77006', emails: 'não é' }),
      line({ conta: '77007', valor: '1.234' }),
      line({ conta: '77008', municipio: '123' }),
      line({ conta: '77009', cep: '7889' }),
      line({ conta: '77010', razao_social: '' }),
      line({ conta: '77001' }),
    ]
    expect(await load('2031-05', [HEADS, line(), ...bad].join('\r\n'))).toEqual({
      noData: false,
      problems: [
        'Linha 3: centro_custo: Centro de custo não existe: “Outro centro”.',
        'Linha 4: municipio “9999999”: Município não encontrado. Informe o código do IBGE, de 7 dígitos.',
        'Linha 5: É de outro mês: “06/2031”.',
        'Linha 6: vencimento: “31/02/2031” não serve; escreva como 25/11/2026.',
        'Linha 7: emails “não é”: E-mail inválido.',
        'Linha 8: valor: “1.234” não serve; escreva como 1.234,56.',
        'Linha 9: municipio “123”: Município: informe 7 dígitos.',
        'Linha 10: cep “7889”: CEP: informe 8 dígitos.',
        'Linha 11: razao_social (vazio): Razão Social precisa ser preenchida.',
        'Linha 12: Repete a linha 2.',
      ],
      loaded: 1,
      refused: 10,
    })
    expect(await stored('2031-05')).toMatchObject([
      {
        reference: 77_001,
        instalment: 1,
        document: '12ABC34501DE35',
        name: 'Cerâmica & Irmãos',
        cep: '78890000',
        emails: ['a@exemplo.com.br', 'b@exemplo.com.br'],
        serviceCode: '010501',
        cents: 123_456,
        issRate: 2.5,
        issWithheld: true,
        dueOn: '2031-05-20',
      },
    ])
    expect(await load('2031-05', [HEADS, line(), line({ conta: '77002' })].join('\n'))).toMatchObject({ noData: false, problems: [] })
    expect((await stored('2031-05')).map(({ reference }) => reference)).toEqual([77_001, 77_002])
  })

  test('a deleted account is not loaded again unless an operator first restores the account by an import', async () => {
    const file = [HEADS, line({ mes: '2032-05', conta: '77501' }), line({ mes: '2032-05', conta: '77502' })].join('\n')
    await load('2032-05', file)
    const [first] = await stored('2032-05')
    const { issuerId, reference, instalment } = first ?? {}
    await api.db.delete(accounts).where(eq(accounts.id, first?.id ?? 0))
    await api.db.insert(removedAccounts).values({ issuerId: issuerId ?? 0, reference: reference ?? 0, instalment: instalment ?? 0 })
    expect(await load('2032-05', file)).toMatchObject({
      loaded: 1,
      problems: ['Linha 2: Esta conta foi excluída em NFS-e Express: não volta pela carga.'],
    })
    expect((await stored('2032-05')).map((one) => one.reference)).toEqual([77_502])
    const { id: _, owedCents: __, receivedCents: ___, ...again } = first!
    await api.db.insert(accounts).values(again)
    expect(await load('2032-05', file)).toMatchObject({ loaded: 2, problems: [] })
  })

  test.each([
    ['lines', `${HEADS}\n${'x\n'.repeat(100_000)}`, 'O arquivo tem mais de 10.000 linhas, ou uma com mais de 8.000 caracteres.'],
    [
      'lines that end as on an old Mac',
      `${HEADS}\n\rx\r\n${'x\r'.repeat(100_000)}`,
      'O arquivo tem mais de 10.000 linhas, ou uma com mais de 8.000 caracteres.',
    ],
    ['columns', `${'x;'.repeat(5000)}\n`, 'O arquivo tem mais de 10.000 linhas, ou uma com mais de 8.000 caracteres.'],
    ['bytes', Buffer.alloc(4 * 1024 * 1024 + 1), 'O arquivo tem mais de 4 MB.'],
  ])('a load of a file with too many %s stores nothing and reports the reason', async (_, file, problem) => {
    expect(await load('2032-07', file)).toMatchObject({ loaded: 0, problems: [problem] })
    expect(told).toEqual([])
  })

  // Only the result is tested here. `npm run bench:odd` measures the duration.
  test('a load with one valid line among ten thousand invalid lines stores the valid line', async () => {
    const lines = Array.from({ length: 9_998 }, (_, nth) => line({ mes: '2032-08', conta: String(80_000 + nth), municipio: '9999999' }))
    expect(await load('2032-08', [HEADS, line({ mes: '2032-08', conta: '79999' }), ...lines].join('\n'))).toMatchObject({ loaded: 1, refused: 9_998 })
  })

  test('a load stops after 100 lines that the database refuses', async () => {
    await api.db.execute(
      sql`create function no_account() returns trigger language plpgsql as $$ begin raise exception using errcode = '23514', constraint = 'no_account'; end $$`,
    )
    await api.db.execute(sql`create trigger no_account before insert on accounts for each row execute function no_account()`)
    onTestFinished(async () => void (await api.db.execute(sql`drop trigger no_account on accounts`)))
    const lines = Array.from({ length: 500 }, (_, nth) => line({ mes: '2032-09', conta: String(81_000 + nth) }))
    const problem = 'O banco de dados não aceita mais de 100 linhas. Linha 2: O banco de dados não aceita esta linha (no_account).'
    expect(await load('2032-09', [HEADS, ...lines].join('\n'))).toMatchObject({ loaded: 0, refused: 0, problems: [problem] })
  })

  test('a load whose 1,200 lines all change accounts already sent is refused, and only the first reasons are listed', async () => {
    const lines = (value: string) => Array.from({ length: 1200 }, (_, nth) => line({ mes: '2032-06', conta: String(78_000 + nth), valor: value }))
    await load('2032-06', [HEADS, ...lines('10,00')].join('\n'))
    await api.db.update(accounts).set({ slipStatus: 2 }).where(eq(accounts.month, '2032-06-01'))
    expect(await load('2032-06', [HEADS, ...lines('10,00')].join('\n'))).toMatchObject({ loaded: 1200, refused: 0 })
    const { problems, ...all } = await load('2032-06', [HEADS, ...lines('11,00')].join('\n'))
    expect(all).toMatchObject({ loaded: 0, refused: 1200 })
    expect(problems?.[0]).toBe('Linha 2: Esta conta já foi enviada: não pode mais ser alterada.')
    expect(problems?.at(-1)).toBe('… e mais 1100.')
  })

  test('an invalid line does not keep the other lines from being loaded, whatever line endings the file has', async () => {
    const of = (conta: string, more = {}) => line({ mes: '2032-11', conta, ...more })
    const file = [HEADS, of('82001'), of('82002', { valor: 'x' }), of('82003')].join('\r')
    expect(await load('2032-11', `${file}\r\n${of('82004')}\n${of('82005')}`)).toMatchObject({
      loaded: 4,
      problems: ['Linha 3: valor: “x” não serve; escreva como 1.234,56.'],
    })
  })

  test('a missing closing quote is reported on every line that follows it', async () => {
    const of = (conta: string, more = {}) => line({ mes: '2032-12', conta, ...more })
    const open = [of('83001', { discriminacao: '"Sistema' }), of('83002'), of('83003', { discriminacao: 'Monitor 24"' })]
    const { problems, ...counts } = await load('2032-12', [HEADS, ...open, of('83004')].join('\n'))
    expect(counts).toMatchObject({ loaded: 1, refused: 3 })
    expect(problems).toEqual([
      expect.stringMatching(/^Linha 2: As aspas não fecham/),
      'Linha 3: Está dentro das aspas da linha 2.',
      'Linha 4: Está dentro das aspas da linha 2.',
    ])
    // A correctly quoted text is loaded, even if it has several lines.
    const text = { discriminacao: '"Licença;\n\n* módulo ""A"";\n* módulo B"' }
    expect(await load('2033-01', [HEADS, line({ mes: '2033-01', conta: '83005', ...text })].join('\n'))).toMatchObject({ loaded: 1, problems: [] })
    expect((await stored('2033-01'))[0]?.description).toBe('Licença;\n\n* módulo "A";\n* módulo B')
  })

  test('a line with an account that is already stored for another month is refused, and the account keeps its month', async () => {
    await load('2033-02', [HEADS, line({ mes: '2033-02', conta: '84001' })].join('\n'))
    expect(
      await load('2033-03', [HEADS, line({ mes: '2033-03', conta: '84001' }), line({ mes: '2033-03', conta: '84002' })].join('\n')),
    ).toMatchObject({
      loaded: 1,
      problems: ['Linha 2: Esta conta é de 02/2033: não muda de mês pela carga.'],
    })
    expect(await stored('2033-02')).toHaveLength(1)
  })

  test('a load changes the amount of an open account, but refuses the line of an account that was sent', async () => {
    await load('2031-07', [HEADS, line({ mes: '2031-07', conta: '77101' }), line({ mes: '2031-07', conta: '77102' })].join('\n'))
    const [first, second] = await stored('2031-07')
    await api.db
      .update(accounts)
      .set({ noteStatus: 2 })
      .where(eq(accounts.id, second?.id ?? 0))
    const dearer = { mes: '2031-07', valor: '2000,00' }
    expect(await load('2031-07', [HEADS, line({ ...dearer, conta: '77101' }), line({ ...dearer, conta: '77102' })].join('\n'))).toMatchObject({
      noData: false,
      problems: ['Linha 3: Esta conta já foi enviada: não pode mais ser alterada.'],
    })
    expect((await stored('2031-07')).map(({ id, cents }) => [id, cents])).toEqual([
      [first?.id, 200_000],
      [second?.id, 123_456],
    ])
  })

  test('a file in the Windows encoding is read, and a file without accounts is reported', async () => {
    expect(await load('2031-08', Buffer.from([HEADS, line({ mes: '08/2031', conta: '77201' })].join('\r\n'), 'latin1'))).toMatchObject({
      noData: false,
      problems: [],
    })
    expect((await stored('2031-08'))[0]?.name).toBe('Cerâmica & Irmãos')
    expect(await load('2031-09', 'nome;idade\nAna;3\n')).toMatchObject({
      noData: true,
      problems: [expect.stringMatching(/^Colunas desconhecidas: nome, idade\. Faltam/)],
    })
    expect(await load('2031-10', '')).toMatchObject({ noData: true, problems: ['O arquivo está vazio.'] })
    expect(await load('2031-11')).toMatchObject({ noData: true, problems: [] })
  })

  test('an .xlsx file is read, an .ods file is refused, and a CNPJ or CPF that lost its leading zeros is reported', async () => {
    const book = new Workbook()
    const sheet = book.addWorksheet('Contas')
    for (const row of [
      HEADS,
      line({ mes: '11/2033', conta: '77901' }),
      line({ mes: '11/2033', conta: '77902', documento: '4218377000172', cep: '1310100' }),
    ])
      sheet.addRow(row.split(';'))
    await writeFile(join(dir, '2033-11.xlsx'), Buffer.from(await book.xlsx.writeBuffer()))
    expect(await load('2033-11')).toMatchObject({
      loaded: 1,
      problems: [
        'Linha 3: documento: “4218377000172” parece ter perdido o zero: 04218377000172.',
        'Linha 3: cep: “1310100” parece ter perdido o zero: 01310100.',
      ],
    })
    expect((await stored('2033-11')).map(({ reference }) => reference)).toEqual([77_901])
    await writeFile(join(dir, '2033-12.ods'), 'PK\u0003\u0004'.padEnd(30, '\0') + 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet')
    expect(await load('2033-12')).toMatchObject({ noData: true, problems: ['Este arquivo é uma planilha .ods: salve-a como .xlsx ou CSV.'] })
  })

  test('a load does not follow a symbolic link and does not read a pipe', async () => {
    await symlink('/etc/hostname', join(dir, '2032-01.csv'))
    execFileSync('mkfifo', [join(dir, '2032-02.csv')])
    for (const month of ['2032-01', '2032-02'])
      expect(await load(month)).toMatchObject({ noData: true, problems: ['O arquivo do mês não pôde ser lido.'] })
    expect(told).toEqual([expect.stringContaining('2032-01.csv'), expect.stringContaining('2032-02.csv')])
    const [long] = (await load('2032-03', [HEADS, line({ mes: 'x'.repeat(100_000), conta: '77401' })].join('\n'))).problems ?? []
    expect(long?.length).toBeLessThan(200)
  })

  test('if the database fails during a load, the error is logged for the operator, and the load can be requested again', async () => {
    const file = [HEADS, line({ mes: '2032-10', conta: '77801' })].join('\n')
    await api.db.execute(
      sql`create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$`,
    )
    const drop = () => api.db.execute(sql`drop trigger if exists full_disk on accounts`)
    onTestFinished(async () => void (await drop()))
    await api.db.execute(sql`create trigger full_disk before insert on accounts execute function full_disk()`)
    const nothing = { noData: true, problems: ['Falha interna: nada foi carregado. Solicite de novo.'] }
    expect(await load('2032-10', file)).toMatchObject(nothing)
    expect(told).toEqual([expect.stringContaining('the disk is full')])
    await drop()
    expect(await load('2032-10', file)).toMatchObject({ loaded: 1, problems: [] })
  })

  test('a load is started again if its worker was killed', async () => {
    await writeFile(join(dir, '2031-12.csv'), [HEADS, line({ mes: '12/2031', conta: '77301' })].join('\n'))
    await api.db.insert(dataLoads).values({ month: '2031-12-01', state: 0, userId: 2, leasedUntil: sql`now() - interval '1 second'` })
    issuing.wake()
    await issuing.idle()
    expect(await stored('2031-12')).toHaveLength(1)
  })

  test('the server does not start if the XSD folder is not the official package', async () => {
    const start = startIssuing({ db: api.db, batch: 1, clock: () => api.time.now, xsdDir: dir, source: async () => undefined, log: () => undefined })
    await expect(start).rejects.toThrow(/^NFSE_XSD_DIR não tem o arquivo DPS_v1\.01\.xsd/)
  })
})
