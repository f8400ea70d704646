// `npm run sessions`: who is signed in, and the end of one sign-in (-- end CÓDIGO) or of all of a person's (-- end-user ID).
import { openRegistry } from '../server/bff/registry.ts'
import { readEnv } from '../server/env.ts'
import { run } from './database-command.ts'

const day = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

await run(async ([command, of = '']) => {
  const registry = openRegistry(readEnv(), Date.now)
  try {
    const live = await registry.list()
    if (command === undefined)
      return (
        live
          .map(({ hash, user, started, used }) => `${hash.slice(0, 16)}  usuário ${user}  entrou ${day(started)}  último uso ${day(used)} (UTC)`)
          .join('\n') || 'Ninguém está conectado.'
      )
    if ((command !== 'end' || of.length < 16) && (command !== 'end-user' || !of))
      throw new Error('Use: npm run sessions [-- end CÓDIGO | -- end-user ID]')
    const chosen = live.filter(({ hash, user }) => (command === 'end' ? hash.startsWith(of) : String(user) === of))
    for (const { hash } of chosen) await registry.endByHash(hash)
    return `Sessões encerradas: ${chosen.length}. Valem ainda por até 30 segundos.`
  } finally {
    await registry.close()
  }
})
