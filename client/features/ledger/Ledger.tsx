// Lote: the money that a person received in cash and by card, the expenses paid with it, and the balance.
import { Ban, Banknote, CreditCard, FileText, History, Lock, Paperclip, Pencil, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { dayBr } from '../../../shared/clock.ts'
import { messages, operations, operators, responsibles, type MovementCard } from '../../../shared/features/ledger.ts'
import { centsOfBr, reaisOf } from '../../../shared/money.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { EntriesScreen } from '../../ui/cards/EntriesScreen.tsx'
import { sayToggled } from '../../ui/cards/sayToggled.ts'
import type { EntryCard } from '../../ui/cards/Cards.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Status, statusWord } from '../../ui/grid/Status.tsx'
import type { Sum } from '../../ui/grid/exportSheet.ts'
import type { Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { reaisBr } from '../../ui/number.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useLedgerEditing } from './editing.ts'
import { askedOf, useLedgerFilter } from './ledgerFilter.ts'
import { attach, chooseReceipt, receiptOf, saveReceipt, saveReport } from './receipt.ts'
import css from './ledger.module.css'

const HistoryWindow = lazyPart(() => import('../../ui/history/HistoryWindow.tsx'))
const LedgerForm = lazyPart(() => import('./LedgerForm.tsx'))
const LedgerFilter = lazyPart(() => import('./LedgerFilter.tsx'))

type Row = MovementCard
const kindOf = ({ operador, operacao }: Row) => (operacao ? `${operators[operador]} · ${operations[operacao]}` : operators[operador])
const sign = { C: '+', D: '\u2212', F: '' } as const
const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })
const titleOf = ({ operador, tipo, data }: Row) =>
  operador === 'F' ? `Fechamento${data ? ` de ${month.format(Date.parse(data))}` : ''}` : (tipo ?? '')
const responsibleOf = ({ responsavel, cliente }: Row) =>
  responsavel && (cliente ? `${responsibles[responsavel]} · ${cliente}` : responsibles[responsavel])
/** Texts of a row that the search on this screen covers. */
const texts = (row: Row) => [kindOf(row), titleOf(row), row.valor, row.data && dayBr(row.data), responsibleOf(row), row.obs]

const columns: Column<Row>[] = [
  { id: 'operador', label: 'Operador', value: (row) => operators[row.operador] },
  { id: 'operacao', label: 'Operação', value: (row) => (row.operacao ? operations[row.operacao] : null) },
  { id: 'data', label: 'Data', value: (row) => row.data, date: 'day' },
  { id: 'valor', label: 'Valor', value: (row) => (row.valor === null ? null : reaisOf(centsOfBr(row.valor))), money: true },
  { id: 'tipo', label: 'Tipo', value: (row) => row.tipo },
  { id: 'responsavel', label: 'Responsável', value: responsibleOf },
  { id: 'obs', label: 'Observação', value: (row) => row.obs, main: true },
  { id: 'status', label: 'Status', value: (row) => statusWord[row.idStatus] },
]

const sums: Sum[] = Object.values(operations).map((operacao) => ({
  label: `Saldo em ${operacao.toLowerCase()}`,
  of: 'valor',
  where: { operador: operators.C, operacao, status: statusWord.A },
  less: { operador: operators.D, operacao, status: statusWord.A },
}))

const latestFirst = (a: Row, b: Row) => (b.data ?? '').localeCompare(a.data ?? '') || b.id - a.id

/** The heading contains the person's name, so the data comes with the page. */
export const drawn: Drawn = ({ ask, search, id }) => ask('GET /financial-control-batch', { query: { idLote: id, ...askedOf(search) } })

export default function Ledger() {
  const id = Number(useParams()['id'])
  const isPrivileged = useMay()('GET /financial-control')
  const filters = useLedgerFilter()
  const call = useFresh('GET /financial-control-batch', { query: { idLote: String(id), ...filters.query } })
  const inactive = useFresh(filters.all ? 'GET /financial-control-batch' : null, { query: { idLote: String(id), ...filters.query, status: 'I' } })
  const rows = useMemo(() => {
    if (!filters.all) return call.data?.data
    return call.data && inactive.data && [...call.data.data, ...inactive.data.data].toSorted(latestFirst)
  }, [filters.all, call.data, inactive.data])
  const header = call.data?.dataLote
  const [filtering, setFiltering] = useState(false)
  const [historyOf, showHistory] = useState<{ id: number; name: string } | null>(null)
  const { fetched } = useFetching()
  const reload = () => Promise.all([call.mutate(), filters.all && inactive.mutate()])
  const editing = useLedgerEditing(id)
  const toggle = async (row: Row) => {
    const answer = await fetched(() => send('PATCH /financial-control-batch/{id}', { path: { id: row.id } }))
    if (answer) sayToggled(answer.idStatus, () => toggle(row))
    await reload()
  }
  const attachTo = async ({ id }: Row) => {
    const file = await chooseReceipt()
    if (!file || !(await fetched(async () => attach(id, await receiptOf(file))))) return
    notify.success(messages.attached)
    await reload()
  }
  const isClosed = header?.status === 'I'
  /** True for movements that cannot be changed: those before the last closing, and all movements of an inactive batch. */
  const isKept = ({ data }: Row) => isClosed || (header?.dtUltFecha != null && data !== null && data < header.dtUltFecha)
  const cardOf = (row: Row): EntryCard => {
    const inactive = row.idStatus === 'I'
    const history = { label: 'Histórico', icon: History, run: () => showHistory({ id: row.id, name: `${kindOf(row)}, ${titleOf(row)}` }) }
    const responsible = responsibleOf(row)
    const left = row.operacao === 'C' ? row.saldoCartao : row.saldoDinheiro
    return {
      id: String(row.id),
      icon: row.operador === 'F' ? Lock : row.operacao === 'C' ? CreditCard : Banknote,
      kind: kindOf(row),
      note: row.data ? dayBr(row.data) : '',
      title: titleOf(row),
      value: `${sign[row.operador]}R$\u00A0${row.valor}`,
      tone: row.operador === 'C' ? 'plus' : undefined,
      lines: (
        <>
          {responsible && (
            <span>
              Resp. <strong>{responsible}</strong>
            </span>
          )}
          {row.obs && <span title={row.obs}>{row.obs}</span>}
          {row.comprovante && (
            <button type="button" className={css.download} title={row.comprovante} onClick={() => fetched(() => saveReceipt(row))}>
              <Paperclip aria-hidden />
              <span className="ellipsis">Comprovante</span>
            </button>
          )}
          {row.operador === 'F' && !inactive && (
            <button type="button" className={css.download} onClick={() => fetched(() => saveReport(row, header?.nome ?? ''))}>
              <FileText aria-hidden />
              Relatório em PDF
            </button>
          )}
          {row.operador === 'F'
            ? row.saldoDinheiro != null &&
              row.saldoCartao != null && (
                <span>
                  Ficaram <strong>{reaisBr(row.saldoDinheiro)}</strong> em dinheiro e <strong>{reaisBr(row.saldoCartao)}</strong> em cartão
                </span>
              )
            : left != null && (
                <span>
                  Saldo <strong data-below={left < 0 || undefined}>{reaisBr(left)}</strong>
                </span>
              )}
        </>
      ),
      inactive,
      // People without privileges may change only debits; any other movement offers them just the history.
      actions:
        isKept(row) || (!isPrivileged && row.operador !== 'D')
          ? [history]
          : inactive
            ? [{ label: 'Reativar', icon: RotateCcw, run: () => toggle(row) }, history]
            : [
                { label: 'Alterar', icon: Pencil, run: () => editing.edit(row.id) },
                { label: row.comprovante ? 'Trocar comprovante' : 'Anexar comprovante', icon: Paperclip, run: () => attachTo(row) },
                history,
                { label: 'Inativar', icon: Ban, danger: true, run: () => toggle(row) },
              ],
    }
  }
  const heading = header || !call.error ? `Controle Financeiro - Lote ${header?.nome ?? ''}`.trim() : 'Controle Financeiro'
  const figures = [
    { label: 'Saldo em dinheiro', icon: Banknote, reais: header?.saldoDinheiro },
    { label: 'Saldo em cartão', icon: CreditCard, reais: header?.saldoCartao },
    { label: 'Último fechamento', icon: Lock, reais: header && (header.ultFecha ?? 0), day: header?.ultFecha ? header.dtUltFecha : null },
  ]
  return (
    <EntriesScreen
      heading={heading}
      // People without privileges see the Back arrow only after an error, for example on another person's batch. The arrow then redirects to their
      // own batch.
      {...((isPrivileged || call.error) && { back: '/controle-financeiro' })}
      note={header?.status && <Status of={header.status} />}
      summary={
        <dl className={`strip ${css.figures}`}>
          {figures.map(({ label, icon: Icon, reais, day }) => (
            <div key={label}>
              <dt>
                <Icon aria-hidden /> {label}
              </dt>
              <dd data-below={(reais ?? 0) < 0 || undefined}>
                {reais != null && reaisBr(reais)}
                {day && <small> {dayBr(day)}</small>}
              </dd>
            </div>
          ))}
        </dl>
      }
      call={call.error ? call : inactive}
      rows={rows}
      textsOf={texts}
      cardOf={cardOf}
      chips={filters.chips}
      clear={filters.filter.clearAll}
      words={['lançamento', 'lançamentos']}
      icon={Banknote}
      empty="Nenhum lançamento."
      filter={() => setFiltering(true)}
      sheet={{ columns, sums }}
      create={isClosed ? undefined : { label: isPrivileged ? 'Novo lançamento' : 'Novo débito', run: () => editing.create() }}
    >
      <LedgerForm editing={editing} lote={id} header={header} saved={reload} />
      <LedgerFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
      <HistoryWindow of="GET /financial-control-batch/{id}/history" record={historyOf} close={() => showHistory(null)} />
    </EntriesScreen>
  )
}
