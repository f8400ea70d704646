// Dashboard Sprints: planned and finished tasks of one sprint, against its goal.
import { ChartColumn } from 'lucide-react'
import { dayBr, daysBetween, wallDay } from '../../../shared/clock.ts'
import { FINISHED, goalOf, goalTasksOf, type SprintDashboard } from '../../../shared/features/sprints.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { BarTable, type Bar } from '../../ui/chart/BarTable.tsx'
import { Card } from '../../ui/chart/Card.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { daysBr, numberBr, percentBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { useNow } from '../../ui/useNow.ts'
import { optionsOf } from './filter.ts'
import { Bands, Gauge } from './Gauge.tsx'
import css from './sprint.module.css'

const SprintChoice = lazyPart(() => import('./SprintChoice.tsx'))

/** The request that an address stands for. Without a sprint, the reply is about the current one. */
const askedAt = (search: URLSearchParams) => {
  const id = Number(search.get('sprint'))
  return { body: Number.isInteger(id) && id > 0 ? { idSprint: id } : {} }
}

export const drawn: Drawn = ({ ask, search }) => Promise.all([ask('POST /dash/planejadoefetivado', askedAt(search)), ask('GET /sprints')])

export default function Sprint() {
  const [params, put] = useAddress()
  const asked = askedAt(params)
  const { data, error, mutate } = useFresh('POST /dash/planejadoefetivado', asked)
  const { data: sprints } = useCall('GET /sprints')
  const shown = asked.body.idSprint ?? data?.sprintAtual?.CODIGOSPRINT ?? null
  const choose = (id: number | null) => id !== null && put({ sprint: id === sprints?.[0]?.CODIGOSPRINT ? null : String(id) }, true)
  return (
    <Screen scrolls actions={<SprintChoice options={optionsOf(sprints)} value={shown} onChange={choose} />}>
      <PrintNote narrowed={data?.sprintAtual?.DESCSPRINT ? [data.sprintAtual.DESCSPRINT] : []} />
      {data ? (
        <Dashboard {...data} isCurrent={!asked.body.idSprint} />
      ) : error ? (
        <Failed title={common.database} error={error} retry={mutate} />
      ) : (
        <Loading />
      )}
    </Screen>
  )
}

const sum = (rows: { TASKS: number | null }[]) => rows.reduce((all, { TASKS }) => all + (TASKS ?? 0), 0)

/** 'em 8 dias', 'hoje', 'há 3 dias' */
function fromToday(day: string, today: string) {
  const days = daysBetween(today, day)
  if (day === today) return 'hoje'
  const count = daysBr(Math.abs(days))
  return days > 0 ? `em ${count}` : `há ${count}`
}

function Dashboard({ sprintAtual, periodoSprint: { dtFim }, previsto, efetivado, isCurrent }: SprintDashboard & { isCurrent: boolean }) {
  const today = wallDay(useNow(60_000))
  if (!sprintAtual)
    return (
      <Message icon={ChartColumn} title="Nenhuma sprint até agora.">
        As sprints e suas tarefas chegam por importação de planilha.
      </Message>
    )
  const description = sprintAtual.DESCSPRINT ?? ''
  const done = previsto.find(({ ULTIMO_STATUS }) => ULTIMO_STATUS === FINISHED)
  const [planned, delivered, percent] = [sum(previsto), done?.TASKS ?? 0, done?.PERCENT ?? 0]
  const bar = (label: string | null, { TASKS, PERCENT }: { TASKS: number | null; PERCENT: number | null }, calm = false): Bar => ({
    label: label ?? NO_VALUE,
    value: TASKS ?? 0,
    figure: numberBr(TASKS ?? 0),
    percent: PERCENT ?? 0,
    calm,
  })
  return (
    <div className={`dashboard ${css.sprint}`}>
      <Card title="Meta da sprint" note={percentBr(goalOf(description), 0)}>
        {planned > 0 ? (
          <Gauge percent={percent} description={description} missing={Math.max(0, goalTasksOf(description, planned) - delivered)} />
        ) : (
          <p className="card-empty">Nenhuma tarefa prevista nesta sprint.</p>
        )}
        <dl className={css.facts}>
          <dt>{isCurrent ? 'Sprint atual' : 'Sprint'}</dt>
          <dd>{description}</dd>
          <dt>Data fim</dt>
          <dd>
            {dtFim ? dayBr(dtFim) : NO_VALUE} {dtFim && <small>{fromToday(dtFim, today)}</small>}
          </dd>
          <dt>Previstas</dt>
          <dd>{numberBr(planned)}</dd>
          <dt>Entregues</dt>
          <dd>{numberBr(delivered)}</dd>
        </dl>
        <Bands percent={planned > 0 ? percent : null} description={description} />
      </Card>
      <div className={css.tables}>
        <Card title="Previsto por último status">
          <Tasks
            head="Último status"
            empty="Nenhuma tarefa prevista nesta sprint."
            bars={previsto.map((row) => bar(row.ULTIMO_STATUS, row, row.ULTIMO_STATUS !== FINISHED))}
          />
        </Card>
        <Card title="Realizado por tipo">
          <Tasks head="Tipo" empty="Nenhuma tarefa finalizada nesta sprint." bars={efetivado.map((row) => bar(row.type, row))} />
        </Card>
      </div>
    </div>
  )
}

const Tasks = ({ head, empty, bars }: { head: string; empty: string; bars: Bar[] }) =>
  bars.length > 0 ? (
    <BarTable heads={[head, 'Tarefas']} bars={bars} total={numberBr(bars.reduce((all, { value }) => all + value, 0))} />
  ) : (
    <p className="card-empty">{empty}</p>
  )
