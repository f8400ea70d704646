import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messages } from '../../shared/messages.ts'
import { Failure } from '../api.ts'
import { useMe } from '../boot.ts'
import { takeDraft } from './drafts.ts'
import { notify } from './notify.ts'

export type Editing<V extends object> = ReturnType<typeof useOpened<V>>

/**
 * The same, opened by the screen's address too: ?acao=novo (the palette's), ?acao=editar&id=7.
 * `begins`: what a link to a new record may begin it with, by the parameter that asks for it (?acao=novo&agora=1).
 */
export function useEditing<V extends object>(
  form: string,
  blank: V,
  read: (id: number) => Promise<V | undefined>,
  begins: Record<string, () => Partial<V>> = {},
) {
  const editing = useOpened(form, blank, read)
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    const action = params.get('acao')
    const id = Number(params.get('id'))
    if (action === null) return
    const begun = Object.entries(begins).filter(([key]) => params.has(key))
    if (action === 'novo') editing.create(Object.assign({}, ...begun.map(([, values]) => values())))
    else if (action === 'editar' && id > 0) void editing.edit(id)
    else notify.error(messages.invalidAction)
    for (const key of ['acao', 'id', ...Object.keys(begins)]) params.delete(key)
    setParams(params, { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- a screen writes `blank`, `read` and `begins` once
  }, [params, setParams])
  return editing
}

/** Which record a form is open for: none, a new one (id null), or one that was just read. `form` names its draft. */
export function useOpened<V extends object>(form: string, blank: V, read: (id: number) => Promise<V | undefined>) {
  const me = useMe()
  const [opened, setOpened] = useState<{ id: number | null; values: V } | null>(null)
  const [loading, setLoading] = useState(false)

  /** Reads a record; undefined when it is gone or does not come, which is said. */
  const fetched = async (id: number) => {
    setLoading(true)
    try {
      const values = await read(id)
      if (!values) notify.error(messages.notFound)
      return values
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status !== 401) notify.error(error.message)
      return undefined
    } finally {
      setLoading(false)
    }
  }
  const create = (values: Partial<V> = {}) => setOpened({ id: null, values: { ...blank, ...values } })
  const edit = async (id: number) => {
    const values = await fetched(id)
    if (values) setOpened({ id, values })
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
    create,
    edit,
    /** A new record that begins as another is. */
    copy: async (id: number, change: (values: V) => V) => {
      const values = await fetched(id)
      if (values) setOpened({ id: null, values: change(values) })
    },
    close: () => setOpened(null),
  }
}
