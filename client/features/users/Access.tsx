import { Tabs } from '@mantine/core'
import { messages as common } from '../../../shared/messages.ts'
import type { User } from '../../../shared/features/users.ts'
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

/** A person's permissions: the pages they can open, and every call with its rule in words. */
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
  const lists = [
    { value: 'paginas', label: 'Páginas', items: data.paginas.map(({ titulo }) => ({ titulo, chamada: '', limite: '', regra: '' })) },
    ...verdicts.map(({ pode, label }) => ({ value: pode, label, items: data.chamadas.filter((call) => call.pode === pode) })),
  ]
  return (
    <Tabs className={css.person} defaultValue="paginas" keepMounted={false}>
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
                {chamada && (
                  <details>
                    <summary>ver regra</summary>
                    <small>{regra ? `${chamada}: ${regra}` : chamada}</small>
                  </details>
                )}
              </li>
            ))}
          </ul>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
