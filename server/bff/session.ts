// The sealed session cookie and the person it belongs to. The cookie contains { sid, token, since } and is sealed only once, at sign-in.
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
import { isBareWall, pages } from '../../shared/pages.ts'
import type { Env } from '../env.ts'
import { isPrivate } from '../folder.ts'
import type { Log } from '../log.ts'
import { deviceOf } from './device.ts'
import { Refusal } from './errors.ts'
import { idHash, type Registry } from './registry.ts'
import { createPendingEnds, type PendingEnd } from './pending-ends.ts'
import { DEADLINES, jsonOf, NoAnswer, parsed, type Answer, type Upstream } from './upstream.ts'

const FRESH = 30_000
/** Name of the cookie with the e-mail of the last sign-in. */
const KEPT = 'email'
/** Minimum number of different characters in a key from the data folder. 64 random characters contain about 40 different ones. */
const VARIETY = 16
/**
 * The suffix that iron-session appends. The seal does not protect it: with another suffix, the same session would have a second valid cookie, and a
 * sign-out would not recognise it.
 */
const SPELLING = /^[^~]+~2$/
/** The person in an answer, whether active or inactive. */
const Someone = Person.omit({ status: true })
const Sealed = z.object({ sid: z.string().min(1), token: z.string().min(1), since: z.number() })

/** The person of a live session, with the upstream's token, which leaves the server only inside the sealed cookie. */
export interface Principal {
  sid: string
  /** The hash of the sid, by which the registry knows the session. */
  hash: string
  token: string
  me: Me
  person: Person
  /** End of the session, in ms. */
  ends: number
  /** Value of `changes` when the person was looked up. */
  asked: number
  /** Value of `elsewhere` when the session was last found in the registry. */
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

  /** The content of a cookie. Undefined if the cookie was tampered with, is foreign or has expired: the request is then anonymous, never an error. */
  async function unseal(cookie: string) {
    if (!SPELLING.test(cookie)) return undefined
    // Try every key under the same id, because a rotation only moves a key further down the list.
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

  // Number of changes of people made through this process. A change takes effect at once, even for a look-up that is already on its way.
  let changes = 0
  /** How many times another process may have ended sessions. */
  let elsewhere = 0
  /** The value that `changes` had at the last change of each person. */
  const changedAt = new Map<number, number>()
  /** Hashes of the sessions that ended in this process. They stay dead even while the registry is silent. */
  const dead = new LRUCache<string, true>({ max: 100_000 })
  /** Hashes of our own cookies that no longer work. A browser that presents one of them used to have a session. */
  const ended = new LRUCache<string, true>({ max: 10_000 })
  const pendingEnds = createPendingEnds({ dataDir: env.DATA_DIR, tell, log })
  for (const one of pendingEnds.all()) if ('session' in one) dead.set(one.session, true)
  pendingEnds.tellAll()
  const cache = new LRUCache<string, Principal, string>({
    max: 10_000,
    ttl: FRESH,
    perf: { now: clock },
    ttlResolution: 0,
    ignoreFetchAbort: true,
    // All simultaneous requests share one look-up. A result older than 30 s is looked up again before anything is decided.
    fetchMethod: async (cookieHash, _stale, { context: cookie }) => {
      const asked = changes
      const seen = elsewhere
      const opened = await unseal(cookie)
      if (!opened) return undefined
      const hash = idHash(opened.sid)
      const used = dead.has(hash) ? undefined : await registry.used(hash).catch(silentRegistry)
      const person = used === undefined ? undefined : await whoIs(opened.token)
      if (!person || isIdle(person, used ?? 0)) {
        if (used !== undefined) await pendingEnds.insist({ session: hash })
        ended.set(cookieHash, true)
        return undefined
      }
      await registry.touch(hash).catch(silentRegistry)
      return { ...opened, hash, person, me: meOf(person), ends: opened.since + lifetime, asked, seen }
    },
  })

  /** Whether a session ends because it was not used for SESSION_IDLE_DAYS. That of a wall never does, because a wall may be off for weeks. */
  const isIdle = (person: Person, used: number) =>
    env.SESSION_IDLE_DAYS !== undefined && used < clock() - env.SESSION_IDLE_DAYS * 86_400_000 && !isOfWall(meOf(person).routes)

  /** The person to whom a token belongs. Undefined if the upstream rejects the token or the person is not active. */
  async function whoIs(token: string): Promise<Person | undefined> {
    let answer: Answer
    try {
      answer = await upstream.ask('GET', '/auth', token, DEADLINES.lookUp)
    } catch (error) {
      throw unavailable(error instanceof NoAnswer ? error.reason : String(error))
    }
    const { status } = answer
    // A session ends only on a clear answer: 401, or a person who is not active. Any other 4xx refuses only this request. A redirect, a maintenance
    // page or half an answer proves nothing.
    if (status === 401) return undefined
    if (status >= 400 && status < 500 && status !== 429) throw new Refusal(401, messages.signedOut, { reason: `GET /auth: ${status}` })
    const said = status === 200 ? jsonOf(answer.body) : undefined
    if (!parsed(Someone, said)?.success) throw unavailable(`GET /auth: ${status}`)
    const person = parsed(Person, said)
    return person?.success && person.data.status === 'A' ? person.data : undefined
  }

  const hashOf = (cookie: string) => digest('sha256', cookie, 'base64')
  const cookieOf = (req: Request): string | undefined => {
    // The type of req.cookies is any. A cookie is a string, or parsed JSON if it begins with 'j:', so its type is checked.
    const value: unknown = req.cookies[name]
    return typeof value === 'string' && value.length <= 4096 ? value : undefined
  }

  return {
    /** Seals a value for the browser, which gives it back within `seconds`. */
    seal: (value: object, seconds: number) => sealData(value, { password: { 1: keys[0] ?? '' }, ttl: seconds }),
    /** Opens a sealed value. Undefined if it was tampered with, is foreign or has expired. */
    open: async (sealed: string, seconds: number): Promise<unknown> => {
      for (const key of keys) {
        const opened = await unsealData<object>(sealed, { password: { 1: key }, ttl: seconds }).catch(() => undefined)
        // What was not sealed with this key comes back as an empty object.
        if (opened && Object.keys(opened).length > 0) return opened
      }
      return undefined
    },
    /**
     * Returns a function that looks up the current principal each time it is called. The result is undefined if there is no live session. Throws 503
     * while the upstream or the registry is silent; the session stays alive.
     */
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
          if (pendingEnds.any()) await pendingEnds.settle(principal.me.id, principal.hash).catch(silentRegistry)
          if (principal.seen < seen) {
            if ((await registry.used(principal.hash).catch(silentRegistry)) === undefined) dead.set(principal.hash, true)
            principal.seen = seen
          }
          if (dead.has(principal.hash)) ended.set(hash, true)
          else if (principal.asked >= (changedAt.get(principal.me.id) ?? 0)) return principal
          // Remove the outdated entry, unless another request has already replaced it in the cache.
          else if (cache.peek(hash) === principal) cache.delete(hash)
        }
      }
    },
    /** The principal of a token that did not come in a cookie. Undefined if the token is not accepted. */
    ofToken: async (token: string): Promise<Principal | undefined> => {
      const asked = changes
      const person = await whoIs(token)
      const hash = idHash(token)
      return person && { sid: '', hash, token, me: meOf(person), person, ends: Infinity, asked, seen: elsewhere }
    },
    presented: (req: Request) => cookieOf(req) !== undefined,
    /** The hash of the presented cookie if it belongs to an ended session of ours. Undefined in all other cases. */
    ended: (req: Request) => {
      const cookie = cookieOf(req)
      const hash = cookie && hashOf(cookie)
      return hash !== undefined && ended.has(hash) ? hash : undefined
    },

    /** Number of changes of people so far. A sign-in must read this number before it asks the upstream. */
    changes: () => registry.changes().catch(silentRegistry),
    /**
     * Begins a session, sets its cookie and ends the session that the request presented. `asked` is the value of `changes` before the upstream was
     * asked. If the person was changed since, the upstream may have checked the old password, so the new session ends at once.
     */
    begin: async (req: Request, res: Response, token: string, person: Person, asked: number) => {
      await end(req)
      const sid = randomBytes(32).toString('base64url')
      const cookie = await sealData({ sid, token, since: clock() }, { password: { 1: keys[0] ?? '' }, ttl: 0 })
      if (cookie.length > 4000) throw new Refusal(502, messages.unavailable, { reason: 'token too long for a cookie' })
      // First tell the registry about the person's pending entries. If they reached the registry later, they would end the new session too.
      await pendingEnds.settle(person.id).catch(silentRegistry)
      await registry.add(sid, person.id, deviceOf(req.headers['user-agent'])).catch(silentRegistry)
      // Read the counts only now: a password change after this line finds the new session and ends it.
      const [last, all] = await Promise.all([registry.lastChange(person.id), registry.changes()]).catch(silentRegistry)
      // A lower count than before means that the registry has lost its data.
      if (asked < last || all < asked) {
        await pendingEnds.insist({ session: idHash(sid) })
        await revoke(token)
        throw unavailable('changed while signing in')
      }
      res.cookie(name, cookie, { ...attributes, maxAge: Math.min(lifetime, 31_536_000_000) })
    },
    end,
    /** Remembers the e-mail of a sign-in in this browser, for the form that follows the end of the session. Signing out forgets it. */
    rememberEmail: (res: Response, email: string) =>
      void res.cookie(KEPT, email, { ...attributes, maxAge: Math.min(lifetime + 30 * 86_400_000, 31_536_000_000) }),
    /** Returns the remembered e-mail; an empty text if there is none. */
    emailOf: (req: Request) => {
      const email: unknown = req.cookies[KEPT]
      return typeof email === 'string' && email.length <= 254 ? email : ''
    },
    forgetEmail: (res: Response) => void res.clearCookie(KEPT, attributes),
    /**
     * Reacts to a change of the person in `body[field]`: each of that person's cached sessions is looked up again. A new password or an inactive
     * status also ends all sessions of that person, except the session that made the change; so does a call that `endsSessions`.
     */
    changed: async (by: Principal, field: string, body: unknown, endsSessions = false) => {
      // The schema of the call has parsed the body, and it is always the schema of an object, so the cast is safe.
      const { [field]: user, password, status } = body as Record<string, unknown>
      if (typeof user !== 'number') return
      changedAt.set(user, (changes += 1))
      if (password === undefined && status !== 'I' && !endsSessions) return
      // The change is already made, so its answer must not become an error if the registry is silent. The entry is stored, and the registry is told
      // later.
      await pendingEnds.insist({ user, but: by.hash })
    },
    /** The live sessions of a person, newest first. */
    of: (user: number) => registry.list(user).catch(silentRegistry),
    /** Ends sessions by their hashes: in this process at once, in other processes within 30 s. */
    endAll: async (hashes: string[]) => {
      for (const hash of hashes) await endByHash(hash).catch(silentRegistry)
    },
    clear: (res: Response) => void res.clearCookie(name, attributes),
    close: pendingEnds.close,
  }

  /**
   * Ends the session that the request presented: here at once, and in the upstream if it answers. Returns the person's id if it is known. Undefined
   * if there was no session of ours.
   */
  async function end(req: Request): Promise<{ user: number | undefined } | undefined> {
    const cookie = cookieOf(req)
    const opened = cookie === undefined ? undefined : await unseal(cookie)
    if (cookie === undefined || !opened) return undefined
    const hash = idHash(opened.sid)
    // The session has already ended, so presenting its cookie again must not cause more calls to the upstream.
    if (dead.has(hash)) return undefined
    const user = cache.peek(hashOf(cookie))?.me.id
    await pendingEnds.insist({ session: hash })
    await revoke(opened.token)
    return { user }
  }

  /** Revokes a token in the upstream. A failure is only logged, so that a silent upstream cannot prevent a sign-out. */
  function revoke(token: string) {
    return upstream
      .ask('DELETE', '/auth', token, DEADLINES.lookUp)
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'token not revoked upstream'))
  }

  function endByHash(hash: string) {
    dead.set(hash, true)
    return registry.endByHash(hash)
  }

  async function tell(one: PendingEnd): Promise<void> {
    if ('session' in one) return void (await endByHash(one.session))
    await registry.changed(one.user)
    for (const { hash } of await registry.list(one.user)) if (hash !== one.but) await endByHash(hash)
  }
}

/** Whether somebody holds nothing but menus of walls. */
const isOfWall = (routes: string[]) => routes.length > 0 && routes.every((route) => pages.some((page) => page.menu === route && isBareWall(page)))

/** The facts about a person that a rule can use. */
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

/**
 * The installation's own key, used if SESSION_SECRET is not set. The key is created once, and only the user of this process may read it. Throws a
 * sentence for the operator if the file is no longer safe.
 */
function ownSecret(dataDir: string): string {
  const file = join(dataDir, 'session-secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Write to another file and link it: the key file then appears complete or not at all, even if the process is killed, and never replaces an
    // existing key.
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
