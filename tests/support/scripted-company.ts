// A small company behind a BFF, for browser tests that set the responses of the upstream themselves.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Page } from 'playwright-core'
import { startBff } from './bff.ts'
import { clientRow } from './client-samples.ts'
import { goTo } from './page-waits.ts'
import { startUpstream } from './upstream.ts'

/** Starts the BFF and its upstream for a test file. `signIn` signs a page in. */
export function scriptedCompany() {
  const started = {} as { upstream: Awaited<ReturnType<typeof startUpstream>>; bff: Awaited<ReturnType<typeof startBff>> }
  beforeAll(async () => {
    started.upstream = await startUpstream()
    const acessos = [
      { title: 'Cadastros', action: 'mdi-bookshelf', items: [{ title: 'Clientes', route: '/clientes' }] },
      // The person has this menu, but no screen belongs to it.
      { title: 'Financeiro', action: 'mdi-bank-outline', items: [{ title: 'Relatórios', route: '/relatorios' }] },
    ]
    started.upstream.people.set('ana@x.co', { id: 7, name: 'Ana Lima', supervisor: 'N', departamento: 3, status: 'A', acessos })
    started.upstream.people.set('rui@x.co', { id: 8, name: 'Rui Sá', supervisor: 'N', departamento: 3, status: 'A', acessos })
    started.bff = await startBff({ upstream: { url: started.upstream.url } })
  })
  beforeEach(() => {
    const { answers, seen } = started.upstream
    answers.clear()
    answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
    answers.set('GET /user-task', { json: { users: [], userTasks: [] } })
    answers.set('GET /clients', {
      json: [
        clientRow(1, 'Sementes Chapadão'),
        clientRow(2, 'Água Boa Transportes', { CODIGO_STATUS: 'I', CIDADE: 'Água Boa' }),
        clientRow(3, 'Construtora Dal Maso', { CIDADE: 'Sorriso' }),
      ],
    })
    answers.set('GET /clients/1/history', { json: [] })
    answers.set('GET /clients/1', { json: [{ ...clientRow(1, 'Sementes Chapadão'), versao: 4 }] })
    answers.set('GET /cities', {
      json: [
        { CODIGOCIDADE: 1, NOMECIDADE: 'Sinop', UF: 'MT' },
        { CODIGOCIDADE: 2, NOMECIDADE: 'São José do Rio Claro', UF: 'MT' },
      ],
    })
    seen.length = 0
  })
  afterAll(async () => {
    await started.bff.stop()
    await started.upstream.stop()
  })

  return {
    answer: (...args: Parameters<typeof started.upstream.answers.set>) => started.upstream.answers.set(...args),
    /** Returns the parsed bodies of the requests that reached the upstream for this call. */
    sent: (name: string) =>
      started.upstream.seen.filter(({ method, url }) => `${method} ${url}` === name).map(({ body }) => JSON.parse(body || 'null') as unknown),
    people: () => started.upstream.people,
    url: (path: string) => started.bff.url + path,
    signIn: async (page: Page, path: string, email = 'ana@x.co') => {
      const [name = '', value = ''] = (await started.bff.signIn(email)).split('=')
      await page.context().addCookies([{ name, value, url: started.bff.url }])
      await goTo(page, started.bff.url + path)
    },
  }
}
