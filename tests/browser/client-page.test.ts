// Tests the page of a client, in a real browser on the real API.
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { appointments, clients, menus, serviceControls, userMenus, users } from '../../server/api/db/schema.ts'
import { axe } from '../support/axe.ts'
import { testInOne as test } from '../support/browser.ts'
import { BRUNO, demoCompany } from '../support/demo-company.ts'
import { dialog } from '../support/form-actions.ts'

const { db, call, signIn } = demoCompany()
const CLIENT = 1348

test('the page shows the visits, services and history of a client, and a change of the client shows at once', async ({ page }) => {
  const { body } = await call('supervisor', 'POST', '/clients', { nome: 'Agro Página', idCidade: 5_107_909, telefone: '', status: 'A' })
  const id = (body as { CODIGOCLIENTE: number }).CODIGOCLIENTE
  const [control] = await db().select().from(serviceControls).limit(1)
  const { id: _, ...model } = control as NonNullable<typeof control>
  await db()
    .insert(serviceControls)
    .values({ ...model, clientId: id })
  const visit = { userId: BRUNO, activityId: 1, clientId: id }
  await db()
    .insert(appointments)
    .values([
      { ...visit, startsAt: '2026-11-10T08:00:00', endsAt: '2026-11-10T11:00:00' },
      { ...visit, startsAt: '2026-12-08T08:00:00', endsAt: '2026-12-08T11:00:00' },
    ])
  await signIn(page, `/clientes/${id}`)
  const part = (name: string) => page.getByRole('region', { name })
  await part('Próximas visitas').getByText('ter, 08/12/2026, 08:00 – 11:00').waitFor()
  await part('Últimas visitas').getByText('ter, 10/11/2026, 08:00 – 11:00').waitFor()
  await part('Quem atende').getByText('2 visitas · próxima em 08/12/2026').waitFor()
  expect(await part('Serviços').getByRole('listitem').count()).toBe(1)
  await part('Projetos').getByText('Nenhum projeto pedido.').waitFor()
  await part('A receber').getByText('Nada em aberto.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Editar' }).click()
  await dialog(page, 'Editar Cliente').getByLabel('Razão Social').fill('Agro Página Nova')
  await dialog(page, 'Editar Cliente').getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Agro Página Nova')
  await part('Últimas visitas').getByRole('link', { name: 'Ver tudo' }).click()
  await page.waitForURL((address) => address.pathname === '/onde-estou' && address.searchParams.get('clientes') === String(id))
})

test('a person sees only the parts of the screens that they hold', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
  const [menu] = await db().select().from(menus).where(eq(menus.route, '/clientes'))
  const [{ id: bruno } = { id: 0 }] = await db().select().from(users).where(eq(users.email, 'equipe@exemplo.com.br'))
  await db().delete(userMenus).where(eq(userMenus.userId, bruno))
  await db()
    .insert(userMenus)
    .values({ userId: bruno, menuId: menu?.id ?? 0 })
  await signIn(page, `/clientes/${CLIENT}`, 'equipe')
  await page.getByRole('region', { name: 'Histórico' }).waitFor()
  expect(await page.getByRole('region').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual(['Cliente', 'Histórico'])
  expect(asked.filter((path) => !path.startsWith('/api/user-task'))).toEqual([])
})

test('a list that is visited again is only sent again if something in it has changed', async ({ page }) => {
  const statuses: number[] = []
  page.on('response', (response) => new URL(response.url()).pathname === '/api/clients' && statuses.push(response.status()))
  const visit = async (name: string) => {
    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await page.waitForURL('**/home')
    const came = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/clients')
    await page.getByRole('link', { name: 'Clientes', exact: true }).first().click()
    await came
    await page.getByText(name, { exact: true }).first().waitFor()
  }
  const [{ name } = { name: '' }] = await db().select({ name: clients.name }).from(clients).where(eq(clients.id, CLIENT))
  await signIn(page, '/clientes')
  // The menu stays open, so that each visit is one click.
  await page.context().addCookies([{ name: 'menu', value: 'fixo', url: page.url() }])
  await page.reload()
  await visit(name)
  await visit(name)
  await db().update(clients).set({ name: 'Agro Visitada' }).where(eq(clients.id, CLIENT))
  await visit('Agro Visitada')
  await visit('Agro Visitada')
  expect(statuses).toEqual([200, 304, 200, 304])
})
