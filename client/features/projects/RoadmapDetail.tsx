import { Button } from '@mantine/core'
import { dayBr, daysBetween } from '../../../shared/clock.ts'
import type { ProjectStatus, RoadmapTask } from '../../../shared/features/projects.ts'
import { ServerState } from '../../ui/grid/Status.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { daysBr, percentBr } from '../../ui/number.ts'
import { variables } from '../../ui/variables.ts'
import { Window } from '../../ui/Window.tsx'
import { Priority } from './Priority.tsx'
import css from './roadmap-detail.module.css'

interface Props {
  task: RoadmapTask | null
  today: string
  status: ProjectStatus | undefined
  close: () => void
}

/** 'prazo em 8 dias', 'prazo hoje', '20 dias de atraso' */
function deadline({ dataFim, progresso }: RoadmapTask, today: string) {
  if (!dataFim || progresso === 100) return ''
  const days = daysBetween(today, dataFim)
  if (days === 0) return 'prazo hoje'
  const count = daysBr(Math.abs(days))
  return days > 0 ? `prazo em ${count}` : `${count} de atraso`
}

/** Read-only details of a project on the roadmap. */
export default function RoadmapDetail({ task, today, status, close }: Props) {
  return (
    <Window title={task?.descricao ?? ''} opened={task !== null} close={close}>
      {task && (
        <div className={css.detail}>
          <p data-over={task.progresso === 100 || undefined}>
            <strong>{percentBr(task.progresso ?? 0, 1)}</strong>
            <i aria-hidden style={variables({ '--done': task.progresso ?? 0 })} />
            <span data-late={(task.dataFim !== null && task.dataFim < today && task.progresso !== 100) || undefined}>{deadline(task, today)}</span>
          </p>
          <dl>
            <div>
              <dt>Status</dt>
              <dd>
                <ServerState of={status ?? { descricao: task.status, color: null, icon: null }} />
              </dd>
            </div>
            <div>
              <dt>Prioridade</dt>
              <dd>
                <Priority of={task.prioridade} />
              </dd>
            </div>
            <div>
              <dt>Data início</dt>
              <dd>{task.dataInicio ? dayBr(task.dataInicio) : NO_VALUE}</dd>
            </div>
            <div>
              <dt>Data fim</dt>
              <dd>{task.dataFim ? dayBr(task.dataFim) : NO_VALUE}</dd>
            </div>
            <div>
              <dt>Tarefa no Redmine</dt>
              <dd>{task.numRedmine === null ? NO_VALUE : String(task.numRedmine)}</dd>
            </div>
            <div>
              <dt>Observação</dt>
              <dd>{task.obs || NO_VALUE}</dd>
            </div>
          </dl>
        </div>
      )}
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
      </div>
    </Window>
  )
}
