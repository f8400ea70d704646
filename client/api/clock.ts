// The server's clock: its last Date header, carried on by a timer that no one can set.

/** ms that a second hand and an answer's way may differ. */
const CLOSE = 2000

let clock = { server: 0, at: 0, machine: 0 }
const machineBehind = () => Date.now() - performance.now()
export function setClock(serverMs: number) {
  clock = { server: serverMs, at: performance.now(), machine: machineBehind() }
}
/** What an answer says the time is; of whole seconds. */
export function heardClock(serverMs: number) {
  if (Math.abs(serverMs - serverNow()) > CLOSE) setClock(serverMs)
  else clock.machine = machineBehind()
}
/** Now, by the server's clock, in ms. */
export const serverNow = () => clock.server + performance.now() - clock.at
/** False from a sleep, which some machines' timers do not count, or a changed computer clock until the next answer. */
export const isClockSure = () => Math.abs(machineBehind() - clock.machine) < CLOSE
