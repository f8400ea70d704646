// A form in a modal. It owns what every form needs: checking, saving once, and never losing what was typed.
import './form.css'
import './message.css'
import { Button, Modal } from '@mantine/core'
import { useForm, type FormRulesRecord, type UseFormReturnType } from '@mantine/form'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { CircleAlert, Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { failure, messages } from '../../shared/messages.ts'
import { beforeLeaving, Failure } from '../api.ts'
import { useMe } from '../boot.ts'
import { keepDraft } from './drafts.ts'
import { Loading } from './Loading.tsx'
import { notify } from './notify.ts'
import type { Editing } from './useEditing.ts'
import type { Filter, useFilter } from './useFilter.ts'

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

interface Props<V extends object> extends Fields<V> {
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
        {opened && <Form {...form} name={editing.form} id={opened.id} initial={opened.values} failed={failed} close={close} />}
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

interface WindowProps {
  title: string
  /** How wide, px. */
  size?: number
  opened: boolean
  close: () => void
  children: ReactNode
}

export function Window({ title, size = 700, opened, close, children }: WindowProps) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <Modal.Root opened={opened} onClose={close} size={size} yOffset="12vh" fullScreen={phone} closeOnClickOutside={false}>
      <Modal.Overlay />
      <Modal.Content>
        {/* A second banner on the page otherwise. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Fechar" />
        </Modal.Header>
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}

interface FormProps<V extends object> extends Fields<V>, Pick<Props<V>, 'save' | 'warn' | 'final'> {
  /** Its draft's. */
  name: string
  id: number | null
  initial: V
  /** Of a filter: what 'Limpar' puts there. */
  blank?: V
  failed: string
  close: () => void
}

function Form<V extends object>({ name, id, initial, blank, rules = {}, save, warn, final, failed, close, lists, children }: FormProps<V>) {
  const me = useMe()
  const element = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<Failure | null>(null)
  const [warning, setWarning] = useState<{ of: V; text: ReactNode } | null>(null)
  const form = useForm<V>({ initialValues: initial, validate: rules })
  const { values } = form
  const closed = final?.(initial)
  const warned = warning !== null && warning.of === values

  useEffect(() => (blank ? undefined : beforeLeaving(() => keepDraft(me.id, name, { id, values }))), [me.id, name, id, values, blank])

  // From any field, one that keeps Enter for itself included.
  useHotkeys([['mod+Enter', () => element.current?.requestSubmit()]], [])
  const invalid = () => {
    notify.warn(messages.invalidForm)
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
      const fields = Object.fromEntries(Object.entries(error.fields).filter(([field]) => field in values))
      if (Object.keys(fields).length > 0) {
        form.setErrors(fields)
        return invalid()
      }
      setProblem(error)
      if (error.status > 0 && error.status !== 401) notify.error(sayFailure(error, failed))
    }
  }

  return (
    <form ref={element} className="form" noValidate onSubmit={form.onSubmit(submit, invalid)}>
      <Modal.Body>
        {closed && (
          <p className="problem" data-calm>
            <Lock aria-hidden /> {closed}
          </p>
        )}
        {lists?.error && lists.data === undefined && (
          <div className="problem" role="alert">
            <CircleAlert aria-hidden />
            <p>{messages.database}</p>
            <Button variant="default" size="xs" onClick={() => lists.mutate()}>
              Tentar novamente
            </Button>
          </div>
        )}
        <fieldset className="form-fields" disabled={closed !== undefined}>
          {children(form)}
        </fieldset>
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
        <Button type="submit" size="md" loading={form.submitting} disabled={closed !== undefined}>
          {blank ? 'Filtrar' : problem?.status === 0 ? 'Tentar novamente' : warned ? 'Confirmar assim mesmo' : 'Confirmar'}
        </Button>
      </footer>
    </form>
  )
}

const Offline = () => (
  <>
    <strong>{messages.noAnswer}</strong> O que você digitou continua aqui.
  </>
)

/** The server's message, else the form's. */
const sayFailure = ({ status, message }: Failure, failed: string) => (message === failure(status) && failed ? failed : message)
