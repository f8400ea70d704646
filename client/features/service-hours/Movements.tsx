// Registro de Serviço: the hours worked for one control.
import { Ban, Eye, History, Pencil, RotateCcw, Ticket } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { dayBr } from '../../../shared/clock.ts'
import { isOverStatus } from '../../../shared/features/projects.ts'
import { messages, stageOf, type ServiceMovementCard } from '../../../shared/features/service-hours.ts'
import { minutesIn } from '../../../shared/hours.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { useHasFinance, useMe } from '../../boot.ts'
import { EntriesScreen } from '../../ui/cards/EntriesScreen.tsx'
import { sayToggled } from '../../ui/cards/sayToggled.ts'
import type { EntryCard } from '../../ui/cards/Cards.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ServerState } from '../../ui/grid/Status.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { ClientLink } from '../clients/ClientLink.tsx'
import { Balance, hoursBr, stageWord } from './Balance.tsx'
import { useMovementFilter } from './movementFilter.ts'
import { useMovementEditing } from './movementEditing.ts'
import css from './service-hours.module.css'

const HistoryWindow = lazyPart(() => import('../../ui/history/HistoryWindow.tsx'))
const MovementForm = lazyPart(() => import('./MovementForm.tsx'))
const MovementFilter = lazyPart(() => import('./MovementFilter.tsx'))

type Row = ServiceMovementCard
const NO_TIME = '00:00'

const period = ({ dataInicio, dataFim }: Row) => {
  if (!dataInicio || !dataFim) return dayBr(dataInicio ?? dataFim ?? '')
  if (dataInicio === dataFim) return dayBr(dataFim)
  const isSameYear = dataInicio.slice(0, 4) === dataFim.slice(0, 4)
  return `${dayBr(dataInicio).slice(0, isSameYear ? 5 : 10)} a ${dayBr(dataFim)}`
}
/** Texts of a row that the search on this screen covers. */
const texts = (row: Row) => [
  row.nTicket,
  hoursBr(row.qtdHoras ?? NO_TIME),
  row.descricao,
  row.dataInicio && dayBr(row.dataInicio),
  row.dataFim && dayBr(row.dataFim),
  row.responsavel,
  row.baixaSaldo === 1 ? 'Baixa saldo' : 'Não baixa saldo',
  row.monitorado === 1 && row.dataMonitorado ? `Monitorado até ${dayBr(row.dataMonitorado)}` : null,
]

export default function Movements() {
  const id = Number(useParams()['id'])
  const control = useFresh('GET /service-time-control/{id}', { path: { id } })
  const filters = useMovementFilter(control.data?.dataset.colaboradores)
  const call = useFresh('GET /service-time-control-mov', { query: { idControleHoras: String(id), ...filters.query } })
  const data = call.data && 'resume' in call.data ? call.data : undefined
  const [filtering, setFiltering] = useState(false)
  const [historyOf, showHistory] = useState<{ id: number; name: string } | null>(null)
  const { fetched } = useFetching()
  const reload = () => call.mutate()
  const { timeControl, dataset } = control.data ?? {}
  const saldo = data?.resume.saldo ?? NO_TIME
  const bought = timeControl?.qtdHoras ?? NO_TIME
  const me = useMe()
  // Supervisors and the finance department also enter hours for other people, so no person is preset for them.
  const hasFinance = useHasFinance()
  const editing = useMovementEditing(id, hasFinance ? null : me.id)
  const toggle = async (row: Row) => {
    const answer = await fetched(() => send('PATCH /service-time-control-mov/{id}', { path: { id: row.id } }))
    if (answer) sayToggled(answer.idStatus, () => toggle(row))
    const now = await reload()
    // A reactivated movement deducts from the balance like a new movement, so it gets the same warning that the form shows.
    if (answer?.idStatus !== 'A' || row.baixaSaldo !== 1 || !now || !('resume' in now)) return
    const left = now.resume.saldo ?? NO_TIME
    const stage = stageOf(minutesIn(left), minutesIn(bought))
    if (stage !== 'enough') notify.warn(messages.balance(hoursBr(saldo), hoursBr(left), stageWord[stage].toLowerCase()))
  }
  const cardOf = (row: Row): EntryCard => {
    const inactive = row.idStatus === 'I'
    const history = { label: 'Histórico', icon: History, run: () => showHistory({ id: row.id, name: row.descricao ?? '' }) }
    return {
      id: String(row.id),
      icon: Ticket,
      kind: `Ticket ${row.nTicket ?? ''}`,
      note: period(row),
      title: row.descricao ?? '',
      value: `${row.baixaSaldo === 1 ? '\u2212' : ''}${hoursBr(row.qtdHoras ?? NO_TIME)}`,
      tone: row.baixaSaldo === 1 ? undefined : 'calm',
      lines: (
        <>
          <span>
            Resp. <strong>{row.responsavel}</strong>
          </span>
          {row.monitorado === 1 && row.dataMonitorado ? (
            <span>
              <Eye aria-hidden /> Monitorado até {dayBr(row.dataMonitorado)}
            </span>
          ) : (
            <span>{row.baixaSaldo === 1 ? 'Baixa saldo' : 'Não baixa saldo'}</span>
          )}
        </>
      ),
      inactive,
      actions: inactive
        ? [{ label: 'Reativar', icon: RotateCcw, run: () => toggle(row) }, history]
        : [
            { label: 'Alterar', icon: Pencil, run: () => editing.edit(row.id) },
            history,
            { label: 'Inativar', icon: Ban, danger: true, run: () => toggle(row) },
          ],
    }
  }
  const status = dataset?.status.find((one) => one.id === timeControl?.idStatus)
  return (
    <EntriesScreen
      heading={`Registro de Serviço - ${id}`}
      back="/controle-servicos"
      note={status && <ServerState of={status} />}
      summary={
        <dl className={`strip ${css.figures}`} data-first-wide>
          <div>
            <dt>Cliente</dt>
            <dd title={data?.resume.cliente ?? ''}>
              {data?.resume.cliente && <ClientLink id={timeControl?.idCliente}>{data.resume.cliente}</ClientLink>}
            </dd>
          </div>
          <div>
            <dt>Saldo de horas</dt>
            <dd>{data && timeControl && <Balance wide saldo={saldo} bought={bought} over={status !== undefined && isOverStatus(status)} />}</dd>
          </div>
        </dl>
      }
      call={call}
      rows={data?.serviceTimeControlMovs}
      textsOf={texts}
      cardOf={cardOf}
      chips={filters.chips}
      clear={filters.filter.clearAll}
      words={['registro', 'registros']}
      icon={Ticket}
      failed={messages.listFailed}
      empty="Nenhum registro."
      filter={() => setFiltering(true)}
      create={{ label: 'Novo registro', run: () => editing.create() }}
    >
      <MovementForm
        editing={editing}
        control={id}
        left={minutesIn(saldo)}
        bought={minutesIn(bought)}
        people={dataset?.colaboradores}
        saved={reload}
      />
      <MovementFilter of={filters} people={dataset?.colaboradores} opened={filtering} close={() => setFiltering(false)} />
      <HistoryWindow of="GET /service-time-control-mov/{id}/history" record={historyOf} close={() => showHistory(null)} />
    </EntriesScreen>
  )
}
