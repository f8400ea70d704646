// The worker thread: opens the database, listens on the loopback, and ends when it is told to.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { HOUR, MINUTE } from '../../shared/clock.ts'
import { createApi } from './app.ts'
import { forgetAnswered } from './answered.ts'
import { forgetOld } from './audit.ts'
import { openDatabase } from './db/connection.ts'
import { dailyGrowth } from './db/demo.ts'
import { demoSource } from './db/demo-accounts.ts'
import { startIssuing } from './nfse/issuing.ts'
import type { ApiOptions, FromWorker } from './start.ts'

// start.ts is the only one that starts this file, with these options.
const options = workerData as Required<ApiOptions>
const tell = (message: FromWorker) => parentPort?.postMessage(message)
const clock = Date.now
const GROW = 10 * MINUTE
/** ms until what another process has queued is found, or a pause is over. */
const LOOK = 5_000

try {
  const database = await openDatabase(options, { ...options, now: clock() })
  const issuing = await startIssuing({
    ...database,
    ...options.issuing,
    clock,
    source: options.demo ? demoSource(clock) : async () => undefined,
    log: (line, event) => tell({ log: { level: 'error', event, ...line } }),
  })
  const app = createApi({ ...database, ...issuing, clock, secret: options.secret, log: (line) => tell({ log: line }) })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const grow = dailyGrowth(database.db, clock)
  // The cause: the wrapper's own message repeats every row.
  const failed =
    (event: string) =>
    ({ cause }: Error) =>
      tell({ log: { level: 'error', event, reason: String(cause) } })
  const forget = () => void Promise.all([forgetOld(database.db), forgetAnswered(database.db)]).catch(failed('what was kept long enough did not go'))
  forget()
  issuing.wake()
  const timers = [
    setInterval(forget, HOUR),
    setInterval(issuing.wake, LOOK),
    ...(options.demo ? [setInterval(() => void grow().catch(failed('the demo did not move on')), GROW)] : []),
  ]
  parentPort?.once('message', () => {
    timers.forEach(clearInterval)
    server.close(
      () =>
        void issuing
          .stop()
          .then(() => database.close())
          .then(() => process.exit(0)),
    )
    server.closeIdleConnections()
  })
  // A server that listens on TCP has an address with a port.
  tell({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
}
