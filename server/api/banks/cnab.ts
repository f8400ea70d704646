// Lines of a CNAB 240 file.

/** Columns of a line, both ends included and counted from 1: '38-57', or '58' for a single one. */
export type Columns = `${number}` | `${number}-${number}`
/** Values by their columns. A number is right-aligned with zeros; a text is left-aligned with blanks, in capitals without accents. */
export type Fields = Partial<Record<Columns, number | string>>

export const WIDTH = 240
/** The first and last column. */
export function endsOf(columns: string): [from: number, to: number] {
  const [from = '', to = from] = columns.split('-')
  return [Number(from), Number(to)]
}

/** A text in the characters that every bank reads: capitals, digits and printable ASCII. */
export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, ' ')
    .toUpperCase()

function fieldOf(columns: string, value: number | string) {
  const [from, to] = endsOf(columns)
  const width = to - from + 1
  if (typeof value === 'string') return plain(value).slice(0, width).padEnd(width)
  const digits = String(value)
  // A number that does not fit would shift its meaning, so it is refused, unlike a long name.
  if (!/^\d+$/.test(digits) || digits.length > width) throw new Error(`O valor ${value} não cabe nas colunas ${columns}.`)
  return digits.padStart(width, '0')
}

/** A line of 240 columns. Fields of a later layer are written over those of an earlier one; the rest is blank. */
export function lineOf(...layers: Fields[]) {
  let line = ' '.repeat(WIDTH)
  for (const fields of layers)
    for (const [columns, value] of Object.entries(fields)) {
      const [from, to] = endsOf(columns)
      if (value !== undefined) line = line.slice(0, from - 1) + fieldOf(columns, value) + line.slice(to)
    }
  return line
}

/** The text in these columns, without blanks at its ends. */
export const textIn = (line: string, columns: Columns) => {
  const [from, to] = endsOf(columns)
  return line.slice(from - 1, to).trim()
}

/** A day 'YYYY-MM-DD' as DDMMAAAA, or zeros for null. */
export const dayField = (day: string | null) => (day === null ? '00000000' : day.slice(8, 10) + day.slice(5, 7) + day.slice(0, 4))
