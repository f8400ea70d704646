import { useEffect, useEffectEvent } from 'react'
import type { Person } from '../../shared/features/auth.ts'
import { areKeysTaken } from '../ui/typedAhead.ts'
import { pagesOf } from './menus.ts'
import { useGo } from './useGo.ts'

const WITHIN = 1500
// `$=dialog` also matches alertdialog.
const typing = 'input, textarea, select, [contenteditable], [role$=dialog] *'

/** G followed by a page's letter opens that page. */
export function useShortcuts(me: Person) {
  const go = useGo()
  const open = useEffectEvent(go)
  useEffect(() => {
    // Time of the last G, on the clock of event timestamps. Initially -Infinity: 0 is the start of the page, and would count as a G at that moment.
    let armed = -Infinity
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || areKeysTaken() || (event.target instanceof Element && event.target.matches(typing)))
        return
      const letter = event.key.toUpperCase()
      const page = event.timeStamp - armed < WITHIN && pagesOf(me).find((page) => page.letter === letter)
      armed = letter === 'G' ? event.timeStamp : -Infinity
      if (!page) return
      // The event goes no further: the screen may use the same letter as a shortcut, and the key must not be kept as text typed for the new page.
      event.stopImmediatePropagation()
      void open(page.route)
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [me])
}
