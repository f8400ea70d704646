// A PostgreSQL server: connections that are given up when they hang, and the loss of one in the middle of a transaction.
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import postgres from 'postgres'
import { isPlannedOnce } from './sql.ts'

const AT_ONCE = 10
/** In ms. Only tests of what happens beyond them change them. */
export const LIMITS = {
  connect: 5_000,
  /** Less than the BFF waits for a first byte: a call that the BFF gives up is not done afterwards. */
  statement: 12_000,
  lock: 5_000,
  /** The server ends the idle transaction of a process that hangs after this time. */
  transaction: 10_000,
  /** A connection without a byte for this long is closed: longer than any statement may take. */
  silence: 14_000,
  /** An idle connection is closed before its silence counts. */
  idle: 10_000,
  /** A command, or a start, that asks nothing for this long is taken for one that hangs. */
  hangs: 30_000,
}

/** Of a query: its plan is kept. The driver's types do not have the second, without which one of no parameters is planned anew. */
const KEPT = { prepare: true, simple: false }

/** The driver takes seconds. */
const common = () => ({ onnotice: () => undefined, connect_timeout: LIMITS.connect / 1000 })

/** One connection for whoever waits for nobody: a command, or the start. It ends when its process hangs in a transaction. `settings`: the session's own. */
export const connectOnce = (url: string, settings: Record<string, number> = {}) =>
  postgres(url, { ...common(), max: 1, connection: { TimeZone: 'UTC', idle_in_transaction_session_timeout: LIMITS.hangs, ...settings } })

/** The connections of a process that serves. */
export function connectPool(url: string, silence = LIMITS.silence) {
  const limits = { statement_timeout: LIMITS.statement, lock_timeout: LIMITS.lock, idle_in_transaction_session_timeout: LIMITS.transaction }
  let tries = 0
  // What the driver does where no socket is given: the next of its hosts each time, whose name TLS compares with the certificate.
  const socket = ({ host: hosts, port: ports, path }: Address) => {
    const [host = '', port = 0] = [hosts[tries % hosts.length], ports[tries % ports.length]]
    tries += 1
    const socket = new MortalSocket(silence)
    return path ? socket.connect(path) : Object.assign(socket, { host, port }).connect(port, host)
  }
  // An option that the driver's types do not have.
  const options = { ...common(), max: AT_ONCE, idle_timeout: LIMITS.idle / 1000, connection: { TimeZone: 'UTC', ...limits }, socket }
  return tamed(postgres(url, options))
}

/** Of the driver's options, parsed. */
interface Address {
  host: string[]
  port: number[]
  path: string | false
}

/** Closes when it has been silent for so long. */
class MortalSocket extends Socket {
  constructor(silence: number) {
    super()
    this.setTimeout(silence, () => this.destroy())
  }
  // The driver takes every listener off a socket that it wraps in TLS.
  override removeAllListeners(event?: string | symbol) {
    super.removeAllListeners(event)
    return this.once('timeout', () => this.destroy())
  }
}

type Begin = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) => Promise<T>

/** The driver (3.4.9) as drizzle uses it, without three of its ways. */
function tamed(client: postgres.Sql) {
  // It would send a question after another on a connection that is busy, to wait there while others become free.
  const free = pLimit(AT_ONCE)
  // And it would have each parsed and planned anew, the parameters sent only after an answer to that.
  const oneEach = (...[text, parameters]: Parameters<typeof client.unsafe>) => {
    let values = false
    const answer = free(async () => {
      const query = client.unsafe(text, parameters, isPlannedOnce(text) ? KEPT : {})
      return values ? query.values() : query
    })
    return Object.assign(answer, {
      values() {
        values = true
        return answer
      },
    })
  }

  // It says 'rollback' or 'commit' on a connection that was lost, and then throws where nobody can catch it, which would end the process:
  // so the work of a transaction that was lost is never over. What began it is told of the loss.
  // drizzle calls both with the work alone.
  const begin = client.begin.bind(client) as Begin
  const lasting: Begin = (work) => {
    let lost = false
    const unlessLost = async <T>(work: Promise<T>) => {
      try {
        const result = await work
        if (!lost) return result
      } catch (error) {
        // Its loss is told to the query and to the transaction; in which order is the driver's affair.
        await setImmediate()
        if (!lost) throw error
      }
      return new Promise<never>(() => undefined)
    }
    const done = begin((tx) => {
      const savepoint = tx.savepoint.bind(tx) as Begin
      return unlessLost(work(Object.assign(tx, { savepoint: (inner: Parameters<Begin>[0]) => savepoint((tx) => unlessLost(inner(tx))) })))
    })
    done.catch(() => (lost = true))
    return done
  }
  const instead = { unsafe: oneEach, begin: (work: Parameters<Begin>[0]) => free(() => lasting(work)) }
  // Not in its place: it calls the first itself.
  return new Proxy(client, { get: (target, name): unknown => Reflect.get(name in instead ? instead : target, name) })
}
