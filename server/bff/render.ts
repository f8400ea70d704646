// Renders the page of a request to HTML. The data of the page passes the same gate as every call.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Request, RequestHandler, Response } from 'express'
import type { Boot, Notice } from '../../client/boot.ts'
import type { CallName } from '../../shared/calls.ts'
import type { Clock } from '../../shared/clock.ts'
import { failure, messages } from '../../shared/messages.ts'
import { backTo, isBareWall, pageAt, pages, WALL_FIRST, withNotice } from '../../shared/pages.ts'
import { isExposed, type Env } from '../env.ts'
import type { Log } from '../log.ts'
import type { Build } from './build.ts'
import { gone, onceClosed } from './edge.ts'
import { mustEnrol } from './enrolment.ts'
import { asRefusal, Refusal } from './errors.ts'
import { holdsMenu, isSame, type Gate } from './gate.ts'
import { addressOf } from './address.ts'
import type { Limits } from './limits.ts'
import type { SignIn } from './login.ts'
import type { Metrics } from './metrics.ts'
import { createFairQueue } from './fair-queue.ts'
import { crossSiteForm, ownOrigin, pageHeaders } from './security.ts'
import type { Principal, Sessions } from './session.ts'

const AT_ONCE = 8
const EACH = 2
const WAITING = 64
const TOTAL = 10_000
const NOTICES = [
  'bem-vindo',
  'sessao-encerrada',
  'acesso-negado',
  'segundo-fator',
  'codigo',
  'recusado',
  'email',
  'senha',
  'muitas-tentativas',
  'indisponivel',
  'ate-logo',
] satisfies Notice[]

interface Parts {
  env: Env
  clock: Clock
  gate: Gate
  sessions: Sessions
  limits: Limits
  signIn: SignIn
  build: Build
  log: Log
  metrics: Metrics
}

export function createPages({ env, clock, gate, sessions, limits, signIn, build, log, metrics }: Parts) {
  const each = env.CALLS_PER_MINUTE === 0 ? AT_ONCE : EACH
  const people = createFairQueue({ atOnce: AT_ONCE, each, waiting: WAITING })
  // Pages of strangers need nothing from the upstream. With slots of their own, they never wait behind pages that do.
  const strangers = createFairQueue({ atOnce: AT_ONCE, each, waiting: WAITING })
  metrics.freeSlots('people', people.free)
  metrics.freeSlots('strangers', strangers.free)

  async function page(req: Request, res: Response, principal: Principal | undefined, more: Partial<Boot> & { status?: number } = {}) {
    const asking = sessions.asking(req)
    const who = async () => {
      const now = await asking()
      if (!now) throw new Refusal(401, messages.signedOut, { reason: 'session ended while the page was rendered' })
      return now
    }
    /**
     * Whether the person is still signed in with the same rights. A page may wait for a slot and for its data, so this is checked after each wait.
     */
    const isUnchanged = async () => !principal || isSame(await asking(), principal)
    const { status: forced, ...own } = more
    const { render } = await build.entry()
    const nonce = pageHeaders(res)
    const first = pages.find((one) => isBareWall(one) && one.path === req.cookies[WALL_FIRST])
    const boot: Boot = {
      me: principal?.person ?? null,
      // The names are those of calls.ts, so the cast is safe. Only a test uses another table, and such a test shows no page.
      may: principal ? (gate.may(principal) as CallName[]) : [],
      build: build.id,
      now: clock(),
      ends: principal?.ends ?? null,
      theme: oneOf(['light', 'dark'], req.cookies['tema']) ?? 'auto',
      pinned: req.cookies['menu'] === 'fixo',
      columns: typeof req.cookies['colunas'] === 'string' ? req.cookies['colunas'] : '',
      notice: oneOf(NOTICES, req.query['aviso']) ?? null,
      email: !principal && req.query['aviso'] === 'sessao-encerrada' ? sessions.emailOf(req) : '',
      second: null,
      back: typeof req.query['volta'] === 'string' ? req.query['volta'] : '',
      wall: first && principal && req.path === '/home' && holdsMenu(first.menu, principal.me) ? first.path : null,
      insecure: isExposed(env),
      cache: [],
      ...own,
    }
    const leaving = new AbortController()
    const over = once(leaving.signal, 'abort').then(() => Promise.reject(leaving.signal.reason as Error))
    // Once the page is drawn, nobody awaits this promise any more, so its rejection is handled here.
    over.catch(() => undefined)
    onceClosed(req, res, () => leaving.abort(gone()))
    // Each person, and each address without a session, gets only a share of the rendering slots.
    const leave = await (principal ? people.take(String(principal.me.id), leaving.signal) : strangers.take(addressOf(req), leaving.signal))
    const late = setTimeout(() => leaving.abort(new Refusal(503, messages.unavailable, { reason: 'render deadline' })), TOTAL)
    const draw = async () => {
      const rendered = await render({
        url: req.originalUrl,
        boot,
        nonce,
        assets: build.assetsOf(req.path),
        scripts: build.scripts,
        denied: principal ? withNotice(cameFrom(req, principal) ?? '/home', 'acesso-negado') : '/',
        ask: (name, asked) =>
          principal
            ? gate.ask(name, { who, requestId: String(res.getHeader('X-Request-Id')), ...asked, signal: leaving.signal })
            : Promise.reject(new Refusal(401, messages.signedOut)),
      })
      if ('redirect' in rendered) return rendered
      // Render the whole page into memory, so that a slow reader does not hold a slot that other pages need.
      return { status: rendered.status, html: await buffer((await rendered.draw(leaving.signal)).pipe(new PassThrough())) }
    }
    try {
      const drawn = (await isUnchanged()) && (await Promise.race([draw(), over]))
      // The person was changed or signed out: redirect to the same address, where the request is judged anew.
      if (!drawn || !(await isUnchanged())) return res.redirect(302, req.originalUrl)
      if ('redirect' in drawn) return res.redirect(302, drawn.redirect)
      res
        .status(forced ?? drawn.status)
        // The time in ms that rendering took. The browser adds it to `boot.now` to set the clock of the page.
        .set('Server-Timing', `drawing;dur=${clock() - boot.now}`)
        .type('html')
        .send(drawn.html)
    } finally {
      clearTimeout(late)
      leave()
    }
  }

  /** The page that the browser came from, according to its Referer header. Undefined unless it is a page of ours that the person may open. */
  function cameFrom(req: Request, { me }: Principal): string | undefined {
    const from = URL.parse(req.headers.referer ?? '')
    if (from?.origin !== ownOrigin(env, req) || from.pathname === req.path) return undefined
    const page = pageAt(from.pathname)
    if (!page || page.menu === 'public' || !holdsMenu(page.menu, me)) return undefined
    // Remove the notice, because the page has already shown it.
    from.searchParams.delete('aviso')
    return from.pathname + from.search
  }

  /** Answers the GET of a page. A person without access to the page is redirected before anything is rendered. */
  const show: RequestHandler = async (req, res) => {
    res.set('X-Build', build.id)
    const found = pageAt(req.path)
    // react-router would show the page at an address with a trailing slash too, but each page has only one address, so redirect.
    if (req.path !== '/' && req.path.endsWith('/')) {
      const path = req.path.slice(0, -1)
      if (pageAt(path)) return res.redirect(308, path)
    }
    const principal = await sessions
      .asking(req)()
      .catch((error: unknown) => {
        // If the API does not recognise the person at the moment, public pages (sign-in) are still shown.
        if (found?.menu === 'public' && asRefusal(error).status === 401) return undefined
        throw error
      })
    res.locals.user = principal?.me.id
    if (principal) {
      await limits.session(principal.hash)
      res.locals.counted = true
    } else await limits.stranger(req, 'page', sessions.ended(req))
    if (found?.path === '/' && principal) return res.redirect(302, '/home')
    if (principal && found && found.path !== '/conta' && mustEnrol(env, principal.person))
      return res.redirect(302, withNotice('/conta', 'segundo-fator'))
    if (found && found.menu !== 'public' && !principal) {
      const ended = sessions.presented(req)
      if (ended) {
        sessions.clear(res)
        res.locals.reason = 'bad or ended cookie'
      }
      const back = new URLSearchParams({ ...(ended && { aviso: 'sessao-encerrada' }), volta: req.originalUrl })
      return res.redirect(302, `/?${back}`)
    }
    // react-router would normalise these addresses and draw other pages for them, so refuse them.
    if (!found && /[%\\]|\/\.{0,2}\/|\/\.{1,2}$/.test(req.path)) throw new Refusal(404, failure(404), { reason: 'no such page' })
    const release = principal && limits.acquire(principal.me.id)
    try {
      await page(req, res, principal)
    } finally {
      if (release) onceClosed(req, res, release)
    }
  }

  /**
   * Sign-in without JavaScript. If it fails, the page is drawn again with the error. If it succeeds, the browser is redirected (303) to the page that
   * it first requested.
   */
  const form: RequestHandler = async (req, res) => {
    res.set('X-Build', build.id)
    // express.urlencoded gives texts, or lists of texts for repeated keys, so the cast is safe.
    const { email, password, desafio, codigo, volta } = (req.body ?? {}) as Record<string, unknown>
    const back = typeof volta === 'string' ? volta : ''
    crossSiteForm(env, req)
    await limits.stranger(req, 'page')
    try {
      const done = desafio === undefined ? await signIn.first(req, res, { email, password }) : await signIn.second(req, res, { desafio, codigo })
      // Without JavaScript there is no passkey, so the page asks for a code.
      if ('desafio' in done) return page(req, res, undefined, { second: done, back })
    } catch (error) {
      const { status, message, headers, fields, reason } = asRefusal(error)
      if (status >= 500) throw error
      res.locals.reason = reason
      const notice: Notice =
        desafio !== undefined
          ? 'codigo'
          : status === 429
            ? 'muitas-tentativas'
            : fields?.['email'] !== undefined
              ? 'email'
              : fields?.['password'] !== undefined
                ? 'senha'
                : 'recusado'
      log.measured(res.locals.from, 'sign-in form', { requestId: res.getHeader('X-Request-Id'), status, message })
      res.set(headers)
      return page(req, res, undefined, {
        status,
        notice,
        email: typeof email === 'string' ? email : '',
        back,
        // A wrong code may be typed again, as long as the second step is open.
        second: typeof desafio === 'string' && typeof codigo === 'string' ? { desafio, meios: ['aplicativo'], passkey: null } : null,
      })
    }
    return res.redirect(303, withNotice(backTo(volta), 'bem-vindo'))
  }

  return { show, form }
}

const oneOf = <T extends string>(list: readonly T[], value: unknown): T | undefined => list.find((item) => item === value)
