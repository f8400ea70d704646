// The board of pending tasks: sectors with their people, and the first open tasks of each person.
import { and, eq, sql } from 'drizzle-orm'
import { SHOWN, type PendingSector, type pendingBoard as rows } from '../../../shared/features/pending-board.ts'
import { departments, priorities, userTasks as tasks, users } from '../db/schema.ts'
import { inColumns, type Db } from '../db/sql.ts'
import { staff } from '../choices.ts'
import type { Handlers } from '../handlers.ts'

export const pendingBoard: Handlers<typeof rows> = {
  'GET /dash/pendenciasPed': async ({ db }) => {
    const sectors = new Map<number, PendingSector>()
    for (const { sector, sectorName, person, name, task, priority, order } of await inColumns(db, openTasks(db))) {
      const { users: people } = entry(sectors, sector, { CODIGOSETOR: sector, DESCRICAOSETOR: sectorName, users: [] })
      if (people.at(-1)?.ID !== person) people.push({ ID: person, NOMECOMPLETOUSUARIO: name, tasks: [] })
      if (task !== null) people.at(-1)?.tasks.push({ tarefa: task, prioridade: priority, order })
    }
    return [...sectors.values()]
  },
}

/** Returns the value of a key. If there is none yet, stores and returns `first`. */
function entry<K, V>(map: Map<K, V>, key: K, first: V) {
  const held = map.get(key) ?? first
  map.set(key, held)
  return held
}

/** The first open tasks of each person, sorted by priority and then by entry, as on Home and in the drawer. A person without tasks has one row. */
function openTasks(db: Db) {
  // A lateral query for each person reads only the first tasks, through the index of open tasks.
  const first = db
    .select({
      // The columns get aliases, because two tables have a column with the name `description`.
      task: sql<string>`${tasks.description}`.as('task'),
      priority: sql<string>`${priorities.description}`.as('priority'),
      order: sql<number>`row_number() over (order by ${tasks.priorityId}, ${tasks.id})`.as('order'),
    })
    .from(tasks)
    .innerJoin(priorities, eq(priorities.id, tasks.priorityId))
    .where(and(eq(tasks.userId, users.id), eq(tasks.status, 'A')))
    .orderBy(tasks.priorityId, tasks.id)
    .limit(SHOWN)
    .as('first')
  return db
    .select({
      sector: departments.id,
      sectorName: departments.name,
      person: users.id,
      name: users.name,
      task: first.task,
      priority: first.priority,
      order: first.order,
    })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .leftJoinLateral(first, sql`true`)
    .where(and(eq(users.status, 'A'), staff))
    .orderBy(departments.name, departments.id, users.name, users.id, first.order)
}
