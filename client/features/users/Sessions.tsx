import './users.css'
import { Button } from '@mantine/core'
import { dateBr } from '../../../shared/clock.ts'
import { messages as common } from '../../../shared/messages.ts'
import { messages } from '../../../shared/features/sessions.ts'
import type { User } from '../../../shared/features/users.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { NONE } from '../../ui/none.ts'

/** Where somebody is signed in, and the end of it. */
export default function SessionsWindow({ user, close }: { user: User | undefined; close: () => void }) {
  return (
    <Window title={`Sessões de ${user?.NOMECOMPLETOUSUARIO ?? NONE}`} opened={user !== undefined} close={close}>
      {user && <Sessions path={{ id: user.ID }} close={close} />}
    </Window>
  )
}

function Sessions({ path, close }: { path: { id: number }; close: () => void }) {
  const { data, error, mutate } = useFresh('GET /sessions/{id}', { path })
  const { loading, fetched } = useFetching()
  if (!data && error) return <Failed title={common.database} error={error} retry={mutate} />
  if (!data) return <Loading />
  const end = async (entrada?: string) => {
    if (await fetched(() => send('DELETE /sessions/{id}', { path, body: { entrada } })))
      notify.success(entrada === undefined ? messages.allEnded : messages.ended)
    await mutate()
  }
  return (
    <>
      <div className="person">
        {data.length === 0 && <p>Nenhuma sessão aberta.</p>}
        <ul>
          {data.map(({ entrada, desde, uso, esta }) => (
            <li key={entrada}>
              <strong>
                Desde {dateBr(desde)} {esta === 'S' && '(esta)'}
              </strong>
              <small>Último uso: {dateBr(uso).slice(0, -3)}h</small>
              <Button variant="default" size="xs" disabled={loading} aria-label={`Encerrar a de ${dateBr(desde)}`} onClick={() => end(entrada)}>
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
        <Button size="md" disabled={loading || data.length === 0} onClick={() => end()}>
          Encerrar todas
        </Button>
      </footer>
    </>
  )
}
