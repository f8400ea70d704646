import './users.css'
import { Button } from '@mantine/core'
import { dateBr } from '../../shared/clock.ts'
import { messages } from '../../shared/sessions.ts'
import type { User } from '../../shared/users.ts'
import { read, send, type Reply } from '../api.ts'
import { notify } from '../ui/notify.ts'
import { useFetching } from '../ui/useFetching.ts'
import { Window } from '../ui/Window.tsx'

export interface Sessions {
  user: User
  live: Reply<'GET /sessions/{id}'>
}

export const readSessions = (id: number) => read('GET /sessions/{id}', { path: { id } })

/** Where somebody is signed in, and the end of it. */
export function SessionsWindow({ opened, show }: { opened: Sessions | null; show: (sessions: Sessions | null) => void }) {
  const { loading, fetched } = useFetching()
  const { user, live = [] } = opened ?? {}
  const end = async (entrada?: string) => {
    if (!user || !(await fetched(() => send('DELETE /sessions/{id}', { path: { id: user.ID }, body: { entrada } })))) return
    notify.success(entrada === undefined ? messages.allEnded : messages.ended)
    const left = await fetched(() => readSessions(user.ID))
    if (left) show({ user, live: left })
  }
  return (
    <Window title={`Sessões de ${user?.NOMECOMPLETOUSUARIO}`} opened={opened !== null} close={() => show(null)}>
      <div className="person">
        {live.length === 0 && <p>Nenhuma sessão aberta.</p>}
        <ul>
          {live.map(({ entrada, desde, uso, esta }) => (
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
        <Button variant="default" size="md" onClick={() => show(null)}>
          Fechar
        </Button>
        <Button size="md" disabled={loading || live.length === 0} onClick={() => end()}>
          Encerrar todas
        </Button>
      </footer>
    </Window>
  )
}
