// Clientes and their cities.
import { and, desc, eq, sql } from 'drizzle-orm'
import type { clients as rows } from '../../shared/clients.ts'
import { messages } from '../../shared/messages.ts'
import { cities, clients as table } from './db/schema.ts'
import { refusal } from './errors.ts'
import type { Handlers } from './implement.ts'

const saved = { CODIGOCLIENTE: table.id, NOMEFANTASIACLIENTE: table.name, CODIGO_STATUS: table.status }
const shown = { ...saved, CODIGOCIDADE: table.cityId, CIDADE: cities.name }

export const clients: Handlers<typeof rows> = {
  'GET /clients': ({ db }) => db.select(shown).from(table).innerJoin(cities, eq(cities.id, table.cityId)).orderBy(desc(table.id)),

  'GET /clients/{id}': async ({ db, path }) => {
    const found = await db
      .select({ ...shown, versao: table.version })
      .from(table)
      .innerJoin(cities, eq(cities.id, table.cityId))
      .where(eq(table.id, path.id))
    if (!found.length) throw refusal(404, messages.notFound)
    return found
  },

  'POST /clients': async ({ db, body }) => only(await db.insert(table).values(columns(body)).returning(saved)),

  'PUT /clients': async ({ db, body }) => {
    const { id, versao } = body
    // One statement decides: of two who opened the same version, one wins.
    const unchanged = versao === undefined ? undefined : eq(table.version, versao)
    const [changed] = await db
      .update(table)
      .set({ ...columns(body), version: sql`${table.version} + 1` })
      .where(and(eq(table.id, id), unchanged))
      .returning(saved)
    if (changed) return changed
    const [exists] = await db.select({ id: table.id }).from(table).where(eq(table.id, id))
    throw exists ? refusal(409, messages.changedElsewhere) : refusal(404, messages.notFound)
  },

  'GET /cities': ({ db }) =>
    db.select({ CODIGOCIDADE: cities.id, NOMECIDADE: cities.name, UF: cities.uf }).from(cities).orderBy(cities.name, cities.uf),
}

const columns = ({ nome, idCidade, telefone, status }: { nome: string; idCidade: number; telefone: string; status: 'A' | 'I' }) => ({
  name: nome,
  cityId: idCidade,
  phone: telefone,
  status,
})

/** The row that an insert returned. */
function only<T>([row]: T[]) {
  if (row === undefined) throw new Error('insert returned no row')
  return row
}
