// The server's clock in the browser: set by the Date header of responses and advanced by performance.now(), which nobody can adjust.

/** Date headers have whole seconds, so they lag by up to this many ms. */
const SECOND = 1000
/** Tolerance in ms between the computer's clock and performance.now(). A larger difference means that the computer slept or its clock was changed. */
const CLOSE = 2000

let clock = { server: 0, at: 0, machine: 0 }
const machineBehind = () => Date.now() - performance.now()
/** Records the server's time at a moment of this page, given on the scale of performance.now(). */
export function setClock(serverMs: number, at = performance.now()) {
  clock = { server: serverMs, at, machine: machineBehind() }
}
/** To be called when a request is sent. The returned function takes the Date of the response in ms. */
export function askClock() {
  const asked = { at: performance.now(), machine: machineBehind() }
  return (serverMs: number) => {
    const isSlept = Math.abs(machineBehind() - asked.machine) >= CLOSE
    // The server set the Date at some moment between request and response, so the clock is corrected only if the Date lies outside that interval. If
    // the computer slept meanwhile, the moment of the request is unknown, so the clock is not set back.
    const late = serverMs - serverNow()
    const early = clock.server + asked.at - clock.at - (serverMs + SECOND)
    if (late > 0) clock.server += late
    else if (early > 0 && !isSlept) clock.server -= early
    if (!isSlept) clock.machine = machineBehind()
  }
}
/** The current time in ms by the server's clock. */
export const serverNow = () => clock.server + performance.now() - clock.at
/** False after the computer slept or its clock was changed, until the next response. On some machines performance.now() stands still during sleep. */
export const isClockSure = () => Math.abs(machineBehind() - clock.machine) < CLOSE
