// Carros.
import { desc, eq } from 'drizzle-orm'
import type { cars as rows } from '../../../shared/features/cars.ts'
import { cars as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

const shown = {
  CODIGOCARRO: table.id,
  PLACACARRO: table.plate,
  DESCRICAOCARRO: table.description,
  NUMEROCARRO: table.number,
  CODIGO_STATUS: table.status,
}

export const cars: Handlers<typeof rows> = {
  'GET /cars': ({ db }) => db.select(shown).from(table).orderBy(desc(table.id)),

  'GET /cars/{id}': async ({ db, path }) =>
    found(
      await db
        .select({ ...shown, versao: table.version })
        .from(table)
        .where(eq(table.id, path.id)),
    ),

  'POST /cars': async ({ db, body }) => inserted(await db.insert(table).values(columns(body)).returning({ id: table.id })),

  'PUT /cars': async ({ db, body }) => {
    const change = { ...columns(body), version: nextVersion(table) }
    await changed(db, table, body, await db.update(table).set(change).where(asRead(table, body)).returning({ id: table.id }))
    return {}
  },
}

const columns = ({ placa, numero, descricao, status }: { placa: string; numero: string; descricao: string; status: 'A' | 'I' }) => ({
  plate: placa,
  number: numero,
  description: descricao,
  status,
})
