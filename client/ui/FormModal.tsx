// A form in a modal. It owns what every form needs: checking, saving once, and never losing what was typed.
import './form.css'
import './message.css'
import { Button, Modal } from '@mantine/core'
import { useForm, type FormRulesRecord, type UseFormReturnType } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { CircleAlert } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { failure, messages } from '../../shared/messages.ts'
import { beforeLeaving, Failure } from '../api.ts'
import { useMe } from '../boot.ts'
import { keepDraft } from './drafts.ts'
import { Loading } from './Loading.tsx'
import { notify } from './notify.ts'
import type { Editing } from './useEditing.ts'

interface Props<V extends object> {
  editing: Editing<V>
  /** For a new record, and for one that exists. `failed`: what to say when the server refuses without a word. */
  create: { title: string; failed: string }
  change: { title: string; failed: string }
  rules: FormRulesRecord<V>
  /** Sends it; gives what to say when it is saved. `id` null: a new record. */
  save: (values: V, id: number | null) => Promise<string>
  /** The fields; the first one carries data-autofocus. */
  children: (form: UseFormReturnType<V>) => ReactNode
}

export function FormModal<V extends object>(props: Props<V>) {
  const { editing, create, change } = props
  const { title, failed } = editing.opened?.id === null ? create : change
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  return (
    <>
      {editing.loading && <Loading />}
      <Modal.Root opened={editing.opened !== null} onClose={editing.close} size={700} yOffset="12vh" fullScreen={phone} closeOnClickOutside={false}>
        <Modal.Overlay />
        <Modal.Content>
          {/* A second banner on the page otherwise. */}
          <Modal.Header role="presentation">
            <Modal.Title>{title}</Modal.Title>
            <Modal.CloseButton aria-label="Fechar" />
          </Modal.Header>
          {editing.opened && <Form {...props} opened={editing.opened} failed={failed} />}
        </Modal.Content>
      </Modal.Root>
    </>
  )
}

interface FormProps<V extends object> extends Props<V> {
  opened: NonNullable<Editing<V>['opened']>
  failed: string
}

function Form<V extends object>({ editing, opened, rules, save, failed, children }: FormProps<V>) {
  const me = useMe()
  const [problem, setProblem] = useState<Failure | null>(null)
  const form = useForm<V>({ initialValues: opened.values, validate: rules })
  const { values } = form

  useEffect(() => beforeLeaving(() => keepDraft(me.id, editing.form, { id: opened.id, values })), [me.id, editing.form, opened.id, values])

  const invalid = () => {
    notify.warn(messages.invalidForm)
    // After the errors are drawn.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus())
  }
  const submit = async (given: V) => {
    setProblem(null)
    try {
      notify.success(await save(given, opened.id))
      editing.close()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const fields = Object.fromEntries(Object.entries(error.fields).filter(([name]) => name in values))
      if (Object.keys(fields).length > 0) {
        form.setErrors(fields)
        return invalid()
      }
      setProblem(error)
      if (error.status > 0 && error.status !== 401) notify.error(textOf(error, failed))
    }
  }

  return (
    <form className="form" noValidate onSubmit={form.onSubmit(submit, invalid)}>
      <Modal.Body>
        <div className="form-fields">{children(form)}</div>
        {problem && (
          <div className="problem" {...(problem.status === 0 && { role: 'alert' })}>
            <CircleAlert aria-hidden />
            <p>{problem.status === 0 ? <Offline /> : textOf(problem, failed)}</p>
          </div>
        )}
      </Modal.Body>
      <footer>
        <Button variant="default" size="md" onClick={editing.close}>
          Cancelar
        </Button>
        <Button type="submit" size="md" loading={form.submitting}>
          {problem?.status === 0 ? 'Tentar novamente' : 'Confirmar'}
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
const textOf = ({ status, message }: Failure, failed: string) => (message === failure(status) ? failed : message)
