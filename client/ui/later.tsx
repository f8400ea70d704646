// Lazy part of a page that is usable without it, such as a form or a dialog. The server renders it like the rest; the browser loads its code after
// hydration and retries while the server is away.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { answers } from '../api/connection.ts'

const PAUSE = 5_000

/** `meanwhile` is the placeholder for a part that would leave a visible gap. */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, meanwhile?: ReactNode) {
  const patiently = async (): ReturnType<typeof load> => {
    try {
      return await load()
    } catch {
      // Checks the connection, because no other request may have failed since the server went away.
      void answers()
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      return patiently()
    }
  }
  const Part = lazy(patiently)
  return function Later(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    )
  }
}
