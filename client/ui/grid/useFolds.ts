import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Folds } from './lines.ts'

const OPEN: Folds = { all: false, but: new Set() }
/** The folded groups of each history entry. */
const kept = new Map<string, Folds>()

/** State of the folded groups. The groups are stored by name, so the state does not depend on the rows. */
export function useFolds() {
  const { key } = useLocation()
  const [folds, setFolds] = useState(() => kept.get(key) ?? OPEN)
  useEffect(() => void kept.set(key, folds), [key, folds])
  return {
    folds,
    fold: (name: string, folded: boolean) =>
      setFolds(({ all, but }) => {
        const next = new Set(but)
        if (folded === all) next.delete(name)
        else next.add(name)
        return { all, but: next }
      }),
    foldAll: (all: boolean) => setFolds({ all, but: new Set() }),
  }
}
