// Tests Santander by the examples of its manuals (H7815 of 2018: note 15; barcode of 2017: pages 6 to 14) and by the sample of a retorno.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { santander as bank } from '../../../server/api/banks/santander.ts'
import { barcodeOf, typedLineOf } from '../../../server/api/banks/codes.ts'
import { contractFaults, NO_TERMS, type Contract, type Order, type Terms } from '../../../server/api/banks/bank.ts'
import { remittanceOf } from '../../../server/api/banks/remittance.ts'
import { returnFileOf } from '../../../server/api/banks/return-file.ts'
import { contracts, titleOf } from '../../support/banks/samples.ts'

const [contract] = contracts['033'] ?? []
if (!contract) throw new Error('The sample of a contract is missing.')
const retorno = readFileSync(new URL('../../support/banks/samples/santander-240.ret', import.meta.url), 'latin1')
const at = (line = '', from = 1, to = from) => line.slice(from - 1, to)

function linesOf(order: Partial<Order> = {}) {
  const orders: Order[] = [{ movement: 'entry', title: titleOf(contract as Contract), ...order }]
  const company = { cnpj: '26014883000171', name: 'Exemplo Sistemas Ltda.' }
  return remittanceOf({ bank, contract: contract as Contract, company, sequence: 7, at: '2026-11-30 09:15:00', orders }).split('\r\n')
}
const withTerms = (terms: Partial<Terms>) => ({ title: titleOf(contract, { terms: { ...NO_TERMS, ...terms } }) })

test.each([
  [3_147_578, '0000031475787'],
  [4_870_184, '0000048701840'],
  [566_612_457_800, '5666124578002'],
  [2_296, '0000000022969'],
])('our-number of %i equals the example of the manuals', (number, ourNumber) => {
  const one = { contract, number, issuedOn: '2017-01-06' }
  expect(bank.ourNumberOf(one)).toBe(ourNumber)
  expect(bank.printedNumberOf(one)).toBe(`${ourNumber.slice(0, 12)}-${ourNumber.slice(12)}`)
})

test('barcode and line for typing equal the example of the pages 6 to 14', () => {
  const free = bank.freeFieldOf({ contract: { ...contract, agreement: '0282033' }, number: 566_612_457_800, issuedOn: '2003-05-01' })
  const barcode = barcodeOf({ bank: bank.code, free, dueOn: '2003-05-15', cents: 27_371 })
  expect(free).toBe('9028203356661245780020101')
  expect(barcode).toBe('03398204600000273719028203356661245780020101')
  expect(typedLineOf(barcode).formatted).toBe('03399.02827 03356.661243 57800.201014 8 20460000027371')
})

test('the free field equals the printed model of page 9 up to its wallet, which is 104 there', () => {
  const free = bank.freeFieldOf({ contract: { ...contract, agreement: '6678564' }, number: 2_296, issuedOn: '2014-07-03' })
  const barcode = barcodeOf({ bank: bank.code, free: free.replace(/101$/, '104'), dueOn: '2014-10-01', cents: 39_599 })
  expect(typedLineOf(barcode).formatted).toMatch(/^03399\..*008 02296\.901040 9 62030000039599$/)
})

test('paper states branch and code, and the name of the wallet', () => {
  expect(bank.printedContractOf(contract)).toBe('4567 / 7654321')
  expect(bank.printedWalletOf(contract)).toBe('COBRANCA SIMPLES RCR')
})

test.each<Partial<Contract>>([{}, { branch: '4567' }, { account: '1-9' }])('a contract with %j has no fault', (parts) => {
  expect(contractFaults(bank, { ...contract, ...parts }, { forFiles: true })).toEqual([])
})

test.each<[Partial<Contract>, string]>([
  [{ agreement: '282033' }, 'Convênio do emitente: 7 dígitos'],
  [{ branch: '456-5' }, 'Agência do emitente: 4 dígitos'],
  [{ account: '130001234' }, 'Conta corrente do emitente: até 9 dígitos'],
  [{ transmission: '4567' }, 'Código de transmissão do emitente: 15 dígitos'],
  [{ wallet: '101' }, 'Carteira não se usa'],
])('a contract with %j has the fault “%s”', (parts, fault) => {
  expect(contractFaults(bank, { ...contract, ...parts }, { forFiles: true }).join(' ')).toContain(fault)
})

test('account and transmission code are needed only for files', () => {
  expect(contractFaults(bank, { ...contract, account: '', transmission: '' })).toEqual([])
  expect(contractFaults(bank, { ...contract, account: '', transmission: '' }, { forFiles: true })).toHaveLength(2)
})

test.each<[Partial<Terms>, string[]]>([
  [{}, []],
  [{ writeOffDays: 1 }, []],
  [{ writeOffDays: 99 }, []],
  [{ writeOffDays: 0 }, ['O Santander baixa após 1 a 99 dias.']],
  [{ writeOffDays: 100 }, ['O Santander baixa após 1 a 99 dias.']],
])('the terms %j have the faults %j', (terms, faults) => {
  expect(bank.termsFaults({ ...NO_TERMS, ...terms })).toEqual(faults)
})

test('headers have the CNPJ of fifteen digits and the transmission code at the columns of the manual', () => {
  const [file, batch] = linesOf()
  expect(at(file, 9, 72)).toBe(`${' '.repeat(8)}2026014883000171456700007654321${' '.repeat(25)}`)
  expect([at(file, 103, 132).trim(), at(file, 143, 240)]).toEqual(['BANCO SANTANDER', `130112026${' '.repeat(6)}000007040${' '.repeat(74)}`])
  expect(at(batch, 9, 33)).toBe('R01  030 2026014883000171')
  expect(at(batch, 34, 73)).toBe(`${' '.repeat(20)}456700007654321${' '.repeat(5)}`)
  expect(at(batch, 184, 240)).toBe(`0000000730112026${' '.repeat(41)}`)
})

test('segment P has branch, account, our-number and codes at the columns of the manual', () => {
  const p = linesOf()[2]
  expect(at(p, 18, 62)).toBe('4567501300012340000000000  0000000000426511  ')
  expect(at(p, 101, 126)).toBe('00000 04N30112026300000000')
  expect(at(p, 221, 240)).toBe(`000300000${' '.repeat(11)}`)
})

test('interest begins at the stated due date, and a monthly rate has five decimals', () => {
  const columns = (interest: Terms['interest']) => at(linesOf(withTerms({ interest }))[2], 118, 141)
  expect(columns({ kind: 'none' })).toBe(`3${'0'.repeat(23)}`)
  expect(columns({ kind: 'daily', cents: 50 })).toBe('115122026000000000000050')
  expect(columns({ kind: 'monthly', rate: 125 })).toBe('215122026000000000125000')
})

test('deadlines for protest and write-off have the codes of notes 25 and 26', () => {
  const columns = (terms: Partial<Terms>) => at(linesOf(withTerms(terms))[2], 221, 227)
  expect(columns({ writeOffDays: 30 })).toBe('0001030')
  expect(columns({ protest: { kind: 'calendar', days: 10 } })).toBe('1103000')
  expect(columns({ protest: { kind: 'working', days: 5 } })).toBe('2053000')
})

test('segment Q states no booklet, and segment R a fine after the due date', () => {
  const lines = linesOf(withTerms({ fine: { kind: 'fixed', cents: 3_000 } }))
  expect(at(lines[3], 210, 240)).toBe(`${'0'.repeat(12)}${' '.repeat(19)}`)
  expect(at(lines[4], 14, 240)).toBe(`R 01${'0'.repeat(24)}${' '.repeat(24)}115122026${'3000'.padStart(15, '0')}${' '.repeat(151)}`)
  expect(lines.filter((line) => at(line, 8) === '3')).toHaveLength(3)
})

test('trailers have only the numbers of lines', () => {
  const [batchEnd, end] = linesOf().slice(-3)
  expect(at(batchEnd, 18, 240)).toBe(`000004${' '.repeat(217)}`)
  expect(at(end, 18, 240)).toBe(`000001000006${' '.repeat(211)}`)
})

test('the sample retorno is refused at the line that states a wrong number of lines', () => {
  const { file, problems } = returnFileOf([bank], retorno)
  expect(problems).toEqual([{ line: 5, problem: 'O fim diz 000002 linhas no lote, mas são 4.' }])
  expect(file).toBeUndefined()
})

test('the sample retorno is read with its amounts and days, once its number of lines is right', () => {
  const { file, problems } = returnFileOf([bank], retorno.replace('000002000001', '000004000001'))
  expect(problems).toEqual([])
  expect(file).toMatchObject({ companyCode: '001111111', branch: '4567-5', account: '11111111-9', sequence: 77, writtenOn: '2014-06-04' })
  expect(file?.happenings).toHaveLength(1)
  expect(file?.happenings[0]).toMatchObject({
    ourNumber: '0000000001040',
    document: '',
    companyUse: '',
    meaning: 'paid',
    name: 'Liquidação após baixa ou de título não registrado',
    reasons: ['no próprio banco'],
    dueOn: '2014-06-04',
    fee: 324,
    amounts: { title: 1_000, additions: 0, discount: 0, paid: 1_100, credited: 1_100, otherCredits: 100 },
    on: '2014-06-04',
    creditedOn: '2014-06-05',
  })
})

test('document, field for the company’s use and reasons stand further to the left than in FEBRABAN’s layout', () => {
  const put = (line: string, from: number, text: string) => line.slice(0, from - 1) + text + line.slice(from - 1 + text.length)
  const told = (movement: string, reasons: string) =>
    retorno
      .replace('000002000001', '000004000001')
      .split('\r\n')
      .map((line, index) => (index === 2 || index === 3 ? put(line, 16, movement) : line))
      .map((line, index) => (index === 2 ? put(put(put(line, 55, '8310/1'), 101, '8310'), 209, reasons) : line))
      .join('\r\n')
  const first = (movement: string, reasons: string) => returnFileOf([bank], told(movement, reasons)).file?.happenings[0]
  expect(first('03', '0865Z70000')).toMatchObject({
    document: '8310/1',
    companyUse: '8310',
    meaning: 'refused',
    reasons: ['nosso número inválido', 'a espécie do título não permite a instrução', 'a instrução exige o segmento Y-53'],
  })
  expect(first('93', '9300000000')).toMatchObject({ meaning: 'other', name: 'Baixa operacional', reasons: ['baixa operacional'] })
})
