// What the printed documents share: fonts, texts that stay within their box, and codes drawn as lines.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { render } from '@bwip-js/node'
import PdfKit from 'pdfkit'
import { plain } from './text.ts'
import { unpackedFont } from './woff.ts'

export type Pdf = PDFKit.PDFDocument
export type Face = 'regular' | 'bold'
export type Align = 'left' | 'center' | 'right'

/** Points, of which pdfkit counts 72 an inch. */
export const cm = (length: number) => (length * 72) / 2.54
export const PAGE = { width: cm(21), height: cm(29.7) }

/** What we ask of a font of fontkit, which types nothing. */
type Font = { hasGlyphForCodePoint(code: number): boolean }
const require = createRequire(import.meta.url)
// Of .woff2 fontkit cannot lay out accented letters.
const fileOf = (weight: 400 | 700) => unpackedFont(readFileSync(require.resolve(`@fontsource/arimo/files/arimo-latin-${weight}-normal.woff`)))

/** Read once: unpacking a font takes longer than drawing a page. pdfkit reads it for us, fontkit being a dependency of its own. */
function fontOf(weight: 400 | 700) {
  const { _font } = new PdfKit({ autoFirstPage: false }).font(fileOf(weight)) as unknown as { _font: { font: Font } }
  return _font.font
}
let loaded: Record<Face, Font> | undefined
const fonts = () => (loaded ??= { regular: fontOf(400), bold: fontOf(700) })

/** As the font can show it: what has no glyph becomes a plain equivalent or, without one, '?'. Keeps line breaks. */
export function printable(text: string) {
  if (/^[ -~\u00A1-\u00AC\u00AE-\u00FF]*$/.test(text)) return text
  const { regular } = fonts()
  let out = ''
  // An accent apart from its letter is a glyph that the font has not.
  for (const letter of text.normalize('NFC').replaceAll(/\r\n?/g, '\n')) {
    if (letter === '\n') out += letter
    else if (/[\s\p{Cc}]/u.test(letter)) out += ' '
    // Joiners, variation selectors, direction marks: nothing to be seen.
    else if (!/[\p{Cf}\uFE00-\uFE0F]/u.test(letter)) out += regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ? letter : plain(letter)
  }
  return out
}

/** One A4 page, without margins of its own. The same input makes the same bytes: `at` is the only time that it holds. */
export function newPdf({ title, subject, at }: { title: string; subject: string; at: Date }): Pdf {
  const pdf = new PdfKit({
    size: 'A4',
    margin: 0,
    lang: 'pt-BR',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Subject: subject, Producer: 'csnoteweb', Creator: 'csnoteweb', CreationDate: at, ModDate: at },
  })
  for (const [face, font] of Object.entries(fonts())) pdf.registerFont(face, font as never)
  return pdf.font('regular')
}

/** Ends a document; its bytes. */
export function bytesOf(pdf: Pdf): Promise<Buffer> {
  const bytes = buffer(pdf)
  pdf.end()
  return bytes
}

export type Style = { size: number; face?: Face; color?: string; align?: Align }
export type Box = { x: number; y: number; width: number }

const set = (pdf: Pdf, { size, face = 'regular' }: Style) => pdf.font(face).fontSize(size)

/** A line that ends by '...', as much of it as the width holds. */
function cutLine(pdf: Pdf, line: string, width: number) {
  let text = line
  while (text && pdf.widthOfString(`${text}...`) > width) text = text.slice(0, -1)
  return `${text.trimEnd()}...`
}

/** A word that is longer than a line, in pieces that are not. */
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

/** A text in lines of a width, at most so many (one or more): the last one tells by '...' that there was more. */
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
    // What is cut anyway need not be measured.
    if (lines.length > most) break
  }
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), cutLine(pdf, lines[most - 1] ?? '', width)]
}

export const lineHeight = (size: number) => size * 1.15

/** Lines as they are, from the top of a box on. */
export function writeLines(pdf: Pdf, lines: readonly string[], { x, y, width }: Box, style: Style) {
  set(pdf, style).fillColor(style.color ?? 'black')
  for (const [at, line] of lines.entries()) {
    if (!line) continue
    const free = style.align === 'center' || style.align === 'right' ? width - pdf.widthOfString(line) : 0
    pdf.text(line, x + (style.align === 'center' ? free / 2 : free), y + at * lineHeight(style.size), { lineBreak: false })
  }
}

/** A text within a box, in one line where nothing else is said; gives how many lines it took. */
export function write(pdf: Pdf, text: string, box: Box, style: Style & { most?: number }) {
  const lines = linesOf(pdf, style.most === undefined ? text.replaceAll('\n', ' ') : text, box.width, style, style.most ?? 1)
  writeLines(pdf, lines, box, style)
  return lines.length
}

type Area = Box & { height: number }

const nothing = () => {}
/** What the code's maker asks of whoever draws; it writes no letters. */
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

/** Bars of 2 of 5 interleaved, the wide ones thrice the narrow ones, as wide and as high as the box. */
export function drawBars(pdf: Pdf, digits: string, { x, y, width, height }: Area) {
  const bars: { from: number; to: number }[] = []
  // A module of two, so that the middle of a bar is a whole number.
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

/** A QR code, as shapes with holes: squares side by side would show seams between them. */
export function drawQr(pdf: Pdf, text: string, { x, y, width }: Box) {
  let scale = 0
  // Of another type than render asks for, which knows no code's own options.
  const options = { bcid: 'qrcode', text, eclevel: 'M', scale: 1 }
  render(options, {
    ...silent,
    init: (size) => void (scale = width / size),
    polygon: (points) => void pdf.polygon(...points.map(([px, py]) => [x + px * scale, y + py * scale])),
    fill: () => void pdf.fill('black', 'even-odd'),
  })
}
