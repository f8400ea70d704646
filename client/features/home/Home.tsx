import './home.css'
import type { ReactNode } from 'react'
import { dayBr, longDay, wallDay } from '../../../shared/clock.ts'
import { LISTED, messages, type Home as Data } from '../../../shared/features/home.ts'
import { hoursMinutes, seconds } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useCall } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Priority } from '../../ui/grid/Status.tsx'
import { NONE } from '../../ui/none.ts'
import { useNow } from '../../ui/useNow.ts'

export default function Home() {
  const { data, error, mutate } = useCall('GET /dash/Home')
  const now = useNow(60_000)
  return (
    <Screen heading={`Olá, ${useMe().name.split(' ')[0]}`} note={longDay(now)}>
      {data ? <Cards {...data} today={wallDay(now)} /> : error ? <Failed title={common.database} error={error} retry={mutate} /> : <Loading />}
    </Screen>
  )
}

const secondsOf = (total: string | null) => (total === null ? 0 : seconds(total))
const hoursOf = (total: string | null) => (total === null ? NONE : hoursMinutes(total))
const dayOf = (day: string | undefined) => (day === undefined ? NONE : dayBr(day))

/** As much of a text as its line takes; the whole when pointed at. */
const Cut = ({ children }: { children: string }) => (
  <span className="ellipsis" title={children}>
    {children}
  </span>
)

/** There may be more than were answered. */
const countOf = ({ length }: unknown[]) => (length === LISTED ? `${length}+` : length)

function Cards({ tempos, total, compromissos, pendencias, today }: Data & { today: string }) {
  const longest = Math.max(1, ...tempos.map(({ total }) => secondsOf(total)))
  return (
    <div className="home">
      <Card title="Tempo Empenhado" figure={hoursOf(total.totalizador)} empty="Nenhum tempo lançado neste mês.">
        {tempos.map(({ DESCRICAOATIVIDADE: activity, total }) => (
          <li key={activity}>
            <Cut>{activity ?? NONE}</Cut>
            <span className="home-bar" aria-hidden>
              <i style={{ width: `${(100 * secondsOf(total)) / longest}%` }} />
            </span>
            <strong>{hoursOf(total)}</strong>
          </li>
        ))}
      </Card>
      <Card title="Próximos compromissos" figure={countOf(compromissos)} empty={messages.noAppointment}>
        {compromissos.map(({ DESCTAREFAEXTERNO, CLIENTE: client, DATAINI, DATAFIM }, index) => {
          const activity = DESCTAREFAEXTERNO ?? NONE
          const [from, to] = [DATAINI?.slice(0, 10), DATAFIM?.slice(0, 10)]
          return (
            <li key={index}>
              <p className="ellipsis" title={client ? `${activity} - ${client}` : activity}>
                <strong>{activity}</strong>
                {client && ` - ${client}`}
                <time dateTime={from} data-today={(from && to && from <= today && today <= to) || undefined}>
                  {from === to ? dayOf(from) : `${dayOf(from)} a ${dayOf(to)}`}
                </time>
              </p>
            </li>
          )
        })}
      </Card>
      <Card title="Atividades" figure={countOf(pendencias)} empty={messages.noTask}>
        {pendencias.map(({ task, priority }, index) => (
          <li key={index}>
            <Cut>{task ?? NONE}</Cut>
            <span className="home-priority">
              <Priority of={priority} />
            </span>
          </li>
        ))}
      </Card>
    </div>
  )
}

function Card({ title, figure, empty, children }: { title: string; figure: ReactNode; empty: string; children: ReactNode[] }) {
  return (
    <section className="home-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <strong>{figure}</strong>
      </header>
      {children.length ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <ul tabIndex={0} aria-label={title}>
          {children}
        </ul>
      ) : (
        <p className="home-empty">{empty}</p>
      )}
    </section>
  )
}
