// Tests NFS-e Express with the accounts of a month, on both databases.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoSource } from '../../server/api/db/demo-accounts.ts'
import {
  accountEvents,
  accounts,
  clients,
  auditChanges,
  companies,
  costCentres,
  dataLoads,
  emissions,
  issuers,
  mails,
  payments,
  removedAccounts,
} from '../../server/api/db/schema.ts'
import { importLines } from '../../server/api/import.ts'
import { startIssuing } from '../../server/api/nfse/issuing.ts'
import { factorOf } from '../../server/api/banks/codes.ts'
import { Account, messages, WholeAccount } from '../../shared/features/nfse.ts'
import { NOW, onBoth } from '../support/api.ts'
import { noPoppler, textOf } from '../support/nfse.ts'

/** Customer of a demo account that has no municipality. */
const NO_CITY = 'Armazéns Gerais Serra Azul'

onBoth('NFS-e Express', (api, kind) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('financeiro')
  })
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const list = async (status: number, { centre = 'SySGrão', month = '11/2026', type = 3 } = {}) => {
    const query = new URLSearchParams({ mesAno: month, tipoRegistro: centre, tipoEmissao: String(type), status: String(status) })
    return Account.array().parse((await ask('GET', `/nfse?${query}`)).body)
  }
  const one = async (id: number) => WholeAccount.parse((await ask('GET', `/nfse/${id}`)).body)
  const idsOf = (rows: Account[]) => rows.map((row) => row.ID_REF_PARCELA_CONTA)
  let copies = 0
  /** Copies a demo account into accounts that can be issued. Returns their ids. */
  const open = async (count: number, centre: string, month = '11/2026') => {
    const [model] = (await list(1, { centre, month })).filter((row) => !row.IMPEDIMENTO_NFSE && row.ID_STATUS_BOLETO === 1)
    const [account] = await api.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, model?.ID_REF_PARCELA_CONTA ?? 0))
    if (!account) throw new Error(`the demo company has no open account of ${centre} in ${month}`)
    const { id: _, ...fields } = account
    const rows = Array.from({ length: count }, () => ({ ...fields, reference: 900_000_000 + (copies += 1), dueOn: '2026-12-30' }))
    return (await api.db.insert(accounts).values(rows).returning({ id: accounts.id })).map(({ id }) => id)
  }
  const put = (contas: number[], tipoEmissao = 3, more: object = {}) =>
    ask('PUT', '/nfse', { contas, idStatus: 1, observacao: '', tipoEmissao, ...more })
  const post = (contasForSend: number[]) => ask('POST', '/nfse', { contasForSend })
  const states = (ids: number[]) =>
    api.db.select({ note: accounts.noteStatus, slip: accounts.slipStatus }).from(accounts).where(inArray(accounts.id, ids)).orderBy(accounts.id)
  const settled = async (ids: number[], as: { note: number; slip: number }) => {
    await api.idle()
    expect(await states(ids)).toEqual(ids.map(() => as))
  }
  const issuedOf = (ids: number[]) =>
    api.db
      .select()
      .from(emissions)
      .where(and(inArray(emissions.accountId, ids), eq(emissions.state, 'issued')))

  describe('the issuing of accounts', () => {
    test('if ten simultaneous requests send the same accounts, each account is issued once, and the NFS-e numbers have no gaps', async () => {
      const ids = await open(5, 'Locação de Softwares')
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          expect((await put(ids)).status).toBe(200)
          expect((await post(ids)).status).toBe(200)
        }),
      )
      await settled(ids, { note: 3, slip: 2 })
      expect((await put(ids)).status).toBe(200)
      expect((await post(ids)).status).toBe(200)
      const notes = await issuedOf(ids)
      expect(notes.map(({ document }) => document).toSorted()).toEqual([...Array<string>(5).fill('B'), ...Array<string>(5).fill('N')])
      for (const id of ids) {
        const { eventosNotas, eventosBoletos, NUMERO_NFSE } = await one(id)
        expect(eventosNotas.filter(({ descricaoEvento }) => /emitida|autorizada/i.test(descricaoEvento ?? ''))).toHaveLength(1)
        expect(eventosBoletos.filter(({ descricaoEvento }) => /emitido/i.test(descricaoEvento ?? ''))).toHaveLength(1)
        expect(NUMERO_NFSE).toMatch(/^\d+$/)
      }
      // Every number that this issuer has used must belong to an NFS-e. Meanwhile the demo's own accounts are issued and use numbers too.
      await api.idle()
      const [issuer] = await api.db.select().from(issuers).where(eq(issuers.id, 1))
      const given = await api.db
        .select({ number: emissions.number })
        .from(emissions)
        .where(and(eq(emissions.issuerId, 1), eq(emissions.document, 'N'), isNotNull(emissions.number)))
      expect(given.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: Number(issuer?.nextNumber) - 1 }, (_, index) => index + 1),
      )
    })

    test('either the NFS-e or the boleto can be issued alone', async () => {
      const [first = 0, second = 0] = await open(2, 'SySBackup')
      expect(await put([first], 1)).toMatchObject({ status: 200 })
      expect(await put([second], 2)).toMatchObject({ status: 200 })
      expect([await states([first]), await states([second])]).toEqual([[{ note: 2, slip: 1 }], [{ note: 1, slip: 1 }]])
      await post([first, second])
      await settled([first], { note: 3, slip: 1 })
      await settled([second], { note: 1, slip: 2 })
      expect(idsOf(await list(3, { centre: 'SySBackup', type: 2 }))).toContain(second)
      expect(idsOf(await list(1, { centre: 'SySBackup', type: 1 }))).toContain(second)
      expect(await list(2, { centre: 'SySBackup', type: 2 })).toEqual([])
    })

    test('PUT /nfse for a boleto that is already queued changes nothing, even if another person sends the request', async () => {
      const [id = 0] = await open(1, 'SySBackup', '12/2026')
      await put([id], 2)
      const emission = async () => (await api.db.select().from(emissions).where(eq(emissions.accountId, id)))[0]
      const first = await emission()
      expect(first).toMatchObject({ state: 'waiting', userId: 2 })
      const supervisor = await api.signIn('supervisor')
      const body = { contas: [id], idStatus: 1, observacao: '', tipoEmissao: 2 }
      expect((await api.ask('PUT', '/nfse', { token: supervisor, body })).status).toBe(200)
      expect(await emission()).toEqual(first)
      expect((await one(id)).eventosBoletos.map(({ tipo }) => tipo)).toEqual(['queued'])
      await post([id])
      await settled([id], { note: 1, slip: 2 })
    })

    // This test needs a server, because the embedded database runs only one transaction at a time.
    if (kind === 'server')
      test('PUT /nfse succeeds even if it waits for the lock of a job that adds an event to the account', async () => {
        const ids = await open(1, 'SySBackup', '12/2026')
        const [accountId = 0] = ids
        await put(ids, 2)
        let asked: ReturnType<typeof put> | undefined
        await api.db.transaction(async (tx) => {
          await tx.select().from(emissions).where(eq(emissions.accountId, accountId)).for('update')
          asked = put(ids, 2)
          await expect.poll(() => api.db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).toBe(1)
          await tx
            .insert(accountEvents)
            .values({ accountId, document: 'B', at: new Date(api.time.now), kind: 'retried', description: 'Nova tentativa' })
        })
        expect((await asked)?.status).toBe(200)
        await post(ids)
        await settled(ids, { note: 1, slip: 2 })
      })

    // This test needs a server, because the embedded database runs only one transaction at a time.
    if (kind === 'server')
      test('PUT /nfse adds no event and queues nothing if another person corrects and sends the accounts during the wait for a lock', async () => {
        const ids = await open(2, 'SySBackup', '12/2026')
        const [lacking = 0] = ids
        // The first account is judged while it has no municipality, so the waiting request holds a refusal of its NFS-e.
        await api.db.update(accounts).set({ cityId: null }).where(eq(accounts.id, lacking))
        const emitted = (db: typeof api.db) => db.select().from(emissions).where(inArray(emissions.accountId, ids)).orderBy(emissions.accountId)
        let asked: ReturnType<typeof put> | undefined
        const sent = await api.db.transaction(async (tx) => {
          await tx.update(accounts).set({ cityId: 5_107_925, noteStatus: 2 }).where(inArray(accounts.id, ids))
          const rows = ids.map((accountId) => ({ accountId, document: 'N' as const, state: 'waiting' as const, userId: 4 }))
          await tx.insert(emissions).values(rows)
          asked = put(ids, 1)
          await expect.poll(() => api.db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).toBe(1)
          return emitted(tx)
        })
        expect((await asked)?.status).toBe(200)
        expect(await emitted(api.db)).toEqual(sent)
        expect(await api.db.$count(accountEvents, inArray(accountEvents.accountId, ids))).toBe(0)
        await post(ids)
        await settled(ids, { note: 3, slip: 1 })
      })

    test('an account with an invalid field is refused before it gets an NFS-e number, and the message names the field', async () => {
      const rows = await list(1)
      const bad = rows.find((row) => row.RAZAO_SOCIAL_TOMADOR === NO_CITY)
      expect(bad?.IMPEDIMENTO_NFSE).toMatch(/munic[ií]pio/i)
      const id = bad?.ID_REF_PARCELA_CONTA ?? 0
      const [good = 0] = await open(1, 'SySGrão')
      await put([id, good], 1)
      expect((await post([id, good])).status).toBe(200)
      await settled([good], { note: 3, slip: 1 })
      expect(await states([id])).toEqual([{ note: 1, slip: 1 }])
      expect((await one(id)).eventosNotas[0]?.descricaoEvento).toMatch(/munic[ií]pio/i)
      expect((await list(1)).find((row) => row.ID_REF_PARCELA_CONTA === id)?.RECUSA_NFSE).toMatch(/munic[ií]pio/i)
      expect(await api.db.$count(emissions, eq(emissions.accountId, id))).toBe(0)
      // A repeated attempt gives the same reason, but the events contain the reason only once.
      await put([id], 1)
      expect((await one(id)).eventosNotas).toMatchObject([{ tipo: 'refused' }])
      // If one of the two documents is blocked, neither is queued.
      await put([id], 3)
      expect(await api.db.$count(emissions, eq(emissions.accountId, id))).toBe(0)
      // A request for only a blocked account is refused, because there is nothing to start.
      const alone = await post([id])
      expect(alone.status).toBe(409)
      // With the municipality filled in, the account can be issued.
      await api.db.update(accounts).set({ cityId: 5_107_925 }).where(eq(accounts.id, id))
      expect(await one(id)).toMatchObject({ RECUSA_NFSE: null, IMPEDIMENTO_NFSE: null })
    })

    test('a refresh (PUT /nfse with idStatus 2) starts to issue accounts that were sent but not started', async () => {
      const ids = await open(2, 'Integracao Bancaria')
      await put(ids, 1)
      expect((await put(ids, 1, { idStatus: 2, observacao: 'Emissão.' })).status).toBe(200)
      await settled(ids, { note: 3, slip: 1 })
    })

    test('the worker issues sent accounts that nobody has started for a minute', async () => {
      const [early = 0, late = 0, other = 0] = await open(3, 'Integracao Bayer')
      await put([early, late], 2)
      await api.db
        .update(emissions)
        .set({ dueAt: sql`now() - interval '61 seconds'` })
        .where(eq(emissions.accountId, late))
      // Any request makes the worker look for due jobs.
      await put([other], 2, { idStatus: 2 })
      await settled([late], { note: 1, slip: 2 })
      expect(await states([early])).toEqual([{ note: 1, slip: 1 }])
      expect((await one(late)).eventosBoletos.map(({ tipo }) => tipo)).toEqual(['issued', 'queued'])
    })

    test('POST /nfse moves a retry that is due in an hour to within 30 to 60 s', async () => {
      const ids = await open(1, 'SySBackup')
      await put(ids, 1)
      const ofIt = eq(emissions.accountId, ids[0] ?? 0)
      await api.db
        .update(emissions)
        .set({ state: 'queued', attempts: 6, dueAt: sql`now() + interval '1 hour'` })
        .where(ofIt)
      const left = async () =>
        (
          await api.db
            .select({ seconds: sql<string>`extract(epoch from due_at - now())` })
            .from(emissions)
            .where(ofIt)
        )[0]?.seconds
      expect((await post(ids)).status).toBe(200)
      expect(Number(await left())).toSatisfy((seconds: number) => seconds > 30 && seconds <= 60)
      const due = async () => (await api.db.select({ due: emissions.dueAt }).from(emissions).where(ofIt))[0]?.due
      const before = await due()
      await put(ids, 1, { idStatus: 2, observacao: 'Emissão.' })
      expect(await due()).toEqual(before)
      expect((await one(ids[0] ?? 0)).NUMERO_NFSE).toBeNull()
      // Issues the account in the end, because another test counts the accounts that are not issued yet.
      await api.db
        .update(emissions)
        .set({ dueAt: sql`now()` })
        .where(ofIt)
      await post(ids)
      await settled(ids, { note: 3, slip: 1 })
    })

    test('two workers together issue each account once, and finish the job that a killed worker had begun', async () => {
      const ids = await open(3, 'Integracao Bayer')
      await put(ids)
      // Simulates a worker that was killed before it stored the number and the DPS of the first job.
      await api.db
        .update(emissions)
        .set({ state: 'queued', leasedUntil: sql`now() + interval '1 second'` })
        .where(eq(emissions.accountId, ids[0] ?? 0))
      const other = await startIssuing({
        db: api.db,
        batch: 1,
        clock: () => api.time.now,
        mail: 'outbox',
        source: demoSource(() => NOW),
        log: () => undefined,
      })
      try {
        await post(ids)
        await expect
          .poll(
            async () => {
              other.wake()
              // The call wakes the API's worker.
              await post(ids)
              return states(ids)
            },
            { timeout: 20_000 },
          )
          .toEqual(ids.map(() => ({ note: 3, slip: 2 })))
      } finally {
        await other.stop()
      }
      const notes = (await issuedOf(ids)).filter(({ document }) => document === 'N')
      expect(new Set(notes.map(({ number }) => number)).size).toBe(3)
      const events = await api.db
        .select()
        .from(accountEvents)
        .where(and(inArray(accountEvents.accountId, ids), eq(accountEvents.kind, 'issued')))
      expect(events).toHaveLength(6)
    })

    test('an issued document and its account cannot be changed or deleted', async () => {
      const ids = await open(1, 'SySGrão', '10/2026')
      await put(ids)
      await post(ids)
      await settled(ids, { note: 3, slip: 2 })
      const [id = 0] = ids
      const refusedBy = async (change: PromiseLike<unknown>) =>
        change.then(
          () => 'nobody',
          (error: { cause?: Error }) => error.cause?.message,
        )
      expect(await refusedBy(api.db.update(emissions).set({ nfse: '<other/>' }).where(eq(emissions.accountId, id)))).toMatch(/kept as it is/)
      expect(await refusedBy(api.db.delete(emissions).where(eq(emissions.accountId, id)))).toMatch(/kept as it is/)
      expect(await refusedBy(api.db.update(accounts).set({ cents: 1 }).where(eq(accounts.id, id)))).toMatch(/kept as it is/)
      expect((await ask('DELETE', '/nfse', { ids })).status).toBe(409)
    })

    test('the database refuses to change a queued account and to reset the number of the next boleto', async () => {
      const [id = 0] = await open(1, 'SySBackup', '10/2026')
      await put([id], 2)
      const refusedBy = (change: PromiseLike<unknown>) =>
        change.then(
          () => 'nobody',
          (error: { cause?: { constraint?: string; constraint_name?: string } }) => error.cause?.constraint ?? error.cause?.constraint_name,
        )
      expect(await refusedBy(api.db.update(accounts).set({ cents: 1 }).where(eq(accounts.id, id)))).toBe('accounts_sent')
      await post([id])
      await settled([id], { note: 1, slip: 2 })
      expect(await refusedBy(api.db.update(issuers).set({ nextSlip: 1 }))).toBe('issuers_numbers')
    })

    test('an issued boleto is printed unchanged even after the company and its bank data have changed', async () => {
      const [id = 0] = await open(1, 'SySBackup', '10/2026')
      await put([id], 2)
      await post([id])
      await settled([id], { note: 1, slip: 2 })
      const headers = { 'x-channel': api.secret, authorization: `Bearer ${token}` }
      const download = async () => Buffer.from(await (await fetch(`${api.url}/nfse-download-file?id=${id}&tipo=2`, { headers })).arrayBuffer())
      const before = await download()
      const [account] = await api.db.select().from(accounts).where(eq(accounts.id, id))
      await api.db
        .update(issuers)
        .set({ name: 'Outra razão social', bankAccount: '99999-0', street: 'Rua Nova' })
        .where(eq(issuers.id, account?.issuerId ?? 0))
      expect(before.byteLength).toBeGreaterThan(10_000)
      expect(await download()).toEqual(before)
    })

    test('an issuer with letters in its CNPJ can be imported, issue with the built-in authority, and mail both documents', async () => {
      await api.db.insert(companies).values({ name: 'Filial com letras' })
      const bring = async (kind: 'issuers' | 'accounts', values: Record<string, string>) => {
        const { problems, created } = await importLines(api.db, { kind, lines: [{ line: 2, values }], check: false }, () => undefined)
        expect([problems, created]).toEqual([[], 1])
      }
      const address = { logradouro: 'Rua A', numero: '1', bairro: 'Centro', municipio: '5107925', cep: '78890-000' }
      await bring('issuers', {
        ...address,
        empresa: 'Filial com letras',
        cnpj: '12.abc.345/01de-35',
        razao_social: 'Emissora com Letras Ltda.',
        email: 'fiscal@exemplo.com.br',
        simples: '1',
        serie: '7',
        banco: '001',
        convenio: '1234567',
        carteira: '17',
        agencia: '1480-X',
        conta_corrente: '22418-9',
        chave_pix: '12ABC34501DE35',
      })
      await bring('accounts', {
        ...address,
        empresa: 'Filial com letras',
        conta: '990101',
        mes: '11/2026',
        centro_custo: 'SySGrão',
        documento: '12ABC34501DE35',
        razao_social: 'Tomadora com Letras Ltda.',
        emails: 'a@exemplo.com.br',
        codigo_servico: '010501',
        servico: 'Licenciamento',
        discriminacao: 'Licença de novembro',
        valor: '1.234,56',
        aliquota_iss: '3',
        vencimento: '30/12/2026',
      })
      const [account] = await api.db.select().from(accounts).where(eq(accounts.reference, 990_101))
      const id = account?.id ?? 0
      await put([id])
      await post([id])
      await settled([id], { note: 3, slip: 2 })
      const issued = await issuedOf([id])
      expect(issued.find(({ document }) => document === 'N')?.accessKey?.slice(9, 23)).toBe('12ABC34501DE35')
      expect(issued.find(({ document }) => document === 'B')?.pix).toContain('12ABC34501DE35')
      expect((await one(id)).emailsEvents).toMatchObject([{ status: 'Enviado', destinatario: 'a@exemplo.com.br' }])
      const headers = { 'x-channel': api.secret, authorization: `Bearer ${token}` }
      for (const tipo of [1, 2]) {
        const response = await fetch(`${api.url}/nfse-download-file?id=${id}&tipo=${tipo}`, { headers })
        const pdf = Buffer.from(await response.arrayBuffer())
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
        if (!noPoppler) expect((await textOf(pdf)).split('12.ABC.345/01DE-35').length - 1).toBeGreaterThan(1)
      }
    })

    test('an import of an issuer with wrong bank data is refused, gives a reason for each column, and stores nothing', async () => {
      await api.db.insert(companies).values({ name: 'Filial sem banco' })
      const values = {
        empresa: 'Filial sem banco',
        cnpj: '22.333.444/0001-81',
        razao_social: 'Emissora Ltda.',
        logradouro: 'Rua A',
        numero: '1',
        bairro: 'Centro',
        municipio: '5107925',
        cep: '78890000',
        simples: '1',
        serie: '7',
      }
      const problemsOf = async (more: Record<string, string>) => {
        const job = { kind: 'issuers' as const, lines: [{ line: 2, values: { ...values, ...more } }], check: true }
        return (await importLines(api.db, job, () => undefined)).problems.map(({ problem }) => problem)
      }
      expect(await problemsOf({})).toEqual([])
      expect(await problemsOf({ chave_pix: '+556530210000', cnpj: '22.333.444/0001-82' })).toEqual([
        'CNPJ do emitente não é válido: confira os dígitos.',
        'Chave PIX do emitente não é CPF, CNPJ, e-mail, telefone celular nem chave aleatória.',
      ])
      const bank = { banco: '001', convenio: '1000000', carteira: '17', agencia: '1480-2', conta_corrente: '22418-9' }
      expect(await problemsOf(bank)).toEqual([
        'Convênio do emitente: com 7 dígitos, deve ser maior que 1.000.000.',
        'Agência do emitente: o dígito verificador não confere.',
      ])
      expect(await problemsOf({ banco: '748', convenio: '31077', agencia: '0802', posto: '07', conta_corrente: '31077-4' })).toEqual([])
      expect(await problemsOf({ banco: '748', convenio: '31077', agencia: '0802', conta_corrente: '31077-4' })).toEqual([
        'Posto do emitente: 2 dígitos, como 02.',
      ])
      expect(await problemsOf({ banco: '999' })).toEqual(['banco “999”: escreva um destes códigos: 001, 033, 104, 237, 341, 748, 756.'])
      expect(await problemsOf({ chave_pix: '51998259765' })).toEqual([
        'Chave PIX do emitente pode ser CPF ou telefone: informe qual em tipo_chave_pix.',
      ])
      expect(await problemsOf({ chave_pix: '51998259765', tipo_chave_pix: 'Telefone' })).toEqual([])
      expect(await problemsOf({ chave_pix: '51998259765', tipo_chave_pix: 'fax' })).toEqual([
        'tipo_chave_pix: “fax” não serve; escreva CPF, CNPJ, e-mail, telefone, aleatória.',
      ])
    })

    test('a boleto that cannot be issued is refused with a reason, and the NFS-e is mailed alone', async () => {
      const [company] = await api.db.insert(companies).values({ name: 'Filial com chave errada' }).returning()
      const [like] = await api.db.select().from(issuers).where(eq(issuers.id, 2))
      const { id: _, ...given } = like!
      const wrong = { ...given, companyId: company!.id, cnpj: '33444555000181', pixKey: 'isto não é uma chave' }
      const [issuer] = await api.db.insert(issuers).values(wrong).returning()
      const ids = await open(2, 'SySGrão', '12/2026')
      const [keyless = 0, last = 0] = ids
      await api.db.update(accounts).set({ issuerId: issuer!.id }).where(eq(accounts.id, keyless))
      const reason = 'Chave PIX do emitente não é CPF, CNPJ, e-mail, telefone celular nem chave aleatória.'
      expect(await one(keyless)).toMatchObject({ IMPEDIMENTO_NFSE: null, IMPEDIMENTO_BOLETO: reason })
      // The agreement has no numbers left, which only the issuing of a boleto detects.
      const full = { ...wrong, cnpj: '44555666000181', pixKey: null, nextSlip: 9_999_999_999 }
      const [other] = await api.db.insert(companies).values({ name: 'Filial sem números' }).returning()
      const [used] = await api.db
        .insert(issuers)
        .values({ ...full, companyId: other!.id })
        .returning()
      await api.db.update(accounts).set({ issuerId: used!.id }).where(eq(accounts.id, last))
      // Both accounts are stored as queued without any check, so the workers must refuse them.
      await api.db.update(accounts).set({ noteStatus: 2 }).where(inArray(accounts.id, ids))
      await api.db
        .insert(emissions)
        .values(ids.flatMap((accountId) => (['N', 'B'] as const).map((document) => ({ accountId, document, state: 'queued' as const, userId: 2 }))))
      await post(ids)
      await settled(ids, { note: 3, slip: 1 })
      const refusal = async (id: number) => (await one(id)).eventosBoletos.map(({ tipo, descricaoEvento }) => [tipo, descricaoEvento])
      expect(await refusal(keyless)).toEqual([['refused', reason]])
      expect(await refusal(last)).toEqual([['refused', 'Os números de boletos deste convênio acabaram.']])
      for (const id of ids) expect((await one(id)).emailsEvents.map(({ status }) => status)).toEqual((await one(id)).emailsList.map(() => 'Enviado'))
      expect(await api.db.select().from(issuers).where(eq(issuers.id, issuer!.id))).toMatchObject([{ ...wrong, nextNumber: wrong.nextNumber + 1 }])
    })

    test('an overdue boleto is issued only with a new due date, and does not block its NFS-e', async () => {
      const ids = await open(2, 'SySGrão', '12/2026')
      const [noted = 0, renewed = 0] = ids
      await api.db.update(accounts).set({ dueOn: '2026-11-18' }).where(inArray(accounts.id, ids))
      const why = 'Boleto vencido em 18/11/2026: informe um novo vencimento.'
      expect(await one(noted)).toMatchObject({ IMPEDIMENTO_NFSE: null, IMPEDIMENTO_BOLETO: why })
      await put([noted])
      await post([noted])
      await settled([noted], { note: 3, slip: 1 })
      expect((await one(noted)).eventosBoletos).toMatchObject([{ tipo: 'refused', descricaoEvento: why }])
      expect(await put([renewed], 3, { novoVencimento: '2026-11-18' })).toMatchObject({ status: 400, body: { message: messages.dueInPast } })
      expect(await put([renewed], 3, { novoVencimento: '2027-11-20' })).toMatchObject({ status: 400, body: { message: messages.dueTooFar } })
      // The NFS-e of the first account is already issued, so only its boleto is sent.
      const novoVencimento = '2026-12-01'
      expect((await put([noted], 2, { novoVencimento })).status).toBe(200)
      expect((await put([renewed], 3, { novoVencimento })).status).toBe(200)
      await post(ids)
      await settled(ids, { note: 3, slip: 2 })
      for (const id of ids) {
        const { DATA_VENCTO, eventosBoletos } = await one(id)
        expect(DATA_VENCTO).toBe(novoVencimento)
        expect(eventosBoletos.find(({ tipo }) => tipo === 'queued')?.retornoEvento).toBe('Vencimento mudou de 18/11/2026 para 01/12/2026.')
      }
      const [slip] = (await issuedOf([renewed])).filter(({ document }) => document === 'B')
      expect(slip?.barcode?.slice(5, 9)).toBe(String(factorOf(novoVencimento)))
      // A boleto that is not overdue keeps its due date.
      const [other = 0] = await open(1, 'SySGrão', '12/2026')
      await put([other], 2, { novoVencimento })
      expect((await one(other)).DATA_VENCTO).toBe('2026-12-30')
      await post([other])
      await settled([other], { note: 1, slip: 2 })
    })

    test('the events and the audit name the person who sent the account', async () => {
      const ids = await open(1, 'SySGrão', '10/2026')
      await put(ids, 1, { observacao: 'Competência outubro' })
      await post(ids)
      await settled(ids, { note: 3, slip: 1 })
      const { eventosNotas } = await one(ids[0] ?? 0)
      expect(eventosNotas.at(-1)).toMatchObject({ descricaoEvento: 'Colocada na fila por Letícia Arantes', retornoEvento: 'Competência outubro' })
      const changes = await api.db
        .select()
        .from(auditChanges)
        .where(and(eq(auditChanges.relation, 'accounts'), eq(auditChanges.recordId, ids[0] ?? 0)))
      // The first change was not made by a person, because it is the test's own insert.
      expect(changes.map(({ userId }) => userId)).toEqual([null, 2, 2])
    })
  })

  describe('the list of accounts', () => {
    test('GET /nfse/centrocustos returns exactly the cost centres that have accounts in the month', async () => {
      const { body } = await ask('GET', '/nfse/centrocustos?mesAno=11%2F2026')
      expect(body).toEqual(
        ['Integracao Bancaria', 'Integracao Bayer', 'Locação de Softwares', 'SySBackup', 'SySGrão'].map((TIPO_CONTA) => ({ TIPO_CONTA })),
      )
      expect((await ask('GET', '/nfse/centrocustos?mesAno=02%2F2001')).body).toEqual([])
    })

    test('GET /nfse with an unknown cost centre returns an empty list, and GET /nfse/{id} with an unknown id is answered with 404', async () => {
      expect(await list(1, { centre: 'Outro' })).toEqual([])
      expect((await ask('GET', '/nfse/999999')).status).toBe(404)
      expect((await put([999_999])).status).toBe(404)
      expect((await post([999_999])).status).toBe(404)
      expect((await ask('DELETE', '/nfse', { ids: [999_999] })).status).toBe(404)
    })

    test('GET /nfse returns ISSQN and net value of each account exact to the cent', async () => {
      const rows = await list(1, { centre: 'Locação de Softwares', month: '12/2026' })
      expect(rows).not.toHaveLength(0)
      for (const row of rows) {
        const [gross, rate] = [Math.round(Number(row.VALOR_CONTA) * 100), Number(row.TAXA_ISSQN_CONTA)]
        expect(Math.abs(Number(row.VALOR_ISSQN_CONTA) * 100 - (gross * rate) / 100)).toBeLessThanOrEqual(0.5)
        expect(Math.round(Number(row.VALOR_LIQUIDO) * 100)).toBe(gross - Math.round(Number(row.VALOR_ISSQN_CONTA) * 100))
      }
    })
  })

  describe('a correction of an account', () => {
    const correction = {
      documento: '12.ABC.345/01DE-35',
      razaoSocial: 'Tomadora Corrigida Ltda.',
      inscricaoMunicipal: '',
      logradouro: 'Rua B',
      numero: '2',
      complemento: '',
      bairro: 'Centro',
      municipio: 'Fortaleza do Tabocão - TO',
      cep: '78890-000',
      telefone: '(65) 3000-1000',
      emails: ['novo@exemplo.com.br'],
      nbs: '1.1509.00.00',
      discriminacao: 'Licença corrigida',
    }
    const correct = (id: number, more: object = {}) => ask('PUT', `/nfse/${id}`, { ...correction, ...more })

    test('a correction with an outdated version is refused with 409; one with all missing fields makes the account ready to issue', async () => {
      const [id = 0] = await open(1, 'SySGrão', '12/2026')
      await api.db.update(accounts).set({ cityId: null, document: null, emails: [] }).where(eq(accounts.id, id))
      const before = await one(id)
      expect(before).toMatchObject({ QUANTIDADE_EMAILS: 0, IMPEDIMENTO_NFSE: 'Tomador sem CNPJ / CPF. Tomador sem código de município.' })
      expect(await correct(id, { versao: 99 })).toMatchObject({ status: 409 })
      expect(await correct(id, { municipio: 'Lugar Nenhum' })).toMatchObject({ status: 400 })
      const wrongDocument = 'CNPJ / CPF do tomador não é válido: confira os dígitos.'
      expect(await correct(id, { documento: '11.111.111/1111-11' })).toMatchObject({ status: 400, body: { message: wrongDocument } })
      expect(await correct(id, { cep: '123' })).toMatchObject({ status: 400, body: { message: 'CEP do tomador deve ter 8 dígitos.' } })
      expect(await correct(id, { municipio: 'Bom Jesus' })).toMatchObject({ status: 400, body: { message: messages.ambiguousCity('“Bom Jesus”') } })
      expect((await correct(id, { versao: before.versao })).status).toBe(200)
      const after = await one(id)
      expect(after).toMatchObject({
        RAZAO_SOCIAL_TOMADOR: 'Tomadora Corrigida Ltda.',
        CNPJ_TOMADOR: '12ABC34501DE35',
        CIDADE_TOMADOR: 'Tabocão',
        CEP_TOMADOR: '78890000',
        NBS: '115090000',
        emailsList: ['novo@exemplo.com.br'],
        IMPEDIMENTO_NFSE: null,
        versao: Number(before.versao) + 1,
      })
      expect(after.eventosNotas[0]).toMatchObject({ tipo: 'changed', descricaoEvento: 'Dados da conta corrigidos por Letícia Arantes' })
      await put([id])
      // A queued account must not change after it was sent.
      expect(await correct(id)).toMatchObject({ status: 409, body: { message: messages.sentAccount } })
      await post([id])
      await settled([id], { note: 3, slip: 2 })
      expect(await correct(id)).toMatchObject({ status: 409, body: { message: messages.sentAccount } })
      expect((await ask('PUT', '/nfse/999999', correction)).status).toBe(404)
    })

    test('the chosen client is that of all accounts with the same document, and Cobrança names it', async () => {
      const ids = await open(2, 'SySGrão', '12/2026')
      const [id = 0, sibling = 0] = ids
      const own = { document: '11222333000181', name: 'Tomadora de Dois Contratos', clientId: null }
      await api.db.update(accounts).set(own).where(inArray(accounts.id, ids))
      const choices = (await ask('GET', '/nfse/clients')).body as { CODIGOCLIENTE: number; NOMEFANTASIACLIENTE: string }[]
      const [client] = choices
      const idCliente = client?.CODIGOCLIENTE ?? 0
      const body = { documento: own.document, razaoSocial: own.name, municipio: 'Sorriso - MT', versao: (await one(id)).versao }
      expect(await correct(id, { ...body, idCliente: 999_999 })).toMatchObject({ status: 400, body: { message: messages.wrongClient } })
      expect((await correct(id, { ...body, idCliente })).status).toBe(200)
      const CLIENTE = { id: idCliente, nome: client?.NOMEFANTASIACLIENTE }
      for (const account of await Promise.all(ids.map(one))) expect(account.CLIENTE).toEqual(CLIENTE)
      const documents = (await ask('GET', `/dash/aging/documents?cliente=${encodeURIComponent(CLIENTE.nome ?? '')}`)).body as { id: number }[]
      expect(documents.map((one) => one.id)).toEqual(expect.arrayContaining([id, sibling]))
      // The stored client may be sent back although it is inactive by now.
      await api.db.update(clients).set({ status: 'I' }).where(eq(clients.id, idCliente))
      expect((await correct(id, { ...body, versao: (await one(id)).versao, idCliente })).status).toBe(200)
      await api.db.update(clients).set({ status: 'A' }).where(eq(clients.id, idCliente))
      // A correction without a client leaves it as it is.
      expect((await correct(id, { ...body, versao: (await one(id)).versao })).status).toBe(200)
      expect((await one(id)).CLIENTE).toEqual(CLIENTE)
    })

    test('an issued account can be mailed to another address, which is not stored in the account', async () => {
      const [id = 0] = await open(1, 'Locação de Softwares', '12/2026')
      await api.db.update(accounts).set({ emails: [] }).where(eq(accounts.id, id))
      await put([id])
      await post([id])
      await settled([id], { note: 3, slip: 2 })
      expect((await ask('POST', '/nfse/send-mail', { id })).status).toBe(409)
      const emails = ['outro@exemplo.com.br']
      expect((await ask('POST', '/nfse/send-mail', { id, emails })).status).toBe(200)
      expect((await ask('POST', '/nfse/send-mail-recibo', { ids: [id], emails })).status).toBe(200)
      const sent = async () => (await one(id)).emailsEvents.filter(({ status }) => status === 'Enviado').map(({ destinatario }) => destinatario)
      await api.idle()
      expect(await sent()).toEqual([...emails, ...emails])
      expect((await one(id)).emailsList).toEqual([])
    })
  })

  test('an open account can be deleted, and the deletion of a sent account is refused with 409', async () => {
    const ids = await open(2, 'SySGrão', '12/2026')
    await put(ids.slice(0, 1), 1)
    // A request deletes either all of its accounts or none. One of these two was sent, so neither is deleted.
    expect((await ask('DELETE', '/nfse', { ids })).status).toBe(409)
    expect(await api.db.$count(accounts, inArray(accounts.id, ids))).toBe(2)
    const [, id = 0] = ids
    expect((await ask('DELETE', '/nfse', { ids: [id] })).status).toBe(200)
    expect((await ask('GET', `/nfse/${id}`)).status).toBe(404)
    expect((await post([id])).status).toBe(404)
    expect(idsOf(await list(1, { month: '12/2026' }))).not.toContain(id)
    expect(await api.db.$count(removedAccounts)).toBe(1)
  })

  test('an account of which something was received cannot be deleted', async () => {
    const [id = 0] = await open(1, 'SySGrão', '12/2026')
    await api.db.update(accounts).set({ importedCents: 1, importedOn: '2026-11-18' }).where(eq(accounts.id, id))
    expect(await ask('DELETE', '/nfse', { ids: [id] })).toMatchObject({ status: 409, body: { message: messages.received } })
    expect(await api.db.$count(accounts, eq(accounts.id, id))).toBe(1)
  })

  describe('the payments of an account', () => {
    const pay = (id: number, more: object = {}) => ask('POST', `/nfse/${id}/payments`, { valor: 100, pagoEm: '2026-11-18', forma: 'PIX', ...more })
    const flow = async () => (await ask('POST', '/dash/boletos', { period: '202612' })).body as { valorRecebidoCC: number; valorReceberCC: number }
    const cents = (reais: number | null | undefined) => Math.round(100 * (reais ?? 0))

    test('a payment moves the figures of both screens, is an event, and may be undone once with a reason', async () => {
      const [id = 0] = await open(1, 'SySGrão', '12/2026')
      const before = await flow()
      const { VALOR_LIQUIDO } = await one(id)
      expect((await pay(id, { acrescimos: 2.5, creditadoEm: '2026-11-19', observacao: 'Parte' })).status).toBe(200)
      const partly = await one(id)
      expect(partly).toMatchObject({ VALOR_RECEBIDO: 100 })
      expect(partly.pagamentos).toMatchObject([
        {
          valor: 100,
          acrescimos: 2.5,
          pagoEm: '2026-11-18',
          creditadoEm: '2026-11-19',
          forma: 'PIX',
          observacao: 'Parte',
          por: 'Letícia Arantes',
          desfeito: null,
        },
      ])
      expect(partly.eventosBoletos[0]?.descricaoEvento).toBe('Pagamento de R$ 100,00 em 18/11/2026 (PIX), registrado por Letícia Arantes')
      expect(cents((await flow()).valorRecebidoCC) - cents(before.valorRecebidoCC)).toBe(10_000)
      const rest = cents(VALOR_LIQUIDO) - 10_000
      expect((await pay(id, { valor: rest / 100, forma: 'Dinheiro' })).status).toBe(200)
      expect(cents((await flow()).valorReceberCC) - cents(before.valorReceberCC)).toBe(-cents(VALOR_LIQUIDO))
      expect(await ask('POST', `/nfse/${id}/payments`, { valor: 0.01, pagoEm: '2026-11-18', forma: 'PIX' })).toMatchObject({
        status: 409,
        body: { message: messages.overpaid },
      })
      const [latest] = (await one(id)).pagamentos ?? []
      const undo = () => ask('POST', `/nfse/payments/${latest?.id}/undo`, { motivo: 'Era de outra conta.' })
      expect((await undo()).status).toBe(200)
      expect(await undo()).toMatchObject({ status: 409, body: { message: messages.alreadyUndone } })
      const after = await one(id)
      expect(after).toMatchObject({ VALOR_RECEBIDO: 100 })
      expect(after.pagamentos?.[0]?.desfeito).toBe('Desfeito por Letícia Arantes: Era de outra conta.')
      expect(cents((await flow()).valorRecebidoCC) - cents(before.valorRecebidoCC)).toBe(10_000)
    })

    test('ten simultaneous payments of the whole amount store one', async () => {
      const [id = 0] = await open(1, 'SySGrão', '12/2026')
      const { VALOR_LIQUIDO } = await one(id)
      const answers = await Promise.all(Array.from({ length: 10 }, () => pay(id, { valor: VALOR_LIQUIDO })))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
      expect(await one(id)).toMatchObject({ VALOR_RECEBIDO: VALOR_LIQUIDO })
    })

    test.each([
      ['of a future day', { pagoEm: '2026-11-20' }, messages.paidInFuture],
      ['credited before it was made', { creditadoEm: '2026-11-17' }, messages.creditedEarlier],
    ])('a payment %s is refused', async (_, more, message) => {
      const [id = 0] = await open(1, 'SySGrão', '12/2026')
      expect(await pay(id, more)).toMatchObject({ status: 400, body: { message } })
      expect((await one(id)).pagamentos).toEqual([])
    })

    test('an account with a payment, even an undone one, is neither deleted nor changed by a file', async () => {
      const [id = 0] = await open(1, 'SySGrão', '12/2026')
      expect((await pay(id)).status).toBe(200)
      const [account] = await api.db.select().from(accounts).where(eq(accounts.id, id))
      const [{ name: empresa } = { name: '' }] = await api.db
        .select({ name: issuers.name })
        .from(issuers)
        .where(eq(issuers.id, account?.issuerId ?? 0))
      const line = {
        empresa,
        conta: String(account?.reference),
        mes: '12/2026',
        centro_custo: 'SySGrão',
        razao_social: 'Outra',
        codigo_servico: '010501',
        servico: 'S',
        discriminacao: 'D',
        valor: '1,00',
        aliquota_iss: '2',
        vencimento: '30/12/2026',
      }
      const { problems } = await importLines(api.db, { kind: 'accounts', lines: [{ line: 2, values: line }], check: false }, () => undefined)
      expect(problems).toEqual([{ line: 2, problem: messages.receivedAccount }])
      const [payment] = (await one(id)).pagamentos ?? []
      expect((await ask('POST', `/nfse/payments/${payment?.id}/undo`, { motivo: 'Engano.' })).status).toBe(200)
      expect(await ask('DELETE', '/nfse', { ids: [id] })).toMatchObject({ status: 409, body: { message: messages.received } })
    })

    test('an issued account may be paid, and the database refuses to change or delete a payment', async () => {
      const [id = 0] = await open(1, 'SySGrão', '12/2026')
      await put([id])
      await post([id])
      await settled([id], { note: 3, slip: 2 })
      expect((await pay(id)).status).toBe(200)
      const refused = (change: PromiseLike<unknown>) =>
        expect(change).rejects.toMatchObject({ cause: { message: expect.stringContaining('kept as it is') as string } })
      await refused(api.db.update(payments).set({ cents: 1 }).where(eq(payments.accountId, id)))
      await refused(api.db.delete(payments).where(eq(payments.accountId, id)))
    })

    test('an unknown account or payment is answered with 404', async () => {
      expect((await pay(999_999)).status).toBe(404)
      expect((await ask('POST', '/nfse/payments/999999/undo', { motivo: 'x' })).status).toBe(404)
    })
  })

  test('a receivable that was invoiced elsewhere is unknown to every call of NFS-e Express', async () => {
    const [row] = await api.db
      .insert(accounts)
      .values({ companyId: 1, centreId: 1, paper: 'NFS-e de outro sistema', month: '2026-12-01', dueOn: '2026-12-10', cents: 1_000 })
      .returning({ id: accounts.id })
    const { id } = row!
    const answers = [
      await ask('GET', `/nfse/${id}`),
      await ask('GET', `/nfse-download-file?id=${id}&tipo=1`),
      await put([id]),
      await post([id]),
      await ask('POST', '/nfse/send-mail', { id }),
      await ask('POST', '/nfse/send-mail-recibo', { ids: [id] }),
      await ask('DELETE', '/nfse', { ids: [id] }),
      await ask('POST', `/nfse/${id}/payments`, { valor: 1, pagoEm: '2026-11-18', forma: 'PIX' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(idsOf(await list(1, { centre: 'Locação de Softwares', month: '12/2026' }))).not.toContain(id)
    expect(await api.db.$count(accounts, eq(accounts.id, id))).toBe(1)
  })

  describe('the e-mails of an account', () => {
    test('NFS-e and boleto are mailed to the customer’s addresses once both are issued, and again after POST /nfse/send-mail', async () => {
      const ids = await open(1, 'Locação de Softwares', '12/2026')
      const [id = 0] = ids
      expect((await ask('POST', '/nfse/send-mail', { id })).status).toBe(409)
      await put(ids)
      await post(ids)
      const sent = async () => (await one(id)).emailsEvents.map(({ status, destinatario }) => [status, destinatario])
      const { emailsList } = await one(id)
      const each = emailsList.map((address) => ['Enviado', address])
      await api.idle()
      expect(await sent()).toEqual(each.toReversed())
      expect((await one(id)).emailState).toEqual({ errorMails: 0, pendentMails: 0, sendedMails: each.length })
      // The second of two requests within ten seconds succeeds, but sends no e-mail.
      expect((await ask('POST', '/nfse/send-mail', { id })).status).toBe(200)
      await api.idle()
      expect(await sent()).toEqual([...each, ...each].toReversed())
      expect((await ask('POST', '/nfse/send-mail', { id })).status).toBe(200)
      expect(await sent()).toHaveLength(2 * each.length)
      api.time.now += 11_000
      expect((await ask('POST', '/nfse/send-mail', { id })).status).toBe(200)
      await api.idle()
      expect(await sent()).toHaveLength(3 * each.length)
      const logs = (await one(id)).emailsEvents.map(({ log }) => log)
      expect(logs[0]).toMatch(/^Pedido por Letícia Arantes\. NFS-e e Boleto · /)
      expect(logs.at(-1)).toMatch(/^NFS-e e Boleto · /)
      expect((await ask('POST', '/nfse/send-mail-recibo', { ids })).status).toBe(200)
      await api.idle()
      const receipts = await api.db
        .select()
        .from(mails)
        .where(and(eq(mails.accountId, id), eq(mails.kind, 'R')))
      expect(receipts.map(({ state }) => state)).toEqual(each.map(() => 'sent'))
    })

    test('POST /nfse/send-mail-recibo is refused with 409 unless the boleto is issued and belongs to Locação de Softwares', async () => {
      const [open1 = 0] = await open(1, 'Locação de Softwares', '12/2026')
      expect((await ask('POST', '/nfse/send-mail-recibo', { ids: [open1] })).status).toBe(409)
      const [other = 0] = await open(1, 'SySBackup', '12/2026')
      await put([other], 2)
      await post([other])
      await settled([other], { note: 1, slip: 2 })
      expect((await ask('POST', '/nfse/send-mail-recibo', { ids: [other] })).status).toBe(409)
      await api.db.update(accounts).set({ emails: [] }).where(eq(accounts.id, open1))
      await put([open1], 2)
      await post([open1])
      await settled([open1], { note: 1, slip: 2 })
      expect(await ask('POST', '/nfse/send-mail-recibo', { ids: [open1] })).toMatchObject({ status: 409, body: { message: messages.noAddress } })
    })

    test('if the customer has no e-mail address, the issued account gets an e-mail event with an error', async () => {
      const [centre] = await api.db.select().from(costCentres).where(eq(costCentres.name, 'SySGrão'))
      const [id = 0] = await open(1, 'SySGrão', '12/2026')
      await api.db
        .update(accounts)
        .set({ emails: [] })
        .where(and(eq(accounts.id, id), eq(accounts.centreId, centre?.id ?? 0)))
      await put([id])
      await post([id])
      await settled([id], { note: 3, slip: 2 })
      const { emailsEvents, emailState } = await one(id)
      expect(emailsEvents).toMatchObject([{ status: 'Com erro', log: 'Tomador sem e-mail cadastrado.' }])
      expect(emailState).toEqual({ errorMails: 1, pendentMails: 0, sendedMails: 0 })
      expect((await ask('POST', '/nfse/send-mail', { id })).status).toBe(409)
    })
  })

  describe('a request for the data load', () => {
    const loads = async () => (await ask('GET', '/load-data/data')).body as { mesAno: string; LOADING: number; NO_DATA: number; ERROS: string[] }[]
    const loaded = async (mesAno: string) => {
      await api.idle()
      const found = (await loads()).filter((row) => row.mesAno === mesAno)
      expect(found.map(({ LOADING }) => LOADING)).toEqual([2])
      return found
    }

    test('a load for a month outside 2000 to 2099 is refused with 400', async () => {
      expect(await ask('POST', '/load-data/request', { mesAno: '12/1999' })).toMatchObject({ status: 400, body: { message: 'Mês inválido.' } })
    })

    test('a repeated load adds no account, and a load for a month without a file ends with the state NO_DATA', async () => {
      const before = await api.db.$count(accounts)
      for (const mesAno of ['11/2026', '11/2026', '02/2001']) {
        expect((await ask('POST', '/load-data/request', { mesAno })).status).toBe(200)
        await loaded(mesAno)
      }
      const found = { mesAno: '11/2026', LOADING: 2, NO_DATA: 0, ERROS: [], CARREGADAS: 42, RECUSADAS: 0, quando: expect.any(String) }
      expect(await loaded('11/2026')).toEqual([found])
      expect(await loaded('02/2001')).toEqual([{ ...found, mesAno: '02/2001', NO_DATA: 1, CARREGADAS: 0 }])
      expect(await api.db.$count(accounts)).toBe(before)
    })

    test('ten simultaneous requests start only one load', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', '/load-data/request', { mesAno: '03/2001' })))
      for (const { status } of answers) expect([200, 409]).toContain(status)
      await loaded('03/2001')
      expect(await api.db.$count(dataLoads, eq(dataLoads.month, '2001-03-01'))).toBe(1)
    })
  })
})
