import { ListTodo } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHeld } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import type TasksDrawer from './Tasks.tsx'
import { listOf } from './list.ts'

/** Opens the drawer, and says how many of one's own are open: as the sign-in said, until the drawer knows better. */
export function TasksButton() {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const [Tasks, setTasks] = useState<typeof TasksDrawer>()
  const held = useHeld('GET /user-task', { query: listOf(me.id, 'open') })
  const count = held && 'userTasks' in held ? held.userTasks.length : me.atividades
  // Its code comes while nothing else does, and stands there closed, so that it opens at once. It asks for data when it opens.
  useEffect(() => void import('./Tasks.tsx').then(({ default: drawer }) => setTasks(() => drawer)).catch(() => undefined), [])
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
      {Tasks ? <Tasks opened={opened} close={() => setOpened(false)} /> : opened && <Loading />}
    </>
  )
}
