// Dialog 'Carga de dados': requests the accounts of a month and shows the progress of each month.
import { Button } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { dateBr } from '../../../shared/clock.ts'
import { messages, type DataLoad } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { send } from '../../api/request.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { intoView, Problem } from '../../ui/feedback/Problem.tsx'
import { MonthField } from '../../ui/form/dates.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { MONTH } from '../../ui/month.ts'
import { numberBr } from '../../ui/number.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import type { useLoads } from './loads.ts'
import { accountsBr } from './sending.ts'
import table from './rows.module.css'
import css from './loads.module.css'

interface Props {
  opened: boolean
  close: () => void
  loads: ReturnType<typeof useLoads>
  /** The month that the screen shows. */
  month: string
}

export default function LoadsWindow({ opened, close, loads, month }: Props) {
  return (
    <Window title="Carga de dados" size={440} opened={opened} close={close}>
      {opened && <Content {...{ loads, month }} />}
      <div className="window-foot">
        <Button variant="default" size="md" onClick={close}>
          Fechar
        </Button>
      </div>
    </Window>
  )
}

function Content({ loads: { data, error, mutate, requested }, month: shown }: Pick<Props, 'loads' | 'month'>) {
  const [month, choose] = useState(shown)
  const [wrong, setWrong] = useState<string | null>(null)
  /** The last requested month, whose row scrolls into view. It is set only once the list contains that month. */
  const [asked, setAsked] = useState('')
  const { loading, problem, fetched } = useFetching()
  const ask = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fault = month === '' ? common.required : MONTH.test(month) ? null : 'Mês inválido.'
    setWrong(fault)
    if (fault) event.currentTarget.querySelector('input')?.focus()
    if (fault || loading) return
    const mesAno = numericMonthBr(month)
    setAsked('')
    if (await fetched(() => send('POST /load-data/request', { body: { mesAno } }), common.database)) {
      notify.success(messages.loadRequested)
      await requested(mesAno)
      setAsked(mesAno)
    } else await mutate()
  }
  return (
    <div className={css.loads}>
      <form className="form-fields" noValidate onSubmit={ask}>
        <MonthField label="Mês de referência" required data-autofocus value={month} error={wrong} onChange={choose} />
        <Button type="submit" size="md" loading={loading}>
          Solicitar
        </Button>
      </form>
      {problem && <Problem error={problem} failed={common.database} />}
      {data ? (
        <>
          <table className={table.rows}>
            <thead>
              <tr>
                <th scope="col">Mês</th>
                <th scope="col">Situação</th>
              </tr>
            </thead>
            <tbody>
              {data.map((load) => (
                <Load key={load.mesAno} {...load} isAsked={load.mesAno === asked} />
              ))}
              {data.length === 0 && (
                <tr>
                  <td colSpan={2}>Nenhum mês foi carregado ainda.</td>
                </tr>
              )}
            </tbody>
          </table>
          <p>Atualiza sozinha a cada 5 s. Pode fechar: a carga continua.</p>
        </>
      ) : error ? (
        <Failed title={messages.loadListFailed} error={error} retry={mutate} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Load({ mesAno, LOADING, NO_DATA, ERROS, CARREGADAS: loaded, RECUSADAS, quando, isAsked }: DataLoad & { isAsked: boolean }) {
  const faults = ERROS ?? []
  const refused = RECUSADAS ?? faults.length
  return (
    <tr ref={isAsked ? intoView : undefined}>
      <th scope="row">{mesAno}</th>
      <td>
        {LOADING === 0 ? (
          <>
            <Dot tone="accent">Em execução</Dot>
            <i className={css.moving} aria-hidden />
          </>
        ) : LOADING === 1 ? (
          <Dot tone="ring">Aguardando</Dot>
        ) : (
          <Dot tone={!NO_DATA ? (refused > 0 ? 'warn' : 'ok') : faults.length > 0 ? 'danger' : 'off'}>
            {!NO_DATA ? 'Concluída' : faults.length > 0 ? 'Concluída, nada carregado' : 'Concluída, sem dados'}
          </Dot>
        )}
        {LOADING === 2 && (loaded || quando) && <small>{[loaded && accountsBr(loaded), quando && dateBr(quando)].filter(Boolean).join(' · ')}</small>}
        {/* If no lines were refused, the messages concern the whole file. */}
        {refused === 0 && faults.map((fault) => <p key={fault}>{fault}</p>)}
        {refused > 0 && (
          <details>
            <summary>{refused === 1 ? '1 linha recusada' : `${numberBr(refused)} linhas recusadas`}</summary>
            <ul>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          </details>
        )}
      </td>
    </tr>
  )
}
