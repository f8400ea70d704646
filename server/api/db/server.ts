// Connections to a PostgreSQL server. Hanging connections are closed, and the loss of a connection during a transaction is handled.
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import postgres from 'postgres'
import { isPlannedOnce } from './sql.ts'

const AT_ONCE = 10
/** Limits in ms. Only tests of these limits change them. */
export const LIMITS = {
  connect: 5_000,
  /** Less than the time that the BFF waits for a first byte, so that no call is carried out after the BFF has stopped waiting. */
  statement: 12_000,
  lock: 5_000,
  /** Time after which the server ends the idle transaction of a process that hangs. */
  transaction: 10_000,
  /** Time without a byte after which a connection is closed. No statement may take longer. */
  silence: 14_000,
  /** Time after which an idle connection is closed, which is before the silence limit applies. */
  idle: 10_000,
  /** Time without a query after which the process of a command, or one that is starting, is considered hanging. */
  hangs: 30_000,
}

/**
 * Options that keep the plan of a query. Without `simple: false`, which the driver's types lack, a query without parameters would be planned anew.
 */
const KEPT = { prepare: true, simple: false }

/**
 * Options that all connections share. The driver expects the timeout in seconds. It does not ask for the types of arrays, because drizzle reads arrays
 * itself, and because nobody could catch the error if a connection were lost during that query: it would end the process.
 */
const common = () => ({ onnotice: () => undefined, connect_timeout: LIMITS.connect / 1000, fetch_types: false })

/** A single connection for a command or for startup. The server closes it if its process hangs in a transaction. `settings` apply to the session. */
export const connectOnce = (url: string, settings: Record<string, number> = {}) =>
  postgres(url, { ...common(), max: 1, connection: { TimeZone: 'UTC', idle_in_transaction_session_timeout: LIMITS.hangs, ...settings } })

/** The connection pool of a serving process. */
export function connectPool(url: string, silence = LIMITS.silence) {
  const limits = { statement_timeout: LIMITS.statement, lock_timeout: LIMITS.lock, idle_in_transaction_session_timeout: LIMITS.transaction }
  let tries = 0
  // Replaces the driver's own `socket`. Like that one, it tries the next host each time, and sets `host`, which TLS compares with the certificate.
  const socket = ({ host: hosts, port: ports, path }: Address) => {
    const [host = '', port = 0] = [hosts[tries % hosts.length], ports[tries % ports.length]]
    tries += 1
    const socket = new MortalSocket(silence)
    return path ? socket.connect(path) : Object.assign(socket, { host, port }).connect(port, host)
  }
  // The cast is needed because the types of the driver lack the `socket` option.
  const options = { ...common(), max: AT_ONCE, idle_timeout: LIMITS.idle / 1000, connection: { TimeZone: 'UTC', ...limits }, socket }
  return tamed(postgres(url, options))
}

/** The part of the driver's parsed options that is needed here. */
interface Address {
  host: string[]
  port: number[]
  path: string | false
}

/** A socket that closes itself after a period of silence. */
class MortalSocket extends Socket {
  constructor(silence: number) {
    super()
    this.setTimeout(silence, () => this.destroy())
  }
  // Adds the listener again: the driver removes all listeners of a socket when it wraps the socket in TLS.
  override removeAllListeners(event?: string | symbol) {
    super.removeAllListeners(event)
    return this.once('timeout', () => this.destroy())
  }
}

type Begin = <T>(work: (tx: postgres.TransactionSql) => Promise<T>) => Promise<T>

/** The driver (3.4.9) as drizzle uses it, with changes to three of its behaviours. */
function tamed(client: postgres.Sql) {
  // Queries wait here for a free connection. The driver would queue a query on a busy connection, where it waits even if others become free.
  const free = pLimit(AT_ONCE)
  // Sends each query in one step. The driver would parse and plan a query anew, and send its parameters only after the answer to that.
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

  // If a connection is lost, the driver sends 'rollback' or 'commit' and then throws where nobody can catch the error, which would end the process.
  // So the work of a lost transaction never settles here; its caller learns of the loss from `done`. drizzle passes nothing but the work to both
  // functions.
  const begin = client.begin.bind(client) as Begin
  const lasting: Begin = (work) => {
    let lost = false
    const unlessLost = async <T>(work: Promise<T>) => {
      try {
        const result = await work
        if (!lost) return result
      } catch (error) {
        // The driver tells the query and the transaction of the loss in any order, so wait until both know.
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
  // Use a proxy instead of replacing the functions, because the driver itself calls `unsafe`.
  return new Proxy(client, { get: (target, name): unknown => Reflect.get(name in instead ? instead : target, name) })
}
