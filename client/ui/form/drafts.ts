// What was typed into a form when its page was left or the session ended, until the same person is back on the same page. This tab only, never a
// password.
const PREFIX = 'rascunho '

export interface Draft {
  id: number | null
  values: unknown
}

const keyOf = (user: number, form: string) => `${PREFIX}${user} ${location.pathname} ${form}`

export function keepDraft(user: number, form: string, draft: Draft) {
  const text = JSON.stringify(draft, (key, value: unknown) => (/password|senha/i.test(key) ? undefined : value))
  sessionStorage.setItem(keyOf(user, form), text)
}

/** Gives it once. */
export function takeDraft(user: number, form: string): Draft | null {
  const key = keyOf(user, form)
  const text = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  // keepDraft wrote it.
  return text === null ? null : (JSON.parse(text) as Draft)
}

/** Drops everybody's drafts, or everybody's but one person's. */
export function dropDrafts(but?: number) {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX}${but} `)) sessionStorage.removeItem(key)
}
