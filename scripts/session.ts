// `npm run session`: lists live sessions and ends them. The servers notice this at once. The command sees only hashes, never tokens or session ids.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { wallTime } from '../shared/clock.ts'
import { openRegistry, type LiveSession } from '../server/bff/registry.ts'
import { inquire } from '../server/api/db/operator.ts'
import { readEnv, type Env } from '../server/env.ts'
import { run, type Command } from './database-command.ts'

const USE = `Use:
  npm run session -- list [USUÁRIO]   as entradas vivas, as mais novas primeiro
  npm run session -- end ENTRADA      encerra uma, pelo começo do seu código
  npm run session -- end USUÁRIO      encerra todas de uma pessoa
USUÁRIO é o código da pessoa (user:7) ou o e-mail dela.`

export const command: Command = async ([word, subject], surroundings) => {
  const env = readEnv(surroundings.env)
  if (!env.REDIS_URL && !existsSync(join(env.DATA_DIR, 'sessions.db'))) throw new Error(`Não há sessões em ${env.DATA_DIR}.`)
  const registry = openRegistry(env, Date.now)
  /** The id of the person that `text` names. Undefined if `text` is the code of a session. */
  const userOf = async (text: string): Promise<number | undefined> => {
    const [, id] = /^user:(\d+)$/.exec(text) ?? []
    if (id !== undefined) return Number(id)
    // A bare number never names a person, so a text of hexadecimal digits is the beginning of a session's code.
    if (/^[0-9a-f]{8,}$/.test(text)) return undefined
    // Refuse any other text: a mistyped subject must never mean everyone.
    if (!text.includes('@')) throw new Error(USE)
    const person = await inquire({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }, 'person', text)
    if (!person) throw new Error(`Não há ninguém com o e-mail ${text}.`)
    return person.id
  }
  try {
    if (word === 'list') {
      const user = subject === undefined ? undefined : await userOf(subject)
      if (subject !== undefined && user === undefined) throw new Error(USE)
      return table(await registry.list(user), none(env))
    }
    if (word !== 'end' || !subject) throw new Error(USE)
    const user = await userOf(subject)
    const found = (await registry.list(user)).filter(({ hash }) => user !== undefined || hash.startsWith(subject))
    if (found.length === 0) throw new Error(none(env))
    if (user === undefined && found.length > 1) throw new Error(`Mais de uma entrada começa com ${subject}: escreva mais do código.`)
    for (const { hash } of found) await registry.endByHash(hash)
    return `${found.length === 1 ? 'Uma entrada encerrada' : `${found.length} entradas encerradas`}.`
  } finally {
    await registry.close()
  }
}

await run(import.meta, command)

/** The message that there are no live sessions. It names the installation that was searched, because a Redis may serve several installations. */
function none({ REDIS_URL, PUBLIC_ORIGIN }: Env) {
  return REDIS_URL ? `Nenhuma entrada viva em ${PUBLIC_ORIGIN ?? 'uma instalação sem PUBLIC_ORIGIN'}.` : 'Nenhuma entrada viva.'
}

function table(sessions: LiveSession[], none: string) {
  if (sessions.length === 0) return none
  return ['entrada       usuário   começou              usada (hora)   aparelho', ...sessions.map(lineOf)].join('\n')
}

function lineOf({ hash, user, started, used, device }: LiveSession) {
  const shown = [wallTime(started), wallTime(used).slice(0, 13)].map((time) => time.replace('T', ' '))
  return `${hash.slice(0, 12)}  ${`user:${user}`.padEnd(8)}  ${shown[0]}  ${shown[1]}h  ${device}`.trimEnd()
}
