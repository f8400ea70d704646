// Tests a person's own time entries in two windows, and on a slow or broken network, in a real browser on the real API. No change that one window has
// stored may be lost or overwritten without a question.
import { describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { addDays, MINUTE, wallTime } from '../../shared/clock.ts'
import { messages } from '../../shared/features/track.ts'
import { testInOne as test } from '../support/browser.ts'
import { dialog } from '../support/form-actions.ts'
import { movableClock } from '../support/page-clock.ts'
import { holdBack, loseAnswer } from '../support/page-requests.ts'
import { toast } from '../support/demo-company.ts'
import { confirm, ownTime, savesLater, WHO } from '../support/own-time.ts'

const { add, call, entry, running, signIn, time, today } = ownTime()
const workOf = { descricao: 'De outra', idAtividade: 1, idCategoria: 1, idModulo: 1 }

/** Opens the form of an entry that has been running for an hour. `one` is the address of the calls for this entry. */
const openRunning = async (page: Page) => {
  const id = await add('De uma', wallTime(time().now - 3_600_000), null)
  await signIn(page, `/track?acao=editar&id=${id}`, WHO)
  return { id, form: dialog(page, 'Editar Tempo'), one: `**/api/track/${id}` }
}

describe('a running entry in two windows', () => {
  test('if the other window stored a change, Confirmar shows a message instead of overwriting it, and both can be merged', async ({
    page,
    expected,
  }) => {
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

  test('if the other window has stored a change, the form saves its own change only after both are merged', async ({ page }) => {
    const start = wallTime(time().now - 3_600_000)
    const id = await add('De uma', start, null)
    await signIn(page, `/track?acao=editar&id=${id}`, WHO)
    const form = dialog(page, 'Editar Tempo')
    const other = wallTime(time().now - 7_200_000)
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outra', dataHoraInicio: other })
    // The other window's start is kept, although this form has never shown that start.
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
    // Both windows change the same field, so neither text may be lost without a question.
    await call(WHO, 'PUT', '/track', { id, descricao: 'De outra ainda' })
    await form.getByLabel('Descrição').fill('De uma ainda')
    await form.getByText(`Ainda não salvo. ${messages.changedInWindow}`).waitFor()
    expect(await entry(id)).toMatchObject({ descricao: 'De outra ainda' })
    await form.getByRole('button', { name: 'Juntar com a versão atual' }).click()
    await expect.poll(async () => (await entry(id)).descricao).toBe('De uma ainda')
  })

  test('the description is saved after each word, and fields that were not edited show the values that the other window stored', async ({ page }) => {
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
    // The running entry has nothing to confirm yet, so the field keeps the focus.
    await page.keyboard.press('Control+Enter')
    expect(await form.getByLabel('Descrição').evaluate((field) => field === document.activeElement)).toBe(true)
    await form.getByRole('button', { name: 'Parar' }).click()
    await confirm(page)
    await toast(page, messages.changed)
  })

  test('Confirmar does not overwrite a change that the other window stores while the request is under way', async ({ page, expected }) => {
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

  test('if the other window ends the entry, the form keeps its typed description and shows a message about it', async ({ page }) => {
    const { id, form } = await openRunning(page)
    await page.route('**/api/track', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
    await form.getByLabel('Descrição').fill('Digitado aqui')
    const { dataHoraInicio } = await entry(id)
    await call(WHO, 'PUT', '/track', { id, ...workOf, dataHoraInicio, horaFim: wallTime(time().now - 1_800_000).slice(11) })
    await page.evaluate(() => new BroadcastChannel('tempo').postMessage(''))
    await page.getByText('Onde as duas mudaram ficou o que você digitou: Descrição.', { exact: false }).first().waitFor()
    expect(await form.getByLabel('Descrição').inputValue()).toBe('Digitado aqui')
  })

  test('an entry that the other window changed is deleted only after the question has shown the change', async ({ page }) => {
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

  test('if the other window ends the entry while the total is being typed, the form shows the stored end and total', async ({ page }) => {
    const { id, form } = await openRunning(page)
    await form.getByRole('button', { name: 'Parar' }).click()
    await form.getByLabel('Total').press('Control+a')
    await page.keyboard.type('0:10')
    const { dataHoraInicio } = await entry(id)
    const horaFim = wallTime(time().now - 1_800_000).slice(11)
    expect(await call(WHO, 'PUT', '/track', { id, ...workOf, dataHoraInicio, horaFim })).toMatchObject({ status: 200 })
    // Another tab announces a change with the same message.
    await page.evaluate(() => new BroadcastChannel('tempo').postMessage(''))
    await toast(page, messages.hadEnded(`às ${horaFim.slice(0, 5)}`))
    const { total } = await entry(id)
    await expect.poll(() => form.getByLabel('Total').inputValue()).toBe(total)
    // The description was not edited here, so the form does not overwrite it.
    expect(await form.getByLabel('Descrição').inputValue()).toBe('De outra')
    await confirm(page)
    await form.waitFor({ state: 'detached' })
    expect(await entry(id)).toMatchObject({ descricao: 'De outra', horaFim, total })
  })
})

/** Address of the calls that start and change entries. */
const TRACK = '**/api/track'
describe('a slow or broken network', () => {
  test('if a text is changed back while the first change is being saved, closing asks for confirmation, and the original is stored', async ({
    page,
  }) => {
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

  test('a new time entry can be deleted even while one of its fields is being saved', async ({ page }) => {
    await signIn(page, '/track', WHO)
    await page.getByRole('button', { name: 'Novo Tempo' }).click()
    await dialog(page, 'Novo Tempo').getByLabel('Descrição').fill('engano')
    await dialog(page, 'Novo Tempo').getByRole('button', { name: 'Excluir' }).click()
    await page.getByRole('alertdialog', { name: 'Excluir este tempo?' }).getByRole('button', { name: 'Excluir' }).click()
    await toast(page, messages.deleted)
    expect(await running()).toBeNull()
  })

  test('if the response to a save was lost, the form saves again without reporting a change from another window', async ({ page, expected }) => {
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

  test('if the response to a save was lost and the text is changed back, the form stores the original text', async ({ page, expected }) => {
    expected.push(/ERR_FAILED/)
    const { id, form } = await openRunning(page)
    await loseAnswer(page, TRACK)
    await form.getByLabel('Descrição').fill('Outra')
    await toast(page, messages.partFailed)
    await form.getByLabel('Descrição').fill('De uma')
    await expect.poll(async () => (await entry(id)).descricao).toBe('De uma')
    await form.getByText('Salvo. O tempo está em andamento.').waitFor()
  })

  test('if another window stores a text for the focused field, the form reports it, and “Juntar” takes over this text', async ({
    page,
    expected,
  }) => {
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

  test('if a typed description is discarded while the form still requests the stored entry, it is not sent', async ({ page }) => {
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

  test('a form whose change is just being saved closes without a confirmation, and the change is stored', async ({ page }) => {
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

  test('if the response to a save was lost, the form reports the stored value after a reload and offers to merge it with the draft', async ({
    page,
    expected,
  }) => {
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

  test('if two windows change different fields at the same moment, both changes are stored', async ({ page, expected }) => {
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

  test('“Voltar ao gravado” discards the draft without storing it, and shows the stored values', async ({ page }) => {
    const { id, form, one } = await openRunning(page)
    await form.getByLabel('Descrição').fill('Nova')
    const recovered = form.getByText('Recuperamos o que você digitou.')
    const [looking, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // The save may begin at once, so the test holds back the request that checks the entry before the save.
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

  test('if saving a running entry fails, the form tries again only every five seconds', async ({ open, expected }) => {
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
    // From here on, only the test moves the page's clock.
    await page.clock.pauseAt(time().now + MINUTE)
    await expect.poll(() => tried).toBeGreaterThan(1)
    const before = tried
    await page.clock.runFor(4_000)
    expect(tried).toBe(before)
    await page.clock.runFor(4_000)
    await expect.poll(() => tried).toBe(before + 1)
  })

  test('after a reload, text typed since the last save is restored and saved, without reporting a change from another window', async ({ page }) => {
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

  test('if a typed description is discarded when the form closes, it is not sent when its field loses the focus', async ({ open }) => {
    const page = await open()
    await movableClock(page, time().now)
    const laterSent = savesLater(page)
    const { id, form } = await openRunning(page)
    // From here on, only the test moves the page's clock, so the typed text is not saved before the question.
    await page.clock.pauseAt(time().now + MINUTE)
    await form.getByLabel('Descrição').fill('Engano')
    await form.getByRole('button', { name: 'Fechar' }).last().click()
    await page.clock.runFor(300)
    await page.getByRole('alertdialog', { name: 'Descartar o que você digitou?' }).getByRole('button', { name: 'Descartar' }).click()
    expect(await laterSent()).toEqual([])
    await form.waitFor({ state: 'detached' })
    expect((await entry(id)).descricao).toBe('De uma')
  })

  test('if the response to the deletion of an entry is lost, the next attempt reports the entry as deleted', async ({ page, expected }) => {
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

  test('if the response to a save of a finished entry was lost, the form reports no change from another window', async ({ page, expected }) => {
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
