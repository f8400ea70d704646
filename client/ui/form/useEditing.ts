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
  /** Null: a new one. */
  id: number | null
  /** What it begins with; what is stored, or a new one begins with; and what may be left without a question: all but what was typed before. */
  values: V
  was: V
  kept: V
  /** It was sent as it is, and may be stored. */
  attempt?: string | undefined
  /** What was sent then. */
  unsure?: V | undefined
  /** Opens it without what was typed before, as it is stored by now where that is known; absent: nothing was. */
  discard?: (stored?: V) => void
}

export type Editing<V extends object> = ReturnType<typeof useOpened<V>>

const NONE: readonly string[] = []
const nothing = () => ({})
interface Extra<V> {
  /** What each new record begins with, at the moment it is opened. */
  fresh?: () => Partial<V>
  /** What the next new record takes over from the one that was just saved. */
  carry?: (saved: V) => Partial<V>
  /** The form's parts, which a link may name (&aba=acessos). */
  tabs?: readonly string[]
  /** A new one is begun by a button alone: an address that is opened, or a tab that is restored, changes nothing. */
  isBegun?: boolean
  /** What a button or an address says in the place of opening a new one, or one that is stored; absent: it may be opened. */
  denied?: { create?: string | undefined; change?: string | undefined }
}

/** What an entry of the history that we made begins a form with. */
interface Entry<V> {
  begun: Partial<V>
  /** Whose it is: the next person of this tab goes back to the same entry. */
  of: number
}

/** An open form as an entry of the history, whose address can be sent: ?acao=novo, ?acao=editar&id=7. */
export function useEditing<V extends object>(
  form: string,
  blank: V,
  // What is blank says its shape: a field that is missing here is named.
  read: (id: number) => Promise<NoInfer<V> | undefined>,
  { fresh = nothing, carry = nothing, tabs = NONE, isBegun = false, denied = {} }: Extra<V> = {},
): Editing<V> {
  const me = useMe()
  const { state, pathname } = useLocation()
  const opened = useOpened(`${pathname} ${form}`, blank, read, { tabs, fresh, carry })
  const navigate = useNavigate()
  const [params] = useSearchParams()
  // Nobody else writes the state of an address with an action.
  const entry = state as Entry<V> | null
  const action = params.get('acao')
  const part = params.get('aba')
  const asked = `${action} ${params.get('id')}`

  /** A button opens it, not an address that is come back to. */
  const pressed = useRef(false)
  const without = () => new URLSearchParams([...params].filter(([key]) => !formKeys.includes(key)))
  const whyNot = (action: string | null) => (action === 'novo' ? denied.create : action === 'editar' ? denied.change : undefined)
  const go = (asked: { acao: string } & Record<string, string>, begun: Partial<V> = {}) => {
    const why = whyNot(asked.acao)
    if (why) {
      // What is typed for the form is nobody's.
      keepTyped()
      giveUpTyped()
      return notify.warn(why)
    }
    const search = new URLSearchParams([...without(), ...Object.entries(asked)]).toString()
    // The second click of a double one: another entry would keep the address of a form that is closed.
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
    // Closed already, it may be reading what a copy begins as.
    if (action === null) return opened.opened ? opened.close() : undefined
    const begun = entry?.of === me.id ? entry.begun : {}
    // Another's: gone with the first look.
    if (entry && entry.of !== me.id) void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true })
    const draftFirst = !pressed.current
    pressed.current = false
    const why = whyNot(action)
    // Also when an address was opened, or Back leads to one.
    keepTyped()
    if (why) notify.warn(why)
    else if (action === 'novo' && !isBegun) return opened.create(begun, draftFirst)
    else if (action === 'editar' && id > 0) return opened.edit(id, { begun, draftFirst, gone: close })
    else notify.error(messages.invalidAction)
    return close()
    // oxlint-disable-next-line react/exhaustive-deps -- an address opens once
  }, [asked])
  useEffect(() => {
    if (action === null || part === null) return
    if (tabs.includes(part)) opened.showTab(part)
    else notify.error(messages.invalidTab)
    // oxlint-disable-next-line react/exhaustive-deps -- after what it opened
  }, [asked, part])

  return {
    ...opened,
    close,
    // It goes with its address.
    left: () => undefined,
    // At once; the address follows, so that what is shown can be sent.
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

/** Which part of a form is shown. */
export interface Tabbed {
  /** Undefined: the form has none. */
  tab: string | undefined
  showTab: (tab: string) => void
}

/** Which record a form is open for. `form` names its draft, and the page too where it is one page's; `tabs` its parts, the first one shown first. */
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
  /** Which one was saved last, null a new one, and how many were. */
  const [saved, setSaved] = useState<{ id: number | null; count: number }>({ id: null, count: 0 })

  // Only what was asked for last is opened: a late answer would put another record under what is being typed.
  const turn = useRef(0)
  const open = (next: Opened<V> | null) => {
    turn.current += 1
    setOpened(next && { ...next, turn: turn.current })
  }
  /** Opens it as it was typed before the page was left, and with what is begun of it: what a button begins comes before what was typed. */
  const begin = (id: number | null, was: V, begun: Partial<V> = {}, draftFirst = true) => {
    const draft = draftOf<V>(me.id, form, id)
    const plain = { ...was, ...begun }
    // What may be stored already goes nowhere else: a step of one project is none of another.
    const isOther = draft?.attempt !== undefined && Object.entries(begun).some(([key, value]) => draft.values[key as keyof V] !== value)
    if (!draft || isOther) return open({ id, values: plain, was, kept: plain })
    const stored = { ...was, ...draft.was }
    // Sent as it is, it is tried again as it is, whoever opens it.
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
  /** Gives the way to stop it. */
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
    /** One was saved; null: a new one. */
    count: (id: number | null) => setSaved(({ count }) => ({ id, count: count + 1 })),
    loading,
    tab,
    showTab: (part: string) => showTab(part),
    read,
    create: (begun: Partial<V> = {}, draftFirst = true) => create({ ...blank, ...fresh() }, begun, draftFirst),
    /** Another new one, after one was saved, whose draft is still there. */
    next: (saved: V) => {
      const was = { ...blank, ...fresh(), ...carry(saved) }
      showTab(tabs[0])
      open({ id: null, values: was, was, kept: was })
    },
    /** `begun`: what is changed of it already. `gone`: it could not be read, which was said. */
    edit: (id: number, { begun, draftFirst, gone }: { begun?: Partial<V>; tab?: string; draftFirst?: boolean; gone?: () => void } = {}) => {
      showTab(tabs[0])
      return read(id, (stored) => begin(id, stored, begun, draftFirst), gone)
    },
    /** A new record that begins as another is. */
    copy: (id: number, change: (values: V) => V) => read(id, (values) => create(change(values))),
    close: () => open(null),
    /** The page is left from it. */
    left: () => open(null),
  }
}
