// Tests the faults that block an NFS-e. An account without faults must give a DPS that is valid by the official XSD, whatever texts it contains.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isValidBankAccount } from '@brazilian-utils/brazilian-utils/is-valid-bank-account'
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  nat,
  option,
  property,
  record,
  string,
  oneof,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Account, Issuer } from '../../server/api/nfse/account.ts'
import { buildCancellation, buildEvent } from '../../server/api/nfse/cancellation.ts'
import { buildDps } from '../../server/api/nfse/dps.ts'
import { faultsOf, slipFaultsOf, warningsOf } from '../../server/api/nfse/faults.ts'
import { money, share } from '../../server/api/nfse/money.ts'
import { rateFactsOf, rateRuleOf } from '../../server/api/nfse/rate-rules.ts'
import { openSchemas } from '../../server/api/nfse/schema.ts'
import { sign } from '../../server/api/nfse/sign.ts'
import { folded, lineOf, linesOf } from '../../server/api/nfse/text.ts'
import { writeXml } from '../../server/api/nfse/xml.ts'
import { atWall } from '../../shared/clock.ts'
import { accountWith, boxOf, certificate, NOW, tellNotRun, TODAY, xsdFolder } from '../support/dps.ts'
import { programs } from '../support/programs.ts'

const dpsOf = (account: Account, number = 42, at = NOW) => buildDps({ account, number, at, environment: 2 })
/** Returns the content of the first element with this name, including nested tags. */
const inside = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1]
const CPF = '52998224725'
/** Eleven digits that are both a valid CPF (by the check digits) and a mobile number in Porto Alegre. */
const BOTH = '51998259765'
const IBS = { ibsOperation: '100301', ibsSituation: '000', ibsClass: '000001' }
const NO_ADDRESS = { street: '', number: '', district: '', cep: '', cityId: null, city: null }

describe('reasons that block an NFS-e', () => {
  const cases: [string, Partial<Account>, Partial<Issuer>, string[]][] = [
    ['nothing', {}, {}, []],
    ['no value', { cents: 0 }, {}, ['Valor não pode ser zero.']],
    ['a negative value', { cents: -1 }, {}, ['Valor não pode ser negativo.']],
    ['a value that is no number', { cents: Number.NaN }, {}, ['Valor não cabe na nota.']],
    ['no document', { document: null }, {}, ['Tomador sem CNPJ / CPF.']],
    ['a document of blanks', { document: ' ' }, {}, ['Tomador sem CNPJ / CPF.']],
    ['wrong check digits of a CNPJ with letters', { document: '12ABC34501DE36' }, {}, ['CNPJ / CPF do tomador não é válido: confira os dígitos.']],
    ['wrong check digits of a CPF', { document: '52998224724' }, {}, ['CNPJ / CPF do tomador não é válido: confira os dígitos.']],
    ['formatted values', { document: '12.ABC.345/01DE-35', cep: '78005-000', nbs: '1.1509.00.00' }, {}, []],
    ['no name', { name: ' ' }, {}, ['Tomador sem Razão Social.']],
    ['a long name', { name: 'é'.repeat(301) }, {}, ['Razão Social tem 301 caracteres: cabem 300.']],
    ['a name that just fits', { name: 'é'.repeat(300) }, {}, []],
    ['a name with a control character', { name: 'A\u0007B' }, {}, ['Razão Social tem caracteres de controle.']],
    ['a name with half a surrogate pair', { name: 'A\uD83DB' }, {}, ['Razão Social tem caracteres de controle.']],
    ['no city', { cityId: null, city: null }, {}, ['Tomador sem código de município.']],
    ['a city id that does not exist', { cityId: 34 }, {}, ['Município do tomador deve ter o código do IBGE, com 7 dígitos.']],
    ['no CEP', { cep: '' }, {}, ['Tomador sem CEP.']],
    ['a short CEP', { cep: '7800500' }, {}, ['CEP do tomador deve ter 8 dígitos.']],
    ['no street', { street: ' \u200B' }, {}, ['Tomador sem Logradouro.']],
    ['no number', { number: '' }, {}, ['Tomador sem Número: sem numeração, escreva S/N.']],
    ['no district', { district: '' }, {}, ['Tomador sem Bairro.']],
    ['a street that folding makes too long', { street: '…'.repeat(86) }, {}, ['Logradouro tem 258 caracteres: cabem 255.']],
    ['a long number', { number: '1'.repeat(61) }, {}, ['Número tem 61 caracteres: cabem 60.']],
    ['a long complement', { complement: 'x'.repeat(157) }, {}, ['Complemento tem 157 caracteres: cabem 156.']],
    ['a long district', { district: 'x'.repeat(61) }, {}, ['Bairro tem 61 caracteres: cabem 60.']],
    ['a line break in a street', { street: 'Rua\nA' }, {}, ['Logradouro tem caracteres de controle.']],
    ['a person without an address', { document: CPF, ...NO_ADDRESS }, {}, []],
    ['a person with an incomplete address', { document: CPF, street: 'x'.repeat(300), cep: '' }, {}, []],
    ['a person with a street that is too long', { document: CPF, street: 'x'.repeat(256) }, {}, ['Logradouro tem 256 caracteres: cabem 255.']],
    ['no description', { description: ' \n\t' }, {}, ['Discriminação não pode ficar vazia.']],
    ['a long description', { description: 'x'.repeat(2001) }, {}, ['Discriminação tem 2001 caracteres: cabem 2000.']],
    ['a description with line breaks', { description: 'a\r\n\tb' }, {}, []],
    ['a description with a control character', { description: 'a\u0085b' }, {}, ['Discriminação tem caracteres de controle.']],
    ['no service code', { serviceCode: '1.05' }, {}, ['Serviço deve ter o código de tributação nacional, com 6 dígitos.']],
    ['a short NBS', { nbs: '11509' }, {}, ['NBS deve ter 9 dígitos.']],
    ['no NBS with IBS', {}, IBS, ['Serviço sem NBS, que a declaração do IBS e da CBS exige.']],
    ['a rate above the law', { issRate: 5.01 }, {}, ['Alíquota do ISS deve ser de 0% a 5%.']],
    ['withheld ISS with a rate of 0 %', { issRate: 0, issWithheld: true }, {}, ['Alíquota do ISS não pode ser zero quando o tomador o retém.']],
    [
      'less than 1.8 % withheld by the Simples',
      { issRate: 1.79, issWithheld: true },
      {},
      ['Alíquota do ISS retido deve ser de pelo menos 1,8% (E0621).'],
    ],
    ['1.8 % withheld by the Simples', { issRate: 1.8, issWithheld: true }, {}, []],
    ['less than 1.8 % that the NFS-e does not state', { issRate: 1, issWithheld: true }, { simples: 1, simplesRegime: null }, []],
    ['less than 1.8 % in a city without agreement', { issRate: 1, issWithheld: true }, { cityAgreement: false }, []],
    ['the service 99.99.99', { serviceCode: '999999' }, {}, ['Serviço 99.99.99 não existe na lista nacional (E0310).']],
    ['the NBS 9.9999.99.99', { nbs: '9.9999.99.99' }, {}, ['NBS 9.9999.99.99 não existe na lista nacional (E0316).']],
    ['a month before 2000', { month: '1999-12-01' }, {}, ['Mês deve ser de um ano entre 2000 e 2099.']],
    ['an issuer’s wrong CNPJ', {}, { cnpj: '11222333000182' }, ['CNPJ do emitente não é válido: confira os dígitos.']],
    ['an issuer without a name', {}, { name: '' }, ['Emitente sem Razão Social.']],
    ['an issuer without an address', {}, { district: '' }, ['Emitente sem endereço completo.']],
    ['a long registration', {}, { cityRegistration: '1'.repeat(16) }, ['Inscrição Municipal do emitente tem 16 caracteres: cabem 15.']],
    ['a missing tax regime', {}, { simplesRegime: null }, ['Emitente sem regime de apuração do Simples Nacional.']],
    ['a special regime outside the XSD', {}, { specialRegime: 7 }, ['Regime especial de tributação do emitente não existe na NFS-e.']],
    ['a series outside our range', {}, { series: 50_000 }, ['Série do emitente deve ser de 1 a 49999.']],
    ['taxes that add up to 100 %', {}, { taxFederal: 97.29 }, ['Tributos aproximados do emitente devem somar menos de 100%.']],
    ['incomplete IBS codes', { nbs: '115090000' }, { ...IBS, ibsClass: null }, ['Códigos do IBS e da CBS do emitente não estão completos.']],
  ]
  test.each(cases)('faultsOf returns the expected faults for %s', (_, more, ofIssuer, faults) =>
    expect(faultsOf(accountWith(more, ofIssuer), TODAY)).toEqual(faults),
  )

  test('all faults are listed at once, each as a sentence without a rule code', () => {
    const faults = faultsOf(accountWith({ ...NO_ADDRESS, cents: 0, name: '', serviceCode: '' }), TODAY)
    expect(faults).toHaveLength(8)
    for (const fault of faults) expect(fault).toMatch(/^[A-ZÁ-Ú][^\d]*?(?<!E)\b.*\.$/)
  })
})

test('slipFaultsOf reports wrong bank data, amount, due date or payer as a fault of the boleto, and the parts of an address that every bank demands', () => {
  const lacking = ['Tomador sem código de município.', 'Tomador sem CEP.', 'Tomador sem Logradouro.']
  expect(slipFaultsOf(accountWith(NO_ADDRESS), TODAY)).toEqual(lacking)
  expect(slipFaultsOf(accountWith({ ...NO_ADDRESS, document: CPF }), TODAY)).toEqual(lacking)
  expect(slipFaultsOf(accountWith({ number: '', district: '' }), TODAY)).toEqual([])
  expect(slipFaultsOf(accountWith({ cep: '123' }), TODAY)).toEqual(['CEP do tomador deve ter 8 dígitos.'])
  expect(slipFaultsOf(accountWith({}, { bank: null }), TODAY)).toEqual(['Emitente sem convênio para emitir boletos.'])
  expect(slipFaultsOf(accountWith({ cents: 0 }), TODAY)).toEqual(['Valor não pode ser zero.'])
  expect(slipFaultsOf(accountWith({ cents: 10_000_000_000 }), TODAY)).toEqual(['Valor não cabe num boleto: o maior é R$ 99.999.999,99.'])
  expect(slipFaultsOf(accountWith({ dueOn: '1999-12-31' }), TODAY)).toEqual(['Vencimento deve ser de um ano entre 2000 e 2099.'])
  expect(slipFaultsOf(accountWith({ dueOn: '2026-11-21' }), TODAY)).toEqual(['Boleto vencido em 21/11/2026: informe um novo vencimento.'])
  expect(slipFaultsOf(accountWith({ dueOn: TODAY }), TODAY)).toEqual([])
  expect(slipFaultsOf(accountWith({ document: null, name: '' }), TODAY)).toEqual(['Tomador sem CNPJ / CPF.', 'Tomador sem Razão Social.'])
})

describe('bank data of an issuer', () => {
  const WRONG_KEY = 'Chave PIX do emitente não é CPF, CNPJ, e-mail, telefone celular nem chave aleatória.'
  const cases: [string, Partial<Issuer>, string[]][] = [
    ['a branch with X and an account', { branch: '1480-X', bankAccount: '22418-9' }, []],
    [
      'no bank, even if other data is missing',
      { bank: null, agreement: '', wallet: '', variation: '', branch: '', bankAccount: '' },
      ['Emitente sem convênio para emitir boletos.'],
    ],
    ['a wrong check digit of a CNPJ', { cnpj: '12ABC34501DE36' }, ['CNPJ do emitente não é válido: confira os dígitos.']],
    ['the agreement 1.000.000', { agreement: '1000000' }, ['Convênio do emitente: com 7 dígitos, deve ser maior que 1.000.000.']],
    ['the agreement 1.000.001', { agreement: '1000001' }, []],
    [
      'wrong check digits of branch and account',
      { branch: '1480-2', bankAccount: '22418-7' },
      ['Agência do emitente: o dígito verificador não confere.', 'Conta corrente do emitente: o dígito verificador não confere.'],
    ],
    ['a branch without its check digit', { branch: '1480' }, ['Agência do emitente: até 4 dígitos, hífen e o dígito verificador, como 1480-X.']],
    ['words as a key', { pixKey: 'isto não é uma chave' }, [WRONG_KEY]],
    ['a landline as a key', { pixKey: '+556530210000' }, [WRONG_KEY]],
    ['a mobile number as a key', { pixKey: '65999990000' }, []],
    ['a CNPJ with letters as a key', { pixKey: '12.ABC.345/01DE-35' }, []],
    ['a random key', { pixKey: '123e4567-e12b-12d1-a456-426655440000' }, []],
    [
      'a key that may be a CPF or a phone number',
      { pixKey: BOTH },
      ['Chave PIX do emitente pode ser CPF ou telefone: informe qual em tipo_chave_pix.'],
    ],
    ['the same key with its kind', { pixKey: BOTH, pixKind: 'phone' }, []],
    ['the same key with +55', { pixKey: `+55${BOTH}` }, []],
    ['the same key formatted as a CPF', { pixKey: '519.982.597-65' }, []],
    [
      'a name without any letter that PIX accepts',
      { pixKey: 'a@b.com.br', name: '漢字' },
      ['Razão Social do emitente não tem letra que o PIX aceite.'],
    ],
    [
      'a key that does not match its stated kind',
      { pixKey: 'a@b.com.br', pixKind: 'phone' },
      ['Chave PIX do emitente não serve como telefone: confira a chave e o seu tipo.'],
    ],
  ]
  test.each(cases)('slipFaultsOf returns the expected faults for %s', (_, ofIssuer, faults) =>
    expect(slipFaultsOf(accountWith({}, ofIssuer), TODAY)).toEqual(faults),
  )

  test('wrong bank data is not a fault of the NFS-e', () => {
    const faultsWith = (ofIssuer: Partial<Issuer>) => faultsOf(accountWith({}, ofIssuer), TODAY)
    expect(faultsWith({ pixKey: 'isto não é uma chave', branch: '1480-2', agreement: '1000000' })).toEqual([])
  })

  test('a bank account is accepted if and only if an independent package accepts the check digit', () => {
    assert(
      // The independent package accepts account numbers of at most eight digits.
      property(integer({ min: 1, max: 99_999_999 }), constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'X'), (number, digit) => {
        const account = String(number).padStart(8, '0')
        const isTheirs = isValidBankAccount({ bankCode: '001', agency: '1480', account, digit })
        expect(slipFaultsOf(accountWith({}, { bankAccount: `${account}-${digit}` }), TODAY).length === 0).toBe(isTheirs)
      }),
    )
  })
})

describe('the ISS rate', () => {
  const NONE: Partial<Issuer> = { simples: 1, simplesRegime: null }
  const cases: [code: string, more: Partial<Account>, ofIssuer: Partial<Issuer>, says: string | undefined][] = [
    ['E0600', { issWithheld: true }, { simples: 2, simplesRegime: null }, undefined],
    ['E0604', { issWithheld: true }, { specialRegime: 6 }, undefined],
    ['E0617', { issWithheld: true }, NONE, undefined],
    ['E0617', {}, NONE, undefined],
    ['E0617', { issWithheld: true }, { ...NONE, cityAgreement: null }, undefined],
    ['E0619', {}, { ...NONE, cityAgreement: false }, '2.00'],
    ['E0621', { issWithheld: true }, {}, '2.00'],
    ['E0628', { issWithheld: true }, { cityAgreement: false }, '2.00'],
    ['E0625', {}, {}, undefined],
    ['E0635', { issWithheld: true }, { simplesRegime: 2 }, undefined],
    ['E0640', {}, { simplesRegime: 3, cityAgreement: false }, '2.00'],
  ]
  test.each(cases)('a DPS under the official rule %s states or omits the ISS rate, as this rule requires', (code, more, ofIssuer, says) => {
    const account = accountWith(more, ofIssuer)
    expect(rateRuleOf(rateFactsOf(account))?.code).toBe(code)
    expect(inside(dpsOf(account).xml, 'pAliq')).toBe(says)
  })

  const warned = (more: Partial<Account>, ofIssuer: Partial<Issuer> = {}) => warningsOf(accountWith(more, ofIssuer), '2026-09')
  const UNKNOWN = 'Emitente sem a situação do convênio do município com o sistema nacional: a nota vai sem alíquota do ISS, e pode ser recusada.'
  test.each<[string, string[], string[]]>([
    ['an agreement of unknown state', warned({}, { ...NONE, cityAgreement: null }), [UNKNOWN]],
    ['an unknown agreement that does not matter', warned({ issWithheld: true }, { cityAgreement: null }), []],
    [
      'a rule that omits the rate',
      warned({ issWithheld: true }, { simplesRegime: 2 }),
      ['A nota vai sem alíquota do ISS, embora o tomador o retenha: confira com a contabilidade (E0635).'],
    ],
    [
      'a rule that demands the rate',
      warned({ issRate: 0 }, { ...NONE, cityAgreement: false }),
      ['Alíquota do ISS pode ser recusada: o município a exige na nota (E0619).'],
    ],
    [
      'a natural person who withholds the ISS',
      warned({ issWithheld: true, document: CPF }),
      ['O tomador que retém o ISS é pessoa física: o município pode não o autorizar (E0667).'],
    ],
    ['nothing unusual', warned({ issWithheld: true }), []],
  ])('warningsOf returns the expected warnings about the ISS rate for %s', (_, warnings, expected) => expect(warnings).toEqual(expected))
})

test('warningsOf reports missing IBS and CBS codes from October 2026 on, but for issuers under the Simples only from January 2027 on', () => {
  const told = (simples: 1 | 2 | 3, month: string, more: Partial<Issuer> = {}) => warningsOf(accountWith({}, { simples, ...more }), month)
  expect([told(1, '2026-09'), told(1, '2026-10', IBS), told(2, '2026-12-01'), told(3, '2026-12')]).toEqual([[], [], [], []])
  expect(told(1, '2026-10')).toEqual([
    'Emitente sem IBS e CBS, que se declaram desde outubro de 2026 (até 31/12/2026 a falta não é motivo de recusa).',
  ])
  expect(told(1, '2027-01-01')).toEqual(['Emitente sem IBS e CBS, que se declaram desde outubro de 2026: a nota pode ser recusada.'])
  for (const simples of [2, 3] as const)
    expect(told(simples, '2027-01')).toEqual([
      'Emitente sem IBS e CBS, que se declaram desde janeiro de 2027, também no Simples Nacional: a nota pode ser recusada.',
    ])
})

// The patterns of TSChaveNFSe and TSIdNFSe in version 20260727 of the official package.
const OF_EVENTS = /^[0-9]{6}([0-9A-Z]{14})[0-9]{30}$/
const OF_NOTES = /^[0-9]{9}[0-9A-Z]{14}[0-9]{27}$/

test('warningsOf warns about a CNPJ with a letter exactly if the official pattern for event keys rejects its NFS-e key', () => {
  for (let at = 0; at < 12; at += 1) {
    const cnpj = `${'1'.repeat(at)}A${'1'.repeat(13 - at)}`
    const key = `510340322${cnpj}${'1'.repeat(27)}`
    expect(key).toMatch(OF_NOTES)
    expect(warningsOf(accountWith({}, { cnpj }), '2026-11').length === 0, cnpj).toBe(OF_EVENTS.test(key))
  }
  expect(warningsOf(accountWith({}, { cnpj: '12ABC34501DE35' }), '2026-11')).toEqual([
    'CNPJ do emitente tem letra na 12ª posição: a NFS-e é emitida, mas o leiaute oficial ainda não aceita cancelá-la nem substituí-la.',
  ])
})

test('characters that the layout does not accept are replaced by similar ones or by a question mark', () => {
  const cases = [
    ['  Rua – “A” ‘b’ — c…  ', `Rua - "A" 'b' - c...`],
    ['Ação nº 7 ½ ©ÿ', 'Ação nº 7 ½ ©ÿ'],
    ['R€ • item', 'REUR - item'],
    ['Łódź Ğ ş ő ž Čech œuvre ı', 'Lódz G s o z Cech oeuvre i'],
    ['cafe\u0301 a\u030C', 'café a'],
    ['ﬁm №1 ™ Ａ', 'fim No1 TM A'],
    ['日本 😀 Ж', '?? ? ?'],
    ['a\u00A0\u2003b\u200B\u00AD\uFEFFc', 'a  bc'],
    ['\u00A0\u3000', ''],
  ]
  for (const [from = '', to] of cases) expect(folded(from)).toBe(to)
  expect(lineOf(' Čech – 😀 ')).toBe('Čech – 😀')
  expect(linesOf(' a\r\nb\rc\u2028d\te\n ')).toBe('a\nb\nc\nd e')
  assert(
    property(string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(folded(text)).toMatch(/^([!-~\xA1-\xFF]([ -~\xA1-\xFF]*[!-~\xA1-\xFF])?)?$/)
    }),
  )
})

test('amounts are written with two decimals, and half a cent is rounded to the even cent', () => {
  expect([5, 100, 150_050, Number.MAX_SAFE_INTEGER].map(money)).toEqual(['0.05', '1.00', '1500.50', '90071992547409.91'])
  expect([share(50, 100), share(150, 100), share(250, 100), share(251, 100), share(Number.MAX_SAFE_INTEGER, 10_000)]).toEqual([
    0,
    2,
    2,
    3,
    Number.MAX_SAFE_INTEGER,
  ])
})

describe('a DPS', () => {
  test('the DPS of a small company equals the published example, in which only the Id pads the number with zeros', () => {
    const { id, xml } = dpsOf(
      accountWith(
        { emails: ['contas@exemplo.com.br', 'b@c.d'] },
        { cityRegistration: '123456', phone: '(65) 3000-1000', email: 'fiscal@exemplo.com.br' },
      ),
    )
    expect(id).toBe('DPS510340321122233300018100001000000000000042')
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><DPS xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infDPS Id="DPS510340321122233300018100001000000000000042"><tpAmb>2</tpAmb><dhEmi>2026-11-22T09:30:00-04:00</dhEmi><verAplic>csnoteweb 0.1</verAplic><serie>1</serie><nDPS>42</nDPS><dCompet>2026-11-22</dCompet><tpEmit>1</tpEmit><cLocEmi>5103403</cLocEmi><prest><CNPJ>11222333000181</CNPJ><IM>123456</IM><fone>6530001000</fone><email>fiscal@exemplo.com.br</email><regTrib><opSimpNac>3</opSimpNac><regApTribSN>1</regApTribSN><regEspTrib>0</regEspTrib></regTrib></prest><toma><CNPJ>12ABC34501DE35</CNPJ><xNome>Cerâmica &amp; Irmãos Exemplo Ltda</xNome><end><endNac><cMun>5103403</cMun><CEP>78005000</CEP></endNac><xLgr>Rua das Acácias</xLgr><nro>100</nro><xBairro>Centro</xBairro></end><email>contas@exemplo.com.br</email></toma><serv><locPrest><cLocPrestacao>5103403</cLocPrestacao></locPrest><cServ><cTribNac>010501</cTribNac><xDescServ>Licenciamento de software, competência 11/2026. Contrato nº 7.</xDescServ></cServ></serv><valores><vServPrest><vServ>1500.00</vServ></vServPrest><trib><tribMun><tribISSQN>1</tribISSQN><tpRetISSQN>1</tpRetISSQN></tribMun><totTrib><pTotTribSN>6.00</pTotTribSN></totTrib></trib></valores></infDPS></DPS>',
    )
  })

  test('the competence date is the last day of the month, but never later than the day of issue', () => {
    const on = (month: string, wall: string) => inside(dpsOf(accountWith({ month }), 1, atWall(wall)).xml, 'dCompet')
    expect(on('2026-10-01', '2026-11-22T09:30:00')).toBe('2026-10-31')
    expect(on('2024-02-01', '2026-11-22T09:30:00')).toBe('2024-02-29')
    expect(on('2026-11-01', '2026-11-30T23:59:59')).toBe('2026-11-30')
    expect(on('2026-12-01', '2026-11-22T00:00:00')).toBe('2026-11-22')
  })

  test('an optional element is present only if it has a value', () => {
    const { xml } = dpsOf(accountWith({}))
    for (const name of ['IM', 'fone', 'email', 'xCpl', 'cNBS', 'pAliq', 'IBSCBS', 'vTotTrib', 'indTotTrib', 'tribFed'])
      expect(xml).not.toContain(`<${name}>`)
    const full = dpsOf(
      accountWith(
        { complement: 'Sala – 2', nbs: '1.1509.00.00', phone: '+55 65 3000-1000', emails: ['josé@exemplo.com.br'], issWithheld: true },
        IBS,
      ),
    ).xml
    expect(['xCpl', 'cNBS', 'fone', 'email', 'tpRetISSQN', 'pAliq'].map((name) => inside(full, name))).toEqual([
      'Sala - 2',
      '115090000',
      '556530001000',
      'josé@exemplo.com.br',
      '2',
      '2.00',
    ])
    expect(inside(full, 'IBSCBS')).toBe(
      '<finNFSe>0</finNFSe><cIndOp>100301</cIndOp><indDest>0</indDest><valores><trib><gIBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib></gIBSCBS></trib></valores>',
    )
  })

  test('an optional value that does not fit the layout is left out of the DPS', () => {
    const { xml } = dpsOf(
      accountWith({ phone: '12345', emails: ['a–b@c.d'], document: CPF, cep: '' }, { phone: '1'.repeat(21), email: `${'x'.repeat(80)}@c.d` }),
    )
    expect(inside(xml, 'toma')).toBe(`<CPF>${CPF}</CPF><xNome>Cerâmica &amp; Irmãos Exemplo Ltda</xNome>`)
    expect(inside(xml, 'prest')).toMatch(/^<CNPJ>11222333000181<\/CNPJ><regTrib>/)
  })

  test('the approximate taxes are stated as the tax regime of the issuer requires', () => {
    const total = (simples: 1 | 2 | 3, cents = 150_000) =>
      inside(dpsOf(accountWith({ cents }, { simples, simplesRegime: simples === 3 ? 1 : null })).xml, 'totTrib')
    expect(total(3)).toBe('<pTotTribSN>6.00</pTotTribSN>')
    expect(total(2)).toBe('<indTotTrib>0</indTotTrib>')
    expect(total(1)).toBe('<vTotTrib><vTotTribFed>49.35</vTotTribFed><vTotTribEst>0.00</vTotTribEst><vTotTribMun>40.65</vTotTribMun></vTotTrib>')
    expect(inside(dpsOf(accountWith({}, { simples: 1, simplesRegime: null })).xml, 'regTrib')).toBe(
      '<opSimpNac>1</opSimpNac><regEspTrib>0</regEspTrib>',
    )
  })

  test('an account with a control character has a fault, and building its DPS throws an error', () => {
    for (const name of ['a\u0000b', 'a\u0085b', 'a\uD800b', 'a\uFFFFb', 'a\rb']) {
      expect(faultsOf(accountWith({ name }), TODAY)).toEqual(['Razão Social tem caracteres de controle.'])
      expect(() => dpsOf(accountWith({ name }))).toThrow('xNome has a control character')
    }
    expect(() => writeXml('DPS', 'infDPS', 'x', [['a', 'b\u0001']])).toThrow('a has a control character')
  })
})

test('the signature is enveloped, uses canonical XML 1.0 and SHA-256, and has no namespace prefix', () => {
  const { id, xml } = dpsOf(accountWith())
  const signed = sign(xml, certificate)
  expect(signed.replace(/<Signature .*<\/Signature>/s, '')).toBe(xml)
  expect(signed.replace(/.*(?=<Signature )|<\/DPS>$/gs, '').replace(/(<(?:DigestValue|SignatureValue|X509Certificate)>)[\w+/=]+/g, '$1')).toBe(
    `<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/><SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/><Reference URI="#${id}"><Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/><Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><DigestValue></DigestValue></Reference></SignedInfo><SignatureValue></SignatureValue><KeyInfo><X509Data><X509Certificate></X509Certificate></X509Data></KeyInfo></Signature>`,
  )
  expect(() => sign('<a/>', certificate)).toThrow('only a DPS, an NFS-e or an event can be signed')
})

describe('the XSD folder of the operator', () => {
  test('if no XSD folder is configured, nothing is validated, and `validates` is false', () => {
    const schemas = openSchemas(undefined)
    expect([schemas.validates, schemas.validate('<DPS')]).toEqual([false, []])
  })

  test('an XSD folder with missing, broken or outdated files is refused, and the message names the environment variable', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-xsd-'))
    expect(() => openSchemas(folder.path)).toThrow(/^NFSE_XSD_DIR não tem o arquivo DPS_v1\.01\.xsd: deve ser a pasta do pacote 20260727/)
    expect(() => openSchemas(join(folder.path, 'none'))).toThrow(/^NFSE_XSD_DIR não tem o arquivo/)
    const names = [
      'DPS_v1.01.xsd',
      'NFSe_v1.01.xsd',
      'pedRegEvento_v1.01.xsd',
      'evento_v1.01.xsd',
      'tiposEventos_v1.01.xsd',
      'tiposComplexos_v1.01.xsd',
      'tiposSimples_v1.01.xsd',
      'xmldsig-core-schema.xsd',
    ]
    for (const name of names) writeFileSync(join(folder.path, name), '<not-a-schema/>')
    expect(() => openSchemas(folder.path)).toThrow(/^NFSE_XSD_DIR tem arquivos que não formam um leiaute \(DPS_v1\.01\.xsd\)/)
    writeFileSync(join(folder.path, 'tiposSimples_v1.01.xsd'), '<xs:pattern value="^0{0,4}\\d{1,5}$"/>')
    expect(() => openSchemas(folder.path)).toThrow(/^NFSE_XSD_DIR aponta para o pacote 20260209/)
    mkdirSync(join(folder.path, 'folder'))
    mkdirSync(join(folder.path, 'folder', names[0]!))
    expect(() => openSchemas(join(folder.path, 'folder'))).toThrow(/^NFSE_XSD_DIR não deixa ler \(EISDIR\) o arquivo DPS_v1\.01\.xsd/)
  })
})

/** Generates a usual value, but in 1 of 21 cases an unusual one, which may be a fault. */
const mostly = <T>(usual: Arbitrary<T>, seldom: Arbitrary<T>) => oneof({ weight: 20, arbitrary: usual }, { weight: 1, arbitrary: seldom })
/** Generates any text that a person may paste, up to or just beyond the maximum length. */
const pasted = (most: number): Arbitrary<string> =>
  mostly(
    oneof(
      string({ unit: 'grapheme', minLength: 1, maxLength: 15 }).map((text) => `x${text}`),
      constantFrom('Rua – “A”…', 'Łódź 日本', '\u00A0x\u00A0', ' x ', '&<>"]]>', '\u200Bx\u2003\uFEFF', 'é'.repeat(most), 'x'.repeat(most)),
    ),
    oneof(string({ unit: 'binary' }), constantFrom('', 'a\r\nb', '\u00A0', 'x'.repeat(most + 1), '€'.repeat(most), '\u0000', '\uFFFF', '\u007F')),
  )
const twoDecimals = (max: number) => integer({ min: 0, max: max * 100 }).map((n) => n / 100)
const anyAccount = record({
  document: mostly<string | null>(constantFrom('12ABC34501DE35', '12.abc.345/01de-35', '11222333000181', CPF, '529.982.247-25'), option(string())),
  name: pasted(300),
  street: pasted(255),
  number: pasted(60),
  complement: oneof(constant(''), pasted(156)),
  district: pasted(60),
  cep: mostly(constantFrom('78005000', '78.005-000'), string()),
  phone: string({ unit: 'grapheme' }),
  emails: array(oneof(constant('a@b.c'), pasted(80)), { maxLength: 2 }),
  description: mostly(pasted(2000), constant('a\r\n\tb\u2028c')),
  nbs: mostly<string | null>(constantFrom('115090000', '1.1509.00.00'), constantFrom(null, '', '1')),
  serviceCode: constantFrom('010501', '170101'),
  cents: mostly(integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), oneof(integer({ min: -1, max: 1 }), double())),
  issRate: twoDecimals(5),
  issWithheld: boolean(),
  month: mostly(constantFrom('2000-01-01', '2024-02-01', '2026-11-01', '2026-12-01', '2099-12-01'), constant('2100-01-01')),
})
const anyIssuer = record({
  simples: constantFrom(1 as const, 2 as const, 3 as const),
  cnpj: constantFrom('11222333000181', '12ABC34501DE35'),
  specialRegime: mostly(integer({ min: 0, max: 6 }), integer({ min: 7, max: 9 })),
  taxFederal: twoDecimals(60),
  taxState: twoDecimals(30),
  taxCity: twoDecimals(11),
  series: mostly(integer({ min: 1, max: 49_999 }), constant(50_000)),
  cityRegistration: oneof(constant(null), pasted(15)),
  email: pasted(80),
  phone: string({ unit: 'grapheme' }),
  name: pasted(300),
  tradeName: oneof(constant(''), pasted(150)),
  declares: boolean(),
}).map(({ declares, ...issuer }): Partial<Issuer> => ({ ...issuer, simplesRegime: issuer.simples === 3 ? 1 : null, ...(declares && IBS) }))

if (xsdFolder === undefined) tellNotRun('tests/unit/dps.test.ts')
else {
  const folder = xsdFolder
  describe('documents under the official XSD', () => {
    const schemas = openSchemas(folder)

    test('every account without a fault gives a valid DPS and a valid NFS-e, also when signed', async () => {
      let valid = 0
      await assert(
        asyncProperty(anyAccount, anyIssuer, nat({ max: 9 }), async (more, ofIssuer, nth) => {
          const account = accountWith(more, ofIssuer)
          if (faultsOf(account, TODAY).length > 0) return
          valid += 1
          const { id, xml } = dpsOf(account, valid)
          expect(schemas.validate(xml)).toEqual([])
          // Only the first document is signed, because signing costs ten times as much as all other steps together.
          if (nth > 0) return
          const signed = sign(xml, certificate)
          expect(schemas.validate(signed)).toEqual([])
          expect(await boxOf(schemas, account.issuer).send({ id, xml: signed })).toHaveProperty('issued')
        }),
        { numRuns: 2000 },
      )
      expect(valid).toBeGreaterThan(300)
    })

    test('a text that contains `$&` is copied into the NFS-e unchanged', async () => {
      const account = accountWith({ description: 'Taxa R$& tarifa' })
      const { id, xml } = dpsOf(account)
      const outcome = await boxOf(schemas, account.issuer).send({ id, xml: sign(xml, certificate) })
      expect('issued' in outcome ? outcome.issued : outcome).toContain('<xDescServ>Taxa R$&amp; tarifa</xDescServ>')
    })

    test('a schema error starts with the field’s name on screen', () => {
      const { xml } = dpsOf(accountWith())
      expect(schemas.validate(xml.replace('Rua das', 'Rua – das'))).toEqual([
        expect.stringMatching(/^Logradouro: Element 'xLgr': \[facet 'pattern'\]/),
      ])
      expect(schemas.validate(xml.replace('<nDPS>42', '<nDPS>042'))).toEqual([expect.stringContaining("Element 'nDPS'")])
      expect(schemas.validate('<DPS')).toHaveLength(1)
      expect(schemas.validate(`<!DOCTYPE DPS><DPS/>`)).toEqual(['XML with a DTD is refused'])
    })

    test('a folder with a changed XSD is not accepted as the official package', async () => {
      await using copy = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-xsd-'))
      for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy.path, name))
      const types = readFileSync(join(copy.path, 'tiposSimples_v1.01.xsd'), 'utf8')
      writeFileSync(join(copy.path, 'tiposSimples_v1.01.xsd'), types.replace('[0-9]{1,4}|[0-8][0-9]{4}', '^0{0,4}\\d{1,5}$'))
      expect(() => openSchemas(copy.path)).toThrow(/^NFSE_XSD_DIR aponta para o pacote 20260209/)
    })

    test.skipIf(!programs.xmllint.find())('xmllint accepts and rejects the same documents as our validation', async () => {
      await using files = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-xml-'))
      const { id, xml } = dpsOf(accountWith({ description: 'Linha – 1\r\nLinha 2 😀', nbs: '115090000', issWithheld: true }, IBS))
      const outcome = await boxOf(schemas).send({ id, xml: sign(xml, certificate) })
      const lint = (schema: string, text: string) => {
        const file = join(files.path, 'a.xml')
        writeFileSync(file, text)
        return spawnSync(programs.xmllint.find() ?? '', ['--noout', '--nonet', '--schema', join(folder, schema), file]).status
      }
      expect(lint('DPS_v1.01.xsd', xml)).toBe(0)
      expect(lint('NFSe_v1.01.xsd', 'issued' in outcome ? outcome.issued : '')).toBe(0)
      expect(lint('DPS_v1.01.xsd', xml.replace('1500.00', '1500.0'))).toBe(3)

      // A note that replaces another one, the request to cancel it, and the event that registers the request.
      const key = '51034032211222333000181000000000000726111234567891'
      const replaced = { key, reason: '99', explanation: 'O endereço do tomador estava errado.' }
      const other = buildDps({ account: accountWith(), number: 43, at: NOW, environment: 2, replaced })
      expect([lint('DPS_v1.01.xsd', other.xml), schemas.validate(other.xml)]).toEqual([0, []])
      const wanted = { key, cnpj: '11222333000181', reason: 9, explanation: 'O serviço não foi prestado.', at: NOW, environment: 2 } as const
      const request = sign(buildCancellation(wanted), certificate)
      const event = sign(buildEvent(request), certificate)
      expect([lint('pedRegEvento_v1.01.xsd', request), schemas.validate(request)]).toEqual([0, []])
      expect([lint('evento_v1.01.xsd', event), schemas.validate(event)]).toEqual([0, []])
      const short = buildCancellation({ ...wanted, explanation: 'Curto demais.' })
      expect([lint('pedRegEvento_v1.01.xsd', short), schemas.validate(short).length > 0]).toEqual([3, true])
    })
  })
}

test.skipIf(!programs.xmlsec.find())(
  'xmlsec1 accepts both signatures of an NFS-e, and rejects a signature after the amount was changed by a cent',
  async () => {
    await using files = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-sign-'))
    const [file, pem] = [join(files.path, 'a.xml'), join(files.path, 'cert.pem')]
    writeFileSync(pem, certificate.cert)
    const verify = (text: string, at: string) => {
      writeFileSync(file, text)
      const ids = ['infDPS', 'infNFSe'].flatMap((name) => ['--id-attr:Id', `http://www.sped.fazenda.gov.br/nfse:${name}`])
      const told = spawnSync(programs.xmlsec.find() ?? '', ['--verify', '--pubkey-cert-pem', pem, ...ids, '--node-xpath', at, file], {
        encoding: 'utf8',
      })
      return /^OK$/m.test(told.stdout + told.stderr) ? 'OK' : /^FAIL$/m.test(told.stdout + told.stderr) ? 'FAIL' : told.stderr
    }
    const ofDps = "//*[local-name()='DPS']/*[local-name()='Signature']"
    const ofNote = "/*/*[local-name()='Signature']"
    const { id, xml } = dpsOf(accountWith({ description: 'Linha – 1\r\nLinha 2 😀 & <b>' }))
    const signed = sign(xml, certificate)
    expect(signed).toContain('<Signature xmlns="http://www.w3.org/2000/09/xmldsig#">')
    const outcome = await boxOf({ validate: () => [] }).send({ id, xml: signed })
    const note = 'issued' in outcome ? outcome.issued : ''
    expect([verify(signed, ofDps), verify(note, ofDps), verify(note, ofNote)]).toEqual(['OK', 'OK', 'OK'])
    const cent = (text: string, from: string, to: string) => text.replace(`>${from}<`, `>${to}<`)
    expect(verify(cent(signed, '1500.00', '1500.01'), ofDps)).toBe('FAIL')
    expect([verify(cent(note, '30.00', '30.01'), ofDps), verify(cent(note, '30.00', '30.01'), ofNote)]).toEqual(['OK', 'FAIL'])
    expect(execFileSync(programs.xmlsec.find() ?? '', ['--version'], { encoding: 'utf8' })).toContain('xmlsec1')
  },
)
