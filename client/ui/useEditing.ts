import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messages } from '../../shared/messages.ts'
import { Failure } from '../api.ts'
import { useMe } from '../boot.ts'
import { takeDraft } from './drafts.ts'
import { notify } from './notify.ts'

export type Editing<V extends object> = ReturnType<typeof useEditing<V>>

/** Which record a form is open for: none, a new one (id null), or one that was just read. `form` names its draft. */
export function useEditing<V extends object>(form: string, blank: V, read: (id: number) => Promise<V | undefined>) {
  const me = useMe()
  const [opened, setOpened] = useState<{ id: number | null; values: V } | null>(null)
  const [loading, setLoading] = useState(false)

  // A draft exists only in this browser tab: the server cannot draw it.
  useEffect(() => {
    const draft = takeDraft(me.id, form)
    if (!draft) return
    // keepDraft wrote the same form's values.
    setOpened({ id: draft.id, values: { ...blank, ...(draft.values as V) } })
    notify.info('O que você digitou antes de entrar de novo está aqui.')
    // oxlint-disable-next-line react/exhaustive-deps -- once, on arrival
  }, [])

  // A link to a new record: the palette's.
  const [params, setParams] = useSearchParams()
  useEffect(() => {
    if (!params.has('novo')) return
    setOpened({ id: null, values: blank })
    params.delete('novo')
    setParams(params, { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- a screen writes `blank` once
  }, [params, setParams])

  return {
    form,
    opened,
    loading,
    create: () => setOpened({ id: null, values: blank }),
    edit: async (id: number) => {
      setLoading(true)
      try {
        const values = await read(id)
        if (values) setOpened({ id, values })
        else notify.error(messages.notFound)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        if (error.status !== 401) notify.error(error.message)
      } finally {
        setLoading(false)
      }
    },
    close: () => setOpened(null),
  }
}
