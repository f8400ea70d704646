// The modes of `npm run attack -- --mode …`. Each mode lists holes: changes to the product's sources that break a protection. The mode must find each
// hole, because a mode that finds none proves nothing.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FILE } from '../../../support/deadlines.ts'
import { root } from '../../../support/server.ts'
import { held } from './held.ts'
import { openPlace, type Found, type Place } from './place.ts'
import { race } from './race.ts'
import { starve } from './starve.ts'
import { DIVISOR, unread } from './unread.ts'

interface Mode {
  play: (place: Place) => Promise<Found>
  /** Divisor of the connection timeouts. */
  divisor?: number
  /**
   * `text` is the original text in the source file, and `hole` is its replacement. `atEnd` is true if the hole shows only after all calls; then a
   * share of the calls is enough to find it.
   */
  holes: { what: string; file: string; text: string; hole: string; atEnd?: true }[]
}

export const modes: Record<'held' | 'race' | 'unread' | 'starve', Mode> = {
  held: {
    play: held,
    holes: [
      {
        what: 'the look-up made before the body arrives decides',
        file: 'server/bff/gate.ts',
        text: '    holds(row, await who())\n',
        hole: '    const early = await who()\n    who = async () => early\n    holds(row, early)\n',
      },
    ],
  },
  race: {
    play: race,
    holes: [
      {
        what: 'a look-up requested before a change of the person counts after the change',
        file: 'server/bff/session.ts',
        text: 'if (principal.asked >= (changedAt.get(principal.me.id) ?? 0)) return principal',
        hole: 'if (principal.asked >= 0) return principal',
      },
      {
        what: 'the write lacks the version that was checked',
        file: 'server/bff/gate.ts',
        text: 'body: { ...sent, versao }',
        hole: 'body: sent',
      },
    ],
  },
  unread: {
    play: unread,
    divisor: DIVISOR,
    holes: [
      {
        what: 'a reply stops counting as in flight once it is produced',
        file: 'server/bff/router.ts',
        text: 'onceClosed(req, res, release)',
        hole: 'release()',
      },
      {
        what: 'a client that reads nothing keeps its connection for minutes',
        file: 'server/bff/edge.ts',
        text: 'stalled: 30_000',
        hole: 'stalled: 300_000',
        atEnd: true,
      },
    ],
  },
  starve: {
    play: starve,
    holes: [
      {
        what: 'the limit of simultaneous calls applies per session, not per person',
        file: 'server/bff/router.ts',
        text: 'limits.acquire(me.id)',
        hole: 'limits.acquire(Math.random())',
      },
    ],
  },
}
export type ModeName = keyof typeof modes

/** Runs a mode against the product. With `hole`, runs the mode against a copy of the product that has this hole, until the first finding. */
export async function playMode(name: ModeName, hole?: Mode['holes'][number], part: { share?: number; seed?: number } = {}): Promise<Found> {
  const copy = hole && withHole(hole)
  const place = await openPlace({ cwd: copy, divisor: modes[name].divisor, first: hole !== undefined, ...part })
  try {
    return await modes[name].play(place)
  } finally {
    await place.close()
    if (copy !== undefined) rmSync(copy, { recursive: true })
  }
}

/** Creates a copy of the product's sources with one hole. */
function withHole({ file, text, hole }: Mode['holes'][number]) {
  const copy = mkdtempSync(join(tmpdir(), 'csnoteweb-hole-'))
  for (const folder of ['server', 'shared', 'package.json', FILE]) cpSync(join(root, folder), join(copy, folder), { recursive: true })
  for (const folder of ['node_modules', 'dist']) symlinkSync(join(root, folder), join(copy, folder))
  const source = readFileSync(join(copy, file), 'utf8')
  if (source.split(text).length !== 2) throw new Error(`${file} does not have this once: ${text}`)
  writeFileSync(join(copy, file), source.replace(text, hole))
  return copy
}
