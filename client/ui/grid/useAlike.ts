import { useCallback, useSyncExternalStore } from 'react'
import type { alikeIn } from './alike.ts'

type Find = typeof alikeIn
/** The search for similar names once its code has arrived; it never does on the server, so that pages hydrate alike. */
let find: Find | undefined
let isComing = false
const listeners = new Set<() => void>()

function listen(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

async function load() {
  if (isComing || import.meta.env.SSR) return
  isComing = true
  try {
    find = (await import('./alike.ts')).alikeIn
    for (const listener of listeners) listener()
  } catch {
    // Without a connection nothing similar is offered. The next search tries again.
    isComing = false
  }
}

/** Shortest search for which similar names are of use. */
const SHORTEST = 4

/**
 * Returns a function that finds the names most similar to a search, best first. It returns none until its code has arrived; then the component is
 * rendered again.
 */
export function useAlike() {
  const loaded = useSyncExternalStore(
    listen,
    () => find,
    () => undefined,
  )
  return useCallback(
    (names: string[], search: string): number[] => {
      if (search.trim().length < SHORTEST) return []
      if (!loaded) void load()
      return loaded?.(names, search) ?? []
    },
    [loaded],
  )
}
