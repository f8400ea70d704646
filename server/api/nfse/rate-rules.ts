// Decides whether a DPS may, must or must not state the ISS rate (pAliq). The rules of Annex I of the national layout form one table.
import type { Account, Issuer } from './account.ts'

/** The facts that decide whether the rate (pAliq) may be stated. */
export interface RateFacts {
  /** opSimpNac: 1 outside the Simples Nacional, 2 MEI, 3 ME or EPP. */
  simples: number
  /** regApTribSN of ME and EPP: with 1 the ISS is paid through the Simples Nacional, with 2 and 3 it is not. */
  simplesRegime: number | null
  /** regEspTrib: 0 means no special regime. */
  specialRegime: number
  /** True if the customer (tomador) withholds the ISS. */
  withheld: boolean
  /** True if the city's agreement with the national system is active. */
  active: boolean
}

interface RateRule {
  code: string
  /** True if rejections by the authority are known. False if only a public transcription of Annex I is known; such a rule then refuses nothing. */
  certain: boolean
  applies: (facts: RateFacts) => boolean
  /** Whether pAliq must be absent or present. A number means that it must be present, and is the minimum rate in percent. */
  rate: 'absent' | 'present' | number
  /** The text of the rule in Annex I. */
  words: string
}

/**
 * The first rule that applies decides. The texts come from a public transcription of Annex I (SEFIN/ADN, DPS). E0600, E0604, E0617 and E0621 are also
 * known from rejections that issuers received (for example in OCA/l10n-brazil#4683 and #4975).
 */
export const RATE_RULES: readonly RateRule[] = [
  {
    code: 'E0600',
    certain: true,
    applies: ({ simples }) => simples === 2,
    rate: 'absent',
    words: 'Não é permitido informar a alíquota para prestador de serviço optante do simples nacional do tipo MEI.',
  },
  {
    code: 'E0604',
    certain: true,
    applies: ({ specialRegime }) => specialRegime !== 0,
    rate: 'absent',
    words: 'Não é permitido informar alíquota quando o prestador de serviço possui algum regime especial de tributação.',
  },
  {
    code: 'E0617',
    certain: true,
    applies: ({ simples, active }) => simples === 1 && active,
    rate: 'absent',
    words:
      'Não é permitido informar alíquota quando o prestador de serviço não é optante do simples nacional (opSimpNac = 1), com o município de incidência do ISSQN com situação "ATIVO" no Sistema Nacional NFS-e.',
  },
  {
    code: 'E0619',
    certain: false,
    applies: ({ simples }) => simples === 1,
    rate: 'present',
    words:
      'É obrigatório informar alíquota quando o prestador de serviço não é optante do simples nacional (opSimpNac = 1) e o município de incidência do ISSQN não está com situação "ATIVO" no Sistema Nacional NFS-e.',
  },
  {
    code: 'E0621',
    certain: true,
    applies: ({ simplesRegime, withheld, active }) => simplesRegime === 1 && withheld && active,
    rate: 1.8,
    words:
      'É obrigatório informar alíquota quando há indicação de retenção do ISSQN para o prestador de serviço ME/EPP com apuração do ISSQN pelo simples nacional. O percentual da alíquota mínima informada permitida é 1,8%.',
  },
  {
    code: 'E0628',
    certain: false,
    applies: ({ simplesRegime, withheld }) => simplesRegime === 1 && withheld,
    rate: 1.8,
    words:
      'É obrigatório informar alíquota quando o município de incidência do ISSQN não está Ativo, para o prestador de serviço ME/EPP com apuração do ISSQN pelo simples nacional, com retenção. O percentual da alíquota mínima informada permitida é 1,8%.',
  },
  {
    code: 'E0625',
    certain: false,
    applies: ({ simplesRegime }) => simplesRegime === 1,
    rate: 'absent',
    words:
      'Não é permitido informar alíquota quando não há indicação de retenção do ISSQN para o prestador de serviço ME/EPP com apuração do ISSQN pelo simples nacional.',
  },
  {
    code: 'E0635',
    certain: false,
    applies: ({ active }) => active,
    rate: 'absent',
    words:
      'Não é permitido informar alíquota quando o convênio do município de incidência do ISSQN está ativo, para o prestador de serviço ME/EPP com a apuração do ISSQN fora do Simples Nacional.',
  },
  {
    code: 'E0640',
    certain: false,
    applies: () => true,
    rate: 'present',
    words:
      'É obrigatório informar alíquota quando o prestador de serviço ME/EPP, com apuração do ISSQN fora do Simples Nacional, tem o município de incidência não "Ativo" no Sistema Nacional NFS-e.',
  },
]

export const rateRuleOf = (facts: RateFacts) => RATE_RULES.find(({ applies }) => applies(facts))

/** A city whose agreement is unknown counts as active, because since 2026 every city must have an agreement (Lei Complementar 214/2025, art. 62). */
export const rateFactsOf = ({ issuer, issWithheld }: Pick<Account, 'issuer' | 'issWithheld'>): RateFacts => ({
  simples: issuer.simples,
  simplesRegime: issuer.simplesRegime,
  specialRegime: issuer.specialRegime,
  withheld: issWithheld,
  active: issuer.cityAgreement ?? true,
})

export const saysRate = (account: Pick<Account, 'issuer' | 'issWithheld'>) => rateRuleOf(rateFactsOf(account))?.rate !== 'absent'

/** The rule that a rate in percent breaks, or that a missing rate breaks. Undefined if no rule is broken. */
export function brokenRule(facts: RateFacts, rate: number | undefined) {
  const rule = rateRuleOf(facts)
  const isKept =
    rule?.rate === 'absent' ? rate === undefined : rate !== undefined && rate > 0 && rate >= (typeof rule?.rate === 'number' ? rule.rate : 0)
  return isKept ? undefined : rule
}

/** Codes that have the form of a service and of an NBS but are in no list. The authority refuses both as unknown. */
export const NO_SERVICE = { code: '999999', error: 'E0310' }
export const NO_NBS = { code: '999999999', error: 'E0316' }

/** Whether the rate depends on the city's agreement although it is unknown whether the city has an active one. */
export const needsAgreement = ({ simples, simplesRegime, specialRegime, cityAgreement }: Issuer) =>
  cityAgreement === null && specialRegime === 0 && (simples === 1 || (simples === 3 && simplesRegime !== 1))
