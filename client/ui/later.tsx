// A part of a page that the page can be used without: a form, what opens. The server draws it like the rest; the browser fetches its code
// once it has taken up the page, and as long as the server is away.
import { lazy, Suspense, type ComponentType } from 'react'

const PAUSE = 5_000

export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const patiently = async (): ReturnType<typeof load> => {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
      return patiently()
    }
  }
  const Part = lazy(patiently)
  return function Later(props: P) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
