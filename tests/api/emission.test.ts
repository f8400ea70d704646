// Tests two workers on one job, of which one is slow. An issued NFS-e must be stored, whichever worker gets a response first and whatever that
// response is.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountEvents, accounts, emissions, issuers } from '../../server/api/db/schema.ts'
import { builtInAuthority } from '../../server/api/nfse/built-in-authority.ts'
import { makeCertificate } from '../../server/api/nfse/certificate.ts'
import { startDocuments } from '../../server/api/nfse/documents.ts'
import { emitter } from '../../server/api/nfse/emission.ts'
import { Temporary, type Authority } from '../../server/api/nfse/issuer.ts'
import { NOW, onBoth } from '../support/api.ts'

onBoth('a worker that waits for the authority', (api) => {
  const { documents, stop } = startDocuments(async () => ({ ...makeCertificate(NOW), xsdDir: undefined }))
  let authority: Authority
  let id: number
  beforeAll(() => {
    authority = builtInAuthority(api.db, documents)
  })
  afterAll(stop)

  const worker = (send: Authority['send']) =>
    emitter({ db: api.db, clock: () => NOW, documents, lease: 60, failed: () => undefined, authority: { ...authority, send } })
  const stored = async () => {
    const [one] = await api.db
      .select({ state: emissions.state, key: emissions.accessKey, note: accounts.noteStatus })
      .from(emissions)
      .innerJoin(accounts, eq(accounts.id, emissions.accountId))
      .where(eq(emissions.accountId, id))
    return one
  }
  const numbered = async () =>
    (await api.db.select({ series: emissions.series, number: emissions.number }).from(emissions).where(eq(emissions.accountId, id)))[0]
  const refusing = () => worker(async () => ({ refused: [{ code: 'E9', message: 'Em processamento.' }] }))()
  /** Queues the refused NFS-e again, as its sender can do. */
  const sentAnew = () =>
    api.db
      .update(emissions)
      .set({ state: 'queued', attempts: 0, dps: null, dueAt: sql`now()` })
      .where(eq(emissions.accountId, id))
  /** Creates a job that a slow worker has sent. The worker's lease has expired, so another worker may take the job. */
  async function slow() {
    const [account] = await api.db
      .select()
      .from(accounts)
      .where(and(eq(accounts.noteStatus, 1), isNotNull(accounts.cityId)))
      .orderBy(accounts.id)
      .limit(1)
    id = account?.id ?? 0
    await api.db.update(accounts).set({ noteStatus: 2 }).where(eq(accounts.id, id))
    await api.db.insert(emissions).values({ accountId: id, document: 'N', state: 'queued', userId: 2 })
    const { promise, resolve } = Promise.withResolvers<void>()
    const isSent = Promise.withResolvers<void>()
    const ended = worker(async (dps) => {
      isSent.resolve()
      await promise
      return authority.send(dps)
    })()
    await isSent.promise
    await api.db
      .update(emissions)
      .set({ leasedUntil: sql`now()` })
      .where(eq(emissions.accountId, id))
    return async () => {
      resolve()
      await ended
    }
  }

  test('if the authority does not respond, no further NFS-e is sent, but boletos are still issued', async () => {
    const some = (
      await api.db
        .select()
        .from(accounts)
        .where(and(eq(accounts.noteStatus, 1), isNotNull(accounts.cityId)))
        .limit(3)
    ).map(({ id }) => id)
    await api.db.update(accounts).set({ noteStatus: 2, dueOn: '2026-12-30' }).where(inArray(accounts.id, some))
    const queued = { state: 'queued' as const, userId: 2 }
    await api.db
      .insert(emissions)
      .values([
        ...some.map((accountId) => ({ ...queued, accountId, document: 'N' as const })),
        { ...queued, accountId: some[0] ?? 0, document: 'B' as const },
      ])
    let asked = 0
    const silent = worker(() => {
      asked += 1
      return Promise.reject(new Temporary('no answer', true))
    })
    // Three rounds of the worker: one for the boleto, one for an NFS-e, and one that finds nothing more to do.
    expect([await silent(), await silent(), await silent()]).toEqual([true, true, false])
    expect(asked).toBe(1)
    // If the authority answers one NFS-e with an error, the worker still tries the others.
    const failing = worker(() => Promise.reject(new Temporary('500')))
    expect([await failing(), await failing(), await failing()]).toEqual([true, true, false])
    expect(await api.db.$count(emissions, and(inArray(emissions.accountId, some), eq(emissions.state, 'issued'), eq(emissions.document, 'B')))).toBe(
      1,
    )
    // Issues the remaining documents, so that their jobs do not disturb other tests.
    const well = worker((dps) => authority.send(dps))
    await api.db
      .update(emissions)
      .set({ dueAt: sql`now()` })
      .where(and(inArray(emissions.accountId, some), eq(emissions.document, 'N')))
    while (await well());
    expect(await api.db.$count(emissions, and(inArray(emissions.accountId, some), eq(emissions.state, 'issued')))).toBe(4)
  })

  test('if the certificate cannot sign the DPS, the account gets an event in Portuguese, and the log gets the error', async () => {
    const { documents: unable, stop } = startDocuments(async () => ({ key: 'no key', cert: '', xsdDir: undefined }))
    const [account] = await api.db
      .select()
      .from(accounts)
      .where(and(eq(accounts.noteStatus, 1), isNotNull(accounts.cityId)))
      .orderBy(accounts.id)
      .limit(1)
    id = account?.id ?? 0
    await api.db.update(accounts).set({ noteStatus: 2 }).where(eq(accounts.id, id))
    await api.db.insert(emissions).values({ accountId: id, document: 'N', state: 'queued', userId: 2 })
    const failed: unknown[] = []
    await emitter({ db: api.db, clock: () => NOW, documents: unable, lease: 60, failed: ({ cause }) => failed.push(cause), authority })()
    await stop()
    expect(await stored()).toEqual({ state: 'refused', key: null, note: 1 })
    const events = await api.db.select().from(accountEvents).where(eq(accountEvents.accountId, id))
    // People read a sentence in Portuguese, and the operator's log has the error of the signature.
    expect(events.at(-1)?.description).toBe('A DPS não pôde ser montada. O motivo está no registro do servidor.')
    expect(failed).toEqual([expect.objectContaining({ message: expect.stringMatching(/DECODER|PEM|key/) })])
    // Issues the NFS-e in the end, because another test takes the first open account.
    await sentAnew()
    await worker((dps) => authority.send(dps))()
    expect(await stored()).toMatchObject({ state: 'issued', note: 3 })
  })

  test('an NFS-e that arrives late is stored even if another worker reported a refusal in the meantime', async () => {
    const answer = await slow()
    await refusing()
    expect(await stored()).toEqual({ state: 'refused', key: null, note: 1 })
    await answer()
    expect(await stored()).toEqual({ state: 'issued', key: expect.stringMatching(/^\w{50}$/), note: 3 })
  })

  test('an NFS-e that arrives late is stored even if its job was refused and queued again in the meantime', async () => {
    const answer = await slow()
    await refusing()
    await sentAnew()
    await answer()
    expect(await stored()).toEqual({ state: 'issued', key: expect.stringMatching(/^\w{50}$/), note: 3 })
  })

  test('the number of a refused NFS-e is used again in the same series', async () => {
    const answer = await slow()
    await refusing()
    const before = await numbered()
    await api.db.update(issuers).set({ series: 77, version: 2 })
    await sentAnew()
    await worker((dps) => authority.send(dps))()
    expect(await numbered()).toEqual(before)
    expect(await stored()).toMatchObject({ state: 'issued', note: 3 })
    await answer()
  })

  test('a late response of the authority changes nothing if another worker has stored the NFS-e in the meantime', async () => {
    const answer = await slow()
    await worker((dps) => authority.send(dps))()
    const before = await stored()
    expect(before?.state).toBe('issued')
    await answer()
    expect(await stored()).toEqual(before)
  })

  test('an NFS-e that arrives late is stored even if another worker tried the same job in the meantime', async () => {
    const answer = await slow()
    const other = worker(() => Promise.reject(new Temporary('no answer')))
    await other()
    const pause = await api.db.select().from(emissions).where(eq(emissions.accountId, id))
    expect(pause[0]).toMatchObject({ state: 'queued', attempts: 2 })
    await answer()
    expect(await stored()).toMatchObject({ state: 'issued', note: 3 })
  })
})
