// The worker thread. It opens the database, listens on the loopback interface, and stops when start.ts tells it to.
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
import { forgetTableChanges } from './tags.ts'
import type { ApiOptions, FromWorker } from './start.ts'

// Only start.ts starts this file, and it passes these options, so the cast is safe.
const options = workerData as Required<ApiOptions>
const tell = (message: FromWorker) => parentPort?.postMessage(message)
const clock = Date.now
const GROW = 10 * MINUTE
/** Interval in ms between two checks for jobs that another process queued or that have become due. */
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
  const app = createApi({ ...database, ...issuing, clock, origin: options.origin, secret: options.secret, log: (line) => tell({ log: line }) })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const grow = dailyGrowth(database.db, clock)
  // Log only the cause, because the message of the wrapping error repeats every row.
  const failed =
    (event: string) =>
    ({ cause }: Error) =>
      tell({ log: { level: 'error', event, reason: String(cause) } })
  const forget = () =>
    void Promise.all([forgetOld(database.db), forgetAnswered(database.db), forgetTableChanges(database.db)]).catch(
      failed('expired records could not be deleted'),
    )
  forget()
  issuing.wake()
  const timers = [
    setInterval(forget, HOUR),
    setInterval(issuing.wake, LOOK),
    ...(options.demo ? [setInterval(() => void grow().catch(failed('the demo company could not be advanced to today')), GROW)] : []),
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
  // A server that listens on TCP has an address with a port, so the cast is safe.
  tell({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
} catch (error) {
  tell({ failed: error instanceof Error ? error.message : String(error) })
}
