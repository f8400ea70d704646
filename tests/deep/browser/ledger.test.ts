// Tests Controle Financeiro and the ledger of a batch, in a real browser on the real API. Another library reads the exported files.
import { readFile } from 'node:fs/promises'
import readSheets from 'read-excel-file/node'
import { beforeEach, describe, expect } from 'vitest'
import type { Download, Page } from 'playwright-core'
import { messages } from '../../../shared/features/ledger.ts'
import { users } from '../../../server/api/db/schema.ts'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { dialog, pick, send } from '../../support/form-actions.ts'
import { goTo } from '../../support/page-waits.ts'
import { demoCompany, toast } from '../../support/demo-company.ts'

const { call, db, signIn } = demoCompany()

const card = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const exported = async (page: Page) => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  return saving
}
const rowsOf = async (download: Download) => (await readSheets(await download.path()))[0]?.data ?? []

const debit = { operador: 'D', operacao: 'C', valor: 312.47, responsavel: 'E', obs: 'Saída de Sorriso', data: '2026-11-19', idTipo: 3, idStatus: 'A' }
let id = 0
let name = ''
let nth = 0
const enter = async (change: object = {}) =>
  ((await call('supervisor', 'POST', '/financial-control-batch', { ...debit, idControleFinanceiro: id, ...change })).body as { id: number }).id
beforeEach(async () => {
  // The names differ only in letters, because a search for a digit would also find the codes of other batches.
  name = `Rafael Stefanello ${String.fromCharCode(97 + (nth += 1)).repeat(3)}`
  const [person] = await db()
    .insert(users)
    .values({ name, email: `rafael${nth}@exemplo.com.br`, passwordHash: '', departmentId: 7 })
    .returning({ id: users.id })
  ;({ id } = (await call('supervisor', 'POST', '/financial-control', { idColaborador: person?.id, idStatus: 'A' })).body as { id: number })
})

describe('the batches', () => {
  test('the exported file contains the batches with their movements, under exactly the prescribed column names, and then the figures of the batch', async ({
    page,
  }) => {
    await enter({ obs: '=1+1' })
    await signIn(page, `/controle-financeiro?q=${encodeURIComponent(name)}`)
    await page.locator(`tr[data-id="${id}"]`).waitFor()
    const rows = await rowsOf(await exported(page))
    expect(rows).toEqual([
      [`Filtros: Busca: ${name}`, ...Array.from({ length: 14 }, () => null)],
      [
        'ID_LOTE',
        'COLABORADOR',
        'STATUS_LOTE',
        'OPERADOR',
        'OPERACAO',
        'VALOR',
        'OBSERVACAO',
        'RESPONSAVEL',
        'TIPO',
        'STATUS_LANCAMENTO',
        'DATA_LANCAMENTO',
        'SALDO_DINHEIRO',
        'SALDO_CARTAO',
        'DT_ULT_FECHA',
        'ULT_FECHA',
      ],
      [id, name, 'Ativo', 'Débito', 'Cartão', 312.47, '=1+1', 'Empresa', 'Combustível', 'Ativo', new Date('2026-11-19'), 0, -312.47, null, null],
    ])
  })
})

describe('the movements of a batch', () => {
  test('the movements can be searched, and the numbers and dates in the exported file are cells of these types', async ({ page }) => {
    await enter()
    await enter({ obs: 'Pneus', idTipo: 6 })
    await signIn(page, `/controle-financeiro/${id}`)
    await card(page, 'Pneus').waitFor()
    await page.getByPlaceholder('Buscar...').fill('combust')
    await card(page, 'Pneus').waitFor({ state: 'detached' })
    const download = await exported(page)
    expect(download.suggestedFilename()).toContain(`Controle Financeiro - Lote ${name}`)
    expect(await rowsOf(download)).toEqual([
      ['Filtros: Busca: combust', ...Array.from({ length: 7 }, () => null)],
      ['Operador', 'Operação', 'Data', 'Valor', 'Tipo', 'Responsável', 'Observação', 'Status'],
      ['Débito', 'Cartão', new Date('2026-11-19'), 312.47, 'Combustível', 'Empresa', 'Saída de Sorriso', 'Ativo'],
      ['Saldo em cartão (filtrado)', null, null, -312.47, null, null, null, null],
      ['Saldo em dinheiro (filtrado)', null, null, 0, null, null, null, null],
    ])
  })

  test('on a phone, the movements are shown as cards', async ({ page }) => {
    await reduceMotion(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await enter()
    await signIn(page, `/controle-financeiro/${id}`)
    await card(page, 'Combustível').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await axe(page)).toEqual([])
  })
})

describe('the receipt of a movement', () => {
  /** Returns a JPEG as a camera writes it, including the location. */
  const photo = async (page: Page) => {
    const base64 = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(2400, 3200)
      const context = canvas.getContext('2d')
      context?.fillRect(200, 200, 900, 900)
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    })
    const jpeg = Buffer.from(base64, 'base64')
    const exif = Buffer.from('Exif\0\0GPS 11.8642 S 55.5093 W')
    const length = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
    return { name: 'IMG_2041.jpeg', mimeType: 'image/jpeg', buffer: Buffer.concat([jpeg.subarray(0, 2), length, exif, jpeg.subarray(2)]) }
  }
  const pdf = { name: 'Nota fiscal.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnota') }
  const contentOf = async (page: Page, name: string) => {
    const saving = page.waitForEvent('download')
    await card(page, name).getByRole('button', { name: 'Comprovante', exact: true }).click()
    const download = await saving
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }

  test('the photo of a receipt is re-encoded without its location', async ({ page }) => {
    await signIn(page, `/controle-financeiro/${id}`)
    await page.getByRole('button', { name: 'Novo lançamento' }).first().click()
    const form = dialog(page, 'Novo lançamento')
    await pick(page, 'Tipo', 'Combustível')
    await form.getByLabel('Valor').fill('150,00')
    const picture = await photo(page)
    await form.locator('input[type=file]').setInputFiles({ name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('nada') })
    await form.getByText(messages.receiptKind).waitFor()
    await send(page)
    await form.getByRole('alert').filter({ hasText: messages.receiptKind }).waitFor()
    await form.locator('input[type=file]').setInputFiles(picture)
    await send(page)
    await toast(page, messages.created)
    const { name, content } = await contentOf(page, 'Combustível')
    expect(name).toBe('IMG_2041.jpg')
    expect([picture.buffer.includes('GPS'), content.includes('Exif'), content.includes('GPS')]).toEqual([true, false, false])
    const size = await page.evaluate(async (base64) => {
      const { width, height } = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))]))
      return [width, height]
    }, content.toString('base64'))
    expect(size).toEqual([1386, 1848])
  })

  test('if a draft is restored, the form and the message after the save tell that the receipt must be chosen again', async ({ page }) => {
    await signIn(page, `/controle-financeiro/${id}?acao=novo`)
    const form = dialog(page, 'Novo lançamento')
    await pick(page, 'Tipo', 'Combustível')
    await form.getByLabel('Valor').fill('150,00')
    await form.locator('input[type=file]').setInputFiles(pdf)
    page.once('dialog', (question) => question.accept())
    await goTo(page)
    await form.getByText('Escolha de novo: Nota fiscal.pdf').waitFor()
    await send(page)
    await toast(page, messages.notAttached(messages.receiptGone))
    await card(page, 'Combustível').waitFor()
  })
})
