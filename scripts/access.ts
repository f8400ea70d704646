// `npm run access`: who may make which call, as the table says it. `--json` for programs; `who 'PUT /users'` for one call, by kind of person.
import { parseArgs } from 'node:util'
import { entry, matrix, rows, who } from '../server/bff/matrix.ts'

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
const [command, name = ''] = positionals
if (command === 'who') {
  const said = who(name)
  console.log(said ?? `Não há a chamada '${name}'. Veja npm run access.`)
  if (said === undefined) process.exitCode = 1
} else if (values.json) console.log(JSON.stringify(rows.map(entry), null, 2))
else console.log(matrix())
