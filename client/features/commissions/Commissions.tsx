// Registro de Comissões sob Serviço: the hours of one control, the commission instalments due for them, and the receipts.
import { Ban, CalendarClock, Clock, HandCoins, History, Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { dayBr } from '../../../shared/clock.ts'
import { messages, valueOf, type CommissionCard, type CommissionSummary } from '../../../shared/features/commissions.ts'
import { minutesIn } from '../../../shared/hours.ts'
import { centsOf, centsOfBr, reaisOf } from '../../../shared/money.ts'
import { messages as services } from '../../../shared/features/service-hours.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { EntriesScreen } from '../../ui/cards/EntriesScreen.tsx'
import { sayToggled } from '../../ui/cards/sayToggled.ts'
import type { EntryCard } from '../../ui/cards/Cards.tsx'
import type { Sum } from '../../ui/grid/exportSheet.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { ServerState, statusWord } from '../../ui/grid/Status.tsx'
import type { Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { reaisBr } from '../../ui/number.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { hoursBr } from '../service-hours/Balance.tsx'
import { useCommissionFilter } from './commissionFilter.ts'
import { useCommissionEditing } from './editing.ts'
import css from './commissions.module.css'

const HistoryWindow = lazyPart(() => import('../../ui/history/HistoryWindow.tsx'))
const CommissionForm = lazyPart(() => import('./CommissionForm.tsx'))
const CommissionFilter = lazyPart(() => import('./CommissionFilter.tsx'))

type Row = CommissionCard
const icons = { Horas: Clock, Parcela: CalendarClock, Recebimento: HandCoins }
const isHours = ({ tipoReg }: Row) => tipoReg === 'Horas'
/** Texts of a row that the search on this screen covers. */
const texts = (row: Row) => [
  row.nTicket,
  row.qtdHoras && hoursBr(row.qtdHoras),
  row.descricao,
  row.dataInicio && dayBr(row.dataInicio),
  row.dataFim && dayBr(row.dataFim),
  row.data && dayBr(row.data),
  row.valor,
  row.responsavel,
  row.historico,
]

const columns: Column<Row>[] = [
  { id: 'ticket', label: 'Número do Ticket', value: (row) => row.nTicket },
  { id: 'horas', label: 'Horas', value: (row) => (row.qtdHoras === null ? null : 60 * minutesIn(row.qtdHoras)), seconds: 'lasted' },
  { id: 'descricao', label: 'Descrição', value: (row) => row.descricao, main: true },
  { id: 'inicio', label: 'Data Inicio', value: (row) => row.dataInicio, date: 'day' },
  { id: 'fim', label: 'Data Fim', value: (row) => row.dataFim, date: 'day' },
  { id: 'data', label: 'Data Recebimento/Parcela', value: (row) => (isHours(row) ? null : row.data), date: 'day' },
  { id: 'valor', label: 'Valor', value: (row) => (row.valor === null ? null : reaisOf(centsOfBr(row.valor))), money: true },
  { id: 'responsavel', label: 'Responsável', value: (row) => row.responsavel },
  { id: 'historico', label: 'Histórico', value: (row) => row.historico },
  { id: 'status', label: 'Status', value: (row) => statusWord[row.idStatus] },
  { id: 'tipo', label: 'Tipo', value: (row) => row.tipoReg },
]
/** Sum of the active instalments in cents. */
const dueIn = (resume: CommissionSummary | undefined) => (resume?.receber ? centsOfBr(resume.receber) : null)
const instalments = { tipo: 'Parcela', status: statusWord.A }
const received = { tipo: 'Recebimento', status: statusWord.A }
/** The totals that the screen shows, computed in the spreadsheet from the exported rows. */
const sums: Sum[] = [
  { label: 'A Receber', of: 'valor', where: instalments },
  { label: 'Recebido', of: 'valor', where: received },
  { label: 'Saldo', of: 'valor', where: instalments, less: received },
  { label: 'Horas Executadas', of: 'horas', where: { tipo: 'Horas', status: statusWord.A } },
]

export default function Commissions() {
  const id = Number(useParams()['id'])
  const control = useFresh('GET /service-time-control/{id}', { path: { id } })
  const filters = useCommissionFilter()
  const call = useFresh('GET /service-time-control-comission', { query: { idControleHoras: String(id), ...filters.query } })
  const [resume] = call.data?.resume ?? []
  const [filtering, setFiltering] = useState(false)
  const [historyOf, showHistory] = useState<{ id: number; name: string } | null>(null)
  const { fetched } = useFetching()
  const reload = () => call.mutate()
  const due = dueIn(resume)
  const { qtdHoras, valorHora = null } = control.data?.timeControl ?? {}
  const contract = qtdHoras && valorHora !== null ? valueOf(minutesIn(qtdHoras), centsOf(valorHora)) : null
  const editing = useCommissionEditing(id)
  const toggle = async (row: Row) => {
    const answer = await fetched(() => send('PATCH /service-time-control-comission/{id}', { path: { id: row.id } }))
    if (answer) sayToggled(answer.idStatus, () => toggle(row))
    const now = await reload()
    // An instalment that is active again counts like a new one, so it gets the same warning that the form shows.
    const then = dueIn(now?.resume[0])
    if (answer?.idStatus === 'A' && row.tipo === 'P' && contract !== null && then !== null && then > contract)
      notify.warn(messages.beyondContract(reaisBr(reaisOf(contract)), reaisBr(reaisOf(then - contract))))
  }
  const cardOf = (row: Row): EntryCard => {
    const inactive = row.idStatus === 'I'
    const ticket = row.nTicket ? `Ticket ${row.nTicket}` : 'Sem ticket'
    const when = row.data ? dayBr(row.data) : ''
    const history = { label: 'Histórico', icon: History, run: () => showHistory({ id: row.id, name: `${row.tipoReg} ${when}` }) }
    return {
      id: `${row.tipoReg} ${row.id}`,
      icon: icons[row.tipoReg],
      kind: row.tipoReg,
      note: isHours(row) ? ticket : `${row.tipoReg === 'Parcela' ? 'Vencimento' : 'Data'} ${when}`,
      title: isHours(row) ? (row.descricao ?? '') : ticket,
      value: isHours(row) ? hoursBr(row.qtdHoras ?? '00:00') : `${row.tipoReg === 'Recebimento' ? '+' : ''}R$ ${row.valor}`,
      tone: row.tipoReg === 'Recebimento' ? 'plus' : undefined,
      lines: isHours(row) ? (
        <>
          <span>
            Resp. <strong>{row.responsavel}</strong>
          </span>
          <span>
            Início <strong>{row.dataInicio && dayBr(row.dataInicio)}</strong> · Fim <strong>{row.dataFim && dayBr(row.dataFim)}</strong>
          </span>
        </>
      ) : (
        <span title={row.historico ?? undefined}>{row.historico || '\u00A0'}</span>
      ),
      inactive,
      actions: isHours(row)
        ? []
        : inactive
          ? [{ label: 'Reativar', icon: RotateCcw, run: () => toggle(row) }, history]
          : [
              { label: 'Alterar', icon: Pencil, run: () => editing.edit(row.id) },
              history,
              { label: 'Inativar', icon: Ban, danger: true, run: () => toggle(row) },
            ],
    }
  }
  const heading = `Registro de Comissões sob Serviço - ${id}`
  const status = control.data?.dataset.status.find((one) => one.id === control.data?.timeControl.idStatus)
  const figures = [
    ['A Receber (R$)', resume?.receber],
    ['Recebido (R$)', resume?.recebido],
    ['Saldo (R$)', resume?.saldo],
    ['Horas Executadas', resume?.horasExecutadas],
  ]
  return (
    <EntriesScreen
      heading={heading}
      back="/controle-servicos"
      note={status && <ServerState of={status} />}
      summary={
        <dl className={`strip ${css.figures}`} data-first-wide>
          <div>
            <dt>Cliente</dt>
            <dd title={resume?.cliente ?? ''}>{resume?.cliente}</dd>
          </div>
          {figures.map(([label, figure]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-below={figure?.startsWith('-') || undefined}>{figure?.replace('-', '\u2212')}</dd>
            </div>
          ))}
        </dl>
      }
      call={call}
      rows={call.data?.serviceTimeControlComissions}
      textsOf={texts}
      cardOf={cardOf}
      chips={filters.chips}
      clear={filters.filter.clearAll}
      words={['lançamento', 'lançamentos']}
      icon={HandCoins}
      failed={services.listFailed}
      empty="Nenhum lançamento."
      filter={() => setFiltering(true)}
      sheet={{ columns, sums }}
      create={{ label: 'Novo lançamento', run: () => editing.create() }}
    >
      <CommissionForm editing={editing} control={id} due={due} contract={contract} saved={reload} />
      <CommissionFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
      <HistoryWindow of="GET /service-time-control-comission/{id}/history" record={historyOf} close={() => showHistory(null)} />
    </EntriesScreen>
  )
}
