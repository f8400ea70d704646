// Tests letters that are typed right after a command, while the form of the command is still loading.
import { beforeAll, describe, expect } from 'vitest'
import type { Page } from 'playwright-core'
import { pages } from '../../../shared/pages.ts'
import { testInOne as test } from '../../support/browser.ts'
import { goTo } from '../../support/page-waits.ts'
import { demoCompany } from '../../support/demo-company.ts'

const { call, signIn, url } = demoCompany()

/** A text in which nearly every letter is a shortcut of some screen. */
const TEXT = 'plantao fechado ginjs'
/** Intervals between two keystrokes, in ms. */
const PACES = [60, 120]
/** The network of a phone far away: latency in ms, and throughput in bytes per second. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 100_000, uploadThroughput: 100_000 }

/** Pages with a form for a new record. Projects are left out, because a supervisor outside the project departments may not create a project. */
const creating = pages.flatMap((page) => ('create' in page && page.path !== '/mapeamento-projetos' ? [{ ...page, label: page.create.label }] : []))
const commands = [...creating.map(({ label }) => label), 'Estou em…']
// 'L' stands for Calendário, where N opens a form too.
const letters = [...creating.map(({ letter }) => letter), 'L']

const running = async () => (await call('supervisor', 'GET', '/track/check')).body
beforeAll(async () => {
  await call('supervisor', 'POST', '/track', { descricao: 'Fechamento', idAtividade: 3, idCategoria: 5, idModulo: 5 })
})

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', SLOW)
  return () => session.detach()
}

/** Returns the text in the focused field of the open form, in lower case because a field may change the letter case. */
const typed = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement
    return field instanceof HTMLInputElement && field.closest('[role=dialog]') ? field.value.toLowerCase() : field?.tagName
  })

/** Runs `command` and then types the text. The form must receive all letters, and no letter may have another effect. */
async function play(page: Page, command: () => Promise<void>, pace: number) {
  const happened: string[] = []
  const listen = (event: { suggestedFilename: () => string }) => void happened.push(event.suggestedFilename())
  page.on('download', listen)
  await command()
  await page.keyboard.type(TEXT, { delay: pace })
  await expect.poll(() => typed(page)).toBe(TEXT)
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await running()).toMatchObject({ descricao: 'Fechamento' })
  expect(happened).toEqual([])
  page.off('download', listen)
}

async function choose(page: Page, label: string) {
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Buscar ou ir para…')
  await field.fill(label)
  // Waits until the option is highlighted, because Enter runs the highlighted option.
  await page.locator('[data-combobox-selected]').filter({ hasText: label }).waitFor()
  await page.keyboard.press('Enter')
}

describe.for(PACES)('letters typed ahead of a form, one every %i ms', (pace) => {
  test.for(commands)('letters typed right after the palette command “%s” go into the form that it opens', async (label, { page }) => {
    await signIn(page, '/home')
    await play(page, () => choose(page, label), pace)
  })

  test.for(letters)('letters typed right after the keys G, %s, N go into the form that they open', async (letter, { page }) => {
    await signIn(page, '/home')
    await play(page, () => page.keyboard.type(`g${letter.toLowerCase()}n`, { delay: pace }), pace)
  })

  test('letters typed right after loading /onde-estou?acao=novo go into the form of this URL', async ({ page }) => {
    await signIn(page, '/home')
    await page.goto(url('/onde-estou?acao=novo'))
    await page.keyboard.type(TEXT, { delay: pace })
    await expect.poll(() => typed(page)).toBe(TEXT)
    expect(await running()).toMatchObject({ descricao: 'Fechamento' })
  })

  test('letters typed after the keys G, J, N have no effect if the person may not create a project', async ({ page }) => {
    await signIn(page, '/home')
    await page.keyboard.type('gjn', { delay: pace })
    // The toast may disappear before slow typing ends.
    const toast = page.getByText('Sem permissão para criar novo projeto.').waitFor()
    await page.keyboard.type(TEXT, { delay: pace })
    await toast
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await running()).toMatchObject({ descricao: 'Fechamento' })
  })

  test('letters typed after “Novo Tempo” change nothing in the entry that is already running', async ({ page }) => {
    await signIn(page, '/home')
    await choose(page, 'Novo Tempo')
    await page.keyboard.type(TEXT, { delay: pace })
    const field = page.getByRole('dialog').getByLabel('Descrição')
    await field.waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await field.inputValue()).toBe('Fechamento')
    expect(await running()).toMatchObject({ descricao: 'Fechamento' })
  })

  test('letters typed right after Novo Cliente replace the text that a recovered draft has in the same field', async ({ page }) => {
    await signIn(page, '/clientes?acao=novo')
    await page.getByLabel('Razão Social').fill('Fazenda Piloto')
    await goTo(page, url('/home'))
    await choose(page, 'Novo Cliente')
    await page.keyboard.type(TEXT, { delay: pace })
    await page.getByText('Recuperamos o que você digitou.').waitFor()
    await expect.poll(() => typed(page)).toBe(TEXT)
  })
})

describe('letters typed ahead, on a slow network', () => {
  test('letters typed before the form has loaded go into the form, whether a palette command or keys such as G C N open it', async ({ page }) => {
    await signIn(page, '/home')
    const restore = await slowDown(page)
    // Clears the storage, because it contains the draft of the previous round.
    const home = async () => {
      await goTo(page, url('/home'))
      await page.evaluate(() => sessionStorage.clear())
    }
    for (const label of ['Novo Compromisso', 'Novo Cliente', 'Novo Lote']) {
      await home()
      await play(page, () => choose(page, label), 60)
    }
    for (const letter of ['c', 'o', 'l', 'f']) {
      await home()
      await play(page, () => page.keyboard.type(`g${letter}n`, { delay: 60 }), 120)
    }
    await restore()
  })
})
