// An account as a grid row, with the state of its documents.
import { overdue, type Account } from '../../../shared/features/nfse.ts'
import { documentBr } from '../../../shared/format-br.ts'
import { Dot, type Tone } from '../../ui/grid/Status.tsx'
import type { Column } from '../../ui/grid/useGrid.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, percentBr, reaisBr } from '../../ui/number.ts'
import css from './columns.module.css'

export const nameOf = ({ RAZAO_SOCIAL_TOMADOR, NOME_FANTASIA_TOMADOR }: Account) => RAZAO_SOCIAL_TOMADOR || NOME_FANTASIA_TOMADOR || NO_VALUE

/** Percentage with as many decimals as the rate has. */
export const rateBr = (rate: number) => percentBr(rate, String(rate).split('.')[1]?.length ?? 0)

interface State {
  word: string
  tone: Tone
  /** Why the document is in this state, or why the state cannot change. */
  why?: string | null | undefined
}
export function noteState({
  ID_STATUS_NFSE: status,
  RECUSA_NFSE: refused,
  IMPEDIMENTO_NFSE: fault,
  NFSE_CANCELADA: cancelled,
}: Account): State | null {
  if (status === null) return null
  if (cancelled) return { word: 'Cancelada', tone: 'off' }
  // The refused request was to replace or cancel it.
  if (status === 3) return { word: 'Emitida', tone: refused ? 'warn' : 'ok', why: refused }
  if (status === 2) return { word: 'Enviado', tone: 'accent' }
  if (refused) return { word: 'Recusada', tone: 'danger', why: refused }
  return fault ? { word: 'Incompleta', tone: 'warn', why: fault } : { word: 'Em aberto', tone: 'ring' }
}
export function slipState({
  ID_STATUS_BOLETO: status,
  RECUSA_BOLETO: refused,
  IMPEDIMENTO_BOLETO: fault,
  DATA_VENCTO,
  NFSE_CANCELADA,
}: Account): State | null {
  if (status === null) return null
  if (fault && fault === overdue(DATA_VENCTO ?? '')) return { word: 'Vencido', tone: 'warn', why: fault }
  // The refused request was for a second copy.
  if (status === 2) return NFSE_CANCELADA ? { word: 'Cancelado', tone: 'off' } : { word: 'Emitido', tone: refused ? 'warn' : 'ok', why: refused }
  if (refused) return { word: 'Recusado', tone: 'danger', why: refused }
  return fault ? { word: 'Incompleto', tone: 'warn', why: fault } : { word: 'Em aberto', tone: 'ring' }
}
/** The registration of an issued boleto. Null if the boleto is not issued. */
export function registrationState(account: Account): State | null {
  const { ID_STATUS_BOLETO, REGISTRO_BOLETO: state, RECUSA_REGISTRO, IMPEDIMENTO_REGISTRO, NFSE_CANCELADA } = account
  if (ID_STATUS_BOLETO !== 2) return null
  if (NFSE_CANCELADA && state !== 'paid') return { word: 'Cancelado', tone: 'off' }
  if (state === 'refused') return { word: 'Recusado', tone: 'danger', why: RECUSA_REGISTRO }
  if (state) return REGISTRATION[state]
  return IMPEDIMENTO_REGISTRO ? { word: 'Impedido', tone: 'warn', why: IMPEDIMENTO_REGISTRO } : { word: 'Sem registro', tone: 'ring' }
}
const REGISTRATION = {
  sent: { word: 'Na remessa', tone: 'accent' },
  registered: { word: 'Registrado', tone: 'ok' },
  paid: { word: 'Pago', tone: 'ok' },
  writtenOff: { word: 'Baixado', tone: 'off' },
} as const satisfies Record<string, State>
export const counted = (count: number, one: string, many = one) => `${numberBr(count)} ${count === 1 ? one : many}`
/** The worst state among the account's mails. */
function mailState({ emailState }: Account): State | null {
  const { errorMails = 0, pendentMails = 0, sendedMails = 0 } = emailState ?? {}
  if (errorMails) return { word: counted(errorMails, 'com erro'), tone: 'danger' }
  if (pendentMails) return { word: counted(pendentMails, 'pendente', 'pendentes'), tone: 'warn' }
  return sendedMails ? { word: counted(sendedMails, 'enviado', 'enviados'), tone: 'ok' } : null
}

const stateColumn = (id: string, label: string, of: (row: Account) => State | null, width: number, narrow: number): Column<Account> => ({
  id,
  label,
  value: (row) => of(row)?.word ?? null,
  cell: (row) => {
    const state = of(row)
    if (!state) return NO_VALUE
    return (
      <span title={state.why ?? undefined}>
        <Dot tone={state.tone}>
          {state.word}
          {state.why && <span className="hidden">: {state.why}</span>}
        </Dot>
      </span>
    )
  },
  width,
  narrow,
  card: label,
})
const money = (id: string, label: string, of: (row: Account) => number | null): Column<Account> => ({
  id,
  label,
  value: of,
  text: (row) => {
    const reais = of(row)
    return reais === null ? null : reaisBr(reais)
  },
  // On a narrow sheet the currency sign is hidden to make room for the digits.
  cell: (row) => {
    const reais = of(row)
    if (reais === null) return NO_VALUE
    const written = reaisBr(reais)
    const digits = written.indexOf('\u00A0') + 1
    return (
      <span className={id === 'liquido' ? css.net : undefined} title={written}>
        <span className={css.sign}>{written.slice(0, digits)}</span>
        {written.slice(digits)}
      </span>
    )
  },
  money: true,
  figures: true,
  // `width` fits 'R$ 10.000.000,00', and `narrow` fits its digits without the currency sign.
  width: 146,
  narrow: 101,
})

const common: Column<Account>[] = [
  { id: 'tomador', label: 'Tomador', value: nameOf, main: true, narrow: 116 },
  {
    id: 'cnpj',
    label: 'CNPJ',
    value: ({ CNPJ_TOMADOR }) => CNPJ_TOMADOR ?? null,
    code: true,
    text: ({ CNPJ_TOMADOR }) => (CNPJ_TOMADOR ? documentBr(CNPJ_TOMADOR) : null),
    // The widths fit a CNPJ that consists of the widest letters.
    width: 196,
    narrow: 146,
  },
  { id: 'vencimento', label: 'Vencimento', value: (row) => row.DATA_VENCTO, date: 'day', figures: true, width: 116, narrow: 88, card: 'vence' },
  money('valor', 'Valor', (row) => row.VALOR_CONTA),
  { ...money('liquido', 'Valor líquido', (row) => row.VALOR_LIQUIDO), card: 'líquido' },
]
const number: Column<Account> = {
  id: 'numero',
  label: 'Nº da NFS-e',
  value: ({ NUMERO_NFSE }) => (NUMERO_NFSE ? Number(NUMERO_NFSE) : null),
  figures: true,
  width: 116,
  narrow: 84,
  card: 'NFS-e',
}
const centre: Column<Account> = {
  id: 'centro',
  label: 'Centro de custo',
  value: (row) => row.TIPO_CONTA ?? null,
  width: 160,
  narrow: 104,
  card: false,
}
const waiting: Column<Account>[] = [
  { id: 'conta', label: 'Conta', value: (row) => row.ID_REF_CONTA, figures: true, width: 100, waits: true },
  {
    id: 'issqn',
    label: 'ISSQN',
    value: (row) => row.TAXA_ISSQN_CONTA,
    text: ({ TAXA_ISSQN_CONTA: rate }) => (rate === null ? null : rateBr(rate)),
    percent: true,
    figures: true,
    width: 84,
    waits: true,
  },
  { id: 'servico', label: 'Serviço', value: (row) => row.SERVICO_CONTA, width: 220, waits: true },
]
const note = stateColumn('nfse', 'NFS-e', noteState, 140, 96)
const slip = stateColumn('boleto', 'Boleto', slipState, 124, 96)
const registration = stateColumn('registro', 'Registro', registrationState, 132, 96)
const mail = stateColumn('email', 'E-mail', mailState, 132, 94)

/** A list of NFS-e hides the state of the boleto by default, and the reverse. The list of issued boletos shows their state at the bank. */
const waits = true as const
const statesFor = (code: 1 | 2 | 3, isIssued: boolean): Column<Account>[] => {
  if (code === 1) return [note, mail, { ...slip, waits }]
  if (code === 3) return [note, slip, mail]
  return isIssued ? [registration, mail, { ...note, waits }, { ...slip, waits }] : [slip, mail, { ...note, waits }]
}

// Built once per list: a new array makes the grid recompute every row.
const known = new Map<string, Column<Account>[]>()
/** The columns of a list. `code` is its kind of document, and `isAll` says whether it is of all cost centres. */
export function columnsOf(code: 1 | 2 | 3, { isIssued, isAll }: { isIssued: boolean; isAll: boolean }) {
  const key = JSON.stringify([code, isIssued, isAll])
  // The number of an issued note comes first, because people ask for it.
  const hasNumber = isIssued && code !== 2
  const columns = known.get(key) ?? [
    ...(hasNumber ? [number] : []),
    // Beside the number or the cost centre there is no room for the CNPJ, and beside both there is none for the amount before taxes.
    ...common.map((column) =>
      (column.id === 'cnpj' && (hasNumber || isAll)) || (column.id === 'valor' && hasNumber && isAll) ? { ...column, waits } : column,
    ),
    { ...centre, ...(!isAll && { waits }) },
    ...statesFor(code, isIssued),
    ...(hasNumber ? [] : [{ ...number, waits }]),
    ...waiting,
  ]
  known.set(key, columns)
  return columns
}
