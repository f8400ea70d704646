// Set-up for tests/browser/clients.test.ts and tests/deep/browser/clients.test.ts.
import { company } from './company.ts'
import type { Page } from 'playwright-core'

export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

export function clientsScreen() {
  const { answer, sent, signIn, url, people } = company()
  /** Makes the upstream answer a write request as the embedded API would. */
  const saves = (method: 'POST' | 'PUT', id: number) =>
    answer(`${method} /clients`, (_req, res) => {
      const { nome, status } = sent(`${method} /clients`).at(-1) as { nome: string; status: string }
      res
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ CODIGOCLIENTE: id, NOMEFANTASIACLIENTE: nome, CODIGO_STATUS: status }))
    })
  return { answer, sent, signIn, url, people, saves }
}
