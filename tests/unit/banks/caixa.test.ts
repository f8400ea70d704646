// Tests Caixa by the examples of its manuals (boletos of 2020: annexes I and III to VI) and by the sample of a retorno.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { caixa as bank } from '../../../server/api/banks/caixa.ts'
import { barcodeOf, mod11, typedLineOf } from '../../../server/api/banks/codes.ts'
import { contractFaults, NO_TERMS, type Contract, type Order, type Terms } from '../../../server/api/banks/bank.ts'
import { remittanceOf } from '../../../server/api/banks/remittance.ts'
import { returnFileOf } from '../../../server/api/banks/return-file.ts'
import { contracts, payer, titleOf } from '../../support/banks/samples.ts'

const [six, seven] = contracts['104'] ?? []
if (!six || !seven) throw new Error('A sample of a contract is missing.')
const example = { contract: { ...six, agreement: '005507' }, issuedOn: '2006-08-01' }
const retorno = readFileSync(new URL('../../support/banks/samples/caixa-240.ret', import.meta.url), 'latin1')
const at = (line = '', from = 1, to = from) => line.slice(from - 1, to)

function linesOf(contract: Contract, order: Partial<Order> = {}) {
  const orders: Order[] = [{ movement: 'entry', title: titleOf(contract), ...order }]
  const company = { cnpj: '26014883000171', name: 'Exemplo Sistemas Ltda.' }
  return remittanceOf({ bank, contract, company, sequence: 7, at: '2026-11-30 09:15:00', orders }).split('\r\n')
}
const withTerms = (terms: Partial<Terms>) => ({ title: titleOf(six, { terms: { ...NO_TERMS, ...terms } }) })

test('check digits of the code and of our-number equal the examples of annexes IV and VI, and those of the sample retorno', () => {
  expect(bank.printedContractOf(example.contract)).toBe('1234 / 005507-7')
  expect(bank.printedNumberOf({ ...example, number: 19 })).toBe('14000000000000019-7')
  const details = retorno.split('\r\n').filter((line) => at(line, 14) === 'T')
  expect(details.map((line) => String(mod11(at(line, 40, 56))))).toEqual(details.map((line) => at(line, 57)))
  expect(details).toHaveLength(9)
})

test('free field, barcode and line for typing equal the example of annexes I, III and V', () => {
  const free = bank.freeFieldOf({ ...example, number: 222_333_777_777_777 })
  const barcode = barcodeOf({ bank: bank.code, free, dueOn: '2006-08-23', cents: 32_112 })
  expect(free).toBe('0055077222133347777777771')
  expect(barcode).toBe('10494324200000321120055077222133347777777771')
  expect(typedLineOf(barcode).formatted).toBe('10490.05505 77222.133348 77777.777713 4 32420000032112')
})

test('a code of seven digits fills the place of the check digit in the free field, but is printed with its own', () => {
  expect(bank.freeFieldOf({ ...example, contract: seven, number: 1 }).slice(0, 24)).toBe('120034600010004000000001')
  expect(bank.printedContractOf(seven)).toBe('1234 / 1200346-8')
})

test.each<Partial<Contract>>([{ agreement: '005507' }, { agreement: '1100000' }, { branch: '12-3' }])('a contract with %j has no fault', (parts) => {
  expect(contractFaults(bank, { ...six, ...parts }, { forFiles: true })).toEqual([])
})

test.each<[Partial<Contract>, string]>([
  [{ agreement: '1099999' }, 'Convênio do emitente: código do beneficiário'],
  [{ agreement: '0055077' }, 'Convênio do emitente: código do beneficiário'],
  [{ agreement: '000000' }, 'Convênio do emitente: código do beneficiário'],
  [{ branch: '1234' }, 'Agência do emitente: até 4 dígitos'],
  [{ account: '22418-9' }, 'Conta corrente não se usa'],
])('a contract with %j has the fault “%s”', (parts, fault) => {
  expect(contractFaults(bank, { ...six, ...parts }, { forFiles: true }).join(' ')).toContain(fault)
})

test.each<[Partial<Terms>, string[]]>([
  [{}, ['A Caixa exige um prazo de baixa ou de protesto.']],
  [{ writeOffDays: 1 }, []],
  [{ writeOffDays: 999 }, []],
  [{ writeOffDays: 0 }, ['A Caixa baixa após 1 a 999 dias corridos.']],
  [{ writeOffDays: 1_000 }, ['A Caixa baixa após 1 a 999 dias corridos.']],
  [{ protest: { kind: 'working', days: 2 } }, []],
  [{ protest: { kind: 'working', days: 1 } }, ['A Caixa protesta após 2 a 5 dias úteis.']],
  [{ protest: { kind: 'working', days: 6 } }, ['A Caixa protesta após 2 a 5 dias úteis.']],
  [{ protest: { kind: 'calendar', days: 6 } }, []],
  [{ protest: { kind: 'calendar', days: 90 } }, []],
  [{ protest: { kind: 'calendar', days: 5 } }, ['A Caixa protesta após 6 a 90 dias corridos.']],
  [{ protest: { kind: 'calendar', days: 91 } }, ['A Caixa protesta após 6 a 90 dias corridos.']],
  [{ writeOffDays: 60, protest: { kind: 'calendar', days: 30 } }, ['A Caixa recebe o prazo de baixa ou o de protesto, não os dois.']],
])('the terms %j have the faults %j', (terms, faults) => {
  expect(bank.termsFaults({ ...NO_TERMS, ...terms })).toEqual(faults)
})

test('headers have the layouts 101 and 060 and the code aligned to the left, if the code has six digits', () => {
  const [file, batch] = linesOf(six)
  expect([at(file, 33, 52), at(file, 53, 58), at(file, 59, 72)]).toEqual(['0'.repeat(20), '012343', '09876500000000'])
  expect([at(file, 103, 132).trim(), at(file, 164, 171)]).toEqual(['CAIXA', '10100000'])
  expect([at(batch, 12, 16), at(batch, 34, 53), at(batch, 54, 59)]).toEqual(['00060', '09876500000000000000', '012343'])
  expect([at(batch, 60, 73), at(batch, 74, 79)]).toEqual(['09876500000000', 'EXEMPL'])
})

test('headers have the layouts 107 and 067, and no code at the columns 60-65, if the code has seven digits', () => {
  const [file, batch] = linesOf(seven)
  expect([at(file, 59, 72), at(file, 164, 166)]).toEqual(['12003460000000', '107'])
  expect([at(batch, 12, 16), at(batch, 34, 53), at(batch, 60, 73)]).toEqual(['00067', '12003460000000000000', '0'.repeat(14)])
})

test('segment P has code, our-number and characteristics at the columns of the manual', () => {
  const p = linesOf(six)[2]
  expect([at(p, 18, 23), at(p, 24, 37), at(p, 38, 57)]).toEqual(['012343', '09876500000000', '00014000000000000042'])
  expect([at(p, 58, 62), at(p, 101, 109), at(p, 228, 240)]).toEqual(['11220', '00000004N', `09${'0'.repeat(10)} `])
  expect(at(linesOf(seven)[2], 24, 37)).toBe('12003460000000')
  expect(at(linesOf(six, { title: titleOf(six, { document: '12345678/12/34' }) })[2], 63, 77)).toBe('12345678/12    ')
})

test('protest and write-off have one code for all days, and the one that is not asked for is denied', () => {
  const columns = (terms: Partial<Terms>) => at(linesOf(six, withTerms(terms))[2], 221, 227)
  expect(columns({ writeOffDays: 60 })).toBe('3001060')
  expect(columns({ protest: { kind: 'working', days: 3 } })).toBe('1032000')
  expect(columns({ protest: { kind: 'calendar', days: 30 } })).toBe('1302000')
})

test('segment R is blank after the fine, and segment Y-04 has the first address that fits', () => {
  const title = titleOf(six, {
    terms: { ...NO_TERMS, fine: { kind: 'share', rate: 200 } },
    payer: { ...payer, emails: [`${'a'.repeat(40)}@exemplo.example`, 'contas@exemplo.example'] },
  })
  const lines = linesOf(six, { title })
  expect(at(lines[4], 66, 240)).toBe(`216122026${'200'.padStart(15, '0')}${' '.repeat(151)}`)
  expect(at(lines[5], 14, 80)).toBe(`Y 0104${'CONTAS@EXEMPLO.EXAMPLE'.padEnd(50)}${'0'.repeat(11)}`)
  expect(linesOf(six, { title: { ...title, payer: { ...payer, emails: [`${'a'.repeat(40)}@exemplo.example`] } } })).toHaveLength(lines.length - 1)
})

test('trailers are blank where the manual has no totals', () => {
  const [batchEnd, end] = linesOf(six).slice(-3)
  expect(at(batchEnd, 18, 240)).toBe(`000005000001${'150000'.padStart(17, '0')}${'0'.repeat(46)}${' '.repeat(148)}`)
  expect(at(end, 18, 240)).toBe(`000001000007${' '.repeat(211)}`)
})

test('the sample retorno is read whole', () => {
  const { file, problems } = returnFileOf([bank], retorno)
  expect(problems).toEqual([])
  expect(file).toMatchObject({
    cnpj: '09018380000199',
    companyCode: '0432100',
    branch: '1234-2',
    account: '',
    sequence: 1622,
    writtenOn: '2014-01-06',
  })
  const read = file?.happenings.map(({ ourNumber, dueOn, fee, reasons, amounts }) => [
    ourNumber,
    dueOn,
    amounts.title,
    amounts.discount,
    amounts.paid,
    fee,
    reasons.join(),
  ])
  expect(read).toEqual([
    ['24000000011136997', '2014-01-02', 8_000, 0, 8_000, 125, 'casa lotérica'],
    ['24000000011138197', '2014-01-05', 8_000, 0, 8_000, 125, 'casa lotérica'],
    ['24000000011137889', '2014-01-10', 8_000, 1_000, 7_000, 125, 'casa lotérica'],
    ['24000000011137125', '2014-01-10', 8_000, 1_000, 7_000, 125, 'casa lotérica'],
    ['24000000000022247', '2014-01-15', 8_000, 1_000, 7_000, 125, 'casa lotérica'],
    ['24000000011136916', '2014-01-10', 8_000, 1_000, 7_000, 125, 'casa lotérica'],
    ['24000000011136898', '2014-01-10', 8_000, 0, 8_000, 125, 'casa lotérica'],
    ['24000000000031999', '2014-01-10', 48_000, 6_000, 42_000, 125, 'casa lotérica'],
    ['24000000000030572', '2014-01-10', 8_000, 1_000, 7_000, 270, 'compensação eletrônica'],
  ])
  for (const happening of file?.happenings ?? []) expect(happening).toMatchObject({ meaning: 'paid', on: '2014-01-06', creditedOn: '2014-01-07' })
})

test('the sample retorno is refused if its last line states another number of lines', () => {
  expect(returnFileOf([bank], retorno.replace('000001000022', '000001000021')).problems).toEqual([
    { line: 22, problem: 'O fim diz 000021 linhas no arquivo, mas são 22.' },
  ])
})

test('an on-line payment is no payment yet, and refusals have the reasons of the bank', () => {
  const changed = (movement: string, reasons: string) =>
    retorno
      .split('\r\n')
      .map((line, index) => (index === 2 || index === 3 ? line.slice(0, 15) + movement + line.slice(17) : line))
      .map((line, index) => (index === 2 ? line.slice(0, 213) + reasons.padEnd(10) + line.slice(223) : line))
      .join('\r\n')
  const first = (movement: string, reasons: string) => returnFileOf([bank], changed(movement, reasons)).file?.happenings[0]
  expect(first('46', '020101')).toMatchObject({ meaning: 'other', name: 'Liquidação on-line', reasons: ['casa lotérica'] })
  expect(first('03', 'YY11')).toMatchObject({ meaning: 'refused', reasons: ['prazo de baixa fora de 1 a 999 dias', 'data de geração inválida'] })
  expect(first('28', '17')).toMatchObject({ meaning: 'fee', reasons: ['aviso do boleto por e-mail'] })
})
