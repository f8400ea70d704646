// Draws the DANFSe v2.0 according to Nota Técnica 008. It is one page, drawn only from the XML of the NFS-e, and the XML is attached to it.
import { above, below, descriptions, header, identification, information, type Block, type Field, type Row } from './danfse-blocks.ts'
import { valuesOf, type Values } from './nfse-values.ts'
import { bytesOf, cm, drawQr, lineHeight, linesOf, newPdf, PAGE, write, writeLines, type Pdf, type Style } from '../pdf.ts'

/** Left edges of the columns. All lengths in this file are centimetres from the edges of the page. */
const COLUMNS = [0.3, 5.41, 10.51, 15.62]
const LEFT = 0.3
const WIDTH = 20.4
/** Widths of one, two, three and all four columns, indexed by the number of columns. */
const SPANS = [0, 5.09, 10.19, 15.3, WIDTH]
const TOP = { header: 0.3, identification: 1.48, blocks: 4.34, stub: 28.1, bottom: 29.4 }
const HEIGHT = { header: 1.16, sentence: 0.32, code: 0.4, description: 0.64, informationTitle: 0.41 }
/** Distance from a field's edge to its text. */
const PAD = 0.08
/** Distances from the top of a field: to its title, and to its value below a small or a large title. */
const LABEL = 0.04
const VALUE = { small: 0.29, large: 0.33 }
/** Line height of 7-point text, in centimetres. */
const LINE = (lineHeight(7) * 2.54) / 72
/** Maximum number of lines in a field. A longer text ends with '...'. */
const MOST = 2

const SHADE = '#f2f2f2'
const RED = '#ff0000'
const WATERMARK = '#a6a6a6'
const TITLE: Style = { size: 7, face: 'bold' }
const SMALL_TITLE: Style = { size: 6, face: 'bold' }
const TEXT: Style = { size: 7 }
const PUBLIC = 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave='

type Placed = { y: number; height: number; row: Row; style: Style }
type Layout = { rows: Placed[]; sentences: { y: number; text: string }[]; lines: number[]; end: number }

const widthOf = ({ span }: Field) => (SPANS[span] ?? WIDTH) - 2 * PAD
const xOf = ({ column }: Field) => COLUMNS[column] ?? LEFT

/** Places rows downwards from `y`. A row grows if its text needs a second line. */
function placeRows(pdf: Pdf, y: number, rows: readonly Row[], style: Style): { rows: Placed[]; end: number } {
  const placed: Placed[] = []
  let at = y
  for (const row of rows) {
    const lines = Math.max(...row.fields.map((field) => linesOf(pdf, field.value, cm(widthOf(field)), TEXT, MOST).length))
    const height = row.step + (lines - 1) * LINE
    placed.push({ y: at, height, row, style })
    at += height
  }
  return { rows: placed, end: at }
}

/** Places blocks one below the other, with a line above each. */
function placeBlocks(pdf: Pdf, y: number, blocks: readonly Block[]): Layout {
  const layout: Layout = { rows: [], sentences: [], lines: [], end: y }
  for (const block of blocks) {
    layout.lines.push(layout.end)
    if ('sentence' in block) {
      layout.sentences.push({ y: layout.end, text: block.sentence })
      layout.end += HEIGHT.sentence
    } else {
      const { rows, end } = placeRows(pdf, layout.end, block.rows, SMALL_TITLE)
      layout.rows.push(...rows)
      layout.end = end
    }
  }
  return layout
}

/**
 * Divides the free lines between the description of the service and the further information. If both fit, each gets what it needs; otherwise each
 * gets at least half, unless it needs less.
 */
function share(free: number, description: number, information: number) {
  if (description + information <= free) return { description, information }
  const kept = Math.min(information, Math.floor(free / 2))
  const given = Math.min(description, free - kept)
  return { description: given, information: Math.min(information, free - given) }
}

const shade = (pdf: Pdf, x: number, y: number, width: number, height: number) => void pdf.rect(cm(x), cm(y), cm(width), cm(height)).fill(SHADE)
const say = (pdf: Pdf, text: string, x: number, y: number, width: number, style: Style & { most?: number }) =>
  write(pdf, text, { x: cm(x), y: cm(y), width: cm(width) }, style)
const line = (pdf: Pdf, y: number) => void pdf.moveTo(cm(0.2), cm(y)).lineTo(cm(20.8), cm(y)).lineWidth(0.5).stroke('black')

function shadeRow(pdf: Pdf, { y, height, row }: Placed) {
  if (row.title !== undefined) shade(pdf, LEFT, y, SPANS[1] ?? 0, height)
  for (const field of row.fields) if (field.shaded) shade(pdf, xOf(field), y, SPANS[field.span] ?? 0, height)
}

function writeRow(pdf: Pdf, { y, row, style }: Placed) {
  if (row.title !== undefined) say(pdf, row.title, LEFT + PAD, y + 0.2, (SPANS[1] ?? 0) - 2 * PAD, TITLE)
  for (const field of row.fields) {
    // A title is never cut. It may extend into the gap between two columns.
    say(pdf, field.label, xOf(field) + PAD, y + LABEL, widthOf(field) + 2 * PAD, style)
    say(pdf, field.value, xOf(field) + PAD, y + (style === TITLE ? VALUE.large : VALUE.small), widthOf(field), { ...TEXT, most: MOST })
  }
}

function writeHeader(pdf: Pdf, values: Values) {
  const { town, maker, environment, worthless } = header(values)
  // Prints the words of the official logo, because the logo itself is a picture.
  say(pdf, 'NFS-e', 0.49, 0.5, 2.2, { size: 20, face: 'bold' })
  say(pdf, 'Nota Fiscal de', 2.65, 0.58, 2.4, TEXT)
  say(pdf, 'Serviço eletrônica', 2.65, 0.58 + LINE, 2.4, TEXT)
  const lines = ['DANFSe v2.0', 'Documento Auxiliar da NFS-e']
  const style: Style = { size: 9, face: 'bold', align: 'center' }
  const y = worthless ? 0.33 : 0.5
  for (const [index, text] of lines.entries()) say(pdf, text, 5.41, y + 0.37 * index, 10.19, style)
  if (worthless) say(pdf, 'NFS-e SEM VALIDADE JURÍDICA', 5.41, y + 0.74, 10.19, { ...style, color: RED })
  const right = { x: 15.62 + PAD, width: SPANS[1] ?? 0 }
  if (town !== undefined) say(pdf, town, right.x, 0.34, right.width - 2 * PAD, { size: 8, most: 2 })
  say(pdf, maker, right.x, 0.97, right.width - 2 * PAD, { size: 6 })
  say(pdf, environment, right.x, 1.2, right.width - 2 * PAD, { size: 6 })
}

function writeQr(pdf: Pdf, key: string) {
  drawQr(pdf, PUBLIC + key, { x: cm(17.48), y: cm(1.67), width: cm(1.52) })
  const text =
    'A autenticidade desta NFS-e pode ser verificada pela leitura deste código QR ou pela consulta da chave de acesso no portal nacional da NFS-e'
  say(pdf, text, 15.8, 3.36, 4.72, { size: 6, align: 'center', most: 3 })
}

/** Draws a watermark across the page. It must be drawn before the other texts, so that they lie above it and stay legible. */
function writeWatermark(pdf: Pdf, text: string) {
  const size = 96
  pdf.save().rotate(-52, { origin: [PAGE.width / 2, PAGE.height / 2] })
  write(pdf, text, { x: -100, y: PAGE.height / 2 - size / 2, width: PAGE.width + 200 }, { size, color: WATERMARK, align: 'center' })
  pdf.restore()
}

/** Draws the stub that the recipient signs, if the texts leave room for it. */
function writeStub(pdf: Pdf, { one, key }: Values) {
  line(pdf, TOP.stub)
  const fields: [number, string, string?][] = [
    [0, 'Data Cientificação'],
    [1, 'Identificação e Assinatura'],
    [2, 'Nº NFS-e / Chave NFS-e', `${one('nNFSe') ?? '-'} / ${key}`],
  ]
  for (const [column, label, value] of fields) {
    const x = COLUMNS[column] ?? LEFT
    say(pdf, label, x + PAD, TOP.stub + LABEL, 5, SMALL_TITLE)
    if (value !== undefined) say(pdf, value, x + PAD, TOP.stub + VALUE.small, 10, TEXT)
    if (column > 0)
      pdf
        .moveTo(cm(x), cm(TOP.stub))
        .lineTo(cm(x), cm(TOP.bottom + 0.1))
        .lineWidth(0.5)
        .stroke('black')
  }
}

export type Watermark = 'CANCELADA' | 'SUBSTITUÍDA'

interface Marked {
  watermark?: Watermark | undefined
}

/** The DANFSe as a file, with the XML attached. */
export async function danfse(nfseXml: string, marked: Marked = {}): Promise<Buffer> {
  const values = valuesOf(nfseXml)
  // Takes the time from the XML, so that the same input gives the same bytes.
  const at = new Date(Date.parse(values.one('dhProc', 'DPS/infDPS/dhEmi') ?? '') || 0)
  const pdf = newPdf({ title: `DANFSe ${values.key}`, subject: 'Documento Auxiliar da NFS-e', at })
  drawDanfse(pdf, values, marked)
  pdf.file(Buffer.from(nfseXml), {
    name: `NFSe-${values.key}.xml`,
    type: 'text/xml',
    creationDate: at,
    modifiedDate: at,
    description: 'XML da NFS-e',
  })
  return bytesOf(pdf)
}

/** Draws a DANFSe on the present page. */
export function drawDanfse(pdf: Pdf, values: Values, { watermark }: Marked) {
  const inner = cm(WIDTH - 2 * PAD)

  const top = placeRows(pdf, TOP.identification, identification(values), TITLE)
  const upper = placeBlocks(pdf, TOP.blocks, above(values))
  const lower = placeBlocks(pdf, 0, below(values))
  const texts = descriptions(values)
  const more = information(values)
  // Height of the fixed parts. The rest of the page is left for the two texts.
  const fixed = upper.end + HEIGHT.code + HEIGHT.description + lower.end + HEIGHT.informationTitle
  const taxes = linesOf(pdf, more.taxes, inner, TEXT, 2)
  const free = Math.floor((TOP.bottom - fixed) / LINE) - taxes.length
  const wanted = (text: string) => (text ? linesOf(pdf, text, inner, TEXT).length : 0)
  const given = share(free, wanted(texts.service) - 1, wanted(more.said))
  const service = linesOf(pdf, texts.service, inner, TEXT, given.description + 1)
  const said = given.information > 0 ? linesOf(pdf, more.said, inner, TEXT, given.information) : []

  const description = upper.end + HEIGHT.code
  const lowerTop = description + HEIGHT.description + (service.length - 1) * LINE
  const moved = (y: number) => y + lowerTop
  const further = moved(lower.end)
  const rows = [...top.rows, ...upper.rows, ...lower.rows.map((row) => ({ ...row, y: moved(row.y) }))]
  const sentences = [...upper.sentences, ...lower.sentences.map(({ y, text }) => ({ y: moved(y), text }))]

  shade(pdf, LEFT, TOP.header, WIDTH, HEIGHT.header)
  for (const row of rows) shadeRow(pdf, row)
  for (const { y } of sentences) shade(pdf, LEFT, y, WIDTH, HEIGHT.sentence)
  shade(pdf, LEFT, further, WIDTH, 0.39)
  if (watermark) writeWatermark(pdf, watermark)

  pdf
    .rect(cm(0.2), cm(0.2), PAGE.width - cm(0.4), PAGE.height - cm(0.4))
    .lineWidth(1)
    .stroke('black')
  for (const y of [TOP.identification, ...upper.lines, ...lower.lines.map(moved), further]) line(pdf, y)
  writeHeader(pdf, values)
  writeQr(pdf, values.key)
  for (const row of rows) writeRow(pdf, row)
  for (const { y, text } of sentences) say(pdf, text, LEFT + PAD, y + 0.03, WIDTH - 2 * PAD, { ...TITLE, align: 'center' })
  const left = { x: cm(LEFT + PAD), width: inner }
  write(pdf, texts.code, { ...left, y: cm(upper.end + 0.06) }, TEXT)
  write(pdf, 'Descrição do Serviço', { ...left, y: cm(description + LABEL) }, SMALL_TITLE)
  writeLines(pdf, service, { ...left, y: cm(description + VALUE.small) }, TEXT)
  write(pdf, 'INFORMAÇÕES COMPLEMENTARES', { ...left, y: cm(further + 0.06) }, TITLE)
  const last = [...said, ...taxes]
  writeLines(pdf, last, { ...left, y: cm(further + HEIGHT.informationTitle + 0.03) }, TEXT)
  if (further + HEIGHT.informationTitle + 0.1 + last.length * LINE < TOP.stub) writeStub(pdf, values)
}
