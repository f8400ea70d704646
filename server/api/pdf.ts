// Shared drawing code of the printed documents: fonts, text that stays within its box, and codes drawn as shapes.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { render } from '@bwip-js/node'
import PdfKit from 'pdfkit'
import { plain } from './nfse/text.ts'
import { unpackedFont } from './woff.ts'

export type Pdf = PDFKit.PDFDocument
export type Face = 'regular' | 'bold'
export type Align = 'left' | 'center' | 'right'

/** Converts centimetres to points. pdfkit has 72 points per inch. */
export const cm = (length: number) => (length * 72) / 2.54
export const PAGE = { width: cm(21), height: cm(29.7) }

/** The part of a fontkit font that we use. The type is written here because fontkit has no types. */
type Font = { hasGlyphForCodePoint(code: number): boolean }
const require = createRequire(import.meta.url)
// The .woff file is used, because fontkit cannot lay out accented letters from a .woff2.
const fileOf = (weight: 400 | 700) => unpackedFont(readFileSync(require.resolve(`@fontsource/arimo/files/arimo-latin-${weight}-normal.woff`)))

/**
 * Called only once per font, because unpacking takes longer than drawing a page. pdfkit reads the font, since fontkit is a dependency of pdfkit, not
 * ours.
 */
function fontOf(weight: 400 | 700) {
  const { _font } = new PdfKit({ autoFirstPage: false }).font(fileOf(weight)) as unknown as { _font: { font: Font } }
  return _font.font
}
let loaded: Record<Face, Font> | undefined
const fonts = () => (loaded ??= { regular: fontOf(400), bold: fontOf(700) })

/** A text that the font can show. A character without a glyph becomes a plain equivalent, or '?' if there is none. Line breaks are kept. */
export function printable(text: string) {
  if (/^[ -~\u00A1-\u00AC\u00AE-\u00FF]*$/.test(text)) return text
  const { regular } = fonts()
  let out = ''
  // Join each accent to its letter, because the font has no glyph for a separate accent.
  for (const letter of text.normalize('NFC').replaceAll(/\r\n?/g, '\n')) {
    if (letter === '\n') out += letter
    else if (/[\s\p{Cc}]/u.test(letter)) out += ' '
    // Leave out joiners, variation selectors and direction marks, which are invisible.
    else if (!/[\p{Cf}\uFE00-\uFE0F]/u.test(letter)) out += regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : plain(letter)
  }
  return out
}

/**
 * A new document with one A4 page without margins. Pages stay open until the end, so that a footer can tell their number. The same input gives the
 * same bytes, because `at` is the only time in the file.
 */
export function newPdf({ title, subject, at }: { title: string; subject: string; at: Date }): Pdf {
  const pdf = new PdfKit({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    bufferPages: true,
    pdfVersion: '1.7',
    info: { Title: title, Subject: subject, Producer: 'csnoteweb', Creator: 'csnoteweb', CreationDate: at, ModDate: at },
  })
  for (const [face, font] of Object.entries(fonts())) pdf.registerFont(face, font as never)
  return pdf.font('regular')
}

export function bytesOf(pdf: Pdf): Promise<Buffer> {
  const bytes = buffer(pdf)
  pdf.end()
  return bytes
}

export type Style = { size: number; face?: Face; color?: string; align?: Align }
export type Box = { x: number; y: number; width: number }

const set = (pdf: Pdf, { size, face = 'regular' }: Style) => pdf.font(face).fontSize(size)

/** Cuts a line to a width and ends it with '...' to show the cut. */
function cutLine(pdf: Pdf, line: string, width: number) {
  let text = line
  while (text && pdf.widthOfString(`${text}...`) > width) text = text.slice(0, -1)
  return `${text.trimEnd()}...`
}

/** Splits a word that is wider than a line into pieces that fit. */
function piecesOf(pdf: Pdf, word: string, width: number) {
  if (pdf.widthOfString(word) <= width) return [word]
  const pieces = ['']
  for (const letter of word) {
    const last = pieces.at(-1) ?? ''
    if (last && pdf.widthOfString(last + letter) > width) pieces.push(letter)
    else pieces[pieces.length - 1] = last + letter
  }
  return pieces
}

/** Breaks a text into at most `most` lines of a width. If the text is longer, the last line ends with '...'. */
export function linesOf(pdf: Pdf, text: string, width: number, style: Style, most = Number.POSITIVE_INFINITY): string[] {
  set(pdf, style)
  const lines: string[] = []
  for (const paragraph of printable(text).trim().split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ').flatMap((one) => piecesOf(pdf, one, width))) {
      const longer = line ? `${line} ${word}` : word
      if (line && pdf.widthOfString(longer) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
    // There are too many lines already, and the rest will be cut, so it need not be measured.
    if (lines.length > most) break
  }
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), cutLine(pdf, lines[most - 1] ?? '', width)]
}

export const lineHeight = (size: number) => size * 1.15

/** Writes the given lines, beginning at the top of a box. */
export function writeLines(pdf: Pdf, lines: readonly string[], { x, y, width }: Box, style: Style) {
  set(pdf, style).fillColor(style.color ?? 'black')
  for (const [at, line] of lines.entries()) {
    if (!line) continue
    const free = style.align === 'center' || style.align === 'right' ? width - pdf.widthOfString(line) : 0
    pdf.text(line, x + (style.align === 'center' ? free / 2 : free), y + at * lineHeight(style.size), { lineBreak: false })
  }
}

/** Writes a text within a box, on one line by default. Returns the number of lines. */
export function write(pdf: Pdf, text: string, box: Box, style: Style & { most?: number }) {
  const lines = linesOf(pdf, style.most === undefined ? text.replaceAll('\n', ' ') : text, box.width, style, style.most ?? 1)
  writeLines(pdf, lines, box, style)
  return lines.length
}

type Area = Box & { height: number }

const nothing = () => {}
/** The drawing interface that the renderer of barcodes and QR codes requires. It draws nothing. */
const silent = {
  scale: () => null,
  measure: () => ({ width: 0, ascent: 0, descent: 0 }),
  init: nothing,
  line: nothing,
  polygon: nothing,
  hexagon: nothing,
  ellipse: nothing,
  fill: nothing,
  text: nothing,
  end: nothing,
}

/** Draws the bars of an interleaved 2 of 5 code, fitted to the box. Wide bars are three times as wide as narrow ones. */
export function drawBars(pdf: Pdf, digits: string, { x, y, width, height }: Area) {
  const bars: { from: number; to: number }[] = []
  // Each module has two units, so that the middle of a bar is a whole number.
  render(
    { bcid: 'interleaved2of5', text: digits, scale: 2 },
    {
      ...silent,
      line: (middle, _top, _x, _bottom, thick) => void bars.push({ from: middle - thick / 2, to: middle + thick / 2 }),
    },
  )
  const first = bars[0]?.from ?? 0
  const scale = width / ((bars.at(-1)?.to ?? 0) - first)
  for (const { from, to } of bars) pdf.rect(x + (from - first) * scale, y, (to - from) * scale, height)
  pdf.fill('black')
}

/** Draws a QR code as shapes with holes, because adjacent squares would show seams between them. */
export function drawQr(pdf: Pdf, text: string, { x, y, width }: Box) {
  let scale = 0
  // The options are kept in a variable, because the type of the parameter does not know the options of each kind of code.
  const options = { bcid: 'qrcode', text, eclevel: 'M', scale: 1 }
  render(options, {
    ...silent,
    init: (size) => void (scale = width / size),
    polygon: (points) => void pdf.polygon(...points.map(([px, py]) => [x + px * scale, y + py * scale])),
    fill: () => void pdf.fill('black', 'even-odd'),
  })
}
