// What was typed into a form when its page was left or the session ended, until the same person opens the same form again. This tab only, never a
// password.
import { store } from '../storage.ts'

const PREFIX = 'rascunho '

interface Draft<V> {
  values: V
  was: V
}

/** `id`: the record's; null: a new one. */
const keyOf = (user: number, form: string, id: number | null) => `${PREFIX}${user} ${location.pathname} ${form} ${id ?? 'novo'}`

/** `draft`: what was typed, and what was stored when that began. */
export function keepDraft<V>(user: number, form: string, id: number | null, draft: Draft<V>) {
  const text = JSON.stringify(draft, (key, value: unknown) => (/password|senha/i.test(key) ? undefined : value))
  // It has no room for megabytes; the page is left all the same.
  store(sessionStorage, keyOf(user, form, id), text)
}

/** Gives it once; without what is never kept. */
export function takeDraft<V>(user: number, form: string, id: number | null): Draft<Partial<V>> | null {
  const key = keyOf(user, form, id)
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  // keepDraft wrote it of the same form.
  return text === null ? null : (JSON.parse(text) as Draft<Partial<V>>)
}

/** Drops everybody's drafts, or everybody's but one person's. */
export function dropDrafts(but?: number) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${but} `)) sessionStorage.removeItem(key)
}
