// Sends a form once, however often the person confirms. It looks for warnings first, and keeps what a refused or lost request leaves open.
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { messages } from '../../../shared/messages.ts'
import { Failure, sayFailure } from '../../api/failure.ts'
import { newAttempt, send, sendAs } from '../../api/request.ts'
import { notify } from '../feedback/notify.ts'
import { intoView } from '../feedback/Problem.tsx'
import { useFetching } from '../useFetching.ts'
import type { Effect, FormProps, Warning } from './formProps.ts'
import { isAlike, joined } from './joined.ts'
import { partOf } from './parts.ts'

/** Messages of refusals that do not depend on the form's values, so changing a value does not hide them. */
const ofVersions = new Set<string>([messages.changedElsewhere, messages.anotherAttempt, messages.anotherPerson])
/** Pause in ms between the last keystroke and the search for a warning. */
const PAUSE = 400

interface Around<V extends object> {
  props: FormProps<V>
  form: UseFormReturnType<V>
  element: RefObject<HTMLFormElement | null>
  confirm: RefObject<HTMLButtonElement | null>
  /** The element of a warning, which is scrolled into view. */
  notice: RefObject<HTMLDivElement | null>
  /** Toast that is shown for an invalid form. */
  lacking: string
  /** Shows which fields are invalid. */
  invalid: (errors: object) => void
}

export function useSubmit<V extends object>({ props, form, element, confirm, notice, lacking, invalid }: Around<V>) {
  const { id, blank, save, warn, warnsEarly = false, effect, final, failed, ask, status, hold, parts, together = [] } = props
  const { values } = form
  /** Idempotency key of a request without a response, whose record may be stored. */
  const [attempt, setAttempt] = useState(props.attempt)
  /** The request in flight. */
  const [underway, setUnderway] = useState<{ own: string; given: V }>()
  /** The values of the last request whose outcome is unknown. */
  const [unsure, setUnsure] = useState(props.unsure)
  const [problem, setProblem] = useState(attempt ? new Failure(0, messages.noAnswer) : null)
  /** The values that were refused because they conflict with a stored record. For other values the refusal no longer applies, so it is hidden. */
  const [refused, setRefused] = useState<V>()
  const [warning, setWarning] = useState<(Warning & { of: V }) | null>(null)
  /** The stored version that was merged into the draft. It replaces the version that `was` gave. */
  const [taken, setTaken] = useState<{ over: V; stored: V } | null>(null)
  const was = taken?.over === props.was ? taken.stored : props.was
  const [joining, setJoining] = useState('')
  const { fetched } = useFetching()
  const closed = final?.(was)
  const warned = warning !== null && (warning.of === values || warnsEarly)
  /**
   * The effect that was shown when the request was sent. It stays while the request is in flight and after the record is stored, because a recomputed
   * effect would count the record twice. Undefined if no request was sent.
   */
  const [sentWith, setSentWith] = useState<Effect | null>()
  const told = sentWith === undefined ? (effect?.(values, id, was) ?? null) : sentWith
  /** Label of the confirm button when the person has a warning or a grave effect to consider first. */
  const asked = (warned && warning.final) || ((warned && !warning.refused) || told?.grave ? 'Confirmar assim mesmo' : undefined)
  const isBehind = problem?.message === messages.changedElsewhere && id !== null && ask !== undefined

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
      const known =
        warning?.of === given && !warning.refused ? null : await warn?.(given, id, was).catch(attempt === undefined ? nothingStored : undefined)
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

  // True while sending: a second click may come before the button is rendered as disabled.
  const sending = useRef(false)
  const sendThen = (then: (saved: V) => void) => (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (sending.current) return
    // Text that matches no option is reported once. Confirming again means that no option is wanted.
    const missed = element.current?.querySelector<HTMLElement>('[data-missed]')
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
  return {
    /** The stored values, with what another person has stored since if it was merged. */
    was,
    /** Why the record can no longer be changed. */
    closed,
    /** The key and the values that the draft has to keep. */
    attempt: attempt ?? underway?.own,
    sent: underway?.given ?? unsure,
    /** True when a new record may already be stored. Its fields are locked, because an edited retry would create a second record. */
    isLost: id === null && attempt !== undefined,
    problem: refused === undefined || refused === values ? problem : null,
    warning: warned ? warning : null,
    joining,
    told,
    asked,
    /** True if the record was refused because somebody else has changed it; `takeUp` then merges both versions. */
    isBehind,
    takeUp,
    sendThen,
  }
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
