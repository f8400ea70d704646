// Builds the DPS of an account in layout version 1.01. The elements are in the order of the XSD.
import { lastDayOf, wallDay, wallTime } from '../../../shared/clock.ts'
import type { Account, Issuer } from './account.ts'
import { hundredths, money, percent, share } from './money.ts'
import { saysRate } from './rate-rules.ts'
import { addressOf, codeOf, documentOf, emailOf, phoneOf } from './taker.ts'
import { lineOf, linesOf, motiveOf } from './text.ts'
import { writeXml, type Elements } from './xml.ts'

/** The Id and XML text of a DPS. */
export interface Dps {
  id: string
  xml: string
}

interface Options {
  account: Account
  /** nDPS, the number of the DPS. */
  number: number
  /** Current time in ms. */
  at: number
  /** tpAmb: 1 production, 2 homologação. */
  environment: 1 | 2
  /** The note that this one replaces: its key, cMotivo and xMotivo. */
  replaced?: { key: string; reason: string; explanation: string } | undefined
}

export const APPLICATION = 'csnoteweb 0.1'
/** Offset of the time zone that shared/clock.ts uses, for dhEmi. */
export const OFFSET = '-04:00'

/** The Id of a DPS. Only here is the number padded with zeros. The digit 2 means that a CNPJ follows. */
export const dpsIdOf = ({ city, cnpj, series, number }: { city: string; cnpj: string; series: string; number: string }) =>
  `DPS${city}2${cnpj}${series.padStart(5, '0')}${number.padStart(15, '0')}`

/** A stored DPS with its Id. The CNPJ in the Id may contain letters. */
export const writtenDps = (xml: string): Dps => ({ id: /<infDPS Id="(DPS\w{42})"/.exec(xml)?.[1] ?? '', xml })

/** Builds a DPS without signature. `faultsOf` must have found nothing wrong with the account. */
export function buildDps({ account, number, at, environment, replaced }: Options): Dps {
  const { issuer } = account
  const today = wallDay(at)
  const last = lastDayOf(account.month.slice(0, 7))
  const city = String(issuer.cityId)
  const id = dpsIdOf({ city, cnpj: issuer.cnpj, series: String(issuer.series), number: String(number) })
  const xml = writeXml('DPS', 'infDPS', id, [
    ['tpAmb', String(environment)],
    ['dhEmi', `${wallTime(at)}${OFFSET}`],
    ['verAplic', APPLICATION],
    ['serie', String(issuer.series)],
    ['nDPS', String(number)],
    // dCompet must not be after dhEmi, so for a month that has not ended it is today.
    ['dCompet', last < today ? last : today],
    // tpEmit 1: the provider of the service issues the note.
    ['tpEmit', '1'],
    ['cLocEmi', city],
    [
      'subst',
      replaced && [
        ['chSubstda', replaced.key],
        ['cMotivo', replaced.reason],
        ['xMotivo', motiveOf(replaced.explanation)],
      ],
    ],
    ['prest', providerOf(issuer)],
    ['toma', takerOf(account)],
    ['serv', serviceOf(account)],
    ['valores', valuesOf(account)],
    ['IBSCBS', ibsOf(issuer)],
  ])
  return { id, xml }
}

/** The provider. xNome and the address are left out, because the authority has them already (E0121). */
function providerOf(issuer: Issuer): Elements {
  return [
    ['CNPJ', issuer.cnpj],
    ['IM', lineOf(issuer.cityRegistration ?? '') || undefined],
    ['fone', phoneOf(issuer.phone)],
    ['email', emailOf(issuer.email)],
    [
      'regTrib',
      [
        ['opSimpNac', String(issuer.simples)],
        ['regApTribSN', issuer.simples === 3 ? String(issuer.simplesRegime) : undefined],
        ['regEspTrib', String(issuer.specialRegime)],
      ],
    ],
  ]
}

function takerOf(account: Account): Elements {
  const document = documentOf(account.document ?? '')
  if (!document) throw new Error('a DPS needs a taker')
  const address = addressOf(account)
  return [
    [document.kind, document.digits],
    ['xNome', lineOf(account.name)],
    [
      'end',
      address && [
        [
          'endNac',
          [
            ['cMun', String(address.cityId)],
            ['CEP', address.cep],
          ],
        ],
        ['xLgr', address.street],
        ['nro', address.number],
        ['xCpl', address.complement || undefined],
        ['xBairro', address.district],
      ],
    ],
    ['fone', phoneOf(account.phone)],
    // The layout allows only one address, so the first one is stated.
    ['email', emailOf(account.emails[0])],
  ]
}

function serviceOf({ issuer, serviceCode, description, nbs }: Account): Elements {
  return [
    ['locPrest', [['cLocPrestacao', String(issuer.cityId)]]],
    [
      'cServ',
      [
        ['cTribNac', serviceCode],
        ['xDescServ', linesOf(description)],
        ['cNBS', codeOf(nbs ?? '') || undefined],
      ],
    ],
  ]
}

function valuesOf(account: Account): Elements {
  const { cents, issWithheld, issRate } = account
  return [
    ['vServPrest', [['vServ', money(cents)]]],
    [
      'trib',
      [
        [
          'tribMun',
          [
            ['tribISSQN', '1'],
            ['tpRetISSQN', issWithheld ? '2' : '1'],
            ['pAliq', saysRate(account) ? percent(issRate) : undefined],
          ],
        ],
        ['totTrib', totalOf(account)],
      ],
    ],
  ]
}

/**
 * The share of tax in the price: one percentage for ME and EPP, three amounts for companies outside the Simples. A MEI states none, because it pays a
 * fixed monthly sum that is no share of a price; indTotTrib 0 declares this exemption (Decreto 8.264/2014, art. 9º). pTotTribSN would be wrong for a
 * MEI: it is the rate of a Simples regime under which a MEI does not pay.
 */
function totalOf({ issuer, cents }: Account): Elements {
  const { simples, taxFederal, taxState, taxCity } = issuer
  const rates = { federal: hundredths(taxFederal), state: hundredths(taxState), city: hundredths(taxCity) }
  if (simples === 2) return [['indTotTrib', '0']]
  if (simples === 3) return [['pTotTribSN', percent((rates.federal + rates.state + rates.city) / 100)]]
  return [
    [
      'vTotTrib',
      [
        ['vTotTribFed', money(share(cents, rates.federal))],
        ['vTotTribEst', money(share(cents, rates.state))],
        ['vTotTribMun', money(share(cents, rates.city))],
      ],
    ],
  ]
}

/** Declaration of IBS and CBS. finNFSe 0 means a regular note; indDest 0 means that the customer is the recipient. */
function ibsOf({ ibsOperation, ibsSituation, ibsClass }: Issuer): Elements | undefined {
  if (ibsOperation === null || ibsSituation === null || ibsClass === null) return undefined
  return [
    ['finNFSe', '0'],
    ['cIndOp', ibsOperation],
    ['indDest', '0'],
    [
      'valores',
      [
        [
          'trib',
          [
            [
              'gIBSCBS',
              [
                ['CST', ibsSituation],
                ['cClassTrib', ibsClass],
              ],
            ],
          ],
        ],
      ],
    ],
  ]
}
