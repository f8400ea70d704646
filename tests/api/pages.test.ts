// What a page needs beside its screen, where no compiler looks. Each failure names the file to touch.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { menusOf } from '../../server/api/db/demo-data.ts'
import { menus } from '../../server/api/db/schema.ts'
import { imports } from '../../server/api/import.ts'
import { pages, type PageRow } from '../../shared/pages.ts'
import { startDemo } from '../support/api.ts'

let api: Awaited<ReturnType<typeof startDemo>>
let routes: (string | null)[]
beforeAll(async () => {
  api = await startDemo('embedded')
  routes = (await api.db.select({ route: menus.route }).from(menus)).map(({ route }) => route)
})
afterAll(() => api.stop())

const rows: readonly PageRow[] = pages
/** Made by hand, one at a time. */
const APPOINTMENTS = '/onde-estou'

describe.each(rows.filter(({ menu }) => menu !== 'public' && menu !== 'session'))('$path', (page) => {
  test('is opened by a letter of its own', () => {
    const others = rows.filter((one) => one !== page).map(({ letter }) => letter)
    expect(['', ...others, undefined], `shared/pages.ts: ${page.path} needs a letter that no other page has`).not.toContain(page.letter)
  })

  test('is among the menus that can be granted', () => {
    expect(routes, `server/api/db/migrations: a new one inserts the menu ${page.path}`).toContain(page.path)
  })

  test('is granted to somebody of the demo company who is no supervisor', () => {
    expect(Object.values(menusOf).flat(), `server/api/db/demo-data.ts: menusOf grants ${page.path} to nobody`).toContain(page.path)
  })

  test.runIf(page.create && page.path !== APPOINTMENTS)('can be filled from a spreadsheet', () => {
    const created = Object.values(imports).map((one) => one.call)
    expect(created, `server/api/import.ts: nothing there is stored by ${page.create?.call}`).toContain(page.create?.call)
  })
})
