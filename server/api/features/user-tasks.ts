// The drawer of user tasks. Every statement checks access: people may use their own tasks, supervisors those of anybody.
import { and, desc, eq, exists, or } from 'drizzle-orm'
import { messages, type userTasks as rows } from '../../../shared/features/user-tasks.ts'
import { priorities, userTasks as table, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Caller, Handlers } from '../handlers.ts'
import { choices } from '../choices.ts'
import { refusal } from '../errors.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
import { asRead, changed, found, inserted, nextVersion, toggled } from '../versions.ts'

/** Maximum number of tasks in a list, and also of open tasks per person. */
const MOST = 1000

const shown = {
  CODIGOTAREFA: table.id,
  DESCRICAOTAREFA: table.description,
  id_prioridade: table.priorityId,
  CODIGO_USUARIO: table.userId,
  CODIGO_STATUS: table.status,
  priority: { descricao: priorities.description },
  dia: table.day,
}

export const userTasks: Handlers<typeof rows> = {
  'GET /user-task': async ({ db, me, query }) => {
    const people = await choices.users(db)
    if (query.request === 'data') return { users: people, priority: await levels(db) }
    const userTasks = await db
      .select(shown)
      .from(table)
      .innerJoin(priorities, eq(priorities.id, table.priorityId))
      .where(and(eq(table.userId, query.id), eq(table.status, query.typeOf === 'closed' ? 'I' : 'A'), isTheirs(db, me)))
      .orderBy(desc(table.id))
      .limit(MOST)
    return { users: people, userTasks: userTasks.toSorted((a, b) => a.id_prioridade - b.id_prioridade || a.CODIGOTAREFA - b.CODIGOTAREFA) }
  },

  'GET /user-task/{id}': async ({ db, me, path }) => {
    const task = await db
      .select({ ...shown, versao: table.version })
      .from(table)
      .innerJoin(priorities, eq(priorities.id, table.priorityId))
      .where(and(eq(table.id, path.id), isTheirs(db, me)))
    return { users: await choices.users(db), priority: await levels(db), task: found(task) }
  },

  'POST /user-task': async ({ db, body }) => {
    const task = inserted(
      await db
        .insert(table)
        .values({ ...columns(body), userId: body.idUsuario })
        .returning({ id: table.id, userId: table.userId }),
    )
    await mustHaveRoom(db, task)
    return { id: task.id }
  },

  'PUT /user-task': async ({ db, me, body }) => {
    const change = { ...columns(body), ...(body.idUsuario !== undefined && { userId: body.idUsuario }), version: nextVersion(table) }
    const saved = await db
      .update(table)
      .set(change)
      .where(and(asRead(table, body), isTheirs(db, me)))
      .returning({ userId: table.userId })
    await mustHaveRoom(db, await changed(db, table, body, saved))
    return {}
  },

  'PATCH /user-task/{id}': async ({ db, me, path }) => {
    const task = found(
      await db
        .update(table)
        .set(toggled(table))
        .where(and(eq(table.id, path.id), isTheirs(db, me)))
        .returning({ CODIGO_STATUS: table.status, userId: table.userId }),
    )
    await mustHaveRoom(db, task)
    return { CODIGO_STATUS: task.CODIGO_STATUS }
  },
}

/** Checks after a write that the owner does not have more open tasks than a list can show. */
async function mustHaveRoom(db: Db, { userId }: { userId: number }) {
  if ((await db.$count(table, and(eq(table.userId, userId), eq(table.status, 'A')))) > MOST) throw refusal(409, messages.tooMany)
}

const isTheirs = (db: Db, me: Caller) =>
  or(
    eq(table.userId, me.id),
    exists(
      db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, me.id), eq(users.supervisor, 'S'))),
    ),
  )

const levels = (db: Db) => db.select({ id: priorities.id, descricao: priorities.description }).from(priorities).orderBy(priorities.id)

type Fields = Pick<FormOf<'POST /user-task'>, 'descricao' | 'idPrioridade' | 'idStatus' | 'dia'>
const columns = ({ descricao, idPrioridade, idStatus, dia }: Fields): ColumnsOf<typeof table, 'userId' | 'day'> & { day?: string | null } => ({
  description: descricao,
  priorityId: idPrioridade,
  status: idStatus,
  ...(dia !== undefined && { day: dia }),
})
