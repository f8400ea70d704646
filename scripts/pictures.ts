// `npm run pictures`: opens the demo company and takes the pictures of README into docs/pictures.
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { wallTime } from '../shared/clock.ts'
import { programs, required } from '../tests/support/programs.ts'
import { startServer } from '../tests/support/server.ts'

const month = wallTime(Date.now()).slice(0, 7)
const notes = new URLSearchParams({ mes: month, centro: 'Locação de Softwares' })
/** Each picture with its page, and the account that opens it, given by its name before the @. */
const pictures = [
  ['onde-estou', '/onde-estou', 'supervisor'],
  ['equipe', '/calendario?visao=equipe', 'supervisor'],
  ['track', '/track?visao=semana', 'equipe'],
  ['nfse', `/nfse?${notes}`, 'financeiro'],
  ['visao-geral', '/dash-financeiro', 'financeiro'],
  ['painel', '/painel-onde-estou', 'painel'],
] as const

await using server = await startServer()
const browser = await chromium.launch({ executablePath: required(programs.browser), args: ['--no-sandbox', '--disable-gpu'] })
for (const [name, path, who] of pictures) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR', timezoneId: 'America/Cuiaba' })
  const page = await context.newPage()
  await page.request.post(`${server.url}/api/auth`, {
    headers: { 'X-CSRF': '1' },
    data: { email: `${who}@exemplo.com.br`, password: 'exemplo-2026' },
  })
  await page.goto(server.url + path)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(import.meta.dirname, '../docs/pictures', `${name}.png`), animations: 'disabled' })
  await context.close()
}
await browser.close()
