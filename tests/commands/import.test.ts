// Tests `npm run import`, which reads a company's records from spreadsheets: the command itself, and the import into both kinds of database.
import { once } from 'node:events'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities'
import { eq, like, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../../server/api/db/connection.ts'
import { knock, openDoor } from '../../server/api/db/door.ts'
import { answersTo, bring } from '../../server/api/db/operator.ts'
import { batches, batchMovements, cars, cities, clients, companies, regions, users } from '../../server/api/db/schema.ts'
import { connectOnce } from '../../server/api/db/server.ts'
import { importLines, type Outcome } from '../../server/api/import.ts'
import { sheets, type Kind } from '../../server/api/registers.ts'
import { demo, newStorage, onBoth } from '../support/api.ts'
import { apart, here } from '../support/command.ts'
import {
  batchMovement,
  BRANCH,
  commission,
  dreAccount,
  entry,
  movement,
  posting,
  project,
  receivable,
  samples,
  service,
  sprintTask,
  step,
  type Values,
} from '../support/import-samples.ts'

const quiet = () => undefined
const lines = (...values: Values[]) => values.map((each, index) => ({ line: index + 2, values: each }))
const said = ({ created, changed, same }: Outcome) => [created, changed, same]

it('every kind of import file has sample lines in the tests', () => {
  const kinds = samples.map(([kind]) => kind)
  expect(kinds, 'tests/support/registers: a kind of server/api/registers.ts lacks its sample').toEqual(expect.arrayContaining(Object.keys(sheets)))
})

it.each(Object.entries(sheets))('each optional column of a file of %s is declared with its database column', (_kind, { heads, optional }) => {
  const mayLack = Object.entries(heads).flatMap(([name, hint]) => (hint.endsWith('?') ? [name] : []))
  // `uf` only helps to find the city and is not stored, so it has no value to keep.
  expect(mayLack.filter((name) => name !== 'uf' && !Object.hasOwn(optional, name))).toEqual([])
})

onBoth('an imported file', (api) => {
  beforeAll(() => api.db.insert(companies).values({ name: BRANCH }))
  const count = async (table: string) => {
    const [row] = await api.db.select({ n: sql<number>`count(*)::int` }).from(sql`${sql.identifier(table)}`)
    return row?.n
  }

  it('a client is imported even if its municipality has a former name or another kind of hyphen or apostrophe', async () => {
    const written: [string, number][] = [
      ['Fortaleza do Tabocão', 1_708_254],
      ['Tabocão', 1_708_254],
      ['Santo Antônio do Leverger', 5_107_800],
      ['Olho-d’Água do Borges', 2_408_409],
      ['Grão Pará', 4_206_108],
      ['São Luiz do Anauá', 1_400_605],
    ]
    const named = written.map(([cidade], nth) => ({ nome: `Cliente de nome antigo ${nth}`, cidade }))
    expect(await importLines(api.db, { kind: 'clients', lines: lines(...named), check: false }, quiet)).toMatchObject({ problems: [] })
    const stored = await api.db.select().from(clients).where(like(clients.name, 'Cliente de nome antigo %')).orderBy(clients.name)
    expect(stored.map(({ cityId }) => cityId)).toEqual(written.map(([, id]) => id))
  })

  it('every municipality has its current official name, in a new and in a migrated database', async () => {
    const names = async () => (await api.db.select().from(cities).orderBy(cities.id)).map(({ id, name, uf }) => [id, name, uf])
    const today = getMunicipalities()
      .map(({ code, name, stateCode }) => [Number(code), name, stateCode])
      .toSorted(([a], [b]) => Number(a) - Number(b))
    expect(await names()).toEqual(today)
    await api.db.update(cities).set({ name: 'Fortaleza do Tabocão' }).where(eq(cities.id, 1_708_254))
    const migration = join(import.meta.dirname, '../../server/api/db/migrations/0019_cities_of_today.sql')
    await api.db.execute(sql.raw(await readFile(migration, 'utf8')))
    expect(await names()).toEqual(today)
  })

  it.each(samples)(
    'a file of %s creates or changes the record with its key, and importing it again changes nothing, even without optional columns',
    async (name, fresh, other, table) => {
      const bringing = (values: Values, check = false) => importLines(api.db, { kind: name, lines: lines(values), check }, quiet)
      const before = (await count(table)) ?? 0
      expect(said(await bringing(fresh, true))).toEqual([1, 0, 0])
      expect(await count(table)).toBe(before)
      expect(said(await bringing(fresh))).toEqual([1, 0, 0])
      expect(said(await bringing(fresh))).toEqual([0, 0, 1])
      expect(said(await bringing(other))).toEqual([0, 1, 0])
      expect(said(await bringing(other))).toEqual([0, 0, 1])
      expect(await count(table)).toBe(before + 1)
      const [planned] = await api.db
        .select({ rows: sql<number>`reltuples::int` })
        .from(sql`pg_class`)
        .where(sql`oid = ${table}::regclass`)
      expect(planned?.rows).toBe(before + 1)
      // A file without the optional columns finds the record and keeps its values. Key columns stay, because they identify the record.
      const { heads, key, optional } = sheets[name]
      const mayLack = Object.keys(heads).filter((head) => heads[head]?.endsWith('?') && !key.includes(optional[head] ?? ''))
      const short = Object.fromEntries(Object.entries(other).filter(([head]) => !mayLack.includes(head)))
      const hint = 'tests/support: the changed record of the sample needs a value other than the default in an optional column'
      expect(Object.keys(short).length < Object.keys(other).length, hint).toBe(mayLack.length > 0)
      expect(await bringing(short)).toMatchObject({ problems: [], created: 0, changed: 0, same: 1 })
    },
  )

  it.each<[Kind, Values, string]>([
    ['batch-movements', batchMovement, 'batch_movements'],
    ['movements', movement, 'service_movements'],
    ['commissions', commission, 'commissions'],
  ])('a file of %s creates a new record if the stored one is inactive', async (kind, line, table) => {
    const bringing = (values: Values) =>
      importLines(api.db, { kind, lines: lines({ ...values, valor: '77,07', ticket: '7707' }), check: false }, quiet)
    const before = (await count(table)) ?? 0
    expect(said(await bringing({ ...line, status: 'I' }))).toEqual([1, 0, 0])
    expect(said(await bringing({ ...line, status: 'I' }))).toEqual([0, 0, 1])
    // A line without a status describes an active record. The stored one is inactive, so a second record is created.
    expect(said(await bringing(line))).toEqual([1, 0, 0])
    expect(said(await bringing(line))).toEqual([0, 0, 1])
    expect(await count(table)).toBe(before + 2)
  })

  it('a file of people stores their menus, but nobody can sign in without a new password', async () => {
    const nara = { nome: 'Nara Sá', email: 'nara@exemplo.com.br', departamento: '3', menus: 'Clientes' }
    expect(said(await importLines(api.db, { kind: 'users', lines: lines(nara), check: false }, quiet))).toEqual([1, 0, 0])
    const menus = await api.db.execute(
      sql`select m.title from users u join user_menus g on g.user_id = u.id join menus m on m.id = g.menu_id where u.email = 'nara@exemplo.com.br'`,
    )
    expect(JSON.stringify(menus)).toContain('Clientes')
    expect(JSON.stringify(menus)).not.toContain('Track')
    expect(await api.ask('POST', '/auth', { body: { email: 'nara@exemplo.com.br', password: '' } })).toMatchObject({ status: 400 })
    expect(await api.ask('POST', '/auth', { body: { email: 'nara@exemplo.com.br', password: 'exemplo-2026' } })).toMatchObject({ status: 401 })
  })

  it('a file of people without an optional column leaves the stored values of this column unchanged', async () => {
    const line = { nome: 'Lia Sá', email: 'lia@exemplo.com.br', departamento: '3', menus: 'Clientes' }
    const lia = async () => {
      const [found] = await api.db.select().from(users).where(eq(users.email, line.email))
      return { status: found?.status, supervisor: found?.supervisor, commission: Number(found?.commission) }
    }
    const bringing = (values: Values) => importLines(api.db, { kind: 'users', lines: lines(values), check: false }, quiet)
    await bringing({ ...line, status: 'I', supervisor: 'S', comissao: '3,5' })
    expect(said(await bringing(line))).toEqual([0, 0, 1])
    expect(said(await bringing({ ...line, nome: 'Lia' }))).toEqual([0, 1, 0])
    expect(await lia()).toEqual({ status: 'I', supervisor: 'S', commission: 3.5 })
    // Optional columns that are present but empty store the default values.
    await bringing({ ...line, status: '', supervisor: '', comissao: '' })
    expect(await lia()).toEqual({ status: 'A', supervisor: 'N', commission: 0 })
  })

  it('a file that changes a person’s menus increments the version, so that a form that was opened earlier is refused [15.4.2]', async () => {
    const eva = { nome: 'Eva Sá', email: 'eva@exemplo.com.br', departamento: '3', comissao: '2,5' }
    const version = async () => (await api.db.select({ version: users.version }).from(users).where(eq(users.email, eva.email)))[0]?.version ?? NaN
    const bringing = (menus: string) => importLines(api.db, { kind: 'users', lines: lines({ ...eva, menus }), check: false }, quiet)
    await bringing('Clientes')
    const before = await version()
    for (const menus of ['Carros|Clientes', 'Clientes|Carros', 'Clientes']) await bringing(menus)
    expect(await version()).toBe(before + 2)
  })

  it.each<[Kind, Values[], string[]]>([
    ['clients', [{ nome: '', cidade: 'Sinop' }], ['2 nome (vazio): Razão Social precisa ser preenchida.']],
    ['clients', [{ nome: 'A', cidade: '' }], ['2 cidade (vazio): Cidade precisa ser preenchida.']],
    ['clients', [{ nome: 'A', cidade: 'Lugar Nenhum' }], ['2 cidade: Cidade não existe: “Lugar Nenhum”.']],
    ['clients', [{ nome: 'A', cidade: 'Bom Jesus' }], ['2 cidade: Há mais de um registro com esse nome: “Bom Jesus”. Preencha a coluna uf.']],
    ['clients', [{ nome: 'A', cidade: 'Sinop', status: 'x' }], ['2 status: “x” não serve; escreva A ou I.']],
    ['clients', [{ nome: 'A', cidade: 'Sinop', status: 'constructor' }], ['2 status: “constructor” não serve; escreva A ou I.']],
    [
      'clients',
      [
        { nome: 'Á', cidade: 'Sinop' },
        { nome: 'a ', cidade: 'sinop', uf: 'MT' },
      ],
      ['3 Repete a linha 2.'],
    ],
    [
      'activities',
      [{ descricao: 'x'.repeat(51) }],
      ['2 descricao “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx”: Descrição não pode ter mais que 50 caracteres.'],
    ],
    ['activities', [{ descricao: 'A', tv: 'talvez' }], ['2 tv: “talvez” não serve; escreva N ou S.']],
    [
      'users',
      [{ nome: 'A', email: 'x', departamento: '3', menus: '' }],
      ['2 email “x”: E-mail precisa ser válido!', '2 menus (vazio): Escolha pelo menos um menu.'],
    ],
    ['users', [{ nome: 'A', email: 'a@b.co', departamento: 'Lua', menus: 'Track' }], ['2 departamento: Departamento não existe: “Lua”.']],
    [
      'users',
      [{ nome: 'A', email: 'a@b.co', departamento: '3', menus: 'Track', comissao: '101' }],
      ['2 comissao “101”: Valor máximo permitido é 100.'],
    ],
    ['time', [{ ...entry, data: '31/02/2026' }], ['2 data: “31/02/2026” não serve; escreva como 25/11/2026.']],
    ['time', [{ ...entry, fim: '25:00' }], ['2 fim: “25:00” não serve; escreva como 08:00.']],
    ['time', [{ ...entry, fim: '08:00' }], ['2 fim “08:00”, inicio “8:00”: O fim é igual ao início.']],
    ['time', [{ ...entry, modulo: 'Lua' }], ['2 modulo: Módulo não existe: “Lua”.']],
    ['time', [{ ...entry, colaborador: 'Ninguém' }], ['2 colaborador: Colaborador não existe: “Ninguém”.']],
    ['track-modules', [{ descricao: 'A', cor: 'verde' }], ['2 cor “verde”: Cor inválida: escreva como #2E7D32.']],
    [
      'sprints',
      [{ descricao: 'SPRINT 1', inicio: '02/01/2026', fim: '01/01/2026' }],
      ['2 fim “01/01/2026”: Data final não pode ser menor que data inicial.'],
    ],
    ['sprint-tasks', [{ ...sprintTask, sprint: 'SPRINT 0' }], ['2 sprint: Sprint não existe: “SPRINT 0”.']],
    ['projects', [{ ...project, tipo: 'Processo' }], ['2 tipo: “Processo” não serve; escreva P ou T.']],
    ['projects', [{ ...project, situacao: 'Parado' }], ['2 situacao: Status não existe: “Parado”.']],
    ['projects', [{ ...project, prioridade: '' }], ['2 prioridade (vazio): Esse campo precisa ser preenchido.']],
    ['projects', [{ ...project, prioridade: '6' }], ['2 prioridade “6”: Informe uma prioridade de 0 a 5.']],
    ['projects', [{ ...project, progresso: '' }], ['2 progresso (vazio): Não pode ser menor que 0% nem maior que 100%']],
    ['projects', [{ ...project, progresso: '100,1' }], ['2 progresso “100,1”: Não pode ser menor que 0% nem maior que 100%']],
    ['projects', [{ ...project, tarefa: '0x10' }], ['2 tarefa “0x10”: Código inválido.']],
    ['projects', [{ ...project, fim: '31/01/2026' }], ['2 fim “31/01/2026”: Data final não pode ser menor que data inicial.']],
    ['steps', [{ ...step, projeto: 'Lua' }], ['2 projeto: Projeto não existe: “Lua”.']],
    ['steps', [{ ...step, responsavel: 'Ninguém' }], ['2 responsavel: Colaborador não existe: “Ninguém”.']],
    ['services', [{ ...service, cliente: 'Ninguém' }], ['2 cliente: Cliente não existe: “Ninguém”.']],
    [
      'services',
      [{ ...service, horas: '12' }],
      ['2 horas “12”: Formato inválido. Use HH:MM ou HHH:MM.', '2 horas “12”: Minutos devem estar entre 00 e 59.'],
    ],
    ['services', [{ ...service, valor: '100.000,00' }], ['2 valor “100.000,00”: Valor máximo permitido é 99999.']],
    ['services', [{ ...service, valor: '1.195' }], ['2 valor “1.195”: Informe um número válido.']],
    ['movements', [{ ...movement, controle: '1' }], ['2 controle: Controle não existe: “1”.']],
    ['movements', [{ ...movement, colaborador: 'Ninguém' }], ['2 colaborador: Colaborador não existe: “Ninguém”.']],
    ['movements', [{ ...movement, monitorado: 'sim' }], ['2 monitorado: “sim” não serve; escreva como 25/11/2026.']],
    [
      'movements',
      [{ ...movement, ticket: '' }, ...[1, 2].map(() => ({ ...movement, ticket: '1' }))],
      ['2 ticket (vazio): Esse campo precisa ser preenchido.', '4 Repete a linha 3.'],
    ],
    ['commissions', [{ ...commission, tipo: 'Pix' }], ['2 tipo: “Pix” não serve; escreva P ou R.']],
    ['batch-movements', [{ ...batchMovement, responsavel: 'E' }], ['2 cliente: só se o responsável é o cliente.']],
    ['batch-movements', [{ ...batchMovement, cliente: '', responsavel: 'C' }], ['2 cliente: informe qual responde.']],
    ['receivables', [{ ...receivable, recebido: '2.000,00', recebimento: '20/11/2026' }], ['2 recebido: mais que o valor.']],
    ['receivables', [{ ...receivable, recebido: '10,00' }], ['2 recebimento: o dia vem com o que entrou.']],
    ['receivables', [{ ...receivable, vencimento: '20/11/2926' }], ['2 vencimento “20/11/2926”: Data inválida.']],
    ['receivables', [{ ...receivable, valor: '0' }], ['2 valor “0”: Valor deve ser maior que zero.']],
    ['receivables', [{ ...receivable, empresa: 'Nenhuma' }], ['2 empresa: Empresa não existe: “Nenhuma”.']],
    ['dre-accounts', [{ ...dreAccount, subtotal: 'S' }], ['2 Um subtotal não se divide.']],
    ['dre-accounts', [{ ...dreAccount, ordem: 'x' }], ['2 ordem: informe um número inteiro.']],
    ['dre-accounts', [{ ...dreAccount, ordem: '' }], ['2 ordem (vazio): Ordem precisa ser preenchida.']],
    [
      'postings',
      [{ ...posting, conta: 'Lucro bruto', custo_analitico: '' }],
      ['2 dre “DRE Gerencial”, conta “Lucro bruto”, custo_analitico (vazio): Conta não existe: “DRE Gerencial · Lucro bruto”.'],
    ],
    ['postings', [posting, { ...posting, documento: '12' }, { ...posting, valor: '-1,00' }], ['4 Repete a linha 2.']],
    ['postings', [{ ...posting, valor: '0' }], ['2 valor “0”: Esse campo não pode ficar zerado.']],
    ['batches', [{ colaborador: 'Ninguém' }], ['2 colaborador: Colaborador não existe: “Ninguém”.']],
    ['batch-movements', [{ ...batchMovement, operador: 'Pix' }], ['2 operador: “Pix” não serve; escreva C ou D ou F.']],
    ['batch-movements', [{ ...batchMovement, operacao: '' }], ['2 operacao (vazio): Escolha entre cartão e dinheiro.']],
    ['batch-movements', [{ ...batchMovement, valor: '0' }], ['2 valor “0”: Esse campo não pode ficar zerado.']],
    ['batch-movements', [{ ...batchMovement, lote: 'Ninguém' }], ['2 lote: Lote não existe: “Ninguém”.']],
    ['commissions', [{ ...commission, valor: '' }], ['2 valor (vazio): Informe um número válido.']],
    ['commissions', [{ ...commission, valor: '-1' }], ['2 valor “-1”: Valor deve ser maior que zero.']],
    [
      'users',
      [{ nome: 'A', email: 'a@b.co', departamento: '3', menus: 'Track', comissao: '-1' }],
      ['2 comissao “-1”: Valor negativo não é permitido.'],
    ],
    [
      'users',
      [{ nome: 'A', email: 'a@b.co', departamento: '3', menus: 'Track', comissao: '0x10' }],
      ['2 comissao “0x10”: Informe um número válido.'],
    ],
    ['users', [{ nome: 'A', email: 'a@b.co', departamento: '3', menus: 'Track', comissao: '1e1' }], ['2 comissao “1e1”: Informe um número válido.']],
    [
      'users',
      [{ nome: 'A', email: 'a@b.co', departamento: '3', menus: 'Track', comissao: '1,555' }],
      ['2 comissao “1,555”: Informe um número válido.'],
    ],
  ])('a file of %s with %j is refused with a list of problems by line, and nothing is stored', async (name, values, problems) => {
    const good = samples.find(([kind]) => kind === name)?.[1] ?? {}
    const { table } = sheets[name]
    const before = await count(table)
    const outcome = await importLines(api.db, { kind: name, lines: [...lines(...values), { line: 99, values: good }], check: false }, quiet)
    expect(outcome.problems.map(({ line, problem }) => `${line} ${problem}`)).toEqual(problems)
    expect(await count(table)).toBe(before)
  })

  it('the API returns imported projects and services with the values of their files', async () => {
    const token = await api.signIn('supervisor')
    const read = async (path: string) => (await api.ask('GET', path, { token })).body
    const bring = async (kind: Kind, values: Values) =>
      expect(said(await importLines(api.db, { kind, lines: lines(values), check: false }, quiet)), kind).toEqual([1, 0, 0])
    await bring('projects', { ...project, descricao: 'Ida e volta' })
    const [stored] = (await read('/trackprojetos')) as { ID: number }[]
    await bring('steps', { ...step, projeto: 'ida e volta' })
    expect(await read(`/trackprojetos/complete/${stored?.ID}`)).toMatchObject({
      projeto: {
        DESCRICAO: 'Ida e volta',
        IDTIPOPROJETO: 'P',
        IDSTATUSREDMINE: 2,
        PRIORIDADE: 2,
        PROGRESSO: 77.2,
        IDTAREFAREDMINE: 48_500,
        DATAINI: '2026-02-01',
        DATAFIM: '2026-12-01',
        OBSERVACAO: 'Combinado',
        IDSTATUS: 'A',
      },
      etapas: [{ descricao: 'Trazida', idResponsavel: 4, progresso: 12.5, dataInicial: '2026-02-01', dataFinal: null, idStatus: 'A' }],
    })
    await bring('services', { ...service, inicio: '05/01/2026' })
    const [control] = (await read('/service-time-control')) as { id: number }[]
    const controle = String(control?.id)
    await bring('movements', { ...movement, controle, baixa: '' })
    await bring('commissions', { ...commission, controle })
    expect(control).toMatchObject({
      cliente: service.cliente,
      idColaborador: 4,
      qtdHoras: '120:30',
      saldo: '120:30',
      valorHora: 1195.5,
      dataInicio: '2026-01-05',
      idStatus: 7,
      observacao: 'Trazido',
    })
    expect(await read(`/service-time-control-mov?idControleHoras=${controle}`)).toMatchObject({
      serviceTimeControlMovs: [
        { nTicket: '49001', qtdHoras: '008:05', dataInicio: '2026-02-03', dataFim: '2026-02-04', baixaSaldo: 1, dataMonitorado: '2026-11-30' },
      ],
      resume: { saldo: '112:25' },
    })
    expect(await read(`/service-time-control-comission?idControleHoras=${controle}&tipoRegistro=Recebimento`)).toMatchObject({
      serviceTimeControlComissions: [{ tipo: 'R', nTicket: '49001', data: '2026-03-10', valor: '1.234,56', historico: 'Pix' }],
      resume: [{ receber: '0,00', recebido: '1.234,56', horasExecutadas: '08:05' }],
    })
  })

  it('a file of cars finds a stored car by its plate in any notation', async () => {
    const bringing = (placa: string) =>
      importLines(api.db, { kind: 'cars', lines: lines({ placa, numero: '7', descricao: 'Escrita' }), check: false }, quiet)
    expect(said(await bringing('qcw-7d 77'))).toEqual([1, 0, 0])
    for (const placa of ['QCW7D77', 'qcw7d77', ' QCW-7D77']) expect(said(await bringing(placa))).toEqual([0, 0, 1])
    expect((await bringing('--')).problems).toEqual([{ line: 2, problem: 'placa “--”: Placa precisa ser preenchida.' }])
  })

  it('lines that the database refuses are reported in Portuguese, and nothing is stored', async () => {
    // These plates are stored as before plates were normalized, so both become equal to a plate in the file.
    for (const plate of ['QCA9Z99', 'QCÁ9Z99']) await api.db.insert(cars).values({ plate, number: '1', description: 'De antes' })
    await api.db.execute(sql`alter table cars add constraint no_nine check (number <> '9')`)
    const before = await count('cars')
    const car = (placa: string, numero: string) => ({ placa, numero, descricao: 'Trazido' })
    const bringing = (check: boolean, ...cars: Values[]) => importLines(api.db, { kind: 'cars', lines: lines(...cars), check }, quiet)
    expect((await bringing(false, car('QCU1A11', '1'), car('QCA9Z99', '2'))).problems).toEqual([
      { line: 3, problem: expect.stringMatching(/^Há mais de um registro assim: os códigos \d+ e \d+\.$/) as string },
    ])
    // One of the two records equals the line exactly, so the line changes nothing.
    expect(said(await bringing(true, { placa: 'QCA9Z99', numero: '1', descricao: 'De antes' }))).toEqual([0, 0, 1])
    const many = Array.from({ length: 700 }, (_, index) => car(`QCV${1000 + index}`, '1'))
    const problem = 'O banco de dados não aceita esta linha (no_nine).'
    for (const check of [true, false])
      expect((await bringing(check, ...many, car('QCV7D77', '9'), car('QCV7D78', '1'), car('QCV7D79', '9'))).problems).toEqual([
        { line: 702, problem },
        { line: 704, problem },
      ])
    expect(await count('cars')).toBe(before)
    await api.db.execute(sql`alter table cars drop constraint no_nine`)
  })

  it('an import of people is refused if it would leave no active supervisor, or none with the menu Usuários', async () => {
    const supervisors = ['supervisor', 'vinicius.braganca'].map((email) => ({
      nome: 'X',
      email: `${email}@exemplo.com.br`,
      departamento: '1',
      menus: 'Track',
      supervisor: 'N',
    }))
    await expect(importLines(api.db, { kind: 'users', lines: lines(...supervisors), check: false }, quiet)).rejects.toThrow(
      'É preciso haver ao menos um supervisor ativo.',
    )
    const left = supervisors.map((one) => ({ ...one, supervisor: 'S' }))
    await expect(importLines(api.db, { kind: 'users', lines: lines(...left), check: false }, quiet)).rejects.toThrow(
      'É preciso haver ao menos um supervisor ativo com o menu Usuários.',
    )
  })

  it('movements in an inactive batch, before a closing or too far ahead are refused, and a date beyond 30 days gives a warning', async () => {
    const [person] = await api.db
      .insert(users)
      .values({ name: 'Olga Fechada', email: 'olga@fechada.co', passwordHash: '', departmentId: 3 })
      .returning()
    const [lote] = await api.db
      .insert(batches)
      .values({ userId: person?.id ?? 0 })
      .returning()
    const of = { ...batchMovement, lote: String(lote?.id), cliente: '', responsavel: 'E' }
    const credit = { ...of, operador: 'C', operacao: 'D', valor: '200,00', data: '01/10/2026' }
    const closing = { lote: of.lote, operador: 'F', data: '31/10/2026', valor: '200,00' }
    const bringing = (...all: Values[]) => importLines(api.db, { kind: 'batch-movements', lines: lines(...all), check: false }, quiet)
    expect(said(await bringing(credit, closing))).toEqual([2, 0, 0])
    const stored = await api.db
      .select()
      .from(batchMovements)
      .where(eq(batchMovements.batchId, lote?.id ?? 0))
    expect(stored.map(({ closedCard, closedCash }) => [closedCard, closedCash])).toEqual([
      [null, null],
      [0, 20_000],
    ])
    const refused = async (values: Values) => (await bringing(values)).problems.map(({ problem }) => problem)
    const kept = 'O lote tem um fechamento em 31/10/2026: o que é de antes desse dia não muda mais.'
    expect(await refused({ ...of, data: '30/10/2026' })).toEqual([kept])
    expect(await refused({ ...credit, observacao: 'Outra' })).toEqual([kept])
    expect(await refused({ ...closing, data: '30/10/2026' })).toEqual([kept])
    expect(await refused({ ...of, data: '01/12/2199' })).toEqual(['A data não pode passar de um ano a partir de hoje.'])
    // The second import of the same file changes nothing.
    expect(said(await bringing(credit, closing))).toEqual([0, 0, 2])
    const [{ far } = { far: '' }] = await api.db
      .select({ far: sql<string>`to_char(now() + interval '40 days', 'DD/MM/YYYY')` })
      .from(sql`(select 1) as one`)
    expect(await bringing({ ...of, data: far })).toMatchObject({
      created: 1,
      warnings: [{ line: 2, problem: `data: A data é ${far}, daqui a mais de 30 dias.` }],
    })
    await api.db
      .update(batches)
      .set({ status: 'I' })
      .where(eq(batches.id, lote?.id ?? 0))
    expect(await refused(of)).toEqual(['Este lote está inativo. Reative-o antes de lançar.'])
  })

  it('a file that sets a person inactive ends the person’s tokens for good [7.4.2]', async () => {
    const token = await api.signIn('tiago.machado')
    const person = (status: string) =>
      importLines(
        api.db,
        {
          kind: 'users',
          lines: lines({ nome: 'P', email: 'tiago.machado@exemplo.com.br', departamento: '2', menus: 'Track', status }),
          check: false,
        },
        quiet,
      )
    await person('I')
    await person('A')
    expect((await api.ask('GET', '/auth', { token })).status).toBe(401)
  })

  it('two simultaneous imports of the same file store each record once', async () => {
    const twice = lines(...Array.from({ length: 50 }, (_, index) => ({ nome: `Duas vezes ${index}`, cidade: 'Sinop' })))
    const outcomes = await Promise.all([1, 2].map(() => importLines(api.db, { kind: 'clients', lines: twice, check: false }, quiet)))
    expect(outcomes.map(said).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))).toEqual([
      [0, 0, 50],
      [50, 0, 0],
    ])
  })

  it('the audit records an import as the call “import” with the kind of file', async () => {
    await importLines(api.db, { kind: 'regions', lines: lines({ descricao: 'Anotada' }), check: false }, quiet)
    expect(JSON.stringify(await api.db.execute(sql`select call, user_id from audit_changes where relation = 'regions' limit 1`))).toContain(
      'import regions',
    )
  })
})

onBoth('a running system', (api) => {
  it('if the command disconnects while its lines are being imported, nothing is stored', async () => {
    await using place = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-door-'))
    const close = openDoor(place.path, answersTo(api.db))
    const values = Array.from({ length: 5000 }, (_, index) => ({ descricao: `Interrompida ${index}` }))
    const job = { kind: 'regions', lines: lines(...values), check: false }
    const socket = await knock(place.path, `import ${JSON.stringify(job)}`)
    if (!socket) throw new Error('nobody opens')
    await once(socket, 'data')
    socket.destroy()
    // Imports run one at a time, so when this one ends, the interrupted one has ended too.
    await importLines(api.db, { kind: 'regions', lines: lines({ descricao: 'Depois' }), check: false }, quiet)
    close()
    const [row] = await api.db
      .select({ n: sql<number>`count(*)::int` })
      .from(regions)
      .where(like(regions.description, 'Interrompida %'))
    expect(row?.n).toBe(0)
  })

  it('a text that contains a Unicode line separator (U+2028) is imported as one text', async () => {
    await using place = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-door-'))
    const close = openDoor(place.path, answersTo(api.db))
    const given = { kind: 'regions' as const, lines: lines({ descricao: 'Duas\u2028linhas' }), check: false }
    expect(said(await bring({ dataDir: place.path }, given, quiet))).toEqual([1, 0, 0])
    close()
  })

  it('while a file of 20,000 lines is checked, other events are processed, and nothing is stored', async () => {
    const written = async () => JSON.stringify(await api.db.execute(sql`select last_value from audit_changes_id_seq`))
    const before = await written()
    let turns = 0
    let over = false
    const turn = () => {
      turns += 1
      if (!over) setImmediate(turn)
    }
    turn()
    const values = Array.from({ length: 20_000 }, (_, index) => ({ descricao: `Conferida ${index}`, status: index === 0 ? 'x' : 'A' }))
    const { problems } = await importLines(api.db, { kind: 'regions', lines: lines(...values), check: true }, quiet)
    over = true
    expect([problems.length, turns > 40]).toEqual([1, true])
    expect(said(await importLines(api.db, { kind: 'regions', lines: lines(...values.slice(1)), check: true }, quiet))).toEqual([19_999, 0, 0])
    expect(await written()).toBe(before)
  })

  it('if the command disconnects after the last line but before the end of the import, nothing is stored', async () => {
    const job = { kind: 'regions' as const, lines: lines({ descricao: 'Pela metade' }), check: false }
    const leave = () => {
      throw new Error('gone')
    }
    await expect(importLines(api.db, job, leave)).rejects.toThrow('gone')
    expect(said(await importLines(api.db, job, quiet))).toEqual([1, 0, 0])
    await expect(importLines(api.db, job, leave)).rejects.toThrow('gone')
  })
})

it.runIf(inject('postgresUrl'))('the connection of a command is closed by PostgreSQL if its transaction is idle for 30 s', async () => {
  await using place = await newStorage('server', 'demo')
  const client = connectOnce(place.databaseUrl ?? '')
  expect(await client`show idle_in_transaction_session_timeout`).toMatchObject([{ idle_in_transaction_session_timeout: '30s' }])
  await client.end()
})

describe('the import command', () => {
  const newFile = async () => {
    const place = await newStorage('embedded', 'demo')
    const env = { DATA_DIR: place.dataDir }
    return { place, env, file: join(place.dataDir, 'f.csv'), run: (...args: string[]) => here('import', args, env) }
  }

  it('the command reads files in the formats that spreadsheet programs write', { timeout: 120_000 }, async () => {
    const { place, env, file, run } = await newFile()
    await using _place = place
    const text = 'Nome;Cidade;UF\r\nArmazém São José;Água Boa;MT\r\n"Irmãos; ""Silva""";Sinop;\r\n'
    await writeFile(file, Buffer.from(text, 'latin1'))
    expect(await apart('import', ['clients', file], env)).toMatchObject({ status: 0, stdout: 'Pronto: 2 novos, 0 alterados, 0 sem mudança.\n' })
    // From here on another process has opened the database, so the command passes the file to it.
    const running = await openDatabase(place, demo)
    for (const same of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text.replaceAll(';', ',').replace('Irmãos,', 'Irmãos;')}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
    ]) {
      await writeFile(file, same)
      expect(await run('clients', file, '--check')).toMatchObject({
        status: 0,
        stdout: 'Tudo certo. Seriam 0 novos, 0 alterados, 2 sem mudança.\n',
      })
    }
    // Three files: two columns with a final line feed, one column whose text contains a separator, and an empty first line.
    for (const two of ['descricao;status\nCentro-Oeste;A\n', 'descricao\nCentro-Oeste, perto\n', '\ndescricao;status\r\nCentro, "Oeste";I\r\n']) {
      await writeFile(file, two)
      expect(await run('regions', file, '--check'), two).toMatchObject({
        status: 0,
        stdout: 'Tudo certo. Seriam 1 novo, 0 alterados, 0 sem mudança.\n',
      })
    }
    await running.close()
  })

  it('the command reports each problem of a file by line and column', async () => {
    const { place, file, run } = await newFile()
    await using _place = place
    const running = await openDatabase(place, demo)
    await writeFile(file, 'nome,lu\x1b]gar\n"a\nb",x\n')
    const columns = await run('clients', file)
    expect(columns.status).toBe(1)
    expect(columns.stderr).toContain('Colunas desconhecidas: lu·]gar. Faltam as colunas: cidade.')
    // A quoted text may contain a line break, so the reported numbers count rows of the spreadsheet, not lines of the file.
    await writeFile(file, 'nome,cidade\n"a\nb",Sinop\n\nc,Lua\n')
    expect(await run('clients', file)).toMatchObject({
      status: 1,
      stderr: 'linha 2: nome “a·b”: Contém caracteres que não são aceitos.\nlinha 5: cidade: Cidade não existe: “Lua”.\n2 erros; nada foi gravado.\n',
    })
    // Service controls have no status column, so the column counts as unknown.
    await writeFile(file, 'cliente;status\n')
    expect((await run('services', file)).stderr).toContain('Colunas desconhecidas: status.')
    await writeFile(file, '')
    expect((await run('clients', file)).stderr).toBe('O arquivo está vazio.\n')
    await writeFile(file, 'descricao;status\nCentro;A;x\n\nSul;A\nNorte;A;\n')
    expect(await run('regions', file)).toMatchObject({
      status: 1,
      stderr: 'linha 2: Tem 3 campos, mais que as 2 colunas.\nlinha 5: Tem 3 campos, mais que as 2 colunas.\n2 erros; nada foi gravado.\n',
    })
    // A quote that is never closed, or closed before its text ends, makes only its own line invalid.
    for (const first of ['"Centro;A', '"Centro" velho;A', 'Norte;A\n"Centro']) {
      await writeFile(file, `descricao;status\n${first}\nSul;A\n"Leste";A\n`)
      const { status, stderr } = await run('regions', file)
      expect([status, stderr], first).toMatchObject([
        1,
        expect.stringMatching(/^linha [23]: As aspas não fecham[^]*\b\d+ erros?; nada foi gravado\.\n$/),
      ])
    }
    await writeFile(file, 'nome,cidade\nSó conferida,Sinop\n')
    for (const wrong of [['nothing', file], ['clients', file, '--chek'], ['clients', file, '-check'], ['clients', file, file], ['clients']])
      expect(await run(...wrong), wrong.join(' ')).toMatchObject({ status: 1, stderr: expect.stringContaining('--check só confere') as string })
    expect((await run('clients', file, '--check')).stdout).toContain('Seriam 1 novo,')
    expect((await run('nothing', file)).stderr).toContain(`npm run import -- ${Object.keys(sheets).join('|')}`)
    expect((await run('clients', `${file}x`)).stderr).toBe(`Não consegui ler ${file}x.\n`)
    await running.close()
  })
})
