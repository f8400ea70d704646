// Controle Financeiro: people's batches and their movements. A balance is summed when it is requested. Only a closing stores the balances that it
// found.
import { createHash } from 'node:crypto'
import { and, desc, eq, exists, gte, inArray, lte, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { FARTHEST, messages, type ledger as rows } from '../../../shared/features/ledger.ts'
import { addDays, dayBr, wallDay } from '../../../shared/clock.ts'
import { messages as common } from '../../../shared/messages.ts'
import { centsOf, moneyBr, reaisOf } from '../../../shared/money.ts'
import { choices, mustBeActive, staff } from '../choices.ts'
import { batches as table, batchMovements as movements, batchReceipts as receipts, batchTypes as types, clients, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import { hasFinance, isOfFinance } from '../finance.ts'
import type { Api, Caller, Handlers } from '../handlers.ts'
import { historyOf } from '../history.ts'
import { hasMetadata } from '../jpeg.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
import { allRows, rowsThatFit } from '../answer-limits.ts'
import { periodOf } from '../ledger/period.ts'
import type { ClosingReport } from '../ledger/report-pdf.ts'
import type { Documents } from '../nfse/documents.ts'
import { asRead, changed, found, inserted, nextVersion, toggled } from '../versions.ts'

type Operation = 'C' | 'D'
/** The amount in cents that a movement adds to its balance. A closing adds nothing. */
const signed = sql`case ${movements.operator} when 'C' then ${movements.cents} when 'D' then -${movements.cents} else 0 end`
/** The balance of one operation (card or cash), in cents. */
const sumOf = (operation: Operation) => sql<number>`coalesce(sum(${signed}) filter (where ${movements.operation} = ${operation}), 0)::float8`

/** The balances of each batch from its active movements, in cents. */
const leftOf = (db: Db) =>
  db
    .select({ batchId: movements.batchId, card: sumOf('C').as('card'), cash: sumOf('D').as('cash') })
    .from(movements)
    .where(eq(movements.status, 'A'))
    .groupBy(movements.batchId)
    .as('left_of')

/**
 * The balance after each active movement, by date and entry; the list's filter does not affect it. For a closing, the balance stored with it
 * (`kept`).
 */
const leftAfter = (operation: Operation, kept: SQLWrapper) =>
  sql<
    number | null
  >`case when ${movements.status} = 'A' then coalesce(${kept}, sum(${signed}) filter (where ${movements.operation} = ${operation} and ${movements.status} = 'A')
    over (order by ${movements.onDay}, ${movements.id}), 0)::float8 end`

// An alias, because it is used in subqueries of statements that read batches themselves.
const own = alias(table, 'own')
/** Part of every reading statement: a person without finance rights sees only a batch that belongs to them when the statement runs. */
const isTheirs = (db: Db, me: Caller, batchId: SQLWrapper) =>
  or(
    hasFinance(db, me),
    exists(
      db
        .select({ id: own.id })
        .from(own)
        .where(and(eq(own.id, batchId), eq(own.userId, me.id), eq(own.status, 'A'))),
    ),
  )
/**
 * Locks the batches of a write, in the order of their ids. So the batches keep their person and status until the write is done, and a closing sees
 * every movement. A subquery in the write would not be enough: after waiting for the row, it would still see the old person.
 */
async function theirBatches(db: Db, me: Caller, which: SQL | undefined) {
  const held = await db
    .select({ id: table.id, status: table.status })
    .from(table)
    .where(and(which, or(hasFinance(db, me), and(eq(table.userId, me.id), eq(table.status, 'A')))))
    .orderBy(table.id)
    .for('no key update')
  found(held)
  if (held.some(({ status }) => status === 'I')) throw refusal(409, messages.batchInactive)
  return held.map(({ id }) => id)
}
const ofMovement = (db: Db, id: number) => inArray(table.id, db.select({ id: movements.batchId }).from(movements).where(eq(movements.id, id)))
/** People outside Finance may write only debits. */
const mayWrite = (db: Db, me: Caller) => or(hasFinance(db, me), eq(movements.operator, 'D'))

/** Condition for a balance: '1' selects balances other than zero, '0' those of zero. */
const hasLeft = (left: SQL<number>, asked: '0' | '1' | undefined) => (asked === undefined ? undefined : asked === '1' ? ne(left, 0) : eq(left, 0))

const movement = {
  id: movements.id,
  operador: movements.operator,
  operacao: movements.operation,
  idControleFinanceiro: movements.batchId,
  cents: movements.cents,
  responsavel: movements.responsible,
  obs: movements.note,
  data: movements.onDay,
  idCliente: movements.clientId,
  idTipo: movements.typeId,
  idStatus: movements.status,
}

const contentOf = sql<string>`encode(${receipts.content}, 'base64')`
const receipt = { comprovante: movements.receipt, comprovanteBytes: movements.receiptBytes }

const isClosing = and(eq(movements.operator, 'F'), eq(movements.status, 'A'))
/** The last active closing of each batch. */
const lastClosingOf = (db: Db) =>
  db
    .selectDistinctOn([movements.batchId], { batchId: movements.batchId, closedCents: movements.cents, day: movements.onDay })
    .from(movements)
    .where(isClosing)
    .orderBy(movements.batchId, desc(movements.onDay), desc(movements.id))
    .as('last_closing')
/** Refuses a date before the last active closing of the batch. The movement `id` itself is ignored. The caller must have locked the batch. */
async function mustBeOpen(db: Db, batchId: number, day: string, id?: number) {
  const [last] = await db
    .select({ day: movements.onDay })
    .from(movements)
    .where(and(eq(movements.batchId, batchId), isClosing, id === undefined ? undefined : ne(movements.id, id)))
    .orderBy(desc(movements.onDay))
    .limit(1)
  if (last && day < last.day) throw refusal(409, messages.closed(dayBr(last.day)))
}

/** The balances on the card and in cash that a closing on that day finds. `id` is the movement that becomes the closing. */
async function foundAt(db: Db, batchId: number, day: string, id?: number) {
  const active = and(eq(movements.batchId, batchId), lte(movements.onDay, day), eq(movements.status, 'A'))
  const [sums] = await db
    .select({ closedCard: sumOf('C'), closedCash: sumOf('D') })
    .from(movements)
    .where(and(active, id === undefined ? undefined : ne(movements.id, id)))
  return sums
}

/**
 * Locks a movement before a change. Refuses one that is inactive, closed, or not writable for the caller. `target` is the batch to which the movement
 * moves.
 */
async function held(db: Db, me: Caller, id: number, target?: number) {
  const batches = await theirBatches(db, me, or(ofMovement(db, id), target === undefined ? undefined : eq(table.id, target)))
  if (target !== undefined && !batches.includes(target)) throw refusal(404, common.notFound)
  const was = found(
    await db
      .select()
      .from(movements)
      .where(and(eq(movements.id, id), inArray(movements.batchId, batches), mayWrite(db, me)))
      .for('update'),
  )
  if (was.status === 'I') throw refusal(409, common.inactive)
  await mustBeOpen(db, was.batchId, was.onDay, id)
  return was
}

/** Refuses a date more than a year ahead, because it can only be a typing error. */
const mustBeNear = (day: string, now: number) => {
  if (day > addDays(wallDay(now), FARTHEST)) throw refusal(400, messages.tooFar)
}

/** Maximum size in bytes of the receipts in a report. The BFF accepts a file of 25 MiB, and the pages need room too. */
const MOST_RECEIPTS = 22 * 1024 * 1024

/** The contents of the first receipts that fit into a report, by the id of their movement. */
async function receiptsThatFit(db: Db, counted: readonly { id: number; receiptBytes: number | null }[]) {
  const files = new Map<number, Uint8Array>()
  let left = MOST_RECEIPTS
  for (const { id, receiptBytes } of counted) {
    if (receiptBytes === null || receiptBytes > left) continue
    left -= receiptBytes
    // One at a time, because the embedded database keeps the memory that its largest answer took.
    const [stored] = await db.select({ content: contentOf }).from(receipts).where(eq(receipts.movementId, id))
    if (stored) files.set(id, Buffer.from(stored.content, 'base64'))
  }
  return files
}

/** Reads a report's data in one statement, so that its movements and its balances belong together. */
async function reportOf(db: Db, me: Caller, id: number): Promise<Omit<ClosingReport, 'at'>> {
  const closing = alias(movements, 'closing')
  const lines = await allRows(
    db,
    db
      .select({
        id: movements.id,
        operator: movements.operator,
        operation: movements.operation,
        cents: movements.cents,
        onDay: movements.onDay,
        closedCard: movements.closedCard,
        closedCash: movements.closedCash,
        note: movements.note,
        type: types.description,
        client: clients.name,
        receipt: movements.receipt,
        receiptBytes: movements.receiptBytes,
        batch: table.id,
        person: users.name,
      })
      .from(closing)
      .innerJoin(movements, and(eq(movements.batchId, closing.batchId), lte(movements.onDay, closing.onDay), eq(movements.status, 'A')))
      .innerJoin(table, eq(table.id, movements.batchId))
      .innerJoin(users, eq(users.id, table.userId))
      .leftJoin(types, eq(types.id, movements.typeId))
      .leftJoin(clients, eq(clients.id, movements.clientId))
      .where(and(eq(closing.id, id), isTheirs(db, me, closing.batchId)))
      .orderBy(movements.onDay, movements.id),
  )
  if (!lines) throw refusal(409, messages.reportTooLong)
  const { batch, person, onDay, cents, note } = found(lines.filter((line) => line.id === id))
  const period = periodOf(lines, id)
  if (!period) throw refusal(409, messages.noReport)
  return { batch, person, onDay, cents, note, period, files: await receiptsThatFit(db, period.movements) }
}

export const ledger = ({ clock, documents }: Api & { documents: Documents }): Handlers<typeof rows> => ({
  'GET /financial-control': async ({ db, query }) => {
    const left = leftOf(db)
    const which = and(
      query.colaboradores?.length ? inArray(table.userId, query.colaboradores) : undefined,
      query.status?.length ? inArray(table.status, query.status) : undefined,
      hasLeft(sql`coalesce(${left.card}, 0)`, query.saldoCartao),
      hasLeft(sql`coalesce(${left.cash}, 0)`, query.saldoDinheiro),
    )
    if (query.typeReq === 'grid') {
      const last = lastClosingOf(db)
      const rows = await rowsThatFit(
        db,
        db
          .select({
            id: table.id,
            colaborador: users.name,
            status: table.status,
            card: left.card,
            cash: left.cash,
            closedCents: last.closedCents,
            dtUltFecha: last.day,
          })
          .from(table)
          .innerJoin(users, eq(users.id, table.userId))
          .leftJoin(left, eq(left.batchId, table.id))
          .leftJoin(last, eq(last.batchId, table.id))
          .where(which)
          .orderBy(desc(table.id)),
      )
      return rows.map(({ card, cash, closedCents, ...row }) => ({
        ...row,
        saldoCartao: reaisOf(card ?? 0),
        saldoDinheiro: reaisOf(cash ?? 0),
        ultFecha: closedCents === null ? null : reaisOf(closedCents),
      }))
    }
    const lines = await rowsThatFit(
      db,
      db
        .select({
          ID_LOTE: table.id,
          COLABORADOR: users.name,
          STATUS_LOTE: table.status,
          OPERADOR: movements.operator,
          OPERACAO: movements.operation,
          cents: movements.cents,
          OBSERVACAO: movements.note,
          RESPONSAVEL: movements.responsible,
          TIPO: types.description,
          STATUS_LANCAMENTO: movements.status,
          DATA_LANCAMENTO: movements.onDay,
        })
        .from(table)
        .innerJoin(users, eq(users.id, table.userId))
        .leftJoin(left, eq(left.batchId, table.id))
        .leftJoin(movements, eq(movements.batchId, table.id))
        .leftJoin(types, eq(types.id, movements.typeId))
        .where(which)
        .orderBy(desc(table.id), desc(movements.onDay), desc(movements.id)),
    )
    return lines.map(({ cents, OPERADOR, OPERACAO, ...line }) => ({
      ...line,
      OPERADOR,
      OPERACAO: OPERADOR === 'F' ? ('' as const) : OPERACAO,
      VALOR: cents === null ? null : reaisOf(cents),
    }))
  },

  'POST /financial-control': async ({ db, body }) => {
    await mustBeActive(db, users, body.idColaborador, messages.inactive.colaborador, staff)
    return inserted(await db.insert(table).values({ userId: body.idColaborador, status: body.idStatus }).returning({ id: table.id }))
  },

  'PATCH /financial-control/{id}': async ({ db, path }) =>
    found(await db.update(table).set(toggled(table)).where(eq(table.id, path.id)).returning({ idStatus: table.status })),

  'GET /financial-control-data': async ({ db, query }) => {
    // A form offers everybody who may have a batch, a filter everybody who has one.
    const people =
      query.typeReq === 'form'
        ? (await choices.people(db)).map(({ ID, NOMECOMPLETOUSUARIO }) => ({ id: ID, nome: NOMECOMPLETOUSUARIO }))
        : await db
            .selectDistinct({ id: users.id, nome: users.name })
            .from(table)
            .innerJoin(users, eq(users.id, table.userId))
            .orderBy(users.name, users.id)
    return { colaboradores: people }
  },

  'GET /financial-control-user': async ({ db, me }) => {
    const [batch] = await db
      .select({ ID: table.id })
      .from(table)
      .where(and(eq(table.userId, me.id), eq(table.status, 'A')))
    return batch ?? { ID: null }
  },

  'GET /financial-control-batch-data': async ({ db }) => ({
    tipos: await db
      .select({ id: types.id, descricao: types.description })
      .from(types)
      .where(eq(types.status, 'A'))
      .orderBy(types.description, types.id),
    clientes: (await choices.clients(db)).map(({ CODIGOCLIENTE, NOMEFANTASIACLIENTE }) => ({ id: CODIGOCLIENTE, nomeFantasia: NOMEFANTASIACLIENTE })),
  }),

  'GET /financial-control-batch': async ({ db, me, query: { idLote, operador, operacao, responsavel, dataInicial, dataFinal, status = 'A' } }) => {
    const left = leftOf(db)
    const [closed] = await db
      .select({ cents: movements.cents, day: movements.onDay })
      .from(movements)
      .where(and(eq(movements.batchId, idLote), eq(movements.operator, 'F'), eq(movements.status, 'A'), isTheirs(db, me, movements.batchId)))
      .orderBy(desc(movements.onDay), desc(movements.id))
      .limit(1)
    const {
      nome,
      status: idStatus,
      card,
      cash,
    } = found(
      await db
        .select({ nome: users.name, status: table.status, card: left.card, cash: left.cash })
        .from(table)
        .innerJoin(users, eq(users.id, table.userId))
        .leftJoin(left, eq(left.batchId, table.id))
        .where(and(eq(table.id, idLote), isTheirs(db, me, table.id))),
    )
    // Uses a subquery, because a self-join would compare ten thousand movements with each other.
    const all = db
      .select({
        ...movement,
        ...receipt,
        tipo: types.description,
        cliente: clients.name,
        card: leftAfter('C', movements.closedCard).as('card'),
        cash: leftAfter('D', movements.closedCash).as('cash'),
      })
      .from(movements)
      .leftJoin(types, eq(types.id, movements.typeId))
      .leftJoin(clients, eq(clients.id, movements.clientId))
      .where(and(eq(movements.batchId, idLote), isTheirs(db, me, movements.batchId)))
      .as('movements_of')
    const list = await rowsThatFit(
      db,
      db
        .select()
        .from(all)
        .where(
          and(
            eq(all.idStatus, status),
            operador === undefined ? undefined : eq(all.operador, operador),
            operacao === undefined ? undefined : eq(all.operacao, operacao),
            responsavel === undefined ? undefined : eq(all.responsavel, responsavel),
            dataInicial === undefined ? undefined : gte(all.data, dataInicial),
            dataFinal === undefined ? undefined : lte(all.data, dataFinal),
          ),
        )
        .orderBy(desc(all.data), desc(all.id)),
    )
    return {
      data: list.map(({ cents, operacao: of, card: cardAfter, cash: cashAfter, ...row }) => ({
        ...row,
        operacao: of ?? ('' as const),
        valor: moneyBr(cents),
        saldoCartao: cardAfter === null ? null : reaisOf(cardAfter),
        saldoDinheiro: cashAfter === null ? null : reaisOf(cashAfter),
      })),
      dataLote: {
        nome,
        saldoCartao: reaisOf(card ?? 0),
        saldoDinheiro: reaisOf(cash ?? 0),
        ultFecha: closed ? reaisOf(closed.cents) : null,
        dtUltFecha: closed?.day ?? null,
        status: idStatus,
      },
    }
  },

  'GET /financial-control-batch/{id}': async ({ db, me, path, forRule }) => {
    const { cents, operacao, ...row } = found(
      await db
        .select({ ...movement, versao: movements.version })
        .from(movements)
        // If a rule of the gate reads the movement, no owner is checked here, because the rule itself does that.
        .where(and(eq(movements.id, path.id), forRule ? undefined : isTheirs(db, me, movements.batchId))),
    )
    return { ...row, operacao: operacao ?? ('' as const), valor: reaisOf(cents) }
  },

  'GET /financial-control-batch/{id}/history': async ({ db, me, path, query }) => {
    // For people outside Finance, the history hides what happened to the movement in another person's batch.
    const moves = (await isOfFinance(db, me)) ? undefined : 'batch_id'
    return historyOf(db, movements, { ...path, ...query }, { only: isTheirs(db, me, movements.batchId), moves })
  },

  'POST /financial-control-batch': async ({ db, me, body }) => {
    mustBeNear(body.data, clock())
    await theirBatches(db, me, eq(table.id, body.idControleFinanceiro))
    await mustBeOpen(db, body.idControleFinanceiro, body.data)
    await mustOffer(db, body)
    const closed = body.operador === 'F' && body.idStatus === 'A' ? await foundAt(db, body.idControleFinanceiro, body.data) : undefined
    return inserted(
      await db
        .insert(movements)
        .values({ ...movementColumns(body), ...closed })
        .returning({ id: movements.id }),
    )
  },

  'PUT /financial-control-batch': async ({ db, me, body }) => {
    const was = await held(db, me, body.id, body.idControleFinanceiro)
    if (body.data !== was.onDay) mustBeNear(body.data, clock())
    await mustBeOpen(db, body.idControleFinanceiro, body.data, body.id)
    await mustOffer(db, body, was)
    const columns = movementColumns(body)
    // A closing that stays in its batch and on its day keeps its stored balances, because only its note or amount can have changed.
    const closesAlike = was.operator === 'F' && columns.operator === 'F' && was.onDay === columns.onDay && was.batchId === columns.batchId
    const closed = columns.operator === 'F' ? await foundAt(db, columns.batchId, columns.onDay, body.id) : { closedCard: null, closedCash: null }
    const change = { ...columns, ...(!closesAlike && closed), version: nextVersion(movements) }
    await changed(db, movements, body, await db.update(movements).set(change).where(asRead(movements, body)).returning({ id: movements.id }))
    return {}
  },

  'GET /financial-control-batch/{id}/receipt': async ({ db, me, path }) => {
    const { content } = found(
      await db
        .select({ content: contentOf })
        .from(receipts)
        .innerJoin(movements, eq(movements.id, receipts.movementId))
        .where(and(eq(movements.id, path.id), isTheirs(db, me, movements.batchId))),
    )
    return Buffer.from(content, 'base64')
  },

  'GET /financial-control-batch/{id}/report': async ({ db, me, path }) =>
    documents.closingReport({ ...(await reportOf(db, me, path.id)), at: clock() }),

  // A new receipt replaces the previous one.
  'PUT /financial-control-batch/{id}/receipt': async ({ db, me, path, body: { nome, conteudo } }) => {
    const file = Buffer.from(conteudo, 'base64')
    if (hasMetadata(file)) throw refusal(400, messages.receiptTells)
    await held(db, me, path.id)
    await db
      .update(movements)
      .set({ receipt: nome, receiptBytes: file.length, receiptDigest: createHash('sha256').update(file).digest('hex') })
      .where(eq(movements.id, path.id))
    const content = { movementId: path.id, content: conteudo }
    await db
      .insert(receipts)
      .values(content)
      .onConflictDoUpdate({ target: receipts.movementId, set: { content: sql`excluded.content` } })
    return {}
  },

  'PATCH /financial-control-batch/{id}': async ({ db, me, path }) => {
    const batches = await theirBatches(db, me, ofMovement(db, path.id))
    const which = and(eq(movements.id, path.id), inArray(movements.batchId, batches), mayWrite(db, me))
    const was = found(await db.select().from(movements).where(which).for('update'))
    await mustBeOpen(db, was.batchId, was.onDay, path.id)
    // If a closing becomes active again, it stores the balances of this moment.
    const closed = was.operator === 'F' && was.status === 'I' ? await foundAt(db, was.batchId, was.onDay) : undefined
    return found(
      await db
        .update(movements)
        .set({ ...toggled(movements), ...closed })
        .where(which)
        .returning({ idStatus: movements.status }),
    )
  },
})

type Sent = FormOf<'POST /financial-control-batch'>

/** Throws 400 if a newly chosen record is inactive. */
async function mustOffer(db: Db, body: Sent, was?: typeof movements.$inferSelect) {
  const { clientId, typeId } = movementColumns(body)
  if (clientId !== null && clientId !== was?.clientId) await mustBeActive(db, clients, clientId, messages.inactive.cliente)
  if (typeId !== null && typeId !== was?.typeId) await mustBeActive(db, types, typeId, messages.inactive.tipo)
}

/** The columns for a body. A closing has no operation, responsible, client or type. A client is stored only if the client is responsible. */
export const movementColumns = (
  body: Sent,
): ColumnsOf<typeof movements, 'receipt' | 'receiptBytes' | 'receiptDigest' | 'closedCard' | 'closedCash'> => {
  const closes = body.operador === 'F'
  return {
    batchId: body.idControleFinanceiro,
    operator: body.operador,
    operation: closes || body.operacao === '' ? null : body.operacao,
    cents: centsOf(body.valor),
    responsible: closes ? null : (body.responsavel ?? null),
    clientId: closes || body.responsavel !== 'C' ? null : (body.idCliente ?? null),
    typeId: closes ? null : (body.idTipo ?? null),
    note: body.obs || null,
    onDay: body.data,
    status: body.idStatus,
  }
}
