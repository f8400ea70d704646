// Mapeamento de Projetos: projects with their steps and requesting clients, and the roadmap.
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { wallDay } from '../../../shared/clock.ts'
import { messages, projectTypes, type projects as rows } from '../../../shared/features/projects.ts'
import { choices, mustBeActive, staff } from '../choices.ts'
import { clients, projectClients as links, projects as table, projectSteps as steps, statuses, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Api, Handlers } from '../handlers.ts'
import { historyOf } from '../history.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
import { rowsThatFit, oldestThatFit } from '../answer-limits.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

const plain = {
  ID: table.id,
  IDTIPOPROJETO: table.type,
  DESCRICAO: table.description,
  IDSTATUSREDMINE: table.statusId,
  PRIORIDADE: table.priority,
  PROGRESSO: table.progress,
  IDTAREFAREDMINE: table.taskNumber,
  OBSERVACAO: table.note,
  DATAINI: table.startsOn,
  DATAFIM: table.endsOn,
  IDSTATUS: table.status,
  TIPOPROJETO: table.type,
}
/** Limit in MB for the steps of a project in an answer. The project's clients have the same limit. */
const ROOM_OF_EACH = 6
const asking = (db: Db) =>
  db
    .select({ projectId: links.projectId, count: sql<number>`count(*)::int`.as('count') })
    .from(links)
    .groupBy(links.projectId)
    .as('asking')

function list(db: Db, only?: SQL) {
  const of = asking(db)
  return rowsThatFit(
    db,
    db
      .select({ ...plain, CLIENTESSOLICITANTES: sql<number>`coalesce(${of.count}, 0)` })
      .from(table)
      .leftJoin(of, eq(of.projectId, table.id))
      .where(only)
      .orderBy(desc(table.id)),
  )
}
async function one(db: Db, id: number) {
  const project = found(
    await db
      .select({ ...plain, versao: table.version })
      .from(table)
      .where(eq(table.id, id)),
  )
  return { ...project, CLIENTESSOLICITANTES: await db.$count(links, eq(links.projectId, id)) }
}

const step = {
  id: steps.id,
  idAcompanhamentoProjeto: steps.projectId,
  descricao: steps.description,
  progresso: steps.progress,
  idResponsavel: steps.responsibleId,
  responsavel: users.name,
  observacao: steps.note,
  idStatus: steps.status,
  dataInicial: steps.startsOn,
  dataFinal: steps.endsOn,
}
const stepsOf = (db: Db, only: SQL) =>
  rowsThatFit(
    db,
    db
      .select({ ...step, versao: steps.version })
      .from(steps)
      .innerJoin(users, eq(users.id, steps.responsibleId))
      .where(only)
      .orderBy(asc(steps.startsOn), asc(steps.id)),
    ROOM_OF_EACH,
  )

const clientsOf = (db: Db, projectId: number) =>
  oldestThatFit(
    db,
    db
      .select({
        id: links.id,
        idAcompanhamentoProjeto: links.projectId,
        idClients: sql<number[]>`json_build_array(${links.clientId})`,
        cliente: clients.name,
        observacao: links.note,
        versao: links.version,
      })
      .from(links)
      .innerJoin(clients, eq(clients.id, links.clientId))
      .where(eq(links.projectId, projectId))
      .orderBy(asc(clients.name), asc(links.id)),
    'id',
    ROOM_OF_EACH,
  )

const inAny = (column: PgColumn, values: (number | string)[] | undefined) => (values?.length ? inArray(column, values) : undefined)

export const projects = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /trackprojetos': ({ db }) => list(db),

  'GET /trackprojetos/data': async ({ db }) => ({
    tipoProjeto: (['P', 'T'] as const).map((id) => ({ id, descricao: projectTypes[id] })),
    status: await choices.statuses(db),
  }),

  'GET /trackprojetos/client/{id}': async ({ db, path }) => {
    const rows = await rowsThatFit(
      db,
      db
        .select({
          id: table.id,
          descricao: table.description,
          status: statuses.description,
          color: statuses.color,
          icon: statuses.icon,
          progresso: table.progress,
          dataFim: table.endsOn,
          idStatus: table.status,
        })
        .from(table)
        .innerJoin(statuses, eq(statuses.id, table.statusId))
        .where(inArray(table.id, db.select({ id: links.projectId }).from(links).where(eq(links.clientId, path.id))))
        .orderBy(asc(table.status), desc(table.id)),
    )
    return rows.map(({ status, color, icon, ...row }) => ({ ...row, status: { descricao: status, color, icon } }))
  },

  'GET /trackprojetos/complete/{id}': async ({ db, path }) => ({
    projeto: await one(db, path.id),
    etapas: await stepsOf(db, eq(steps.projectId, path.id)),
    clientes: await clientsOf(db, path.id),
  }),

  'GET /trackprojetos/{id}/history': ({ db, path, query }) => historyOf(db, table, { ...path, ...query }),

  'GET /trackprojetos/{id}': ({ db, path }) => one(db, path.id),

  'POST /trackprojetos/filter': ({ db, body }) =>
    list(db, and(inAny(table.statusId, body.statusRedmine), inAny(table.priority, body.prioridadeTarefas), inAny(table.type, body.tipoProjeto))),

  'POST /trackprojetos': async ({ db, body }) => {
    return inserted(await db.insert(table).values(projectColumns(body)).returning({ id: table.id }))
  },

  'PUT /trackprojetos': async ({ db, body }) => {
    const change = { ...projectColumns(body), version: nextVersion(table) }
    await changed(db, table, body, await db.update(table).set(change).where(asRead(table, body)).returning({ id: table.id }))
    return {}
  },

  'GET /trackprojetos-steps': async ({ db, query }) =>
    'data' in query ? { users: await choices.people(db) } : stepsOf(db, eq(steps.projectId, query.idTrackProject)),

  'GET /trackprojetos-steps/{id}': async ({ db, path }) => found(await stepsOf(db, eq(steps.id, path.id))),

  'POST /trackprojetos-steps': async ({ db, body }) => {
    await mustBeActive(db, users, body.idResponsavel, messages.inactive.responsavel, staff)
    return inserted(
      await db
        .insert(steps)
        .values({ ...stepColumns(body), projectId: body.idAcompanhamentoProjeto })
        .returning({ id: steps.id }),
    )
  },

  'PUT /trackprojetos-steps': async ({ db, body }) => {
    // A step stays in its project, so the body must name that project.
    const was = found(
      await db
        .select()
        .from(steps)
        .where(and(eq(steps.id, body.id), eq(steps.projectId, body.idAcompanhamentoProjeto)))
        .for('update'),
    )
    if (body.idResponsavel !== was.responsibleId) await mustBeActive(db, users, body.idResponsavel, messages.inactive.responsavel, staff)
    const change = { ...stepColumns(body), version: nextVersion(steps) }
    await changed(db, steps, body, await db.update(steps).set(change).where(asRead(steps, body)).returning({ id: steps.id }))
    return {}
  },

  'PATCH /trackprojetos-steps/{id}': async ({ db, path }) => {
    found(await db.delete(steps).where(eq(steps.id, path.id)).returning({ id: steps.id }))
    return {}
  },

  'GET /trackprojetos-clients': async ({ db, query }) => {
    if (query.data === undefined) return clientsOf(db, query.idTrackProject)
    const linked = await db.select({ id: links.clientId }).from(links).where(eq(links.projectId, query.idTrackProject))
    const there = new Set(linked.map(({ id }) => id))
    return { clients: (await choices.clients(db)).filter(({ CODIGOCLIENTE }) => !there.has(CODIGOCLIENTE)) }
  },

  'POST /trackprojetos-clients': async ({ db, body }) => {
    const ids = [...new Set(body.idClients)]
    await mustBeActive(db, clients, ids, messages.inactive.cliente)
    const values = ids.map((clientId) => ({ projectId: body.idAcompanhamentoProjeto, clientId, note: body.observacao ?? null }))
    // If a client is already linked to the project, its link is left as it is.
    await db.insert(links).values(values).onConflictDoNothing()
    const [link] = await db
      .select({ id: links.id })
      .from(links)
      .where(and(eq(links.projectId, body.idAcompanhamentoProjeto), eq(links.clientId, ids[0] ?? 0)))
    return { id: link?.id ?? 0 }
  },

  'PUT /trackprojetos-clients': async ({ db, body }) => {
    const change = { note: body.observacao ?? null, version: nextVersion(links) }
    await changed(db, links, body, await db.update(links).set(change).where(asRead(links, body)).returning({ id: links.id }))
    return {}
  },

  'DELETE /trackprojetos-clients/{id}': async ({ db, path }) => {
    found(await db.delete(links).where(eq(links.id, path.id)).returning({ id: links.id }))
    return {}
  },

  'POST /dash/trackprojetos': ({ db, body: { statusRedmine, ano = Number(wallDay(clock()).slice(0, 4)) } }) =>
    rowsThatFit(
      db,
      db
        .select({
          descricao: table.description,
          status: statuses.description,
          prioridade: table.priority,
          progresso: table.progress,
          numRedmine: table.taskNumber,
          obs: table.note,
          dataInicio: table.startsOn,
          dataFim: table.endsOn,
        })
        .from(table)
        .innerJoin(statuses, eq(statuses.id, table.statusId))
        .where(
          and(
            eq(table.status, 'A'),
            // If a project has only one date, it belongs to the year of that date.
            sql`coalesce(${table.startsOn}, ${table.endsOn}) <= ${`${ano}-12-31`}::date`,
            sql`coalesce(${table.endsOn}, ${table.startsOn}) >= ${`${ano}-01-01`}::date`,
            inAny(table.statusId, statusRedmine),
          ),
        )
        .orderBy(sql`coalesce(${table.startsOn}, ${table.endsOn})`, table.priority, table.id),
    ),
})

export const projectColumns = (body: FormOf<'POST /trackprojetos'>): ColumnsOf<typeof table> => ({
  type: body.idTipoProjeto,
  description: body.descricao,
  statusId: body.idStatusRedmine,
  priority: body.prioridade,
  progress: body.progresso,
  taskNumber: body.idTarefaRedmine ?? null,
  note: body.observacao || null,
  startsOn: body.dataIni ?? null,
  endsOn: body.dataFim ?? null,
  status: body.idStatus,
})

export const stepColumns = (body: FormOf<'POST /trackprojetos-steps'>): ColumnsOf<typeof steps, 'projectId'> => ({
  description: body.descricao,
  progress: body.progresso,
  responsibleId: body.idResponsavel,
  note: body.observacao || null,
  startsOn: body.dataInicial ?? null,
  endsOn: body.dataFinal ?? null,
  status: body.idStatus,
})
