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
export interface Opened<V> {
  /** Null for a new record. */
  id: number | null
  /**
   * `values`: the initial values. `was`: the stored values, or the defaults of a new record. `kept`: the values with which the form may be left
   * without a question; these are the initial values, unless a draft was restored.
   */
  values: V
  was: V
  kept: V
  /** Idempotency key of a request without a response, whose record may be stored. */
  attempt?: string | undefined
  /** The values that were sent with that request. */
  unsure?: V | undefined
  /** Reopens the form without the restored draft; with `stored` if the caller knows the stored values. Absent if no draft was restored. */
  discard?: (stored?: V) => void
}

export type Editing<V extends object> = ReturnType<typeof useOpened<V>>

const NO_TABS: readonly string[] = []
const nothing = () => ({})
interface Extra<V> {
  /** Returns the initial values of a new record; called when the form opens. */
  fresh?: () => Partial<V>
  /** Returns the values that the next new record takes over from the record just saved. */
  carry?: (saved: V) => Partial<V>
  /** Tabs of the form. A link may name one of them (&aba=acessos). */
  tabs?: readonly string[]
  /** True when only a button may begin a new record: opening an address or restoring a browser tab begins none. */
  isBegun?: boolean
  /** The reasons why a new or a stored record may not be opened. A reason is shown instead of the form; absent when opening is allowed. */
  denied?: { create?: string | undefined; change?: string | undefined }
}

/** State of a history entry that opens a form: the form's initial values. */
interface Entry<V> {
  begun: Partial<V>
  /** Id of the person who made the entry. The next person in this tab may go back to the entry, but must not see its values. */
  of: number
}

/** Keeps an open form in a history entry whose address can be shared: ?acao=novo, ?acao=editar&id=7. */
export function useEditing<V extends object>(
  form: string,
  blank: V,
  // NoInfer: V is inferred from `blank` only, so that a field missing in this result is a type error.
  read: (id: number) => Promise<NoInfer<V> | undefined>,
  { fresh = nothing, carry = nothing, tabs = NO_TABS, isBegun = false, denied = {} }: Extra<V> = {},
): Editing<V> {
  const me = useMe()
  const { state, pathname } = useLocation()
  const opened = useOpened(`${pathname} ${form}`, blank, read, { tabs, fresh, carry })
  const navigate = useNavigate()
  const [params] = useSearchParams()
  // Only this hook writes the state of an address with an action, so the cast is safe.
  const entry = state as Entry<V> | null
  const action = params.get('acao')
  const part = params.get('aba')
  const asked = `${action} ${params.get('id')}`

  /** True when a button opened the form; false when its address did, for example by Back. */
  const pressed = useRef(false)
  const without = () => new URLSearchParams([...params].filter(([key]) => !formKeys.includes(key)))
  const whyNot = (action: string | null) => (action === 'novo' ? denied.create : action === 'editar' ? denied.change : undefined)
  const go = (asked: { acao: string } & Record<string, string>, begun: Partial<V> = {}) => {
    const why = whyNot(asked.acao)
    if (why) {
      // Discards keys that were typed for the form, because it is refused.
      keepTyped()
      giveUpTyped()
      return notify.warn(why)
    }
    const search = new URLSearchParams([...without(), ...Object.entries(asked)]).toString()
    // Stops the second click of a double click, whose history entry would keep the address of a form that is closed by then.
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
    // No form is open, but a copy may still be loading its initial values. Closing cancels that.
    if (action === null) return opened.opened ? opened.close() : undefined
    const begun = entry?.of === me.id ? entry.begun : {}
    // The entry of another person loses its state at once, so that the values are gone.
    if (entry && entry.of !== me.id) void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true })
    const draftFirst = !pressed.current
    pressed.current = false
    const why = whyNot(action)
    // Keys typed meanwhile are kept for the form, also if its address was opened directly or by Back.
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
    // Leaving the page changes the address, which closes the form, so nothing remains to be done.
    left: () => undefined,
    // Switches the tab at once. The address follows, so that a shared link shows the same tab.
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

/** The tab of a form, and the function that switches it. */
export interface Tabbed {
  /** Undefined for a form without tabs. */
  tab: string | undefined
  showTab: (tab: string) => void
}

/**
 * State of a form that is not kept in the address. `form` names its draft; if the form belongs to one page, the page's path precedes the name. `tabs`
 * lists its tabs; the first one is shown first.
 */
export function useOpened<V extends object>(
  form: string,
  blank: V,
  ask: (id: number) => Promise<V | undefined>,
  { tabs = NO_TABS, fresh = nothing, carry = nothing }: Pick<Extra<V>, 'tabs' | 'fresh' | 'carry'> = {},
) {
  const me = useMe()
  const [opened, setOpened] = useState<(Opened<V> & { opening: number }) | null>(null)
  const { loading, fetched } = useFetching()
  const [tab, showTab] = useState(tabs[0])
  /** Id of the last saved record (null for a new one) and the number of saves. */
  const [saved, setSaved] = useState<{ id: number | null; count: number }>({ id: null, count: 0 })

  // Only the record requested last is opened, because a late response would otherwise replace the record being edited.
  const opening = useRef(0)
  const open = (next: Opened<V> | null) => {
    opening.current += 1
    setOpened(next && { ...next, opening: opening.current })
  }
  /**
   * Opens the form with its draft restored and the values that a button preset. The draft wins if `draftFirst` is true, otherwise the preset values.
   */
  const begin = (id: number | null, was: V, begun: Partial<V> = {}, draftFirst = true) => {
    const draft = draftOf<V>(me.id, form, id)
    const plain = { ...was, ...begun }
    // A draft whose record may already be stored is not combined with other preset values: it could move, for example, a step to another project.
    const isOther = draft?.attempt !== undefined && Object.entries(begun).some(([key, value]) => draft.values[key as keyof V] !== value)
    if (!draft || isOther) return open({ id, values: plain, was, kept: plain })
    const stored = { ...was, ...draft.was }
    // A draft that was sent is retried unchanged, so it takes precedence even over preset values.
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
  /** Reads a record and passes it to `found`; `gone` runs if there is none. Returns a function that cancels the reading. */
  const read = (id: number, found: (values: V) => void, gone?: () => void) => {
    const mine = (opening.current += 1)
    void fetched(() => ask(id)).then((values) => mine === opening.current && (values ? found(values) : gone?.()))
    return () => {
      if (mine === opening.current) opening.current += 1
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
    /** Opens another new record after a save. The draft of the saved record still exists at this point. */
    next: (saved: V) => {
      const was = { ...blank, ...fresh(), ...carry(saved) }
      showTab(tabs[0])
      open({ id: null, values: was, was, kept: was })
    },
    /** `begun` contains values that are already changed when the form opens. `gone` is called if the record could not be read; a message has then said why. */
    edit: (id: number, { begun, draftFirst, gone }: { begun?: Partial<V>; tab?: string; draftFirst?: boolean; gone?: () => void } = {}) => {
      showTab(tabs[0])
      return read(id, (stored) => begin(id, stored, begun, draftFirst), gone)
    },
    /** Opens a new record with values from an existing one. */
    copy: (id: number, change: (values: V) => V) => read(id, (values) => create(change(values))),
    close: () => open(null),
    /** Runs when the person leaves the page while the form is open. */
    left: () => open(null),
  }
}
