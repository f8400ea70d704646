// Reads a spreadsheet file, whichever program wrote it. Each line becomes its number and its texts by column name.
import Papa from 'papaparse'
import type { Line, Outcome } from './import.ts'
import { RefusedFile, WrongColumns } from './refused-file.ts'
import { shown, type Sheet } from './sheet.ts'
import { cellsOf } from './xlsx.ts'

/** Decodes a file by its byte order mark. Without a mark it is UTF-8 or, if that fails, Windows-1252. */
function decode(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Recognises a file's format by its first bytes. An .ods file begins with an entry that contains its type as plain text. */
function formatOf(bytes: Buffer) {
  if (bytes.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return 'xls'
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\u0003\u0004') return 'csv'
  return bytes.subarray(30, 100).toString('latin1').startsWith('mimetypeapplication/vnd.oasis.opendocument') ? 'ods' : 'xlsx'
}

const nameOf = (head: string) => head.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const SEPARATORS = [';', ',', '\t', '|']
/** Finds the separator in the first line: column names contain no separators. A file with a single column has none. */
const separatorOf = (text: string) => SEPARATORS.find((one) => text.trimStart().split('\n', 1)[0]?.includes(one)) ?? ';'
/** A first line that tells Excel the separator. */
const SEP = /^sep=(.)\n/i

const QUOTES = 'As aspas não fecham ou têm texto depois delas. Dentro de um texto entre aspas, cada aspa é escrita duas vezes.'

interface Limits {
  lines: number
  /** Maximum number of characters per line. */
  length: number
}

/**
 * Whether a text exceeds the limits. Checked before parsing, because each parsed line costs hundreds of bytes, and a long line of quotes takes
 * seconds.
 */
function hasMore(text: string, { lines, length }: Limits) {
  let [count, start] = [0, 0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    count += 1
    if (count > lines || end - start > length) return true
    start = end + 1
  }
  return text.length - start > length
}

interface Row {
  line: number
  cells: string[]
}
type Problems = Outcome['problems']

const tooLarge = ({ lines, length }: Limits) =>
  new RefusedFile(`O arquivo tem mais de ${lines.toLocaleString('pt-BR')} linhas, ou uma com mais de ${length.toLocaleString('pt-BR')} caracteres.`)

/** Reads the lines of a file by column, with their numbers and the problems of lines that are left out. Throws if the file as a whole is unusable. */
export async function linesOf(
  bytes: Buffer,
  sheet: Pick<Sheet, 'heads' | 'percents'>,
  limits?: Limits,
): Promise<{ lines: Line[]; problems: Problems }> {
  const format = formatOf(bytes)
  if (format === 'ods' || format === 'xls') throw new RefusedFile(`Este arquivo é uma planilha .${format}: salve-a como .xlsx ou CSV.`)
  return format === 'csv' ? linesOfText(bytes, sheet, limits) : linesOfSheet(bytes, sheet, limits)
}

async function linesOfSheet(bytes: Buffer, sheet: Pick<Sheet, 'heads' | 'percents'>, limits?: Limits) {
  const rows = await cellsOf(bytes)
  if (limits && (rows.length > limits.lines || rows.some((row) => row.reduce((sum, { text }) => sum + text.length, 0) > limits.length)))
    throw tooLarge(limits)
  const found = linesIn(
    rows.map((row, index) => ({ line: index + 1, cells: row.map(({ text }) => text) })),
    [],
    sheet.heads,
  )
  const percents = found.names.flatMap((name, column) => (sheet.percents.includes(name) ? [{ name, column }] : []))
  // In a number cell, 50 % and 0,5 are the same number. Only the cell's format tells them apart, but the library does not read formats.
  const doubtful = found.lines.flatMap(({ line, values }) =>
    percents.flatMap(({ name, column }) =>
      rows[line - 1]?.[column]?.isPart
        ? [{ line, problem: `${name}: “${values[name]}” pode ser uma parte de 1 ou um percentual: escreva-o na planilha como texto, como 2,5%.` }]
        : [],
    ),
  )
  const left = new Set(doubtful.map(({ line }) => line))
  return { lines: found.lines.filter(({ line }) => !left.has(line)), problems: [...found.problems, ...doubtful] }
}

function linesOfText(bytes: Buffer, { heads }: Pick<Sheet, 'heads'>, limits?: Limits) {
  // All line ends are made equal: programs end lines in different ways, and a file edited by two programs may mix them.
  const whole = decode(bytes).replaceAll(/\r\n?/g, '\n')
  if (limits && hasMore(whole, limits)) throw tooLarge(limits)
  const [told = '', said] = SEP.exec(whole) ?? []
  const text = whole.slice(told.length)
  const rows: Row[] = []
  const problems: Problems = []
  let line = told ? 2 : 1
  let at = 0
  const separator = said ?? separatorOf(text)
  /** Whether a cell contains an entire line of the file. If so, a quote was not closed, and the text up to the next quote was read as one cell. */
  const swallows = (cell: string) =>
    cell.includes('\n') && cell.split('\n').some((one) => one.split(separator).length >= Math.max(4, rows[0]?.cells.length ?? 0))
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      const here = line
      line += text.slice(at, meta.cursor).split('\n').length - 1
      at = meta.cursor
      if (data.every((value) => !value.trim())) return
      if (errors.some(({ type }) => type === 'Quotes') || data.some(swallows)) {
        problems.push({ line: here, problem: QUOTES })
        for (let lost = here + 1; lost < line; lost += 1) problems.push({ line: lost, problem: `Está dentro das aspas da linha ${here}.` })
      } else rows.push({ line: here, cells: data })
    },
  })
  return linesIn(rows, problems, heads)
}

/** Splits rows into named columns; the first row has the names. Empty columns without a name are dropped at the right end. */
function linesIn(rows: Row[], problems: Problems, heads: Sheet['heads']) {
  const [head, ...rest] = rows.filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (!head && problems.length === 0) throw new RefusedFile('O arquivo está vazio.')
  const width = head?.cells.length ?? 0
  const last = head?.cells.findLastIndex((cell) => cell.trim()) ?? -1
  const names = head ? checked(head.cells.slice(0, last + 1).map(nameOf), heads) : []
  const lines: Line[] = []
  for (const { line, cells } of rest)
    if (cells.length > width || cells.slice(names.length).some((cell) => cell.trim()))
      problems.push({ line, problem: `Tem ${cells.length} campos, mais que as ${names.length} colunas.` })
    else lines.push({ line, values: Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? '').trim()])) })
  return { names, lines, problems }
}

function checked(names: string[], heads: Sheet['heads']) {
  const unknown = names.filter((name) => !Object.hasOwn(heads, name))
  const missing = Object.entries(heads).flatMap(([name, about]) => (about.endsWith('?') || names.includes(name) ? [] : [name]))
  const said = [
    ...(unknown.length > 0 ? [`Colunas desconhecidas: ${unknown.map((name) => (name === '' ? '(sem nome)' : shown(name))).join(', ')}.`] : []),
    ...(missing.length > 0 ? [`Faltam as colunas: ${missing.join(', ')}.`] : []),
    ...(new Set(names).size < names.length ? ['Há colunas repetidas.'] : []),
  ]
  if (said.length > 0) throw new WrongColumns(said.join(' '))
  return names
}
