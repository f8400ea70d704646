// Tests the period of a closing, and its printed report, which Poppler reads.
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodOf } from '../../server/api/ledger/period.ts'
import { reportPdf, type ClosingReport, type ReportLine } from '../../server/api/ledger/report-pdf.ts'
import { NOW } from '../support/clock.ts'
import { attachedTo, noPoppler, pageCount, textOf } from '../support/nfse.ts'

const line = (id: number, onDay: string, change: Partial<ReportLine> = {}): ReportLine => ({
  id,
  onDay,
  operator: 'D',
  operation: 'C',
  cents: 1000,
  closedCard: null,
  closedCash: null,
  type: 'Alimentação',
  note: null,
  client: null,
  receipt: null,
  ...change,
})
const closing = (id: number, onDay: string, kept: { C: number; D: number } | null = null, cents = 0) =>
  line(id, onDay, { operator: 'F', operation: null, cents, closedCard: kept && kept.C, closedCash: kept && kept.D, type: null })
const ids = (lines: readonly { id: number }[]) => lines.map(({ id }) => id)
const nothing = { C: 0, D: 0 }

describe('the period of a closing', () => {
  const first = [line(1, '2026-10-01', { operator: 'C', cents: 5000 }), line(2, '2026-10-31'), closing(3, '2026-10-31', { C: 4000, D: 0 })]

  test('a period begins with the balances of the closing before, on the day after it', () => {
    const lines = [...first, line(4, '2026-11-05', { operation: 'D', cents: 300 }), closing(5, '2026-11-30', { C: 4000, D: -300 })]
    expect(periodOf(lines, 3)).toMatchObject({ from: '2026-10-01', opening: nothing, closing: { C: 4000, D: 0 }, changedLater: nothing })
    const period = periodOf(lines, 5)
    expect(period).toMatchObject({ from: '2026-11-01', opening: { C: 4000, D: 0 }, closing: { C: 4000, D: -300 }, changedLater: nothing })
    expect(ids(period?.movements ?? [])).toEqual([4])
  })

  test('a movement that was entered on the day of a closing after it belongs to the next period', () => {
    const lines = [...first, line(4, '2026-10-31', { cents: 700 }), closing(5, '2026-11-30', { C: 3300, D: 0 })]
    expect(ids(periodOf(lines, 3)?.movements ?? [])).toEqual([1, 2])
    expect(periodOf(lines, 5)).toMatchObject({ from: '2026-10-31', changedLater: nothing, movements: [{ id: 4 }] })
  })

  test('a closing that was reactivated also counts the movements of its day that its balances contain', () => {
    const again = closing(3, '2026-10-31', { C: 3300, D: 0 })
    const lines = [...first.slice(0, 2), again, line(4, '2026-10-31', { cents: 700 }), line(5, '2026-10-31', { cents: 50 })]
    const period = periodOf(lines, 3)
    expect(ids(period?.movements ?? [])).toEqual([1, 2, 4])
    expect(period?.changedLater).toEqual(nothing)
  })

  test('if a movement of a closed day was changed, the difference is told, and the stored balances stay', () => {
    const lines = [...first, closing(5, '2026-11-30', { C: 3000, D: 0 })].map((one) => (one.id === 2 ? { ...one, cents: 2000 } : one))
    expect(periodOf(lines, 3)).toMatchObject({ closing: { C: 4000, D: 0 }, changedLater: { C: 1000, D: 0 } })
    expect(periodOf(lines, 5)).toMatchObject({ opening: { C: 4000, D: 0 }, closing: { C: 3000, D: 0 }, changedLater: { C: -1000, D: 0 } })
  })

  test('a closing from before balances were stored gets those of its movements, and a movement has no period', () => {
    expect(periodOf([line(1, '2026-10-01', { cents: 1 }), closing(2, '2026-10-02')], 2)?.closing).toEqual({ C: -1, D: 0 })
    expect(periodOf(first, 2)).toBeUndefined()
  })

  const Step = record({
    operator: constantFrom('C', 'D', 'F'),
    operation: constantFrom('C', 'D'),
    cents: integer({ min: 1, max: 1e9 }),
    wait: integer({ min: 0, max: 2 }),
  })
  test('each movement is in exactly one period, and every period ends with the sum of all movements so far', () => {
    assert(
      property(array(Step, { maxLength: 40 }), (steps) => {
        const balances = { C: 0, D: 0 }
        let day = 1
        const lines = [...steps, { operator: 'F', operation: 'C', cents: 1, wait: 0 } as const].map(({ operator, operation, cents, wait }, index) => {
          day += wait
          const onDay = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)
          if (operator === 'F') return closing(index + 1, onDay, { ...balances })
          balances[operation] += operator === 'C' ? cents : -cents
          return line(index + 1, onDay, { operator, operation, cents })
        })
        const periods = lines.flatMap((one) => (one.operator === 'F' ? [periodOf(lines, one.id)] : []))
        expect(periods.flatMap((period) => ids(period?.movements ?? []))).toEqual(ids(lines.filter(({ operator }) => operator !== 'F')))
        expect(periods.every((period) => period?.changedLater.C === 0 && period.changedLater.D === 0)).toBe(true)
        expect(periods.at(-1)?.closing).toEqual(balances)
      }),
    )
  })
})

/** The bytes of a JPEG up to its sizes, which is as much as the report reads of it. */
const jpeg = (width: number, height: number) =>
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0, 0xff, 0xd9])
const pdf = Buffer.from('%PDF-1.7\nnota')

async function print(movements: ReportLine[], change: Partial<ClosingReport> = {}) {
  const period = periodOf([...movements, closing(9999, '2026-10-31')], 9999)
  if (!period) throw new Error('there is no period')
  const cents = period.closing.C + period.closing.D
  return reportPdf({ batch: 12, person: 'Bruno Cavalcanti', onDay: '2026-10-31', cents, note: null, period, files: new Map(), at: NOW, ...change })
}
const flat = async (file: Buffer) => (await textOf(file)).replaceAll(/ +/g, ' ')

describe.skipIf(noPoppler)('the report of a closing', () => {
  test('a report has the batch, the period, each movement, the balances and the lines to sign', async () => {
    const text = await flat(
      await print([
        line(1, '2026-10-01', { operator: 'C', cents: 100_000, type: 'Adiantamento', note: 'Recarga do cartão' }),
        line(2, '2026-10-03', { cents: 31_247, note: 'Almoço', client: 'Sementes Chapadão', receipt: 'cupom.jpg' }),
        line(3, '2026-10-04', { cents: 1005, operation: 'D', type: 'Pedágio' }),
      ]),
    )
    for (const said of [
      'Relatório de despesas',
      'Lote 12 - Bruno Cavalcanti',
      'Responsável Bruno Cavalcanti',
      'Período 01/10/2026 a 31/10/2026',
      'Saldo inicial R$ 0,00 (R$ 0,00 em cartão, R$ 0,00 em dinheiro)',
      '01/10/2026 Recarga do cartão Adiantamento Cartão — +R$ 1.000,00',
      '03/10/2026 Almoço Alimentação Cartão 1 −R$ 312,47',
      'Cliente: Sementes Chapadão',
      '04/10/2026 — Pedágio Dinheiro — −R$ 10,05',
      'Créditos R$ 1.000,00 R$ 0,00 R$ 1.000,00',
      'Débitos −R$ 312,47 −R$ 10,05 −R$ 322,52',
      'Saldo final R$ 687,53 −R$ 10,05 R$ 677,48',
      'Valor do fechamento R$ 677,48',
      'Responsável Financeiro',
      'Impresso em 19/11/2026 14:32 · fechamento de 31/10/2026 · lote 12 - Bruno Cavalcanti',
      'Página 1 de 1',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('a menos')
    expect(text).not.toContain('Mudanças depois')
  })

  test('a period without movements says so, and a closing of another amount than its balance says the difference', async () => {
    const text = await flat(await print([], { cents: 5000, note: 'Conferido' }))
    expect(text).toContain('Nenhum lançamento no período.')
    expect(text).toContain('Observação Conferido')
    expect(text).toContain('O fechamento foi lançado com R$ 50,00 a mais que o saldo final.')
  })

  test('a difference because of later changes is a line of its own', async () => {
    const period = periodOf([line(1, '2026-10-01'), closing(2, '2026-10-31', { C: -900, D: 0 })], 2)
    expect(await flat(await print([], period && { period }))).toContain('Mudanças depois do fechamento do dia R$ 1,00 R$ 0,00 R$ 1,00')
  })

  test('a long table repeats its head on each page, numbers the pages, and has every movement, however long its text', async () => {
    const movements = Array.from({ length: 120 }, (_, nth) =>
      line(nth + 1, '2026-10-05', { cents: 100_001 + nth, note: nth === 60 ? `${'Uma volta longa. '.repeat(230)}Fim.` : `Volta ${nth}` }),
    )
    const file = await print(movements)
    const text = await flat(file)
    const pages = text.split('\f').slice(0, -1)
    const count = await pageCount(file)
    expect(pages).toHaveLength(count)
    expect(pages.map((page) => /Página (\d+ de \d+)/.exec(page)?.[1])).toEqual(pages.map((_, index) => `${index + 1} de ${count}`))
    const withRows = pages.filter((page) => page.includes('05/10/2026'))
    expect(withRows.length).toBeGreaterThan(3)
    expect(withRows.every((page) => page.includes('Data Histórico Categoria Operação Comprovante Valor'))).toBe(true)
    expect(text.match(/−R\$ 1\.000,\d\d|−R\$ 1\.001,\d\d/g)).toHaveLength(120)
    expect(text).toContain('Fim.')
  })

  test('receipts are numbered: pictures are drawn, PDF files are attached, and one that did not fit is named', async () => {
    const names = ['cupom.jpg', 'nota.pdf', null, 'quebrada.jpg', 'grande.jpg', 'alta.jpg']
    const movements = names.map((receipt, nth) => line(nth + 1, `2026-10-0${nth + 1}`, { receipt }))
    const broken = Buffer.from([0xff, 0xd8, 0xff, 0xd9])
    const files = new Map([
      [1, jpeg(1200, 900)],
      [2, pdf],
      [4, broken],
      [6, jpeg(500, 5000)],
    ])
    const file = await print(movements, { files })
    const text = await flat(file)
    for (const said of [
      '06/10/2026 — Alimentação Cartão 5 −R$ 10,00',
      'Comprovante 1 - 01/10/2026, Alimentação, −R$ 10,00 - cupom.jpg',
      'Comprovante 2 - nota.pdf: é um PDF e está anexado a este arquivo.',
      'Comprovante 3 - quebrada.jpg: não pôde ser lido como imagem e está anexado a este arquivo.',
      'Comprovante 4 - grande.jpg: não coube neste arquivo: baixe-o no lançamento de 05/10/2026.',
      'Comprovante 5 - 06/10/2026, Alimentação, −R$ 10,00 - alta.jpg',
    ])
      expect(text).toContain(said)
    expect([file.includes(jpeg(1200, 900)), file.includes(jpeg(500, 5000))]).toEqual([true, true])
    // The pages are those of the table and of both pictures, the second of which is as high as a page.
    expect(await pageCount(file)).toBe(3)
    expect(await attachedTo(file)).toEqual(
      new Map([
        ['Comprovante 2 - nota.pdf', pdf],
        ['Comprovante 3 - quebrada.jpg', broken],
      ]),
    )
  })
})
