// The printed expense report of a closing: its movements, balances and lines to sign, then the receipts.
import { dayBr, wallTime, dateBr } from '../../../shared/clock.ts'
import { operations } from '../../../shared/features/ledger.ts'
import { moneyBr } from '../../../shared/money.ts'
import { bytesOf, cm, lineHeight, linesOf, newPdf, PAGE, write, writeLines, type Align, type Pdf, type Style } from '../pdf.ts'
import { signed, type Balances, type Line, type Period } from './period.ts'

const LEFT = cm(1.5)
const WIDTH = cm(18)
const TOP = cm(1.5)
const BOTTOM = PAGE.height - cm(2)
const PAD = cm(0.12)
const SHADE = '#f2f2f2'
const RULE = '#c8c8c8'
const CALM = '#505050'

const TEXT: Style = { size: 8.5 }
const HEAD: Style = { size: 7.5, face: 'bold' }
const LINE = lineHeight(TEXT.size)
/** Minimum number of lines of a movement on a page. A longer history continues on the next page. */
const FEWEST = 3
/** Resolution in dots per inch at which a receipt is printed if the page has room for it. */
const DPI = 150

export interface ReportLine extends Line {
  type: string | null
  note: string | null
  client: string | null
  /** File name of the receipt. */
  receipt: string | null
}

export interface ClosingReport {
  batch: number
  person: string
  onDay: string
  /** Amount of the closing in cents. */
  cents: number
  note: string | null
  period: Period<ReportLine>
  /** Content of the receipts that fit into the report, by the id of their movement. */
  files: ReadonlyMap<number, Uint8Array>
  /** Time of the report in ms. */
  at: number
}

interface Column {
  head: string
  width: number
  align?: Align
  text: (line: ReportLine, receipt: number | undefined) => string
}

const sign = { C: '+', D: '\u2212', F: '' } as const
const reais = (cents: number) => `${cents < 0 ? '\u2212' : ''}R$ ${moneyBr(Math.abs(cents))}`
const amountOf = ({ operator, cents }: ReportLine) => `${sign[operator]}R$ ${moneyBr(cents)}`

const columns: Column[] = [
  { head: 'Data', width: cm(1.9), text: ({ onDay }) => dayBr(onDay) },
  {
    head: 'Histórico',
    width: cm(6.1),
    text: ({ note, client }) => [note, client && `Cliente: ${client}`].filter(Boolean).join('\n') || '\u2014',
  },
  { head: 'Categoria', width: cm(3), text: ({ type }) => type ?? '' },
  { head: 'Operação', width: cm(1.7), text: ({ operation }) => (operation ? operations[operation] : '') },
  { head: 'Comprovante', width: cm(2), align: 'right', text: (_, receipt) => String(receipt ?? '\u2014') },
  { head: 'Valor', width: cm(3.3), align: 'right', text: amountOf },
]

/** A picture that pdfkit has opened. The types are written here because pdfkit's types lack them. */
interface Picture {
  width: number
  height: number
  colorSpace: string | undefined
}
type Opener = { openImage(file: Buffer): Picture }

/** Opens a JPEG. Undefined for a PDF, and for a JPEG without a readable header, of which pdfkit can draw nothing. */
function pictureOf(pdf: Pdf, file: Uint8Array): Picture | undefined {
  try {
    const picture = (pdf as unknown as Opener).openImage(Buffer.from(file))
    return picture.width > 0 && picture.height > 0 && picture.colorSpace !== undefined ? picture : undefined
  } catch {
    return undefined
  }
}

interface Receipt {
  number: number
  line: ReportLine
  name: string
  file: Uint8Array | undefined
  picture: Picture | undefined
}

/** Numbers the receipts in the order of the movements. */
function receiptsOf(pdf: Pdf, { period, files }: ClosingReport): Receipt[] {
  const lines = period.movements.flatMap((line) => (line.receipt === null ? [] : [{ line, name: line.receipt }]))
  return lines.map(({ line, name }, index) => {
    const file = files.get(line.id)
    return { number: index + 1, line, name, file, picture: file && pictureOf(pdf, file) }
  })
}

/** The place of the next line on the current page. `repeat` draws the head of a table at the top of each further page. */
interface Cursor {
  pdf: Pdf
  y: number
  repeat?: ((at: Cursor) => void) | undefined
}

function nextPage(at: Cursor) {
  at.pdf.addPage()
  at.y = TOP
  at.repeat?.(at)
}
/** Goes to the next page if the current one has less room than `height`. */
function reserve(at: Cursor, height: number) {
  if (at.y + height > BOTTOM) nextPage(at)
}
function rule({ pdf }: Cursor, y: number, x = LEFT, width = WIDTH, color = RULE) {
  pdf
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .stroke(color)
}
/** Writes a paragraph across the page, over as many lines as it needs. */
function paragraph(at: Cursor, text: string, style: Style) {
  for (const line of linesOf(at.pdf, text, WIDTH, style)) {
    reserve(at, lineHeight(style.size))
    writeLines(at.pdf, [line], { x: LEFT, y: at.y, width: WIDTH }, style)
    at.y += lineHeight(style.size)
  }
}

/** The cells of a row from left to right, each with its left edge and the width of its text. */
function cellsOf<T extends { width: number }>(all: readonly T[]) {
  let x = LEFT
  return all.map((column) => {
    const cell = { column, x: x + PAD, width: column.width - 2 * PAD }
    x += column.width
    return cell
  })
}

function tableHead(at: Cursor) {
  const height = lineHeight(HEAD.size) + 2 * PAD
  at.pdf.rect(LEFT, at.y, WIDTH, height).fill(SHADE)
  for (const { column, x, width } of cellsOf(columns))
    write(at.pdf, column.head, { x, y: at.y + PAD, width }, { ...HEAD, align: column.align ?? 'left' })
  at.y += height
}

/** Writes a movement. A history that does not fit on the page continues on the next one. */
function tableRow(at: Cursor, line: ReportLine, receipt: number | undefined) {
  const cells = cellsOf(columns).map((cell) => ({ ...cell, lines: linesOf(at.pdf, cell.column.text(line, receipt), cell.width, TEXT) }))
  const count = Math.max(...cells.map(({ lines }) => lines.length))
  let from = 0
  while (from < count) {
    reserve(at, Math.min(count - from, FEWEST) * LINE + 2 * PAD)
    const until = Math.min(count, from + Math.floor((BOTTOM - at.y - 2 * PAD) / LINE))
    for (const { column, x, width, lines } of cells)
      writeLines(at.pdf, lines.slice(from, until), { x, y: at.y + PAD, width }, { ...TEXT, align: column.align ?? 'left' })
    at.y += (until - from) * LINE + 2 * PAD
    rule(at, at.y)
    from = until
  }
}

function movementsTable(at: Cursor, movements: readonly ReportLine[], receipts: readonly Receipt[]) {
  const numbers = new Map(receipts.map(({ line, number }) => [line, number]))
  tableHead(at)
  at.repeat = tableHead
  for (const line of movements) tableRow(at, line, numbers.get(line))
  at.repeat = undefined
  if (movements.length === 0) {
    write(at.pdf, 'Nenhum lançamento no período.', { x: LEFT + PAD, y: at.y + PAD, width: WIDTH }, { ...TEXT, color: CALM })
    at.y += LINE + 2 * PAD
    rule(at, at.y)
  }
}

const total = ({ C, D }: Balances) => C + D
function sumOf(movements: readonly ReportLine[], operator: 'C' | 'D'): Balances {
  const sum = { C: 0, D: 0 }
  for (const line of movements) if (line.operator === operator && line.operation) sum[line.operation] += signed(line)
  return sum
}

/** Writes the balances and totals, which stay together on one page. */
function summary(at: Cursor, { period, cents }: ClosingReport) {
  const { opening, movements, changedLater, closing } = period
  const rows: { label: string; of?: Balances; total: number; face?: 'bold' }[] = [
    { label: 'Saldo inicial', of: opening, total: total(opening) },
    ...(['C', 'D'] as const).map((operator) => {
      const of = sumOf(movements, operator)
      return { label: operator === 'C' ? 'Créditos' : 'Débitos', of, total: total(of) }
    }),
    ...(changedLater.C !== 0 || changedLater.D !== 0
      ? [{ label: 'Mudanças depois do fechamento do dia', of: changedLater, total: total(changedLater) }]
      : []),
    { label: 'Saldo final', of: closing, total: total(closing), face: 'bold' },
    { label: 'Valor do fechamento', total: cents, face: 'bold' },
  ]
  const height = LINE + 2 * PAD
  const cells = cellsOf(['', operations.C, operations.D, 'Total'].map((head, index) => ({ head, width: cm(index === 0 ? 6.6 : 3.8) })))
  reserve(at, cm(0.5) + (rows.length + 3) * height)
  at.y += cm(0.5)
  at.pdf.rect(LEFT, at.y, WIDTH, height).fill(SHADE)
  for (const { column, x, width } of cells) write(at.pdf, column.head, { x, y: at.y + PAD, width }, { ...HEAD, align: 'right' })
  for (const { label, of, total, face = 'regular' } of rows) {
    at.y += height
    const texts = [label, of ? reais(of.C) : '', of ? reais(of.D) : '', reais(total)]
    for (const [index, { x, width }] of cells.entries())
      write(at.pdf, texts[index] ?? '', { x, y: at.y + PAD, width }, { ...TEXT, face, align: index === 0 ? 'left' : 'right' })
    rule(at, at.y + height)
  }
  at.y += height + PAD
  const missing = total(closing) - cents
  if (missing !== 0)
    paragraph(at, `O fechamento foi lançado com ${reais(Math.abs(missing))} a ${missing > 0 ? 'menos' : 'mais'} que o saldo final.`, TEXT)
}

/** Writes what became of each receipt that is not drawn in this document. */
function otherReceipts(at: Cursor, receipts: readonly Receipt[]) {
  const others = receipts.filter(({ picture }) => !picture)
  if (others.length === 0) return
  at.y += cm(0.5)
  reserve(at, 3 * LINE)
  paragraph(at, 'Comprovantes que não estão nas páginas deste relatório', { ...TEXT, face: 'bold' })
  for (const { number, name, file, line } of others) {
    const why = !file
      ? `não coube neste arquivo: baixe-o no lançamento de ${dayBr(line.onDay)}.`
      : isPdf(file)
        ? 'é um PDF e está anexado a este arquivo.'
        : 'não pôde ser lido como imagem e está anexado a este arquivo.'
    paragraph(at, `Comprovante ${number} - ${name}: ${why}`, TEXT)
  }
}
const isPdf = (file: Uint8Array) => Buffer.from(file.subarray(0, 5)).toString('latin1') === '%PDF-'

function signatures(at: Cursor, person: string) {
  const gap = cm(1)
  const width = (WIDTH - gap) / 2
  reserve(at, cm(4))
  at.y += cm(2)
  for (const [index, [role, name]] of [
    ['Responsável', person],
    ['Financeiro', ''],
  ].entries()) {
    const x = LEFT + index * (width + gap)
    rule(at, at.y, x, width, 'black')
    write(at.pdf, role ?? '', { x, y: at.y + PAD, width }, { ...TEXT, face: 'bold', align: 'center' })
    write(at.pdf, name ?? '', { x, y: at.y + PAD + LINE, width }, { ...TEXT, align: 'center', most: 2 })
    write(at.pdf, 'Data: ____/____/________', { x, y: at.y + PAD + 3.4 * LINE, width }, { ...TEXT, align: 'center' })
  }
}

/** Draws the pictures, as many on a page as stay readable. Each has its number above it. */
function pictures(at: Cursor, receipts: readonly Receipt[]) {
  const drawn = receipts.flatMap(({ picture, ...one }) => (picture ? [{ ...one, picture }] : []))
  for (const [index, { number, name, line, picture }] of drawn.entries()) {
    const caption = `Comprovante ${number} - ${[dayBr(line.onDay), line.type, amountOf(line)].filter(Boolean).join(', ')} - ${name}`
    const lines = linesOf(at.pdf, caption, WIDTH, TEXT, 2)
    const above = lines.length * LINE + PAD
    const scale = Math.min(72 / DPI, WIDTH / picture.width, (BOTTOM - TOP - above) / picture.height)
    const height = picture.height * scale
    if (index === 0) nextPage(at)
    else reserve(at, above + height)
    writeLines(at.pdf, lines, { x: LEFT, y: at.y, width: WIDTH }, { ...TEXT, face: 'bold' })
    const width = picture.width * scale
    at.pdf.image(picture as never, LEFT, at.y + above, { width, height })
    at.pdf
      .rect(LEFT, at.y + above, width, height)
      .lineWidth(0.5)
      .stroke(RULE)
    at.y += above + height + cm(0.6)
  }
}

/** Writes the number of each page. Called last, because only then the number of pages is known. */
function footers(at: Cursor, text: string) {
  const { count } = at.pdf.bufferedPageRange()
  const y = PAGE.height - cm(1.4)
  for (let page = 0; page < count; page += 1) {
    at.pdf.switchToPage(page)
    rule(at, y - PAD)
    write(at.pdf, text, { x: LEFT, y, width: cm(15) }, { size: 7, color: CALM })
    write(at.pdf, `Página ${page + 1} de ${count}`, { x: LEFT + cm(15), y, width: cm(3) }, { size: 7, color: CALM, align: 'right' })
  }
}

function header(at: Cursor, { batch, person, onDay, note, period }: ClosingReport) {
  write(at.pdf, 'Relatório de despesas', { x: LEFT, y: at.y, width: WIDTH }, { size: 14, face: 'bold' })
  at.y += lineHeight(14) + cm(0.3)
  for (const [label, value] of [
    ['Lote', `${batch} - ${person}`],
    ['Responsável', person],
    ['Período', `${dayBr(period.from)} a ${dayBr(onDay)}`],
    ['Fechamento', dayBr(onDay)],
    ['Saldo inicial', `${reais(total(period.opening))} (${reais(period.opening.C)} em cartão, ${reais(period.opening.D)} em dinheiro)`],
    ...(note ? [['Observação', note]] : []),
  ] as const) {
    const box = { x: LEFT + cm(2.6), width: WIDTH - cm(2.6) }
    const lines = linesOf(at.pdf, value ?? '', box.width, TEXT)
    for (const [index, line] of lines.entries()) {
      reserve(at, LINE)
      if (index === 0) write(at.pdf, label ?? '', { x: LEFT, y: at.y, width: cm(2.5) }, { ...TEXT, face: 'bold' })
      writeLines(at.pdf, [line], { ...box, y: at.y }, TEXT)
      at.y += LINE
    }
    at.y += cm(0.1)
  }
  at.y += cm(0.3)
}

export async function reportPdf(report: ClosingReport): Promise<Buffer> {
  const { batch, person, onDay, at: ms, period } = report
  const day = dayBr(onDay)
  const now = new Date(ms)
  const pdf = newPdf({ title: `Relatório de despesas - ${person} - ${day}`, subject: `Fechamento do lote ${batch} em ${day}`, at: now })
  const at: Cursor = { pdf, y: TOP }
  const receipts = receiptsOf(pdf, report)
  header(at, report)
  movementsTable(at, period.movements, receipts)
  summary(at, report)
  otherReceipts(at, receipts)
  signatures(at, person)
  pictures(at, receipts)
  footers(at, `Impresso em ${dateBr(wallTime(ms))} · fechamento de ${day} · lote ${batch} - ${person}`)
  for (const { number, name, file, picture } of receipts)
    if (file && !picture)
      pdf.file(Buffer.from(file), { name: `Comprovante ${number} - ${name}`, creationDate: now, modifiedDate: now, description: name })
  return bytesOf(pdf)
}
