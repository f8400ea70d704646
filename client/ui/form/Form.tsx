// A form: what every one needs, which is checking, saving once, and never losing what was typed.
import '../feedback/message.css'
import { Button, Modal, Tabs } from '@mantine/core'
import { useForm, type FormRulesRecord, type UseFormReturnType } from '@mantine/form'
import { CircleAlert, History, Lock, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type SubmitEvent, type ReactNode } from 'react'
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

export interface Warning {
  text: ReactNode
  /** What confirming does that nothing undoes: 'Estornar'. */
  final?: string
  /** Equal in two warnings that say the same, of which one is enough. */
  key?: string
}

/** What becomes of what is typed, told as it is typed. */
export interface Effect {
  text: ReactNode
  /** Confirming says that it is meant all the same. */
  grave?: boolean
  /** It is no warning. */
  calm?: boolean
}

/** What a screen says of its form. */
export interface FormOf<V extends object> extends Fields<V> {
  /** The tabs of a form in parts; `children` draws the one that `tab` names. */
  parts?: Part<V>[]
  /** Sends it by `send`; gives what to say when it is saved. `id` null: a new record. */
  save: (values: V, id: number | null, send: Send) => Promise<string>
  /** What to know before it is saved, if anything; confirming once more saves it. `was`: as it is stored. */
  warn?: (values: V, id: number | null, was: V) => Promise<Warning | null | undefined>
  /** It is told as it is typed, before anybody confirms. */
  warnsEarly?: boolean
  /** What would become of it, if anything that is worth a word. `was`: as it is stored. */
  effect?: (values: V, id: number | null, was: V) => Effect | null
  /** Why this record can no longer be changed, as it was opened. */
  final?: (values: V) => string | undefined
  /** Said of a form that is not filled in as it has to be. */
  invalid?: string
  /** Fields that say one thing together: of two versions they are one's or the other's. */
  together?: (keyof V & string)[]
  /** The field that says whether it is active: what changes it can be undone. */
  status?: keyof V
}

interface Props<V extends object> extends FormOf<V>, Partial<Tabbed> {
  /** Reads a stored one as it is now. */
  ask?: (id: number) => Promise<V | undefined>
  /** Its draft's. */
  name: string
  id: number | null
  /** What it begins with, and what is stored. */
  values: V
  was: V
  /** What may be left without a question. */
  kept: V
  /** It was sent as it is, had no answer, and may be stored. */
  attempt?: string | undefined
  /** What was sent then. */
  unsure?: V | undefined
  /** What is typed is on its way: it stays a draft until it is stored. */
  pending?: boolean
  /** What was typed before is in it; this opens it without. */
  discard?: (() => void) | undefined
  /** Of a filter: what 'Limpar' puts there. */
  blank?: V
  failed: string
  /** Absent: what is typed here may be lost. */
  hold?: (held: Held) => void
  /** Closes the form. */
  close: () => void
  /** What the button that closes it says; absent: 'Cancelar'. */
  closing?: string | undefined
  saved: (values: V) => void
  /** Begins another new record. */
  next?: ((saved: V) => void) | undefined
  /** What stands in the place of Confirmar until it may be pressed. */
  before?: (form: UseFormReturnType<V>) => ReactNode
  /** What else the foot offers, to the left. */
  aside?: ReactNode
}

/** Refusals that other values do not end. */
const ofVersions = new Set<string>([messages.changedElsewhere, messages.anotherAttempt, messages.anotherPerson])
/** ms without a key until a warning is looked up. */
const PAUSE = 400

/** ms that whoever saves is held back without an answer. */
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
  /** What had no answer, and may be stored. */
  const [attempt, setAttempt] = useState(props.attempt)
  /** What has none yet. */
  const [underway, setUnderway] = useState<{ own: string; given: V }>()
  /** What was sent last, where nobody knows whether it is stored. */
  const [unsure, setUnsure] = useState(props.unsure)
  const [isLong, setLong] = useState(false)
  const [problem, setProblem] = useState(attempt ? new Failure(0, messages.noAnswer) : null)
  /** The values that a stored record stands against: with others the refusal says nothing. */
  const [refused, setRefused] = useState<V>()
  const [warning, setWarning] = useState<(Warning & { of: V }) | null>(null)
  /** What was taken up over what the form was given. */
  const [taken, setTaken] = useState<{ over: V; stored: V } | null>(null)
  const was = taken?.over === props.was ? taken.stored : props.was
  const [joining, setJoining] = useState('')
  const { fetched } = useFetching()
  const form = useForm<V>({ initialValues: props.values, validate: rules })
  const { values } = form
  const closed = final?.(was)
  // Changed, a new one would be made once more.
  const isLost = id === null && attempt !== undefined
  const warned = warning !== null && (warning.of === values || warnsEarly)
  const changed = JSON.stringify(values) !== JSON.stringify(props.kept)
  /** What was told of what is on its way, or stored since: it would be told as if it came once more. Undefined: nothing is. */
  const [sentWith, setSentWith] = useState<Effect | null>()
  const told = sentWith === undefined ? (effect?.(values, id, was) ?? null) : sentWith
  /** What its button says where there is something to know. */
  const asked = (warned && warning.final) || (warned || told?.grave ? 'Confirmar assim mesmo' : undefined)
  const isBehind = problem?.message === messages.changedElsewhere && id !== null && ask !== undefined

  useEffect(() => {
    if (!hold) return undefined
    // After a while nobody waits for what may never come.
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
    // What is not answered is asked again by Confirmar.
    const known = await warn?.(given, id, was).catch(() => null)
    setWarning(known ? { ...known, of: given } : null)
  })
  useEffect(() => {
    if (!warnsEarly || closed !== undefined) return undefined
    const timer = setTimeout(() => void warnEarly(values), PAUSE)
    return () => clearTimeout(timer)
  }, [warnsEarly, closed, values])

  // Its button asks at once.
  const isLacking = lists?.error !== undefined && lists.data === undefined
  useAskAgain(isLacking, async () => lists?.mutate())

  // What was warned of goes with the form.
  useEffect(() => () => notify.withdraw(lacking), [lacking])

  // Also of a form that takes the place of another in an open window. Unless a field has it by then, where the machine is slow.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.closest('.form')) return
      // Where nothing may be typed it is only sent again.
      const first = own.current?.querySelector<HTMLElement>('[data-autofocus]:enabled') ?? confirm.current
      first?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [])

  // From any field, and before it: to an open list Enter would mean what is marked there. By the button, which does nothing while it saves or where
  // nothing may change.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || (event.target as Element).closest('.form-discard')) return
      event.stopPropagation()
      // Its character would press what has the focus by then, and a key that is held would send again what was refused.
      event.preventDefault()
      const button = (event.shiftKey ? confirmNext : confirm).current
      if (!button || event.repeat) return
      // A list says what it did not take when it is left.
      if (event.target instanceof HTMLElement && event.target.role === 'combobox') event.target.blur()
      button.click()
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [])
  /** The part whose first wrong field takes the focus as soon as it is drawn, however busy the machine is; undefined: none does. */
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
  /** Puts the status back that it had, in what is stored by now. */
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
  /** Takes up what somebody else changed meanwhile, beside what was typed here. */
  const takeUp = async () => {
    const stored = isBehind && (await fetched(() => ask(id)))
    if (!stored) return
    const both = joined(values, was, stored, together, (field) => parts && partOf(parts, [field])?.label)
    setProblem(null)
    setTaken({ over: props.was, stored })
    form.setValues(both.values)
    setJoining(both.text)
    // Its button is gone.
    confirm.current?.focus()
  }
  const saveOnce = async (given: V, own: string) => {
    try {
      return await save(given, id, sendAs(own))
    } catch (error) {
      // The one before may be stored, and only its answer lost: then nobody else changed it.
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
      const known = warning?.of === given ? null : await warn?.(given, id, was)
      if (known && !(warned && known.key !== undefined && known.key === warning.key)) {
        setWarning({ ...known, of: given })
        setSentWith(undefined)
        return
      }
      // Kept before it is sent: a page that is loaded anew meanwhile tries the same once more.
      if (blank === undefined) flushSync(() => setUnderway({ own, given }))
      const said = await saveOnce(given, own)
      hold?.('nothing')
      then(given)
      const undo = id !== null && status && given[status] !== was[status] && { label: 'Desfazer', run: () => restore(id, status) }
      if (said) notify.success(said, undo ? { action: undo } : {})
    } catch (error) {
      setSentWith(undefined)
      if (!(error instanceof Failure)) throw error
      // The page is being left, and its draft is read by the next one: nothing was stored.
      if (error.status === 401) flushSync(() => setUnderway(undefined))
      // Refused for what it is, it was not stored the first time either; of any other refusal nobody knows.
      if (error.status === 400 || (error.status === 409 && error.message !== messages.anotherAttempt)) setAttempt(undefined)
      else if (blank === undefined && error.mayBeDone) setAttempt(own)
      // What was asked about is not what refuses it.
      if (error.status !== 0) setWarning(null)
      const fields = Object.fromEntries(Object.entries(error.fields).filter(([field]) => Object.hasOwn(values, field)))
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
  // Sent from a list that closed, the focus is nowhere. Once the button is enabled again.
  const { submitting } = form
  const wasSubmitting = useRef(false)
  useEffect(() => {
    if (wasSubmitting.current && !submitting && isFocusLost()) confirm.current?.focus()
    wasSubmitting.current = submitting
  }, [submitting])
  // Pressed twice before the first is drawn, it is sent once.
  const sending = useRef(false)
  const sendThen = (then: (saved: V) => void) => (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (sending.current) return
    // Said once: whoever means none confirms again.
    const missed = own.current?.querySelector<HTMLElement>('[data-missed]')
    if (missed) {
      delete missed.dataset['missed']
      notify.warn(lacking)
      // After the error is drawn.
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
  /** What is left filled in and wrong is told there; what is empty may still be filled. */
  const checkLeft = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const field = target.dataset['path']
    // A pressed button checks all of them, or leaves them.
    if (!field || (relatedTarget instanceof HTMLButtonElement && document.querySelector(':active'))) return
    afterPress(() => {
      if (String(form.getValues()[field as keyof V] ?? '')) void form.validateField(field)
    })
  }

  const fields = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of its fields, whose blur comes up here
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
          <div ref={intoView} className="problem" data-warn role="alert">
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

/** The first part that holds one of these fields. */
function partOf<V extends object>(parts: Part<V>[], fields: string[]) {
  const named: string[] = parts.flatMap(({ holds = [] }) => holds)
  return parts.find(({ holds }) => fields.some((field) => (holds as string[] | undefined)?.includes(field) ?? !named.includes(field)))
}

/** Why something cannot be changed. */
export const Closed = ({ children }: { children: ReactNode }) => (
  <p className="problem" data-calm>
    <Lock aria-hidden /> {children}
  </p>
)
