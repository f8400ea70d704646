// The sprint dashboards. A task is finished if its status is FINISHED. An emergent task is one that was not planned.
import { and, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { wallDay } from '../../../shared/clock.ts'
import { EMERGENT, FINISHED, goalOf, goalTasksOf, PROJECT, SHOWN, type sprints as rows } from '../../../shared/features/sprints.ts'
import { percents } from '../../../shared/percent.ts'
import { sprints as table, sprintTasks } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Api, Handlers } from '../handlers.ts'
import { todayFor } from '../tags.ts'
import { found } from '../versions.ts'

/** Maximum number of sprints that the list offers: the newest ones. */
const LISTED = 1000

const count = sql<number>`count(*)::int`
const finished = eq(sprintTasks.status, FINISHED)
const planned = eq(sprintTasks.planned, 'S')
/** Sort order of statuses: finished tasks first, then the most frequent status. */
const byStatus = [desc(finished), desc(count), sprintTasks.status]

export const sprints = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /sprints': async ({ db }) => {
    const current = await currentOf(db, todayFor(clock))
    const all = await db
      .select({ CODIGOSPRINT: table.id, DESCSPRINT: table.description })
      .from(table)
      .orderBy(desc(table.endsOn), desc(table.id))
      .limit(LISTED)
    return all.toSorted((a, b) => Number(b.CODIGOSPRINT === current?.id) - Number(a.CODIGOSPRINT === current?.id))
  },

  'POST /dash/planejadoefetivado': async ({ db, body }) => {
    const sprint =
      body.idSprint === undefined ? await currentOf(db, wallDay(clock())) : found(await db.select().from(table).where(eq(table.id, body.idSprint)))
    if (!sprint) return { periodoSprint: { dtFim: null }, sprintAtual: null, previsto: [], efetivado: [] }
    const own = eq(sprintTasks.sprintId, sprint.id)
    const previsto = await db
      .select({ ULTIMO_STATUS: sprintTasks.status, TASKS: count })
      .from(sprintTasks)
      .where(and(own, planned))
      .groupBy(sprintTasks.status)
      .orderBy(...byStatus)
    const efetivado = await db
      .select({ type: sprintTasks.type, TASKS: count })
      .from(sprintTasks)
      .where(and(own, finished))
      .groupBy(sprintTasks.type)
      .orderBy(desc(count), sprintTasks.type)
    return {
      periodoSprint: { dtFim: sprint.endsOn },
      sprintAtual: { CODIGOSPRINT: sprint.id, DESCSPRINT: sprint.description },
      previsto: withPercents(previsto),
      efetivado: withPercents(efetivado),
    }
  },

  'POST /dash/resultadoMeta': async ({ db, body }) => {
    const { sprints: ids, dataInicio, dataFim } = body
    const isAsked = Boolean(ids?.length || dataInicio || dataFim)
    const chosen = await db
      .select({ id: table.id, DESCSPRINT: table.description })
      .from(table)
      .where(
        and(
          ids?.length ? inArray(table.id, ids) : undefined,
          dataInicio ? gte(table.endsOn, dataInicio) : undefined,
          dataFim ? lte(table.startsOn, dataFim) : undefined,
          isAsked ? undefined : lte(table.startsOn, wallDay(clock())),
        ),
      )
      .orderBy(desc(table.endsOn), desc(table.id))
      .limit(isAsked ? LISTED : SHOWN)
    const statuses = await db
      .select({ sprintId: sprintTasks.sprintId, status: sprintTasks.status, TASKS: count })
      .from(sprintTasks)
      .where(
        and(
          inArray(
            sprintTasks.sprintId,
            chosen.map(({ id }) => id),
          ),
          planned,
        ),
      )
      .groupBy(sprintTasks.sprintId, sprintTasks.status)
      .orderBy(...byStatus)
    const outcomes = chosen.map(({ id, DESCSPRINT }) => {
      const own = withPercents(statuses.filter(({ sprintId }) => sprintId === id))
      return {
        DESCSPRINT,
        planned: own.reduce((all, { TASKS }) => all + TASKS, 0),
        done: own.find(({ status }) => status === FINISHED),
      }
    })
    const dadosPlanejados = outcomes.map(({ DESCSPRINT, planned, done }) => ({
      DESCSPRINT,
      PREVISTAS: planned,
      ENTREGUES: done?.TASKS ?? 0,
      VQTDMETA: goalTasksOf(DESCSPRINT, planned),
    }))
    // Uses the percentage that the sprint's own dashboard shows.
    const dadosMeta = outcomes.map(({ DESCSPRINT, done }) => ({ DESCSPRINT, vPercent: done?.PERCENT ?? 0, vPercentualMeta: goalOf(DESCSPRINT) }))
    const sum = (of: 'PREVISTAS' | 'ENTREGUES' | 'VQTDMETA') => dadosPlanejados.reduce((all, one) => all + one[of], 0)
    return {
      dadosPlanejados,
      dadosMeta,
      totalizador: { PREVISTAS: sum('PREVISTAS'), ENTREGUES: sum('ENTREGUES'), VQTDMETA: sum('VQTDMETA') },
    }
  },

  'POST /dash/resultadoEmergente': async ({ db, body }) => {
    const ids = body.sprints?.length ? body.sprints : (await newestSprints(db, wallDay(clock()))).map(({ id }) => id)
    const by = (type: string) =>
      db
        .select({ DESCSPRINT: table.description, mes: sql<string>`to_char(${table.endsOn}, 'YYYY-MM')`, QTD: count })
        .from(table)
        .innerJoin(sprintTasks, eq(sprintTasks.sprintId, table.id))
        .where(and(inArray(table.id, ids), eq(sprintTasks.type, type), finished))
        .groupBy(table.id)
        .orderBy(desc(table.endsOn), desc(table.id))
    return { dadosEmergentes: await by(EMERGENT), dadosProjetos: await by(PROJECT) }
  },
})

/** The sprint that runs today or, between two sprints, the previous one. */
async function currentOf(db: Db, today: string) {
  const [current] = await db.select().from(table).where(lte(table.startsOn, today)).orderBy(desc(table.endsOn), desc(table.id)).limit(1)
  return current
}

const newestSprints = (db: Db, today: string) =>
  db.select({ id: table.id }).from(table).where(lte(table.startsOn, today)).orderBy(desc(table.endsOn), desc(table.id)).limit(SHOWN)

function withPercents<T extends { TASKS: number }>(rows: T[]) {
  const shares = percents(rows.map(({ TASKS }) => TASKS))
  return rows.map((row, index) => ({ ...row, PERCENT: shares[index] ?? 0 }))
}
