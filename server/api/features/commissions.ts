// Commissions: the entries of one service control, and the query over all of them.
import { and, desc, eq, exists, gte, inArray, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { commissionOf, entriesOf, entryKinds, messages, valueOf, type commissions as rows, type Kind } from '../../../shared/features/commissions.ts'
import { contracted, inMinutes } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { centsOf, moneyBr, reaisOf } from '../../../shared/money.ts'
import {
  clients,
  commissionReleases as releases,
  commissions as table,
  serviceControls as controls,
  serviceMovements as movements,
  users,
} from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Caller, Handlers } from '../handlers.ts'
import { hasFinance, isOfFinance } from '../finance.ts'
import { cameBy, historyOf } from '../history.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
import { centsOfKind, dateRef, releasesWhere, settle } from '../releases.ts'
import { countThatFits, rowsThatFit, allRowsCounted } from '../answer-limits.ts'
import { asRead, changed, found, inserted, nextVersion, toggled } from '../versions.ts'

/** Limit in MB for the entries in an answer. The hours in the same answer have the same limit. */
const ROOM_OF_EACH = 6

// An alias, because it is used in subqueries of statements that read controls themselves.
const own = alias(controls, 'own')
/** Part of every reading statement: a person without finance rights sees only a control that belongs to them when the statement runs. */
const isTheirs = (db: Db, me: Caller, controlId: SQLWrapper) =>
  or(
    hasFinance(db, me),
    exists(
      db
        .select({ id: own.id })
        .from(own)
        .where(and(eq(own.id, controlId), eq(own.userId, me.id))),
    ),
  )
/**
 * Locks the controls that the caller may write. Called before every write, so that the controls keep their person until the releases are settled. A
 * subquery in the write would not be enough: after waiting for the row, it would still see the old owner.
 */
const theirControls = async (db: Db, me: Caller, which: SQL | undefined) => {
  const locked = await db
    .select({ id: controls.id })
    .from(controls)
    .where(and(which, or(hasFinance(db, me), eq(controls.userId, me.id))))
    .orderBy(controls.id)
    .for('no key update')
  return locked.map(({ id }) => id)
}
const ofEntry = (db: Db, id: number) => inArray(controls.id, db.select({ id: table.controlId }).from(table).where(eq(table.id, id)))

export const commissions = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /service-time-control-comission': async ({ db, me, query }) => {
    const { idControleHoras, tipoRegistro, dataInicio, dataFim } = query
    const control = found(
      await db
        .select({ cliente: clients.name })
        .from(controls)
        .innerJoin(clients, eq(clients.id, controls.clientId))
        .where(and(eq(controls.id, idControleHoras), isTheirs(db, me, controls.id))),
    )
    const [paid = { due: 0, received: 0 }] = await db
      .select({ due: centsOfKind('P'), received: centsOfKind('R') })
      .from(table)
      .where(and(eq(table.controlId, idControleHoras), eq(table.status, 'A'), isTheirs(db, me, table.controlId)))
    const [worked = { minutes: 0 }] = await db
      .select({ minutes: sql<number>`coalesce(sum(${movements.minutes}), 0)::float8` })
      .from(movements)
      .where(and(eq(movements.controlId, idControleHoras), eq(movements.status, 'A'), isTheirs(db, me, movements.controlId)))
    const isAsked = (kind: Kind) => !tipoRegistro?.length || tipoRegistro.includes(kind)
    const within = (day: PgColumn) =>
      and(dataInicio === undefined ? undefined : gte(day, dataInicio), dataFim === undefined ? undefined : lte(day, dataFim))
    const entries = await rowsThatFit(
      db,
      db
        .select({ ...entry, data: table.onDay })
        .from(table)
        .where(
          and(
            eq(table.controlId, idControleHoras),
            inArray(
              table.kind,
              (['P', 'R'] as const).filter((kind) => isAsked(entryKinds[kind])),
            ),
            within(table.onDay),
            isTheirs(db, me, table.controlId),
          ),
        )
        .orderBy(desc(table.onDay), desc(table.id)),
      ROOM_OF_EACH,
    )
    const hours = isAsked('Horas')
      ? await rowsThatFit(
          db,
          db
            .select({
              id: movements.id,
              nTicket: movements.ticket,
              data: movements.endsOn,
              idControleHoras: movements.controlId,
              idStatus: movements.status,
              descricao: movements.description,
              minutes: movements.minutes,
              dataInicio: movements.startsOn,
              dataFim: movements.endsOn,
              responsavel: users.name,
            })
            .from(movements)
            .innerJoin(users, eq(users.id, movements.userId))
            .where(and(eq(movements.controlId, idControleHoras), within(movements.endsOn), isTheirs(db, me, movements.controlId)))
            .orderBy(desc(movements.endsOn), desc(movements.id)),
          ROOM_OF_EACH,
        )
      : []
    const cards = [
      ...hours.map(({ minutes, ...row }) => ({
        ...row,
        tipo: null,
        valor: null,
        historico: null,
        tipoReg: 'Horas' as const,
        qtdHoras: contracted(minutes),
      })),
      ...entries.map(({ cents, ...row }) => ({
        ...row,
        valor: moneyBr(cents),
        tipoReg: entryKinds[row.tipo],
        descricao: null,
        qtdHoras: null,
        dataInicio: null,
        dataFim: null,
        responsavel: null,
      })),
    ]
    // Newest first. Hours are dated by their end, entries by their day.
    cards.sort((a, b) => (a.data < b.data ? 1 : a.data > b.data ? -1 : 0))
    return {
      serviceTimeControlComissions: cards.slice(0, countThatFits(cards)),
      resume: [
        {
          cliente: control.cliente,
          receber: moneyBr(paid.due),
          recebido: moneyBr(paid.received),
          saldo: moneyBr(paid.due - paid.received),
          horasExecutadas: inMinutes(worked.minutes),
        },
      ],
    }
  },

  'GET /service-time-control-comission/{id}': async ({ db, me, path, forRule }) => {
    const { cents, ...row } = found(
      await db
        .select({ ...entry, data: table.onDay, versao: table.version })
        .from(table)
        // If a rule of the gate reads the entry, no owner is checked here, because the rule itself does that.
        .where(and(eq(table.id, path.id), forRule ? undefined : isTheirs(db, me, table.controlId))),
    )
    return { timeControlComission: { ...row, valor: reaisOf(cents) } }
  },

  'GET /service-time-control-comission/{id}/history': async ({ db, me, path, query }) => {
    const only = isTheirs(db, me, table.controlId)
    if (await isOfFinance(db, me)) return historyOf(db, table, { ...path, ...query }, { only })
    // For other people, the history begins when the control or the entry came to them.
    const { controlId } = found(
      await db
        .select({ controlId: table.controlId })
        .from(table)
        .where(and(eq(table.id, path.id), only)),
    )
    return historyOf(db, table, { ...path, ...query }, { only, moves: 'control_id', since: await cameBy(db, controls, controlId, 'user_id') })
  },

  'PATCH /service-time-control-comission/{id}': async ({ db, me, path }) => {
    const own = await theirControls(db, me, ofEntry(db, path.id))
    const answer = found(
      await db
        .update(table)
        .set(toggled(table))
        .where(and(eq(table.id, path.id), inArray(table.controlId, own)))
        .returning({ idStatus: table.status }),
    )
    await settle(db, wallDay(clock()), own, true)
    return answer
  },

  'POST /service-time-control-comission': async ({ db, me, body }) => {
    const own = await theirControls(db, me, eq(controls.id, body.idControleHoras))
    found(own)
    const made = inserted(await db.insert(table).values(entriesOf(body).map(commissionColumns)).returning({ id: table.id }))
    await settle(db, wallDay(clock()), own, true)
    return made
  },

  'PUT /service-time-control-comission': async ({ db, me, body }) => {
    const own = await theirControls(db, me, or(eq(controls.id, body.idControleHoras), ofEntry(db, body.id)))
    found(own.filter((id) => id === body.idControleHoras))
    found(
      await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.id, body.id), inArray(table.controlId, own))),
    )
    const isOpen = and(asRead(table, body), eq(table.status, 'A'), inArray(table.controlId, own))
    const change = { ...commissionColumns(body), version: nextVersion(table) }
    const saved = await db.update(table).set(change).where(isOpen).returning({ id: table.id })
    if (saved.length === 0 && (await db.$count(table, and(eq(table.id, body.id), eq(table.status, 'I')))) > 0) throw refusal(409, common.inactive)
    await changed(db, table, body, saved)
    await settle(db, wallDay(clock()), own, true)
    return {}
  },

  'GET /comission-result': async ({ db }) => ({
    clientes: await db
      .selectDistinct({ id: clients.id, cliente: clients.name })
      .from(controls)
      .innerJoin(clients, eq(clients.id, controls.clientId))
      .orderBy(clients.name, clients.id),
    // Includes people who had a control earlier and received a release.
    colaboradores: await db
      .select({ id: users.id, nome: users.name })
      .from(users)
      .where(
        or(
          inArray(users.id, db.select({ id: controls.userId }).from(controls)),
          inArray(users.id, db.select({ id: releases.userId }).from(releases)),
        ),
      )
      .orderBy(users.name, users.id),
  }),

  'POST /comission-result': async ({ db, body }) => {
    const isAsked = (one: 'Liberado' | 'Previsto') => !body.status?.length || body.status.includes(one)
    const released = isAsked('Liberado') ? await releasedIn(db, body) : []
    // Planned rows have no day of release, so they are left out if the filter names such a day.
    const planned = isAsked('Previsto') && !body.liberadoDe && !body.liberadoAte ? await plannedIn(db, body) : []
    const rows = [...released, ...planned]
    // The newest controls, days and movements come first. Within a movement, releases come before the planned row.
    rows.sort((a, b) => b.idLoteHoras - a.idLoteHoras || byDay(b.dataRef, a.dataRef) || b.movementId - a.movementId)
    const results = rows.map((one) => {
      const { movementId: _, minutes, cents, comissao, liberadoEm, adjusts, ...row } = one
      const priced = (of: (cents: number) => number) => (cents === null ? null : moneyBr(of(cents)))
      const commission = priced((each) => commissionOf(minutes, each, comissao))
      const isReleased = liberadoEm !== null
      return {
        ...row,
        horasLiberadas: isReleased ? contracted(minutes) : null,
        horasPrevistas: isReleased ? null : contracted(minutes),
        valorHora: cents === null ? null : moneyBr(cents),
        total: priced((each) => valueOf(minutes, each)),
        comissao,
        valorLiberado: isReleased ? commission : null,
        valorPrevisto: isReleased ? null : commission,
        status: isReleased ? ('Liberado' as const) : ('Previsto' as const),
        liberadoEm,
        historico: adjusts === null ? null : messages.adjusted(dayBr(adjusts)),
      }
    })
    if (countThatFits(results) < results.length) throw refusal(400, messages.tooMany)
    return results
  },
})

const byDay = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Query = FormOf<'POST /comission-result'>
const narrowed = ({ clientes, colaboradores, nTicket, dataInicio, dataFim }: Query, person: PgColumn, dateRef: SQL | PgColumn) =>
  and(
    clientes?.length ? inArray(controls.clientId, clientes) : undefined,
    colaboradores?.length ? inArray(person, colaboradores) : undefined,
    nTicket ? eq(movements.ticket, nTicket) : undefined,
    dataInicio ? sql`${dateRef} >= ${dataInicio}::date` : undefined,
    dataFim ? sql`${dateRef} <= ${dataFim}::date` : undefined,
  )

/** The releases, one row each. */
async function releasedIn(db: Db, query: Query) {
  const which = and(
    narrowed(query, releases.userId, dateRef),
    query.liberadoDe ? gte(releases.releasedOn, query.liberadoDe) : undefined,
    query.liberadoAte ? lte(releases.releasedOn, query.liberadoAte) : undefined,
  )
  const rows = await allRowsCounted(db, releasesWhere(db, which))
  if (!rows) throw refusal(400, messages.tooMany)
  return rows.map(({ movementId, controlId, ticket, person, client, dateRef, minutes, cents, percent, releasedOn, adjusts }) => ({
    idLoteHoras: controlId,
    movementId,
    nTicket: ticket,
    colaborador: person,
    cliente: client,
    dataRef: dateRef,
    minutes,
    cents,
    comissao: percent,
    liberadoEm: releasedOn,
    adjusts,
  }))
}

/** The unreleased minutes of active movements, one row each. A movement of zero minutes is listed too. */
async function plannedIn(db: Db, query: Query) {
  // The released minutes are looked up per movement through the index. A join with all sums would be planned badly while most rows are new.
  const released = db
    .select({ minutes: sql`coalesce(sum(${releases.minutes}), 0)` })
    .from(releases)
    .where(eq(releases.movementId, movements.id))
  const left = sql<number>`(${movements.minutes} - (${released}))::float8`
  const rows = await allRowsCounted(
    db,
    db
      .select({
        idLoteHoras: controls.id,
        movementId: movements.id,
        nTicket: movements.ticket,
        colaborador: users.name,
        cliente: clients.name,
        dataRef: movements.endsOn,
        minutes: left,
        cents: controls.cents,
        comissao: sql<number>`${users.commission}::float8`,
      })
      .from(movements)
      .innerJoin(controls, eq(controls.id, movements.controlId))
      .innerJoin(users, eq(users.id, controls.userId))
      .innerJoin(clients, eq(clients.id, controls.clientId))
      .where(and(eq(movements.status, 'A'), or(sql`${left} > 0`, eq(movements.minutes, 0)), narrowed(query, controls.userId, movements.endsOn))),
  )
  if (!rows) throw refusal(400, messages.tooMany)
  return rows.map((row) => ({ ...row, liberadoEm: null, adjusts: null }))
}

const entry = {
  id: table.id,
  tipo: table.kind,
  nTicket: table.ticket,
  cents: table.cents,
  historico: table.history,
  idControleHoras: table.controlId,
  idStatus: table.status,
}

export const commissionColumns = (body: FormOf<'POST /service-time-control-comission'>): ColumnsOf<typeof table> => ({
  kind: body.tipo,
  ticket: body.nTicket || null,
  onDay: body.data,
  cents: centsOf(body.valor),
  history: body.historico || null,
  controlId: body.idControleHoras,
  status: body.idStatus,
})
