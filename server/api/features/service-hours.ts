// Controle de Serviços: hours that clients bought, and the movements that use them. A balance is always summed when it is requested, never stored.
import { and, desc, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { contracted, minutesIn } from '../../../shared/hours.ts'
import { wallDay } from '../../../shared/clock.ts'
import { messages as common } from '../../../shared/messages.ts'
import { centsOrNone, reaisOf } from '../../../shared/money.ts'
import { messages, type serviceHours as rows } from '../../../shared/features/service-hours.ts'
import { choices, mustBeActive, staff } from '../choices.ts'
import { clients, serviceControls as table, serviceMovements as movements, statuses, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { isOfFinance } from '../finance.ts'
import { historyOf } from '../history.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
import { settle } from '../releases.ts'
import { rowsThatFit } from '../answer-limits.ts'
import { asRead, changed, found, inserted, nextVersion, toggled } from '../versions.ts'

const people = async (db: Db) => (await choices.people(db)).map(({ ID, NOMECOMPLETOUSUARIO }) => ({ id: ID, nome: NOMECOMPLETOUSUARIO }))
const datasetOf = async (db: Db) => ({
  clientes: (await choices.clients(db)).map(({ CODIGOCLIENTE, NOMEFANTASIACLIENTE, CIDADE }) => ({
    id: CODIGOCLIENTE,
    razaoSocial: NOMEFANTASIACLIENTE,
    cidade: CIDADE,
  })),
  colaboradores: await people(db),
  status: await choices.statuses(db),
})

const stored = {
  id: table.id,
  minutes: table.minutes,
  cents: table.cents,
  idCliente: table.clientId,
  idColaborador: table.userId,
  idStatus: table.statusId,
  dataInicio: table.startsOn,
  observacao: table.note,
}
/** Converts minutes and cents to the wire format. */
const shown = <T extends { minutes: number; cents: number | null }>({ minutes, cents, ...rest }: T) => ({
  ...rest,
  qtdHoras: contracted(minutes),
  valorHora: cents === null ? null : reaisOf(cents),
})

/** The minutes worked per control: the sum of its active movements that lower the balance. */
const workedIn = (db: Db) =>
  db
    .select({ controlId: movements.controlId, minutes: sql<number>`sum(${movements.minutes})::float8`.as('worked') })
    .from(movements)
    .where(and(eq(movements.status, 'A'), movements.lowers))
    .groupBy(movements.controlId)
    .as('lowered')

const within = { withBalance: gt, noBalance: lte, all: () => undefined }

export const serviceHours = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /service-time-control': async ({ db, query }) => {
    if ('data' in query) return { dataset: await datasetOf(db) }
    const lowered = workedIn(db)
    const balance = sql<number>`${table.minutes} - coalesce(${lowered.minutes}, 0)`
    const list = await rowsThatFit(
      db,
      db
        .select({
          ...stored,
          userId: table.userId,
          cliente: clients.name,
          responsavel: users.name,
          balance,
          status: statuses.description,
          color: statuses.color,
          icon: statuses.icon,
        })
        .from(table)
        .innerJoin(clients, eq(clients.id, table.clientId))
        .innerJoin(users, eq(users.id, table.userId))
        .innerJoin(statuses, eq(statuses.id, table.statusId))
        .leftJoin(lowered, eq(lowered.controlId, table.id))
        .where(
          and(
            query.idStatus?.length ? inArray(table.statusId, query.idStatus) : undefined,
            query.idCliente?.length ? inArray(table.clientId, query.idCliente) : undefined,
            query.idResponsavel?.length ? inArray(table.userId, query.idResponsavel) : undefined,
            within[query.saldo ?? 'all'](balance, 0),
          ),
        )
        .orderBy(desc(table.id)),
    )
    return list.map(({ balance, status, color, icon, ...row }) => ({
      ...shown(row),
      saldo: contracted(balance),
      status: { descricao: status, color, icon },
    }))
  },

  'GET /service-time-control/{id}': async ({ db, path, forRule }) => ({
    timeControl: shown(
      found(
        await db
          .select({ ...stored, versao: table.version })
          .from(table)
          .where(eq(table.id, path.id)),
      ),
    ),
    dataset: forRule ? { clientes: [], colaboradores: [], status: [] } : await datasetOf(db),
  }),

  'GET /service-time-control/{id}/history': async ({ db, me, path, query }) => {
    // In the history, prices per hour are hidden from everybody but Finance, as they are on the screens.
    const hidden = (await isOfFinance(db, me)) ? undefined : 'cents'
    return historyOf(db, table, { ...path, ...query }, { hidden })
  },

  'POST /service-time-control': async ({ db, body }) => {
    await mustBeActive(db, clients, body.idCliente, messages.inactive.cliente)
    await mustBeActive(db, users, body.idColaborador, messages.inactive.colaborador, staff)
    return inserted(
      await db
        .insert(table)
        .values({ ...controlColumns(body), userId: body.idColaborador, cents: centsOrNone(body.valorHora) })
        .returning({ id: table.id }),
    )
  },

  'PUT /service-time-control': async ({ db, body }) => {
    const was = found(await db.select().from(table).where(eq(table.id, body.id)).for('update'))
    const { idColaborador = was.userId, valorHora } = body
    if (body.idCliente !== was.clientId) await mustBeActive(db, clients, body.idCliente, messages.inactive.cliente)
    if (idColaborador !== was.userId) await mustBeActive(db, users, idColaborador, messages.inactive.colaborador, staff)
    const change = {
      ...controlColumns(body),
      userId: idColaborador,
      cents: valorHora === undefined ? was.cents : centsOrNone(valorHora),
      version: nextVersion(table),
    }
    await changed(db, table, body, await db.update(table).set(change).where(asRead(table, body)).returning({ id: table.id }))
    return {}
  },

  'GET /service-time-control-mov': async ({ db, query }) => {
    if ('data' in query) return { dataset: { colaboradores: await people(db) } }
    const { idControleHoras, idColaborador, idStatus, monitorado, baixaSaldo } = query
    const lowered = workedIn(db)
    const resume = found(
      await db
        .select({ cliente: clients.name, balance: sql<number>`${table.minutes} - coalesce(${lowered.minutes}, 0)` })
        .from(table)
        .innerJoin(clients, eq(clients.id, table.clientId))
        .leftJoin(lowered, eq(lowered.controlId, table.id))
        .where(eq(table.id, idControleHoras)),
    )
    const list = await rowsThatFit(
      db,
      db
        .select({ ...movement, responsavel: users.name })
        .from(movements)
        .innerJoin(users, eq(users.id, movements.userId))
        .where(
          and(
            eq(movements.controlId, idControleHoras),
            idColaborador === undefined ? undefined : eq(movements.userId, idColaborador),
            idStatus === undefined ? undefined : eq(movements.status, idStatus),
            monitorado === undefined ? undefined : isWatched(monitorado === '1'),
            baixaSaldo === undefined ? undefined : eq(movements.lowers, baixaSaldo === '1'),
          ),
        )
        .orderBy(desc(movements.id)),
    )
    return {
      serviceTimeControlMovs: list.map(({ minutes, lowers, watchedUntil, ...row }) => ({
        ...row,
        qtdHoras: contracted(minutes),
        baixaSaldo: bit(lowers),
        monitorado: bit(watchedUntil !== null),
        dataMonitorado: watchedUntil,
      })),
      resume: { cliente: resume.cliente, saldo: contracted(resume.balance) },
    }
  },

  'GET /service-time-control-mov/{id}': async ({ db, path }) => {
    const { minutes, lowers, watchedUntil, ...row } = found(
      await db
        .select({ ...movement, versao: movements.version })
        .from(movements)
        .where(eq(movements.id, path.id)),
    )
    return {
      timeControlMov: {
        ...row,
        qtdHoras: contracted(minutes),
        baixaSaldo: bit(lowers),
        ticketMonitorado: bit(watchedUntil !== null),
        dataMonitoramento: watchedUntil,
      },
      dataset: { colaboradores: await people(db) },
    }
  },

  'GET /service-time-control-mov/{id}/history': ({ db, path, query }) => historyOf(db, movements, { ...path, ...query }),

  'PATCH /service-time-control-mov/{id}': async ({ db, path }) => {
    const { idStatus, controlId } = found(
      await db
        .update(movements)
        .set(toggled(movements))
        .where(eq(movements.id, path.id))
        .returning({ idStatus: movements.status, controlId: movements.controlId }),
    )
    await settle(db, wallDay(clock()), [controlId], false)
    return { idStatus }
  },

  'POST /service-time-control-mov': async ({ db, body }) => {
    await mustBeActive(db, users, body.idColaborador, messages.inactive.colaborador, staff)
    const made = inserted(
      await db
        .insert(movements)
        .values({ ...movementColumns(body), controlId: body.idControleHoras, watchedUntil: watched(body) })
        .returning({ id: movements.id }),
    )
    await settle(db, wallDay(clock()), [body.idControleHoras], false)
    return made
  },

  'PUT /service-time-control-mov': async ({ db, body }) => {
    // Takes only a no-key-update lock, because a payment on the same control may refer to the movement meanwhile. With a stronger lock, the payment
    // and this call would wait for each other.
    const was = found(await db.select().from(movements).where(eq(movements.id, body.id)).for('no key update'))
    if (was.status === 'I') throw refusal(409, common.inactive)
    if (body.idColaborador !== was.userId) await mustBeActive(db, users, body.idColaborador, messages.inactive.colaborador, staff)
    const change = { ...movementColumns(body), watchedUntil: watched(body, was.watchedUntil), version: nextVersion(movements) }
    const isOwn = and(asRead(movements, body), eq(movements.controlId, body.idControleHoras), eq(movements.status, 'A'))
    await changed(db, movements, body, await db.update(movements).set(change).where(isOwn).returning({ id: movements.id }))
    await settle(db, wallDay(clock()), [was.controlId], false)
    return {}
  },
})

/** The columns of a control, except its person and price, which only Finance may set. */
export const controlColumns = (body: Omit<FormOf<'POST /service-time-control'>, 'idColaborador'>): ColumnsOf<typeof table, 'userId' | 'cents'> => ({
  clientId: body.idCliente,
  statusId: body.idStatus,
  minutes: minutesIn(body.qtdHoras),
  startsOn: body.dataInicio,
  note: body.observacao,
})

const bit = (is: boolean): 0 | 1 => (is ? 1 : 0)
const isWatched = (is: boolean): SQL => sql`(${movements.watchedUntil} is not null) = ${is}`

const movement = {
  id: movements.id,
  nTicket: movements.ticket,
  minutes: movements.minutes,
  descricao: movements.description,
  dataInicio: movements.startsOn,
  dataFim: movements.endsOn,
  lowers: movements.lowers,
  idColaborador: movements.userId,
  watchedUntil: movements.watchedUntil,
  idStatus: movements.status,
  idControleHoras: movements.controlId,
}

/** The columns of a movement, except the last day of watching, which depends on its previous value. */
export const movementColumns = (body: FormOf<'POST /service-time-control-mov'>): ColumnsOf<typeof movements, 'controlId' | 'watchedUntil'> => ({
  ticket: body.nTicket,
  minutes: minutesIn(body.qtdHoras),
  description: body.descricao,
  startsOn: body.dataInicio,
  endsOn: body.dataFim,
  lowers: body.baixaSaldo === 1,
  userId: body.idColaborador,
  status: body.idStatus,
})

/** The last day on which the ticket is watched; null if it is not. Fields that are not sent keep their value. */
function watched({ ticketMonitorado, dataMonitoramento }: FormOf<'POST /service-time-control-mov'>, was: string | null = null) {
  if (!(ticketMonitorado ?? bit(was !== null))) return null
  const until = dataMonitoramento ?? was
  if (until === null) throw refusal(400, messages.monitored)
  return until
}
