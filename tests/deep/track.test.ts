// One's own time in two windows, and on a slow or a broken network: nothing that either stored is lost or written over unasked. In a real browser on the real API.
import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, MINUTE, wallTime } from '../../shared/clock.ts'
import { messages } from '../../shared/features/track.ts'
import { timeEntries } from '../../server/api/db/schema.ts'
import { dialog, holdBack, loseAnswer, movableClock, testInOne as test } from '../support/browser.ts'
import { toast } from '../support/house.ts'
import { confirm, ownTime, WHO } from '../support/own-time.ts'

const { add, call, db, entry, running, signIn, time, today } = ownTime()
const workOf = { descricao: 'De outra', idAtividade: 1, idCategoria: 1, idModulo: 1 }

/** The form of a time that runs for an hour, and the call of that time alone. */
const openRunning = async (page: Page) => {
  const id = await add('De uma', wallTime(time().now - 3_600_000), null)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  return { id, form: dialog(page, 'Editar Tempo'), one: `**/api/track/${id}` }
}

describe('a running one in two windows', () => {
  test('is not written over by Confirmar: what the other stored is told, and joined when asked', async ({ page, expected }) => {
    expected.push(/409/)
    const { id, form } = await openRunning(page)
    await form.getByRole('button', { name: 'Parar' }).click()
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outra' })
    await confirm(page)
    await form.getByText('Este registro foi alterado por outra pessoa.').waitFor()
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('De outra')
    await confirm(page)
    await toast(page, messages.changed)
    expect(await entry(id)).toMatchObject({ descricao: 'De outra', total: expect.stringMatching(/^01:00:/) as string })
  })

  test('saves no part over what the other stored, whose start it leaves alone, before both are joined', async ({ page }) => {
    const start = wallTime(time().now - 3_600_000)
    const id = await add('De uma', start, null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    const other = wallTime(time().now - 7_200_000)
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outra', dataHoraInicio: other })
    // Its hour is the other's, which this form never showed.
    await form.getByLabel('Data').fill(addDays(start.slice(0, 10), -1).split('-').toReversed().join('/'))
    await form.getByLabel('Início').focus()
    await page.keyboard.press('Tab')
    await form.getByText(`Ainda não salvo. ${messages.changedInWindow}`).waitFor()
    expect(await entry(id)).toMatchObject({ descricao: 'De outra', dataHoraInicio: other })
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('De outra')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    const joint = `${addDays(start.slice(0, 10), -1)}${other.slice(10)}`
    expect(await entry(id)).toMatchObject({ descricao: 'De outra', dataHoraInicio: joint })
    // Both write the same field: nobody's is lost unasked.
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outra ainda' })
    await form.getByLabel('Descrição').fill('De uma ainda')
    await form.getByText(`Ainda não salvo. ${messages.changedInWindow}`).waitFor()
    expect(await entry(id)).toMatchObject({ descricao: 'De outra ainda' })
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(async () => (await entry(id)).descricao).toBe('De uma ainda')
  })

  test('goes on being saved word by word, and shows what the other wrote into fields nobody touched here', async ({ page }) => {
    const { id, form } = await openRunning(page)
    await form.getByLabel('Descrição').press('Control+a')
    for (const [word, said] of [
      [' Revisar ', 'Revisar'],
      ['o ', 'Revisar o'],
      ['contrato ', 'Revisar o contrato'],
    ] as const) {
      await page.keyboard.type(word)
      await expect.poll(async () => (await entry(id)).descricao).toBe(said)
    }
    const start = wallTime(time().now - 7_200_000)
    await call(WHO, 'PUT', '/track', { id, dataHoraInicio: start })
    await page.keyboard.type('novo')
    await expect.poll(() => form.getByLabel('Início').inputValue()).toBe(start.slice(11))
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    expect(await entry(id)).toMatchObject({ descricao: 'Revisar o contrato novo', dataHoraInicio: start })
    await page.keyboard.type(' ')
    // Nothing to confirm yet: the field keeps the focus.
    await page.keyboard.press('Control+Enter')
    expect(await form.getByLabel('Descrição').evaluate((field) => field === document.activeElement)).toBe(true)
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await toast(page, messages.changed)
  })

  test('is not written over by Confirmar where the other stores while it is sent', async ({ page, expected }) => {
    expected.push(/409/)
    const { id, form } = await openRunning(page)
    let sent = 0
    await page.route('**/api/track', async (route) => {
      if (route.request().method() === 'PUT' && (sent += 1) === 1) await call(WHO, 'PUT', '/track', { id, descricao: 'De outra' })
      await route.continue()
    })
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('De outra')
    await page.keyboard.press('Enter')
    await toast(page, messages.changed)
    expect(await entry(id)).toMatchObject({ descricao: 'De outra' })
  })

  test('that goes on under another id takes its form along', async ({ page, expected }) => {
    expected.push(/404/)
    const start = wallTime(time().now - 3_600_000)
    const id = await add('De uma', start, null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByLabel('Descrição').waitFor()
    // As a booking beside it does.
    await db().delete(timeEntries).where(eq(timeEntries.id, id))
    const other = await add('De uma', start, null)
    await form.getByLabel('Descrição').fill('De uma ainda')
    await expect.poll(async () => (await entry(other)).descricao).toBe('De uma ainda')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await toast(page, messages.changed)
    expect(await entry(other)).toMatchObject({ descricao: 'De uma ainda', total: expect.stringMatching(/^01:00:/) as string })
  })

  test('ended in the other with another description says that this one’s stays', async ({ page }) => {
    const { id, form } = await openRunning(page)
    await page.route('**/api/track', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
    await form.getByLabel('Descrição').fill('Digitado aqui')
    const { dataHoraInicio } = await entry(id)
    await call(WHO, 'PUT', '/track', { id, ...workOf, dataHoraInicio, horaFim: wallTime(time().now - 1_800_000).slice(11) })
    await page.evaluate(() => new BroadcastChannel('tempo').postMessage(''))
    await page.getByText('Onde as duas mudaram ficou o que você digitou: Descrição.', { exact: false }).first().waitFor()
    expect(await form.getByLabel('Descrição').inputValue()).toBe('Digitado aqui')
  })

  test('is deleted only once what the other stored was told', async ({ page }) => {
    const id = await add('De uma', `${addDays(today(), -297)}T08:00:00`, `${addDays(today(), -297)}T10:00:00`)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    await dialog(page, 'Editar Tempo').getByLabel('Descrição').waitFor()
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outra', total: '05:00:00' })
    await dialog(page, 'Editar Tempo').getByRole('button', { name: 'Excluir' }).click()
    const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
    await question.getByRole('button', { name: 'Excluir' }).click()
    await question.getByText(messages.movedElsewhere).waitFor()
    await question.getByText('De outra').waitFor()
    expect(await entry(id)).toMatchObject({ descricao: 'De outra', total: '05:00:00' })
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.deleted)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('ended in the other shows its end, also where the total is being typed', async ({ page }) => {
    const { id, form } = await openRunning(page)
    await form.getByRole('button', { name: 'Parar' }).click()
    await form.getByLabel('Total').press('Control+a')
    await page.keyboard.type('0:10')
    const { dataHoraInicio } = await entry(id)
    const horaFim = wallTime(time().now - 1_800_000).slice(11)
    expect(await call(WHO, 'PUT', '/track', { id, ...workOf, dataHoraInicio, horaFim })).toMatchObject({ status: 200 })
    // As another tab says it.
    await page.evaluate(() => new BroadcastChannel('tempo').postMessage(''))
    await toast(page, messages.ended)
    const { total } = await entry(id)
    await expect.poll(() => form.getByLabel('Total').inputValue()).toBe(total)
    // Nor is anything written back that was not typed here.
    expect(await form.getByLabel('Descrição').inputValue()).toBe('De outra')
    await confirm(page)
    await form.waitFor({ state: 'detached' })
    expect(await entry(id)).toMatchObject({ descricao: 'De outra', horaFim, total })
  })
})

/** Where entries are begun and changed. */
const TRACK = '**/api/track'
describe('on a slow or a broken network', () => {
  test('what is written back while its change is on its way is stored, and left only after a question', async ({ page }) => {
    const { id, form } = await openRunning(page)
    const release = await holdBack(page, TRACK, 'PUT')
    const sending = page.waitForRequest((request) => request.method() === 'PUT')
    await form.getByLabel('Descrição').fill('Outra')
    await sending
    await form.getByLabel('Descrição').fill('De uma')
    await form.getByRole('button', { name: 'Fechar' }).last().click()
    const question = page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' })
    await question.getByRole('button', { name: 'Continuar editando' }).click()
    release()
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    expect((await entry(id)).descricao).toBe('De uma')
  })

  test('it is deleted at once, whatever of it was just being saved', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    await dialog(page, 'Novo Tempo').getByLabel('Descrição').fill('engano')
    await dialog(page, 'Novo Tempo').getByRole('button', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog', { name: 'Excluir este tempo?' }).getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.deleted)
    expect(await running()).toBeNull()
  })

  test('its own change whose answer was lost is no other window’s', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    const { id, form } = await openRunning(page)
    await loseAnswer(page, TRACK)
    await form.getByLabel('Descrição').fill('Revisar')
    await toast(page, messages.partFailed)
    await form.getByLabel('Descrição').fill('Revisar contrato')
    await expect.poll(async () => (await entry(id)).descricao).toBe('Revisar contrato')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    await page.unroute(TRACK)
    await loseAnswer(page, TRACK)
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await form.getByRole('button', { name: 'Tentar novamente' }).click()
    await toast(page, messages.changed)
    await form.waitFor({ state: 'detached' })
    expect(await entry(id)).toMatchObject({ descricao: 'Revisar contrato', total: expect.stringMatching(/^01:00:/) as string })
  })

  test('what is written back after an answer was lost is stored', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    const { id, form } = await openRunning(page)
    await loseAnswer(page, TRACK)
    await form.getByLabel('Descrição').fill('Outra')
    await toast(page, messages.partFailed)
    await form.getByLabel('Descrição').fill('De uma')
    await expect.poll(async () => (await entry(id)).descricao).toBe('De uma')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
  })

  test('what another window wrote meanwhile into the field that has the focus is told, and taken up when asked', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    const { id, form } = await openRunning(page)
    await loseAnswer(page, TRACK)
    await form.getByLabel('Descrição').fill('Outra')
    await toast(page, messages.partFailed)
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outra' })
    await form.getByLabel('Descrição').fill('De uma')
    await form.getByText(messages.changedInWindow, { exact: false }).waitFor()
    expect(await form.getByLabel('Descrição').inputValue()).toBe('De uma')
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('De outra')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    expect((await entry(id)).descricao).toBe('De outra')
  })

  test('what is dropped while it is looked at is not sent', async ({ page }) => {
    const { id, form, one } = await openRunning(page)
    await form.getByLabel('Descrição').waitFor()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    const release = await holdBack(page, one, 'GET')
    const looking = page.waitForRequest((request) => request.url().endsWith(`/api/track/${id}`))
    await form.getByLabel('Descrição').fill('Engano')
    await looking
    await form.getByRole('button', { name: 'Fechar' }).last().click()
    const question = page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' })
    await question.getByRole('button', { name: 'Descartar' }).click()
    const looked = page.waitForResponse((response) => response.url().endsWith(`/api/track/${id}`))
    release()
    await looked
    await form.waitFor({ state: 'detached' })
    expect([sent, (await entry(id)).descricao]).toEqual([[], 'De uma'])
  })

  test('what is on its way is left without a question, and stored', async ({ page }) => {
    const { id, form } = await openRunning(page)
    const release = await holdBack(page, TRACK, 'PUT')
    const sending = page.waitForRequest((request) => request.method() === 'PUT')
    await form.getByLabel('Descrição').fill('Outra')
    await sending
    await form.getByRole('button', { name: 'Fechar' }).last().click()
    await form.waitFor({ state: 'detached' })
    release()
    await expect.poll(async () => (await entry(id)).descricao).toBe('Outra')
  })

  test('is never said to be saved over what a lost answer stored, also after the page was loaded anew', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    const { id, form } = await openRunning(page)
    await loseAnswer(page, TRACK)
    await form.getByLabel('Descrição').fill('Outra')
    await toast(page, messages.partFailed)
    await form.getByLabel('Descrição').fill('De uma')
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await form.getByText(messages.changedInWindow, { exact: false }).waitFor()
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('Outra')
    expect((await entry(id)).descricao).toBe('Outra')
  })

  test('two windows that store other fields at once both have them stored', async ({ page, expected }) => {
    expected.push(/409/)
    const { id, form } = await openRunning(page)
    let sent = 0
    await page.route('**/api/track', async (route) => {
      if (route.request().method() === 'PUT' && (sent += 1) === 1) await call(WHO, 'PUT', '/track', { id, idTag: 2 })
      await route.continue()
    })
    await form.getByLabel('Descrição').fill('Outra')
    await expect.poll(() => entry(id)).toMatchObject({ descricao: 'Outra', idTag: 2 })
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
  })

  test('“Voltar ao gravado” stores nothing of what was typed before, and shows what is stored', async ({ page }) => {
    const { id, form, one } = await openRunning(page)
    await form.getByLabel('Descrição').fill('Nova')
    const recovered = form.getByText('Recuperamos o que você digitou.')
    const [looking, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // What it looks for before it stores, which may be at once.
    await page.route(one, async (route) => {
      if (await recovered.isVisible()) {
        looking.resolve()
        await late.promise
      }
      await route.continue()
    })
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await looking.promise
    await form.getByRole('button', { name: 'Voltar ao gravado' }).click()
    late.resolve()
    await recovered.waitFor({ state: 'detached' })
    await expect.poll(() => form.getByLabel('Descrição').inputValue()).toBe('De uma')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    await page.waitForLoadState('networkidle')
    expect((await entry(id)).descricao).toBe('De uma')
  })

  test('is tried again every five seconds, not at every turn', async ({ open, expected }) => {
    expected.push(/ERR_FAILED/)
    const page = await open()
    await movableClock(page, time().now)
    let tried = 0
    await page.route('**/api/track', (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      tried += 1
      return route.abort()
    })
    const { form } = await openRunning(page)
    await form.getByLabel('Descrição').fill('Outra')
    await form.getByText('Ainda não salvo. Tentando de novo…').waitFor()
    // From here on the page's time passes only when told.
    await page.clock.pauseAt(time().now + MINUTE)
    await expect.poll(() => tried).toBeGreaterThan(1)
    const before = tried
    await page.clock.runFor(4_000)
    expect(tried).toBe(before)
    await page.clock.runFor(4_000)
    await expect.poll(() => tried).toBe(before + 1)
  })

  test('its draft is over what was saved last, and so is no other window’s', async ({ page }) => {
    const { id, form } = await openRunning(page)
    await form.getByLabel('Descrição').fill('Nova')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
    await expect.poll(async () => (await entry(id)).descricao).toBe('Nova')
    await form.getByLabel('Descrição').fill('Nova e mais')
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await form.getByText('Recuperamos o que você digitou.').waitFor()
    await expect.poll(async () => (await entry(id)).descricao).toBe('Nova e mais')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
  })

  test('a description that is discarded on closing is not stored by the way to it', async ({ page }) => {
    const { id, form } = await openRunning(page)
    await form.getByLabel('Descrição').fill('Engano')
    await form.getByRole('button', { name: 'Fechar' }).last().click()
    await page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' }).getByRole('button', { name: 'Descartar' }).click()
    await form.waitFor({ state: 'detached' })
    expect((await entry(id)).descricao).toBe('De uma')
  })

  test('what was deleted by a call whose answer was lost is gone at the next', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/, /404/)
    const { form, one } = await openRunning(page)
    await loseAnswer(page, one, 'DELETE')
    await form.getByRole('button', { name: 'Excluir' }).click()
    const question = page.getByRole('alertdialog', { name: 'Excluir este tempo?' })
    await question.getByRole('button', { name: 'Excluir' }).click()
    await question.getByText('Falha na comunicação!').waitFor()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.deleted)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  test('nor is that of a finished time', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/, /409/)
    const id = await add('De uma', `${addDays(today(), -296)}T08:00:00`, `${addDays(today(), -296)}T10:00:00`)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    await form.getByLabel('Descrição').fill('Revisado')
    await loseAnswer(page, TRACK)
    await confirm(page)
    await form.getByRole('button', { name: 'Tentar novamente' }).waitFor()
    await form.getByLabel('Descrição').fill('Revisado de novo')
    await form.getByRole('button', { name: 'Tentar novamente' }).click()
    await toast(page, messages.changed)
    expect(await entry(id)).toMatchObject({ descricao: 'Revisado de novo', total: '02:00:00' })
  })
})
