// Spreadsheets saved as CSV: their lines by column, however a program wrote them.
import Papa from 'papaparse'
import type { Line, Outcome } from './import.ts'
import { shown, type Sheet } from './sheet.ts'

/** The text of a file, however a spreadsheet wrote it. */
function decode(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const nameOf = (head: string) => head.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const SEPARATORS = [';', ',', '\t', '|']
/** The names of the columns hold none of them, so the first line says which it is; a single column needs none. */
const separatorOf = (text: string) => SEPARATORS.find((one) => text.trimStart().split('\n', 1)[0]?.includes(one)) ?? ';'

const QUOTES = 'As aspas não fecham ou têm texto depois delas. Dentro de um texto entre aspas, cada aspa é escrita duas vezes.'

interface Limits {
  lines: number
  /** Characters of a line. */
  length: number
}

/** Looked at before anything is parsed: a line of two characters costs hundreds of bytes, and a long one of quotes seconds. */
function hasMore(text: string, { lines, length }: Limits) {
  let [count, start] = [0, 0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    count += 1
    if (count > lines || end - start > length) return true
    start = end + 1
  }
  return text.length - start > length
}

/** The file's lines by column, each with its number, and what is wrong with those that are left out; throws what is wrong with the whole of it. */
export function linesOf(bytes: Buffer, { heads }: Pick<Sheet, 'heads'>, limits?: Limits): { lines: Line[]; problems: Outcome['problems'] } {
  // Each program ends its lines in its way, and one that appends to another's in two.
  const text = decode(bytes).replaceAll(/\r\n?/g, '\n')
  if (limits && hasMore(text, limits))
    throw new RefusedFile(
      `O arquivo tem mais de ${limits.lines.toLocaleString('pt-BR')} linhas, ou uma com mais de ${limits.length.toLocaleString('pt-BR')} caracteres.`,
    )
  const lines: Line[] = []
  const problems: Outcome['problems'] = []
  let names: string[] = []
  let line = 1
  let at = 0
  const separator = separatorOf(text)
  /** A whole line of the file: it was read on to some later quote. */
  const swallows = (cell: string) => cell.includes('\n') && cell.split('\n').some((one) => one.split(separator).length >= Math.max(4, names.length))
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
      } else if (names.length === 0) names = checked(data.map(nameOf), heads)
      else if (data.length > names.length) problems.push({ line: here, problem: `Tem ${data.length} campos, mais que as ${names.length} colunas.` })
      else lines.push({ line: here, values: Object.fromEntries(names.map((name, index) => [name, (data[index] ?? '').trim()])) })
    },
  })
  if (names.length === 0 && problems.length === 0) throw new RefusedFile('O arquivo está vazio.')
  return { lines, problems }
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

/** Nothing of a file is taken; says why. */
export class RefusedFile extends Error {}
/** It is another one, or has other columns. */
export class WrongColumns extends RefusedFile {}
