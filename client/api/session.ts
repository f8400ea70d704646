import { failure, messages } from '../../shared/messages.ts'
import { backTo, withNotice } from '../../shared/pages.ts'
import { writeCookie } from '../ui/cookie.ts'
import { Failure } from './failure.ts'

// Whose this browser is, by its newest page; nobody's after signing out. A cookie, because a tab that slept reads it as it is now.
const PERSON = 'pessoa'
let person = ''
/** Says whose page this is. */
export function setPerson(id: number) {
  person = String(id)
  writeCookie(PERSON, person)
  // Whoever comes back to a tab after signing out in another finds nothing of it there, and neither does whoever signed in since.
  for (const event of ['focus', 'visibilitychange', 'pageshow']) addEventListener(event, () => void (isStillHere() || sessionEnded()))
}

/** Whether the browser is still of whoever this page was drawn for. A cookie of the same name that another writes beside ours says nothing. */
export const isStillHere = () => document.cookie.split('; ').includes(`${PERSON}=${person}`)

const REFUSED = 'acesso-negado'

/** Leaves for the sign-in page, and comes back here after it. Whoever signed out, in another tab, leaves nothing here either. */
export function sessionEnded() {
  if (!isStillHere()) {
    sessionStorage.clear()
    return location.assign('/?aviso=ate-logo')
  }
  location.assign(`/?aviso=sessao-encerrada&volta=${encodeURIComponent(location.pathname + location.search)}`)
}

/**
 * The page asked for what its access list offered, and a menu of it was taken since: it is drawn anew with the list of now, or the server sends
 * her where she may be; both say so.
 */
export function menuLost() {
  // Refused again in a page that was just drawn for that, it would be for ever: processes may know of a change 30 s apart.
  const again = performance.getEntriesByType('navigation').some(({ name }) => name.endsWith(`aviso=${REFUSED}`))
  location.assign(withNotice(again ? '/home' : backTo(location.pathname + location.search), REFUSED))
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
