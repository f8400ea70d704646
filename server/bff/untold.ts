// What the registry could not be told while it was silent: what was answered as done outlives the process too.
import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isWrittenByUs } from '../folder.ts'
import type { Log } from '../log.ts'
import { jsonOf } from './upstream.ts'

/** ms until a silent registry is told again. */
const INSIST = 1_000

/** Sessions that are to end: one, by its hash, or all of a person but the one that set the new password. */
const Untold = z.union([z.strictObject({ session: z.string() }), z.strictObject({ user: z.int(), but: z.string() })])
export type Untold = z.output<typeof Untold>

/** `tell` tells the registry; it throws while that is silent. */
export function createUntold({ dataDir, tell, log }: { dataDir: string; tell: (one: Untold) => Promise<void>; log: Log }) {
  const folder = join(dataDir, 'untold')
  /** By the name of its file. */
  const left = read(folder, log)
  const telling = new Map<string, Promise<void>>()
  const retry = setInterval(tellAll, INSIST).unref()

  /** One at a time of each: a second telling would end sessions that began after the first. */
  function tellOnce(one: Untold, name: string) {
    const told =
      telling.get(name) ??
      tell(one)
        .then(() => {
          if (left.delete(name)) rmSync(join(folder, name), { force: true })
        })
        .finally(() => telling.delete(name))
    telling.set(name, told)
    return told
  }

  function tellAll() {
    for (const [name, one] of left) tellOnce(one, name).catch(() => undefined)
  }

  return {
    /** What is still to be told. */
    all: () => [...left.values()],
    any: () => left.size > 0,
    tellAll,
    /** Tells the registry, or, while it is silent, goes on trying in the background: what has ended must not live again when it speaks. */
    insist: async (one: Untold) => {
      const name = randomBytes(8).toString('hex')
      try {
        await tellOnce(one, name)
      } catch (error) {
        left.set(name, one)
        log.warn({ reason: String(error) }, 'registry silent: sessions are still to be ended there')
        try {
          mkdirSync(folder, { recursive: true, mode: 0o700 })
          writeFileSync(join(folder, name), JSON.stringify(one), { mode: 0o600, flush: true })
        } catch (full) {
          log.warn({ reason: String(full) }, 'and a restart would forget them')
        }
      }
    },
    /** Tells what is left of a person, before that person is let in or `session` is judged. Throws what `tell` throws. */
    settle: async (user: number, session?: string) => {
      for (const [name, one] of left) if ('user' in one && one.user === user && one.but !== session) await tellOnce(one, name)
    },
    close: () => clearInterval(retry),
  }
}

/** What an earlier process could not tell. What another could have put there is laid aside: it says nothing. A file that was cut holds nothing that was answered. */
function read(folder: string, log: Log): Map<string, Untold> {
  const found = new Map<string, Untold>()
  const about = lstatSync(folder, { throwIfNoEntry: false })
  if (!about) return found
  const strange = (path: string) => log.warn({ path }, 'nothing of ours')
  if (!about.isDirectory() || !isWrittenByUs(about)) {
    strange(folder)
    renameSync(folder, `${folder}.${Date.now()}`)
    return found
  }
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const entry = lstatSync(file)
    const one = entry.isFile() && isWrittenByUs(entry) ? Untold.safeParse(jsonOf(readFileSync(file))) : undefined
    if (one?.success) found.set(name, one.data)
    else strange(file)
  }
  return found
}
