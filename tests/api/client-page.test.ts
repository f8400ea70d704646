// Tests the calls of the page of a client, on both databases.
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts, clients, projectClients, projects } from '../../server/api/db/schema.ts'
import { wallDay } from '../../shared/clock.ts'
import type { AgingDocument } from '../../shared/features/aging.ts'
import { sumReais } from '../../shared/money.ts'
import { onBoth } from '../support/api.ts'

onBoth('the page of a client', (api) => {
  const ask = async (who: string, path: string) => api.ask('GET', path, { token: await api.signIn(who) })
  const made = async (name: string) => {
    const [client] = await api.db.insert(clients).values({ name, cityId: 5_107_909 }).returning({ id: clients.id })
    return client?.id ?? 0
  }

  test('the history tells who created and changed the client, with the name of the city', async () => {
    const token = await api.signIn('supervisor')
    const body = { nome: 'Agro Histórica', idCidade: 5_107_909, telefone: '', status: 'A' }
    const { body: created } = await api.ask('POST', '/clients', { token, body })
    const id = (created as { CODIGOCLIENTE: number }).CODIGOCLIENTE
    await api.ask('PUT', '/clients', { token, body: { ...body, id, versao: 1, idCidade: 5_107_925 } })
    const { body: history } = await ask('supervisor', `/clients/${id}/history`)
    expect(history).toMatchObject([
      { fez: 'alterou', quem: 'Marina Lobato', campos: [{ campo: 'Cidade', de: 'Sinop', para: 'Sorriso' }] },
      { fez: 'criou', campos: expect.arrayContaining([{ campo: 'Razão Social', de: null, para: 'Agro Histórica' }]) as unknown },
    ])
    expect((await ask('supervisor', '/clients/999999/history')).status).toBe(404)
  })

  test('the projects are those that the client requests, active ones first', async () => {
    const id = await made('Agro Projetos')
    const those = await api.db.select().from(projects).orderBy(projects.id).limit(3)
    const [first, second] = those.map((one) => one.id)
    await api.db.insert(projectClients).values([first, second].map((projectId = 0) => ({ projectId, clientId: id })))
    await api.db
      .update(projects)
      .set({ status: 'I' })
      .where(eq(projects.id, second ?? 0))
    const { body } = await ask('projetos', `/trackprojetos/client/${id}`)
    expect((body as { id: number; idStatus: string }[]).map((one) => [one.id, one.idStatus])).toEqual([
      [first, 'A'],
      [second, 'I'],
    ])
    expect((await ask('projetos', `/trackprojetos/client/${await made('Agro Sem Projetos')}`)).body).toEqual([])
  })

  test('the receivables are the open accounts of the client and all accounts of twelve months, and no one else’s', async () => {
    const id = await made('Agro Devedora')
    const today = wallDay(api.time.now)
    const open = await api.db
      .select()
      .from(accounts)
      .where(and(isNotNull(accounts.issuerId), lt(accounts.receivedCents, accounts.owedCents)))
      .orderBy(accounts.id)
      .limit(1)
    const { id: _, owedCents: __, receivedCents: ___, receivedOn: ____, ...model } = open[0] as NonNullable<(typeof open)[0]>
    const own = (nth: number, dueOn: string, month: string) => ({
      ...model,
      clientId: id,
      reference: 940_000_000 + nth,
      dueOn,
      month,
      importedCents: 0,
      importedOn: null,
    })
    await api.db.insert(accounts).values([
      { ...own(1, '2026-10-10', '2026-10-01'), cents: 10_000 },
      { ...own(2, today, '2026-11-01'), cents: 20_000 },
      // The month before the first of the twelve.
      { ...own(3, '2025-11-30', '2025-11-01'), cents: 40_000 },
      // The month after the last of them.
      { ...own(4, '2026-12-10', '2026-12-01'), cents: 80_000 },
    ])
    const rows = await api.db.select().from(accounts).where(eq(accounts.clientId, id)).orderBy(accounts.reference)
    const [late = 0, due = 0, old = 0, planned = 0] = rows.map(({ owedCents }) => owedCents)
    const { body } = await ask('financeiro', `/dash/aging/client/${id}`)
    const { documentos, ...sums } = body as { documentos: AgingDocument[] }
    expect(sums).toEqual({ gerado: (late + due) / 100, aVencer: (due + planned) / 100, vencido: (late + old) / 100 })
    expect(documentos.map(({ vencimento }) => vencimento)).toEqual(['2025-11-30', '2026-10-10', today, '2026-12-10'])
    expect(sumReais(documentos, ({ valor }) => valor)).toBe((late + due + old + planned) / 100)
    // Cobrança leads to the client by its id.
    const { body: aging } = await ask('financeiro', '/dash/aging')
    expect((aging as { clientes: { cliente: string; idCliente: number | null }[] }).clientes).toContainEqual(
      expect.objectContaining({ cliente: 'Agro Devedora', idCliente: id }),
    )
  })
})
