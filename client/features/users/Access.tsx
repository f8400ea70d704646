import './users.css'
import { Tabs } from '@mantine/core'
import { messages as common } from '../../../shared/messages.ts'
import type { User } from '../../../shared/features/users.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Window } from '../../ui/Window.tsx'
import { NONE } from '../../ui/none.ts'

const verdicts = [
  { pode: 'sim', label: 'Pode' },
  { pode: 'depende', label: 'Depende' },
  { pode: 'não', label: 'Não pode' },
] as const

/** What somebody may: pages, and every call with its rule in the words of the table. */
export default function AccessWindow({ user, close }: { user: User | undefined; close: () => void }) {
  return (
    <Window title={`O que ${user?.NOMECOMPLETOUSUARIO ?? NONE} pode`} opened={user !== undefined} close={close}>
      {user && <Access id={user.ID} />}
    </Window>
  )
}

function Access({ id }: { id: number }) {
  const { data, error, mutate } = useFresh('GET /access/{id}', { path: { id } })
  if (!data && error) return <Failed title={common.database} error={error} retry={mutate} />
  if (!data) return <Loading />
  const lists = [
    { label: 'Páginas', items: data.paginas.map(({ titulo }) => ({ text: titulo, words: '' })) },
    ...verdicts.map(({ pode, label }) => ({
      label,
      items: data.chamadas.filter((call) => call.pode === pode).map(({ chamada, regra }) => ({ text: chamada, words: regra })),
    })),
  ]
  return (
    <Tabs className="person" defaultValue="Páginas" keepMounted={false}>
      <Tabs.List>
        {lists.map(({ label, items }) => (
          <Tabs.Tab key={label} value={label}>
            {label} <small>{items.length}</small>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {lists.map(({ label, items }) => (
        <Tabs.Panel key={label} value={label}>
          {items.length === 0 && <p>Nada.</p>}
          <ul>
            {items.map(({ text, words }) => (
              <li key={text}>
                <strong>{text}</strong>
                {words && <small>{words}</small>}
              </li>
            ))}
          </ul>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
