// The drawer 'Atividades': the person's own tasks, or anybody's for a supervisor.
import { Button, Drawer, Tabs } from '@mantine/core'
import { CircleCheck, History, Inbox, Pencil, Play, Plus, RotateCcw, SearchX, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messages as common } from '../../../shared/messages.ts'
import { messages, type UserTask } from '../../../shared/features/user-tasks.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { reload, renew, useFresh, useHeld } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { draftedOf } from '../../ui/form/drafts.ts'
import { Picker } from '../../ui/form/fields.tsx'
import { fold, hasAll, wordsOf } from '../../ui/grid/fold.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { SearchField } from '../../ui/grid/SearchField.tsx'
import { Priority } from '../../ui/grid/Status.tsx'
import { TaskForm, useTaskEditing } from './TaskForm.tsx'
import { listOf, type Shelf } from './list.ts'
import { Planned } from './Planned.tsx'
import { optionsOf } from '../options.ts'
import { guessOf } from '../track/guess.ts'
import { useTimer } from '../track/timer.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { regainFocus, useReturn } from '../../ui/focus.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { useFetching } from '../../ui/useFetching.ts'
import css from './tasks.module.css'

export default function Tasks({ opened, open, close }: { opened: boolean; open: () => void; close: () => void }) {
  const me = useMe()
  const [owner, setOwner] = useState(me.id)
  const [shelf, setShelf] = useState<Shelf>('open')
  const [search, setSearch] = useState('')
  const editing = useTaskEditing()
  useReturn(opened)
  const query = listOf(owner, shelf)
  const refresh = () =>
    Promise.all([
      reload('GET /user-task', { query }),
      reload('GET /user-task', { query: listOf(me.id, 'open') }),
      // Home has a card with the tasks, so Home's data is requested again.
      renew('GET /dash/Home'),
    ])
  useLinked('tarefa', (id) => {
    open()
    void editing.edit(id)
  })
  useLinked('atividades', (id) => {
    open()
    // An earlier search or tab could hide the linked tasks, so both are reset.
    setShelf('open')
    setSearch('')
    // Only supervisors may see other people's tasks, so for anybody else the drawer stays with their own.
    if (me.supervisor === 'S') setOwner(id)
  })
  return (
    // The button shows the number of the person's own tasks, so the drawer opens with those tasks again.
    <Drawer.Root
      opened={opened}
      onClose={close}
      returnFocus={false}
      onExitTransitionEnd={() => setOwner(me.id)}
      position="right"
      size={400}
      offset={8}
      radius="lg"
      closeOnEscape={editing.opened === null}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Atividades">
        <div className={css.head}>
          <h2>Atividades</h2>
          <button
            type="button"
            className="icon-button"
            aria-label="Nova Atividade"
            title="Nova Atividade"
            onClick={() => editing.create({ idUsuario: owner })}
          >
            <Plus aria-hidden />
          </button>
          <button type="button" className="icon-button" aria-label="Fechar tarefas" title="Fechar" onClick={close}>
            <X aria-hidden />
          </button>
        </div>
        {/* The list below belongs to the selected tab, and is mounted again when another tab is selected. */}
        <Tabs value={shelf} onChange={(value) => setShelf(value === 'closed' ? 'closed' : 'open')} className={css.tasks}>
          <Tabs.List aria-label="Situação">
            <Tabs.Tab value="open">
              Ativas <Count owner={owner} />
            </Tabs.Tab>
            <Tabs.Tab value="closed">Inativas</Tabs.Tab>
          </Tabs.List>
          <div className={css.filters}>
            <SearchField text={search} change={setSearch} />
            {me.supervisor === 'S' && <Collaborator owner={owner} choose={setOwner} />}
          </div>
          {opened && !editing.opened && <Drafted editing={editing} />}
          <Tabs.Panel value={shelf} className={css.list} tabIndex={-1}>
            <List key={`${owner} ${shelf}`} {...{ query, search, editing, refresh }} />
          </Tabs.Panel>
        </Tabs>
        <TaskForm editing={editing} refresh={refresh} />
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Offers to resume a task's draft, even if the draft was left on another page. */
function Drafted({ editing }: { editing: ReturnType<typeof useTaskEditing> }) {
  const me = useMe()
  const id = draftedOf(me.id, editing.form)
  if (id === undefined) return null
  return (
    <div className="problem" data-calm role="status">
      <History aria-hidden />
      <p>{id === null ? 'Uma tarefa nova não foi gravada.' : 'Uma alteração não foi gravada.'}</p>
      <Button variant="default" size="xs" onClick={() => (id === null ? editing.create() : void editing.edit(id))}>
        Continuar
      </Button>
    </div>
  )
}

/** Opens a task by ?tarefa=7 or a person's tasks by ?atividades=7, on every page with the drawer. */
function useLinked(name: 'tarefa' | 'atividades', show: (id: number) => void) {
  const [params, put] = useAddress()
  useEffect(() => {
    const id = Number(params.get(name))
    if (!(id > 0)) return
    show(id)
    put({ [name]: null })
    // oxlint-disable-next-line react/exhaustive-deps -- runs once for each link
  }, [params])
}

/** Number of open tasks; nothing until they are loaded. */
function Count({ owner }: { owner: number }) {
  const held = useHeld('GET /user-task', { query: listOf(owner, 'open') })
  return held && 'userTasks' in held ? <small>{held.userTasks.length}</small> : null
}

function Collaborator({ owner, choose }: { owner: number; choose: (id: number) => void }) {
  const { data } = useFresh('GET /user-task', { query: listOf(owner, 'open') })
  return (
    <Picker
      aria-label="Colaborador"
      allowDeselect={false}
      // A link may name a person who is no longer an option; the placeholder then explains the empty field.
      placeholder={data && 'Pessoa inativa'}
      options={optionsOf.people(data?.users)}
      value={owner}
      onChange={(id) => id !== null && choose(id)}
    />
  )
}

interface ListProps {
  query: ReturnType<typeof listOf>
  search: string
  editing: ReturnType<typeof useTaskEditing>
  refresh: () => Promise<unknown>
}

function List({ query, search, editing, refresh }: ListProps) {
  const me = useMe()
  const { data, error, mutate } = useFresh('GET /user-task', { query })
  if (!data && error) return <Failed title={messages.loadFailed} error={error} retry={mutate} />
  if (!data) return <Loading />
  const tasks = 'userTasks' in data ? data.userTasks : []
  const words = wordsOf(search)
  const found = tasks.filter(({ DESCRICAOTAREFA, priority }) => hasAll(fold(`${DESCRICAOTAREFA ?? ''} ${priority?.descricao ?? ''}`), words))
  if (tasks.length === 0)
    return (
      <Message icon={Inbox} title={query.typeOf === 'open' ? 'Nenhuma atividade ativa.' : 'Nenhuma atividade inativa.'}>
        {query.id === String(me.id) &&
          (query.typeOf === 'open' ? 'O que você anotar aqui aparece também na Home.' : 'O que você concluir ou inativar fica guardado aqui.')}
      </Message>
    )
  if (found.length === 0)
    return (
      <Message icon={SearchX} title={`Nada encontrado para “${search}”.`}>
        A busca olha a descrição e a prioridade, sem diferenciar acentos.
      </Message>
    )
  return (
    <ul>
      {found.map((task) => (
        <Task key={task.CODIGOTAREFA} task={task} edit={() => editing.edit(task.CODIGOTAREFA)} refresh={refresh} />
      ))}
    </ul>
  )
}

function Task({ task, edit, refresh }: { task: UserTask; edit: () => unknown; refresh: () => Promise<unknown> }) {
  const { CODIGOTAREFA: id, CODIGO_STATUS: status, priority, dia } = task
  const isOwn = task.CODIGO_USUARIO === useMe().id
  const mayStart = useMay()('POST /track') && isOwn && status === 'A'
  const { switchTo } = useTimer()
  const starting = useFetching()
  const start = async () => {
    const lists = await starting.fetched(() => read('GET /datatrack'))
    if (lists) await switchTo(guessOf(lists, text).like)
  }
  const text = task.DESCRICAOTAREFA ?? NO_VALUE
  const [busy, setBusy] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const [label, Icon] = status === 'A' ? ['Concluir', CircleCheck] : ['Reabrir', RotateCcw]
  /** `undone` is true when this toggle undoes the previous one. */
  const toggle = async (undone = false) => {
    setBusy(true)
    const near = item.current?.nextElementSibling ?? item.current?.previousElementSibling
    try {
      await send('PATCH /user-task/{id}', { path: { id } })
      await refresh()
      // The task disappears from the list, and the focus with it, so a neighbouring task or the search field takes the focus.
      const next = near?.querySelector<HTMLElement>('button:last-child') ?? document.querySelector<HTMLElement>('[role=dialog] input')
      regainFocus(() => next)
      if (undone) notify.success(common.undone)
      else notify.success(common.changed, { action: { label: 'Desfazer', run: () => toggle(true) } })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status !== 401) notify.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li ref={item}>
      <p title={text}>{text}</p>
      <span className={css.priority}>
        {priority && <Priority of={priority.descricao} />}
        {dia && <Planned day={dia} isOpen={status === 'A'} />}
      </span>
      {mayStart && (
        <button
          type="button"
          className="icon-button"
          aria-label={`Iniciar tempo: ${text}`}
          title="Iniciar tempo"
          disabled={starting.loading}
          onClick={() => void start()}
        >
          <Play aria-hidden />
        </button>
      )}
      <button type="button" className="icon-button" aria-label={`Editar ${text}`} title="Editar" onClick={edit}>
        <Pencil aria-hidden />
      </button>
      <button type="button" className="icon-button" aria-label={`${label} ${text}`} title={label} disabled={busy} onClick={() => toggle()}>
        <Icon aria-hidden />
      </button>
    </li>
  )
}
