// `npm run bench:sigterm -- --times 100`: stops the product under load, many times. Every request that was accepted must be answered completely.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stopUnderLoad } from '../../tests/support/stop.ts'

const { values } = parseArgs({ options: { times: { type: 'string', default: '100' } } })
// The same upstream as in the bench load.ts.
const upstream = fork(join(import.meta.dirname, 'load.ts'), ['serve'])
process.once('exit', () => upstream.kill())
const [url] = (await once(upstream, 'message')) as [string]

let [answered, failed, bad] = [0, 0, 0]
for (let time = 1; time <= Number(values.times); time += 1) {
  const stopped = await stopUnderLoad(url)
  answered += stopped.answered
  failed += stopped.failed.length
  if (stopped.ended.code !== 0) bad += 1
  for (const line of stopped.failed) console.log(`  ${time}: ${line.slice(0, 200)}`)
  if (time % 10 === 0 || time === Number(values.times))
    console.log(`${time} times stopped: ${answered} answered, ${failed} failed; ${bad} did not exit with code 0`)
}
process.exit(failed + bad === 0 ? 0 : 1)
