// Dialog 'Fechar mês': closes the months of time that are over, reopens closed ones, and shows who did so.
import { Button } from '@mantine/core'
import { History, Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { dateBr, wallDay } from '../../../shared/clock.ts'
import { messages, type TimeMonth } from '../../../shared/features/track-months.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { send } from '../../api/request.ts'
import type { Called } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import HistoryWindow from '../../ui/history/HistoryWindow.tsx'
import { monthBr, nextMonth } from '../../ui/month.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import css from './months.module.css'

/** Number of months that are listed even if they were never closed. */
const LISTED = 12

/** The months that are over, newest first: the last LISTED, and all that were ever closed. */
function listedOf(months: TimeMonth[], today: string) {
  const recent = [nextMonth(today.slice(0, 7), -1)]
  while (recent.length < LISTED) recent.push(nextMonth(recent.at(-1) ?? '', -1))
  const known = new Map(months.map((month) => [month.mes, month]))
  const names = new Set([...recent, ...known.keys()])
  return [...names].toSorted((a, b) => b.localeCompare(a)).map((mes) => ({ mes, known: known.get(mes) }))
}

interface Props {
  months: Called<TimeMonth[]>
  opened: boolean
  close: () => void
}

export default function MonthsWindow({ months: { data, error, mutate }, opened, close }: Props) {
  const [historyOf, showHistory] = useState<{ id: number; name: string } | null>(null)
  const { fetched } = useFetching()
  /** The month whose change is being sent. */
  const [sending, setSending] = useState<string | null>(null)
  const change = async (mes: string, fechado: boolean) => {
    setSending(mes)
    if (await fetched(() => send('PUT /track-months', { body: { mes, fechado } }), common.database))
      notify.success(fechado ? messages.closed : messages.reopened)
    await mutate()
    setSending(null)
  }
  return (
    <>
      <Window title="Fechar mês" size={560} opened={opened} covered={historyOf !== null} close={close}>
        <div className={css.months}>
          <p>O tempo que começou num mês fechado não muda mais, e nele não se lança outro, até o mês ser reaberto.</p>
          {data ? (
            <ul>
              {listedOf(data, wallDay(serverNow())).map(({ mes, known }) => (
                <li key={mes}>
                  <div>
                    <strong>{monthBr(mes)}</strong>
                    <small>
                      {known ? `${known.fechado ? 'Fechado' : 'Reaberto'} por ${known.por} em ${known.em ? dateBr(known.em) : NO_VALUE}` : 'Aberto'}
                    </small>
                  </div>
                  {known && (
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={`Histórico de ${monthBr(mes)}`}
                      title="Histórico"
                      onClick={() => showHistory({ id: known.id, name: monthBr(mes) })}
                    >
                      <History aria-hidden />
                    </button>
                  )}
                  <Button
                    variant="default"
                    size="sm"
                    aria-label={`${known?.fechado ? 'Reabrir' : 'Fechar mês de'} ${monthBr(mes)}`}
                    leftSection={known?.fechado ? <LockOpen aria-hidden /> : <Lock aria-hidden />}
                    loading={sending === mes}
                    onClick={() => void change(mes, !known?.fechado)}
                  >
                    {known?.fechado ? 'Reabrir' : 'Fechar mês'}
                  </Button>
                </li>
              ))}
            </ul>
          ) : error ? (
            <Failed title={common.database} error={error} retry={mutate} />
          ) : (
            <Loading />
          )}
        </div>
        <div className="window-foot">
          <Button variant="default" size="md" data-autofocus onClick={close}>
            Fechar
          </Button>
        </div>
      </Window>
      <HistoryWindow of="GET /track-months/{id}/history" record={historyOf} close={() => showHistory(null)} />
    </>
  )
}
