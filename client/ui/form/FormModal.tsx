// A form in a modal. It owns what every form needs: checking, saving once, and never losing what was typed.
import '../feedback/message.css'
import { Button, Modal, Tabs } from '@mantine/core'
import { useForm, type FormRulesRecord, type UseFormReturnType } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { CircleAlert, Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { failure, messages } from '../../../shared/messages.ts'
import { Failure } from '../../api/failure.ts'
import { beforeLeaving } from '../../api/session.ts'
import { useMe } from '../../boot.ts'
import { keepDraft } from './drafts.ts'
import { Loading } from '../feedback/Loading.tsx'
import { notify } from '../feedback/notify.ts'
import type { Editing, Tabbed } from './useEditing.ts'
import type { Filter, useFilter } from '../grid/useFilter.ts'
import { Window } from '../Window.tsx'

interface Lists {
  data?: unknown
  error?: Failure | undefined
  mutate: () => unknown
}

interface Fields<V extends object> {
  rules?: FormRulesRecord<V>
  /** The call that answers what the fields choose from. */
  lists?: Lists
  /** The fields; the first one carries data-autofocus. */
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** A part of a form that is shown in parts, each under its tab. `holds`: its fields; absent: those that no other part names. */
export interface Part<V extends object> {
  tab: string
  label: string
  holds?: (keyof V & string)[]
}

interface Props<V extends object> extends Fields<V> {
  /** The tabs of a form in parts; `children` draws the one that `editing.tab` names. */
  parts?: Part<V>[]
  editing: Editing<V>
  /** For a new record, and for one that exists. `failed`: what to say when the server refuses without a word. */
  create: { title: string; failed: string }
  change: { title: string; failed: string }
  /** Sends it; gives what to say when it is saved. `id` null: a new record. */
  save: (values: V, id: number | null) => Promise<string>
  /** What to know before it is saved, if anything; confirming once more saves it. */
  warn?: (values: V, id: number | null) => Promise<ReactNode>
  /** Why this record can no longer be changed, as it was opened. */
  final?: (values: V) => string | undefined
}

export function FormModal<V extends object>({ editing, create, change, ...form }: Props<V>) {
  const { opened, close, loading } = editing
  const { title, failed } = opened?.id === null ? create : change
  return (
    <>
      {loading && <Loading />}
      <Window title={title} opened={opened !== null} close={close}>
        {opened && <Form key={opened.id} {...form} {...editing} name={editing.form} id={opened.id} initial={opened.values} failed={failed} />}
      </Window>
    </>
  )
}

/** What a screen's list is asked with. */
export function FilterModal<F extends Filter>({
  filter,
  opened,
  close,
  ...form
}: Fields<F> & { filter: ReturnType<typeof useFilter<F>>; opened: boolean; close: () => void }) {
  const save = async (values: F) => {
    filter.apply(values)
    return ''
  }
  return (
    <Window title="Filtrar" opened={opened} close={close}>
      {opened && <Form {...form} name="filtro" id={null} initial={filter.values} blank={filter.blank} failed="" save={save} close={close} />}
    </Window>
  )
}

interface FormProps<V extends object> extends Fields<V>, Pick<Props<V>, 'parts' | 'save' | 'warn' | 'final'>, Partial<Tabbed> {
  /** Its draft's. */
  name: string
  id: number | null
  initial: V
  /** Of a filter: what 'Limpar' puts there. */
  blank?: V
  failed: string
  close: () => void
}

function Form<V extends object>(props: FormProps<V>) {
  const { name, id, initial, blank, rules = {}, save, warn, final, failed, close, lists, children, parts, tab = null, showTab } = props
  const me = useMe()
  const confirm = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [warning, setWarning] = useState<{ of: V; text: ReactNode } | null>(null)
  const form = useForm<V>({ initialValues: initial, validate: rules })
  const { values } = form
  const closed = final?.(initial)
  const warned = warning !== null && warning.of === values

  useEffect(() => (blank ? undefined : beforeLeaving(() => keepDraft(me.id, name, { id, values }))), [me.id, name, id, values, blank])

  // From any field, one that keeps Enter for itself included. By the button, which does nothing while it saves or where nothing may change.
  useHotkeys([['mod+Enter', () => confirm.current?.click()]], [])
  const invalid = (errors: object) => {
    notify.warn(messages.invalidForm)
    if (parts) showTab?.(partOf(parts, Object.keys(errors)))
    // After the errors are drawn.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus())
  }
  const submit = async (given: V) => {
    setProblem(null)
    try {
      const text = warned ? null : await warn?.(given, id)
      if (text) return setWarning({ of: given, text })
      const said = await save(given, id)
      if (said) notify.success(said)
      close()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const fields = Object.fromEntries(Object.entries(error.fields).filter(([field]) => Object.hasOwn(values, field)))
      if (Object.keys(fields).length > 0) {
        form.setErrors(fields)
        return invalid(fields)
      }
      setProblem(error)
      if (error.status > 0 && error.status !== 401) notify.error(sayFailure(error, failed))
    }
  }

  // Submits that come before the button is drawn busy are the first one: they share its promise, for the button waits for what it is given last.
  const sending = useRef<Promise<void>>(undefined)
  const submitOnce = (given: V) => (sending.current ??= submit(given).finally(() => (sending.current = undefined)))

  const fields = (
    <fieldset className="form-fields" disabled={closed !== undefined}>
      {children(form)}
    </fieldset>
  )

  return (
    <form className="form" noValidate onSubmit={form.onSubmit(submitOnce, invalid)}>
      <Modal.Body>
        {closed && <Closed>{closed}</Closed>}
        {lists?.error && lists.data === undefined && (
          <div className="problem" role="alert">
            <CircleAlert aria-hidden />
            <p>{messages.database}</p>
            <Button variant="default" size="xs" onClick={() => lists.mutate()}>
              Tentar novamente
            </Button>
          </div>
        )}
        {parts ? (
          <Tabs value={tab} onChange={(next) => next !== null && showTab?.(next)}>
            <Tabs.List>
              {parts.map((part) => (
                <Tabs.Tab key={part.tab} value={part.tab}>
                  {part.label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={tab ?? ''}>{fields}</Tabs.Panel>
          </Tabs>
        ) : (
          fields
        )}
        {problem && (
          <div className="problem" {...(problem.status === 0 && { role: 'alert' })}>
            <CircleAlert aria-hidden />
            <p>{problem.status === 0 ? <Offline /> : sayFailure(problem, failed)}</p>
          </div>
        )}
        {warned && (
          <div className="problem" data-warn role="alert">
            <TriangleAlert aria-hidden />
            <div>{warning.text}</div>
          </div>
        )}
      </Modal.Body>
      <footer>
        {blank && (
          <Button className="form-clear" variant="subtle" color="gray" size="md" onClick={() => form.setValues(blank)}>
            Limpar
          </Button>
        )}
        <Button variant="default" size="md" onClick={close}>
          Cancelar
        </Button>
        <Button ref={confirm} type="submit" size="md" loading={form.submitting} disabled={closed !== undefined}>
          {blank ? 'Filtrar' : problem?.status === 0 ? 'Tentar novamente' : warned ? 'Confirmar assim mesmo' : 'Confirmar'}
        </Button>
      </footer>
    </form>
  )
}

/** The tab of the first part that holds one of these fields. */
function partOf<V extends object>(parts: Part<V>[], fields: string[]) {
  const named: string[] = parts.flatMap(({ holds = [] }) => holds)
  const holding = parts.find(({ holds }) => fields.some((field) => (holds as string[] | undefined)?.includes(field) ?? !named.includes(field)))
  return holding?.tab ?? ''
}

/** Why something cannot be changed. */
export const Closed = ({ children }: { children: ReactNode }) => (
  <p className="problem" data-calm>
    <Lock aria-hidden /> {children}
  </p>
)

const Offline = () => (
  <>
    <strong>{messages.noAnswer}</strong> O que você digitou continua aqui.
  </>
)

/** The server's message, else the form's. */
const sayFailure = ({ status, message }: Failure, failed: string) => (message === failure(status) && failed ? failed : message)
