// What ends one's time or begins it in several requests does so one after the other, in all tabs: each begins where the one before ended.
let turn: Promise<unknown> = Promise.resolve()
export function inTurn<T>(me: number, act: () => Promise<T>) {
  // Browsers have locks where the address is secure.
  const mine = turn.then(() => ('locks' in navigator ? navigator.locks.request(`lançamento ${me}`, act) : act()))
  turn = mine.catch(() => undefined)
  return mine
}
