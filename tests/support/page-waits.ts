// Waits until a page is ready for the next step of a test.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { inFlight } from './page-requests.ts'

/** Timeout in ms of each step. It is shorter than the timeout of a test, so that the report names the step that failed. */
export const PATIENCE = 20_000

/** Waits until React has hydrated the server-rendered page, because an earlier keystroke or click would be lost. */
export const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactFiber')))

interface Fiber {
  return: Fiber | null
  child: Fiber | null
  sibling: Fiber | null
  /** On a suspense boundary that is not hydrated yet, the server-rendered content of the boundary. */
  memoizedState: { dehydrated?: unknown } | null
  /** On the root fiber, the FiberRoot, whose `current` is the root of the current tree. */
  stateNode: { current: Fiber }
}
/** Like `hydrated`, for all suspense boundaries, also those that load later. React does not update elements around one that is not hydrated. */
const fullyHydrated = (page: Page) =>
  page.waitForFunction(() => {
    const entries: [string, Fiber][] = Object.entries(document.querySelector('h1') ?? {})
    let top = entries.find(([key]) => key.startsWith('__reactFiber'))?.[1]
    while (top?.return) top = top.return
    const isDone = (one: Fiber | null): boolean => !one || (!one.memoizedState?.dehydrated && isDone(one.child) && isDone(one.sibling))
    // The root has no child before the first hydration.
    const first = top?.stateNode.current.child
    return first != null && isDone(first)
  })

/** Script for `page.addInitScript` that simulates a busy machine: it delays React's scheduled work by 50 ms, which is more than a frame. */
export function drawsLate() {
  const { prototype } = MessagePort
  // oxlint-disable-next-line typescript/unbound-method -- bound again by Reflect.apply
  prototype.postMessage = new Proxy(prototype.postMessage, {
    apply: (post, port, given) => void setTimeout(() => Reflect.apply(post, port, given), 50),
  })
}

/** Waits until the last change is painted. */
export const drawn = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Opens one of our pages, or reloads the current page. Waits until the page is hydrated and all its requests are answered. */
export async function goTo(page: Page, url?: string) {
  const asked = inFlight(page)
  await (url === undefined ? page.reload() : page.goto(url))
  await fullyHydrated(page)
  await drawn(page)
  await expect.poll(() => asked.size, { interval: 20, timeout: PATIENCE }).toBe(0)
  await drawn(page)
}
