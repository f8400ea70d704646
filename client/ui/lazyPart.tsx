// Lazy part of a page, such as a form or a dialog, without which the page is already usable. The server renders the part like everything else. The
// browser loads the part's code after hydration and retries while the server does not answer.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { answers } from '../api/connection.ts'

const PAUSE = 5_000

/** `meanwhile` is a placeholder, for a part whose absence would leave a visible gap. */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, meanwhile?: ReactNode) {
  const patiently = async (): ReturnType<typeof load> => {
    try {
      return await load()
    } catch {
      // Checks the connection, because without any other request nobody would notice that the server does not answer.
      void answers()
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      return patiently()
    }
  }
  const Part = lazy(patiently)
  return function LazyPart(props: P) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    )
  }
}
