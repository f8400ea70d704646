// Tests Bradesco by the examples of its manual of 2015 (pages 17 to 19, barcode and line for typing) and by the columns of the manual of 2017.
import { describe, expect, test } from 'vitest'
import { contractFaults, NO_TERMS, type Terms } from '../../../server/api/banks/bank.ts'
import { bradesco as bank } from '../../../server/api/banks/bradesco.ts'
import { rest11, typedLineOf } from '../../../server/api/banks/codes.ts'
import { remittanceOf } from '../../../server/api/banks/remittance.ts'
import { returnFileOf } from '../../../server/api/banks/return-file.ts'
import { contracts, titleOf } from '../../support/banks/samples.ts'

const [contract] = contracts['237'] ?? []
if (!contract) throw new Error('The sample of a contract is missing.')
const one = { contract, number: 42, issuedOn: '2026-11-30' }

test.each([
  [2, '00000000002', '8'],
  [1, '00000000001', 'P'],
  [6, '00000000006', '0'],
])('our-number %i of the wallet 19 equals the example of the manual', (number, digits, digit) => {
  const example = { ...one, number, contract: { ...contract, wallet: '19' } }
  expect(bank.ourNumberOf(example)).toBe(digits + digit)
  expect(bank.printedNumberOf(example)).toBe(`19 / ${digits}-${digit}`)
})

test('free field and line for typing equal the example of the manual', () => {
  const example = { contract: { ...contract, wallet: '04', branch: '31-0', account: '95279-0' }, number: 317_720_028, issuedOn: '2000-06-01' }
  const free = bank.freeFieldOf(example)
  expect(free).toBe('0031040031772002800952790')
  // The example has no amount, which this system does not print, so its barcode is put together here.
  const rest = `10010000000000${free}`
  const barcode = `2379${11 - rest11(`2379${rest}`)}${rest}`
  expect(typedLineOf(barcode).formatted).toBe('23790.03102 40031.772003 28009.527905 7 10010000000000')
})

test('branch, account and wallet are printed with leading zeros', () => {
  expect(bank.printedContractOf({ ...contract, branch: '31-0', account: '95279-P' })).toBe('0031-0/0095279-P')
  expect(bank.printedWalletOf(contract)).toBe('09')
})

describe('a contract', () => {
  test('needs the code of the company only for files', () => {
    expect(contractFaults(bank, contract, { forFiles: true })).toEqual([])
    expect(contractFaults(bank, { ...contract, agreement: '' })).toEqual([])
    expect(contractFaults(bank, { ...contract, agreement: '' }, { forFiles: true })).toHaveLength(1)
  })

  test('with a wrong form is a fault', () => {
    expect(contractFaults(bank, { ...contract, wallet: '009' })).toEqual(['Carteira do emitente: 2 dígitos, como 09.'])
    expect(contractFaults(bank, { ...contract, branch: '1364' })).toHaveLength(1)
    expect(contractFaults(bank, { ...contract, account: '12345678-9' })).toHaveLength(1)
    expect(contractFaults(bank, { ...contract, variation: '019' })).toHaveLength(1)
  })

  test.each(['21', '22'])('with the wallet %s of internal collection is refused', (wallet) => {
    expect(contractFaults(bank, { ...contract, wallet }).join(' ')).toContain(`a ${wallet} é da Cobrança Interna`)
  })
})

test.each<[Partial<Terms>, number]>([
  [{}, 0],
  [{ interest: { kind: 'monthly', rate: 100 }, fine: { kind: 'share', rate: 200 }, discount: { kind: 'share', rate: 500, days: 3 } }, 0],
  [{ protest: { kind: 'calendar', days: 4 } }, 1],
  [{ protest: { kind: 'calendar', days: 5 } }, 0],
  [{ protest: { kind: 'working', days: 100 } }, 1],
  [{ writeOffDays: 999 }, 0],
  [{ writeOffDays: 1_000 }, 1],
  [{ writeOffDays: 9, protest: { kind: 'calendar', days: 10 } }, 1],
  [{ writeOffDays: 10, protest: { kind: 'calendar', days: 10 } }, 0],
])('the terms %j have %i faults', (terms, count) => {
  expect(bank.termsFaults({ ...NO_TERMS, ...terms })).toHaveLength(count)
})

describe('a remessa', () => {
  const linesOf = (terms: Partial<Terms>, number = 42) =>
    remittanceOf({
      bank,
      contract,
      company: { cnpj: '26014883000171', name: 'Exemplo Sistemas Ltda.' },
      sequence: 7,
      at: '2026-11-30 09:15:00',
      orders: [{ movement: 'entry', title: titleOf(contract, { number, terms: { ...NO_TERMS, ...terms } }) }],
    }).split('\r\n')
  const at = (line: string | undefined, from: number, to = from) => line?.slice(from - 1, to)

  test('has the code of the company with zeros on its left, and the number of the file in both headers', () => {
    const [file, batch] = linesOf({})
    expect(at(file, 33, 72)).toBe('000000000000048129070136410000000287156 ')
    expect(at(batch, 34, 73)).toBe('000000000000048129070136410000000287156 ')
    expect(at(file, 158, 171)).toBe('00000708401600')
    expect(at(batch, 14, 16)).toBe('042')
    expect(at(batch, 184, 191)).toBe('00000007')
  })

  test('has the wallet in three digits, zeros and our-number in segment P', () => {
    // Modulo 11 by hand: 9 × 7 + 4 × 3 + 2 × 2 = 79, which leaves 2.
    expect(at(linesOf({})[2], 37, 62)).toBe(' 0090000000000000042911122')
    // 9 × 7 + 2 × 2 = 67 leaves 1, which is written P.
    expect(at(linesOf({}, 2)[2], 46, 57)).toBe('00000000002P')
  })

  test('states interest from the day after the due date, as a rate or an amount', () => {
    expect(at(linesOf({ interest: { kind: 'monthly', rate: 100 } })[2], 118, 141)).toBe(`216122026${'100'.padStart(15, '0')}`)
    expect(at(linesOf({ interest: { kind: 'daily', cents: 50 } })[2], 118, 141)).toBe(`116122026${'50'.padStart(15, '0')}`)
  })

  test('states a fine in percent in segment R, and has no segment for e-mail', () => {
    const lines = linesOf({ fine: { kind: 'share', rate: 200 } })
    expect(lines.slice(2, -3).map((line) => at(line, 14))).toEqual(['P', 'Q', 'R'])
    expect(at(lines[4], 66, 89)).toBe(`216122026${'200'.padStart(15, '0')}`)
  })
})

test('a retorno has our-number after wallet and zeros, what was paid, and the reasons of the manual', () => {
  const put = (...fields: [from: number, text: string][]) =>
    fields.reduce((line, [from, text]) => line.slice(0, from - 1) + text + line.slice(from - 1 + text.length), ' '.repeat(240))
  const money = (cents: number) => String(cents).padStart(15, '0')
  const pair = (movement: string, reasons: string, paid: number) => [
    put(
      [1, '2370001300001T'],
      [16, movement],
      [38, '0090000000000000002P1'],
      [74, '15122026'],
      [82, money(150_000)],
      [199, money(0)],
      [214, reasons],
    ),
    put(
      [1, '2370001300002U'],
      [16, movement],
      ...[18, 33, 48, 63, 78, 93, 108, 123].map((from): [number, string] => [from, money(0)]),
      [78, money(paid)],
      [138, '16122026'],
    ),
  ]
  const lines = [
    put([1, '23700000'], [18, '226014883000171'], [33, '00000000000004812907'], [53, '0136410000000287156'], [143, '230112026'], [158, '000012']),
    put([1, '23700011T01']),
    ...pair('06', '1804', 100_000),
    ...pair('03', '38', 0),
    ...pair('40', '', 0),
    put([1, '23700015'], [18, '000008']),
    put([1, '23799999'], [18, '000001000010']),
  ]
  const { file, problems } = returnFileOf([bank], lines.join('\r\n'))
  expect(problems).toEqual([])
  expect(file).toMatchObject({ companyCode: bank.layout.companyCodeOf(contract), branch: '1364-1', account: '28715-6' })
  expect(file?.happenings).toMatchObject([
    { ourNumber: '00000000002P', meaning: 'paid', reasons: ['pagamento parcial', 'compensação eletrônica'], amounts: { paid: 100_000 } },
    { ourNumber: '00000000002P', meaning: 'refused', reasons: ['prazo de protesto ou negativação inválido'] },
    { ourNumber: '00000000002P', meaning: 'other', name: 'Alteração do número do documento confirmada' },
  ])
})
