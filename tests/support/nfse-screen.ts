// Set-up for tests/browser/nfse.test.ts and tests/deep/browser/nfse.test.ts.
import { and, eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import type { Page } from 'playwright-core'
import { accounts, costCentres } from '../../server/api/db/schema.ts'
import { type Account, type WholeAccount } from '../../shared/features/nfse.ts'
import { NOW } from './api.ts'
import { demoCompany } from './demo-company.ts'

export const FULL = 'Locação de Softwares'
export const FAULTY = 'Armazéns Gerais Serra Azul'
export const idsOf = (rows: Account[]) => rows.map((row) => row.ID_REF_PARCELA_CONTA)
export const rows = (page: Page) => page.locator('tbody tr[data-id]')
export const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
export const box = (page: Page, nth: number) => rows(page).nth(nth).getByRole('checkbox')
export const all = (page: Page) => page.getByRole('checkbox', { name: 'Selecionar todas' })
export const bar = (page: Page) => page.getByRole('group', { name: 'Selecionadas' })
export const picked = (page: Page) => rows(page).getByRole('checkbox', { checked: true }).count()
export const search = (page: Page) => new URL(page.url()).searchParams
/** Counts the lines that an element's text occupies on screen. */
export const lines = (element: HTMLElement) => {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set(Array.from(text.getClientRects(), ({ top }) => top)).size
}

export function nfseScreen() {
  const { call, db, idle, signIn, time, url } = demoCompany()
  beforeEach(() => {
    time().now = NOW
  })
  /** Returns the address of a list. By default the list shows both documents of open accounts; `more` changes that. */
  const at = (mes: string, centro: string, more: Record<string, string> = {}) => `/nfse?${new URLSearchParams({ mes, centro, ...more })}`
  const list = async (mes: string, centro: string, status = 1, tipo = 3) => {
    const [year, month] = mes.split('-')
    const query = new URLSearchParams({ mesAno: `${month}/${year}`, tipoRegistro: centro, tipoEmissao: String(tipo), status: String(status) })
    return (await call('financeiro', 'GET', `/nfse?${query}`)).body as Account[]
  }
  const whole = async (id: number) => (await call('financeiro', 'GET', `/nfse/${id}`)).body as WholeAccount
  /** Issues both documents for some accounts and mails the documents. Returns the ids of the accounts. */
  async function issue(mes: string, centro: string, count: number) {
    const ids = idsOf((await list(mes, centro)).filter((row) => row.IMPEDIMENTO_NFSE === null).slice(0, count))
    await call('financeiro', 'PUT', '/nfse', { contas: ids, idStatus: 1, tipoEmissao: 3, novoVencimento: '2026-12-30' })
    await call('financeiro', 'POST', '/nfse', { contasForSend: ids })
    await idle()
    // The documents are issued by now. This write makes the API mail them.
    await call('financeiro', 'PUT', '/nfse', { contas: ids, idStatus: 2, tipoEmissao: 3 })
    await idle()
    return ids
  }
  /** Stores `count` accounts in a month without accounts. All of them can be sent. */
  async function severalOf(month: string, count: number) {
    const [centre] = await db().select().from(costCentres).where(eq(costCentres.name, FULL))
    const [like] = await db()
      .select()
      .from(accounts)
      .where(and(eq(accounts.month, '2026-11-01'), eq(accounts.centreId, centre?.id ?? 0)))
      .orderBy(accounts.id)
    const { id: _, clientId: __, ...given } = like!
    const numbered = (nth: number) => ({
      dueOn: '2026-12-30',
      month: `${month}-01`,
      reference: Number(month.replace('-', '')) * 1000 + nth,
      name: `Tomador ${1000 + nth}`,
    })
    await db()
      .insert(accounts)
      .values(Array.from({ length: count }, (_, nth) => ({ ...given, ...numbered(nth) })))
  }
  /** Takes back the demo's receipts of a month, so that its accounts may be deleted. */
  const unpaid = (month: string) =>
    db()
      .update(accounts)
      .set({ importedCents: 0, importedOn: null })
      .where(eq(accounts.month, `${month}-01`))
  return { call, db, idle, issue, signIn, time, url, at, list, whole, severalOf, unpaid }
}
