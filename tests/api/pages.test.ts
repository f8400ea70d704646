// What a page needs beside its screen, where no compiler looks. Each failure names the file to touch.
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
/** The tests of a folder, and what is played by those of every register. */
const testsIn = (...folders: string[]) =>
  textOf(...[...folders, 'tests/support/registers'].flatMap((from) => globSync(join(from, '*.ts'), { cwd: root })))
/** Made by hand, one at a time. */
const APPOINTMENTS = '/onde-estou'

const needsMenu = rows.filter(({ menu }) => menu !== 'public' && menu !== 'session')
/** A record's, which its list leads to. */
const isOfList = ({ path }: { path: string }) => path.includes(':')

describe.each(needsMenu.filter((page) => !isOfList(page)))('$path', (page) => {
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
})

describe.each(needsMenu)('$path', (page) => {
  if (page.create && page.path !== APPOINTMENTS)
    test('can be filled from a spreadsheet', () => {
      const created = Object.values(sheets).map((one): string | null => one.call)
      expect(created, `server/api/registers.ts: no sheet there is stored by ${page.create?.call}`).toContain(page.create?.call)
    })

  if (page.create)
    test('has records in the demo company', async () => {
      const [, path = ''] = page.create?.call.split(' ') ?? []
      // Its list and its export are one call.
      const query = path === '/financial-control' ? '?typeReq=grid' : ''
      const { body } = await api.ask('GET', path + query, { token: await api.signIn('supervisor') })
      expect((body as unknown[]).length, `server/api/db/demo-data.ts: nothing of ${page.title}`).toBeGreaterThan(0)
    })

  test('stands in the glossary', () => {
    const named = new RegExp(`^\\| ${page.title}[ ;,|]`, 'm').test(textOf('README.md'))
    expect(named, `README.md: the glossary lacks the screen ${page.title}`).toBe(true)
  })

  test('is opened in a browser by a test', () => {
    const [path = ''] = page.path.split(':')
    const opened = new RegExp(isOfList(page) ? `\`${path}\\$` : `['\`]${path}`).test(testsIn('tests/browser', 'tests/support'))
    expect(opened, `tests/support/registers, or a file of its own in tests/browser: nothing there opens ${page.path}`).toBe(true)
  })

  if (page.create)
    test('is created by a test of the API', () => {
      const [, path = ''] = page.create?.call.split(' ') ?? []
      const created = testsIn('tests/api').includes(`${path}'`)
      expect(created, `tests/support/registers, or a file of its own in tests/api: nothing there creates by ${page.create?.call}`).toBe(true)
    })
})
