// A wall and its server. The server can stop and come back with the same port, folder and key, possibly with another build.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { readBuild } from '../../server/bff/build.ts'
import { startBff } from './bff.ts'
import { root } from './server.ts'
import { menus, startUpstream } from './upstream.ts'

const KEY = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
export const WALL: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } }
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Returns a row of the wall's response: an appointment, or a person who is free. */
export const row = (name: string, from?: string, to?: string, place = 'Sementes Chapadão') => ({
  NOMECOMPLETOUSUARIO: name,
  CLIENTE: from === undefined ? null : place,
  DESCTAREFAEXTERNO: from === undefined ? null : 'Visita técnica',
  DATAINI: from ?? null,
  DATAFIM: to ?? null,
})

/** The walls, each with its path and its call. */
export const WHEREABOUTS = { path: '/painel-onde-estou', call: 'GET /dash/painelOndeEstou' }
export const PENDING = { path: '/pendencias-ped', call: 'GET /dash/pendenciasPed' }

/** Returns a sector in the board's response. `people` gives the number of tasks per person. The tasks are sorted by priority. */
export const sector = (CODIGOSETOR: number, DESCRICAOSETOR: string, people: Record<string, number>, task = 'Tarefa') => ({
  CODIGOSETOR,
  DESCRICAOSETOR,
  users: Object.entries(people).map(([NOMECOMPLETOUSUARIO, count], nth) => ({
    ID: 100 * CODIGOSETOR + nth,
    NOMECOMPLETOUSUARIO,
    tasks: Array.from({ length: count }, (_, index) => ({
      tarefa: `${task} ${index + 1}`,
      prioridade: ['Urgente', 'Alta', 'Normal', 'Baixa'][index % 4],
      order: index + 1,
    })),
  })),
})

/** Starts the server of a wall with this path and call. The signed-in person belongs to sector 3 and can open only the wall. */
export async function startWall({ path, call } = WHEREABOUTS) {
  const dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-wall-'))
  const upstream = await startUpstream()
  upstream.people.set('tv@x.co', { id: 8, name: 'TV', supervisor: 'N', departamento: 3, status: 'A', acessos: menus(path) })
  const built = await readBuild(root)
  let bff: Awaited<ReturnType<typeof startBff>> | undefined
  let port = 0
  const pages: Page[] = []
  const site = {
    /** The server's time in ms. */
    now: Date.parse('2026-11-19T18:32:08Z'),
    build: 1,
    upstream,
    shows: (json: unknown) => upstream.answers.set(call, { json }),
    up: async () => {
      const env = { DATA_DIR: dataDir, SESSION_SECRET: KEY }
      bff = await startBff({ upstream: { url: upstream.url }, clock: () => site.now, env, port, build: { ...built, id: `build-${site.build}` } })
      port = bff.port
    },
    down: async () => {
      await bff?.stop()
      bff = undefined
    },
    /** Signs the page in and opens the wall, or the address `at`. */
    enter: async (page: Page, at = path) => {
      pages.push(page)
      const [name = '', value = ''] = ((await bff?.signIn('tv@x.co')) ?? '').split(/=(.*)/s)
      await page.context().addCookies([{ name, value, url: `http://127.0.0.1:${port}` }])
      await page.goto(`http://127.0.0.1:${port}${at}`)
    },
    stop: async () => {
      // The pages are closed before the server stops, because the server would refuse their last requests.
      for (const page of pages) await page.context().close()
      await site.down()
      await upstream.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  await site.up()
  return site
}
