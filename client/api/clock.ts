// The server's clock: its Date header, carried on by a timer that no one can set.

/** ms that a Date header is behind at most, for it has no part of a second. */
const SECOND = 1000
/** ms that a computer's clock may be moved from that timer unnoticed. */
const CLOSE = 2000

let clock = { server: 0, at: 0, machine: 0 }
const machineBehind = () => Date.now() - performance.now()
/** What the server's clock showed at a moment of this page, by its own timer. */
export function setClock(serverMs: number, at = performance.now()) {
  clock = { server: serverMs, at, machine: machineBehind() }
}
/** To be called when something is asked; what it gives takes the answer's time in. */
export function askClock() {
  const asked = { at: performance.now(), machine: machineBehind() }
  return (serverMs: number) => {
    const isSlept = Math.abs(machineBehind() - asked.machine) >= CLOSE
    // It was said between the two, however long that took: only what lies outside is wrong. After a sleep on the way nobody knows when it was asked.
    const late = serverMs - serverNow()
    const early = clock.server + asked.at - clock.at - (serverMs + SECOND)
    if (late > 0) clock.server += late
    else if (early > 0 && !isSlept) clock.server -= early
    if (!isSlept) clock.machine = machineBehind()
  }
}
/** Now, by the server's clock, in ms. */
export const serverNow = () => clock.server + performance.now() - clock.at
/** False from a sleep, which some machines' timers do not count, or a changed computer clock until the next answer. */
export const isClockSure = () => Math.abs(machineBehind() - clock.machine) < CLOSE
