// Starts the embedded API as a separate process, which a test may kill.
import { join } from 'node:path'
import { PASSWORD } from './api.ts'
import { clientBody } from './client-samples.ts'
import { launch } from './process.ts'
import { root } from './server.ts'

export async function launchApi(dataDir: string, databaseUrl?: string) {
  const child = launch(process.execPath, [
    join(root, 'tests/support/api-process.ts'),
    dataDir,
    'channel',
    ...(databaseUrl === undefined ? [] : [databaseUrl]),
  ])
  await child.said('ready ')
  const url = /ready (\S+)/.exec(child.output())?.[1] ?? ''
  const plain = { 'x-channel': 'channel', 'content-type': 'application/json' }
  return {
    ...child,
    url,
    /** Signs in and returns the request headers with the token. */
    signIn: async () => {
      const body = JSON.stringify({ email: 'supervisor@exemplo.com.br', password: PASSWORD })
      const response = await fetch(`${url}/auth`, { method: 'POST', headers: plain, body })
      const { token } = (await response.json()) as { token: string }
      return { ...plain, authorization: `Bearer ${token}` }
    },
    /** Creates a client and returns the status of the response. */
    create: async (headers: Record<string, string>, nome: string) => {
      const body = JSON.stringify(clientBody({ nome }))
      return (await fetch(`${url}/clients`, { method: 'POST', headers, body })).status
    },
    /** Returns the names of all clients. */
    names: async (headers: Record<string, string>) => {
      const list = (await (await fetch(`${url}/clients`, { headers })).json()) as { NOMEFANTASIACLIENTE: string }[]
      return list.map(({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE)
    },
  }
}
