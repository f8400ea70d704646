import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { messages } from '../../../shared/messages.ts'
import { useMe } from '../../boot.ts'
import { formKeys } from './address.ts'
import { draftOf } from './drafts.ts'
import { notify } from '../feedback/notify.ts'
import { giveUpTyped, keepTyped } from '../typedAhead.ts'
import { useFetching } from '../useFetching.ts'

/** A form that is open for a record. */
interface Opened<V> {
  /** Null for a new record. */
  id: number | null
  /**
   * `values`: the initial values. `was`: the stored values, or the defaults of a new record. `kept`: values that may be left without a confirmation,
   * which is everything except a restored draft.
   */
  values: V
  was: V
  kept: V
  /** Idempotency key of a request without a response, whose record may be stored. */
  attempt?: string | undefined
  /** The values of that request. */
  unsure?: V | undefined
  /** Reopens the form without the restored draft, with the stored values if the caller knows them; absent without a draft. */
  discard?: (stored?: V) => void
}

export type Editing<V extends object> = ReturnType<typeof useOpened<V>>

const NONE: readonly string[] = []
const nothing = () => ({})
interface Extra<V> {
  /** Initial values of a new record, evaluated when it is opened. */
  fresh?: () => Partial<V>
  /** Values that the next new record takes over from the one just saved. */
  carry?: (saved: V) => Partial<V>
  /** Tabs of the form, which a link may name (&aba=acessos). */
  tabs?: readonly string[]
  /** True when only a button may begin a new record: opening an address or restoring a tab changes nothing. */
  isBegun?: boolean
  /** Why a new or a stored record may not be opened. It is shown instead of the form; absent when opening is allowed. */
  denied?: { create?: string | undefined; change?: string | undefined }
}

/** History state of an entry that opens a form: its initial values. */
interface Entry<V> {
  begun: Partial<V>
  /** Id of the person who made the entry: the next person in this tab may go back to it. */
  of: number
}

/** Keeps an open form in a history entry whose address can be shared: ?acao=novo, ?acao=editar&id=7. */
export function useEditing<V extends object>(
  form: string,
  blank: V,
  // V is inferred from `blank` only, so that a field missing here is an error.
  read: (id: number) => Promise<NoInfer<V> | undefined>,
  { fresh = nothing, carry = nothing, tabs = NONE, isBegun = false, denied = {} }: Extra<V> = {},
): Editing<V> {
  const me = useMe()
  const { state, pathname } = useLocation()
  const opened = useOpened(`${pathname} ${form}`, blank, read, { tabs, fresh, carry })
  const navigate = useNavigate()
  const [params] = useSearchParams()
  // No other code writes the state of an address with an action.
  const entry = state as Entry<V> | null
  const action = params.get('acao')
  const part = params.get('aba')
  const asked = `${action} ${params.get('id')}`

  /** True when a button opened the form rather than a return to its address. */
  const pressed = useRef(false)
  const without = () => new URLSearchParams([...params].filter(([key]) => !formKeys.includes(key)))
  const whyNot = (action: string | null) => (action === 'novo' ? denied.create : action === 'editar' ? denied.change : undefined)
  const go = (asked: { acao: string } & Record<string, string>, begun: Partial<V> = {}) => {
    const why = whyNot(asked.acao)
    if (why) {
      // Keys typed for the refused form are discarded.
      keepTyped()
      giveUpTyped()
      return notify.warn(why)
    }
    const search = new URLSearchParams([...without(), ...Object.entries(asked)]).toString()
    // On the second click of a double click, another history entry would keep the address of a closed form.
    if (search === new URLSearchParams(location.search).toString()) return
    pressed.current = true
    keepTyped()
    void navigate({ search }, { state: { begun, of: me.id } satisfies Entry<V>, preventScrollReset: true })
  }
  const close = () => {
    giveUpTyped()
    opened.close()
    if (action === null) return
    if (entry) void navigate(-1)
    else void navigate({ search: without().toString() }, { replace: true, preventScrollReset: true })
  }

  useEffect(() => {
    const id = Number(params.get('id'))
    // The form is already closed, but a copy may still be loading its initial values.
    if (action === null) return opened.opened ? opened.close() : undefined
    const begun = entry?.of === me.id ? entry.begun : {}
    // An entry of another person loses its state at once.
    if (entry && entry.of !== me.id) void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true })
    const draftFirst = !pressed.current
    pressed.current = false
    const why = whyNot(action)
    // Keys typed meanwhile are kept for the form, also when its address was opened directly or by Back.
    keepTyped()
    if (why) notify.warn(why)
    else if (action === 'novo' && !isBegun) return opened.create(begun, draftFirst)
    else if (action === 'editar' && id > 0) return opened.edit(id, { begun, draftFirst, gone: close })
    else notify.error(messages.invalidAction)
    return close()
    // oxlint-disable-next-line react/exhaustive-deps -- an address opens its form once
  }, [asked])
  useEffect(() => {
    if (action === null || part === null) return
    if (tabs.includes(part)) opened.showTab(part)
    else notify.error(messages.invalidTab)
    // oxlint-disable-next-line react/exhaustive-deps -- runs after the effect that opens the form
  }, [asked, part])

  return {
    ...opened,
    close,
    // Leaving the page changes the address, which closes the form.
    left: () => undefined,
    // Switches the tab at once; the address follows, so that it can be shared.
    showTab: (aba) => {
      opened.showTab(aba)
      const search = new URLSearchParams(params)
      search.set('aba', aba)
      void navigate({ search: search.toString() }, { replace: true, state: entry, preventScrollReset: true })
    },
    create: (values) => go({ acao: 'novo' }, values),
    edit: (id, how) => {
      go({ acao: 'editar', id: String(id), ...(how?.tab && { aba: how.tab }) }, how?.begun)
      return () => undefined
    },
    copy: (id, change) => opened.read(id, (values) => go({ acao: 'novo' }, change(values))),
  }
}

/** The tab of a form. */
export interface Tabbed {
  /** Undefined for a form without tabs. */
  tab: string | undefined
  showTab: (tab: string) => void
}

/**
 * State of a form without an address. `form` names its draft, after the page's path if it belongs to one page. `tabs` lists its tabs, the first one
 * shown first.
 */
export function useOpened<V extends object>(
  form: string,
  blank: V,
  ask: (id: number) => Promise<V | undefined>,
  { tabs = NONE, fresh = nothing, carry = nothing }: Pick<Extra<V>, 'tabs' | 'fresh' | 'carry'> = {},
) {
  const me = useMe()
  const [opened, setOpened] = useState<(Opened<V> & { turn: number }) | null>(null)
  const { loading, fetched } = useFetching()
  const [tab, showTab] = useState(tabs[0])
  /** Id of the last saved record (null for a new one) and the number of saves. */
  const [saved, setSaved] = useState<{ id: number | null; count: number }>({ id: null, count: 0 })

  // Only the last requested record is opened: a late response would replace the record being edited.
  const turn = useRef(0)
  const open = (next: Opened<V> | null) => {
    turn.current += 1
    setOpened(next && { ...next, turn: turn.current })
  }
  /** Opens the form with the draft restored, and with the values that a button preset. Preset values take precedence over the draft. */
  const begin = (id: number | null, was: V, begun: Partial<V> = {}, draftFirst = true) => {
    const draft = draftOf<V>(me.id, form, id)
    const plain = { ...was, ...begun }
    // A draft that may already be stored is not combined with other preset values: a step of one project must not move to another.
    const isOther = draft?.attempt !== undefined && Object.entries(begun).some(([key, value]) => draft.values[key as keyof V] !== value)
    if (!draft || isOther) return open({ id, values: plain, was, kept: plain })
    const stored = { ...was, ...draft.was }
    // A draft that was sent is retried unchanged, whatever opens it.
    const isSent = draft.attempt !== undefined
    const values = draftFirst || isSent ? { ...plain, ...draft.values } : { ...was, ...draft.values, ...begun }
    const discard = (now = was) => {
      const plain = { ...now, ...begun }
      open({ id, values: plain, was: now, kept: plain })
    }
    open({
      id,
      values,
      was: stored,
      kept: stored,
      attempt: draft.attempt,
      unsure: draft.sent && { ...stored, ...draft.sent },
      discard,
    })
  }
  const create = (values: V, begun: Partial<V> = {}, draftFirst = true) => {
    showTab(tabs[0])
    begin(null, { ...values, ...begun }, begun, draftFirst)
  }
  /** Reads a record; returns a function that cancels it. */
  const read = (id: number, found: (values: V) => void, gone?: () => void) => {
    const mine = (turn.current += 1)
    void fetched(() => ask(id)).then((values) => mine === turn.current && (values ? found(values) : gone?.()))
    return () => {
      if (mine === turn.current) turn.current += 1
    }
  }

  return {
    form,
    opened,
    ask,
    saved,
    /** Counts a save. `id` is null for a new record. */
    count: (id: number | null) => setSaved(({ count }) => ({ id, count: count + 1 })),
    loading,
    tab,
    showTab: (part: string) => showTab(part),
    read,
    create: (begun: Partial<V> = {}, draftFirst = true) => create({ ...blank, ...fresh() }, begun, draftFirst),
    /** Opens another new record after a save. The saved one's draft still exists. */
    next: (saved: V) => {
      const was = { ...blank, ...fresh(), ...carry(saved) }
      showTab(tabs[0])
      open({ id: null, values: was, was, kept: was })
    },
    /** `begun` holds preset changes. `gone` runs when the record could not be read, which has been reported. */
    edit: (id: number, { begun, draftFirst, gone }: { begun?: Partial<V>; tab?: string; draftFirst?: boolean; gone?: () => void } = {}) => {
      showTab(tabs[0])
      return read(id, (stored) => begin(id, stored, begun, draftFirst), gone)
    },
    /** Opens a new record with values from an existing one. */
    copy: (id: number, change: (values: V) => V) => read(id, (values) => create(change(values))),
    close: () => open(null),
    /** Runs when the page is left from the form. */
    left: () => open(null),
  }
}
