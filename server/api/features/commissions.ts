// Commissions: the entries of one service control, and the query over all of them.
import { and, desc, eq, exists, gte, inArray, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { commissionOf, entryKinds, messages, valueOf, type commissions as rows, type Kind } from '../../../shared/features/commissions.ts'
import { dayBr } from '../../../shared/clock.ts'
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
import { inColumns, type Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Caller, Handlers } from '../handlers.ts'
import { hasFinance, isOfFinance } from '../finance.ts'
import { cameBy, historyOf } from '../history.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
import { settle } from '../releases.ts'
import { fitting, rowsThatFit, ROOM } from '../room.ts'
import { asRead, changed, found, inserted, nextVersion, toggled } from '../versions.ts'

/** Bytes of a result without its texts; each movement has one at least. */
const RESULT = 250
/** MB of an answer's entries, and of its hours. */
const ROOM_OF_EACH = 6
const sumOf = (kind: keyof typeof entryKinds) => sql<number>`coalesce(sum(${table.cents}) filter (where ${table.kind} = ${kind}), 0)::float8`

// By another name: it stands within statements about controls.
const own = alias(controls, 'own')
/** In every statement that reads: of a person who has no finance powers only what is of the control that is that person's by then. */
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
/** Before every write: the control, which keeps its person until it is written. A subquery would still see the old owner after waiting for the row. */
const theirControl = async (db: Db, me: Caller, which: SQL) => {
  const { id } = found(
    await db
      .select({ id: controls.id })
      .from(controls)
      .where(and(which, or(hasFinance(db, me), eq(controls.userId, me.id))))
      .for('no key update'),
  )
  return id
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
      .select({ due: sumOf('P'), received: sumOf('R') })
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
    // The newest first, by what each is dated.
    cards.sort((a, b) => (a.data < b.data ? 1 : a.data > b.data ? -1 : 0))
    return {
      serviceTimeControlComissions: cards.slice(0, fitting(cards)),
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
        // Whose it is, the rule says.
        .where(and(eq(table.id, path.id), forRule ? undefined : isTheirs(db, me, table.controlId))),
    )
    return { timeControlComission: { ...row, valor: reaisOf(cents) } }
  },

  'GET /service-time-control-comission/{id}/history': async ({ db, me, path, query }) => {
    const only = isTheirs(db, me, table.controlId)
    if (await isOfFinance(db, me)) return historyOf(db, table, { ...path, ...query }, { only })
    // Of whoever had the entry, or its control, before: nothing.
    const { controlId } = found(
      await db
        .select({ controlId: table.controlId })
        .from(table)
        .where(and(eq(table.id, path.id), only)),
    )
    return historyOf(db, table, { ...path, ...query }, { only, moves: 'control_id', since: await cameBy(db, controls, controlId, 'user_id') })
  },

  'PATCH /service-time-control-comission/{id}': async ({ db, me, path }) => {
    const controlId = await theirControl(db, me, ofEntry(db, path.id))
    const which = and(eq(table.id, path.id), eq(table.controlId, controlId))
    const answer = found(await db.update(table).set(toggled(table)).where(which).returning({ idStatus: table.status }))
    await settle(db, clock, controlId)
    return answer
  },

  'POST /service-time-control-comission': async ({ db, me, body }) => {
    await theirControl(db, me, eq(controls.id, body.idControleHoras))
    const made = inserted(await db.insert(table).values(commissionColumns(body)).returning({ id: table.id }))
    await settle(db, clock, body.idControleHoras)
    return made
  },

  'PUT /service-time-control-comission': async ({ db, me, body }) => {
    const target = await theirControl(db, me, eq(controls.id, body.idControleHoras))
    const source = await theirControl(db, me, ofEntry(db, body.id))
    const isOpen = and(asRead(table, body), eq(table.status, 'A'), eq(table.controlId, source))
    const change = { ...commissionColumns(body), version: nextVersion(table) }
    const saved = await db.update(table).set(change).where(isOpen).returning({ id: table.id })
    if (saved.length === 0 && (await db.$count(table, and(eq(table.id, body.id), eq(table.status, 'I')))) > 0) throw refusal(409, common.inactive)
    await changed(db, table, body, saved)
    for (const id of new Set([source, target])) await settle(db, clock, id)
    return {}
  },

  'GET /comission-result': async ({ db }) => ({
    clientes: await db
      .selectDistinct({ id: clients.id, cliente: clients.name })
      .from(controls)
      .innerJoin(clients, eq(clients.id, controls.clientId))
      .orderBy(clients.name, clients.id),
    colaboradores: await db
      .selectDistinct({ id: users.id, nome: users.name })
      .from(controls)
      .innerJoin(users, eq(users.id, controls.userId))
      .orderBy(users.name, users.id),
  }),

  'POST /comission-result': async ({ db, body }) => {
    const { status } = body
    const isAsked = (one: 'Liberado' | 'Previsto') => !status?.length || status.includes(one)
    const released = isAsked('Liberado') ? await releasedIn(db, body) : []
    // What is to come was released on no day.
    const planned = isAsked('Previsto') && !body.liberadoDe && !body.liberadoAte ? await plannedIn(db, body) : []
    const results = [
      ...released.map(({ movement, minutes, cents, percent, liberadoEm, adjusts, firstOn, endsOn, ...row }) => ({
        ...row,
        movement,
        dataRef: adjusts ? liberadoEm : endsOn,
        horasLiberadas: contracted(minutes),
        horasPrevistas: null,
        valorHora: cents === null ? null : moneyBr(cents),
        total: cents === null ? null : moneyBr(Math.sign(minutes) * valueOf(Math.abs(minutes), cents)),
        comissao: percent,
        valorLiberado: cents === null ? null : moneyBr(Math.sign(minutes) * commissionOf(Math.abs(minutes), cents, percent)),
        valorPrevisto: null,
        status: 'Liberado' as const,
        liberadoEm,
        historico: adjusts ? messages.adjusted(dayBr(firstOn)) : null,
      })),
      ...planned.map(({ movement, minutes, cents, percent, endsOn, ...row }) => ({
        ...row,
        movement,
        dataRef: endsOn,
        horasLiberadas: null,
        horasPrevistas: contracted(minutes),
        valorHora: cents === null ? null : moneyBr(cents),
        total: cents === null ? null : moneyBr(valueOf(minutes, cents)),
        comissao: percent,
        valorLiberado: null,
        valorPrevisto: cents === null ? null : moneyBr(commissionOf(minutes, cents, percent)),
        status: 'Previsto' as const,
        liberadoEm: null,
        historico: null,
      })),
    ]
    // The newest controls and days first; of one movement what is released before what is to come.
    results.sort((a, b) => b.idLoteHoras - a.idLoteHoras || b.dataRef.localeCompare(a.dataRef) || b.movement - a.movement)
    const asked = results.map((one) => {
      const { movement: _, ...row } = one
      return row
    })
    if (fitting(asked) < asked.length) throw refusal(400, messages.tooMany)
    return asked
  },
})

type Query = FormOf<'POST /comission-result'>

/** The rows, unless there are more than an answer holds: whoever asks for too many is told so before they are read. */
async function rowsOf<T extends object>(db: Db, query: { limit: (most: number) => Parameters<typeof inColumns<T>>[1] }) {
  const most = Math.floor(ROOM / RESULT)
  const rows = await inColumns(db, query.limit(most + 1))
  if (rows.length > most) throw refusal(400, messages.tooMany)
  return rows
}

/** What was released, a row each. */
async function releasedIn(db: Db, { clientes, colaboradores, nTicket, dataInicio, dataFim, liberadoDe, liberadoAte }: Query) {
  const dateRef = sql`case when ${releases.adjusts} then ${releases.releasedOn} else ${movements.endsOn} end`
  const which = and(
    clientes?.length ? inArray(controls.clientId, clientes) : undefined,
    colaboradores?.length ? inArray(releases.userId, colaboradores) : undefined,
    nTicket ? eq(movements.ticket, nTicket) : undefined,
    dataInicio ? sql`${dateRef} >= ${dataInicio}::date` : undefined,
    dataFim ? sql`${dateRef} <= ${dataFim}::date` : undefined,
    liberadoDe ? gte(releases.releasedOn, liberadoDe) : undefined,
    liberadoAte ? lte(releases.releasedOn, liberadoAte) : undefined,
  )
  const first = alias(releases, 'first')
  const query = db
    .select({
      idLoteHoras: controls.id,
      movement: movements.id,
      nTicket: movements.ticket,
      colaborador: users.name,
      cliente: clients.name,
      endsOn: movements.endsOn,
      liberadoEm: releases.releasedOn,
      adjusts: releases.adjusts,
      firstOn: sql<string>`(select min(${first.releasedOn})::text from ${releases} ${first} where ${first.movementId} = ${releases}.movement_id)`,
      minutes: releases.minutes,
      cents: releases.cents,
      percent: sql<number>`${releases.percent}::float8`,
    })
    .from(releases)
    .innerJoin(movements, eq(movements.id, releases.movementId))
    .innerJoin(controls, eq(controls.id, releases.controlId))
    .innerJoin(users, eq(users.id, releases.userId))
    .innerJoin(clients, eq(clients.id, controls.clientId))
    .where(which)
    .orderBy(desc(releases.id))
  return rowsOf(db, query)
}

/** What is left of the active movements, a row each. */
async function plannedIn(db: Db, { clientes, colaboradores, nTicket, dataInicio, dataFim }: Query) {
  const given = db
    .select({ movementId: releases.movementId, minutes: sql<number>`sum(${releases.minutes})::float8`.as('given') })
    .from(releases)
    .groupBy(releases.movementId)
    .as('given_of')
  const left = sql<number>`(${movements.minutes} - coalesce(${given.minutes}, 0))::float8`
  const query = db
    .select({
      idLoteHoras: controls.id,
      movement: movements.id,
      nTicket: movements.ticket,
      colaborador: users.name,
      cliente: clients.name,
      endsOn: movements.endsOn,
      minutes: left,
      cents: controls.cents,
      percent: sql<number>`${users.commission}::float8`,
    })
    .from(movements)
    .innerJoin(controls, eq(controls.id, movements.controlId))
    .innerJoin(users, eq(users.id, controls.userId))
    .innerJoin(clients, eq(clients.id, controls.clientId))
    .leftJoin(given, eq(given.movementId, movements.id))
    .where(
      and(
        eq(movements.status, 'A'),
        // A row also of no time at all.
        or(sql`${left} > 0`, eq(movements.minutes, 0)),
        clientes?.length ? inArray(controls.clientId, clientes) : undefined,
        colaboradores?.length ? inArray(controls.userId, colaboradores) : undefined,
        nTicket ? eq(movements.ticket, nTicket) : undefined,
        dataInicio ? gte(movements.endsOn, dataInicio) : undefined,
        dataFim ? lte(movements.endsOn, dataFim) : undefined,
      ),
    )
    .orderBy(desc(movements.endsOn), desc(movements.id))
  return rowsOf(db, query)
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
