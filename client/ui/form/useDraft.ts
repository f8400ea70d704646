import { useEffect } from 'react'
import { isStillHere } from '../../api/session.ts'
import { useMe } from '../../boot.ts'
import { keepDraft, type Draft } from './drafts.ts'

/**
 * Keeps what is typed until it is saved or given up (null). With each letter: a browser that is killed, or short of time, says nothing to the page it
 * leaves. `form`, `id`: whose it is (drafts.ts). `stays`: whoever takes the field away drops it or leaves it to be taken up again.
 */
export function useDraft<V>(form: string, id: number | null, draft: Draft<V> | null, stays = false) {
  const me = useMe()
  const text = JSON.stringify(draft)
  useEffect(() => {
    const drop = draft && isStillHere() ? keepDraft(me.id, form, id, draft) : undefined
    // Whoever signed out in another tab leaves nothing in this one.
    const hide = () => void (isStillHere() || drop?.())
    addEventListener('pagehide', hide)
    return () => {
      removeEventListener('pagehide', hide)
      if (!stays) drop?.()
    }
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- what is typed, not the object that holds it
  }, [me.id, form, id, text, stays])
}
