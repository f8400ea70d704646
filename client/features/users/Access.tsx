import { Tabs } from '@mantine/core'
import { messages as common } from '../../../shared/messages.ts'
import type { User } from '../../../shared/features/users.ts'
import type { Reply } from '../../api/address.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Window } from '../../ui/Window.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import css from './users.module.css'

const verdicts = [
  { pode: 'sim', label: 'Pode' },
  { pode: 'depende', label: 'Com limites' },
  { pode: 'não', label: 'Não pode' },
] as const

/** A person's permissions: what the person may do on each page, and on request every call with its rule in words. */
export default function AccessWindow({ user, close }: { user: User | undefined; close: () => void }) {
  return (
    <Window title={`O que ${user?.NOMECOMPLETOUSUARIO ?? NO_VALUE} pode`} opened={user !== undefined} close={close}>
      {user && <Access id={user.ID} />}
    </Window>
  )
}

function Access({ id }: { id: number }) {
  const { data, error, mutate } = useFresh('GET /access/{id}', { path: { id } })
  if (!data && error) return <Failed title={common.database} error={error} retry={mutate} />
  if (!data) return <Loading />
  const lists = verdicts.map(({ pode, label }) => ({ value: pode, label, items: data.chamadas.filter((call) => call.pode === pode) }))
  return (
    <div className={css.person}>
      {data.paginas.length === 0 && <p>Nenhuma página.</p>}
      <ul aria-label="Páginas">
        {data.paginas.map(({ titulo, resumo }) => (
          <li key={titulo}>
            <strong>{titulo}</strong>
            <span>{resumo}</span>
          </li>
        ))}
      </ul>
      <details>
        <summary>Detalhes: todas as {data.chamadas.length} ações</summary>
        <Calls lists={lists} />
      </details>
    </div>
  )
}

type Calls = Reply<'GET /access/{id}'>['chamadas']

function Calls({ lists }: { lists: { value: string; label: string; items: Calls }[] }) {
  return (
    <Tabs defaultValue="sim" keepMounted={false}>
      <Tabs.List>
        {lists.map(({ value, label, items }) => (
          <Tabs.Tab key={value} value={value}>
            {label} <small>{items.length}</small>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {lists.map(({ value, items }) => (
        <Tabs.Panel key={value} value={value}>
          {items.length === 0 && <p>Nada.</p>}
          <ul>
            {items.map(({ titulo, chamada, limite, regra }) => (
              <li key={titulo}>
                <strong>{titulo}</strong>
                {limite && <span>{limite}</span>}
                <details>
                  <summary>ver regra</summary>
                  <small>{regra ? `${chamada}: ${regra}` : chamada}</small>
                </details>
              </li>
            ))}
          </ul>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
