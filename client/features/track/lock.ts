// Serializes operations that begin or end time entries in several requests. They run one at a time across all tabs, so that each starts from the
// result of the previous one.
let last: Promise<unknown> = Promise.resolve()
export function withLock<T>(me: number, act: () => Promise<T>) {
  // Without the Web Locks API, which exists only in secure contexts, `act` runs without a lock.
  const result = last.then(() => ('locks' in navigator ? navigator.locks.request(`lançamento ${me}`, act) : act()))
  last = result.catch(() => undefined)
  return result
}
