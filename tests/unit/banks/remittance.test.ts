// Tests the remessa of every bank: a bank of the tests, which knows only the manual's columns, must read what was meant.
import { assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../shared/clock.ts'
import { banks } from '../../../server/api/banks/banks.ts'
import { contractFaults, type Order, type Terms } from '../../../server/api/banks/bank.ts'
import { lineOf } from '../../../server/api/banks/cnab.ts'
import { registrationFaults, remittanceOf } from '../../../server/api/banks/remittance.ts'
import { nextDoor, nextDoorOf } from '../../support/banks/all.ts'
import { readRemittance } from '../../support/banks/next-door.ts'
import { contracts, contractsOf, payer, titleOf } from '../../support/banks/samples.ts'

const company = { cnpj: '26014883000171', name: 'Exemplo Sistemas Ltda.' }
const dayIn = (text: string) => `${text.slice(4)}-${text.slice(2, 4)}-${text.slice(0, 2)}`

const terms = record<Terms>({
  interest: constantFrom<Terms['interest']>({ kind: 'none' }, { kind: 'daily', cents: 50 }),
  fine: constantFrom<Terms['fine']>({ kind: 'none' }, { kind: 'share', rate: 200 }),
  discount: constantFrom<Terms['discount']>({ kind: 'none' }, { kind: 'fixed', cents: 1_000, days: 3 }),
  writeOffDays: constantFrom(null),
  protest: constantFrom<Terms['protest']>({ kind: 'none' }),
})

test('a bank has one module, one bank next door and one sample of a contract', () => {
  const codes = banks.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  expect(Object.keys(nextDoor).toSorted()).toEqual(codes.toSorted())
  expect(Object.keys(contracts).toSorted()).toEqual(codes.toSorted())
})

describe.each(banks.map((bank) => [bank.name, bank] as const))('a remessa of %s', (_, bank) => {
  const those = contractsOf(bank.code)
  const positions = nextDoorOf(bank.code)
  const written = (orders: Order[], sequence = 7) => {
    const { contract } = orders[0]?.title ?? {}
    if (!contract) throw new Error('No orders.')
    return readRemittance(positions, remittanceOf({ bank, contract, company, sequence, at: '2026-11-30 09:15:00', orders }))
  }

  test.each(those.map((contract) => [contract.agreement || contract.account, contract] as const))('the contract %s has no fault', (__, contract) => {
    expect(contractFaults(bank, contract, { forFiles: true })).toEqual([])
  })

  test('the bank reads the same boleto that was meant, for any contract, number, day, amount and terms', () => {
    assert(
      property(
        record({
          contract: constantFrom(...those),
          number: integer({ min: 1, max: 99_998 }),
          days: integer({ min: 0, max: 400 }),
          cents: integer({ min: 2_000, max: 9_999_999_999 }),
          terms,
        }),
        ({ contract, number, days, cents, terms: asked }) => {
          const dueOn = addDays('2026-11-30', days)
          const title = titleOf(contract, { number, dueOn, cents, terms: asked })
          const { orders, header } = written([{ movement: 'entry', title }])
          const [order] = orders
          expect(orders).toHaveLength(1)
          expect(Number(header.sequence)).toBe(7)
          expect(header.cnpj).toBe(company.cnpj)
          expect(order?.movement).toBe('01')
          expect(order?.p.ourNumber.trim()).toBe(bank.ourNumberOf(title))
          expect(order?.p.document.trim()).toBe(title.document)
          expect(dayIn(order?.p.dueOn ?? '')).toBe(dueOn)
          expect(dayIn(order?.p.issuedOn ?? '')).toBe(title.issuedOn)
          expect(Number(order?.p.cents)).toBe(cents)
          if (positions.p.companyUse) expect(order?.p.companyUse?.trim()).toBe(String(title.id))
          expect(Number(order?.p.interest)).toBe(asked.interest.kind === 'daily' ? asked.interest.cents : 0)
          expect(Number(order?.p.discount)).toBe(asked.discount.kind === 'fixed' ? asked.discount.cents : 0)
          if (asked.discount.kind === 'fixed') expect(dayIn(order?.p.discountUntil ?? '')).toBe(addDays(dueOn, -asked.discount.days))
          expect(Number(order?.r?.fine ?? 0)).toBe(asked.fine.kind === 'share' ? asked.fine.rate : 0)
          expect([order?.q.payerKind, Number(order?.q.payer), order?.q.cep, order?.q.uf]).toEqual(['2', Number(payer.document), payer.cep, payer.uf])
          expect(order?.q.name.trim()).toBe('AGROPECUARIA DO TELES PIRES LTDA.')
          if (positions.email) expect(order?.email?.toLowerCase()).toContain(payer.emails[0])
        },
      ),
    )
  })

  test('orders of one file are numbered, and movements after the entry name the same boleto', () => {
    const title = titleOf(those[0])
    const other = { ...title, number: 43 }
    // A bank without abatements is asked for none.
    const hasAbatement = bank.layout.movements.abatement !== undefined
    const asked: Order[] = [
      { movement: 'entry', title },
      { movement: 'entry', title: other },
      { movement: 'writeOff', title },
      { movement: 'dueDate', title: { ...title, dueOn: '2026-12-28' } },
      ...(hasAbatement ? [{ movement: 'abatement' as const, title, abatementCents: 5_000 }] : []),
    ]
    const { orders } = written(asked)
    expect(orders.map(({ p }) => p.ourNumber.trim())).toEqual(asked.map((one) => bank.ourNumberOf(one.title)))
    expect(dayIn(orders[3]?.p.dueOn ?? '')).toBe('2026-12-28')
    if (hasAbatement) expect(Number(orders[4]?.p.abatement)).toBe(5_000)
    expect(new Set(orders.slice(2).map(({ movement }) => movement)).size).toBe(asked.length - 2)
  })

  test('a company or payer whose CNPJ has letters, or a payer without address, is refused in a sentence', () => {
    const title = titleOf(those[0])
    expect(registrationFaults(bank, company, title)).toEqual([])
    expect(registrationFaults(bank, { cnpj: '12ABC34501DE35' }, title).join(' ')).toContain(`emitente com letras: o arquivo do ${bank.name}`)
    expect(registrationFaults(bank, company, { payer: { ...payer, document: '12ABC34501DE35' } }).join(' ')).toContain('tomador com letras')
    expect(registrationFaults(bank, company, { payer: { ...payer, cep: '' } })).toEqual(['O banco recusa um pagador sem CEP.'])
    expect(registrationFaults(bank, company, { payer: { ...payer, city: '' } })).toEqual(['O banco recusa um pagador sem endereço, cidade e UF.'])
  })

  test('the free field has 25 digits for every number up to the largest, and numbers never share it', () => {
    for (const contract of those) {
      const most = bank.most(contract)
      const fields = [1, 2, 9, 10, 99_999, most]
        .filter((number) => number <= most)
        .map((number) => bank.freeFieldOf({ contract, number, issuedOn: '2026-11-30' }))
      for (const field of fields) expect(field).toMatch(/^\d{25}$/)
      expect(new Set(fields).size).toBe(new Set([1, 2, 9, 10, 99_999, most].filter((number) => number <= most)).size)
    }
  })
})

test('a text is cut at its columns, and a number that does not fit is refused', () => {
  expect(lineOf({ '1-4': 'Ação longa', '5-7': 12 }).trimEnd()).toBe('ACAO012')
  expect(() => lineOf({ '1-2': 100 })).toThrow('não cabe nas colunas 1-2')
})
