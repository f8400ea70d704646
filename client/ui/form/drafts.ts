// What is typed into an open form, until it is saved or dropped: a page that is left, killed or signed out by time gives it to the same form of the
// same person. This tab only, never a password.
import { parsedOf, store } from '../storage.ts'

const PREFIX = 'rascunho '

export interface Draft<V> {
  values: V
  was: V
  /** It was sent so, and may be stored. */
  attempt?: string | undefined
  /** What was sent then. */
  sent?: V | undefined
}

/** What a person has at hand in this tab, and nobody else. */
export const draftKey = (user: number, what: string) => `${PREFIX}${user} ${what}`
/** `form`: what it is called, after its page's path where it is one page's. `id`: the record's; null: a new one. */
const keyOf = (user: number, form: string, id: number | null | '') => draftKey(user, `${form} ${id ?? 'novo'}`)

const isSecret = (key: string) => /password|senha/i.test(key)

/** `draft`: what is typed, and what was stored when that began. Gives the way to drop it. */
export function keepDraft<V>(user: number, form: string, id: number | null, draft: Draft<V>) {
  const key = keyOf(user, form, id)
  const { values, was } = draft
  // What holds a password cannot be sent as it was: it is typed anew, and its sending is another.
  const isWhole = !Object.keys(values as object).some(isSecret)
  const text = JSON.stringify(isWhole ? draft : { values, was }, (key, value: unknown) => (isSecret(key) ? undefined : value))
  // It has no room for megabytes; the form is used all the same.
  store(sessionStorage, key, text)
  return () => sessionStorage.removeItem(key)
}

export const dropDraft = (user: number, form: string, id: number | null) => sessionStorage.removeItem(keyOf(user, form, id))

/** Without what is never kept. It stays until its form drops it: the page may be left before that is drawn. */
export function draftOf<V>(user: number, form: string, id: number | null): Draft<Partial<V>> | null {
  const text = sessionStorage.getItem(keyOf(user, form, id))
  // keepDraft wrote it of the same form.
  return parsedOf(text) as Draft<Partial<V>> | null
}

/** Of which record one is kept, null a new one; undefined: of none. */
export function draftedOf(user: number, form: string) {
  const start = keyOf(user, form, '')
  const key = Object.keys(sessionStorage).find((key) => key.startsWith(start))
  if (key === undefined) return undefined
  const id = key.slice(start.length)
  return id === 'novo' ? null : Number(id)
}

/** Drops everybody's drafts, or everybody's but one person's. */
export function dropDrafts(but?: number) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${but} `)) sessionStorage.removeItem(key)
}
