// Tests the calls of the agenda over real HTTP, on both databases.
import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '../../server/api/db/schema.ts'
import { appointments, StoredAppointment } from '../../shared/features/appointments.ts'
import { NOW, onBoth } from '../support/api.ts'

/** Returns the reply schema of a call. */
const replyOf = <N extends (typeof appointments)[number]['name']>(name: N) =>
  appointments.find((row) => row.name === name)?.reply as Extract<(typeof appointments)[number], { name: N }>['reply']
const Row = z.strictObject(replyOf('GET /compromises').element.shape)

onBoth('the agenda', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('supervisor')
  })

  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const [ana, bruno, carlos] = [5, 4, 11]
  const activityIds = new Map<string, number>()
  const activity = (description: string) => activityIds.get(description) ?? 0
  beforeAll(async () => {
    for (const { id, description } of await api.db.select().from(tables.activities)) activityIds.set(description, id)
  })
  const times = (dataIni = '2030-05-06', horaIni = '08:00', dataFim = dataIni, horaFim = '10:00') => ({ dataIni, horaIni, dataFim, horaFim })
  const home = (change: object = {}) => ({ colaborador: ana, atividade: activity('Home office'), ...times(), status: 'A', ...change })
  const visit = (change: object = {}) => ({
    ...home(),
    colaborador: bruno,
    atividade: activity('Visita técnica'),
    cliente: 1348,
    carro: 1,
    regiao: 2,
    ...change,
  })
  const enter = async (body: object) => {
    const answer = await ask('POST', '/compromises', body)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return z.object({ id: z.int() }).parse(answer.body).id
  }
  const stored = async (id: number) => z.strictObject(StoredAppointment.shape).parse((await ask('GET', `/compromises/${id}`)).body)
  const list = async (query: string) => z.array(Row).parse((await ask('GET', `/compromises?${query}`)).body)
  const car = async (description: string) => {
    const [row] = await api.db
      .insert(tables.cars)
      .values({ plate: `T${description}`, number: '1', description })
      .returning()
    return row?.id ?? 0
  }

  test('an appointment can be created, read and changed, and the list names its person, activity, client and car', async () => {
    const id = await enter(visit({ id: 0, dataFim: '2030-05-07' }))
    expect(await stored(id)).toEqual({
      ID: id,
      CODCOLABORADOR: bruno,
      CODATIVIDADE: activity('Visita técnica'),
      CODCLIENTE: 1348,
      carro: 1,
      regiao: 2,
      ...times('2030-05-06', '08:00', '2030-05-07'),
      status: 'A',
      MOTIVO: null,
      serie: null,
      proximos: 0,
      seguintes: [],
      versao: 1,
    })
    const changes = { id, versao: 1, colaborador: ana, horaIni: '09:15' }
    expect(await ask('PUT', '/compromises', visit(changes))).toMatchObject({ status: 200, body: {} })
    expect(await stored(id)).toMatchObject({ CODCOLABORADOR: ana, horaIni: '09:15', dataFim: '2030-05-06', versao: 2 })
    expect((await list('dataInicial=2030-05-06&dataFinal=2030-05-06')).find(({ ID }) => ID === id)).toMatchObject({
      NOMECOMPLETOUSUARIO: 'Ana Beatriz Nogueira',
      DESCTAREFAEXTERNO: 'Visita técnica',
      NOMEFANTASIACLIENTE: 'Agropecuária Vale do Teles Pires Ltda.',
      DESLOC: 'Fiat Strada branca (QCA1A01)',
    })
  })

  describe('lists of the agenda', () => {
    test('GET /datatocompromise returns only active records, sorted by name', async () => {
      await api.db.update(tables.users).set({ status: 'I' }).where(eq(tables.users.name, 'Karina Wolff'))
      await api.db.insert(tables.activities).values([{ description: 'Atividade antiga', status: 'I' }, { description: 'Água e café' }])
      await api.db.insert(tables.cars).values({ plate: 'INA1I11', number: '9', description: 'Kombi vendida', status: 'I' })
      await api.db.insert(tables.regions).values({ description: 'Região extinta', status: 'I' })
      await api.db.insert(tables.departments).values({ name: 'Setor extinto', status: 'I' })
      const { compromissos, ...lists } = z.strictObject(replyOf('GET /datatocompromise').shape).parse((await ask('GET', '/datatocompromise')).body)
      const filter = z.strictObject(replyOf('GET /compromises/data-filter').shape).parse((await ask('GET', '/compromises/data-filter')).body)
      expect(compromissos).toEqual(await list(''))
      const people = lists.colab.map(({ NOMECOMPLETOUSUARIO }) => NOMECOMPLETOUSUARIO ?? '')
      expect(people).toHaveLength(29)
      expect(people).not.toContain('Painel da Recepção')
      const names = {
        people,
        activities: lists.atividades.map(({ DESCTAREFAEXTERNO }) => DESCTAREFAEXTERNO ?? ''),
        clients: lists.clientes.map(({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE ?? ''),
        cars: lists.carros.map(({ DESCRICAOCARRO }) => DESCRICAOCARRO ?? ''),
        regions: lists.regioes.map(({ DESCRICAO }) => DESCRICAO ?? ''),
        departments: filter.departamentos.map(({ DESCRICAO }) => DESCRICAO ?? ''),
      }
      for (const [which, each] of Object.entries(names)) expect(each, which).toEqual(each.toSorted(new Intl.Collator('und').compare))
      expect(JSON.stringify([lists, filter])).not.toMatch(/Karina Wolff|antiga|vendida|extint[ao]/)
      expect(lists.clientes).toHaveLength(await api.db.$count(tables.clients, eq(tables.clients.status, 'A')))
      expect(filter).toMatchObject({ colaboradores: lists.colab, atividades: lists.atividades })
      expect(lists.atividades.find(({ DESCTAREFAEXTERNO }) => DESCTAREFAEXTERNO === 'Treinamento')).toMatchObject({
        CLIENTE: 'S',
        CARRO: 'S',
        REGIAO: 'N',
      })
    })

    test('GET /datatocompromise adds the city to a client only if another client has the same name', async () => {
      await api.db.insert(tables.clients).values([
        { name: 'Cerealista Gêmea', cityId: 5107909 },
        { name: 'CEREALISTA GÊMEA', cityId: 5107602 },
      ])
      const { clientes } = replyOf('GET /datatocompromise').parse((await ask('GET', '/datatocompromise')).body)
      const nameOf = (one: (typeof clientes)[number]) => one.NOMEFANTASIACLIENTE?.toLowerCase()
      const twins = clientes.filter((one) => nameOf(one) === 'cerealista gêmea')
      expect(twins.map(({ CIDADE }) => String(CIDADE)).toSorted()).toEqual(['Rondonópolis - MT', 'Sinop - MT'])
      for (const one of clientes)
        expect(one.CIDADE != null, nameOf(one)).toBe(clientes.some((other) => other !== one && nameOf(other) === nameOf(one)))
    })

    test('GET /compromises without dates lists all appointments since 30 days ago, the newest first', async () => {
      const rows = await list('')
      const ids = rows.map(({ ID }) => ID)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
      expect(rows.map(({ dataFim }) => dataFim).toSorted()[0]).toBe('2026-10-20')
      expect(rows.length).toBe(await api.db.$count(tables.appointments, sql`ends_at >= '2026-10-20'`))
    })

    test('reading the agenda twice stores one audit entry about reading other people’s data [audit]', async () => {
      const { auditReads } = tables
      for (let time = 0; time < 2; time += 1) await ask('GET', '/datatocompromise')
      expect(await api.db.$count(auditReads, and(eq(auditReads.call, 'GET /datatocompromise'), eq(auditReads.at, new Date(NOW))))).toBe(1)
    })

    test.each([
      ['dataInicial=2031-03-10', ['on it', 'after', 'long']],
      ['dataFinal=2031-03-10&dataInicial=2031-03-01', ['before', 'ends as it begins', 'on it', 'long']],
      ['dataInicial=2031-03-10&dataFinal=2031-03-10', ['on it', 'long']],
      ['dataInicial=2031-03-12&dataFinal=2031-03-13', ['long']],
      ['dataInicial=2031-03-10&colaboradores=5', ['on it']],
      ['dataInicial=2031-03-10&colaboradores=5&colaboradores=11', ['on it', 'after']],
      ['dataInicial=2031-03-10&departamentos=3', ['after', 'long']],
      ['dataInicial=2031-03-10&departamentos=3&colaboradores=5', []],
      ['dataInicial=2031-03-01&atividades=9', ['before']],
    ])('GET /compromises filtered by %s returns exactly the matching appointments', async (query, names) => {
      const rows: Record<string, object> = {
        before: { atividade: 9, ...times('2031-03-09', '08:00', '2031-03-09', '23:59') },
        'ends as it begins': { colaborador: bruno, ...times('2031-03-09', '22:00', '2031-03-10', '00:00') },
        'on it': { colaborador: ana, ...times('2031-03-10', '09:00', '2031-03-10', '09:00') },
        after: { colaborador: carlos, ...times('2031-03-11', '00:00', '2031-03-11', '01:00') },
        long: { colaborador: bruno, ...times('2031-03-01', '08:00', '2031-03-31', '18:00') },
      }
      await api.db.delete(tables.appointments).where(sql`starts_at >= '2031-01-01'`)
      const entered = new Map<number, string>()
      for (const [name, change] of Object.entries(rows)) entered.set(await enter(home(change)), name)
      const found = await list(query)
      expect(found.map(({ ID }) => entered.get(ID) ?? '').sort()).toEqual(names.toSorted())
    })

    test('GET /compromises with only a last day also lists the oldest appointments', async () => {
      const rows = await list('dataFinal=2024-12-31')
      expect(rows.map(({ dataIni }) => dataIni).toSorted()[0]).toMatch(/^2024-11/)
      expect(rows.filter(({ dataIni }) => dataIni > '2024-12-31')).toEqual([])
    })

    test('a filter whose last day is before its first day is refused with 400', async () => {
      expect(await ask('GET', '/compromises?dataInicial=2026-11-02&dataFinal=2026-11-01')).toMatchObject({
        status: 400,
        body: { message: 'Data final não pode ser menor que data inicial.' },
      })
    })
  })

  describe('dates of an appointment', () => {
    const END = 'Data final não pode ser menor que data inicial.'
    const HOUR = 'Hora final não pode ser menor que hora inicial.'
    test.each<[string, [string, string, string, string], string?]>([
      ['one day', ['2027-03-10', '08:00', '2027-03-10', '09:30']],
      ['equal hours', ['2027-03-10', '08:00', '2027-03-10', '08:00']],
      ['the whole day', ['2027-03-10', '00:00', '2027-03-10', '23:59']],
      ['across midnight', ['2027-03-10', '23:30', '2027-03-11', '00:30']],
      ['until midnight', ['2027-03-10', '23:30', '2027-03-11', '00:00']],
      ['across a month', ['2027-04-30', '22:00', '2027-05-01', '06:00']],
      ['across a year', ['2027-12-31', '22:00', '2028-01-01', '02:00']],
      ['an earlier hour of a later day', ['2027-03-10', '18:00', '2027-03-12', '08:00']],
      ['29 February', ['2028-02-29', '08:00', '2028-02-29', '09:00']],
      ['across 29 February', ['2028-02-28', '20:00', '2028-03-01', '06:00']],
      ['3 April, which is not 4 March', ['2026-04-03', '08:00', '2026-04-03', '09:00']],
      ['a year and a day', ['2027-12-31', '08:00', '2028-12-31', '08:00']],
      ['two days more than a year', ['2027-12-31', '08:00', '2029-01-01', '08:00'], 'Um compromisso não pode durar mais que 366 dias.'],
      ['until the year 9999', ['2027-03-10', '08:00', '9999-12-31', '23:59'], 'Data inválida.'],
      ['beyond the last year', ['2199-12-31', '08:00', '2200-01-01', '08:00'], 'Data inválida.'],
      ['a mistyped year', ['0206-03-10', '08:00', '0206-03-10', '09:00'], 'Data inválida.'],
      ['a year far in the future', ['9999-12-31', '08:00', '9999-12-31', '09:00'], 'Data inválida.'],
      ['29 February of a year without it', ['2027-02-29', '08:00', '2027-02-29', '09:00'], ''],
      ['31 April', ['2027-04-30', '08:00', '2027-04-31', '09:00'], ''],
      ['24:00', ['2027-03-10', '08:00', '2027-03-10', '24:00'], 'Hora inválida.'],
      ['an empty hour', ['2027-03-10', '', '2027-03-10', '09:00'], 'Hora inválida.'],
      ['an end a day before the start', ['2027-03-10', '08:00', '2027-03-09', '09:00'], END],
      ['an end a year before the start', ['2027-03-10', '08:00', '2026-03-10', '09:00'], END],
      ['an end a minute before the start', ['2027-03-10', '08:00', '2027-03-10', '07:59'], HOUR],
    ])('dates are accepted, or refused with the right message: %s', async (_name, when, refused) => {
      const body = home(times(...when))
      const { status, body: answer } = await ask('POST', '/compromises', body)
      if (refused !== undefined) return expect({ status, answer }).toMatchObject({ status: 400, ...(refused && { answer: { message: refused } }) })
      expect(status).toBe(200)
      const { id } = answer as { id: number }
      expect(await stored(id)).toMatchObject(times(...when))
      expect(await ask('PUT', '/compromises', { ...body, id })).toMatchObject({ status: 200 })
      expect(await stored(id)).toMatchObject(times(...when))
    })
  })

  test('an appointment with a car may last at most 31 days, and a longer one can still be reversed', async () => {
    const long = (days: number) => {
      const end = new Date(Date.UTC(2034, 0, 1 + days)).toISOString().slice(0, 10)
      return visit({ dataIni: '2034-01-01', horaIni: '08:00', dataFim: end, horaFim: '18:00' })
    }
    const id = await enter(long(31))
    const message = 'Um compromisso com carro não pode durar mais que 31 dias.'
    for (const refused of [await ask('POST', '/compromises', long(32)), await ask('PUT', '/compromises', { ...long(32), id })])
      expect(refused).toMatchObject({ status: 400, body: { message } })
    expect(await ask('POST', '/compromises', home({ ...long(32), atividade: activity('Home office'), carro: null }))).toMatchObject({ status: 200 })
    expect(await ask('PUT', '/compromises', { ...long(400), id, status: 'I', motivoEstorno: 'Longo' })).toMatchObject({ status: 200 })
  })

  describe('fields of an activity', () => {
    test.each([
      ['Visita técnica', ['cliente', 'carro', 'regiao']],
      ['Treinamento', ['cliente', 'carro']],
      ['Reunião', ['cliente']],
      ['Home office', []],
    ])('an appointment for %s stores only the fields of its activity, and each of these fields may be empty', async (description, asked) => {
      const all = { cliente: 1348, carro: await car(`car for ${description}`), regiao: 2 }
      const id = await enter(home({ atividade: activity(description), ...all }))
      const kept = await stored(id)
      expect({ cliente: kept.CODCLIENTE, carro: kept.carro, regiao: kept.regiao }).toEqual(
        Object.fromEntries(Object.entries(all).map(([field, value]) => [field, asked.includes(field) ? value : null])),
      )
      // Each field may be empty: the specification requires only four fields, and these are not among them.
      for (const field of asked)
        for (const nothing of [null, undefined]) {
          await ask('PUT', '/compromises', home({ id, atividade: activity(description), ...all }))
          const less = home({ ...times('2030-05-07'), atividade: activity(description), ...all, [field]: nothing })
          const made = await enter(less)
          expect(await ask('PUT', '/compromises', { ...less, ...times(), id })).toMatchObject({ status: 200, body: {} })
          const column = field === 'cliente' ? 'CODCLIENTE' : field
          for (const one of [made, id]) expect(await stored(one)).toMatchObject({ [column]: null })
          await ask('PUT', '/compromises', { ...less, id: made, status: 'I', motivoEstorno: 'Teste' })
        }
    })

    test('an appointment that is moved to another day keeps its client even if its activity no longer has a client field', async () => {
      const id = await enter(home({ ...times('2033-02-01'), atividade: activity('Reunião'), cliente: 1348 }))
      const asks = (client: 'S' | 'N') =>
        api.db
          .update(tables.activities)
          .set({ client })
          .where(eq(tables.activities.id, activity('Reunião')))
      await asks('N')
      try {
        const moved = home({ ...times('2033-02-02'), id, atividade: activity('Reunião'), cliente: 1348 })
        expect(await ask('PUT', '/compromises', moved)).toMatchObject({ status: 200 })
        expect(await stored(id)).toMatchObject({ CODCLIENTE: 1348, dataIni: '2033-02-02' })
      } finally {
        await asks('S')
      }
    })

    test.each([
      ['colaborador', tables.users, 'O colaborador escolhido está inativo. Escolha outro.'],
      ['atividade', tables.activities, 'A atividade escolhida está inativa. Escolha outra.'],
      ['cliente', tables.clients, 'O cliente escolhido está inativo. Escolha outro.'],
      ['carro', tables.cars, 'O carro escolhido está inativo. Escolha outro.'],
      ['regiao', tables.regions, 'A região escolhida está inativa. Escolha outra.'],
    ] as const)('an inactive %s is refused unless the stored appointment already has it', async (field, table, message) => {
      const [other] = { colaborador: [carlos], atividade: [activity('Visita comercial')], cliente: [1347], carro: [2], regiao: [3] }[field]
      const id = await enter(visit(times('2032-01-01')))
      const with_ = await enter(visit({ ...times('2032-01-02'), [field]: other }))
      await api.db
        .update(table)
        .set({ status: 'I' })
        .where(eq(table.id, other ?? 0))
      try {
        for (const answer of [
          await ask('POST', '/compromises', visit({ ...times('2032-01-03'), [field]: other })),
          await ask('PUT', '/compromises', visit({ ...times('2032-01-01'), id, [field]: other })),
          await ask('POST', '/compromises', visit({ ...times('2032-01-03'), [field]: 2_147_483_647 })),
        ])
          expect(answer).toMatchObject({ status: 400, body: { message } })
        expect(await ask('PUT', '/compromises', visit({ ...times('2032-01-02'), horaFim: '11:00', id: with_, [field]: other }))).toMatchObject({
          status: 200,
        })
      } finally {
        await api.db
          .update(table)
          .set({ status: 'A' })
          .where(eq(table.id, other ?? 0))
        await api.db.delete(tables.appointments).where(sql`id in (${id}, ${with_})`)
      }
    })
  })

  describe('a reversal of an appointment', () => {
    const REVERSED = { status: 409, body: { message: 'Compromisso estornado não pode ser alterado!' } }
    const reversal = { status: 'I', motivoEstorno: '  Cliente desmarcou  ' }

    test('a reversal without a reason is refused with 400, and a reversed appointment can no longer be changed', async () => {
      const id = await enter(home())
      expect(await ask('PUT', '/compromises', home({ id, status: 'I' }))).toMatchObject({
        status: 400,
        body: { message: 'Esse campo precisa ser preenchido.' },
      })
      expect(await ask('PUT', '/compromises', home({ id, ...reversal }))).toMatchObject({ status: 200 })
      expect(await stored(id)).toMatchObject({ status: 'I', MOTIVO: 'Cliente desmarcou' })
      // A reversal ignores all other changes in its request.
      const other = await enter(home(times('2035-05-06')))
      const changed = { ...home({ ...times('1900-01-01'), dataFim: '2199-12-31' }), colaborador: carlos, id: other, status: 'I', motivoEstorno: 'x' }
      expect(await ask('PUT', '/compromises', changed)).toMatchObject({ status: 200 })
      expect(await stored(other)).toMatchObject({ ...times('2035-05-06'), CODCOLABORADOR: ana, status: 'I', MOTIVO: 'x' })
      for (const change of [{}, reversal, { versao: 2 }, { versao: 1 }])
        expect(await ask('PUT', '/compromises', home({ id, ...change })), JSON.stringify(change)).toMatchObject(REVERSED)
      expect(await stored(id)).toMatchObject({ status: 'I', MOTIVO: 'Cliente desmarcou', versao: 2 })
    })

    test('the reason for a reversal is not stored while the appointment is active', async () => {
      const id = await enter(home({ motivoEstorno: 'à toa' }))
      await ask('PUT', '/compromises', home({ id, motivoEstorno: 'à toa' }))
      expect(await stored(id)).toMatchObject({ status: 'A', MOTIVO: null })
    })

    test('if an appointment is reversed several times at once, one request succeeds, and the others are refused with 409', async () => {
      const id = await enter(home())
      const answers = await Promise.all(Array.from({ length: 8 }, () => ask('PUT', '/compromises', home({ id, ...reversal }))))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
      for (const answer of answers.filter(({ status }) => status === 409)) expect(answer).toMatchObject(REVERSED)
    })

    test('a reversal frees the car of the appointment', async () => {
      const carro = await car('car that is freed')
      const id = await enter(visit({ carro }))
      await ask('PUT', '/compromises', visit({ id, carro, ...reversal }))
      expect(await ask('POST', '/compromises', visit({ carro }))).toMatchObject({ status: 200 })
    })
  })

  test('if several requests change the same version of an appointment, one succeeds, and the others are refused with 409', async () => {
    const id = await enter(home())
    const answers = await Promise.all(['11:00', '12:00', '13:00'].map((horaFim) => ask('PUT', '/compromises', home({ id, versao: 1, horaFim }))))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      message: 'Este registro foi alterado por outra pessoa.',
    })
    expect(await ask('PUT', '/compromises', home({ id: 2_147_483_647, versao: 1 }))).toMatchObject({
      status: 404,
      body: { message: 'Registro não encontrado.' },
    })
    expect(await ask('GET', '/compromises/2147483647')).toMatchObject({ status: 404 })
  })

  describe('the car of an appointment', () => {
    const taken = (name: string, person: string, from: string, until: string) => ({
      status: 409,
      body: { message: `O carro ${name} (T${name}) já está com ${person} de ${from} a ${until}.` },
    })

    test('an appointment with a taken car is refused with 409, and the message names the person who has the car', async () => {
      const carro = await car('Jipe')
      const id = await enter(visit({ carro, ...times('2030-11-21', '08:00', '2030-11-21', '12:00') }))
      const refusal = taken('Jipe', 'Bruno Cavalcanti', '21/11/2030 08:00', '21/11/2030 12:00')
      const at = (...when: Parameters<typeof times>) => visit({ carro, colaborador: ana, ...times(...when) })
      for (const when of [
        ['2030-11-21', '08:00', '2030-11-21', '12:00'],
        ['2030-11-20', '18:00', '2030-11-21', '08:01'],
        ['2030-11-21', '11:59', '2030-11-30', '00:00'],
        ['2030-11-01', '00:00', '2030-11-30', '00:00'],
      ] as const)
        expect(await ask('POST', '/compromises', at(...when)), when.join(' ')).toMatchObject(refusal)
      // Two appointments do not overlap if one ends when the other begins, so both are accepted.
      const after = await enter(at('2030-11-21', '12:00', '2030-11-21', '14:00'))
      await enter(at('2030-11-21', '06:00', '2030-11-21', '08:00'))
      expect(await ask('PUT', '/compromises', { ...at('2030-11-21', '11:00', '2030-11-21', '14:00'), id: after })).toMatchObject(refusal)
      expect(await stored(after)).toMatchObject({ horaIni: '12:00', versao: 1 })
      expect(await ask('PUT', '/compromises', visit({ carro, id, ...times('2030-11-21', '09:00', '2030-11-21', '12:00') }))).toMatchObject({
        status: 200,
      })
    })

    test('if 50 requests book the same car at once, one succeeds with the car for all its people, and the others are refused with 409', async () => {
      const carro = await car('Disputado')
      const body = visit({ carro, outros: [ana, carlos], ...times('2030-12-01') })
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask('POST', '/compromises', body)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(49)
      // All three people of the appointment have the car, so the refusal may name any of them.
      const told = ['Bruno Cavalcanti', 'Ana Beatriz Nogueira', 'Carlos Zanatta'].map((name) =>
        taken('Disputado', name, '01/12/2030 08:00', '01/12/2030 10:00'),
      )
      for (const { status, body: said } of refused) expect(told).toContainEqual({ status, body: said })
      expect(await api.db.$count(tables.appointments, eq(tables.appointments.carId, carro))).toBe(3)
    })

    test('one car can be in several appointments at the same time only if they were created together and have the same client', async () => {
      const carro = await car('Compartilhado')
      const together = visit({ carro, outros: [ana, carlos, ana, bruno], ...times('2030-12-02') })
      const id = await enter(together)
      const rows = await api.db.select().from(tables.appointments).where(eq(tables.appointments.carId, carro))
      expect(rows.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual([bruno, ana, carlos])
      expect(new Set(rows.map(({ outing }) => outing)).size).toBe(1)
      expect(rows.find((row) => row.id === id)?.userId).toBe(bruno)
      expect((await ask('POST', '/compromises', visit({ carro, ...times('2030-12-02') }))).status).toBe(409)
      const other = rows.find(({ userId }) => userId === ana)?.id
      const longer = visit({ carro, colaborador: ana, id: other, ...times('2030-12-02', '08:00', '2030-12-02', '18:00') })
      expect(await ask('PUT', '/compromises', longer)).toMatchObject({ status: 200 })
      // With another client, the appointment no longer belongs to the shared trip, so the car is refused.
      expect(await ask('PUT', '/compromises', { ...longer, cliente: 1347 })).toMatchObject({ status: 409 })
      const later = visit({ carro, colaborador: ana, id: other, cliente: 1347, ...times('2030-12-03') })
      expect(await ask('PUT', '/compromises', later)).toMatchObject({ status: 200 })
      const back = visit({ carro, colaborador: ana, id: other, cliente: 1347, ...times('2030-12-02') })
      expect(await ask('PUT', '/compromises', back)).toMatchObject({ status: 409 })
    })

    test('an unknown client, car or region is refused, even if the activity does not have this field', async () => {
      for (const field of ['cliente', 'carro', 'regiao'])
        expect((await ask('POST', '/compromises', home({ [field]: 99_999_999 }))).status, field).toBe(400)
    })

    test('GET /compromises can be filtered by client', async () => {
      const id = await enter(visit({ cliente: 1347, ...times('2030-07-07') }))
      await enter(visit(times('2030-07-07', '14:00', '2030-07-07', '15:00')))
      expect((await list('clientes=1347&dataInicial=2030-07-07&dataFinal=2030-07-07')).map(({ ID }) => ID)).toEqual([id])
    })

    test('an appointment for the account of a wall screen is refused', async () => {
      const [panel] = await api.db.select().from(tables.users).where(eq(tables.users.staff, false))
      for (const body of [home({ colaborador: panel?.id }), home({ outros: [panel?.id] })])
        expect(await ask('POST', '/compromises', body)).toMatchObject({ status: 400 })
      const id = await enter(home())
      expect(await ask('PUT', '/compromises', home({ id, colaborador: panel?.id }))).toMatchObject({ status: 400 })
    })

    test('an appointment for several people is stored either for all of them or for none', async () => {
      const before = await api.db.$count(tables.appointments)
      await api.db.update(tables.users).set({ status: 'I' }).where(eq(tables.users.id, carlos))
      expect(await ask('POST', '/compromises', home({ outros: [bruno, carlos] }))).toMatchObject({
        status: 400,
        body: { message: 'O colaborador escolhido está inativo. Escolha outro.' },
      })
      await api.db.update(tables.users).set({ status: 'A' }).where(eq(tables.users.id, carlos))
      const carro = await car('Ocupado')
      await enter(visit({ carro }))
      expect((await ask('POST', '/compromises', visit({ carro, colaborador: ana, outros: [carlos] }))).status).toBe(409)
      expect(await api.db.$count(tables.appointments)).toBe(before + 1)
    })
  })

  describe('a repetition', () => {
    const weekly = { unidade: 'semana', intervalo: 1, dias: [1], vezes: 4 }
    const seriesOf = async (id: number) => {
      const { serie } = await stored(id)
      const rows = await api.db
        .select()
        .from(tables.appointments)
        .where(eq(tables.appointments.series, serie ?? 0))
        .orderBy(tables.appointments.userId, tables.appointments.startsAt)
      return rows.map(({ userId, startsAt, endsAt, status }) =>
        [
          userId,
          `${startsAt} ${endsAt}`
            .replaceAll(/T|:00\b/g, ' ')
            .replaceAll(/ +/g, ' ')
            .trim(),
          status,
        ].join(' '),
      )
    }

    test('creates an appointment of every person for every day, and those of one day share its car', async () => {
      const own = await car('Série')
      const id = await enter(visit({ ...times('2030-06-03'), carro: own, outros: [ana], repete: { ...weekly, vezes: 2 } }))
      expect(await stored(id)).toMatchObject({
        proximos: 1,
        dataIni: '2030-06-03',
        seguintes: [{ ...times('2030-06-10'), ID: expect.any(Number) as unknown }],
      })
      expect(await seriesOf(id)).toEqual([
        `${bruno} 2030-06-03 08 2030-06-03 10 A`,
        `${bruno} 2030-06-10 08 2030-06-10 10 A`,
        `${ana} 2030-06-03 08 2030-06-03 10 A`,
        `${ana} 2030-06-10 08 2030-06-10 10 A`,
      ])
    })

    test('if the car is taken on one of the days, nothing is stored, and the message names the day', async () => {
      const own = await car('Tomado')
      await enter(visit({ ...times('2030-06-24'), carro: own, colaborador: carlos }))
      const before = await api.db.$count(tables.appointments)
      const answer = await ask('POST', '/compromises', visit({ ...times('2030-06-10'), carro: own, repete: weekly }))
      expect(answer).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/Tomado .* já está com Carlos Zanatta de 24\/06\/2030/) as unknown },
      })
      expect(await api.db.$count(tables.appointments)).toBe(before)
    })

    test('a change of one and the following ones keeps the earlier ones, and moves each by the same time', async () => {
      const own = await car('Mudança')
      const id = await enter(visit({ ...times('2030-07-01'), carro: own, repete: weekly }))
      const series = (await stored(id)).serie ?? 0
      const [, second] = await api.db
        .select()
        .from(tables.appointments)
        .where(eq(tables.appointments.series, series))
        .orderBy(tables.appointments.startsAt)
      const { versao, proximos } = await stored(second?.id ?? 0)
      expect(proximos).toBe(2)
      // A week later, each takes the place and the car of the next.
      const change = { ...visit({ ...times('2030-07-15', '09:00', '2030-07-15', '12:00'), carro: own }), id: second?.id, versao, proximos: true }
      expect(await ask('PUT', '/compromises', change)).toMatchObject({ status: 200 })
      expect(await seriesOf(id)).toEqual([
        `${bruno} 2030-07-01 08 2030-07-01 10 A`,
        `${bruno} 2030-07-15 09 2030-07-15 12 A`,
        `${bruno} 2030-07-22 09 2030-07-22 12 A`,
        `${bruno} 2030-07-29 09 2030-07-29 12 A`,
      ])
      // And back to earlier times.
      const back = { ...change, ...times('2030-07-08'), versao: versao === undefined ? undefined : versao + 1 }
      expect(await ask('PUT', '/compromises', back)).toMatchObject({ status: 200 })
      expect((await seriesOf(id)).at(-1)).toBe(`${bruno} 2030-07-22 08 2030-07-22 10 A`)
    })

    test('a change of one and the following ones leaves what a later one was given by itself', async () => {
      const id = await enter(home({ ...times('2030-10-07'), repete: { ...weekly, vezes: 2 } }))
      const [next] = (await stored(id)).seguintes ?? []
      await ask('PUT', '/compromises', {
        ...visit({ ...times('2030-10-14', '08:00', '2030-10-14', '12:00'), colaborador: ana }),
        id: next?.ID,
        versao: 1,
      })
      await ask('PUT', '/compromises', { ...home(times('2030-10-08')), id, versao: 1, proximos: true })
      expect(await stored(next?.ID ?? 0)).toMatchObject({ CODCLIENTE: 1348, ...times('2030-10-15', '08:00', '2030-10-15', '12:00') })
      await ask('PUT', '/compromises', {
        ...home(times('2030-10-08', '08:00', '2030-10-08', '11:00')),
        id,
        versao: 2,
        proximos: true,
        colaborador: bruno,
      })
      const after = await stored(next?.ID ?? 0)
      expect(after).toMatchObject({ CODCOLABORADOR: bruno, CODCLIENTE: 1348, ...times('2030-10-15', '08:00', '2030-10-15', '11:00') })
    })

    test('a reversal of one and the following ones leaves the earlier ones and other people alone', async () => {
      const id = await enter(home({ ...times('2030-08-05'), outros: [bruno], repete: { ...weekly, vezes: 3 } }))
      const series = (await stored(id)).serie ?? 0
      const [, second] = await api.db
        .select()
        .from(tables.appointments)
        .where(and(eq(tables.appointments.series, series), eq(tables.appointments.userId, ana)))
        .orderBy(tables.appointments.startsAt)
      const change = { ...home({ ...times('2030-08-12'), status: 'I', motivoEstorno: 'Férias' }), id: second?.id, proximos: true }
      expect(await ask('PUT', '/compromises', change)).toMatchObject({ status: 200 })
      expect((await seriesOf(id)).map((one) => one.at(-1)).join('')).toBe('AAAAII')
      expect(await stored(second?.id ?? 0)).toMatchObject({ status: 'I', MOTIVO: 'Férias', proximos: 0 })
    })

    test('without proximos, only the one appointment changes', async () => {
      const id = await enter(home({ ...times('2030-09-02'), repete: weekly }))
      await ask('PUT', '/compromises', { ...home(times('2030-09-03')), id, versao: 1 })
      expect(await seriesOf(id)).toEqual([
        `${ana} 2030-09-03 08 2030-09-03 10 A`,
        ...['09', '16', '23'].map((day) => `${ana} 2030-09-${day} 08 2030-09-${day} 10 A`),
      ])
    })
  })

  describe('a copied week', () => {
    const copy = (de: string, para: string, colaborador = carlos) => ask('POST', '/compromises/copy-week', { colaborador, de, para })
    const ofWeek = async (monday: string) =>
      (await list(`colaboradores=${carlos}&dataInicial=${monday}&dataFinal=${monday.slice(0, 8)}${Number(monday.slice(8)) + 6}`))
        .filter(({ status }) => status === 'A')
        .map(({ dataIni, horaIni, CODCLIENTE }) => `${dataIni} ${horaIni} ${CODCLIENTE}`)
        .toSorted()

    test('has the active appointments that begin in that week, at the same hours', async () => {
      const reversed = await enter(home({ ...times('2031-05-07'), colaborador: carlos }))
      await ask('PUT', '/compromises', { ...home({ ...times('2031-05-07'), colaborador: carlos, status: 'I', motivoEstorno: 'x' }), id: reversed })
      await enter(visit({ ...times('2031-05-05'), carro: null, colaborador: carlos }))
      await enter(home({ ...times('2031-05-11', '22:00', '2031-05-12', '02:00'), colaborador: carlos }))
      await enter(home({ ...times('2031-05-12'), colaborador: carlos }))
      expect(await copy('2031-05-08', '2031-05-20')).toEqual(expect.objectContaining({ status: 200, body: { criados: 2 } }))
      expect(await ofWeek('2031-05-19')).toEqual(['2031-05-19 08:00 1348', '2031-05-25 22:00 null'])
    })

    test('is refused if it is empty, if its car is taken then, or if the person is inactive', async () => {
      expect(await copy('2031-07-07', '2031-07-14')).toMatchObject({ status: 400, body: { message: 'Nesta semana não há compromisso para copiar.' } })
      const own = await car('Semana')
      await enter(visit({ ...times('2031-06-02'), carro: own, colaborador: carlos }))
      await enter(visit({ ...times('2031-06-10', '09:00'), carro: own, colaborador: bruno }))
      await enter(home({ ...times('2031-06-04'), colaborador: carlos }))
      expect(await copy('2031-06-02', '2031-06-16')).toMatchObject({ status: 200 })
      await enter(visit({ ...times('2031-06-23', '09:00'), carro: own, colaborador: bruno }))
      expect(await copy('2031-06-02', '2031-06-23')).toMatchObject({ status: 409 })
      expect(await ofWeek('2031-06-23')).toEqual([])
    })
  })
})
