// `npm run conform -- URL`: checks whether another API answers as the table of calls demands. It signs in, makes every GET, and names the fields of
// each call that differ, but never their values.
import { Console } from 'node:console'
import { z } from 'zod'
import type { Row } from '../shared/call.ts'
import { calls, type CallName } from '../shared/calls.ts'
import { Person } from '../shared/features/auth.ts'
import { isLoopback, readEnv } from '../server/env.ts'
import { lackingOf } from '../server/bff/drift.ts'
import { createUpstream, DEADLINES, jsonOf } from '../server/bff/upstream.ts'
import { run, type Command } from './database-command.ts'
import { questions } from './questions.ts'

const month = () => {
  const [year, month] = new Date().toISOString().split('-')
  return encodeURIComponent(`${month}/${year}`)
}

/** Parameters that a call requires. `id` is the id of a record in the reply of the call in `from`. */
const queries: Partial<Record<CallName, { from?: CallName; query: (me: number, id: number) => string }>> = {
  'GET /user-task': { query: (me) => `request=grid&id=${me}` },
  'GET /nfse/centrocustos': { query: () => `mesAno=${month()}` },
  'GET /nfse': { query: () => `mesAno=${month()}&tipoRegistro=Todos&tipoEmissao=1&status=1` },
  'GET /nfse/summary': { query: () => `mesAno=${month()}&tipoRegistro=Todos&tipoEmissao=1` },
  'GET /nfse/{id}/second-copy': { from: 'GET /nfse', query: () => `vencimento=${new Date().toISOString().slice(0, 10)}` },
  'GET /dash/aging/documents': { query: () => 'cliente=Cliente' },
  'GET /nfse-download-file': { from: 'GET /nfse', query: (_, id) => `id=${id}&tipo=1` },
  'GET /financial-control': { query: () => 'typeReq=grid' },
  'GET /financial-control-data': { query: () => 'typeReq=form' },
  'GET /financial-control-batch': { from: 'GET /financial-control', query: (_, id) => `idLote=${id}` },
  'GET /service-time-control-mov': { from: 'GET /service-time-control', query: (_, id) => `idControleHoras=${id}` },
  'GET /service-time-control-comission': { from: 'GET /service-time-control', query: (_, id) => `idControleHoras=${id}` },
  'GET /comission-closing/preview': { query: () => `mes=${new Date().toISOString().slice(0, 7)}` },
  'GET /dash/saldoBancosCaixas': { query: () => 'typeofModal=bco' },
  'GET /track': { query: (me) => `user=${me}` },
  'GET /trackprojetos-steps': { from: 'GET /trackprojetos', query: (_, id) => `idTrackProject=${id}` },
  'GET /trackprojetos-clients': { from: 'GET /trackprojetos', query: (_, id) => `idTrackProject=${id}` },
}
/** The call whose reply supplies the {id}, if it is not the call with the same path without {id}. */
const lists: Partial<Record<CallName, CallName>> = {
  'GET /detailcalendar/{id}': 'GET /dash/calendarioOndeEstou',
  'GET /trackprojetos/complete/{id}': 'GET /trackprojetos',
  'GET /trackprojetos/client/{id}': 'GET /clients',
  'GET /dash/aging/client/{id}': 'GET /clients',
}

/**
 * The id of the first record in a reply. If the reply is an object and not a list, the last list in it is used. By the schemas, the id is the first
 * whole number above zero in a record.
 */
function firstId(reply: unknown): number | undefined {
  const list = Array.isArray(reply) ? reply : Object.values(Object(reply) as object).findLast((value) => Array.isArray(value))
  const record: unknown = (list as unknown[] | undefined)?.[0]
  return Object.values(Object(record) as object).find((value): value is number => Number.isInteger(value) && Number(value) > 0)
}

/** The places in a reply that do not match the schema, each with what was expected. */
const differences = ({ issues }: z.ZodError) => issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'a resposta'}: ${message}`)

export const command: Command = async ([url = ''], surroundings) => {
  if (!URL.canParse(url)) throw new Error('Use: npm run conform -- https://api.da.empresa')
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !isLoopback(hostname)) throw new Error('Fora desta máquina, só por https: a senha iria aberta.')
  // Throws if a setting would disable the check of the certificate.
  readEnv(surroundings.env)
  const ask = questions(surroundings)
  const console = new Console(surroundings)
  const credentials = { email: await ask('E-mail: '), password: await ask('Senha (não aparece na tela): ', true) }
  const upstream = createUpstream(url)
  const get = (path: string, token: string) => upstream.ask('GET', path, token, DEADLINES.total)

  const signedIn = await upstream.ask('POST', '/auth', null, DEADLINES.total, { body: Buffer.from(JSON.stringify(credentials)) })
  if (signedIn.status !== 200) throw new Error(`POST /auth respondeu ${signedIn.status}.`)
  const person = Person.extend({ token: z.string().min(1) }).safeParse(jsonOf(signedIn.body))
  if (!person.success) throw new Error(`POST /auth difere:\n  ${differences(person.error).join('\n  ')}`)
  const { token, id: me } = person.data

  const replies = new Map<string, unknown>()
  let [asked, different] = [0, 0]
  for (const row of calls as readonly Row[]) {
    if (row.method !== 'GET' || row.answeredByBff) continue
    // All names come from the table of calls, so the cast is safe.
    const name = row.name as CallName
    const own = queries[name]
    const list = own?.from ?? (row.path.includes('{') ? (lists[name] ?? (row.name.replace(/\/\{\w+\}.*$/, '') as CallName)) : undefined)
    const id = list && firstId(replies.get(list))
    if (list && id === undefined) {
      console.log(`–  ${name}: sem registro para pedir (${list})`)
      continue
    }
    const query = own?.query(me, id ?? 0)
    const answer = await get(row.path.replace(/\{\w+\}/, String(id)) + (query ? `?${query}` : ''), token)
    if (row.added && (answer.status === 404 || answer.status === 501)) {
      console.log(`–  ${name}: não existe, e pode faltar`)
      continue
    }
    if (answer.status === 409) {
      console.log(`–  ${name}: o registro pedido não está na situação que a chamada exige`)
      continue
    }
    asked += 1
    const reply = row.file === undefined ? jsonOf(answer.body) : answer.body
    const said = answer.status === 200 ? row.reply.safeParse(reply) : undefined
    if (said?.success) replies.set(name, said.data)
    else different += 1
    const empty = Array.isArray(reply) && reply.length === 0 ? ' (lista vazia: só a forma de fora)' : ''
    const lacking = said?.success ? [...lackingOf(row.reply)(reply)] : []
    console.log(
      said?.success
        ? `✓  ${name}${empty}${lacking.length > 0 ? `: sem ${lacking.join(', ')}, que só se exibe` : ''}`
        : `✗  ${name}: ${said ? `\n     ${differences(said.error).join('\n     ')}` : `respondeu ${answer.status}`}`,
    )
  }
  await upstream.ask('DELETE', '/auth', token, DEADLINES.lookUp).catch(() => undefined)
  upstream.close()
  const sum = `${asked} chamadas GET pedidas, ${different} diferentes.`
  if (different > 0) throw new Error(sum)
  return sum
}

await run(import.meta, command)
