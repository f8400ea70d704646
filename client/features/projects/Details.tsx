// Details of a project: its steps and the clients that request it.
import '../../ui/strip.css'
import { Button, Tabs } from '@mantine/core'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { wallDay } from '../../../shared/clock.ts'
import type { CallName } from '../../../shared/calls.ts'
import { messages, type Project, type ProjectClient, type ProjectStatus, type Step } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Reply } from '../../api/address.ts'
import { read, send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Dot, ServerState } from '../../ui/grid/Status.tsx'
import { History } from '../../ui/history/History.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, percentBr } from '../../ui/number.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useNow } from '../../ui/useNow.ts'
import Question, { type Asking } from '../../ui/Question.tsx'
import { Window } from '../../ui/Window.tsx'
import { ClientLink } from '../clients/ClientLink.tsx'
import { useNoteEditing } from './editing.ts'
import { NoteForm } from './NoteForm.tsx'
import { LastDay } from './LastDay.tsx'
import { Priority } from './Priority.tsx'
import { Progress } from './Progress.tsx'
import css from './projects.module.css'

type Of = Reply<'GET /trackprojetos/complete/{id}'>
interface Tools {
  add: { step: (project: Project) => unknown; clients: (project: Project) => unknown }
  editStep: (id: number) => unknown
  /** Wraps an action. The wrapper runs the action if the person may make the call, otherwise it shows the message. */
  only: <A extends unknown[]>(name: CallName, message: string, run: (...args: A) => unknown) => (...args: A) => unknown
  /** Reloads the lists that show the project. */
  saved: () => Promise<unknown>
}

export default function Details({
  id,
  statuses,
  covered,
  close,
  ...tools
}: Tools & { id: number | null; statuses: ProjectStatus[] | undefined; covered: boolean; close: () => void }) {
  const { data, error, mutate } = useFresh(id === null ? null : 'GET /trackprojetos/complete/{id}', { path: { id: id ?? 0 } })
  const [asking, ask] = useState<Asking | null>(null)
  const notes = useNoteEditing(data?.clientes ?? [])
  return (
    <>
      <Window
        title={data?.projeto.DESCRICAO ?? 'Projeto'}
        opened={id !== null}
        covered={covered || asking !== null || notes.opened !== null}
        close={close}
      >
        {data ? (
          <Content {...{ data, statuses, ask, ...tools }} editNote={(link) => notes.edit(link)} />
        ) : error ? (
          <Failed title={common.database} error={error} retry={mutate} />
        ) : (
          <Loading />
        )}
        <div className="window-foot">
          <Button variant="default" size="md" onClick={close}>
            Fechar
          </Button>
        </div>
      </Window>
      <NoteForm editing={notes} saved={tools.saved} />
      <Question asking={asking} close={() => ask(null)} saved={tools.saved} />
    </>
  )
}

/** A stored project as a request body. */
const bodyOf = ({ ID: id, versao, ...stored }: Reply<'GET /trackprojetos/{id}'>) => ({
  id,
  versao,
  idTipoProjeto: stored.IDTIPOPROJETO,
  descricao: stored.DESCRICAO ?? '',
  idStatusRedmine: stored.IDSTATUSREDMINE,
  prioridade: stored.PRIORIDADE ?? 0,
  idTarefaRedmine: stored.IDTAREFAREDMINE,
  observacao: stored.OBSERVACAO,
  dataIni: stored.DATAINI,
  dataFim: stored.DATAFIM,
  idStatus: stored.IDSTATUS,
})

interface ContentProps extends Tools {
  data: Of
  statuses: ProjectStatus[] | undefined
  ask: (asking: Asking) => void
  editNote: (id: number) => unknown
}

function Content({ data: { projeto, etapas, clientes }, statuses, add, editStep, editNote, only, ask, saved }: ContentProps) {
  const [tab, show] = useState('etapas')
  const today = wallDay(useNow(60_000))
  const status = statuses?.find(({ id }) => id === projeto.IDSTATUSREDMINE)
  const { fetched } = useFetching()
  const active = etapas.filter(({ idStatus }) => idStatus === 'A')
  /** Average progress of the active steps, in whole percent; null without steps. */
  const mean = active.length > 0 ? Math.round(active.reduce((sum, { progresso }) => sum + (progresso ?? 0), 0) / active.length) : null
  /** Sets the project's progress to the mean of its steps. */
  const follow = only('PUT /trackprojetos', messages.denied.changeProject, async () => {
    const done = await fetched(async () => {
      const stored = await read('GET /trackprojetos/{id}', { path: { id: projeto.ID } })
      return send('PUT /trackprojetos', { body: { ...bodyOf(stored), progresso: mean ?? 0 } })
    })
    if (!done) return
    notify.success(messages.changed)
    await saved()
  })
  return (
    <div className={css.project}>
      <dl className="strip">
        <div>
          <dt>Status</dt>
          <dd>{projeto.IDSTATUS === 'I' ? <Dot tone="ring">Inativo</Dot> : status ? <ServerState of={status} /> : NO_VALUE}</dd>
        </div>
        <div>
          <dt>Prioridade</dt>
          <dd>
            <Priority of={projeto.PRIORIDADE} />
          </dd>
        </div>
        <div>
          <dt>Prazo</dt>
          <dd>
            <LastDay day={projeto.DATAFIM} over={projeto.IDSTATUS === 'I' || projeto.PROGRESSO === 100} today={today} />
          </dd>
        </div>
        <div>
          <dt>Progresso</dt>
          <dd>{percentBr(projeto.PROGRESSO ?? 0)}</dd>
        </div>
      </dl>
      <Tabs value={tab} onChange={(next) => next !== null && show(next)}>
        <Tabs.List>
          <Tabs.Tab value="etapas">
            Etapas <small>{numberBr(etapas.length)}</small>
          </Tabs.Tab>
          <Tabs.Tab value="clientes">
            Clientes <small>{numberBr(clientes.length)}</small>
          </Tabs.Tab>
          <Tabs.Tab value="historico">Histórico</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="etapas">
          <Head label="Nova etapa" add={() => add.step(projeto)}>
            {mean !== null && mean !== (projeto.PROGRESSO ?? 0) && (
              <Button variant="default" size="sm" onClick={follow}>
                Progresso das etapas: {percentBr(mean)}
              </Button>
            )}
          </Head>
          <Steps
            rows={etapas}
            today={today}
            edit={editStep}
            remove={only('PATCH /trackprojetos-steps/{id}', messages.denied.deleteStep, (step: Step) =>
              ask({
                title: 'Excluir esta etapa?',
                name: step.descricao,
                run: () => send('PATCH /trackprojetos-steps/{id}', { path: { id: step.id } }),
                done: messages.stepDeleted,
              }),
            )}
          />
        </Tabs.Panel>
        <Tabs.Panel value="clientes">
          <Head label="Incluir clientes" add={() => add.clients(projeto)} />
          <Clients
            rows={clientes}
            edit={editNote}
            remove={(link: ProjectClient) =>
              ask({
                title: 'Retirar este cliente?',
                name: link.cliente,
                run: () => send('DELETE /trackprojetos-clients/{id}', { path: { id: link.id } }),
                done: messages.clientDeleted,
              })
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="historico">
          <History of="GET /trackprojetos/{id}/history" id={projeto.ID} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

const Head = ({ label, add, children }: { label: string; add: () => unknown; children?: ReactNode }) => (
  <div className={css.head}>
    <Button variant="default" size="sm" leftSection={<Plus aria-hidden />} onClick={add}>
      {label}
    </Button>
    {children}
  </div>
)

interface RowsProps<T> {
  rows: T[]
  edit: (id: number) => unknown
  remove: (row: T) => unknown
}

const Actions = ({ name, edit, remove }: { name: string | null; edit: () => unknown; remove: () => unknown }) => (
  <td>
    <button type="button" className="icon-button" aria-label={`Editar ${name}`} title="Editar" onClick={edit}>
      <Pencil aria-hidden />
    </button>
    <button type="button" className="icon-button" aria-label={`Excluir ${name}`} title="Excluir" onClick={remove}>
      <Trash2 aria-hidden />
    </button>
  </td>
)

const Steps = ({ rows, today, edit, remove }: RowsProps<Step> & { today: string }) =>
  rows.length === 0 ? (
    <p className="card-empty">Nenhuma etapa neste projeto.</p>
  ) : (
    <table className={`${css.rows} ${css.steps}`}>
      <thead>
        <tr>
          <th scope="col">Etapa</th>
          <th scope="col">Responsável</th>
          <th scope="col">Progresso</th>
          <th scope="col">Até</th>
          <th scope="col">Ações</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((step) => (
          <tr key={step.id} data-off={step.idStatus === 'I' || undefined}>
            <th scope="row" className="ellipsis" title={step.descricao ?? undefined}>
              {step.descricao}
            </th>
            <td>{step.responsavel ?? NO_VALUE}</td>
            <td>
              <Progress of={step.progresso} decimals={0} calm={step.idStatus === 'I'} />
            </td>
            <td>
              <LastDay day={step.dataFinal} over={step.idStatus === 'I' || step.progresso === 100} today={today} />
            </td>
            <Actions name={step.descricao} edit={() => edit(step.id)} remove={() => remove(step)} />
          </tr>
        ))}
      </tbody>
    </table>
  )

const Clients = ({ rows, edit, remove }: RowsProps<ProjectClient>) =>
  rows.length === 0 ? (
    <p className="card-empty">Nenhum cliente pediu este projeto.</p>
  ) : (
    <table className={css.rows}>
      <thead>
        <tr>
          <th scope="col">Cliente</th>
          <th scope="col">Observação</th>
          <th scope="col">Ações</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((link) => (
          <tr key={link.id}>
            <th scope="row">
              <ClientLink id={link.idClients?.[0]}>{link.cliente ?? NO_VALUE}</ClientLink>
            </th>
            <td>{link.observacao || NO_VALUE}</td>
            <Actions name={link.cliente} edit={() => edit(link.id)} remove={() => remove(link)} />
          </tr>
        ))}
      </tbody>
    </table>
  )
