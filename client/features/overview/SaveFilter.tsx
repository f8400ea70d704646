import { Button } from '@mantine/core'
import { messages } from '../../../shared/features/overview.ts'
import { messages as common } from '../../../shared/messages.ts'
import { send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Problem } from '../../ui/feedback/Problem.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import type { blank } from './dreFilter.ts'

/** Asks whether to save the filter for the next visit. `filter` null closes the dialog. */
export default function SaveFilter({ filter, close }: { filter: typeof blank | null; close: () => void }) {
  const { loading, problem, fetched } = useFetching()
  const save = async () => {
    const [idDre] = filter?.dre ?? []
    if (idDre === undefined || !filter) return
    if (!(await fetched(() => send('PUT /dash/dre', { body: { idDre, idEmpresas: filter.empresas } }), common.database))) return
    notify.success(messages.filterSaved)
    close()
  }
  return (
    <Window asks title="Salvar filtros" size={440} opened={filter !== null} close={close}>
      <div className="window-question">
        <p>{messages.saveFilter}</p>
        {problem && <Problem error={problem} failed={common.database} />}
      </div>
      <div className="window-foot">
        <Button variant="default" size="md" onClick={close}>
          Não salvar
        </Button>
        <Button size="md" data-autofocus loading={loading} onClick={save}>
          Salvar
        </Button>
      </div>
    </Window>
  )
}
