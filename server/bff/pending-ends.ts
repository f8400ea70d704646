// Sessions that could not be ended in the registry yet, because it was silent. They are written to disk: the user was already told that they have
// ended.
import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isWrittenByUs } from '../folder.ts'
import type { Log } from '../log.ts'
import { jsonOf } from './upstream.ts'

/** Pause in ms before the next attempt to reach the silent registry. */
const INSIST = 1_000

/** The sessions to end: one session by its hash, or all sessions of a person except the one (`but`) that set the new password. */
const PendingEnd = z.union([z.strictObject({ session: z.string() }), z.strictObject({ user: z.int(), but: z.string() })])
export type PendingEnd = z.output<typeof PendingEnd>

/** Keeps the list of these entries. `tell` passes one entry to the registry, and throws while the registry is silent. */
export function createPendingEnds({ dataDir, tell, log }: { dataDir: string; tell: (one: PendingEnd) => Promise<void>; log: Log }) {
  const folder = join(dataDir, 'untold')
  /** The entries that the registry has not received yet, by file name. */
  const left = read(folder, log)
  const telling = new Map<string, Promise<void>>()
  const retry = setInterval(tellAll, INSIST).unref()

  /** Tells the registry about an entry, never twice at the same time: the second attempt could end sessions that began after the first. */
  function tellOnce(one: PendingEnd, name: string) {
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
    /** The entries that the registry has not received yet. */
    all: () => [...left.values()],
    any: () => left.size > 0,
    tellAll,
    /**
     * Tells the registry, or keeps trying in the background while it is silent. Otherwise a session that ended would be alive again once the registry
     * is back.
     */
    insist: async (one: PendingEnd) => {
      const name = randomBytes(8).toString('hex')
      try {
        await tellOnce(one, name)
      } catch (error) {
        left.set(name, one)
        log.warn({ reason: String(error) }, 'session registry does not answer; ending sessions will be retried')
        try {
          mkdirSync(folder, { recursive: true, mode: 0o700 })
          writeFileSync(join(folder, name), JSON.stringify(one), { mode: 0o600, flush: true })
        } catch (full) {
          log.warn({ reason: String(full) }, 'pending session ends could not be saved; a restart loses them')
        }
      }
    },
    /** Tells the registry about a person's pending entries before that person signs in or `session` is judged. Throws what `tell` throws. */
    settle: async (user: number, session?: string) => {
      for (const [name, one] of left) if ('user' in one && one.user === user && one.but !== session) await tellOnce(one, name)
    },
    close: () => clearInterval(retry),
  }
}

/**
 * Reads the entries that an earlier process left. Files that somebody else may have written are not trusted: such a folder is renamed, and such a
 * file is ignored. A truncated file is ignored too: the user had not been told yet that the session had ended.
 */
function read(folder: string, log: Log): Map<string, PendingEnd> {
  const found = new Map<string, PendingEnd>()
  const about = lstatSync(folder, { throwIfNoEntry: false })
  if (!about) return found
  const strange = (path: string) => log.warn({ path }, 'ignored: not created by this system')
  if (!about.isDirectory() || !isWrittenByUs(about)) {
    strange(folder)
    renameSync(folder, `${folder}.${Date.now()}`)
    return found
  }
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    const entry = lstatSync(file)
    const one = entry.isFile() && isWrittenByUs(entry) ? PendingEnd.safeParse(jsonOf(readFileSync(file))) : undefined
    if (one?.success) found.set(name, one.data)
    else strange(file)
  }
  return found
}
