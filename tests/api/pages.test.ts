// Tests what a page needs besides its screen, as far as the compiler does not check it. Each failure names the file to change.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { menusOf } from '../../server/api/db/demo-data.ts'
import { menus } from '../../server/api/db/schema.ts'
import { sheets } from '../../server/api/registers.ts'
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
const root = join(import.meta.dirname, '../..')
const textOf = (...files: string[]) => files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
/** Returns the test sources in some folders, together with the register descriptions that all register tests use. */
const testsIn = (...folders: string[]) =>
  textOf(...[...folders, 'tests/support/registers'].flatMap((from) => globSync(join(from, '*.ts'), { cwd: root })))
/** Path of the appointments. They are created by hand, one at a time, so they have no spreadsheet. */
const APPOINTMENTS = '/onde-estou'

const needsMenu = rows.filter(({ menu }) => menu !== 'public' && menu !== 'session')
/** Returns true for the page of a single record. Such a page has no menu entry, because the page of the list links to it. */
const isOfList = ({ path }: { path: string }) => path.includes(':')

describe.each(needsMenu.filter((page) => !isOfList(page)))('$path', (page) => {
  test('no other page has the same shortcut letter (the key after G)', () => {
    const others = rows.filter((one) => one !== page).map(({ letter }) => letter)
    expect(['', ...others, undefined], `shared/pages.ts: ${page.path} needs a letter that no other page has`).not.toContain(page.letter)
  })

  test('the menu of the page exists in the database, so that it can be granted', () => {
    expect(routes, `server/api/db/migrations: a new one inserts the menu ${page.path}`).toContain(page.path)
  })

  test('at least one person of the demo company who is not a supervisor may open the page', () => {
    expect(Object.values(menusOf).flat(), `server/api/db/demo-data.ts: menusOf grants ${page.path} to nobody`).toContain(page.path)
  })
})

describe.each(needsMenu)('$path', (page) => {
  if (page.create && page.path !== APPOINTMENTS)
    test('the records of the page can be imported from a spreadsheet', () => {
      const created = Object.values(sheets).map((one): string | null => one.call)
      expect(created, `server/api/registers.ts: no sheet there is stored by ${page.create?.call}`).toContain(page.create?.call)
    })

  if (page.create)
    test('the demo company has records for the page', async () => {
      const [, path = ''] = page.create?.call.split(' ') ?? []
      // Without this query, the call would return the export of batches instead of the list.
      const query = path === '/financial-control' ? '?typeReq=grid' : ''
      const { body } = await api.ask('GET', path + query, { token: await api.signIn('supervisor') })
      expect((body as unknown[]).length, `server/api/db/demo-data.ts: nothing of ${page.title}`).toBeGreaterThan(0)
    })

  test('the glossary of README.md has a row for the page', () => {
    const named = new RegExp(`^\\| (?:[^|]*; )?${page.title}[ ;,|]`, 'm').test(textOf('README.md'))
    expect(named, `README.md: the glossary lacks the screen ${page.title}`).toBe(true)
  })

  test('a browser test opens the page', () => {
    const [path = ''] = page.path.split(':')
    const opened = new RegExp(isOfList(page) ? `\`${path}\\$` : `['\`]${path}`).test(testsIn('tests/browser', 'tests/support'))
    expect(opened, `tests/support/registers, or a file of its own in tests/browser: nothing there opens ${page.path}`).toBe(true)
  })

  if (page.create)
    test('an API test creates a record of the page', () => {
      const [, path = ''] = page.create?.call.split(' ') ?? []
      const created = testsIn('tests/api').includes(`${path}'`)
      expect(created, `tests/support/registers, or a file of its own in tests/api: nothing there creates by ${page.create?.call}`).toBe(true)
    })
})
