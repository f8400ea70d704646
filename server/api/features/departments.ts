// Departamentos.
import { desc, eq } from 'drizzle-orm'
import type { departments as rows } from '../../../shared/features/departments.ts'
import { departments as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

const shown = { CODIGOSETOR: table.id, DESCRICAOSETOR: table.name, CODIGO_STATUS: table.status }

export const departments: Handlers<typeof rows> = {
  'GET /department': ({ db }) => db.select(shown).from(table).orderBy(desc(table.id)),

  'GET /department/{id}': async ({ db, path }) =>
    found(
      await db
        .select({ ...shown, versao: table.version })
        .from(table)
        .where(eq(table.id, path.id)),
    ),

  'POST /department': async ({ db, body }) => inserted(await db.insert(table).values(columns(body)).returning({ id: table.id })),

  'PUT /department': async ({ db, body }) => {
    const change = { ...columns(body), version: nextVersion(table) }
    await changed(db, table, body, await db.update(table).set(change).where(asRead(table, body)).returning({ id: table.id }))
    return {}
  },
}

const columns = ({ descricao, codigo_status }: { descricao: string; codigo_status: 'A' | 'I' }) => ({ name: descricao, status: codigo_status })
