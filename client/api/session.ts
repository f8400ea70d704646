import { failure, messages } from '../../shared/messages.ts'
import { backTo, withNotice } from '../../shared/pages.ts'
import { writeCookie } from '../ui/cookie.ts'
import { Failure } from './failure.ts'

// Cookie with the id of the person whose page this browser drew last; empty after signing out. A tab that was asleep can still read its current
// value.
const PERSON = 'pessoa'
let person = ''
/** Records the person that this page was drawn for. */
export function setPerson(id: number) {
  person = String(id)
  writeCookie(PERSON, person)
  // If the person signed out in one tab, any other tab leaves its page as soon as it is shown again, even if somebody else has signed in since.
  for (const event of ['focus', 'visibilitychange', 'pageshow']) addEventListener(event, () => void (isStillHere() || sessionEnded()))
}

/**
 * Whether the browser still belongs to the person this page was drawn for. A second cookie of the same name, set by another site on the host, does
 * not matter.
 */
export const isStillHere = () => document.cookie.split('; ').includes(`${PERSON}=${person}`)

const REFUSED = 'acesso-negado'

let isLeaving = false
/**
 * Loads another page. Responses that arrive together start one navigation, because a second one would cancel the first. After two seconds it may start
 * again: the person may have chosen to stay when the browser asked.
 */
function leaveTo(url: string) {
  if (isLeaving) return
  isLeaving = true
  setTimeout(() => (isLeaving = false), 2_000)
  location.assign(url)
}

/**
 * Goes to the sign-in page, which leads back here after signing in. If the person signed out in another tab, clears this tab's stored data instead.
 */
export function sessionEnded() {
  if (!isStillHere()) {
    sessionStorage.clear()
    return leaveTo('/?aviso=ate-logo')
  }
  leaveTo(`/?aviso=sessao-encerrada&volta=${encodeURIComponent(location.pathname + location.search)}`)
}

/**
 * A call was refused because its menu was taken from the person after the page was rendered. The page is loaded again with the current access list,
 * or the server redirects to an allowed page. Both show a notice.
 */
export function menuLost() {
  // If this page was just reloaded for the same reason, goes to Home: reloading again could loop, because server processes may learn of a change up
  // to 30 s apart.
  const again = performance.getEntriesByType('navigation').some(({ name }) => name.endsWith(`aviso=${REFUSED}`))
  leaveTo(withNotice(again ? '/home' : backTo(location.pathname + location.search), REFUSED))
}

/** Ends the session and removes everything this browser stored for it. */
export async function signOut() {
  const response = await fetch('/api/logout', { method: 'POST', headers: { 'X-CSRF': '1', ...drawnFor() } }).catch(() => null)
  if (response?.status === 409) throw new Failure(409, messages.anotherPerson)
  if (!response?.ok) throw new Failure(response?.status ?? 0, response ? failure(response.status) : messages.noAnswer)
  writeCookie(PERSON, '')
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister()
  location.assign('/?aviso=ate-logo')
}

/** Header that names the person this page was drawn for; absent before a sign-in. */
export const drawnFor = () => (person ? { 'X-Person': person } : undefined)
