// List of the changes of a record, the newest first.
import './history.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { dateBr } from '../../../shared/clock.ts'
import { TOLD, type Change } from '../../../shared/history.ts'
import type { ReadName } from '../../api/address.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../feedback/Failed.tsx'
import { Loading } from '../feedback/Loading.tsx'
import { NO_VALUE } from '../noValue.ts'

/** Calls that return a history. */
export type HistoryCall = Extract<ReadName, `GET ${string}/history`>

/** With `before`, the id of the last change shown above, loads the next page with older changes. */
export function History({ of, id, before }: { of: HistoryCall; id: number; before?: number }) {
  const { data, error, mutate } = useFresh(of, { path: { id }, query: before === undefined ? {} : { antes: String(before) } })
  const [goesOn, goOn] = useState(false)
  if (!data) return error ? <Failed title="O histórico não pôde ser carregado." error={error} retry={mutate} /> : <Loading />
  const last = data.at(-1)
  if (!last)
    return <p className="card-empty">{before === undefined ? 'Nada mudou desde que o sistema guarda o histórico.' : 'Não há mudanças anteriores.'}</p>
  return (
    <>
      <ol className="history">
        {data.map((change) => (
          <Told key={change.id} {...change} />
        ))}
      </ol>
      {data.length === TOLD &&
        (goesOn ? (
          <History {...{ of, id }} before={last.id} />
        ) : (
          <p className="card-empty">
            <Button variant="default" onClick={() => goOn(true)}>
              Mostrar as anteriores
            </Button>
          </p>
        ))}
    </>
  )
}

const Told = ({ quando, quem, fez, registro, campos }: Change) => (
  <li>
    <p>
      <strong>{quem ?? 'Sistema'}</strong> {fez} {registro && <b>{registro}</b>}
      <time dateTime={quando}>{dateBr(quando)}</time>
    </p>
    <dl>
      {campos.map(({ campo, de, para }) => (
        <div key={campo}>
          <dt>{campo}</dt>
          <dd>
            {fez === 'alterou' && (
              <>
                <del>{de ?? NO_VALUE}</del> <span className="hidden">agora</span>
                <span aria-hidden>→</span>{' '}
              </>
            )}
            {fez === 'excluiu' ? de : (para ?? NO_VALUE)}
          </dd>
        </div>
      ))}
    </dl>
  </li>
)
