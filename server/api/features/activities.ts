// Atividades: what an appointment is about.
import { desc, eq } from 'drizzle-orm'
import type { BodyOf } from '../../../shared/call.ts'
import type { CallOf } from '../../../shared/calls.ts'
import type { activities as rows } from '../../../shared/features/activities.ts'
import { activities as table } from '../db/schema.ts'
import type { Handlers } from '../handlers.ts'
import { asRead, changed, found, inserted, nextVersion } from '../versions.ts'

const shown = {
  CODTAREFAEXTERNO: table.id,
  DESCTAREFAEXTERNO: table.description,
  CODIGO_STATUS: table.status,
  CLIENTE: table.client,
  CARRO: table.car,
  REGIAO: table.region,
  MOSTRARTV: table.onTv,
}

export const activities: Handlers<typeof rows> = {
  'GET /tasks': ({ db }) => db.select(shown).from(table).orderBy(desc(table.id)),

  'GET /tasks/{id}': async ({ db, path }) =>
    found(
      await db
        .select({ ...shown, versao: table.version })
        .from(table)
        .where(eq(table.id, path.id)),
    ),

  'POST /tasks': async ({ db, body }) => inserted(await db.insert(table).values(columns(body)).returning({ id: table.id })),

  'PUT /tasks': async ({ db, body }) => {
    const change = { ...columns(body), version: nextVersion(table) }
    await changed(db, table, body, await db.update(table).set(change).where(asRead(table, body)).returning({ id: table.id }))
    return {}
  },
}

const columns = ({ descricao, status, envolveClient, carro, regiao, mostrarTv }: Omit<BodyOf<CallOf<'POST /tasks'>>, 'id'>) => ({
  description: descricao,
  status,
  client: envolveClient,
  car: carro,
  region: regiao,
  onTv: mostrarTv,
})
