// Connections to a PostgreSQL server. Hanging connections are closed, and the loss of one during a transaction is handled.
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import postgres from 'postgres'
import { isPlannedOnce } from './sql.ts'

const AT_ONCE = 10
/** In ms. Only tests of these limits change them. */
export const LIMITS = {
  connect: 5_000,
  /** Below the BFF's wait for a first byte, so that a call that the BFF has given up is not carried out afterwards. */
  statement: 12_000,
  lock: 5_000,
  /** After this time the server ends the idle transaction of a hanging process. */
  transaction: 10_000,
  /** A connection without a byte for this long is closed. No statement may take longer. */
  silence: 14_000,
  /** An idle connection is closed before the silence limit applies. */
  idle: 10_000,
  /** A command or start that sends no query for this long is considered hanging. */
  hangs: 30_000,
}

/** Keeps the plan of a query. The driver's types lack `simple`, but without it a query without parameters would be planned anew. */
const KEPT = { prepare: true, simple: false }

/** The driver expects seconds. */
const common = () => ({ onnotice: () => undefined, connect_timeout: LIMITS.connect / 1000 })

/** A single connection for a command or a start. The server ends it if its process hangs in a transaction. `settings` apply to the session. */
export const connectOnce = (url: string, settings: Record<string, number> = {}) =>
  postgres(url, { ...common(), max: 1, connection: { TimeZone: 'UTC', idle_in_transaction_session_timeout: LIMITS.hangs, ...settings } })

/** The connection pool of a serving process. */
export function connectPool(url: string, silence = LIMITS.silence) {
  const limits = { statement_timeout: LIMITS.statement, lock_timeout: LIMITS.lock, idle_in_transaction_session_timeout: LIMITS.transaction }
  let tries = 0
  // Does what the driver does without a `socket` option: takes the next of its hosts each time. TLS compares the host name with the certificate.
  const socket = ({ host: hosts, port: ports, path }: Address) => {
    const [host = '', port = 0] = [hosts[tries % hosts.length], ports[tries % ports.length]]
    tries += 1
    const socket = new MortalSocket(silence)
    return path ? socket.connect(path) : Object.assign(socket, { host, port }).connect(port, host)
  }
  // The driver's types lack the `socket` option.
  const options = { ...common(), max: AT_ONCE, idle_timeout: LIMITS.idle / 1000, connection: { TimeZone: 'UTC', ...limits }, socket }
  return tamed(postgres(url, options))
}

/** The part of the driver's parsed options that is needed here. */
interface Address {
  host: string[]
  port: number[]
  path: string | false
}

/** A socket that closes after a period of silence. */
class MortalSocket extends Socket {
  constructor(silence: number) {
    super()
    this.setTimeout(silence, () => this.destroy())
  }
  // The driver removes all listeners of a socket that it wraps in TLS.
  override removeAllListeners(event?: string | symbol) {
    super.removeAllListeners(event)
    return this.once('timeout', () => this.destroy())
  }
}

type Begin = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) => Promise<T>

/** The driver (3.4.9) as drizzle uses it, without three of its habits. */
function tamed(client: postgres.Sql) {
  // The driver would queue a query on a busy connection, where it would wait although other connections become free.
  const free = pLimit(AT_ONCE)
  // The driver would also parse and plan each query anew, and send the parameters only after the answer to that.
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

  // On a lost connection, the driver says 'rollback' or 'commit' and then throws where nobody can catch it, which would end the process. So the work
  // of a lost transaction never settles; its caller learns of the loss from `done`. drizzle calls both functions with the work alone.
  const begin = client.begin.bind(client) as Begin
  const lasting: Begin = (work) => {
    let lost = false
    const unlessLost = async <T>(work: Promise<T>) => {
      try {
        const result = await work
        if (!lost) return result
      } catch (error) {
        // The loss reaches the query and the transaction in an order that the driver decides, so wait for both.
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
  // A proxy rather than a replacement, because the driver itself calls `unsafe`.
  return new Proxy(client, { get: (target, name): unknown => Reflect.get(name in instead ? instead : target, name) })
}
