// The sealed cookie, and who it is. The cookie holds { sid, token, since } and is never sealed again.
import { hash as digest, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CookieOptions, Request, Response } from 'express'
import { sealData, unsealData } from 'iron-session'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Me } from '../../shared/access.ts'
import { Person } from '../../shared/features/auth.ts'
import type { Clock } from '../../shared/clock.ts'
import { messages } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import { isPrivate } from '../folder.ts'
import type { Log } from '../log.ts'
import { deviceOf } from './device.ts'
import { Refusal } from './errors.ts'
import { idHash, type Registry } from './registry.ts'
import { createUntold, type Untold } from './untold.ts'
import { DEADLINES, jsonOf, NoAnswer, parsed, type Answer, type Upstream } from './upstream.ts'

const FRESH = 30_000
/** Different characters of a key in the data folder, at least: of 64 random ones about 40 are. */
const VARIETY = 16
/** iron-session's own ending, which its seal does not cover: any other would be a second spelling of the cookie, which no sign-out forgets. */
const SPELLING = /^[^~]+~2$/
/** Whoever an answer speaks of, active or not. */
const Someone = Person.omit({ status: true })
const Sealed = z.object({ sid: z.string().min(1), token: z.string().min(1), since: z.number() })

/** Someone with a live session. The token stays on the server. */
export interface Principal {
  sid: string
  /** How the registry knows the sid. */
  hash: string
  token: string
  me: Me
  person: Person
  /** When the sign-in ends, ms. */
  ends: number
  /** How many changes of people there were when this was asked. */
  asked: number
  /** How many times other processes had changed the registry when the session was last seen in it. */
  seen: number
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({
  env,
  clock,
  upstream,
  registry,
  log,
}: {
  env: Env
  clock: Clock
  upstream: Upstream
  registry: Registry
  log: Log
}) {
  const keys = env.SESSION_SECRET ?? [ownSecret(env.DATA_DIR)]
  const secure = env.PUBLIC_ORIGIN?.startsWith('https:') ?? false
  const name = secure ? '__Host-csnoteweb' : 'csnoteweb'
  const attributes: CookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure }
  const lifetime = env.SESSION_DAYS * 86_400_000

  /** What a cookie holds, or undefined: a tampered, foreign or ended one is an anonymous request, never an error. */
  async function unseal(cookie: string) {
    if (!SPELLING.test(cookie)) return undefined
    // Each key under the same id: rotation only moves it along the list.
    for (const key of keys) {
      try {
        const opened = Sealed.safeParse(await unsealData(cookie, { password: { 1: key }, ttl: 0 }))
        if (opened.success && clock() < opened.data.since + lifetime) return opened.data
      } catch {
        return undefined
      }
    }
    return undefined
  }

  // What changed through this process holds at once, also for an answer that was on its way then.
  let changes = 0
  /** How many times another process may have ended sessions. */
  let elsewhere = 0
  /** When a person was last changed, by the count above. */
  const changedAt = new Map<number, number>()
  /** The sessions that ended here, by their hash: dead also while the registry cannot be told. */
  const dead = new LRUCache<string, true>({ max: 100_000 })
  /** The cookies that are ours and good for nothing any more, by their hash: whoever shows one was somebody's browser. */
  const ended = new LRUCache<string, true>({ max: 10_000 })
  const untold = createUntold({ dataDir: env.DATA_DIR, tell, log })
  for (const one of untold.all()) if ('session' in one) dead.set(one.session, true)
  untold.tellAll()
  const cache = new LRUCache<string, Principal, string>({
    max: 10_000,
    ttl: FRESH,
    perf: { now: clock },
    ttlResolution: 0,
    ignoreFetchAbort: true,
    // Asked once for any number of simultaneous requests; an answer older than 30 s is asked anew before anything is decided.
    fetchMethod: async (cookieHash, _stale, { context: cookie }) => {
      const asked = changes
      const seen = elsewhere
      const opened = await unseal(cookie)
      if (!opened) return undefined
      const hash = idHash(opened.sid)
      const alive = !dead.has(hash) && (await registry.has(hash).catch(silentRegistry))
      const person = alive ? await whoIs(opened.token) : undefined
      if (!person) {
        if (alive) await untold.insist({ session: hash })
        ended.set(cookieHash, true)
        return undefined
      }
      return { ...opened, hash, person, me: meOf(person), ends: opened.since + lifetime, asked, seen }
    },
  })

  /** Whose a token is; undefined when the upstream does not (any longer) know it as an active person's. */
  async function whoIs(token: string): Promise<Person | undefined> {
    let answer: Answer
    try {
      answer = await upstream.ask('GET', '/auth', token, DEADLINES.lookUp)
    } catch (error) {
      throw unavailable(error instanceof NoAnswer ? error.reason : String(error))
    }
    const { status } = answer
    // Only a clear no ends a session: 401, or someone who is not active. Any other 4xx is no for this moment; a redirect, a page of maintenance
    // or half an answer says nothing.
    if (status === 401) return undefined
    if (status >= 400 && status < 500 && status !== 429) throw new Refusal(401, messages.signedOut, { reason: `GET /auth: ${status}` })
    const said = status === 200 ? jsonOf(answer.body) : undefined
    if (!parsed(Someone, said)?.success) throw unavailable(`GET /auth: ${status}`)
    const person = parsed(Person, said)
    return person?.success && person.data.status === 'A' ? person.data : undefined
  }

  const hashOf = (cookie: string) => digest('sha256', cookie, 'base64')
  const cookieOf = (req: Request): string | undefined => {
    // cookie-parser's type is any; a cookie that was sent is a string (or, with a 'j:' prefix, what JSON made of it).
    const value: unknown = req.cookies[name]
    return typeof value === 'string' && value.length <= 4096 ? value : undefined
  }

  return {
    /** What says who asks, whenever it is called; undefined without a live session. Throws 503 while the upstream or the registry is silent: the session stays. */
    asking: (req: Request): (() => Promise<Principal | undefined>) => {
      const cookie = cookieOf(req)
      if (cookie === undefined) return async () => undefined
      const hash = hashOf(cookie)
      return async () => {
        for (;;) {
          if (registry.changedElsewhere()) elsewhere += 1
          const seen = elsewhere
          const principal = ended.has(hash) ? undefined : (cache.get(hash) ?? (await cache.fetch(hash, { context: cookie })))
          if (!principal) return undefined
          if (untold.any()) await untold.settle(principal.me.id, principal.hash).catch(silentRegistry)
          if (principal.seen < seen) {
            if (!(await registry.has(principal.hash).catch(silentRegistry))) dead.set(principal.hash, true)
            principal.seen = seen
          }
          if (dead.has(principal.hash)) ended.set(hash, true)
          else if (principal.asked >= (changedAt.get(principal.me.id) ?? 0)) return principal
          // Not what another asks for at this moment.
          else if (cache.peek(hash) === principal) cache.delete(hash)
        }
      }
    },
    presented: (req: Request) => cookieOf(req) !== undefined,
    /** The hash of a cookie that was seen to be of a session of ours that ended; undefined of any other, or none. */
    ended: (req: Request) => {
      const cookie = cookieOf(req)
      const hash = cookie && hashOf(cookie)
      return hash !== undefined && ended.has(hash) ? hash : undefined
    },

    /** To be asked before the upstream is asked to let somebody in. */
    changes: () => registry.changes().catch(silentRegistry),
    /** Begins a session and sets its cookie. The one that was presented ends. `asked`: the changes before the upstream was; of whoever was changed since, it may have looked at the former password. */
    begin: async (req: Request, res: Response, token: string, person: Person, asked: number) => {
      await end(req)
      const sid = randomBytes(32).toString('base64url')
      const cookie = await sealData({ sid, token, since: clock() }, { password: { 1: keys[0] ?? '' }, ttl: 0 })
      if (cookie.length > 4000) throw new Refusal(502, messages.unavailable, { reason: 'token too long for a cookie' })
      // Or that would end this one too.
      await untold.settle(person.id).catch(silentRegistry)
      await registry.add(sid, person.id, deviceOf(req.headers['user-agent'])).catch(silentRegistry)
      // Whoever changes a password after this finds the session.
      const [last, all] = await Promise.all([registry.lastChange(person.id), registry.changes()]).catch(silentRegistry)
      // Fewer than before: a registry that lost its memory.
      if (asked < last || all < asked) {
        await untold.insist({ session: idHash(sid) })
        await revoke(token)
        throw unavailable('changed while signing in')
      }
      res.cookie(name, cookie, { ...attributes, maxAge: Math.min(lifetime, 31_536_000_000) })
    },
    end,
    /** The person of `body[field]` was changed: who anyone is, is asked anew; a new password, or the status of who may not sign in, ends that person's sessions, but for the one that set it. */
    changed: async (by: Principal, field: string, body: unknown) => {
      // Parsed by the row's schema, which is an object's.
      const { [field]: user, password, status } = body as Record<string, unknown>
      if (typeof user !== 'number') return
      changedAt.set(user, (changes += 1))
      if (password === undefined && status !== 'I') return
      // The change is made: that the registry is silent is not its answer. Who signs in once it knows has the new password; before, nobody can tell.
      await untold.insist({ user, but: by.hash })
    },
    /** The live sessions of a person, the newest first. */
    of: (user: number) => registry.list(user).catch(silentRegistry),
    /** Ends sessions by their hashes: here at once, in other processes within 30 s. */
    endAll: async (hashes: string[]) => {
      for (const hash of hashes) await endByHash(hash).catch(silentRegistry)
    },
    clear: (res: Response) => void res.clearCookie(name, attributes),
    close: untold.close,
  }

  /** Ends the session that was presented: here at once, upstream as well as it can. Whose it was, where that is known; undefined: there was none of ours. */
  async function end(req: Request): Promise<{ user: number | undefined } | undefined> {
    const cookie = cookieOf(req)
    const opened = cookie === undefined ? undefined : await unseal(cookie)
    if (cookie === undefined || !opened) return undefined
    const hash = idHash(opened.sid)
    // What has ended costs the upstream nothing more, however often it is shown.
    if (dead.has(hash)) return undefined
    const user = cache.peek(hashOf(cookie))?.me.id
    await untold.insist({ session: hash })
    await revoke(opened.token)
    return { user }
  }

  /** As well as it can: a silent upstream keeps nobody from leaving. */
  function revoke(token: string) {
    return upstream
      .ask('DELETE', '/auth', token, DEADLINES.lookUp)
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'token not revoked upstream'))
  }

  function endByHash(hash: string) {
    dead.set(hash, true)
    return registry.endByHash(hash)
  }

  async function tell(one: Untold): Promise<void> {
    if ('session' in one) return void (await endByHash(one.session))
    await registry.changed(one.user)
    for (const { hash } of await registry.list(one.user)) if (hash !== one.but) await endByHash(hash)
  }
}

/** What rules see of a person. */
export const meOf = ({ id, name, supervisor, departamento, acessos }: Person): Me => ({
  id,
  name,
  supervisor,
  departamento,
  routes: acessos.flatMap((group) => group.items.map((item) => item.route)),
})

function silentRegistry(error: unknown): never {
  throw unavailable(`registry: ${String(error)}`)
}

const unavailable = (reason: string) => new Refusal(503, messages.unavailable, { reason, headers: { 'Retry-After': '10' } })

/** The key of an installation that was given none: made once, readable by its user only. Throws a sentence when it is none any more. */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Whole or not at all, and never over another's: a process that was killed, or a second one, leaves no half of it.
    const written = `${file}.${process.pid}`
    writeFileSync(written, randomBytes(48).toString('base64'), { mode: 0o600, flush: true })
    try {
      linkSync(written, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      rmSync(written)
    }
  }
  if (!isPrivate(statSync(file)))
    throw new Error(`${file} pode ter sido lido ou posto ali por outro. Apague o arquivo: outro é feito, e todos entram de novo.`)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32 || new Set(secret).size < VARIETY)
    throw new Error(`${file} não tem mais uma chave aleatória. Apague o arquivo: outra é feita, e todos entram de novo.`)
  return secret
}
