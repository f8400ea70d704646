// Cancellation and substitution of an issued NFS-e.
import { eq, sql } from 'drizzle-orm'
import { messages, REPLACE_REASONS, type cancellation as rows } from '../../../shared/features/cancellation.ts'
import { messages as common } from '../../../shared/messages.ts'
import { accounts, emissions } from '../db/schema.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { heldAccounts } from '../nfse/account.ts'
import { noteOf, pendingOf, queueCancellation } from '../nfse/cancelling.ts'
import { noted } from '../nfse/events.ts'
import { asRead, changed } from '../versions.ts'
import { correctionOf } from './nfse-correction.ts'

export const cancellation = ({ clock }: Api): Handlers<typeof rows> => ({
  'POST /nfse/{id}/cancel': async ({ db, me, path: { id }, body: { motivo, texto, mesmoRecebida } }) => {
    if ((await heldAccounts(db, [id])).length === 0) throw refusal(404, common.notFound)
    await queueCancellation(db, { me, now: clock() }, id, { reason: motivo, explanation: texto, isPaidToo: mesmoRecebida })
    return {}
  },

  'POST /nfse/{id}/substitute': async ({ db, me, path: { id }, body }) => {
    if ((await heldAccounts(db, [id])).length === 0) throw refusal(404, common.notFound)
    const note = await noteOf(db, id)
    if (!note) throw refusal(409, messages.noNote)
    if ((await pendingOf(db, id)) !== null) throw refusal(409, messages.underWay)
    const { versao, motivo, texto, ...data } = body
    await changed(db, accounts, { id }, await db.select({ id: accounts.id }).from(accounts).where(asRead(accounts, { id, versao })))
    const substitution = { reason: motivo, explanation: texto, correction: await correctionOf(db, { ...data, versao }) }
    const set = { state: 'queued' as const, userId: me.id, attempts: 0, dps: null, dueAt: sql`now()`, substitution }
    const [queued] = await db
      .insert(emissions)
      .values({ accountId: id, document: 'N', replacesId: note.id, ...set })
      .onConflictDoUpdate({ target: emissions.replacesId, set, setWhere: eq(emissions.state, 'refused') })
      .returning({ id: emissions.id })
    if (!queued) throw refusal(409, messages.underWay)
    await noted(
      db,
      { id, userId: me.id, at: new Date(clock()), document: 'N' },
      (name) => `Substituição pedida por ${name}: ${REPLACE_REASONS[motivo]}`,
    )
    return {}
  },
})
