import { failure, messages } from '../../shared/messages.ts'
import { readCookie, writeCookie } from '../ui/cookie.ts'
import { Failure } from './failure.ts'

// Whose this browser is, by its newest page; nobody's after signing out. A cookie, because a tab that slept reads it as it is now.
const PERSON = 'pessoa'
let person = ''
/** Says whose page this is. */
export function setPerson(id: number) {
  person = String(id)
  writeCookie(PERSON, person)
  // Whoever comes back to a tab after signing out in another finds nothing of it there.
  for (const event of ['focus', 'visibilitychange', 'pageshow']) addEventListener(event, () => void (readCookie(PERSON) || sessionEnded()))
}

/** Whether the browser is still of whoever this page was drawn for. */
export const isStillHere = () => readCookie(PERSON) === person

const leaving: (() => void)[] = []
/** Runs before an ended session leaves the page: an open form keeps there what was typed. */
export function beforeLeaving(keep: () => void) {
  leaving.push(keep)
  return () => void leaving.splice(leaving.indexOf(keep), 1)
}

/** Leaves for the sign-in page, and comes back here after it. Whoever signed out, in another tab, leaves nothing here either. */
export function sessionEnded() {
  if (!isStillHere()) return location.assign('/?aviso=ate-logo')
  for (const keep of leaving) keep()
  location.assign(`/?aviso=sessao-encerrada&volta=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Ends the session, and with it everything this browser holds of it. */
export async function signOut() {
  const response = await fetch('/api/logout', { method: 'POST', headers: { 'X-CSRF': '1', ...drawnFor() } }).catch(() => null)
  if (response?.status === 409) throw new Failure(409, messages.anotherPerson)
  if (!response?.ok) throw new Failure(response?.status ?? 0, response ? failure(response.status) : messages.noAnswer)
  writeCookie(PERSON, '')
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister()
  location.assign('/?aviso=ate-logo')
}

/** The header that says whose page asks; none before anybody signed in. */
export const drawnFor = () => (person ? { 'X-Person': person } : undefined)
