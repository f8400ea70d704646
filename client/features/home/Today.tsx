// The person's day above the cards of Home: now, next, the tasks of today, and the hours.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayBr, hourBr, mondayOf, untilBr, wallTime } from '../../../shared/clock.ts'
import type { Home } from '../../../shared/features/home.ts'
import { inMinutes, seconds } from '../../../shared/hours.ts'
import { useMay, useMe } from '../../boot.ts'
import { formOf } from '../../ui/form/address.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { useNow } from '../../ui/useNow.ts'
import { variables } from '../../ui/variables.ts'
import { shortWeekday } from '../../ui/weekday.ts'
import { UNNAMED } from '../track/entry.ts'
import { elapsedOf, useRunning } from '../track/timer.ts'
import { GOAL, isWeekend, WEEK_GOAL } from '../track/week.ts'
import css from './today.module.css'

type Appointment = Home['compromissos'][0]
/** Number of tasks that are named; further ones are counted. */
const NAMED = 3

/** The end of an appointment: '16:00' today, otherwise '20/11/2026 16:00'. An end without a time has only its day. */
const endOf = ({ DATAFIM: end }: Appointment, today: string) => (end ? untilBr(end, today) || dayBr(end) : NO_VALUE)

const nameOf = ({ CLIENTE, DESCTAREFAEXTERNO }: Appointment) => [CLIENTE, DESCTAREFAEXTERNO].filter(Boolean).join(' · ') || NO_VALUE

interface Props extends Pick<Home, 'compromissos' | 'pendencias' | 'horas'> {
  /** Returns where an appointment leads, or undefined if the person may not open it. */
  placeOf: (appointment: Appointment) => { to: string } | undefined
}

export function Today({ compromissos, pendencias, horas, placeOf }: Props) {
  const me = useMe()
  const mayTrack = useMay()('GET /track/check')
  const { running } = useRunning()
  const now = useNow(60_000)
  const wall = wallTime(now)
  const today = wall.slice(0, 10)
  const elapsed = running ? elapsedOf(running, now) : 0
  // A date without a time includes its whole day.
  const current = compromissos.filter(({ DATAINI: from, DATAFIM: to }) => from && to && from <= wall && (to.length > 10 ? wall < to : today <= to))
  const next = compromissos.find(({ DATAINI: from }) => from && from > wall)
  const tasks = pendencias.filter(({ dia }) => dia && dia <= today)
  /** Seconds since a day, with those of the running entry if it began since then. */
  const since = (day: string, total: string | null | undefined) =>
    seconds(total ?? '00:00:00') + (running && running.dataHoraInicio.slice(0, 10) >= day ? elapsed : 0)
  return (
    <section className={css.today} aria-label="Hoje">
      <Part title="Agora">
        {running && (
          <Line to={`/track${formOf(running.id)}`} note={`há ${inMinutes(Math.floor(elapsed / 60))}`}>
            {running.descricao ?? UNNAMED}
          </Line>
        )}
        {current.map((one, index) => (
          <Line key={index} {...placeOf(one)} note={`até ${endOf(one, today)}`} below>
            {nameOf(one)}
          </Line>
        ))}
        {!running && current.length === 0 && (
          <Line {...(mayTrack && { to: '/track' })}>{mayTrack ? 'Nenhum tempo em andamento.' : 'Nenhum compromisso agora.'}</Line>
        )}
      </Part>
      <Part title="Próximo">
        {next?.DATAINI ? (
          <Line {...placeOf(next)} note={whenOf(next.DATAINI, today)} below>
            {nameOf(next)}
          </Line>
        ) : (
          <Line>Nada marcado.</Line>
        )}
      </Part>
      <Part title="Tarefas de hoje">
        {tasks.slice(0, NAMED).map(({ CODIGOTAREFA: id, task, dia }, index) => (
          <Line
            key={index}
            {...(id !== undefined && { to: `?tarefa=${id}` })}
            {...(dia && dia < today && { note: `desde ${dayBr(dia).slice(0, 5)}` })}
          >
            {task ?? NO_VALUE}
          </Line>
        ))}
        {tasks.length > NAMED && <Line to={`?atividades=${me.id}`}>{`mais ${tasks.length - NAMED}`}</Line>}
        {tasks.length === 0 && <Line>Nenhuma tarefa para hoje.</Line>}
      </Part>
      {mayTrack && horas && (
        <Part title="Horas">
          <Hours label="Hoje" spent={since(today, horas.hoje)} goal={isWeekend(today) ? 0 : GOAL} to={`/track?startdate=${today}&enddate=${today}`} />
          <Hours label="Semana" spent={since(mondayOf(today), horas.semana)} goal={WEEK_GOAL} to="/track?visao=semana" />
        </Part>
      )}
    </section>
  )
}

/** 'hoje, 14:00', 'qua, 02/12, 14:00'. An appointment without a time has only its day. */
const whenOf = (from: string, today: string) => {
  const day = from.slice(0, 10)
  return [day === today ? 'hoje' : `${shortWeekday(day)}, ${dayBr(day).slice(0, 5)}`, hourBr(from)].filter(Boolean).join(', ')
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.part}>
    <h2>{title}</h2>
    {children}
  </div>
)

/** `below` puts the note under the text instead of beside it. */
function Line({ to, note, below, children }: { to?: string; note?: string; below?: boolean; children: string }) {
  const content = (
    <>
      <span className="ellipsis" title={children}>
        {children}
      </span>
      {note && <small>{note}</small>}
    </>
  )
  if (to === undefined)
    return (
      <p className={css.line} data-below={below || undefined}>
        {content}
      </p>
    )
  return (
    // A link within this page, such as one that opens a task, replaces the address.
    <Link className={css.line} data-below={below || undefined} to={to} replace={to.startsWith('?')}>
      {content}
    </Link>
  )
}

/** Hours against a goal in minutes; 0 if there is none. */
function Hours({ label, spent, goal, to }: { label: string; spent: number; goal: number; to: string }) {
  const minutes = Math.floor(spent / 60)
  return (
    <Link className={css.line} to={to}>
      <span className={css.label}>{label}</span>
      <span className={css.bar} aria-hidden style={variables({ '--share': goal ? Math.min(100, (100 * minutes) / goal) : 0 })} />
      <small>
        <strong>{inMinutes(minutes)}</strong>
        {goal > 0 && ` de ${inMinutes(goal)}`}
      </small>
    </Link>
  )
}
