// Drafts of open forms, kept until they are saved or discarded. If the person leaves the page, the browser is killed or the session times out, the
// same form restores the draft for the same person. Drafts stay in this tab and never contain a password.
import { parsedOf, store } from '../storage.ts'

const PREFIX = 'rascunho '

export interface Draft<V> {
  values: V
  was: V
  /** Idempotency key of a request without a response, whose record may be stored. */
  attempt?: string | undefined
  /** The values that were sent with that request. */
  sent?: V | undefined
}

/** Key under which a person's data is stored in this tab. It contains the person's id, so that nobody else reads the data. */
export const draftKey = (user: number, what: string) => `${PREFIX}${user} ${what}`
/** `form` is the form's name; if the form belongs to one page, the page's path precedes it. `id` is the record's id; null for a new record. */
const keyOf = (user: number, form: string, id: number | null | '') => draftKey(user, `${form} ${id ?? 'novo'}`)

const isSecret = (key: string) => /password|senha/i.test(key)

/** Stores a draft: the values as typed, and the values stored when typing began. Returns a function that removes the draft. */
export function keepDraft<V>(user: number, form: string, id: number | null, draft: Draft<V>) {
  const key = keyOf(user, form, id)
  const { values, was } = draft
  // Without its password a request cannot be repeated exactly, so its idempotency key is not kept.
  const isWhole = !Object.keys(values as object).some(isSecret)
  const text = JSON.stringify(isWhole ? draft : { values, was }, (key, value: unknown) => (isSecret(key) ? undefined : value))
  // sessionStorage has no room for megabytes. If the draft does not fit, the form still works.
  store(sessionStorage, key, text)
  return () => sessionStorage.removeItem(key)
}

export const dropDraft = (user: number, form: string, id: number | null) => sessionStorage.removeItem(keyOf(user, form, id))

/** Reads a draft without the fields that are never kept. Reading does not remove the draft, because the page may be left before its form is drawn. */
export function draftOf<V>(user: number, form: string, id: number | null): Draft<Partial<V>> | null {
  const text = sessionStorage.getItem(keyOf(user, form, id))
  // keepDraft stored this text for the same form, so the cast is safe.
  return parsedOf(text) as Draft<Partial<V>> | null
}

/** Id of the record that has a draft, null for a new record; undefined when there is no draft. */
export function draftedOf(user: number, form: string) {
  const start = keyOf(user, form, '')
  const key = Object.keys(sessionStorage).find((key) => key.startsWith(start))
  if (key === undefined) return undefined
  const id = key.slice(start.length)
  return id === 'novo' ? null : Number(id)
}

/** Removes the drafts of everybody, or of everybody except one person (`but`). */
export function dropDrafts(but?: number) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${but} `)) sessionStorage.removeItem(key)
}
