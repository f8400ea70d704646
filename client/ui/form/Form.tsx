// The common form: it validates, saves once, and never loses the draft.
import '../feedback/message.css'
import { Button, Modal, Tabs } from '@mantine/core'
import { useForm, type FormRulesRecord, type UseFormReturnType } from '@mantine/form'
import { CircleAlert, History, Lock, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, useState, type FocusEvent, type SubmitEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../../shared/messages.ts'
import { Failure, sayFailure } from '../../api/failure.ts'
import { newAttempt, send, sendAs, type Send } from '../../api/request.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { afterPress, ListsFailed } from './fields.tsx'
import { isAlike, joined } from './joined.ts'
import { notify } from '../feedback/notify.ts'
import type { Held } from './leaving.tsx'
import { useDraft } from './useDraft.ts'
import type { Tabbed } from './useEditing.ts'
import { intoView, Problem } from '../feedback/Problem.tsx'
import { useFetching } from '../useFetching.ts'
import { isFocusLost } from '../focus.ts'

interface Lists {
  data?: unknown
  error?: Failure | undefined
  mutate: () => unknown
}

export interface Fields<V extends object> {
  rules?: FormRulesRecord<V>
  /** State of the request for the lists that the fields take their options from. */
  lists?: Lists
  /** The fields; the first one carries data-autofocus. */
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** The content of one tab. `holds` lists its fields. A part without `holds` contains the fields that no other part lists. */
export interface Part<V extends object> {
  tab: string
  label: string
  holds?: (keyof V & string)[]
}

export interface Warning {
  text: ReactNode
  /** Label of the confirm button for an action that cannot be undone, such as 'Estornar'. */
  final?: string
  /** Key of the warning. Warnings with the same key mean the same, so confirming one covers both. */
  key?: string
  /** True when the server refuses these values whatever the person confirms. The form then does not send them. */
  refused?: boolean
}

/** A message about what the draft would cause, updated while typing. */
export interface Effect {
  text: ReactNode
  /** True when the confirm button must say 'Confirmar assim mesmo'. */
  grave?: boolean
  /** True for information rather than a warning. */
  calm?: boolean
}

/** The configuration that a screen gives its form. */
export interface FormOf<V extends object> extends Fields<V> {
  /** The parts of a form with tabs; `children` draws the part that `tab` names. */
  parts?: Part<V>[]
  /** Saves with `send` and returns the success message. `id` is null for a record to be created. */
  save: (values: V, id: number | null, send: Send) => Promise<string>
  /** Looks for a warning to show before saving. Confirming again saves anyway. `was` holds the stored values. */
  warn?: (values: V, id: number | null, was: V) => Promise<Warning | null | undefined>
  /** True to look for the warning while the person types instead of on confirming. */
  warnsEarly?: boolean
  /** The effect of the draft, or null if none is worth mentioning. `was` holds the stored values. */
  effect?: (values: V, id: number | null, was: V) => Effect | null
  /**
   * Errors in stored values by field, shown from the start. The first such field takes the focus. A field that the person has changed is not marked.
   */
  marks?: Record<string, string>
  /** Why this record can no longer be changed, judged by its stored values. */
  final?: (values: V) => string | undefined
  /** Toast that is shown for an invalid form. */
  invalid?: string
  /** Fields that form one unit. When two versions are merged, all of them come from the same version. */
  together?: (keyof V & string)[]
  /** The status field. If saving changes it, the toast offers an undo. */
  status?: keyof V
}

interface Props<V extends object> extends FormOf<V>, Partial<Tabbed> {
  /** Reads the currently stored record. */
  ask?: (id: number) => Promise<V | undefined>
  /** Name under which the form's draft is kept. */
  name: string
  id: number | null
  /** `values` are the initial values, `was` the stored ones. */
  values: V
  was: V
  /** The values with which the form may be left without a question. */
  kept: V
  /** Idempotency key of a previous request without a response, whose record may be stored. */
  attempt?: string | undefined
  /** The values that were sent with that request. */
  unsure?: V | undefined
  /** True while the queue of a time entry (useStored.ts) saves the draft outside this form. The draft is kept until it is stored. */
  pending?: boolean
  /** Reopens the form without the restored draft; absent if no draft was restored. */
  discard?: (() => void) | undefined
  /** The values that 'Limpar' sets; only a filter has them. */
  blank?: V
  failed: string
  /** Receives the loss that leaving the form would cause; absent when the draft may be lost without a question. */
  hold?: (held: Held) => void
  /** Closes the form. */
  close: () => void
  /** Label of the button that closes the form; 'Cancelar' by default. */
  closing?: string | undefined
  saved: (values: V) => void
  /** Opens a further new record after saving. */
  next?: ((saved: V) => void) | undefined
  /** Returns an element that replaces the confirm button as long as confirming is not possible. */
  before?: (form: UseFormReturnType<V>) => ReactNode
  /** Further content on the left of the footer. */
  aside?: ReactNode
}

/** Messages of refusals that do not depend on the form's values, so changing a value does not hide them. */
const ofVersions = new Set<string>([messages.changedElsewhere, messages.anotherAttempt, messages.anotherPerson])
/** Pause in ms between the last keystroke and the search for a warning. */
const PAUSE = 400

/** Time in ms without a response after which the person may leave the form. */
const PATIENCE = 5_000

export function Form<V extends object>(props: Props<V>) {
  const {
    name,
    id,
    blank,
    rules = {},
    save,
    warn,
    warnsEarly = false,
    effect,
    marks = {},
    final,
    failed,
    lists,
    children,
    parts,
    tab = null,
    together = [],
  } = props
  const {
    hold,
    close,
    closing = 'Cancelar',
    saved,
    next,
    showTab,
    status,
    ask,
    discard,
    before,
    aside,
    pending = false,
    invalid: lacking = messages.invalidForm,
  } = props
  const own = useRef<HTMLFormElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const confirmNext = useRef<HTMLButtonElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  /** Idempotency key of a request without a response, whose record may be stored. */
  const [attempt, setAttempt] = useState(props.attempt)
  /** The request in flight. */
  const [underway, setUnderway] = useState<{ own: string; given: V }>()
  /** The values of the last request whose outcome is unknown. */
  const [unsure, setUnsure] = useState(props.unsure)
  const [isLong, setLong] = useState(false)
  const [problem, setProblem] = useState(attempt ? new Failure(0, messages.noAnswer) : null)
  /** The values that were refused because they conflict with a stored record. For other values the refusal no longer applies, so it is hidden. */
  const [refused, setRefused] = useState<V>()
  const [warning, setWarning] = useState<(Warning & { of: V }) | null>(null)
  /** The stored version that was merged into the draft. It replaces the version that `was` gave. */
  const [taken, setTaken] = useState<{ over: V; stored: V } | null>(null)
  const was = taken?.over === props.was ? taken.stored : props.was
  const [joining, setJoining] = useState('')
  const { fetched } = useFetching()
  const form = useForm<V>({
    initialValues: props.values,
    initialErrors: Object.fromEntries(Object.entries(marks).filter(([field]) => props.values[field as keyof V] === props.was[field as keyof V])),
    validate: rules,
  })
  const { values } = form
  const closed = final?.(was)
  // True when a new record may already be stored. Its fields are locked, because an edited retry would create a second record.
  const isLost = id === null && attempt !== undefined
  const warned = warning !== null && (warning.of === values || warnsEarly)
  const changed = JSON.stringify(values) !== JSON.stringify(props.kept)
  /**
   * The effect that was shown when the request was sent. It stays while the request is in flight and after the record is stored, because a recomputed
   * effect would count the record twice. Undefined if no request was sent.
   */
  const [sentWith, setSentWith] = useState<Effect | null>()
  const told = sentWith === undefined ? (effect?.(values, id, was) ?? null) : sentWith
  /** Label of the confirm button when the person has a warning or a grave effect to consider first. */
  const asked = (warned && warning.final) || ((warned && !warning.refused) || told?.grave ? 'Confirmar assim mesmo' : undefined)
  const isBehind = problem?.message === messages.changedElsewhere && id !== null && ask !== undefined

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
  useDraft(name, id, hold && (changed || pending) ? { values, was, attempt: attempt ?? underway?.own, sent: underway?.given ?? unsure } : null)

  const warnEarly = useEffectEvent(async (given: V) => {
    // A failure is ignored here, because confirming the form searches for a warning again.
    const known = await warn?.(given, id, was).catch(() => null)
    setWarning(known ? { ...known, of: given } : null)
  })
  useEffect(() => {
    if (!warnsEarly || closed !== undefined) return undefined
    const timer = setTimeout(() => void warnEarly(values), PAUSE)
    return () => clearTimeout(timer)
  }, [warnsEarly, closed, values])

  // Repeats the request for the lists while it fails. The retry button repeats it at once.
  const isLacking = lists?.error !== undefined && lists.data === undefined
  useAskAgain(isLacking, async () => lists?.mutate())

  // The toast about a missing choice disappears together with the form.
  useEffect(() => () => notify.withdraw(lacking), [lacking])

  // Focuses the first field, also for a form that replaces another one in an open dialog. On a slow machine a field may already have the focus by
  // then.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.closest('.form')) return
      // If no field may be edited, sending is the only thing left to do, so the button takes the focus.
      const first = own.current?.querySelector<HTMLElement>('[data-autofocus]:enabled') ?? confirm.current
      first?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  // Ctrl+Enter confirms from any field. It is handled in the capture phase, because an open list would take Enter as choosing its marked option. It
  // clicks the button, so nothing happens while the form is saving or when the record cannot be changed.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || (event.target as Element).closest('.form-discard')) return
      event.stopPropagation()
      // Without this, the key's default action would press the element that has the focus afterwards. A key held down would repeat a refused request.
      event.preventDefault()
      const button = (event.shiftKey ? confirmNext : confirm).current
      if (!button || event.repeat) return
      // A picker reports text that matches no option when it loses the focus, so it is blurred first.
      if (event.target instanceof HTMLElement && event.target.role === 'combobox') event.target.blur()
      button.click()
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [])
  /**
   * Tab of the first invalid field. The field takes the focus as soon as its tab is drawn, however busy the machine is. Undefined when no field is
   * waiting.
   */
  const wrongIn = useRef<string | null>(undefined)
  useEffect(() => {
    const field =
      wrongIn.current === tab && own.current?.querySelector<HTMLElement>('[aria-invalid=true]:not(fieldset), fieldset[aria-invalid=true] input')
    if (!field) return
    wrongIn.current = undefined
    field.focus()
  })
  const invalid = (errors: object) => {
    notify.warn(lacking)
    const part = parts && partOf(parts, Object.keys(errors))
    if (part) showTab?.(part.tab)
    wrongIn.current = part?.tab ?? tab
  }
  const showNotice = useCallback((element: HTMLDivElement | null) => {
    notice.current = element
    intoView(element)
  }, [])
  /** Undo: restores the previous status in the currently stored record. */
  const restore = async (id: number, field: keyof V) => {
    try {
      const stored = await ask?.(id)
      if (!stored) return notify.error(messages.notFound)
      await save({ ...stored, [field]: was[field] }, id, send)
      notify.success(messages.undone)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      notify.error(sayFailure(error, failed))
    }
  }
  /** Merges changes that another person has stored into the draft. */
  const takeUp = async () => {
    const stored = isBehind && (await fetched(() => ask(id)))
    if (!stored) return
    const both = joined(values, was, stored, together, (field) => parts && partOf(parts, [field])?.label)
    setProblem(null)
    setTaken({ over: props.was, stored })
    form.setValues(both.values)
    setJoining(both.text)
    // The button that the person pressed has disappeared, so the confirm button takes the focus.
    confirm.current?.focus()
  }
  const saveOnce = async (given: V, own: string) => {
    try {
      return await save(given, id, sendAs(own))
    } catch (error) {
      // The previous request may have been stored although its response was lost. In that case the conflict is with the version that this form
      // stored.
      const isConflict = error instanceof Failure && error.message === messages.changedElsewhere
      const stored = isConflict && unsure && id !== null ? await ask?.(id) : undefined
      if (stored && unsure && isAlike(stored, unsure)) return await save({ ...given, ...('versao' in stored && { versao: stored.versao }) }, id, send)
      if (error instanceof Failure && error.mayBeDone) setUnsure(given)
      throw error
    }
  }
  const submit = async (given: V, then: (saved: V) => void) => {
    notify.withdraw(lacking)
    setProblem(null)
    setJoining('')
    const own = attempt ?? newAttempt()
    setSentWith(told)
    try {
      // A warning that blocks saving is looked up again, because its reason may have gone.
      const known = warning?.of === given && !warning.refused ? null : await warn?.(given, id, was).catch(nothingStored)
      if (known && !(!known.refused && warned && known.key !== undefined && known.key === warning.key)) {
        setWarning({ ...known, of: given })
        setSentWith(undefined)
        intoView(notice.current)
        return
      }
      if (warning?.refused) setWarning(null)
      // The key goes into the draft before sending, so that a page that reloads meanwhile retries with the same idempotency key.
      if (blank === undefined) flushSync(() => setUnderway({ own, given }))
      const said = await saveOnce(given, own)
      hold?.('nothing')
      then(given)
      const undo = id !== null && status && given[status] !== was[status] && { label: 'Desfazer', run: () => restore(id, status) }
      if (said) notify.success(said, undo ? { action: undo } : {})
    } catch (error) {
      setSentWith(undefined)
      if (!(error instanceof Failure)) throw error
      // After a 401 the browser leaves the page, and the next page restores the draft. Nothing was stored, so the draft must hold no idempotency key.
      if (error.status === 401) flushSync(() => setUnderway(undefined))
      // If the server refused the values, the request was not stored the first time either. After any other refusal the outcome stays unknown.
      if (error.status === 400 || (error.status === 409 && error.message !== messages.anotherAttempt)) setAttempt(undefined)
      else if (blank === undefined && error.mayBeDone) setAttempt(own)
      // A response came and it is not about the warning, so the warning is obsolete.
      if (error.status !== 0) setWarning(null)
      const fields = refusedFields(error, values)
      if (Object.keys(fields).length > 0) {
        form.setErrors(fields)
        return invalid(fields)
      }
      if (error.status !== 401) setProblem(error)
      setRefused(error.status === 409 && !error.mayBeDone && !ofVersions.has(error.message) ? given : undefined)
    } finally {
      setUnderway(undefined)
    }
  }
  // A form that was sent from a list loses the focus when the list closes. The confirm button takes the focus once the button is enabled again.
  const { submitting } = form
  const wasSubmitting = useRef(false)
  useEffect(() => {
    if (wasSubmitting.current && !submitting && isFocusLost()) confirm.current?.focus()
    wasSubmitting.current = submitting
  }, [submitting])
  // True while sending: a second click may come before the button is rendered as disabled.
  const sending = useRef(false)
  const sendThen = (then: (saved: V) => void) => (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (sending.current) return
    // Text that matches no option is reported once. Confirming again means that no option is wanted.
    const missed = own.current?.querySelector<HTMLElement>('[data-missed]')
    if (missed) {
      delete missed.dataset['missed']
      notify.warn(lacking)
      // Focuses the field after its error is drawn.
      return void requestAnimationFrame(() => missed.focus())
    }
    sending.current = true
    form.onSubmit(
      (given) =>
        submit(given, then).finally(() => {
          sending.current = false
        }),
      (errors) => {
        sending.current = false
        invalid(errors)
      },
    )()
  }
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
    <form className="form" ref={own} noValidate onSubmit={sendThen(saved)}>
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
        {problem && (refused === undefined || refused === values) && (
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
        {(warned || joining) && (
          <div ref={showNotice} className="problem" data-warn role="alert">
            <TriangleAlert aria-hidden />
            <div>{warned ? warning.text : joining}</div>
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
            {...(warned && warning.final && { color: 'red' })}
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

/** Throws the failure of a look-up. Nothing was written yet, so the message must not say that the values may be stored. */
function nothingStored(error: unknown): never {
  if (!(error instanceof Failure)) throw error
  const { status, message, fields, requestId } = error
  throw new Failure(status, message, { fields, requestId, mayBeDone: false })
}

/** Messages of a refusal by form field. The key of a list's element, such as 'emails.0', belongs to the field of the list. */
const refusedFields = ({ fields }: Failure, values: object) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([key, message]) => [key.replace(/\.\d+$/, ''), message] as const)
      .filter(([field]) => Object.hasOwn(values, field))
      // Object.fromEntries keeps the last message of a field. In reversed order, that is the first one.
      .toReversed(),
  )

/** The first part that holds one of these fields. */
function partOf<V extends object>(parts: Part<V>[], fields: string[]) {
  const named: string[] = parts.flatMap(({ holds = [] }) => holds)
  return parts.find(({ holds }) => fields.some((field) => (holds as string[] | undefined)?.includes(field) ?? !named.includes(field)))
}

/** Message that explains why something cannot be changed. */
export const Closed = ({ children }: { children: ReactNode }) => (
  <p className="problem" data-calm>
    <Lock aria-hidden /> {children}
  </p>
)
