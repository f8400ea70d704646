// Tests the cancellation and the substitution of issued notes with the built-in authority, on both databases.
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts, cancellations, emissions, issuers, registrations } from '../../server/api/db/schema.ts'
import { builtInAuthority } from '../../server/api/nfse/built-in-authority.ts'
import { canceller } from '../../server/api/nfse/cancelling.ts'
import { makeCertificate } from '../../server/api/nfse/certificate.ts'
import { startDocuments } from '../../server/api/nfse/documents.ts'
import { messages } from '../../shared/features/cancellation.ts'
import { WholeAccount } from '../../shared/features/nfse.ts'
import type { CashFlow } from '../../shared/features/overview.ts'
import { centsOf } from '../../shared/money.ts'
import { NOW, onBoth } from '../support/api.ts'
import { nextDoorOf } from '../support/banks/all.ts'
import { returnOf } from '../support/banks/next-door.ts'
import { noPoppler, textOf } from '../support/nfse.ts'

const EXPLANATION = 'O serviço não foi prestado.'

onBoth('cancelled and replaced notes', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('financeiro')
  })
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const one = async (id: number) => WholeAccount.parse((await ask('GET', `/nfse/${id}`)).body)
  let copies = 0
  /** Issues both documents, or only the note, of a new account that is due in a month of its own. */
  const issued = async (own: Partial<typeof accounts.$inferInsert> = {}, tipoEmissao: 1 | 3 = 3) => {
    const [model] = await api.db
      .select()
      .from(accounts)
      .where(
        and(
          eq(accounts.issuerId, 1),
          isNotNull(accounts.cityId),
          eq(accounts.noteStatus, 1),
          eq(accounts.receivedCents, 0),
          sql`${accounts.document} ~ '^[0-9]{14}$'`,
        ),
      )
      .orderBy(accounts.id)
      .limit(1)
    const { id: _, owedCents: __, receivedCents: ___, receivedOn: ____, ...fields } = model as NonNullable<typeof model>
    const [made] = await api.db
      .insert(accounts)
      .values({ ...fields, reference: 940_000_000 + (copies += 1), dueOn: '2027-05-20', emails: ['a@exemplo.com.br'], ...own })
      .returning({ id: accounts.id })
    const id = made?.id ?? 0
    expect((await ask('PUT', '/nfse', { contas: [id], idStatus: 1, observacao: '', tipoEmissao })).status).toBe(200)
    expect((await ask('POST', '/nfse', { contasForSend: [id] })).status).toBe(200)
    await api.idle()
    return id
  }
  const cancel = (id: number, more: object = {}) =>
    ask('POST', `/nfse/${id}/cancel`, { motivo: 2, texto: EXPLANATION, mesmoRecebida: false, ...more })
  const flow = async () => (await ask('POST', '/dash/boletos', { period: '202705', idOptionCentroCusto: 1 })).body as CashFlow
  const pdfOf = async (id: number, tipo: 1 | 2) => {
    const headers = { 'x-channel': api.secret, authorization: `Bearer ${token}` }
    const response = await fetch(`${api.url}/nfse-download-file?id=${id}&tipo=${tipo}`, { headers })
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  describe('a cancellation', () => {
    test('a cancelled note is kept with its event and its mark, its boleto is no longer valid, and the account owes nothing', async () => {
      const before = await flow()
      const id = await issued()
      const net = (await one(id)).VALOR_LIQUIDO ?? 0
      const valid = noPoppler ? '' : await textOf((await pdfOf(id, 1)).bytes)
      expect(centsOf((await flow()).valorGeradoCC ?? 0)).toBe(centsOf(before.valorGeradoCC ?? 0) + centsOf(net))
      expect((await cancel(id)).status).toBe(200)
      await api.idle()
      const account = await one(id)
      expect(account.NFSE_CANCELADA).not.toBeNull()
      expect([account.ID_STATUS_NFSE, account.ID_STATUS_BOLETO, account.notaEmAndamento]).toEqual([3, 2, null])
      expect(account.eventosNotas.map(({ descricaoEvento }) => descricaoEvento)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^NFS-e \d+ cancelada em /),
          expect.stringMatching(/^Cancelamento pedido por .*: Serviço não Prestado$/),
        ]),
      )
      expect(await flow()).toEqual(before)
      const [row] = await api.db.select().from(cancellations).where(eq(cancellations.accountId, id))
      expect(row?.event).toContain(row?.request?.replace(/^<\?xml[^>]*>/, '') ?? '?')
      expect(row?.event).toMatch(/<infEvento Id="EVT[0-9A-Z]{50}101101001">/)
      expect((await pdfOf(id, 2)).status).toBe(409)
      // The letters of the mark lie across the page, each on a line of its own.
      if (!noPoppler) expect((await textOf((await pdfOf(id, 1)).bytes)).length).toBeGreaterThan(valid.length)
      for (const again of [
        cancel(id),
        ask('POST', `/nfse/${id}/second-copy`, { vencimento: '2027-06-30', semEncargos: false }),
        ask('POST', '/nfse/remittances', { contas: [id] }),
      ])
        expect((await again).status).toBe(409)
      for (const [path, body] of [
        ['/nfse/send-mail', { id }],
        ['/nfse/send-mails', { ids: [id] }],
      ] as const)
        expect(await ask('POST', path, body)).toMatchObject({ status: 409, body: { message: messages.cancelled } })
      await expect(api.db.delete(cancellations).where(eq(cancellations.accountId, id))).rejects.toThrow()
    })

    test.each([
      ['with a control character', 'O serviço\u0007 não foi prestado.'],
      ['of blanks', ' '.repeat(40)],
      ['of 14 characters', 'Não prestado..'],
      ['of 256 characters', 'x'.repeat(256)],
    ])('an explanation %s is refused with 400', async (_name, texto) => {
      expect((await cancel(await issued(), { texto })).status).toBe(400)
    })

    test('an explanation with characters that the layout does not take is sent with plain ones', async () => {
      const id = await issued()
      expect((await cancel(id, { texto: 'O serviço “mensal” – não foi prestado… 😀' })).status).toBe(200)
      await api.idle()
      const [row] = await api.db.select().from(cancellations).where(eq(cancellations.accountId, id))
      expect(row?.state).toBe('registered')
      expect(row?.request).toMatch(/<xMotivo>[\u0020-\u00FF]+<\/xMotivo>/)
    })

    test('ten simultaneous requests cancel a note once', async () => {
      const id = await issued()
      const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)])
      await api.idle()
      expect(await api.db.$count(cancellations, and(eq(cancellations.accountId, id), eq(cancellations.state, 'registered')))).toBe(1)
    })

    test('a refused cancellation is told in the list, until it is asked for again', async () => {
      const id = await issued()
      const [note] = await api.db
        .select({ id: emissions.id })
        .from(emissions)
        .where(and(eq(emissions.accountId, id), eq(emissions.document, 'N')))
      await api.db.insert(cancellations).values({ emissionId: note?.id ?? 0, accountId: id, reason: 2, explanation: EXPLANATION, userId: 1 })
      const { documents, stop } = startDocuments(async () => ({ ...makeCertificate(NOW), xsdDir: undefined }))
      const authority = { ...builtInAuthority(api.db, documents), cancel: async () => ({ refused: [{ code: 'E1000', message: 'Prazo excedido.' }] }) }
      await canceller({ db: api.db, clock: () => NOW, documents, lease: 60, failed: () => undefined, authority })()
      await stop()
      expect((await one(id)).RECUSA_NFSE).toBe('Cancelamento recusado: E1000: Prazo excedido.')
      expect((await cancel(id)).status).toBe(200)
      await api.idle()
      expect(await one(id)).toMatchObject({ RECUSA_NFSE: null, NFSE_CANCELADA: expect.any(String) as string })
    })

    test('the open boleto of a cancelled account is in no list, and no month counts it', async () => {
      const query = (status: number) =>
        `/nfse?${new URLSearchParams({ mesAno: '05/2031', tipoRegistro: 'Todos', tipoEmissao: '2', status: String(status) })}`
      const summary = async (mesAno: string) =>
        (await ask('GET', `/nfse/summary?${new URLSearchParams({ mesAno, tipoRegistro: 'Todos', tipoEmissao: '2' })}`)).body as {
          situacoes: { quantidade: number }[]
          anteriores: { mesAno: string }[]
        }
      const id = await issued({ month: '2031-05-01', dueOn: '2031-05-20' }, 1)
      expect((await ask('GET', query(1))).body).toHaveLength(1)
      expect((await summary('06/2031')).anteriores[0]?.mesAno).toBe('05/2031')
      expect((await cancel(id)).status).toBe(200)
      await api.idle()
      for (const status of [1, 3]) expect((await ask('GET', query(status))).body).toEqual([])
      expect((await summary('05/2031')).situacoes.map(({ quantidade }) => quantidade)).toEqual([0, 0, 0])
      expect((await summary('06/2031')).anteriores.map(({ mesAno }) => mesAno)).not.toContain('05/2031')
    })

    test('a note of which something was received is cancelled only with a second confirmation, and what was received stays', async () => {
      const id = await issued()
      expect((await ask('POST', `/nfse/${id}/payments`, { valor: 10, pagoEm: '2026-11-18', forma: 'PIX' })).status).toBe(200)
      const before = await flow()
      expect(await cancel(id)).toMatchObject({ status: 409, body: { message: messages.paid } })
      expect((await cancel(id, { mesmoRecebida: true })).status).toBe(200)
      await api.idle()
      const after = await flow()
      const net = centsOf((await one(id)).VALOR_LIQUIDO ?? 0)
      expect(after.valorRecebidoCC).toBe(before.valorRecebidoCC)
      expect(centsOf(after.valorGeradoCC ?? 0)).toBe(centsOf(before.valorGeradoCC ?? 0) - net + 1_000)
      expect((await ask('POST', `/nfse/${id}/payments`, { valor: 1, pagoEm: '2026-11-18', forma: 'PIX' })).status).toBe(409)
    })

    test('the bank is asked to write off a registered boleto of a cancelled note, and a payment all the same is to be given back', async () => {
      const id = await issued()
      expect((await ask('POST', '/nfse/remittances', { contas: [id] })).status).toBe(200)
      const [registration] = await api.db.select().from(registrations).where(eq(registrations.accountId, id))
      const [issuer] = await api.db.select({ cnpj: issuers.cnpj }).from(issuers).where(eq(issuers.id, 1))
      const number = registration?.ourNumber ?? ''
      const read = async (told: Parameters<typeof returnOf>[2], sequence: number) => {
        const text = returnOf(nextDoorOf('001'), { cnpj: issuer?.cnpj ?? '', sequence }, told)
        const answer = await ask('POST', '/nfse/returns', {
          nome: 'x.ret',
          conteudo: Buffer.from(text, 'latin1').toString('base64'),
          semDesconhecidos: false,
        })
        expect(answer.status).toBe(200)
        await ask('POST', '/nfse', { contasForSend: [id] })
        await api.idle()
      }
      await read([{ movement: '02', t: { ourNumber: number } }], 800)
      expect((await cancel(id)).status).toBe(200)
      await api.idle()
      expect((await one(id)).instrucoes).toMatchObject([{ movimento: 'writeOff', remessa: null }, { movimento: 'entry' }])
      const net = centsOf((await one(id)).VALOR_LIQUIDO ?? 0)
      await read(
        [{ movement: '06', t: { ourNumber: number, cents: net }, u: { paid: net, credited: net, on: '2026-11-18', creditedOn: '2026-11-19' } }],
        801,
      )
      expect((await one(id)).pagamentos).toMatchObject([
        { valor: 0, acrescimos: net / 100, observacao: expect.stringContaining('devolver') as string },
      ])
    })
  })

  describe('a substitution', () => {
    const replace = async (id: number, more: object = {}) => {
      const of = await one(id)
      return ask('POST', `/nfse/${id}/substitute`, {
        versao: of.versao,
        documento: of.CNPJ_TOMADOR ?? '',
        razaoSocial: of.RAZAO_SOCIAL_TOMADOR ?? '',
        inscricaoMunicipal: of.INSCRICAO_MUNICIPAL_TOMADOR ?? '',
        logradouro: 'Rua Corrigida',
        numero: '55',
        complemento: '',
        bairro: of.BAIRRO_TOMADOR ?? '',
        municipio: `${of.CIDADE_TOMADOR} - ${of.UF_TOMADOR}`,
        cep: of.CEP_TOMADOR ?? '',
        telefone: of.TELEFONE_TOMADOR ?? '',
        emails: of.emailsList,
        nbs: of.NBS ?? '',
        discriminacao: of.DISCRIMINACAO ?? '',
        motivo: '99',
        texto: 'O endereço estava errado.',
        ...more,
      })
    }

    test('a new note names the old one, has the corrected data and takes its place; the old one is kept with its mark', async () => {
      const id = await issued()
      const before = await one(id)
      // Both requests have read the same version. Whether the first one is still queued or already issued, the second one is refused.
      const { versao } = before
      const answers = await Promise.all([0, 1].map(() => replace(id, { versao })))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      await api.idle()
      const after = await one(id)
      expect(Number(after.NUMERO_NFSE)).toBeGreaterThan(Number(before.NUMERO_NFSE))
      expect([after.LOGRADOURO_TOMADOR, after.NUMERO_TOMADOR, after.VALOR_LIQUIDO]).toEqual(['Rua Corrigida', '55', before.VALOR_LIQUIDO])
      const notes = await api.db
        .select()
        .from(emissions)
        .where(and(eq(emissions.accountId, id), eq(emissions.document, 'N')))
        .orderBy(emissions.id)
      expect(notes.map(({ voidedAs }) => voidedAs)).toEqual(['replaced', null])
      expect(notes[1]?.nfse).toContain(
        `<subst><chSubstda>${notes[0]?.accessKey}</chSubstda><cMotivo>99</cMotivo><xMotivo>O endereço estava errado.</xMotivo></subst>`,
      )
      expect(notes[1]?.nfse).toContain('<xLgr>Rua Corrigida</xLgr>')
      expect(notes[0]?.nfse).not.toContain('Rua Corrigida')
      // The boleto stays valid.
      expect((await pdfOf(id, 2)).status).toBe(200)
      // The new note may be replaced again, and cancelled.
      expect((await replace(id, { logradouro: 'Rua Terceira' })).status).toBe(200)
      await api.idle()
      expect((await one(id)).LOGRADOURO_TOMADOR).toBe('Rua Terceira')
      expect((await cancel(id)).status).toBe(200)
      await api.idle()
      expect((await one(id)).NFSE_CANCELADA).not.toBeNull()
      expect((await replace(id)).status).toBe(409)
    })

    test('a substitution that cannot be issued is refused with a reason, and changes neither note nor account', async () => {
      const id = await issued()
      const before = await one(id)
      expect((await replace(id, { municipio: '' })).status).toBe(200)
      await api.idle()
      const after = await one(id)
      expect([after.NUMERO_NFSE, after.LOGRADOURO_TOMADOR, after.ID_STATUS_NFSE]).toEqual([before.NUMERO_NFSE, before.LOGRADOURO_TOMADOR, 3])
      expect(after.eventosNotas.map(({ descricaoEvento }) => descricaoEvento).join()).toContain('município')
      expect((await replace(id)).status).toBe(200)
      await api.idle()
      expect((await one(id)).LOGRADOURO_TOMADOR).toBe('Rua Corrigida')
    })

    test('with an outdated version nothing is replaced', async () => {
      const id = await issued()
      expect((await replace(id, { versao: 999 })).status).toBe(409)
      await api.idle()
      expect((await one(id)).LOGRADOURO_TOMADOR).not.toBe('Rua Corrigida')
    })
  })
})
