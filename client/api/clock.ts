// The server's clock in the browser: set by the Date header of responses and advanced by performance.now(), which nobody can adjust.

/** Date headers have whole seconds, so they lag by up to this many ms. */
const SECOND = 1000
/** Difference in ms that the computer's clock may move against performance.now() without being noticed. */
const CLOSE = 2000

let clock = { server: 0, at: 0, machine: 0 }
const machineBehind = () => Date.now() - performance.now()
/** Records the server's time at a moment of this page, given on the scale of performance.now(). */
export function setClock(serverMs: number, at = performance.now()) {
  clock = { server: serverMs, at, machine: machineBehind() }
}
/** Call it when a request is sent; call the returned function with the response's Date in ms. */
export function askClock() {
  const asked = { at: performance.now(), machine: machineBehind() }
  return (serverMs: number) => {
    const isSlept = Math.abs(machineBehind() - asked.machine) >= CLOSE
    // The server set the Date at some time between request and response, however long that took, so our clock is corrected only if it lies outside
    // that interval. If the computer slept meanwhile, the time of the request is unknown, and the clock is not set back.
    const late = serverMs - serverNow()
    const early = clock.server + asked.at - clock.at - (serverMs + SECOND)
    if (late > 0) clock.server += late
    else if (early > 0 && !isSlept) clock.server -= early
    if (!isSlept) clock.machine = machineBehind()
  }
}
/** The current time in ms by the server's clock. */
export const serverNow = () => clock.server + performance.now() - clock.at
/** False from the moment the computer sleeps or its clock is changed, until the next response. Some machines' timers do not count sleep. */
export const isClockSure = () => Math.abs(machineBehind() - clock.machine) < CLOSE
