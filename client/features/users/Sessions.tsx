import { Button } from '@mantine/core'
import { useState } from 'react'
import { dateBr, dayBr } from '../../../shared/clock.ts'
import { messages as common } from '../../../shared/messages.ts'
import { messages } from '../../../shared/features/sessions.ts'
import type { User } from '../../../shared/features/users.ts'
import type { Reply } from '../../api/address.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import css from './users.module.css'

type Session = Reply<'GET /sessions/{id}'>[0]
/** The sessions to end: one, or all, including any begun while the dialog is open. */
interface Ending {
  of: Session[]
  entrada?: string
}

/** A person's sessions, which can be ended after a confirmation. */
export default function SessionsWindow({ user, close }: { user: User | undefined; close: () => void }) {
  const [ending, end] = useState<Ending | null>(null)
  return (
    <Window title={`Sessões de ${user?.NOMECOMPLETOUSUARIO ?? NO_VALUE}`} opened={user !== undefined} covered={ending !== null} close={close}>
      {user && <Sessions path={{ id: user.ID }} ending={ending} end={end} close={close} />}
    </Window>
  )
}

const deviceOf = ({ aparelho }: Session) => aparelho || 'Aparelho desconhecido'

interface Props {
  path: { id: number }
  ending: Ending | null
  end: (ending: Ending | null) => void
  close: () => void
}

function Sessions({ path, ending, end, close }: Props) {
  const { data, error, mutate } = useFresh('GET /sessions/{id}', { path })
  const { loading, fetched } = useFetching()
  if (!data && error) return <Failed title={common.database} error={error} retry={mutate} />
  if (!data) return <Loading />
  const confirm = async () => {
    const body = { entrada: ending?.entrada }
    if (await fetched(() => send('DELETE /sessions/{id}', { path, body })))
      notify.success(body.entrada === undefined ? messages.allEnded : messages.ended)
    end(null)
    await mutate()
  }
  return (
    <>
      <div className={css.person}>
        {data.length === 0 && <p>Nenhuma sessão aberta.</p>}
        <ul>
          {data.map((session) => (
            <li key={session.entrada}>
              <strong>
                {deviceOf(session)} {session.esta === 'S' && '(esta)'}
              </strong>
              <small>
                Desde {dateBr(session.desde)} · último uso em {dayBr(session.uso)}, às {session.uso.slice(11, 13)}h
              </small>
              <Button
                variant="default"
                size="xs"
                aria-label={`Encerrar a de ${dateBr(session.desde)}`}
                onClick={() => end({ of: [session], entrada: session.entrada })}
              >
                Encerrar
              </Button>
            </li>
          ))}
        </ul>
      </div>
      <footer className="window-foot">
        <Button variant="default" size="md" onClick={close}>
          Fechar
        </Button>
        <Button variant="light" color="red" size="md" disabled={data.length === 0} onClick={() => end({ of: data })}>
          Encerrar todas
        </Button>
      </footer>
      <Question ending={ending} busy={loading} confirm={confirm} cancel={() => end(null)} />
    </>
  )
}

function Question({ ending, busy, confirm, cancel }: { ending: Ending | null; busy: boolean; confirm: () => void; cancel: () => void }) {
  const { of: sessions = [], entrada } = ending ?? {}
  const [one] = sessions
  return (
    <Window
      asks
      title={entrada === undefined ? 'Encerrar todas as sessões?' : 'Encerrar esta sessão?'}
      size={440}
      opened={ending !== null}
      close={cancel}
    >
      <div className={css.person}>
        <p>{entrada !== undefined && one && `${deviceOf(one)}, desde ${dateBr(one.desde)}. `}Para continuar ali será preciso entrar de novo.</p>
        {sessions.some(({ esta }) => esta === 'S') && <p>Você também sai do sistema.</p>}
      </div>
      {/* A div, because a footer element would be another landmark on the page. */}
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus onClick={cancel}>
          Cancelar
        </Button>
        <Button size="md" loading={busy} onClick={confirm}>
          Encerrar
        </Button>
      </div>
    </Window>
  )
}
