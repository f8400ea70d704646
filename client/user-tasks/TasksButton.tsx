import { ListTodo } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useHeld } from '../api.ts'
import { useMe } from '../boot.ts'
import { Loading } from '../ui/Loading.tsx'
import { listOf } from './list.ts'

const load = () => import('./Tasks.tsx')
const Tasks = lazy(load)

/** Opens the drawer, and says how many of one's own are open: as the sign-in said, until the drawer knows better. */
export function TasksButton() {
  const me = useMe()
  const [opened, setOpened] = useState<boolean | 'never'>('never')
  const held = useHeld('GET /user-task', { query: listOf(me.id, 'open') })
  const count = held && 'userTasks' in held ? held.userTasks.length : me.atividades
  // Its code comes while nothing else does, so that it opens at once.
  useEffect(() => void load().catch(() => undefined), [])
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
      {opened !== 'never' && (
        <Suspense fallback={<Loading />}>
          <Tasks opened={opened} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
