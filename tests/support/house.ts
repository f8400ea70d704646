// The demo company behind the BFF, for a real browser: every answer is computed by the embedded API.
import { afterAll, beforeAll } from 'vitest'
import type { Page } from 'playwright-core'
import { missing, PASSWORD, startDemo } from './api.ts'
import { startBff } from './bff.ts'
import { goTo } from './browser.ts'

/**
 * Starts both for a test file, on PostgreSQL where there is one, which takes less of the processors. `signIn` leaves a page signed in as one of the
 * demo's accounts, by its name before the @. Pages take their clock from the server's, which stands at `time().now`.
 */
export function house() {
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
    /** Resolves once nothing is being issued, mailed or loaded, and nothing is about to be. */
    idle: () => started.api.idle(),
    time: () => started.api.time,
    url: (path: string) => started.bff.url + path,
    /** One call as a browser of that person's makes it: status and body. */
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

/** The demo's Bruno Cavalcanti, whose account is equipe@. */
export const BRUNO = 4

/** Waits for a toast. */
export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
