// Runs the embedded API as a separate process, for tests that kill it: node api-process.ts <data folder> <channel> [<database url>]. The process
// prints its address.
import { startApi } from '../../server/api/start.ts'

const [dataDir = '', secret = '', databaseUrl] = process.argv.slice(2)
try {
  const api = await startApi({ dataDir, secret, demo: true, issuing: { mail: 'outbox' }, ...(databaseUrl && { databaseUrl }) })
  process.once('SIGTERM', () => void api.stop().then(() => process.exit(0)))
  process.stdout.write(`ready ${api.url}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
