// A part of a page that the page can be used without: a form, what opens. The server draws it like the rest; the browser fetches its code
// once it has taken up the page, and as long as the server is away.
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { answers } from '../api/connection.ts'

const PAUSE = 5_000

/** `meanwhile`: what stands in the place of one that the page is not much without. */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, meanwhile?: ReactNode) {
  const patiently = async (): ReturnType<typeof load> => {
    try {
      return await load()
    } catch {
      // Nothing else may have asked since the server went away.
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
