// Commissions: the entries of one service control, and the query over all of them.
import { and, desc, eq, exists, gte, inArray, lte, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { commissionOf, entryKinds, messages, releasedOf, valueOf, type commissions as rows, type Kind } from '../../../shared/features/commissions.ts'
import { contracted, inMinutes } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { centsOf, moneyBr, reaisOf } from '../../../shared/money.ts'
import { clients, commissions as table, serviceControls as controls, serviceMovements as movements, users } from '../db/schema.ts'
import { inColumns, type Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Caller, Handlers } from '../handlers.ts'
import { hasFinance, isOfFinance } from '../finance.ts'
import { cameBy, historyOf } from '../history.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
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
      .for('share'),
  )
  return eq(table.controlId, id)
}
const ofEntry = (db: Db, id: number) => inArray(controls.id, db.select({ id: table.controlId }).from(table).where(eq(table.id, id)))

/** What is due and what was received of each control, in cents. */
const paidOf = (db: Db) =>
  db
    .select({ controlId: table.controlId, due: sumOf('P').as('due'), received: sumOf('R').as('received') })
    .from(table)
    .where(eq(table.status, 'A'))
    .groupBy(table.controlId)
    .as('paid')

export const commissions: Handlers<typeof rows> = {
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
    const isTheirsStill = await theirControl(db, me, ofEntry(db, path.id))
    return found(
      await db
        .update(table)
        .set(toggled(table))
        .where(and(eq(table.id, path.id), isTheirsStill))
        .returning({ idStatus: table.status }),
    )
  },

  'POST /service-time-control-comission': async ({ db, me, body }) => {
    await theirControl(db, me, eq(controls.id, body.idControleHoras))
    return inserted(await db.insert(table).values(commissionColumns(body)).returning({ id: table.id }))
  },

  'PUT /service-time-control-comission': async ({ db, me, body }) => {
    await theirControl(db, me, eq(controls.id, body.idControleHoras))
    const isOpen = and(asRead(table, body), eq(table.status, 'A'), await theirControl(db, me, ofEntry(db, body.id)))
    const change = { ...commissionColumns(body), version: nextVersion(table) }
    const saved = await db.update(table).set(change).where(isOpen).returning({ id: table.id })
    if (saved.length === 0 && (await db.$count(table, and(eq(table.id, body.id), eq(table.status, 'I')))) > 0) throw refusal(409, common.inactive)
    await changed(db, table, body, saved)
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
    const { clientes, colaboradores, nTicket, dataInicio, dataFim, status } = body
    const worked = await workedOf(
      db,
      and(
        clientes?.length ? inArray(controls.clientId, clientes) : undefined,
        colaboradores?.length ? inArray(controls.userId, colaboradores) : undefined,
      ),
      { nTicket, dataInicio, dataFim },
    )
    const results = worked.flatMap(({ minutes, before, cents, percent, due, received, ...row }) => {
      const released = releasedOf(minutes, before, { due, received })
      const result = (of: number, isReleased: boolean) => {
        const commission = cents === null ? null : moneyBr(commissionOf(of, cents, percent))
        return {
          ...row,
          horasLiberadas: isReleased ? contracted(of) : null,
          horasPrevistas: isReleased ? null : contracted(of),
          valorHora: cents === null ? null : moneyBr(cents),
          total: cents === null ? null : moneyBr(valueOf(of, cents)),
          comissao: percent,
          valorLiberado: isReleased ? commission : null,
          valorPrevisto: isReleased ? null : commission,
          status: isReleased ? ('Liberado' as const) : ('Previsto' as const),
        }
      }
      // A row at least, also of no time at all.
      return [...(released > 0 ? [result(released, true)] : []), ...(released < minutes || minutes === 0 ? [result(minutes - released, false)] : [])]
    })
    const asked = status?.length ? results.filter((one) => status.includes(one.status)) : results
    if (fitting(asked) < asked.length) throw refusal(400, messages.tooMany)
    return asked
  },
}

interface Narrowed {
  nTicket?: string | null | undefined
  dataInicio?: string | null | undefined
  dataFim?: string | null | undefined
}

/** The active movements with what their commission is reckoned from; of each control the oldest first, so that `before` is the same whatever is asked for. */
async function workedOf(db: Db, of: SQL | undefined, { nTicket, dataInicio, dataFim }: Narrowed) {
  const askedOf = (of: { ticket: PgColumn; endsOn: PgColumn }) =>
    and(
      nTicket ? eq(of.ticket, nTicket) : undefined,
      dataInicio ? gte(of.endsOn, dataInicio) : undefined,
      dataFim ? lte(of.endsOn, dataFim) : undefined,
    )
  const isAsked = and(eq(movements.status, 'A'), of, askedOf(movements))
  const asked = db.select({ controlId: movements.controlId }).from(movements).innerJoin(controls, eq(controls.id, movements.controlId)).where(isAsked)
  // Looked at before they are reckoned: whoever asks for too many is told so at once.
  const length = sql`${RESULT} + octet_length(${movements.ticket}) + octet_length(${users.name}) + octet_length(${clients.name})`
  const [size = { bytes: 0 }] = await db
    .select({ bytes: sql<number>`coalesce(sum(${length}), 0)::float8` })
    .from(movements)
    .innerJoin(controls, eq(controls.id, movements.controlId))
    .innerJoin(users, eq(users.id, controls.userId))
    .innerJoin(clients, eq(clients.id, controls.clientId))
    .where(isAsked)
  if (size.bytes > ROOM) throw refusal(400, messages.tooMany)
  const worked = db
    .select({
      id: movements.id,
      ticket: movements.ticket,
      endsOn: movements.endsOn,
      minutes: movements.minutes,
      before: sql<number>`(sum(${movements.minutes}) over (order by ${movements.endsOn}, ${movements.id}) - ${movements.minutes})::float8`.as(
        'before',
      ),
    })
    .from(movements)
    .where(and(eq(movements.controlId, controls.id), eq(movements.status, 'A')))
    .as('worked')
  const paid = paidOf(db)
  return inColumns(
    db,
    db
      .select({
        idLoteHoras: controls.id,
        nTicket: worked.ticket,
        colaborador: users.name,
        cliente: clients.name,
        dataRef: worked.endsOn,
        minutes: worked.minutes,
        before: worked.before,
        cents: controls.cents,
        percent: sql<number>`${users.commission}::float8`,
        due: sql<number>`coalesce(${paid.due}, 0)`,
        received: sql<number>`coalesce(${paid.received}, 0)`,
      })
      .from(controls)
      .innerJoin(users, eq(users.id, controls.userId))
      .innerJoin(clients, eq(clients.id, controls.clientId))
      .leftJoin(paid, eq(paid.controlId, controls.id))
      // Control by control: over all movements at once the sum takes longer than everything else.
      .innerJoinLateral(worked, sql`true`)
      .where(and(inArray(controls.id, asked), askedOf(worked)))
      .orderBy(desc(controls.id), desc(worked.endsOn), desc(worked.id)),
  )
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
