// Tests the reading of a retorno: what a bank of the tests tells is read back, and faulty files are refused by line.
import { assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankOf, banks } from '../../../server/api/banks/banks.ts'
import { returnFileOf } from '../../../server/api/banks/return-file.ts'
import { nextDoorOf } from '../../support/banks/all.ts'
import { returnOf, type Told } from '../../support/banks/next-door.ts'
import { contractsOf, titleOf } from '../../support/banks/samples.ts'

const header = { cnpj: '26014883000171', sequence: 12 }

describe.each(banks.map((bank) => [bank.name, bank] as const))('a retorno of %s', (_, bank) => {
  const positions = nextDoorOf(bank.code)
  const those = contractsOf(bank.code)
  const told = (...happenings: Told[]) => returnOf(positions, header, happenings)

  test('a payment is read with its amounts and days, for any contract and amounts', () => {
    assert(
      property(
        record({
          contract: constantFrom(...those),
          cents: integer({ min: 5_000, max: 99_999_999 }),
          additions: integer({ min: 0, max: 4_000 }),
          discount: integer({ min: 0, max: 2_000 }),
          fee: integer({ min: 0, max: 500 }),
        }),
        ({ contract, cents, additions, discount, fee }) => {
          const title = titleOf(contract, { cents })
          const paid = cents + additions - discount
          const text = told({
            movement: '06',
            t: { ourNumber: bank.ourNumberOf(title), document: title.document, dueOn: title.dueOn, cents, companyUse: String(title.id), fee },
            u: {
              additions,
              discount,
              paid: bank.returned.paid ? paid - fee : paid,
              credited: paid - fee,
              on: '2026-12-14',
              creditedOn: '2026-12-15',
            },
          })
          const { file, problems } = returnFileOf(banks, text)
          expect(problems).toEqual([])
          expect(file?.happenings).toHaveLength(1)
          expect(file?.happenings[0]).toMatchObject({
            ourNumber: bank.ourNumberOf(title),
            document: title.document,
            companyUse: bank.returned.companyUse === null ? '' : String(title.id),
            meaning: 'paid',
            dueOn: title.dueOn,
            fee,
            on: '2026-12-14',
            creditedOn: '2026-12-15',
            amounts: { title: cents, additions, discount, paid },
          })
          expect([file?.cnpj, file?.sequence, file?.bank.code]).toEqual([header.cnpj, 12, bank.code])
        },
      ),
    )
  })

  test('registration, refusal with reasons, write-off, due date and fee are told apart', () => {
    const t = { ourNumber: bank.ourNumberOf(titleOf(those[0])), cents: 150_000 }
    const { file } = returnFileOf(
      banks,
      told(
        { movement: '02', t },
        { movement: '03', t: { ...t, reasons: '0805' } },
        { movement: '09', t: { ...t, reasons: '10' } },
        { movement: '14', t: { ...t, dueOn: '2026-12-28' } },
        { movement: '28', t: { ...t, fee: 250 } },
      ),
    )
    expect(file?.happenings.map(({ meaning }) => meaning)).toEqual(['registered', 'refused', 'writtenOff', 'dueDateChanged', 'fee'])
    expect(file?.happenings[1]?.reasons).toHaveLength(2)
    for (const reason of file?.happenings[1]?.reasons ?? []) expect(reason).not.toMatch(/^motivo/)
    expect(file?.happenings[3]?.dueOn).toBe('2026-12-28')
    expect(file?.happenings[4]?.fee).toBe(250)
  })
})

describe('a faulty retorno', () => {
  const bank = bankOf('001')
  const [contract] = contractsOf('001')
  const happening = { movement: '06', t: { ourNumber: bank.ourNumberOf(titleOf(contract)), cents: 150_000 }, u: { paid: 150_000, on: '2026-12-14' } }
  const good = returnOf(nextDoorOf('001'), header, [happening, { ...happening, movement: '02' }])
  const problemsIn = (text: string) => returnFileOf(banks, text).problems.map(({ line, problem }) => `${line}: ${problem}`)
  const changed = (line: number, change: (line: string) => string) =>
    good
      .split('\r\n')
      .map((one, index) => (index === line - 1 ? change(one) : one))
      .join('\r\n')
  const put = (from: number, value: string) => (line: string) => line.slice(0, from - 1) + value + line.slice(from - 1 + value.length)

  test('an end-of-file mark, line feeds without carriage returns and zero totals are no fault', () => {
    for (const text of [good, `${good}\u001a`, good.replaceAll('\r', ''), changed(7, put(18, '000000')), changed(8, put(18, ' '.repeat(12)))])
      expect(problemsIn(text)).toEqual([])
  })

  test.each<[string, string, string]>([
    ['an empty file', '', '1: Não é o cabeçalho'],
    ['a cut line', changed(4, (line) => line.slice(0, 200)), '4: A linha tem 200 colunas em vez de 240.'],
    ['a remessa', changed(1, put(143, '1')), '1: Não é o cabeçalho'],
    ['an unknown bank', changed(1, put(1, '999')), '1: O banco “999”'],
    ['a line of another bank', changed(3, put(1, '341')), '3: A linha é do banco 341'],
    ['a segment T without its U', good.split('\r\n').toSpliced(3, 1).join('\r\n'), '3: Depois do segmento T não vem o segmento U.'],
    ['a wrong number of lines of the batch', changed(7, put(18, '000009')), '7: O fim diz 000009 linhas no lote, mas são 6.'],
    ['a wrong number of lines of the file', changed(8, put(24, '000019')), '8: O fim diz 000019 linhas no arquivo, mas são 8.'],
    ['a missing end', good.split('\r\n').slice(0, 6).join('\r\n'), '6: O arquivo não tem fim'],
    ['an amount with letters', changed(4, put(78, 'X')), '4: Colunas 78-92'],
    ['an impossible day', changed(4, put(138, '31022026')), '4: Colunas 138-145: “31022026” não é um dia.'],
    ['segments with different movements', changed(4, put(16, '09')), '4: O movimento do segmento U não é o do segmento T.'],
    ['lines after the end', `${good}${good.split('\r\n')[2] ?? ''}\r\n`, '9: Há linhas depois do fim'],
  ])('%s is refused, and the problem names its line', (_, text, problem) => {
    expect(problemsIn(text).join('\n')).toContain(problem)
    expect(returnFileOf(banks, text).file).toBeUndefined()
  })
})
