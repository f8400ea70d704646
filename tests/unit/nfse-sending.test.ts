// Tests which accounts can be sent, how they are divided into rounds, and with which query the list of accounts is loaded.
import { describe, expect, test } from 'vitest'
import { filterOf, mailsFrom, statesOf } from '../../client/features/nfse/filter.ts'
import { accountsBr, ended, judged, namesOf, roundsOf } from '../../client/features/nfse/sending.ts'
import { MAILED, type Account } from '../../shared/features/nfse.ts'

// Only these fields of an account are checked, so the cast is safe.
const account = (change: Partial<Account> = {}) =>
  ({
    ID_REF_PARCELA_CONTA: 1,
    ID_REF_CONTA: 48,
    RAZAO_SOCIAL_TOMADOR: 'Armazéns',
    ID_STATUS_NFSE: 1,
    ID_STATUS_BOLETO: 1,
    IMPEDIMENTO_NFSE: null,
    IMPEDIMENTO_BOLETO: null,
    ...change,
  }) as Account
const reasonOf = (one: Account, kind: 1 | 2 | 3) => judged([one], kind, false).left[0]?.reason

describe('an account selected for sending', () => {
  test('judged excludes an account whose chosen document is blocked, with the reason of the block', () => {
    const faulty = account({ IMPEDIMENTO_NFSE: 'Tomador sem código de município.' })
    expect([reasonOf(faulty, 1), reasonOf(faulty, 2), reasonOf(faulty, 3)]).toEqual([
      'Tomador sem código de município.',
      undefined,
      'Tomador sem código de município.',
    ])
  })

  test('if the same fault blocks the NFS-e and the boleto, the reason that people read names the fault only once', () => {
    const both = account({ IMPEDIMENTO_NFSE: 'Tomador sem CEP. Sem e-mail.', IMPEDIMENTO_BOLETO: 'Tomador sem CEP.' })
    expect(reasonOf(both, 3)).toBe('Tomador sem CEP. Sem e-mail.')
  })

  test('an account with an overdue boleto and no new due date gets no boleto, but its NFS-e can still be sent', () => {
    const late = account({ DATA_VENCTO: '2026-11-18', IMPEDIMENTO_BOLETO: 'Boleto vencido em 18/11/2026: informe um novo vencimento.' })
    const reasons = (one: Account, isRenewed: boolean) => ([1, 2, 3] as const).map((kind) => judged([one], kind, isRenewed).left[0]?.reason)
    expect(reasons(late, false)).toEqual([undefined, 'Boleto vencido em 18/11/2026: informe um novo vencimento.', undefined])
    expect(reasons(late, true)).toEqual([undefined, undefined, undefined])
    const issued = { ...late, ID_STATUS_NFSE: 3 as const }
    expect(reasons(issued, false)[2]).toBe('Boleto vencido em 18/11/2026: informe um novo vencimento.')
    const faulty = { ...late, IMPEDIMENTO_BOLETO: `Tomador sem CNPJ / CPF. ${late.IMPEDIMENTO_BOLETO}` }
    expect(reasons(faulty, true)).toEqual([undefined, 'Tomador sem CNPJ / CPF.', 'Tomador sem CNPJ / CPF.'])
  })

  test('judged excludes an account if its document of the chosen kind is no longer open, with the reason', () => {
    const issued = account({ ID_STATUS_NFSE: 3 })
    expect([reasonOf(issued, 1), reasonOf(issued, 2), reasonOf(issued, 3)]).toEqual(['Nada deste tipo está em aberto.', undefined, undefined])
  })
})

test('accounts are sent in rounds of 25, the last of which holds the remainder', () => {
  const sizes = (count: number) => roundsOf(Array.from({ length: count })).map(({ length }) => length)
  expect([sizes(0), sizes(25), sizes(60)]).toEqual([[], [25], [25, 25, 10]])
})

test('a message names at most three accounts and the number of the others', () => {
  expect(namesOf([1, 2, 3, 4, 5].map((nth) => account({ ID_REF_CONTA: nth })))).toBe(
    'Armazéns (conta 1), Armazéns (conta 2), Armazéns (conta 3) e mais 2',
  )
  expect([accountsBr(1), accountsBr(1200), ended('Ltda.'), ended('Ltda')]).toEqual(['1 conta', '1.200 contas', 'Ltda.', 'Ltda.'])
})

describe('the URL of NFS-e Express', () => {
  const of = (search: string) => filterOf(new URLSearchParams(search), Date.parse('2026-11-19T18:32:00Z'))

  test('a URL without parameters selects both documents of the open accounts of this month', () => {
    expect(of('').query).toEqual({ mesAno: '11/2026', tipoRegistro: '', tipoEmissao: '3', status: '1' })
    expect(of('mes=2026-08&documento=nfse&situacao=enviado&centro=X').query).toEqual({
      mesAno: '08/2026',
      tipoRegistro: 'X',
      tipoEmissao: '1',
      status: '2',
    })
  })

  test('a filter for boletos offers only the states open and issued', () => {
    expect(statesOf('boletos').map(({ value }) => value)).toEqual(['aberto', 'emitidas'])
    expect(of('documento=boletos&situacao=enviado').state.value).toBe('aberto')
  })

  test('mailsFrom is true only in a cost centre whose documents are mailed, and only if the filter selects both documents as issued', () => {
    const centro = encodeURIComponent(MAILED[0] ?? '')
    expect(mailsFrom(of(`situacao=emitidas&centro=${centro}`))).toBe(true)
    for (const other of [`situacao=emitidas&documento=nfse&centro=${centro}`, `situacao=aberto&centro=${centro}`, 'situacao=emitidas&centro=Outro'])
      expect(mailsFrom(of(other))).toBe(false)
  })
})
