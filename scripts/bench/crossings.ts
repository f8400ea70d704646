// `npm run bench:crossings -- --requests 100000`: pages and calls of fifty people, interleaved through one BFF: no answer may be another's.
import { parseArgs } from 'node:util'
import { crossings } from '../../tests/support/crowd.ts'

const { values } = parseArgs({ options: { requests: { type: 'string', default: '100000' } } })
const start = performance.now()
const { wrong, answers } = await crossings(Number(values.requests))
for (const line of wrong.slice(0, 20)) console.log(line)
console.log(`${answers} answers in ${((performance.now() - start) / 1000).toFixed(0)} s, ${wrong.length} wrong.`)
process.exitCode = wrong.length === 0 ? 0 : 1
