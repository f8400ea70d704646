import { Button } from '@mantine/core'
import { messages } from '../../../shared/features/track.ts'
import { failure } from '../../../shared/messages.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { timeChanged } from './changes.ts'

export interface Deleting {
  id: number
  name: string | null
  /** It runs, and may go on doing so. */
  runs?: (() => void) | undefined
}

/** The question before an entry is deleted. */
export default function DeleteTime({ entry, close, deleted }: { entry: Deleting | null; close: () => void; deleted?: () => void }) {
  const { loading, fetched } = useFetching()
  const confirm = async () => {
    const done = await fetched(async () => {
      try {
        return await send('DELETE /track/{id}', { path: { id: entry?.id ?? 0 } })
      } catch (error) {
        if (error instanceof Failure && error.message === failure(error.status)) throw new Failure(error.status, messages.deleteFailed)
        throw error
      }
    })
    if (!done) return
    notify.success(messages.deleted)
    close()
    deleted?.()
    await timeChanged()
  }
  return (
    <Window title="Excluir este tempo?" size={440} opened={entry !== null} close={close}>
      <div className="time-question">
        <p>
          {entry?.name ? <strong>{entry.name}</strong> : 'Um tempo ainda sem descrição'}
          {entry?.runs ? ' está em andamento. Excluído, o tempo não volta.' : ' será excluído, e não volta.'}
        </p>
      </div>
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus={!entry?.runs || undefined} onClick={close}>
          Cancelar
        </Button>
        {entry?.runs && (
          <Button variant="default" size="md" data-autofocus onClick={entry.runs}>
            Continuar contando
          </Button>
        )}
        <Button color="red" size="md" loading={loading} onClick={confirm}>
          Excluir
        </Button>
      </div>
    </Window>
  )
}
