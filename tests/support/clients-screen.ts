// Set-up for tests/browser/clients.test.ts and tests/deep/browser/clients.test.ts.
import { clientRow, type clientBody } from './client-samples.ts'
import { scriptedCompany } from './scripted-company.ts'
import type { Page } from 'playwright-core'

export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

export function clientsScreen() {
  const { answer, sent, signIn, url, people } = scriptedCompany()
  /** Makes the upstream answer a write request as the embedded API would. */
  const saves = (method: 'POST' | 'PUT', id: number) =>
    answer(`${method} /clients`, (_req, res) => {
      const { nome, status } = sent(`${method} /clients`).at(-1) as ReturnType<typeof clientBody>
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(clientRow(id, nome, { CODIGO_STATUS: status })))
    })
  return { answer, sent, signIn, url, people, saves }
}
