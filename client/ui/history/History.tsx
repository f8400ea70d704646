// What became of a record, the newest first.
import './history.css'
import { dateBr } from '../../../shared/clock.ts'
import { TOLD, type Change } from '../../../shared/history.ts'
import type { ReadName } from '../../api/address.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../feedback/Failed.tsx'
import { Loading } from '../feedback/Loading.tsx'
import { NONE } from '../none.ts'

/** The calls that answer a history. */
export type HistoryCall = Extract<ReadName, `GET ${string}/history`>

export function History({ of, id }: { of: HistoryCall; id: number }) {
  const { data, error, mutate } = useFresh(of, { path: { id } })
  if (!data) return error ? <Failed title="O histórico não pôde ser carregado." error={error} retry={mutate} /> : <Loading />
  if (data.length === 0) return <p className="card-empty">Nada mudou desde que o sistema guarda o histórico.</p>
  return (
    <>
      <ol className="history">
        {data.map((change, index) => (
          <Told key={index} {...change} />
        ))}
      </ol>
      {data.length === TOLD && <p className="card-empty">As {TOLD} mudanças mais recentes.</p>}
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
                <del>{de ?? NONE}</del> <span className="hidden">agora</span>
                <span aria-hidden>→</span>{' '}
              </>
            )}
            {fez === 'excluiu' ? de : (para ?? NONE)}
          </dd>
        </div>
      ))}
    </dl>
  </li>
)
