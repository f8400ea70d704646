// Tests the figures of a month of NFS-e Express, and what is done with several accounts at once, on both databases.
import { unzipSync } from 'fflate'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts, costCentres, emissions, mails } from '../../server/api/db/schema.ts'
import { Account, ALL_CENTRES, messages as nfse } from '../../shared/features/nfse.ts'
import { messages } from '../../shared/features/nfse-month.ts'
import type { ReplyOf } from '../../shared/call.ts'
import type { CallOf } from '../../shared/calls.ts'
import { sumReais } from '../../shared/money.ts'
import { onBoth } from '../support/api.ts'
import { noPoppler, textOf } from '../support/nfse.ts'

type Summary = ReplyOf<CallOf<'GET /nfse/summary'>>

onBoth('a month of NFS-e Express', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('financeiro')
  })
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const list = async (query: { mesAno: string; tipoRegistro: string; tipoEmissao: string; status: string }) =>
    Account.array().parse((await ask('GET', `/nfse?${new URLSearchParams(query)}`)).body)
  const summary = async (query: { mesAno: string; tipoRegistro: string; tipoEmissao: string }) =>
    (await ask('GET', `/nfse/summary?${new URLSearchParams(query)}`)).body as Summary
  let copies = 0
  /** Issues the documents of new accounts of a month that no other test uses. Returns their ids. */
  const issued = async (count: number, tipoEmissao = 3, own: Partial<typeof accounts.$inferInsert> = {}) => {
    const [model] = (await list({ mesAno: '11/2026', tipoRegistro: 'SySGrão', tipoEmissao: '3', status: '1' })).filter(
      (row) => !row.IMPEDIMENTO_NFSE && row.ID_STATUS_BOLETO === 1,
    )
    const [stored] = await api.db
      .select()
      .from(accounts)
      .where(eq(accounts.id, model?.ID_REF_PARCELA_CONTA ?? 0))
    if (!stored) throw new Error('the demo company has no open account')
    const { id: _, owedCents: __, receivedCents: ___, receivedOn: ____, ...fields } = stored
    const rows = Array.from({ length: count }, () => ({ ...fields, reference: 910_000_000 + (copies += 1), dueOn: '2026-12-30', ...own }))
    const ids = (await api.db.insert(accounts).values(rows).returning({ id: accounts.id })).map(({ id }) => id)
    expect((await ask('PUT', '/nfse', { contas: ids, idStatus: 1, observacao: '', tipoEmissao })).status).toBe(200)
    expect((await ask('POST', '/nfse', { contasForSend: ids })).status).toBe(200)
    await api.idle()
    return ids
  }
  const download = async (contas: number[], formato: 'zip' | 'pdf', tipoEmissao = 3) => {
    const response = await fetch(`${api.url}/nfse/files`, {
      method: 'POST',
      headers: { 'x-channel': api.secret, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ contas, tipoEmissao, formato }),
    })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }

  describe('the summary', () => {
    test('for each kind of document and each cost centre, the summary counts and sums the accounts that the lists show', async () => {
      const mesAno = '11/2026'
      const { body } = await ask('GET', `/nfse/centrocustos?mesAno=${mesAno}`)
      const centres = (body as { TIPO_CONTA: string }[]).map(({ TIPO_CONTA }) => TIPO_CONTA)
      expect(centres.length).toBeGreaterThan(1)
      for (const tipoEmissao of ['1', '2', '3'])
        for (const tipoRegistro of [ALL_CENTRES, ...centres]) {
          const rows = await Promise.all(['1', '2', '3'].map((status) => list({ mesAno, tipoRegistro, tipoEmissao, status })))
          expect((await summary({ mesAno, tipoRegistro, tipoEmissao })).situacoes).toEqual(
            rows.map((those, nth) => ({ status: nth + 1, quantidade: those.length, valor: sumReais(those, (row) => row.VALOR_CONTA) })),
          )
        }
    })

    test('the list of all cost centres contains the lists of each', async () => {
      const [all, one] = await Promise.all(
        [ALL_CENTRES, 'SySGrão'].map((tipoRegistro) => list({ mesAno: '11/2026', tipoRegistro, tipoEmissao: '1', status: '1' })),
      )
      expect(new Set(all?.map((row) => row.TIPO_CONTA)).size).toBeGreaterThan(1)
      expect(all?.filter((row) => row.TIPO_CONTA === 'SySGrão')).toEqual(one)
    })

    test('earlier months with open accounts are named, the latest first', async () => {
      const [model] = await api.db
        .select()
        .from(accounts)
        .where(and(eq(accounts.noteStatus, 1), isNotNull(accounts.issuerId)))
        .orderBy(accounts.id)
        .limit(1)
      const [centre] = await api.db
        .select()
        .from(costCentres)
        .where(eq(costCentres.id, model?.centreId ?? 0))
      const { id: _, owedCents: __, receivedCents: ___, receivedOn: ____, ...fields } = model as NonNullable<typeof model>
      const months = ['2002-03-01', '2002-05-01', '2002-05-01', '2002-07-01']
      await api.db.insert(accounts).values(months.map((month) => ({ ...fields, month, reference: 920_000_000 + (copies += 1) })))
      const ofCentre = { tipoRegistro: centre?.name ?? '', tipoEmissao: '1' }
      expect((await summary({ mesAno: '07/2002', ...ofCentre })).anteriores).toEqual([
        { mesAno: '05/2002', quantidade: 2 },
        { mesAno: '03/2002', quantidade: 1 },
      ])
      expect((await summary({ mesAno: '03/2002', ...ofCentre })).anteriores).toEqual([])
    })
  })

  describe('the documents of several accounts in one file', () => {
    test('the ZIP has the PDF of each document and the XML of each NFS-e, under different names', async () => {
      const ids = await issued(2, 3, { name: 'Sementes "Ouro" / Sorriso', emails: [] })
      const files = unzipSync(await download(ids, 'zip'))
      const names = Object.keys(files)
      expect(names.filter((name) => name.endsWith('NFS-e.pdf'))).toHaveLength(2)
      expect(names.filter((name) => name.endsWith('Boleto.pdf'))).toHaveLength(2)
      expect(names.filter((name) => name.endsWith('.xml'))).toHaveLength(2)
      expect(names.every((name) => name.startsWith('Sementes Ouro Sorriso - conta 910') && !/[\\/:"]/.test(name))).toBe(true)
      const notes = await api.db
        .select({ xml: emissions.nfse })
        .from(emissions)
        .where(and(inArray(emissions.accountId, ids), eq(emissions.document, 'N')))
      const xmls = names.filter((name) => name.endsWith('.xml')).map((name) => Buffer.from(files[name] ?? []).toString())
      expect(new Set(xmls)).toEqual(new Set(notes.map(({ xml }) => xml)))
      expect(
        names
          .filter((name) => name.endsWith('.pdf'))
          .every((name) =>
            Buffer.from(files[name] ?? [])
              .toString('latin1')
              .startsWith('%PDF-'),
          ),
      ).toBe(true)
      expect(Object.keys(unzipSync(await download(ids, 'zip', 2)))).toHaveLength(2)
    })

    test('two documents with the same name are both in the ZIP', async () => {
      const ids = await issued(2, 2, { name: 'x'.repeat(200), emails: [] })
      expect(Object.keys(unzipSync(await download(ids, 'zip', 2)))).toHaveLength(2)
    })

    test.skipIf(noPoppler)('the PDF for printing has a page for each document, the NFS-e before its boleto', async () => {
      const ids = await issued(2, 3, { emails: [] })
      const pages = (await textOf(await download(ids, 'pdf'))).split('\f').filter((page) => page.trim() !== '')
      expect(pages.map((page) => (page.includes('DANFSe') ? 'note' : page.includes('RECIBO DO PAGADOR') ? 'slip' : page))).toEqual([
        'note',
        'slip',
        'note',
        'slip',
      ])
    })

    test('accounts without issued documents are refused with 409, and unknown ones with 404', async () => {
      const [open] = await list({ mesAno: '11/2026', tipoRegistro: ALL_CENTRES, tipoEmissao: '3', status: '1' })
      const file = (contas: unknown[]) => ask('POST', '/nfse/files', { contas, tipoEmissao: 3, formato: 'zip' })
      expect(await file([open?.ID_REF_PARCELA_CONTA])).toMatchObject({ status: 409, body: { message: messages.nothingIssued } })
      expect((await file([999_999])).status).toBe(404)
    })
  })

  describe('the mails of several accounts', () => {
    test('each address of each account gets one message, also if the request is repeated while they wait', async () => {
      const ids = await issued(2, 3, { emails: ['um@exemplo.com.br', 'dois@exemplo.com.br'] })
      const sent = () =>
        api.db
          .select({ id: mails.accountId, address: mails.address })
          .from(mails)
          .where(and(inArray(mails.accountId, ids), eq(mails.state, 'sent')))
      // Each address had one message when the documents were issued.
      expect(await sent()).toHaveLength(4)
      const answers = await Promise.all([0, 1].map(() => ask('POST', '/nfse/send-mails', { ids })))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      await api.idle()
      expect(await sent()).toHaveLength(8)
    })

    test('accounts that are not issued, or whose cost centre gets no mail, are refused with 409', async () => {
      const [open] = await list({ mesAno: '11/2026', tipoRegistro: ALL_CENTRES, tipoEmissao: '3', status: '1' })
      expect(await ask('POST', '/nfse/send-mails', { ids: [open?.ID_REF_PARCELA_CONTA] })).toMatchObject({
        status: 409,
        body: { message: nfse.noMail },
      })
      const [unaddressed] = await issued(1, 3, { emails: [] })
      expect(await ask('POST', '/nfse/send-mails', { ids: [unaddressed] })).toMatchObject({ status: 409, body: { message: nfse.noAddress } })
    })
  })
})
