import { Button } from '@mantine/core'
import { messages } from '../../../shared/features/track.ts'
import { send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Problem } from '../../ui/feedback/Problem.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { timeChanged } from './changes.ts'

export interface Deleting {
  id: number
  name: string | null
  /** It runs, and may go on doing so. */
  runs?: (() => void) | undefined
}

interface Props {
  entry: Deleting | null
  close: () => void
  deleted?: () => void
}

/** The question before an entry is deleted. */
export default function DeleteTime({ entry, close, deleted }: Props) {
  return (
    <Window asks title="Excluir este tempo?" size={440} opened={entry !== null} close={close}>
      {entry && <Question {...{ entry, close, deleted }} />}
    </Window>
  )
}

function Question({ entry: { id, name, runs }, close, deleted }: { entry: Deleting; close: () => void; deleted: (() => void) | undefined }) {
  const { loading, problem, fetched } = useFetching()
  const confirm = async () => {
    if (!(await fetched(() => send('DELETE /track/{id}', { path: { id } }), messages.deleteFailed))) return
    notify.success(messages.deleted)
    close()
    deleted?.()
    await timeChanged()
  }
  return (
    <>
      <div className="time-question">
        <p>
          {name ? <strong>{name}</strong> : 'Um tempo ainda sem descrição'}
          {runs ? ' está em andamento. Excluído, o tempo não volta.' : ' será excluído, e não volta.'}
        </p>
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
