// What was typed into a form when its page was left or the session ended, until the same person opens the same form again. This tab only, never a
// password.
const PREFIX = 'rascunho '

/** `id`: the record's; null: a new one. */
const keyOf = (user: number, form: string, id: number | null) => `${PREFIX}${user} ${location.pathname} ${form} ${id ?? 'novo'}`

export function keepDraft(user: number, form: string, id: number | null, values: unknown) {
  const text = JSON.stringify(values, (key, value: unknown) => (/password|senha/i.test(key) ? undefined : value))
  try {
    sessionStorage.setItem(keyOf(user, form, id), text)
  } catch {
    // It has no room for megabytes; the page is left all the same.
  }
}

/** Gives its values once. */
export function takeDraft(user: number, form: string, id: number | null): unknown {
  const key = keyOf(user, form, id)
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return text === null ? null : JSON.parse(text)
}

/** Drops everybody's drafts, or everybody's but one person's. */
export function dropDrafts(but?: number) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${but} `)) sessionStorage.removeItem(key)
}
