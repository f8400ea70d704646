// A bank of the tests: reads a remessa and answers with a retorno, by columns that were taken from the bank's manual apart from the product's own
// modules.
import { expect } from 'vitest'

/** Columns of a line, both ends included and counted from 1: [38, 57]. */
export type At = readonly [from: number, to: number]

/** The columns of the values in a bank's files. A value that the bank does not read has no columns. */
export interface Positions {
  /** COMPE code. */
  bank: string
  fileHeader: { cnpj: At; companyCode?: At; branch?: At; account?: At; name: At; sequence: At; layout: At }
  /** The number of the file in the batch header, if the bank ignores that of the file header. */
  batchSequence?: At
  p: {
    ourNumber: At
    wallet?: At
    document: At
    dueOn: At
    cents: At
    kind: At
    accepted: At
    issuedOn: At
    interestCode?: At
    interestFrom: At
    interest: At
    discountCode?: At
    discountUntil: At
    discount: At
    abatement: At
    companyUse?: At
    protestCode: At
    protestDays: At
    writeOffCode?: At
    writeOffDays?: At
  }
  q: { payerKind: At; payer: At; name: At; street: At; district: At; cep: At; city: At; uf: At }
  r?: { fineCode: At; fineFrom: At; fine: At }
  /** The segment for the payer's e-mail, with what must stand in front of it. */
  email?: { segment: string; marks: readonly [at: At, value: string][]; address: At }
  t: { ourNumber: At; document: At; dueOn: At; cents: At; companyUse: At; fee: At; reasons: At }
}

/** The columns of segment U, which the manuals of all these banks have as FEBRABAN. */
const U = {
  additions: [18, 32],
  discount: [33, 47],
  abatement: [48, 62],
  tax: [63, 77],
  paid: [78, 92],
  credited: [93, 107],
  otherCosts: [108, 122],
  otherCredits: [123, 137],
  on: [138, 145],
  creditedOn: [146, 153],
} satisfies Record<string, At>

const textAt = (line: string, [from, to]: At) => line.slice(from - 1, to)
type Values<T> = { [K in keyof T]: string }
const valuesAt = <T extends object>(line: string, columns: T) =>
  // Each key gets the text of its columns, so the cast is safe.
  Object.fromEntries(Object.entries(columns as Record<string, At>).map(([name, at]) => [name, textAt(line, at)])) as Values<T>

export interface ReadOrder {
  movement: string
  p: Values<Positions['p']>
  q: Values<Positions['q']>
  r?: Values<NonNullable<Positions['r']>>
  email?: string
}

/** Reads a remessa as a bank would, and fails the test where its frame is wrong: widths, numbering, totals. */
export function readRemittance(positions: Positions, text: string) {
  expect(text).toMatch(/^(?:[\x20-\x7e]{240}\r\n)+$/)
  const lines = text.split('\r\n').slice(0, -1)
  const [header = '', batch = ''] = lines
  const details = lines.slice(2, -2)
  const [batchEnd = '', end = ''] = lines.slice(-2)
  for (const line of lines) expect(line.slice(0, 3)).toBe(positions.bank)
  expect(lines.map((line) => line.slice(3, 8))).toEqual(['00000', '00011', ...details.map(() => '00013'), '00015', '99999'])
  expect(header[142]).toBe('1')
  expect(batch.slice(8, 11)).toBe('R01')
  expect(details.map((line) => Number(line.slice(8, 13)))).toEqual(details.map((_, index) => index + 1))
  expect(Number(batchEnd.slice(17, 23))).toBe(lines.length - 2)
  expect([Number(end.slice(17, 23)), Number(end.slice(23, 29))]).toEqual([1, lines.length])
  const orders: ReadOrder[] = []
  for (const line of details) {
    const segment = line[13]
    const movement = line.slice(15, 17)
    const last = orders.at(-1)
    if (segment === 'P') orders.push({ movement, p: valuesAt(line, positions.p), q: {} as ReadOrder['q'] })
    else if (!last) throw new Error(`Segment ${segment} comes before any segment P.`)
    else {
      expect(movement).toBe(last.movement)
      if (segment === 'Q') last.q = valuesAt(line, positions.q)
      else if (segment === 'R' && positions.r) last.r = valuesAt(line, positions.r)
      else if (segment === positions.email?.segment) {
        for (const [at, value] of positions.email?.marks ?? []) expect(textAt(line, at)).toBe(value)
        last.email = textAt(line, positions.email?.address ?? [1, 1]).trim()
      } else throw new Error(`The bank has no segment ${segment}.`)
    }
  }
  const values = valuesAt(header, positions.fileHeader)
  const sequence = positions.batchSequence ? textAt(batch, positions.batchSequence) : values.sequence
  return { header: { ...values, sequence }, batch, orders, lines }
}

/** A bank's message about one boleto. Amounts are in cents, days 'YYYY-MM-DD'. */
export interface Told {
  movement: string
  t: Partial<Record<keyof Positions['t'], string | number>>
  u?: Partial<Record<keyof typeof U, string | number>>
}

function write(line: string, [from, to]: At, value: string | number) {
  const width = to - from + 1
  const day = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  const text = typeof value === 'number' ? String(value).padStart(width, '0') : (day ? value.split('-').toReversed().join('') : value).padEnd(width)
  return line.slice(0, from - 1) + text.slice(0, width) + line.slice(to)
}

/** Writes the retorno in which the bank tells these things. */
export function returnOf(positions: Positions, header: Partial<Record<keyof Positions['fileHeader'], string | number>>, told: Told[]) {
  const { bank, t, fileHeader } = positions
  const blank = ' '.repeat(240)
  const line = (fields: [At, string | number][]) => fields.reduce((text, [at, value]) => write(text, at, value), write(blank, [1, 3], bank))
  const filled = <T extends object>(columns: T, values: Partial<Record<keyof T, string | number>>) =>
    Object.entries(columns as Record<string, At>).flatMap(([name, at]): [At, string | number][] => {
      const value = values[name as keyof T]
      return value === undefined ? [] : [[at, value]]
    })
  const zeros = (columns: object, names: string[]) => names.map((name): [At, number] => [(columns as Record<string, At>)[name] ?? [240, 240], 0])
  const details = told.flatMap((one, index) => [
    line([
      [[4, 8], '00013'],
      [[9, 13], 2 * index + 1],
      [[14, 14], 'T'],
      [[16, 17], one.movement],
      ...zeros(t, ['dueOn', 'cents', 'fee']),
      ...filled(t, one.t),
    ]),
    line([
      [[4, 8], '00013'],
      [[9, 13], 2 * index + 2],
      [[14, 14], 'U'],
      [[16, 17], one.movement],
      ...zeros(U, Object.keys(U)),
      ...filled(U, one.u ?? {}),
    ]),
  ])
  const lines = [
    line([[[4, 8], '00000'], [[18, 18], 2], [[143, 143], 2], [[144, 151], '2026-11-30'], ...filled(fileHeader, header)]),
    line([
      [[4, 8], '00011'],
      [[9, 11], 'T01'],
    ]),
    ...details,
    line([
      [[4, 8], '00015'],
      [[18, 23], details.length + 2],
    ]),
    line([
      [[4, 8], '99999'],
      [[18, 23], 1],
      [[24, 29], details.length + 4],
    ]),
  ]
  return lines.map((text) => `${text}\r\n`).join('')
}
