// `npm run access`: who may do what, from the table itself.
import { parseArgs } from 'node:util'
import { Person } from '../shared/features/auth.ts'
import { explain, findCall, may } from '../server/bff/explain.ts'
import { entry, matrix, rows, who } from '../server/bff/matrix.ts'
import { meOf } from '../server/bff/session.ts'
import { inquire } from '../server/api/db/operator.ts'
import { readEnv } from '../server/env.ts'
import { run } from './database-command.ts'

const USE = `Use:
  npm run access                                       a tabela inteira (-- --json para programas)
  npm run access -- who 'PUT /users'                   que tipos de pessoa podem
  npm run access -- may EMAIL                          que chamadas a pessoa pode
  npm run access -- explain 'PUT /users' --as EMAIL    se pode, e por quê; o que já se sabe do pedido:
                    --body JSON, ids e consulta no próprio endereço ('GET /track?user=7'), registros guardados --stored '{"/track/7": …}'
Em vez de EMAIL, com uma API de fora: '{"supervisor":"N","departamento":2,"menus":["/track"]}'`

await run(async () => {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' }, as: { type: 'string' }, body: { type: 'string' }, stored: { type: 'string' } },
    allowPositionals: true,
  })
  const [command, subject = ''] = positionals
  if (command === undefined) return values.json ? JSON.stringify(rows.map(entry), null, 2) : matrix()
  if (command === 'may') return may(await personNamed(subject)).join('\n')
  const called = findCall(subject)
  if (!called || (command !== 'who' && command !== 'explain'))
    throw new Error(called || !subject ? USE : `Não há a chamada '${subject}'. Veja npm run access.`)
  if (command === 'who') return who(called.row.name) ?? ''
  const me = await personNamed(values.as ?? '')
  const lines = explain({
    ...called,
    me,
    ...(values.body !== undefined && { body: parse(values.body) }),
    stored: parse(values.stored ?? '{}') as object as Record<string, unknown>,
  })
  return [...lines, ...(await proofs(called.row.name, me))].join('\n')
})

/** Whoever has this e-mail in the company's database, or is described as JSON. */
async function personNamed(text: string) {
  if (text.startsWith('{')) {
    const { menus = [], ...more } = parse(text) as { menus?: string[] }
    return { ...meOf(Person.parse({ id: 1, name: 'a pessoa descrita', status: 'A', acessos: [], ...more })), routes: menus }
  }
  if (!text) throw new Error(USE)
  const { DATA_DIR, DATABASE_URL, UPSTREAM_URL } = readEnv()
  if (UPSTREAM_URL !== undefined) throw new Error(`As pessoas estão na API de fora (UPSTREAM_URL): descreva a pessoa.\n${USE}`)
  const person = await inquire({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, 'person', text)
  if (!person) throw new Error(`Não há ninguém com o e-mail ${text}.`)
  if (person.status !== 'A') throw new Error(`${person.name} está com o cadastro inativo: nenhuma chamada é permitida (401).`)
  return meOf(person)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`Isto não é JSON: ${text}`)
  }
}

/** The lines of the golden file for such a person, and the tests that play them. */
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
    `provas (tests/permissions/permissions.golden, como ${kind}):`,
    ...texts,
    `testes: npm test -- permissions.test -t '${call}' · npm run access:mutate -- -t '${call}'`,
  ]
}
