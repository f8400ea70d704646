// Prepares the company: fills a new database, or checks an existing one and extends its demo.
import { eq, isNotNull } from 'drizzle-orm'
import { insertRows, type Db } from './sql.ts'
import { growDemo, seedDemo, setDemoPassword } from './demo.ts'
import { firstDepartments } from './demo-data.ts'
import { withoutAudit } from '../audit.ts'
import { hashPassword } from '../passwords.ts'
import { departments, menus, settings, userMenus, users } from './schema.ts'

export interface Company {
  demo: boolean
  demoPassword: string
  /** The time in ms up to which the demo company has records. */
  now: number
}

/** Adds municipalities, and either the demo company or an empty one. In an existing database, extends the demo to today. */
export const prepareCompany = (db: Db, { demo, demoPassword, now }: Company) =>
  db.transaction(async (tx) => {
    await withoutAudit(tx)
    const wanted = demo ? 'demo' : 'real'
    const [company] = await tx.select().from(settings).where(eq(settings.key, 'company'))
    if (company && company.value !== wanted)
      throw new Error(
        demo
          ? 'O banco de dados já tem uma empresa de verdade: inicie com DEMO=false, ou escolha outra pasta com DATA_DIR=… para ver a de exemplo.'
          : 'O banco de dados tem a empresa de exemplo: escolha outra pasta com DATA_DIR=… (ou outro banco) para a empresa de verdade.',
      )
    if (!company) {
      // Imported only here, because only the first start needs the list.
      const { getMunicipalities } = await import('@brazilian-utils/brazilian-utils/get-municipalities')
      const cities = getMunicipalities().map(({ code, name, stateCode }) => ({ id: Number(code), name, uf: stateCode }))
      await insertRows(tx, 'cities', cities)
      // Rules give rights to departments by number, so these departments must exist under their names before anybody adds another one.
      await (demo ? seedDemo(tx, cities) : tx.insert(departments).values(firstDepartments.map((name) => ({ name }))))
      await tx.insert(settings).values({ key: 'company', value: wanted })
    }
    if (demo) {
      await setDemoPassword(tx, demoPassword)
      await growDemo(tx, now)
    }
  })

/** Adds a supervisor with all menus to the first department. False if the e-mail is taken. */
export const addSupervisor = async (db: Db, { name, email, password }: { name: string; email: string; password: string }) => {
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [first] = await tx.select({ id: departments.id }).from(departments).orderBy(departments.id).limit(1)
    const departmentId = first?.id ?? 0
    const [user] = await tx
      .insert(users)
      .values({ name, email, passwordHash, departmentId, supervisor: 'S' })
      .onConflictDoNothing()
      .returning({ id: users.id })
    if (!user) return false
    const items = await tx.select({ menuId: menus.id }).from(menus).where(isNotNull(menus.route))
    await tx.insert(userMenus).values(items.map(({ menuId }) => ({ userId: user.id, menuId })))
    return true
  })
}
