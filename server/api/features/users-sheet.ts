// The spreadsheet of people. Departments and menus are given by name, and there are no passwords.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { messages, PersonData } from '../../../shared/features/users.ts'
import { departments, menus, tokens, userMenus, users } from '../db/schema.ts'
import { unusableHash } from '../passwords.ts'
import { finder, flagOf, percentOf, sheet, statusOf } from '../sheet.ts'
import { withUsers } from './users.ts'

export const userSheet = sheet('POST /users', {
  table: users,
  key: ['email'],
  percents: ['comissao'],
  heads: {
    nome: 'nome completo',
    email: 'e-mail, com que entra',
    departamento: 'descrição ou código do departamento',
    menus: 'menus que pode abrir, pelo título, separados por |',
    supervisor: 'S ou N (padrão N) ?',
    comissao: 'percentual, como 2,5 (padrão 0) ?',
  },
  optional: { supervisor: 'supervisor', comissao: 'commission' },
  names: async (db) => {
    const groups = await db.select().from(departments)
    const leaves = await db.select().from(menus)
    return {
      department: finder(
        'Departamento',
        groups.flatMap(({ id, name }) => [name, String(id)].map((text) => [text, id] as const)),
      ),
      menu: finder(
        'Menu',
        leaves.flatMap(({ id, title, route }) => (route ? [title, route].map((text) => [text, id] as const) : [])),
      ),
    }
  },
  body: (line, { department: departmentOf, menu }) => ({
    nomeCompleto: () => line['nome'],
    email: () => line['email']?.toLowerCase(),
    departamento: () => (line['departamento'] ? departmentOf?.(line['departamento']) : undefined),
    supervisor: () => flagOf('supervisor', line),
    status: () => statusOf(line['status']),
    comissao: () => percentOf(line['comissao'] || '0'),
    menus: () =>
      (line['menus'] ?? '')
        .split('|')
        .filter((title) => title.trim())
        .map((title) => menu?.(title)),
  }),
  schema: PersonData,
  row: ({ nomeCompleto, email, departamento, supervisor, comissao = 0, status }) => ({
    name: nomeCompleto,
    email,
    departmentId: departamento,
    supervisor,
    commission: String(comissao),
    status,
  }),
  // A new person gets an unusable password until a supervisor sets one.
  fresh: () => ({ passwordHash: unusableHash(), staff: true }),
  finish: async (db, bodies) => {
    const all = await db.select({ id: users.id, email: users.email }).from(users)
    const ids = new Map(all.map(({ id, email }) => [email, id]))
    const held = Map.groupBy(await db.select().from(userMenus), ({ userId }) => userId)
    const changed: number[] = []
    for (const { email, menus: wanted } of bodies) {
      const userId = ids.get(email) ?? 0
      const has = new Set((held.get(userId) ?? []).map(({ menuId }) => menuId))
      if (has.size === new Set(wanted).size && wanted.every((menuId) => has.has(menuId))) continue
      await db.delete(userMenus).where(eq(userMenus.userId, userId))
      await db.insert(userMenus).values([...new Set(wanted)].map((menuId) => ({ userId, menuId })))
      changed.push(userId)
    }
    // Menus are part of the person, so the version is increased too. Otherwise a form opened before could write the old menus back.
    await db
      .update(users)
      .set({ version: sql`${users.version} + 1` })
      .where(inArray(users.id, changed))
    // The tokens of inactive people are deleted, as in PUT /users, so that a person has to sign in again after being reactivated.
    await db.delete(tokens).where(inArray(tokens.userId, db.select({ id: users.id }).from(users).where(eq(users.status, 'I'))))
    const left = await db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.supervisor, 'S'), eq(users.status, 'A')))
    if (left.length === 0) throw new Error(messages.lastSupervisor)
    const makers = await withUsers(
      db,
      left.map(({ id }) => id),
    )
    if (makers.length === 0) throw new Error(messages.lastWithUsers)
    return changed
  },
})
