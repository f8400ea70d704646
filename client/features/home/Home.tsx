import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { dateBr, dayBr, hourBr, longDay, wallDay } from '../../../shared/clock.ts'
import { LISTED, messages, type Home as Data } from '../../../shared/features/home.ts'
import { hoursMinutes, minutesOf, seconds } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { formOf } from '../../ui/form/address.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Priority } from '../../ui/grid/Status.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { useNow } from '../../ui/useNow.ts'
import { Visits } from '../track/Visits.tsx'
import { Today } from './Today.tsx'
import css from './home.module.css'

export default function Home() {
  const { data, error, mutate } = useCall('GET /dash/Home')
  const now = useNow(60_000)
  return (
    <Screen scrolls heading={`Olá, ${useMe().name.split(' ')[0]}`} note={longDay(now)}>
      {data ? <Cards {...data} today={wallDay(now)} /> : error ? <Failed title={common.database} error={error} retry={mutate} /> : <Loading />}
    </Screen>
  )
}

const secondsOf = (total: string | null) => (total === null ? 0 : seconds(total))

/** A text that is cut at the end of its line, with the full text as a tooltip. */
const Cut = ({ children }: { children: string }) => (
  <span className="ellipsis" title={children}>
    {children}
  </span>
)

/** The number of entries. The server limits the list, so a full list gets a '+': there may be more. */
const countOf = ({ length }: unknown[]) => (length === LISTED ? `${length}+` : length)

function Cards({ tempos, total, compromissos, pendencias, monitorados = [], horas, today }: Data & { today: string }) {
  const may = useMay()
  const times = tempos.map(({ total }) => secondsOf(total))
  const longest = Math.max(1, ...times)
  /** Minutes rounded so that they add up to the total. */
  const { texts } = minutesOf(times)
  /** Link to the appointment's form if the person may edit the appointment, otherwise to its day in the calendar. */
  const placeOf = ({ ID: id, DATAINI: from }: Data['compromissos'][0]) => {
    if (id !== undefined && may('PUT /compromises')) return { to: `/onde-estou${formOf(id)}` }
    // An appointment that began earlier and is still running also appears in today's view.
    const day = from && from > today ? from.slice(0, 10) : today
    return may('POST /dash/calendarioOndeEstou') ? { to: `/calendario?visao=dia&data=${day}` } : undefined
  }
  return (
    <>
      <Today {...{ compromissos, pendencias, horas, placeOf }} />
      <Visits most={3} />
      <div className={css.home}>
        {monitorados.length > 0 && (
          <Card title="Tickets monitorados" of="a vencer" figure={countOf(monitorados)} short empty="">
            {monitorados.map(({ id, idControleHoras, nTicket, cliente, descricao, dataMonitoramento: until }) => (
              <Item
                key={id}
                link={
                  may('GET /service-time-control-mov')
                    ? { to: `/controle-servicos/${idControleHoras}?q=${encodeURIComponent(nTicket ?? '')}` }
                    : undefined
                }
              >
                <strong>{nTicket}</strong>
                <Cut>{`${descricao} - ${cliente}`}</Cut>
                <time dateTime={until ?? undefined} data-today={until === today || undefined}>
                  até {until ? dayBr(until) : NO_VALUE}
                </time>
              </Item>
            ))}
          </Card>
        )}
        <Card
          title="Tempo Empenhado"
          of="neste mês"
          figure={total.totalizador === null ? NO_VALUE : hoursMinutes(total.totalizador)}
          empty="Nenhum tempo lançado neste mês."
        >
          {tempos.map(({ DESCRICAOATIVIDADE: activity }, nth) => (
            <Item key={activity}>
              <Cut>{activity ?? NO_VALUE}</Cut>
              <span className={css.bar} aria-hidden>
                <i style={{ width: `${(100 * (times[nth] ?? 0)) / longest}%` }} />
              </span>
              <strong>{texts[nth]}</strong>
            </Item>
          ))}
        </Card>
        <Card title="Próximos compromissos" figure={countOf(compromissos)} empty={messages.noAppointment}>
          {compromissos.map((appointment, index) => {
            const { DESCTAREFAEXTERNO, CLIENTE: client, DATAINI: from, DATAFIM: to } = appointment
            const activity = DESCTAREFAEXTERNO ?? NO_VALUE
            return (
              <Item key={index} link={placeOf(appointment)}>
                <p className="ellipsis" title={client ? `${activity} - ${client}` : activity}>
                  <strong>{activity}</strong>
                  {client && ` - ${client}`}
                  <time dateTime={from ?? undefined} data-today={(from && to && from.slice(0, 10) <= today && today <= to.slice(0, 10)) || undefined}>
                    {rangeBr(from, to)}
                  </time>
                </p>
              </Item>
            )
          })}
        </Card>
        <Card title="Atividades" figure={countOf(pendencias)} empty={messages.noTask}>
          {pendencias.map(({ CODIGOTAREFA: id, task, priority }, index) => (
            // The link opens the task in the drawer, on this page.
            <Item key={index} link={id === undefined ? undefined : { to: `?tarefa=${id}`, replace: true }}>
              <Cut>{task ?? NO_VALUE}</Cut>
              <span className={css.priority}>
                <Priority of={priority} />
              </span>
            </Item>
          ))}
        </Card>
      </div>
    </>
  )
}

/** '19/11/2026 08:00 a 10:00'. If the end is on another day, it includes its date. An end without a time is shown as a date. */
const rangeBr = (from: string | null, to: string | null) =>
  from && to && from.slice(0, 10) === to.slice(0, 10)
    ? [dateBr(from), hourBr(to)].filter(Boolean).join(' a ')
    : [from, to].map((wall) => (wall ? dateBr(wall) : NO_VALUE)).join(' a ')

/** An entry of a card, drawn as a link if `link` is given. */
const Item = ({ link, children }: { link?: Pick<LinkProps, 'to' | 'replace'> | undefined; children: ReactNode }) => (
  <li>
    {link ? (
      <Link className={css.line} {...link}>
        {children}
      </Link>
    ) : (
      <div className={css.line}>{children}</div>
    )}
  </li>
)

interface CardProps {
  title: string
  of?: string
  figure: ReactNode
  /** True to give the card the full width, above the other cards, and to make it only as tall as its entries. */
  short?: boolean
  empty: string
  children: ReactNode[]
}

function Card({ title, of, figure, short, empty, children }: CardProps) {
  return (
    <section className={css.card} aria-label={title} data-short={short}>
      <header>
        <h2>
          {title}
          {of && <small> {of}</small>}
        </h2>
        <strong>{figure}</strong>
      </header>
      {children.length ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the element scrolls, so the keyboard must reach it
        <ul tabIndex={0} aria-label={title}>
          {children}
        </ul>
      ) : (
        <p className={css.empty}>{empty}</p>
      )}
    </section>
  )
}
