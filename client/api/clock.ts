// The server's clock: its last Date header, carried on by a timer that no one can set.
let clock = { server: 0, at: 0 }
export function setClock(serverMs: number) {
  clock = { server: serverMs, at: performance.now() }
}
/** Now, by the server's clock, in ms. */
export const serverNow = () => clock.server + performance.now() - clock.at
