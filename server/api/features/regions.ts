// Regiões.
import { desc, eq } from 'drizzle-orm'
import type { regions as rows } from '../../../shared/features/regions.ts'
import { regions as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

const shown = { ID: table.id, DESCRICAO: table.description, STATUS: table.status }

export const regions: Handlers<typeof rows> = {
  'GET /region': ({ db }) => db.select(shown).from(table).orderBy(desc(table.id)),

  'GET /region/{id}': async ({ db, path }) =>
    found(
      await db
        .select({ ...shown, versao: table.version })
        .from(table)
        .where(eq(table.id, path.id)),
    ),

  'POST /region': async ({ db, body }) => inserted(await db.insert(table).values(columns(body)).returning({ id: table.id })),

  'PUT /region': async ({ db, body }) => {
    const change = { ...columns(body), version: nextVersion(table) }
    await changed(db, table, body, await db.update(table).set(change).where(asRead(table, body)).returning({ id: table.id }))
    return {}
  },
}

const columns = ({ descricao, id_status }: { descricao: string; id_status: 'A' | 'I' }) => ({ description: descricao, status: id_status })
