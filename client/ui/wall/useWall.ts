// For a page that is shown on a wall for weeks without interaction. The hook polls, tells since when the server has not answered, hides the data
// after an hour without an answer, and lets the page survive a reload while the server is down. After a deploy, newBuild (shell/notices.ts) reloads
// the page.
import { useEffect } from 'react'
import { HOUR } from '../../../shared/clock.ts'
import type { Args, ReadName } from '../../api/address.ts'
import { usePolled } from '../../api/usePolled.ts'
import { usePage } from '../Screen.tsx'
import { useNow } from '../useNow.ts'

const PAGE_TIME = 12_000
const PATIENCE = 15_000
const BLANK = HOUR

/** Message in place of the hidden data. */
export const hidden = 'Sem conexão há mais de uma hora. Os dados foram ocultados e voltam com a conexão.'

/**
 * Polls a read about every `every` ms. `now`: the server's time, updated every second; `last`: time of the data shown, in ms; `rotation`: a counter
 * that advances through the wall's pages; `blank`: true when the data is too old to be shown.
 */
export function useWall<N extends ReadName>(name: N, every: number, ...input: Args<N>) {
  const now = useNow(1000)
  const { data, at: last, failing } = usePolled(name, every, ...input)
  useWorker(usePage().path)
  const blank = now - last > BLANK
  return {
    data: blank ? undefined : data,
    now,
    last,
    offline: failing || now - last > every + PATIENCE,
    blank,
    rotation: Math.floor(now / PAGE_TIME),
  }
}

/** Registers a service worker that shows an offline page while the server is down. It needs a secure context: https or localhost. */
function useWorker(scope: string) {
  useEffect(() => {
    if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw-painel.js', { scope }).catch(() => undefined)
  }, [scope])
}
