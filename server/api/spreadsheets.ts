// What the spreadsheet of each register holds, and how one of its lines becomes a record.
import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { calls, type CallName } from '../../shared/calls.ts'
import { PersonData } from '../../shared/features/users.ts'
import { cities, departments, menus, tokens, userMenus, users } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import { unusableHash } from './passwords.ts'

export type Row = Record<string, unknown>
type Id = (text: string) => number

export interface Import<B> {
  /** The table, and its columns that say which record a line is. */
  table: string
  key: string[]
  /** Column of the file → what it holds; '?' where it may be missing. */
  columns: Record<string, string>
  /** Of those that may be missing, the column of the table: of a record that is there it then stays as it is. */
  optional: Record<string, string>
  /** What the lines name by its words: read once. */
  names?: (db: Db) => Promise<Record<string, Id>>
  /** The line as that call takes it. Throws what is wrong. */
  body: (line: Record<string, string>, ids: Record<string, Id>) => unknown
  /** The call that creates such a record, and what it takes. */
  call: CallName
  schema: z.ZodType<B>
  row: (body: B) => Row
  /** What a new record has besides. */
  fresh?: () => Row
  /** After the rows are there: what else the lines say. Gives the ids of those it changed. */
  finish?: (db: Db, bodies: B[]) => Promise<number[]>
}

/** Accents and case do not tell two names apart. */
export const fold = (text: unknown) => String(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** What a file says, as a terminal may show it. */
export const shown = (text: string | undefined) => String(text).replaceAll(/\p{C}/gu, '·')
const quoted = (text: string | undefined) => `“${shown(text)}”`

const one = (words: Record<string, string>, what: string) => (text: string | undefined) => {
  const said = fold(text)
  const word = Object.hasOwn(words, said) ? words[said] : undefined
  if (word === undefined) throw new Error(`${what}: ${quoted(text)} não serve; escreva ${[...new Set(Object.values(words))].join(' ou ')}.`)
  return word
}
const status = one({ '': 'A', undefined: 'A', a: 'A', ativo: 'A', ativa: 'A', i: 'I', inativo: 'I', inativa: 'I' }, 'status')
const flag = (name: string, line: Record<string, string>) => one({ '': 'N', undefined: 'N', s: 'S', sim: 'S', n: 'N', nao: 'N' }, name)(line[name])

/** Finds an id by words; what has none, or two, is said. */
function finder(what: string, entries: [words: string, id: number][]): Id {
  const ids = new Map<string, number | 'two'>()
  for (const [words, id] of entries) ids.set(fold(words), ids.has(fold(words)) && ids.get(fold(words)) !== id ? 'two' : id)
  return (text) => {
    const id = ids.get(fold(text))
    if (id === undefined) throw new Error(`${what} não existe: ${quoted(text)}.`)
    if (id === 'two')
      throw new Error(`Há mais de um registro com esse nome: ${quoted(text)}. ${what === 'Cidade' ? 'Preencha a coluna uf.' : ''}`.trim())
    return id
  }
}

/** What the call that creates one takes. */
const bodyOf = <B>(name: string) => calls.find((row) => row.name === name)?.body as unknown as z.ZodType<B>
const described = { status: 'A ou I (padrão A) ?' }
const optional = { status: 'status' }

const client: Import<{ nome: string; idCidade: number; status: string }> = {
  table: 'clients',
  key: ['name', 'city_id'],
  columns: { nome: 'Razão Social', cidade: 'nome do município, ou código IBGE', uf: 'estado, onde há mais de um com esse nome ?', ...described },
  optional,
  names: async (db) => {
    const all = await db.select().from(cities)
    return {
      city: finder(
        'Cidade',
        all.flatMap(
          ({ id, name, uf }) =>
            [
              [name, id],
              [`${name} ${uf}`, id],
              [String(id), id],
            ] as [string, number][],
        ),
      ),
    }
  },
  body: ({ nome, cidade, uf, status: state }, { city }) => ({
    nome,
    idCidade: cidade ? city?.(uf ? `${cidade} ${uf}` : cidade) : undefined,
    telefone: '',
    status: status(state),
  }),
  call: 'POST /clients',
  schema: bodyOf('POST /clients'),
  row: ({ nome, idCidade, status: state }) => ({ name: nome, city_id: idCidade, status: state }),
  fresh: () => ({ phone: '' }),
}

const car: Import<{ placa: string; numero: string; descricao: string; status: string }> = {
  table: 'cars',
  key: ['plate'],
  columns: { placa: 'placa', numero: 'número', descricao: 'descrição', ...described },
  optional,
  body: ({ placa, numero, descricao, status: state }) => ({ placa, numero, descricao, status: status(state) }),
  call: 'POST /cars',
  schema: bodyOf('POST /cars'),
  row: ({ placa, numero, descricao, status: state }) => ({ plate: placa, number: numero, description: descricao, status: state }),
}

const activity: Import<{ descricao: string; status: string; envolveClient: string; regiao: string; carro: string; mostrarTv: string }> = {
  table: 'activities',
  key: ['description'],
  columns: {
    descricao: 'descrição',
    cliente: 'S ou N: pede cliente (padrão N) ?',
    carro: 'S ou N: pede carro (padrão N) ?',
    regiao: 'S ou N: pede região (padrão N) ?',
    tv: 'S ou N: aparece na TV (padrão N) ?',
    ...described,
  },
  optional: { ...optional, cliente: 'client', carro: 'car', regiao: 'region', tv: 'on_tv' },
  body: (line) => ({
    descricao: line['descricao'],
    status: status(line['status']),
    envolveClient: flag('cliente', line),
    regiao: flag('regiao', line),
    carro: flag('carro', line),
    mostrarTv: flag('tv', line),
  }),
  call: 'POST /tasks',
  schema: bodyOf('POST /tasks'),
  row: (body) => ({
    description: body.descricao,
    client: body.envolveClient,
    car: body.carro,
    region: body.regiao,
    on_tv: body.mostrarTv,
    status: body.status,
  }),
}

const region: Import<{ descricao: string; id_status: string }> = {
  table: 'regions',
  key: ['description'],
  columns: { descricao: 'descrição', ...described },
  optional,
  body: ({ descricao, status: state }) => ({ descricao, id_status: status(state) }),
  call: 'POST /region',
  schema: bodyOf('POST /region'),
  row: ({ descricao, id_status }) => ({ description: descricao, status: id_status }),
}

const department: Import<{ descricao: string; codigo_status: string }> = {
  table: 'departments',
  key: ['name'],
  columns: { descricao: 'descrição', ...described },
  optional,
  body: ({ descricao, status: state }) => ({ descricao, codigo_status: status(state) }),
  call: 'POST /department',
  schema: bodyOf('POST /department'),
  row: ({ descricao, codigo_status }) => ({ name: descricao, status: codigo_status }),
}

const user: Import<z.output<typeof PersonData>> = {
  table: 'users',
  key: ['email'],
  columns: {
    nome: 'nome completo',
    email: 'e-mail, com que entra',
    departamento: 'descrição ou código do departamento',
    menus: 'menus que pode abrir, pelo título, separados por |',
    supervisor: 'S ou N (padrão N) ?',
    comissao: 'percentual, como 2,5 (padrão 0) ?',
    ...described,
  },
  optional: { ...optional, supervisor: 'supervisor', comissao: 'commission' },
  names: async (db) => {
    const groups = await db.select().from(departments)
    const leaves = await db.select().from(menus)
    return {
      department: finder(
        'Departamento',
        groups.flatMap(
          ({ id, name }) =>
            [
              [name, id],
              [String(id), id],
            ] as [string, number][],
        ),
      ),
      menu: finder(
        'Menu',
        leaves.flatMap(({ id, title, route }) =>
          route
            ? ([
                [title, id],
                [route, id],
              ] as [string, number][])
            : [],
        ),
      ),
    }
  },
  body: (line, { department: departmentOf, menu }) => ({
    nomeCompleto: line['nome'],
    email: line['email']?.toLowerCase(),
    departamento: line['departamento'] ? departmentOf?.(line['departamento']) : undefined,
    supervisor: flag('supervisor', line),
    status: status(line['status']),
    comissao: Number((line['comissao'] || '0').replace(',', '.')),
    menus: (line['menus'] ?? '')
      .split('|')
      .filter((title) => title.trim())
      .map((title) => menu?.(title)),
  }),
  call: 'POST /users',
  schema: PersonData,
  row: ({ nomeCompleto, email, departamento, supervisor, comissao = 0, status: state }) => ({
    name: nomeCompleto,
    email,
    department_id: departamento,
    supervisor,
    commission: comissao,
    status: state,
  }),
  // A supervisor gives each a password.
  fresh: () => ({ password_hash: unusableHash(), staff: true }),
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
    // Menus are a part of the person: whoever has read the person before does not write them back.
    await db
      .update(users)
      .set({ version: sql`${users.version} + 1` })
      .where(inArray(users.id, changed))
    // As the call that makes somebody inactive: back again, they sign in again.
    await db.delete(tokens).where(inArray(tokens.userId, db.select({ id: users.id }).from(users).where(eq(users.status, 'I'))))
    const [left] = await db
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.supervisor} = 'S' and ${users.status} = 'A'`)
      .limit(1)
    if (!left) throw new Error('É preciso haver ao menos um supervisor ativo.')
    return changed
  },
}

export const imports = { clients: client, cars: car, users: user, activities: activity, regions: region, departments: department }
export type Kind = keyof typeof imports
