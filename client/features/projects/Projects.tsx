import { Eye, ListChecks, Store } from 'lucide-react'
import { useMemo, useState } from 'react'
import { wallDay } from '../../../shared/clock.ts'
import { messages, projectTypes, type Project } from '../../../shared/features/projects.ts'
import type { CallName } from '../../../shared/calls.ts'
import { renew, useCall } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { codeColumn } from '../../ui/grid/columns.tsx'
import { Dot, ServerState } from '../../ui/grid/Status.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { Register } from '../../ui/Register.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { useNow } from '../../ui/useNow.ts'
import { useClientLinking, useProjectEditing, usePendingEditing } from './editing.ts'
import { useProjectFilter } from './filter.ts'
import { LastDay } from './LastDay.tsx'
import { Priority } from './Priority.tsx'
import { Progress } from './Progress.tsx'

const ProjectForm = lazyPart(() => import('./ProjectForm.tsx'))
const ProjectFilter = lazyPart(() => import('./ProjectFilter.tsx'))
const StepForm = lazyPart(() => import('./StepForm.tsx'))
const ClientsForm = lazyPart(() => import('./ClientsForm.tsx'))
const Details = lazyPart(() => import('./Details.tsx'))

/** Whether a project is finished or was given up. */
const isOver = ({ IDSTATUS, PROGRESSO }: Project) => IDSTATUS === 'I' || PROGRESSO === 100

type Status = { id: number; descricao: string | null; color: string | null; icon: string | null }
/** `today` decides which due dates are late. */
const columnsAt = (today: string, statuses: Status[] = []): Column<Project>[] => {
  const statusOf = ({ IDSTATUSREDMINE }: Project) => statuses.find(({ id }) => id === IDSTATUSREDMINE)
  return [
    codeColumn((project) => project.ID),
    { id: 'projeto', label: 'Projeto', value: (project) => project.DESCRICAO, main: true, narrow: 168 },
    { id: 'tipo', label: 'Tipo', value: (project) => projectTypes[project.IDTIPOPROJETO], width: 104, narrow: 84, word: true, card: false },
    {
      id: 'status',
      label: 'Status',
      value: (project) => (project.IDSTATUS === 'I' ? 'Inativo' : (statusOf(project)?.descricao ?? null)),
      cell: (project) => {
        const status = statusOf(project)
        return project.IDSTATUS === 'I' ? <Dot tone="ring">Inativo</Dot> : status ? <ServerState of={status} /> : NO_VALUE
      },
      width: 166,
      narrow: 164,
    },
    {
      id: 'prioridade',
      label: 'Prioridade',
      value: (project) => project.PRIORIDADE,
      cell: (project) => <Priority of={project.PRIORIDADE} />,
      width: 92,
      narrow: 80,
    },
    {
      id: 'progresso',
      label: 'Progresso',
      value: (project) => project.PROGRESSO,
      cell: (project) => <Progress of={project.PROGRESSO} calm={isOver(project)} />,
      width: 166,
      narrow: 84,
    },
    {
      id: 'tarefa',
      label: 'Tarefa',
      value: (project) => project.IDTAREFAREDMINE,
      ticket: true,
      figures: true,
      width: 78,
      narrow: 62,
      card: false,
    },
    {
      id: 'clientes',
      label: 'Clientes',
      value: (project) => project.CLIENTESSOLICITANTES,
      cell: ({ CLIENTESSOLICITANTES: count }) => count || NO_VALUE,
      figures: true,
      width: 82,
      narrow: 64,
      card: false,
    },
    { id: 'inicio', label: 'Início', value: (project) => project.DATAINI, date: 'day', figures: true, width: 108, narrow: 98, card: false },
    {
      id: 'fim',
      label: 'Fim',
      value: (project) => project.DATAFIM,
      date: 'day',
      figures: true,
      width: 108,
      narrow: 98,
      card: 'até',
      cell: (project) => <LastDay day={project.DATAFIM} over={isOver(project)} today={today} />,
    },
  ]
}

export default function Projects() {
  const may = useMay()
  const today = wallDay(useNow(60_000))
  const [filtering, setFiltering] = useState(false)
  const filters = useProjectFilter()
  const isFiltered = filters.filter.used.length > 0
  const all = useCall(isFiltered ? null : 'GET /trackprojetos')
  const some = useCall(isFiltered ? 'POST /trackprojetos/filter' : null, { body: filters.body })
  const call = isFiltered ? some : all
  const steps = usePendingEditing()
  const linking = useClientLinking()
  const editing = useProjectEditing()
  // Built once per list: a new array makes the grid recompute every row.
  const statuses = filters.lists.data?.status
  const columns = useMemo(() => columnsAt(today, statuses), [today, statuses])
  const grid = useGrid({
    rows: call.data,
    columns,
    idOf: (project) => project.ID,
    status: (project) => project.IDSTATUS,
  })
  /** Wraps an action that everybody can choose. A person without permission gets a message with the reason instead. */
  const only =
    <A extends unknown[]>(name: CallName, message: string, run: (...args: A) => unknown) =>
    (...args: A) =>
      may(name) ? run(...args) : notify.warn(message)
  const { denied } = messages
  const [params, put] = useAddress()
  const shown = Number(params.get('dados'))
  const reload = () => Promise.all([call.mutate(), shown > 0 && renew('GET /trackprojetos/complete/{id}', { path: { id: shown } })])
  const show = (id: number | null) => put({ dados: id?.toString() }, true)
  const nameOf = (id: number | undefined) => {
    const project = call.data?.find(({ ID }) => ID === id)
    return project ? ` - ${project.DESCRICAO}` : ''
  }
  const addStep = ({ ID }: Project) => steps.create({ idAcompanhamentoProjeto: ID })
  return (
    <Register
      {...{ call, grid, editing }}
      tells
      filter={{ chips: filters.chips, clear: filters.filter.clearAll, open: () => setFiltering(true) }}
      change="PUT /trackprojetos"
      tools={<FilterButton count={filters.chips.length} open={() => setFiltering(true)} />}
      actions={[
        { label: 'Etapas', icon: ListChecks, run: only('POST /trackprojetos-steps', denied.createStep, addStep) },
        { label: 'Clientes', icon: Store, run: ({ ID }: Project) => linking.create({ idAcompanhamentoProjeto: ID }) },
        { label: 'Ver Dados', icon: Eye, run: (project: Project) => show(project.ID) },
      ]}
      empty={
        isFiltered
          ? { title: 'Nenhum projeto com este filtro.', hint: 'Tire um dos filtros acima da lista.' }
          : { title: 'Nenhum projeto mapeado.', hint: 'O que você criar aqui aparece no roadmap.' }
      }
    >
      <ProjectForm editing={editing} lists={filters} saved={reload} />
      <ProjectFilter of={filters} opened={filtering} close={() => setFiltering(false)} />
      <StepForm editing={steps} nameOf={nameOf} saved={reload} />
      <ClientsForm
        editing={linking}
        nameOf={nameOf}
        saved={reload}
        isAsked={(project) => Boolean(call.data?.find(({ ID }) => ID === project)?.CLIENTESSOLICITANTES)}
      />
      <Details
        id={shown > 0 ? shown : null}
        statuses={filters.lists.data?.status}
        covered={steps.opened !== null || linking.opened !== null}
        add={{
          step: only('POST /trackprojetos-steps', denied.createStep, addStep),
          clients: ({ ID }) => linking.create({ idAcompanhamentoProjeto: ID }),
        }}
        editStep={only('PUT /trackprojetos-steps', denied.changeStep, (id: number) => steps.edit(id))}
        only={only}
        saved={reload}
        close={() => {
          show(null)
          void reload()
        }}
      />
    </Register>
  )
}
