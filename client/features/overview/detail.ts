// The figure whose documents the cash flow shows, as read from the address.
import type { Part } from '../../../shared/features/overview.ts'

export interface Detail {
  /** Null for all companies. */
  company: string | null
  centre: string | null
  option: Part
  label: string
}

export const labels = {
  gerado: 'Gerado',
  recebido: 'Recebido',
  aReceber: 'A receber',
  vencidas: 'Vencidas',
  vencendoHoje: 'Vencendo hoje',
  aVencer: 'A vencer',
  vencidasGeral: 'Vencidas',
  aReceberGeral: 'A receber',
} as const satisfies Record<Part, string>

/** Address parameters that close the open figure. */
export const noDetail = { empresa: null, centro: null, detalhe: null }

const isPart = (text: string | null): text is Part => text !== null && Object.hasOwn(labels, text)
export function detailOf(params: URLSearchParams): Detail | null {
  const option = params.get('detalhe')
  return isPart(option) ? { company: params.get('empresa'), centre: params.get('centro'), option, label: labels[option] } : null
}

/** Address of an account's details in NFS-e Express. */
export const accountAddress = (id: number) => `/nfse?acao=detalhes&id=${id}`
