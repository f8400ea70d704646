import { useEffect, useEffectEvent } from 'react'
import type { Person } from '../../shared/features/auth.ts'
import { areKeysTaken } from '../ui/typedAhead.ts'
import { pagesOf } from './menus.ts'
import { useGo } from './useGo.ts'

const WITHIN = 1500
// An alertdialog too.
const typing = 'input, textarea, select, [contenteditable], [role$=dialog] *'

/** G and then a page's letter opens it. */
export function useShortcuts(me: Person) {
  const go = useGo()
  const open = useEffectEvent(go)
  useEffect(() => {
    // When G was pressed, by the page's clock; not 0, which is the page's own beginning.
    let armed = -Infinity
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || areKeysTaken() || (event.target instanceof Element && event.target.matches(typing)))
        return
      const letter = event.key.toUpperCase()
      const page = event.timeStamp - armed < WITHIN && pagesOf(me).find((page) => page.letter === letter)
      armed = letter === 'G' ? event.timeStamp : -Infinity
      if (!page) return
      // On a screen the letter alone may mean something, and it is no key for the page.
      event.stopImmediatePropagation()
      void open(page.route)
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [me])
}
