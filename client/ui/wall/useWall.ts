// What a page needs to hang on a wall for weeks without a hand: it asks again and again, says since when it has no answer, hides what it shows after
// an hour without one, and survives a reload while the server is down. newBuild (shell/notices.ts) takes up a deploy.
import { useEffect } from 'react'
import { HOUR } from '../../../shared/clock.ts'
import type { Args, ReadName } from '../../api/address.ts'
import { usePolled } from '../../api/usePolled.ts'
import { usePage } from '../Screen.tsx'
import { useNow } from '../useNow.ts'

const TURN = 12_000
const PATIENCE = 15_000
const BLANK = HOUR

/** Said in the place of what was hidden. */
export const hidden = 'Sem conexão há mais de uma hora. Os dados foram ocultados e voltam com a conexão.'

/**
 * The reply of a GET, asked about every `every` ms. `now`: the server's time, renewed every second; `last`: when the answer that is shown came, ms;
 * `turn`: which page of many is on the wall; `blank`: what is held is too old to be shown.
 */
export function useWall<N extends ReadName>(name: N, every: number, ...input: Args<N>) {
  const now = useNow(1000)
  const { data, at: last, failing } = usePolled(name, every, ...input)
  useWorker(usePage().path)
  const blank = now - last > BLANK
  return { data: blank ? undefined : data, now, last, offline: failing || now - last > every + PATIENCE, blank, turn: Math.floor(now / TURN) }
}

/** Keeps a page for the hour when the server is down. Needs a secure context: https, or this machine. */
function useWorker(scope: string) {
  useEffect(() => {
    if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw-painel.js', { scope }).catch(() => undefined)
  }, [scope])
}
