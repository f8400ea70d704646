// Asks before something is taken away, or goes where nobody fetches it back.
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { messages } from '../../shared/messages.ts'
import { Failure } from '../api/failure.ts'
import { renewShown } from '../api/useCall.ts'
import { notify } from './feedback/notify.ts'
import { Problem } from './feedback/Problem.tsx'
import { useFetching } from './useFetching.ts'
import { Window } from './Window.tsx'

export interface Asking {
  title: string
  /** What of. */
  name: string | null
  /** What else has to be known before. */
  note?: string
  /** What its button says where nothing is taken away. */
  act?: string
  run: () => Promise<unknown>
  /** What is said when that is done. */
  done: string
  /** Takes it back; absent: nothing does. */
  undo?: () => unknown
}

/** `asking` null: nothing is asked. `saved`: reloads what showed it. */
export default function Question({ asking, close, saved }: { asking: Asking | null; close: () => void; saved: () => Promise<unknown> }) {
  return (
    <Window asks title={asking?.title ?? ''} size={440} opened={asking !== null} close={close}>
      {asking && <Asked {...{ asking, close, saved }} />}
    </Window>
  )
}

function Asked({ asking: { name, note, act, run, done, undo }, close, saved }: { asking: Asking; close: () => void; saved: () => Promise<unknown> }) {
  const { loading, problem, fetched } = useFetching()
  // It may be gone.
  useEffect(
    () => () => {
      if (problem?.mayBeDone) void renewShown()
    },
    [problem],
  )
  const confirm = async () => {
    const again = problem?.mayBeDone
    const taken = () =>
      run().catch((error: unknown) => {
        // By the one before, whose answer was lost.
        if (again && error instanceof Failure && error.status === 404) return {}
        throw error
      })
    if (!(await fetched(taken, messages.database))) return
    notify.success(done, undo ? { action: { label: 'Desfazer', run: undo } } : {})
    close()
    await saved()
  }
  return (
    <>
      <div className="window-question">
        <p>
          <strong>{name}</strong>
        </p>
        {note && <p>{note}</p>}
        {problem && <Problem error={problem} failed={messages.database} />}
      </div>
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Cancelar
        </Button>
        <Button {...(!act && { color: 'red' })} size="md" loading={loading} onClick={confirm}>
          {act ?? 'Excluir'}
        </Button>
      </div>
    </>
  )
}
