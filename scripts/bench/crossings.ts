// `npm run bench:crossings -- --requests 100000 [--seed S]`: requests pages and calls of fifty people at the same time through one BFF. No answer may
// belong to another person.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { crossings } from '../../tests/support/crowd.ts'

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: String(randomInt(2 ** 31)) } },
})
const start = performance.now()
const { wrong, answers } = await crossings(Number(values.requests), Number(values.seed))
for (const line of wrong.slice(0, 20)) console.log(line)
console.log(`${answers} answers in ${((performance.now() - start) / 1000).toFixed(0)} s with the seed ${values.seed}, ${wrong.length} wrong`)
process.exit(wrong.length === 0 ? 0 : 1)
