// Reads a retorno: the CNAB 240 file by which a bank tells what became of its boletos. FEBRABAN's layout 10.6 is the base; each bank names the columns
// that it uses differently.
import { isDay } from '../../../shared/clock.ts'
import type { Amounts, Bank } from './bank.ts'
import { endsOf, textIn, WIDTH, type Columns } from './cnab.ts'
import { FEES, OCCURRENCES, REFUSALS, SETTLEMENTS, type Meaning, type Reasons } from './reasons.ts'

/** An occurrence that the bank reports about one boleto. Days are 'YYYY-MM-DD', or null if the file does not state them. */
export interface Happening {
  /** Number of the line of its segment T. */
  line: number
  /** Our-number as the file has it, without blanks. */
  ourNumber: string
  document: string
  companyUse: string
  occurrence: string
  meaning: Meaning
  name: string
  reasons: string[]
  dueOn: string | null
  /** Fee that the bank charges, in cents. */
  fee: number
  amounts: Amounts
  on: string | null
  creditedOn: string | null
}

export interface ReturnFile {
  bank: Bank
  /** CNPJ of the company, 14 digits, and its code at the bank as the header states it. */
  cnpj: string
  companyCode: string
  /** Branch and account of the header, with their digits, without leading zeros: '1480-2'. Banks that state none leave the account ''. */
  branch: string
  account: string
  sequence: number
  /** Day on which the bank wrote the file. */
  writtenOn: string | null
  happenings: Happening[]
}

export interface Problem {
  /** Number of the line, counted from 1. */
  line: number
  problem: string
}

const LAST = '9'
/** End of file as DOS programs write it. */
const END = '\u001a'

/** Zero for zeros or blanks. Undefined if the columns hold anything else than digits. */
const numberIn = (line: string, columns: Columns) => {
  const text = textIn(line, columns)
  return /^\d*$/.test(text) ? Number(text) : undefined
}

/** Null for zeros or blanks, undefined if the columns hold no day. */
function dayIn(line: string, columns: Columns) {
  const text = textIn(line, columns)
  if (/^0*$/.test(text)) return null
  const day = `${text.slice(4)}-${text.slice(2, 4)}-${text.slice(0, 2)}`
  return /^\d{8}$/.test(text) && isDay(day) ? day : undefined
}

const AMOUNTS = {
  additions: '18-32',
  discount: '33-47',
  abatement: '48-62',
  tax: '63-77',
  paid: '78-92',
  credited: '93-107',
  otherCosts: '108-122',
  otherCredits: '123-137',
} as const satisfies Record<Exclude<keyof Amounts, 'title'>, Columns>

/** Codes of two characters. Zeros and blanks are none. */
function codesIn(line: string, columns: Columns) {
  const [from, to] = endsOf(columns)
  return (line.slice(from - 1, to).match(/../g) ?? []).filter((code) => !/^[0 ]*$/.test(code))
}

function happeningOf(bank: Bank, t: string, u: string, line: number, wrong: (line: number, problem: string) => void): Happening {
  const { returned } = bank
  const amount = (segment: string, columns: Columns, at: number) => {
    const found = numberIn(segment, columns)
    if (found === undefined) wrong(at, `Colunas ${columns}: “${textIn(segment, columns)}” não é um valor.`)
    return found ?? 0
  }
  const day = (segment: string, columns: Columns, at: number) => {
    const found = dayIn(segment, columns)
    if (found === undefined) wrong(at, `Colunas ${columns}: “${textIn(segment, columns)}” não é um dia.`)
    return found ?? null
  }
  const occurrence = textIn(t, '16-17')
  if (occurrence !== textIn(u, '16-17')) wrong(line + 1, 'O movimento do segmento U não é o do segmento T.')
  const [meaning, name] = { ...OCCURRENCES, ...returned.occurrences }[occurrence] ?? ['other', `Ocorrência ${occurrence}`]
  const { refusals, fees, settlements, byOccurrence } = returned.reasons ?? {}
  const reasonCodes = returned.reasonCodes ?? '214-223'
  const tables: Partial<Record<Meaning, [Reasons, Columns]>> = {
    registered: [{ ...REFUSALS, ...refusals }, reasonCodes],
    refused: [{ ...REFUSALS, ...refusals }, reasonCodes],
    fee: [{ ...FEES, ...fees }, reasonCodes],
    paid: [{ ...SETTLEMENTS, ...settlements }, returned.settlementCodes ?? reasonCodes],
    writtenOff: [{ ...SETTLEMENTS, ...settlements }, returned.settlementCodes ?? reasonCodes],
  }
  // FEBRABAN defines no reasons for other occurrences, but some banks do.
  const [usual, codes] = tables[meaning] ?? [settlements ?? {}, returned.settlementCodes ?? reasonCodes]
  const table = byOccurrence?.[occurrence] ?? usual
  const stated = Object.fromEntries(Object.entries(AMOUNTS).map(([part, columns]) => [part, amount(u, columns, line + 1)])) as Omit<Amounts, 'title'>
  const amounts: Amounts = { title: amount(t, returned.title ?? '82-96', line), ...stated }
  return {
    line,
    ourNumber: textIn(t, returned.ourNumber ?? '38-57'),
    document: textIn(t, returned.document ?? '59-73'),
    companyUse: returned.companyUse === null ? '' : textIn(t, returned.companyUse ?? '106-130'),
    occurrence,
    meaning,
    name,
    reasons: codesIn(t, codes).map((code) => table[code] ?? `motivo ${code}`),
    dueOn: day(t, returned.dueOn ?? '74-81', line),
    fee: amount(t, returned.fee ?? '199-213', line),
    amounts: { ...amounts, paid: returned.paid?.(amounts) ?? amounts.paid },
    on: day(u, '138-145', line + 1),
    creditedOn: day(u, '146-153', line + 1),
  }
}

/** A number with its check digit and without leading zeros: '1480-2'. */
function numberInHeader(header: string, [digits, digit]: [Columns, Columns]) {
  const check = textIn(header, digit)
  return textIn(header, digits).replace(/^0+(?=.)/, '') + (check && `-${check}`)
}

/** Reads the text of a retorno. Returns every problem with its line; a file with a problem must not be taken. */
export function returnFileOf(banks: readonly Bank[], text: string): { file?: ReturnFile; problems: Problem[] } {
  const problems: Problem[] = []
  const wrong = (line: number, problem: string) => void problems.push({ line, problem })
  const lines = text.replace(END, '').split(/\r?\n/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  const [header = ''] = lines
  const cut = lines.flatMap((line, index) => (line.length === WIDTH ? [] : [{ line: index + 1, length: line.length }]))
  for (const { line, length } of cut) wrong(line, `A linha tem ${length} colunas em vez de ${WIDTH}.`)
  const bank = banks.find(({ code }) => code === header.slice(0, 3))
  if (!bank) wrong(1, `O banco “${header.slice(0, 3)}” não é um dos que o sistema conhece.`)
  if (header[7] !== '0' || header[142] !== '2') wrong(1, 'Não é o cabeçalho de um arquivo de retorno CNAB 240.')
  if (!bank || problems.length > 0) return { problems }

  const happenings: Happening[] = []
  let batch: { lines: number; number: string } | undefined
  let batches = 0
  let isEnded = false
  /** A stated total must be right. Zeros and blanks state none. */
  const total = (line: string, at: number, columns: Columns, found: number, what: string) => {
    const stated = numberIn(line, columns)
    if (stated === undefined || (stated > 0 && stated !== found)) wrong(at, `O fim diz ${textIn(line, columns)} ${what}, mas são ${found}.`)
  }
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const at = index + 1
    const kind = line[7]
    if (isEnded) wrong(at, 'Há linhas depois do fim do arquivo.')
    if (line.slice(0, 3) !== bank.code) wrong(at, `A linha é do banco ${line.slice(0, 3)}, e o arquivo é do ${bank.code}.`)
    if (batch) batch.lines += 1
    if (kind === '1') {
      if (batch) wrong(at, 'Começa um lote dentro de outro.')
      batch = { lines: 1, number: line.slice(3, 7) }
      batches += 1
    } else if (kind === '5') {
      if (!batch) wrong(at, 'Termina um lote que não começou.')
      else total(line, at, '18-23', batch.lines, 'linhas no lote')
      batch = undefined
    } else if (kind === LAST) {
      if (batch) wrong(at, 'O arquivo termina dentro de um lote.')
      total(line, at, '18-23', batches, 'lotes')
      total(line, at, '24-29', lines.length, 'linhas no arquivo')
      isEnded = true
    } else if (kind !== '3') wrong(at, `O tipo de registro “${kind ?? ''}” não existe.`)
    else if (!batch) wrong(at, 'O registro está fora de um lote.')
    else if (line.slice(3, 7) !== batch.number) wrong(at, 'O registro é de outro lote.')
    else if (line[13] === 'T') {
      const next = lines[index + 1] ?? ''
      if (next[7] === '3' && next[13] === 'U') happenings.push(happeningOf(bank, line, next, at, wrong))
      else wrong(at, 'Depois do segmento T não vem o segmento U.')
    } else if (line[13] === 'U' && lines[index - 1]?.[13] !== 'T') wrong(at, 'O segmento U não vem depois de um segmento T.')
  }
  if (!isEnded) wrong(lines.length, 'O arquivo não tem fim: falta o registro 9.')
  const { companyCode = '33-52', branch = ['53-57', '58'], account = ['59-70', '71'] } = bank.returned
  const file: ReturnFile = {
    bank,
    cnpj: textIn(header, '19-32'),
    companyCode: textIn(header, companyCode),
    branch: numberInHeader(header, branch),
    account: account ? numberInHeader(header, account) : '',
    sequence: numberIn(header, '158-163') ?? 0,
    writtenOn: dayIn(header, '144-151') ?? null,
    happenings,
  }
  return problems.length > 0 ? { problems } : { file, problems }
}
