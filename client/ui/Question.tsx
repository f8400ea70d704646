// Asks for confirmation before a deletion or another action that is hard to undo.
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
  /** Name of the record. */
  name: string | null
  /** Further facts that the person should know before confirming. */
  note?: string
  /** Label of the confirm button; absent for a deletion, which is labelled 'Excluir'. */
  act?: string
  run: () => Promise<unknown>
  /** Success message. */
  done: string
  /** Undoes the action; absent when it cannot be undone. */
  undo?: () => unknown
}

/** `asking` null closes the dialog. `saved` reloads the list that showed the record. */
export default function Question({ asking, close, saved }: { asking: Asking | null; close: () => void; saved: () => Promise<unknown> }) {
  return (
    <Window asks title={asking?.title ?? ''} size={440} opened={asking !== null} close={close}>
      {asking && <Asked {...{ asking, close, saved }} />}
    </Window>
  )
}

function Asked({ asking: { name, note, act, run, done, undo }, close, saved }: { asking: Asking; close: () => void; saved: () => Promise<unknown> }) {
  const { loading, problem, fetched } = useFetching()
  // After a lost response the record may already be deleted, so closing the dialog refreshes the page.
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
        // A 404 on a retry means that the previous attempt deleted the record and only its response was lost.
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
