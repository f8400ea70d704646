// Dialog about an entry that was left running.
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { atWall, dayBr, hourBr, nextAt, secondsBetween, untilBr } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { DAY_SECONDS, duration, hoursMinutes, isHour, seconds } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { useMe } from '../../boot.ts'
import { formOf } from '../../ui/form/address.ts'
import { HourField } from '../../ui/form/dates.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { weekdayOf } from './days.ts'
import DeleteTime from './DeleteTime.tsx'
import { valuesIn, valuesOf } from './editing.ts'
import { finish, isComplete, UNNAMED } from './entry.ts'
import { signOf } from './forgotten.ts'
import { timeChanged } from './changes.ts'
import { useElapsed } from './timer.ts'
import css from './forgotten.module.css'

type Answer = 'ended' | 'runs' | 'none'

/**
 * The first time after `start` at which the clock shows `hour` ('HH:MM'). If `hour` is the minute of the start, the start itself, so that the entry
 * has no duration.
 */
const endAt = (start: string, hour: string) => (hour === hourBr(start) ? start : nextAt(start, `${hour}:00`))

export default function Forgotten({ entry, close }: { entry: TimeEntry; close: () => void }) {
  const me = useMe()
  const navigate = useNavigate()
  const elapsed = useElapsed(entry)
  const sign = signOf(me.id, entry.id)
  // The end is stored as a time of day, so it must be less than a day after the start. Later activity is therefore not proposed as the end.
  const offered = sign && secondsBetween(entry.dataHoraInicio, sign) < DAY_SECONDS ? hourBr(sign) : ''
  const [answer, setAnswer] = useState<Answer>('ended')
  const [hour, setHour] = useState(offered)
  const [problem, setProblem] = useState('')
  const [deleting, setDeleting] = useState(false)
  const { loading, fetched } = useFetching()
  const ends = useRef<HTMLDivElement>(null)
  const { dataHoraInicio: start } = entry
  const end = isHour(hour) ? endAt(start, hour) : null
  const spent = end === null ? 0 : secondsBetween(start, end)
  const isOver = elapsed >= DAY_SECONDS

  const confirm = async () => {
    if (answer === 'none') return setDeleting(true)
    if (answer === 'runs') return close()
    if (end === null || end === start || atWall(end) > serverNow()) {
      setProblem(end === null ? (hour ? common.hour : common.required) : end === start ? messages.nothing : messages.endsLater)
      notify.warn(common.invalidForm)
      ends.current?.querySelector<HTMLElement>('[inputmode]')?.focus()
      return undefined
    }
    // The form opens for the missing fields. If the person closes the form without saving, this dialog asks again.
    if (!isComplete(entry)) {
      notify.warn(messages.incomplete)
      const begun = { fim: end.slice(11), total: duration(spent), fimEm: seconds(start.slice(11)) + spent, parado: true }
      return navigate(`/track${formOf(entry.id)}`, { state: { begun, of: me.id } })
    }
    if (!(await fetched(() => finish(entry, end)))) return undefined
    notify.success(messages.changed)
    close()
    return timeChanged()
  }
  const option = (value: Answer, label: string, note: string, disabled = false) => (
    <label className={css.option}>
      <input type="radio" name="esquecido" checked={answer === value} disabled={disabled} onChange={() => setAnswer(value)} />
      <span>
        {label}
        <small>{note}</small>
      </span>
    </label>
  )
  return (
    <>
      <Window title={messages.resumed} size={520} opened covered={deleting} close={close}>
        <form
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          <div className={css.forgotten}>
            <h3>{entry.descricao ?? UNNAMED}</h3>
            <p>
              Começou {weekdayOf(start.slice(0, 10))}, {dayBr(start)}, às {hourBr(start)} e conta há <b>{duration(elapsed)}</b>.
            </p>
            <fieldset>
              <legend className="hidden">O que houve</legend>
              <div className={css.end} ref={ends}>
                {option(
                  'ended',
                  'Terminou às',
                  sign ? `último sinal deste computador: ${untilBr(sign, start.slice(0, 10))}` : 'sem sinal deste computador desde então',
                )}
                <HourField
                  aria-label="Terminou às"
                  value={hour}
                  error={problem !== ''}
                  data-autofocus={offered ? undefined : true}
                  aria-describedby={problem ? 'esquecido-erro' : undefined}
                  onClick={() => setAnswer('ended')}
                  onChange={(text) => {
                    setAnswer('ended')
                    setHour(text)
                    setProblem('')
                  }}
                />
                <b>{end !== null && hoursMinutes(duration(spent))}</b>
              </div>
              {problem && (
                <p className={css.problem} id="esquecido-erro" role="alert">
                  {problem}
                </p>
              )}
              {option(
                'runs',
                'Ainda está em andamento',
                isOver ? 'passou de 24 horas: informe quando terminou' : `continua contando desde ${hourBr(start)}`,
                isOver,
              )}
              {option('none', 'Não foi trabalho', 'o tempo é excluído')}
            </fieldset>
          </div>
          <div className="window-foot">
            <Button variant="default" size="md" onClick={close}>
              Depois
            </Button>
            <Button type="submit" size="md" data-autofocus={offered ? true : undefined} loading={loading}>
              Confirmar
            </Button>
          </div>
        </form>
      </Window>
      <DeleteTime
        entry={
          deleting ? { id: entry.id, name: entry.descricao, look: async () => ({ now: await valuesIn(entry.id), known: valuesOf(entry) }) } : null
        }
        close={() => setDeleting(false)}
        deleted={close}
      />
    </>
  )
}
