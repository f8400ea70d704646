import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import { useHeld } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { listOf } from './list.ts'

const Tasks = lazyPart(() => import('./Tasks.tsx'))

/** Button that opens the drawer and shows the number of the person's open tasks. Until the list is loaded, the number is the one from the sign-in. */
export function TasksButton() {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const held = useHeld('GET /user-task', { query: listOf(me.id, 'open') })
  const count = held && 'userTasks' in held ? held.userTasks.length : me.atividades
  return (
    <>
      <button
        type="button"
        className="top-tasks"
        aria-haspopup="dialog"
        aria-label={count === undefined ? 'Atividades' : `Atividades, ${count} ${count === 1 ? 'ativa' : 'ativas'}`}
        title="Atividades"
        onClick={() => setOpened(true)}
      >
        <ListTodo aria-hidden />
        <span aria-hidden>{count}</span>
      </button>
      <Tasks opened={opened} open={() => setOpened(true)} close={() => setOpened(false)} />
    </>
  )
}
