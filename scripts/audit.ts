// `npm run audit`: prints the newest entries of the audit of the embedded API: changes, or reads of other people's data.
import { wallTime } from '../shared/clock.ts'
import { inquire } from '../server/api/db/operator.ts'
import { readEnv } from '../server/env.ts'
import { run, type Command } from './database-command.ts'

const USE = `Use:
  npm run audit -- changes [clients/949 | clients | user:7] [antes:123]   o que mudou: número, quando, quem, em que chamada, antes → depois
  npm run audit -- reads [user:7]                                         quem consultou o paradeiro, as horas ou as comissões dos outros`

const when = (at: Date | string) => wallTime(new Date(at).getTime()).replace('T', ' ')
type Values = Record<string, unknown>

/** The fields that differ between two versions of a record. For a record that was created or deleted, these are all fields. */
function difference(before: Values | null, after: Values | null) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const said = (value: unknown) => JSON.stringify(value) ?? '–'
  return names
    .filter((name) => said(before?.[name]) !== said(after?.[name]))
    .map((name) => `    ${name}: ${said(before?.[name])} → ${said(after?.[name])}`)
}

/** The input of a read. If there were too many different reads to keep, only their number was stored. */
const question = (input: object) => ('maisDe' in input ? `mais de ${String(input.maisDe)} perguntas diferentes nesta hora` : JSON.stringify(input))

export const command: Command = async ([word, ...words], surroundings) => {
  const about = words.join(' ')
  const env = readEnv(surroundings.env)
  if (env.UPSTREAM_URL !== undefined) throw new Error('Com UPSTREAM_URL a auditoria é da outra API.')
  const place = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }
  if (word === 'changes') {
    const changes = await inquire(place, 'changes', about)
    const lines = changes.flatMap(({ id, at, userId, call, relation, recordId, before, after }) => [
      `${id}  ${when(at)}  ${userId === null ? 'o sistema' : `user:${userId}`}  ${call ?? ''}  ${relation}/${recordId}`,
      // Both are rows of a table, so the casts are safe.
      ...difference(before as Values | null, after as Values | null),
    ])
    return lines.join('\n') || 'Nenhuma mudança.'
  }
  if (word !== 'reads') throw new Error(USE)
  const reads = await inquire(place, 'reads', about)
  return (
    reads
      // The audit built the input from the parameters of a call, so the cast is safe.
      .map(({ at, userId, call, about: what, input }) => `${when(at)}  user:${userId}  ${what}  ${call}  ${question(input as object)}`)
      .join('\n') || 'Nenhuma consulta.'
  )
}

await run(import.meta, command)
