// The common form: it validates, saves once, and never loses the draft.
import '../feedback/message.css'
import { Button, Modal, Tabs } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CircleAlert, History, Lock, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { messages } from '../../../shared/messages.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { notify } from '../feedback/notify.ts'
import { intoView, Problem } from '../feedback/Problem.tsx'
import { afterPress, ListsFailed } from './fields.tsx'
import type { FormProps } from './formProps.ts'
import { partOf } from './parts.ts'
import { useDraft } from './useDraft.ts'
import { useFormFocus } from './useFormFocus.ts'
import { useSubmit } from './useSubmit.ts'

/** Time in ms without a response after which the person may leave the form. */
const PATIENCE = 5_000

export function Form<V extends object>(props: FormProps<V>) {
  const { name, id, blank, rules = {}, marks = {}, failed, lists, children, parts, tab = null, showTab, pending = false } = props
  const { hold, close, closing = 'Cancelar', saved, next, discard, before, aside, invalid: lacking = messages.invalidForm } = props
  const element = useRef<HTMLFormElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const confirmNext = useRef<HTMLButtonElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const form = useForm<V>({
    initialValues: props.values,
    initialErrors: Object.fromEntries(Object.entries(marks).filter(([field]) => props.values[field as keyof V] === props.was[field as keyof V])),
    validate: rules,
  })
  const { values } = form
  const focusIn = useFormFocus({ element, confirm, confirmNext }, tab, form.submitting)
  const invalid = (errors: object) => {
    notify.warn(lacking)
    const part = parts && partOf(parts, Object.keys(errors))
    if (part) showTab?.(part.tab)
    focusIn(part?.tab ?? tab)
  }
  const showNotice = useCallback((element: HTMLDivElement | null) => {
    notice.current = element
    intoView(element)
  }, [])
  const { was, closed, attempt, sent, isLost, problem, warning, joining, told, asked, isBehind, takeUp, sendThen } = useSubmit({
    props,
    form,
    element,
    confirm,
    notice,
    lacking,
    invalid,
  })
  const changed = JSON.stringify(values) !== JSON.stringify(props.kept)
  useEffect(() => {
    if (!hold) return undefined
    // Once PATIENCE has passed without a response, the person may leave, because the response may never come.
    hold(form.submitting ? (isLong ? 'unsure' : 'saving') : isLost ? 'unsure' : changed ? 'typed' : 'nothing')
    return () => hold('nothing')
  }, [isLost, isLong, changed, hold, form.submitting])
  useEffect(() => {
    if (!form.submitting) return undefined
    const timer = setTimeout(() => setLong(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [form.submitting])
  useDraft(name, id, hold && (changed || pending) ? { values, was, attempt, sent } : null)

  // Repeats the request for the lists while it fails. The retry button repeats it at once.
  const isLacking = lists?.error !== undefined && lists.data === undefined
  useAskAgain(isLacking, async () => lists?.mutate())

  // The toast about a missing choice disappears together with the form.
  useEffect(() => () => notify.withdraw(lacking), [lacking])

  /** Validates a field when it loses the focus, but not an empty one, because the person may still fill it in. */
  const checkLeft = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const field = target.dataset['path']
    // If the focus goes to a pressed button, that button validates or discards the whole form.
    if (!field || (relatedTarget instanceof HTMLButtonElement && document.querySelector(':active'))) return
    afterPress(() => {
      if (String(form.getValues()[field as keyof V] ?? '')) void form.validateField(field)
    })
  }

  const fields = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles blur events that bubble up from its fields
    <fieldset className="form-fields" disabled={closed !== undefined || isLost} onBlur={checkLeft}>
      <ListsFailed value={isLacking}>{children(form)}</ListsFailed>
    </fieldset>
  )

  return (
    <form className="form" ref={element} noValidate onSubmit={sendThen(saved)}>
      <Modal.Body>
        {closed && <Closed>{closed}</Closed>}
        {discard && !isLost && (
          <div className="problem" data-calm role="status">
            <History aria-hidden />
            <p>Recuperamos o que você digitou.</p>
            <Button variant="default" size="xs" onClick={() => discard()}>
              {id === null ? 'Começar em branco' : 'Voltar ao gravado'}
            </Button>
          </div>
        )}
        {isLacking && (
          <div className="problem" role="alert">
            <CircleAlert aria-hidden />
            <p>{messages.database}</p>
            <Button variant="default" size="xs" onClick={() => lists?.mutate()}>
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
        {told && (
          <div className="problem" data-calm={told.calm || undefined} data-warn={!told.calm || undefined} role="status">
            {!told.calm && <TriangleAlert aria-hidden />}
            <div>{told.text}</div>
          </div>
        )}
        {problem && (
          <Problem
            error={problem}
            failed={failed}
            kept={
              isLost
                ? 'O que você digitou continua aqui, e pode já estar gravado: tente novamente antes de mudar.'
                : 'O que você digitou continua aqui.'
            }
          >
            {isBehind && (
              <Button variant="default" size="xs" onClick={takeUp}>
                Juntar com a versão atual
              </Button>
            )}
          </Problem>
        )}
        {(warning || joining) && (
          <div ref={showNotice} className="problem" data-warn role="alert">
            <TriangleAlert aria-hidden />
            <div>{warning ? warning.text : joining}</div>
          </div>
        )}
      </Modal.Body>
      <footer>
        {aside}
        {blank && (
          <Button className="form-clear" variant="subtle" color="gray" size="md" onClick={() => form.setValues(blank)}>
            Limpar
          </Button>
        )}
        <Button variant="default" size="md" data-autofocus={closed !== undefined || undefined} onClick={close}>
          {closing}
        </Button>
        {next && (
          <Button
            ref={confirmNext}
            variant="default"
            size="md"
            title="Confirmar e novo (Ctrl+Shift+Enter)"
            disabled={form.submitting}
            onClick={() => sendThen(next)()}
          >
            Confirmar e novo
          </Button>
        )}
        {before?.(form) || (
          <Button
            ref={confirm}
            type="submit"
            size="md"
            {...(warning?.final && { color: 'red' })}
            loading={form.submitting}
            disabled={closed !== undefined}
          >
            {blank ? 'Filtrar' : problem?.mayBeDone ? 'Tentar novamente' : (asked ?? 'Confirmar')}
          </Button>
        )}
      </footer>
    </form>
  )
}

/** Message that explains why something cannot be changed. */
export const Closed = ({ children }: { children: ReactNode }) => (
  <p className="problem" data-calm>
    <Lock aria-hidden /> {children}
  </p>
)
