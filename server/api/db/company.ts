// What a new database is given, and what a database that exists must be.
import { eq } from 'drizzle-orm'
import type { Clock } from '../../../shared/clock.ts'
import { insertRows, type Db } from './connection.ts'
import { growDemo, seedDemo, setDemoPassword } from './demo.ts'
import { departments, settings } from './schema.ts'

export interface Company {
  demo: boolean
  demoPassword: string
  clock: Clock
}

/** Municipalities and either the demo company or an empty one; on a database that exists, its demo moves on to today. */
export const prepareCompany =
  ({ demo, demoPassword, clock }: Company) =>
  (db: Db) =>
    db.transaction(async (tx) => {
      const wanted = demo ? 'demo' : 'real'
      const [company] = await tx.select().from(settings).where(eq(settings.key, 'company'))
      if (company && company.value !== wanted)
        throw new Error(
          demo
            ? 'O banco de dados já tem uma empresa de verdade: inicie com DEMO=false, ou escolha outra pasta com DATA_DIR=… para ver a de exemplo.'
            : 'O banco de dados tem a empresa de exemplo: escolha outra pasta com DATA_DIR=… (ou outro banco) para a empresa de verdade.',
        )
      if (!company) {
        // 2 MB that only the first start needs.
        const { municipios } = await import('municipios-brasil/dados')
        await insertRows(
          tx,
          'cities',
          municipios.map(({ codigoIbge, nome, uf }) => ({ id: codigoIbge, name: nome, uf })),
        )
        await (demo ? seedDemo(tx, municipios) : tx.insert(departments).values({ name: 'Diretoria' }))
        await tx.insert(settings).values({ key: 'company', value: wanted })
      }
      if (demo) {
        await setDemoPassword(tx, demoPassword)
        await growDemo(tx, clock())
      }
    })
