import { Button } from '@mantine/core'
import { useState } from 'react'
import { dayBr } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { useMe } from '../../boot.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Problem } from '../../ui/feedback/Problem.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { timeChanged } from './changes.ts'
import { isOther, type Values } from './editing.ts'
import { versionIfUnchanged, type Shown } from './unchanged.ts'

export interface Deleting {
  id: number
  name: string | null
  /** The entry as a list showed it. If the stored entry differs by now, it is not deleted. */
  shown?: Shown
  /** Reads the entry as it is stored now and as its form knows it. A difference is shown before deleting. */
  look?: () => Promise<{ now: Values; known: Values }>
  /** Closes the dialog and lets the running entry continue; absent when the entry is not running. */
  runs?: (() => void) | undefined
}

interface Props {
  entry: Deleting | null
  close: () => void
  deleted?: () => void
}

/** Asks before deleting an entry. */
export default function DeleteTime({ entry, close, deleted }: Props) {
  return (
    <Window asks title="Excluir este tempo?" size={440} opened={entry !== null} close={close}>
      {entry && <Question {...{ entry, close, deleted }} />}
    </Window>
  )
}

function Question({ entry, close, deleted }: { entry: Deleting; close: () => void; deleted: (() => void) | undefined }) {
  const { id, shown, look, runs } = entry
  const me = useMe()
  const { loading, problem, fetched } = useFetching()
  const [told, tell] = useState<Values | null>(null)
  const name = told ? told.descricao : entry.name
  const confirm = async () => {
    const isTriedAgain = problem?.mayBeDone
    const isDeleted = await fetched(async () => {
      try {
        if (shown) await versionIfUnchanged(me.id, id, shown)
        if (look) {
          const { now, known } = await look()
          const isNews = isOther(now, told ?? known)
          if (isNews) {
            tell(now)
            throw new Failure(409, messages.movedElsewhere)
          }
        }
        return await send('DELETE /track/{id}', { path: { id } })
      } catch (error) {
        // A 404 on a retry means that the previous attempt deleted the entry and only its response was lost.
        if (isTriedAgain && error instanceof Failure && error.status === 404) return {}
        throw error
      }
    }, messages.deleteFailed)
    if (!isDeleted) return shown && timeChanged()
    notify.success(messages.deleted)
    close()
    deleted?.()
    await timeChanged()
  }
  return (
    <>
      <div className="window-question">
        <p>
          {name ? <strong>{name}</strong> : 'Um tempo ainda sem descrição'}
          {runs ? ' está em andamento. Excluído, o tempo não volta.' : ' será excluído, e não volta.'}
        </p>
        {told && (
          <small>
            {dayBr(told.dia)}, {told.inicio}
            {told.fim && ` a ${told.fim}`}
          </small>
        )}
        {problem && <Problem error={problem} failed={messages.deleteFailed} />}
      </div>
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus={!runs || undefined} onClick={close}>
          Cancelar
        </Button>
        {runs && (
          <Button variant="default" size="md" data-autofocus onClick={runs}>
            Continuar contando
          </Button>
        )}
        <Button color="red" size="md" loading={loading} onClick={confirm}>
          Excluir
        </Button>
      </div>
    </>
  )
}
