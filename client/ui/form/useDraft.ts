import { useEffect } from 'react'
import { isStillHere } from '../../api/session.ts'
import { useMe } from '../../boot.ts'
import { keepDraft, type Draft } from './drafts.ts'

/**
 * Keeps a draft until it is saved or given up (null). It is stored with each letter, because a killed browser sends no event to the page. `form` and
 * `id` identify it (drafts.ts). With `stays`, unmounting keeps the draft: the caller removes it or restores it later.
 */
export function useDraft<V>(form: string, id: number | null, draft: Draft<V> | null, stays = false) {
  const me = useMe()
  const text = JSON.stringify(draft)
  useEffect(() => {
    const drop = draft && isStillHere() ? keepDraft(me.id, form, id, draft) : undefined
    // After signing out in another tab, nothing of the draft stays in this one.
    const hide = () => void (isStillHere() || drop?.())
    addEventListener('pagehide', hide)
    return () => {
      removeEventListener('pagehide', hide)
      if (!stays) drop?.()
    }
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- depends on the draft's text, not on its object
  }, [me.id, form, id, text, stays])
}
