// `npm run access`: explains from the table of calls who may make which call.
import { parseArgs } from 'node:util'
import { Person } from '../shared/features/auth.ts'
import { explain, findCall, may } from '../server/bff/explain.ts'
import { entry, matrix, rows, who } from '../server/bff/matrix.ts'
import { meOf } from '../server/bff/session.ts'
import { inquire } from '../server/api/db/operator.ts'
import { readEnv } from '../server/env.ts'
import { run, type Command, type Surroundings } from './database-command.ts'

const USAGE = `Usage:
  npm run access                                       the whole table (-- --json for programs)
  npm run access -- who 'PUT /users'                   what kinds of people may
  npm run access -- may EMAIL                          what calls a person may make
  npm run access -- explain 'PUT /users' --as EMAIL    whether a person may, and why; what is known of the request:
                    --body JSON, ids and query in the address itself ('GET /track?user=7'), stored records --stored '{"/track/7": …}'
With another API, instead of EMAIL: '{"supervisor":"N","departamento":2,"menus":["/track"]}'`

export const command: Command = async (args, { env }) => {
  const { values, positionals } = parseArgs({
    args,
    options: { json: { type: 'boolean' }, as: { type: 'string' }, body: { type: 'string' }, stored: { type: 'string' } },
    allowPositionals: true,
  })
  const [word, subject = ''] = positionals
  if (word === undefined) return values.json ? JSON.stringify(rows.map(entry), null, 2) : matrix()
  if (word === 'may') return may(await personNamed(subject, env)).join('\n')
  const called = findCall(subject)
  if (!called || (word !== 'who' && word !== 'explain'))
    throw new Error(called || !subject ? USAGE : `There is no call '${subject}'. See npm run access.`)
  if (word === 'who') return who(called.row.name) ?? ''
  const me = await personNamed(values.as ?? '', env)
  const lines = explain({
    ...called,
    me,
    ...(values.body !== undefined && { body: parse(values.body) }),
    stored: parse(values.stored ?? '{}') as object as Record<string, unknown>,
  })
  return [...lines, ...(await proofs(called.row.name, me))].join('\n')
}

await run(import.meta, command)

/** The person who has this e-mail in the database of the company, or the person whom the text describes as JSON. */
async function personNamed(text: string, env: Surroundings['env']) {
  if (!text) throw new Error(USAGE)
  const person = text.startsWith('{') ? described(text) : await stored(text, env)
  if (person.status !== 'A') throw new Error(`${person.name} is inactive: no call is allowed (401).`)
  return meOf(person)
}

function described(text: string) {
  const { menus = [], ...more } = parse(text) as { menus?: string[] }
  const acessos = [{ title: '', action: '', items: menus.map((route) => ({ title: '', route })) }]
  return Person.parse({ id: 1, name: 'Whoever is described', status: 'A', acessos, ...more })
}

async function stored(email: string, env: Surroundings['env']) {
  const { DATA_DIR, DATABASE_URL, UPSTREAM_URL } = readEnv(env)
  if (UPSTREAM_URL !== undefined) throw new Error(`The people are in another API (UPSTREAM_URL): describe the person.\n${USAGE}`)
  const person = await inquire({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, 'person', email)
  if (!person) throw new Error(`Nobody has the e-mail ${email}.`)
  return person
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`This is not JSON: ${text}`)
  }
}

/** The lines of the golden file (tests/permissions) about a call and a person of this kind, and the commands that test them. */
async function proofs(call: string, { supervisor, departamento, routes }: ReturnType<typeof meOf>) {
  const { expected, menuOf } = await import('../tests/permissions/golden.ts')
  const { subjects } = await import('../tests/permissions/subjects.ts')
  const menus = menuOf.get(call) ?? []
  const held = menus.includes('session') || menus.some((menu) => routes.includes(menu))
  const kind = !held
    ? 'without'
    : supervisor === 'S'
      ? 'S'
      : departamento === 2 || departamento === 4 || departamento === 5
        ? `D${departamento}`
        : 'plain'
  const lines = Object.keys(subjects[call]?.scenes ?? {}).map((scene) => expected(call, scene, kind))
  const texts = new Set(lines.toSorted((a, b) => a.number - b.number).map(({ number, text }) => `  ${number}: ${text}`))
  return [
    `proofs (tests/permissions/permissions.golden, as ${kind}):`,
    ...texts,
    `tests: npm test -- permissions.test -t '${call}' · npm run access:mutate -- -t '${call}'`,
  ]
}
