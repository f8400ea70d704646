// Usuários: people, their menus, and the tree of all menus.
import { and, asc, desc, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import { menu, type MenuNode, messages, type users as rows } from '../../../shared/features/users.ts'
import { calendarAddresses, challenges, departments, menus, tokens, userMenus, users as table } from '../db/schema.ts'
import { choices } from '../choices.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Handlers } from '../handlers.ts'
import { checkedHash } from '../passwords.ts'
import { rowsThatFit } from '../answer-limits.ts'
import type { ColumnsOf } from '../register.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

const shown = {
  ID: table.id,
  NOMECOMPLETOUSUARIO: table.name,
  EMAILUSER: table.email,
  departamento: table.departmentId,
  DESCRICAOSETOR: departments.name,
  SUPERVISOR: table.supervisor,
  status: table.status,
  menus: sql<number[]>`(select coalesce(json_agg(menu_id order by menu_id), '[]') from user_menus where user_id = ${table.id})`,
  comissao: sql`${table.commission}`.mapWith(Number),
}

export const users: Handlers<typeof rows> = {
  'GET /users/data': async ({ db }) => ({
    departamentos: await choices.departments(db),
    users: await choices.users(db),
    menus: await treeOf(db),
  }),

  'GET /users': ({ db }) =>
    rowsThatFit(db, db.select(shown).from(table).innerJoin(departments, eq(departments.id, table.departmentId)).orderBy(desc(table.id))),

  'GET /users/{id}': async ({ db, path }) => [
    found(
      await db
        .select({ ...shown, versao: table.version })
        .from(table)
        .innerJoin(departments, eq(departments.id, table.departmentId))
        .where(eq(table.id, path.id)),
    ),
  ],

  'POST /users': {
    before: async ({ body }) => {
      const passwordHash = await checkedHash(body.password, body.email)
      const { departamento: departmentId, supervisor } = body
      return async (db) => {
        const user = inserted(
          await db
            .insert(table)
            .values({ ...columns(body), departmentId, supervisor, passwordHash })
            .returning({ id: table.id }),
        )
        await grant(db, user.id, body.menus)
        return user
      }
    },
  },

  'PUT /users': {
    before: async ({ me, body }) => {
      const { idUser: id, versao, departamento, supervisor, password, status } = body
      const passwordHash = password === undefined ? undefined : await checkedHash(password, body.email)
      const change = {
        ...columns(body),
        ...(departamento !== undefined && { departmentId: departamento }),
        ...(supervisor !== undefined && { supervisor }),
        ...(passwordHash !== undefined && { passwordHash }),
        version: nextVersion(table),
      }
      const which = { id, versao }
      return async (db) => {
        const resigns = status === 'I' || supervisor === 'N'
        if (resigns || body.menus) await keepSupervisor(db, id, resigns ? [] : body.menus)
        await changed(db, table, which, await db.update(table).set(change).where(asRead(table, which)).returning({ id: table.id }))
        if (body.menus) await grant(db, id, body.menus)
        if (passwordHash !== undefined || status === 'I') {
          await db.delete(challenges).where(eq(challenges.userId, id))
          await db.delete(calendarAddresses).where(eq(calendarAddresses.userId, id))
          // The token of this call is kept, so that people who change their own password stay signed in.
          await db.delete(tokens).where(and(eq(tokens.userId, id), ne(tokens.hash, me.token)))
        }
        return {}
      }
    },
  },
}

interface Fields {
  nomeCompleto: string
  email: string
  status: 'A' | 'I'
  comissao?: number | undefined
}
/** The columns for a body. Without `comissao`, the stored value is kept. */
const columns = ({
  nomeCompleto,
  email,
  status,
  comissao,
}: Fields): ColumnsOf<typeof table, 'passwordHash' | 'departmentId' | 'supervisor' | 'staff' | 'commission'> & { commission?: string } => ({
  name: nomeCompleto,
  email: email.toLowerCase(),
  status,
  ...(comissao !== undefined && { commission: String(comissao) }),
})

/** The active supervisors among `ids` who hold the menu Usuários. */
export const withUsers = (db: Db, ids: number[]) =>
  db
    .select({ id: userMenus.userId })
    .from(userMenus)
    .innerJoin(menus, eq(menus.id, userMenus.menuId))
    .where(and(eq(menus.route, menu), inArray(userMenus.userId, ids)))

/**
 * Refuses to lose the last active supervisor, or the last one who can create supervisors on screen. `menuIds` are the menus that the person keeps if
 * the person stays a supervisor. The rows stay locked until the change is done. So if two supervisors demote each other at once, one of them is
 * refused.
 */
async function keepSupervisor(db: Db, id: number, menuIds: number[] = []) {
  const active = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.supervisor, 'S'), eq(table.status, 'A')))
    .orderBy(asc(table.id))
    .for('update')
  const only = (ids: { id: number }[]) => ids.length === 1 && ids[0]?.id === id
  const [kept] = await db
    .select({ id: menus.id })
    .from(menus)
    .where(and(eq(menus.route, menu), inArray(menus.id, menuIds)))
  if (kept) return
  if (menuIds.length === 0 && only(active)) throw refusal(409, messages.lastSupervisor)
  // Use a separate statement: one that waited for the lock would still see the menus as they were before the wait.
  if (
    only(
      await withUsers(
        db,
        active.map((one) => one.id),
      ),
    )
  )
    throw refusal(409, messages.lastWithUsers)
}

/** Replaces the person's menus. Only leaves of the tree can be granted. */
async function grant(db: Db, userId: number, ids: number[]) {
  const leaves = await db
    .select({ menuId: menus.id })
    .from(menus)
    .where(and(isNotNull(menus.route), inArray(menus.id, ids)))
  if (leaves.length < new Set(ids).size) throw refusal(400, messages.menuUnknown)
  await db.delete(userMenus).where(and(eq(userMenus.userId, userId), notInArray(userMenus.menuId, ids)))
  await db
    .insert(userMenus)
    .values(leaves.map(({ menuId }) => ({ userId, menuId })))
    .onConflictDoNothing()
}

interface Node extends MenuNode {
  ROTA: string | undefined
  dados: Node[]
}
async function treeOf(db: Db) {
  const all = await db.select().from(menus).orderBy(menus.position)
  const under = (parent: number | null): Node[] =>
    all
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, title, route }) => ({ ID: id, DESCRICAO: title, ROTA: route ?? undefined, dados: under(id) }))
  return under(null)
}
