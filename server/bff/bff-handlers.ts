// The calls that the BFF answers itself. They are judged, counted and logged like all other calls, but never forwarded.
import type { BodyOf, PathIdsOf, ReplyOf } from '../../shared/call.ts'
import type { CallName, CallOf } from '../../shared/calls.ts'
import { wallTime } from '../../shared/clock.ts'
import { messages } from '../../shared/messages.ts'
import type { sessions as rows } from '../../shared/features/sessions.ts'
import type { MenuNode } from '../../shared/features/users.ts'
import { boundOf } from './bounds.ts'
import { Refusal } from './errors.ts'
import { verdicts } from './explain.ts'
import type { Asking, Gate } from './gate.ts'
import { pagesFor } from './page-summary.ts'
import { idHash } from './registry.ts'
import type { Principal, Sessions } from './session.ts'
import { portuguese } from './words.ts'

type Row = (typeof rows)[number]

interface Given<R extends Row> {
  who: () => Promise<Principal>
  principal: Principal
  requestId: string
  path: PathIdsOf<R>
  body: BodyOf<R>
}

/** One function for each call that the BFF answers. The code does not compile if a function is missing or has another signature. */
export type BffHandlers = { [R in Row as R['name']]: (given: Given<R>) => Promise<ReplyOf<R>> }

export function createBffHandlers({ gate, sessions }: { gate: Gate; sessions: Sessions }): BffHandlers {
  /** Makes a GET of the table of calls on behalf of the caller. */
  const ask = <N extends CallName>(name: N, asking: Asking) =>
    // The gate parsed the reply by the schema of the call, so the cast is safe.
    gate.ask(name, asking) as Promise<ReplyOf<CallOf<N>>>

  /** The live sessions of a person, as the caller sees them. */
  async function sessionsOf(id: number, { sid }: Principal) {
    const mine = idHash(sid)
    return (await sessions.of(id)).map(({ hash, started, used, device }) => ({
      entrada: hash,
      aparelho: device,
      desde: wallTime(started),
      uso: wallTime(used),
      esta: hash === mine ? ('S' as const) : ('N' as const),
    }))
  }

  /** Ends one of these sessions, or all of them. Throws 404 if the one is not among them. */
  async function endOf(live: { hash: string }[], entrada: string | undefined) {
    const ending = entrada === undefined ? live : live.filter(({ hash }) => hash === entrada)
    if (entrada !== undefined && ending.length === 0) throw new Refusal(404, messages.notFound)
    await sessions.endAll(ending.map(({ hash }) => hash))
    return {}
  }

  return {
    'GET /access/{id}': async ({ path, ...by }) => {
      const [user] = await ask('GET /users/{id}', { ...by, path })
      if (!user) throw new Refusal(404, messages.notFound)
      const { menus, departamentos } = await ask('GET /users/data', by)
      const granted = leavesOf(menus).filter(({ ID }) => user.menus.includes(ID))
      // ROTA, the page of a menu, is our addition to the contract (docs/contract.md). Another API may not send it; the answer is then 502.
      if (granted.some(({ ROTA }) => ROTA === undefined))
        throw new Refusal(502, 'A API não informa a página de cada menu.', { reason: 'GET /users/data: no ROTA' })
      const me = {
        id: user.ID,
        name: user.NOMECOMPLETOUSUARIO,
        supervisor: user.SUPERVISOR,
        departamento: user.departamento,
        routes: granted.flatMap(({ ROTA = '' }) => ROTA),
      }
      const active = user.status === 'A'
      return {
        paginas: active ? pagesFor(me, departamentos) : [],
        chamadas: verdicts(me, portuguese).map(({ title: titulo, call: chamada, may, left, why }) =>
          active
            ? { titulo, chamada, pode: pode[may], limite: left ? boundOf(left, me, departamentos) : '', regra: why }
            : { titulo, chamada, pode: 'não', limite: 'O cadastro está inativo', regra: 'o cadastro está inativo' },
        ),
      }
    },

    'GET /sessions/{id}': ({ principal, path }) => sessionsOf(path.id, principal),

    'DELETE /sessions/{id}': async ({ path, body: { entrada } }) => endOf(await sessions.of(path.id), entrada),

    'GET /account/sessions': ({ principal }) => sessionsOf(principal.me.id, principal),

    'DELETE /account/sessions': async ({ principal, body: { entrada } }) => {
      const live = await sessions.of(principal.me.id)
      return endOf(entrada === undefined ? live.filter(({ hash }) => hash !== idHash(principal.sid)) : live, entrada)
    },
  }
}

const pode = { yes: 'sim', depends: 'depende', no: 'não' } as const

const leavesOf = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => (node.dados.length ? leavesOf(node.dados) : [node]))
