// Clientes: the clients and their cities.
import { desc, eq } from 'drizzle-orm'
import { FORMER_NAMES } from '../../../shared/cities.ts'
import { record, type clients as rows } from '../../../shared/features/clients.ts'
import { cities, clients as table } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Handlers } from '../handlers.ts'
import { historyOf } from '../history.ts'
import { columnsOf, shownOf } from '../record.ts'
import type { ColumnsOf, FormOf } from '../register.ts'
import { rowsThatFit } from '../answer-limits.ts'
import { finder, recordSheet, sheet } from '../sheet.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

const saved = { CODIGOCLIENTE: table.id, ...shownOf(record, table) }
const shown = { ...saved, CODIGOCIDADE: table.cityId, CIDADE: cities.name }

export const clients: Handlers<typeof rows> = {
  'GET /clients': ({ db }) => rowsThatFit(db, db.select(shown).from(table).innerJoin(cities, eq(cities.id, table.cityId)).orderBy(desc(table.id))),

  'GET /clients/{id}': async ({ db, path }) => [
    found(
      await db
        .select({ ...shown, versao: table.version })
        .from(table)
        .innerJoin(cities, eq(cities.id, table.cityId))
        .where(eq(table.id, path.id)),
    ),
  ],

  'GET /clients/{id}/history': ({ db, path, query }) => historyOf(db, table, { ...path, ...query }),

  'POST /clients': async ({ db, body }) => inserted(await db.insert(table).values(columns(body)).returning(saved)),

  'PUT /clients': async ({ db, body }) => {
    const change = { ...columns(body), version: nextVersion(table) }
    return changed(db, table, body, await db.update(table).set(change).where(asRead(table, body)).returning(saved))
  },

  'GET /cities': ({ db }) =>
    db.select({ CODIGOCIDADE: cities.id, NOMECIDADE: cities.name, UF: cities.uf }).from(cities).orderBy(cities.name, cities.uf),
}

const columns = (body: FormOf<'POST /clients'>): ColumnsOf<typeof table> => ({
  ...columnsOf(record, body),
  cityId: body.idCidade,
  phone: body.telefone,
})

/** Normalises a municipality's name for the search, because people write hyphens and apostrophes in many ways. */
const asCity = (text: string) => text.replaceAll(/['’´`]/g, '').replaceAll('-', ' ')

const inSheet = (name: string) => `Há mais de um registro com esse nome: ${name}. Preencha a coluna uf.`
/** Finds a municipality by its current or a former name, with or without its state, or by its IBGE code. */
export async function cityFinder(db: Db, ambiguous = inSheet) {
  const words = (await db.select().from(cities)).flatMap(({ id, name, uf }) => [
    [String(id), id] as const,
    ...[name, ...(FORMER_NAMES[id] ?? [])].flatMap((one) => [one, `${one} ${uf}`].map((text) => [asCity(text), id] as const)),
  ])
  const find = finder('Cidade', words, ambiguous)
  return (text: string) => find(asCity(text))
}

const common = recordSheet(record)
export const clientSheet = sheet('POST /clients', {
  table,
  key: ['name', 'city_id'],
  ...common,
  heads: { ...common.heads, nome: 'Razão Social', cidade: 'nome do município, ou código IBGE', uf: 'estado, onde há mais de um com esse nome ?' },
  names: async (db) => ({ city: await cityFinder(db) }),
  body: (line, { city }) => ({
    ...common.body(line),
    idCidade: () => (line['cidade'] ? city?.(line['uf'] ? `${line['cidade']} ${line['uf']}` : line['cidade']) : undefined),
    telefone: '',
  }),
  // The phone is not among the columns, so an existing client keeps the stored one.
  row: (body: FormOf<'POST /clients'>) => ({ ...columnsOf(record, body), cityId: body.idCidade }),
  fresh: () => ({ phone: '' }),
})

/** Resolves a client's name to its id, for imports that refer to clients. */
export const namesOfClients = async (db: Db) =>
  finder(
    'Cliente',
    (await db.select({ id: table.id, name: table.name }).from(table)).map(({ id, name }) => [name, id]),
  )
