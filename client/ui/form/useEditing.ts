import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messages } from '../../../shared/messages.ts'
import { useMe } from '../../boot.ts'
import { takeDraft } from './drafts.ts'
import { notify } from '../feedback/notify.ts'
import { useFetching } from '../useFetching.ts'

export type Editing<V extends object> = ReturnType<typeof useOpened<V>>

const NONE: readonly string[] = []

interface Links<V> {
  /** What a link to a new record may begin it with, by the parameter that asks for it (?acao=novo&agora=1). */
  begins?: Record<string, () => Partial<V>>
  /** The form's parts, which a link may name (&aba=acessos). */
  tabs?: readonly string[]
}

/** The same, opened by the screen's address too: ?acao=novo (the palette's), ?acao=editar&id=7. */
export function useEditing<V extends object>(
  form: string,
  blank: V,
  read: (id: number) => Promise<V | undefined>,
  { begins = {}, tabs = NONE }: Links<V> = {},
) {
  const editing = useOpened(form, blank, read, tabs)
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    const action = params.get('acao')
    const id = Number(params.get('id'))
    const part = params.get('aba')
    if (action === null) return
    const begun = Object.entries(begins).filter(([key]) => params.has(key))
    if (action === 'novo') editing.create(Object.assign({}, ...begun.map(([, values]) => values())))
    else if (action === 'editar' && id > 0) void editing.edit(id)
    else notify.error(messages.invalidAction)
    if (part !== null && tabs.includes(part)) editing.showTab(part)
    else if (part !== null) notify.error(messages.invalidTab)
    for (const key of ['acao', 'id', 'aba', ...Object.keys(begins)]) params.delete(key)
    setParams(params, { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- a screen writes them once
  }, [params, setParams])
  return editing
}

/** Which part of a form is shown. */
export interface Tabbed {
  /** Undefined: the form has none. */
  tab: string | undefined
  showTab: (tab: string) => void
}

/** Which record a form is open for: none, a new one (id null), or one that was just read. `form` names its draft; `tabs` its parts, the first one shown first. */
export function useOpened<V extends object>(form: string, blank: V, read: (id: number) => Promise<V | undefined>, tabs = NONE) {
  const me = useMe()
  const [opened, setOpened] = useState<{ id: number | null; values: V } | null>(null)
  const { loading, fetched } = useFetching()
  const [tab, showTab] = useState(tabs[0])

  // Only what was asked for last is opened: a late answer would put another record under what is being typed.
  const newest = useRef(0)
  const open = (next: typeof opened) => {
    newest.current += 1
    setOpened(next)
  }
  const openRead = async (id: number, as: (values: V) => typeof opened) => {
    const mine = (newest.current += 1)
    const values = await fetched(() => read(id))
    if (values && mine === newest.current) setOpened(as(values))
  }

  const create = (values: Partial<V> = {}) => {
    showTab(tabs[0])
    open({ id: null, values: { ...blank, ...values } })
  }
  const edit = (id: number) => {
    showTab(tabs[0])
    return openRead(id, (values) => ({ id, values }))
  }

  // A draft exists only in this browser tab: the server cannot draw it.
  useEffect(() => {
    const draft = takeDraft(me.id, form)
    if (!draft) return
    // keepDraft wrote the same form's values.
    setOpened({ id: draft.id, values: { ...blank, ...(draft.values as V) } })
    notify.info('O que você digitou antes de entrar de novo está aqui.')
    // oxlint-disable-next-line react/exhaustive-deps -- once, on arrival
  }, [])

  return {
    form,
    opened,
    loading,
    tab,
    showTab: (part: string) => showTab(part),
    create,
    edit,
    /** A new record that begins as another is. */
    copy: (id: number, change: (values: V) => V) => openRead(id, (values) => ({ id: null, values: change(values) })),
    close: () => open(null),
  }
}
