import { useEffect } from 'react'
import { isStillHere } from '../../api/session.ts'
import { useMe } from '../../boot.ts'
import { keepDraft, type Draft } from './drafts.ts'

/**
 * Keeps a draft until it is saved or given up (`draft` null). Each keystroke stores it, because a browser that is killed sends the page no event.
 * `form` and `id` identify the draft (drafts.ts). With `stays`, unmounting keeps the draft: the caller removes or restores it later.
 */
export function useDraft<V>(form: string, id: number | null, draft: Draft<V> | null, stays = false) {
  const me = useMe()
  const text = JSON.stringify(draft)
  useEffect(() => {
    const drop = draft && isStillHere() ? keepDraft(me.id, form, id, draft) : undefined
    // If the person has signed out in another tab, the draft is removed when this page is left.
    const hide = () => void (isStillHere() || drop?.())
    addEventListener('pagehide', hide)
    return () => {
      removeEventListener('pagehide', hide)
      if (!stays) drop?.()
    }
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- depends on the draft's text, not on its object
  }, [me.id, form, id, text, stays])
}
