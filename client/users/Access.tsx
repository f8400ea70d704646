import './users.css'
import { Tabs } from '@mantine/core'
import type { User } from '../../shared/users.ts'
import type { Reply } from '../api.ts'
import { Window } from '../ui/Window.tsx'

export interface Access {
  user: User
  may: Reply<'GET /access/{id}'>
}

const verdicts = [
  { pode: 'sim', label: 'Pode' },
  { pode: 'depende', label: 'Depende' },
  { pode: 'não', label: 'Não pode' },
] as const

/** What somebody may: pages, and every call with its rule in the words of the table. */
export function AccessWindow({ opened, close }: { opened: Access | null; close: () => void }) {
  const { paginas = [], chamadas = [] } = opened?.may ?? {}
  const lists = [
    { label: 'Páginas', items: paginas.map(({ titulo }) => ({ text: titulo, words: '' })) },
    ...verdicts.map(({ pode, label }) => ({
      label,
      items: chamadas.filter((call) => call.pode === pode).map(({ chamada, regra }) => ({ text: chamada, words: regra })),
    })),
  ]
  return (
    <Window title={`O que ${opened?.user.NOMECOMPLETOUSUARIO} pode`} opened={opened !== null} close={close}>
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
    </Window>
  )
}
