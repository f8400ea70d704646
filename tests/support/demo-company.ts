// The demo company behind the BFF, for a real browser. The embedded API computes every response.
import { afterAll, beforeAll } from 'vitest'
import type { Page } from 'playwright-core'
import { missing, PASSWORD, startDemo } from './api.ts'
import { startBff } from './bff.ts'
import { goTo } from './page-waits.ts'

/**
 * Starts the API and the BFF for a test file, on PostgreSQL if available, because it uses less CPU time. `signIn` signs a page in with a demo
 * account, given by the part of its e-mail before the @. Pages set their clock by the server's, which is fixed at `time().now`.
 */
export function demoCompany() {
  const kind = missing('server') ? 'embedded' : 'server'
  const started = {} as { api: Awaited<ReturnType<typeof startDemo>>; bff: Awaited<ReturnType<typeof startBff>> }
  const cookies = new Map<string, string>()
  beforeAll(async () => {
    started.api = await startDemo(kind)
    const { url, secret, time } = started.api
    started.bff = await startBff({ upstream: { url, secret }, clock: () => time.now })
  })
  afterAll(async () => {
    await started.bff.stop()
    await started.api.stop()
  })
  const cookieOf = async (who: string) => {
    const cookie = cookies.get(who) ?? (await started.bff.signIn(`${who}@exemplo.com.br`, PASSWORD))
    cookies.set(who, cookie)
    return cookie
  }
  return {
    db: () => started.api.db,
    /** Resolves when nothing is being issued, mailed or loaded, and nothing is about to be. */
    idle: () => started.api.idle(),
    time: () => started.api.time,
    url: (path: string) => started.bff.url + path,
    /** Sends one request as a person's browser does. Returns the status and the body. */
    call: async (who: string, method: string, path: string, body?: unknown) => {
      const response = await started.bff.call(method, `/api${path}`, { cookie: await cookieOf(who), body })
      return { status: response.status, body: (await response.json()) as unknown }
    },
    signIn: async (page: Page, path: string, who = 'supervisor') => {
      const [name = '', value = ''] = (await cookieOf(who)).split('=')
      await page.context().addCookies([{ name, value, url: started.bff.url }])
      await goTo(page, started.bff.url + path)
    },
  }
}

/** Id of Bruno Cavalcanti in the demo company. His account is equipe@. */
export const BRUNO = 4

export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
