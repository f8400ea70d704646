// The terms of a company's boletos in words: as one column of a spreadsheet, and as instructions on paper.
import { addDays, dayBr } from '../../../shared/clock.ts'
import { centsOfBr, moneyBr } from '../../../shared/money.ts'
import { NO_TERMS, type Terms } from './bank.ts'

type Amount = { kind: string; cents?: number; rate?: number }
/** An amount or a rate, for example 'R$ 10,00' or '2,00%'. Both are stored in hundredths. */
const valueBr = ({ cents, rate }: Amount) => (cents === undefined ? `${moneyBr(rate ?? 0)}%` : `R$ ${moneyBr(cents)}`)
const daysBr = (days: number) => (days === 1 ? '1 dia' : `${days} dias`)
const PROTEST = { calendar: ['corrido', 'corridos'], working: ['útil', 'úteis'] } as const
const protestBr = ({ kind, days }: { kind: 'calendar' | 'working'; days: number }) => `${daysBr(days)} ${PROTEST[kind][days === 1 ? 0 : 1]}`

/** The terms as one text, for example 'juros 1,00% ao mês; multa 2,00%'. Empty without terms. */
export const wordsOf = ({ interest, fine, discount, writeOffDays, protest }: Terms) =>
  [
    interest.kind !== 'none' && `juros ${valueBr(interest)} ${interest.kind === 'daily' ? 'por dia' : 'ao mês'}`,
    fine.kind !== 'none' && `multa ${valueBr(fine)}`,
    discount.kind !== 'none' && `desconto ${valueBr(discount)} até ${daysBr(discount.days)} antes`,
    writeOffDays !== null && `baixa após ${daysBr(writeOffDays)}`,
    protest.kind !== 'none' && `protesto após ${protestBr(protest)}`,
  ]
    .filter(Boolean)
    .join('; ')

const VALUE = String.raw`(?<currency>R\$ ?)?(?<number>[\d.]+(?:,\d{1,2})?)(?<percent>%)?`
const DAYS = String.raw`(?<days>[1-9]\d{0,2}) dias?`
const partOf = (form: string) => new RegExp(`^${form}$`, 'i')

/** A part of the terms in words. Of `cents` and `rate`, the one that is written is set. */
interface Written {
  cents: number | undefined
  /** In hundredths of a percent, at most 100 %. */
  rate: number | undefined
  days: number
}
/** The form of each part, and what it means. Undefined if its value is missing or of the wrong kind. */
const PARTS: [form: RegExp, read: (written: Written) => Partial<Terms> | undefined][] = [
  [partOf(`juros ${VALUE} por dia`), ({ cents }) => (cents ? { interest: { kind: 'daily', cents } } : undefined)],
  [partOf(`juros ${VALUE} ao mês`), ({ rate }) => (rate ? { interest: { kind: 'monthly', rate } } : undefined)],
  [
    partOf(`multa ${VALUE}`),
    ({ cents, rate }) => (cents ? { fine: { kind: 'fixed', cents } } : rate ? { fine: { kind: 'share', rate } } : undefined),
  ],
  [
    partOf(`desconto ${VALUE} até ${DAYS} antes`),
    ({ cents, rate, days }) =>
      cents ? { discount: { kind: 'fixed', cents, days } } : rate ? { discount: { kind: 'share', rate, days } } : undefined,
  ],
  [partOf(`baixa após ${DAYS}`), ({ days }) => ({ writeOffDays: days })],
  [partOf(`protesto após ${DAYS} corridos?`), ({ days }) => (days < 100 ? { protest: { kind: 'calendar', days } } : undefined)],
  [partOf(`protesto após ${DAYS} út(?:il|eis)`), ({ days }) => (days < 100 ? { protest: { kind: 'working', days } } : undefined)],
]

function written({ currency, number = '', percent, days }: Record<string, string | undefined>): Written {
  const [whole = '', decimals = ''] = number.split(',')
  const hundredths = centsOfBr(`${whole},${decimals.padEnd(2, '0')}`)
  return {
    cents: currency === undefined ? undefined : hundredths,
    rate: percent === undefined || hundredths > 10_000 ? undefined : hundredths,
    days: Number(days),
  }
}

/** Reads the text of `wordsOf`. Throws a sentence about a part that it does not understand. Null for an empty text. */
export function termsOf(text: string): Terms | null {
  const parts = text
    .split(';')
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
  if (parts.length === 0) return null
  const read = parts.map((part) => {
    const [form, meaning] = PARTS.find(([one]) => one.test(part)) ?? []
    const terms = meaning?.(written(form?.exec(part)?.groups ?? {}))
    if (!terms) throw new Error(`condicoes: “${part.slice(0, 60)}” não serve; escreva como ${EXAMPLE}.`)
    return terms
  })
  return Object.assign({ ...NO_TERMS }, ...read) as Terms
}
export const EXAMPLE = 'juros 1,00% ao mês; multa 2,00%; desconto R$ 10,00 até 3 dias antes; baixa após 60 dias; protesto após 5 dias úteis'

/** The instructions that are printed on a boleto, one sentence each. */
export const instructionsOf = ({ interest, fine, discount, writeOffDays, protest }: Terms, dueOn: string) => [
  ...(discount.kind === 'none' ? [] : [`Até ${dayBr(addDays(dueOn, -discount.days))}, desconto de ${valueBr(discount)}.`]),
  ...(interest.kind === 'none' ? [] : [`Após o vencimento, juros de ${valueBr(interest)} ${interest.kind === 'daily' ? 'por dia' : 'ao mês'}.`]),
  ...(fine.kind === 'none' ? [] : [`Após o vencimento, multa de ${valueBr(fine)}.`]),
  ...(protest.kind === 'none' ? [] : [`Protestar ${protestBr(protest)} após o vencimento.`]),
  ...(writeOffDays === null ? [] : [`Não receber após ${daysBr(writeOffDays)} do vencimento.`]),
]

/** The terms of a boleto. A second copy holds the fine already, and its client had the time for a discount. */
export const termsFor = ({ replacesId }: { replacesId: number | null }, terms: Terms | null): Terms =>
  replacesId === null ? (terms ?? NO_TERMS) : { ...(terms ?? NO_TERMS), discount: { kind: 'none' }, fine: { kind: 'none' } }
