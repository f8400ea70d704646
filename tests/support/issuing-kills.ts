// Kills an issuing process again and again at random moments, and then a cancelling one. No NFS-e, boleto or e-mail may be issued twice, the numbers must
// have no gap, and each NFS-e must be cancelled once.
// oxlint-disable-next-line no-restricted-imports -- the process is killed after a random time
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { random } from '../../server/api/db/demo-days.ts'
import type { Account, WholeAccount } from '../../shared/features/nfse.ts'
import { newStorage, type Kind } from './api.ts'
import { launchApi } from './launch-api.ts'

const CENTRES = ['Integracao Bancaria', 'Integracao Bayer', 'Locação de Softwares', 'SySBackup', 'SySGrão']

/** Number of accounts whose NFS-e are cancelled afterwards. */
const CANCELLED = 10

interface Killing {
  kills: number
  /** Maximum number of accounts to issue. */
  most?: number
  seed: number
}

export async function issueWhileKilled(kind: Kind, { kills, most = Infinity, seed }: Killing) {
  const chance = random(String(seed))
  await using place = await newStorage(kind, 'demo')
  const launch = async () => {
    const api = await launchApi(place.dataDir, place.databaseUrl)
    const headers = await api.signIn()
    const ask = async (method: string, path: string, body?: unknown) => {
      const response = await fetch(api.url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
      expect(response.status, path).toBe(200)
      return response.json()
    }
    const list = async (status: number) =>
      (
        await Promise.all(
          ['10/2026', '11/2026', '12/2026'].flatMap((mesAno) =>
            CENTRES.map((tipoRegistro) =>
              ask('GET', `/nfse?${new URLSearchParams({ mesAno, tipoRegistro, tipoEmissao: '3', status: String(status) })}`),
            ),
          ),
        )
      ).flat() as Account[]
    return { api, ask, list }
  }
  const first = await launch()
  const open = (await first.list(1)).filter((row) => !row.IMPEDIMENTO_NFSE && row.ID_STATUS_BOLETO === 1)
  expect(open.length).toBeGreaterThan(90)
  const ids = open.slice(0, most).map((row) => row.ID_REF_PARCELA_CONTA)
  await first.ask('PUT', '/nfse', { contas: ids, idStatus: 1, observacao: '', tipoEmissao: 3, novoVencimento: '2026-12-30' })
  await first.ask('POST', '/nfse', { contasForSend: ids })
  await first.api.stop('SIGKILL')

  const killed = async (times: number) => {
    for (let kill = 0; kill < times; kill += 1) {
      const api = await launchApi(place.dataDir, place.databaseUrl)
      await setTimeout(5 + chance() * 115)
      await api.stop('SIGKILL')
    }
  }
  await killed(kills)
  let last = await launch()
  const whole = () => Promise.all(ids.map(async (id) => (await last.ask('GET', `/nfse/${id}`)) as WholeAccount))
  const isDone = (one: WholeAccount) => one.ID_STATUS_NFSE === 3 && one.ID_STATUS_BOLETO === 2 && one.emailState?.pendentMails === 0
  await expect.poll(async () => (await whole()).every(isDone), { timeout: 120_000, interval: 1_000 }).toBe(true)
  for (const one of await whole()) {
    expect(one.eventosNotas.filter(({ descricaoEvento }) => descricaoEvento?.includes('emitida'))).toHaveLength(1)
    expect(one.eventosBoletos.filter(({ descricaoEvento }) => descricaoEvento?.includes('emitido'))).toHaveLength(1)
    expect(one.emailsEvents).toHaveLength(Math.max(1, one.emailsList.length))
  }
  // The demo's own accounts have used numbers as well. Together with them, each issuer must have used every number exactly once.
  const issued = await Promise.all(
    (await last.list(3)).map(async (row) => (await last.ask('GET', `/nfse/${row.ID_REF_PARCELA_CONTA}`)) as WholeAccount),
  )
  for (const numbers of Map.groupBy(issued, (one) => one.CNPJ_PRESTADOR).values())
    expect(numbers.map((one) => Number(one.NUMERO_NFSE)).toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))

  const cancelled = ids.slice(0, CANCELLED)
  for (const id of cancelled)
    await last.ask('POST', `/nfse/${id}/cancel`, { motivo: 1, texto: 'A conta foi emitida por engano.', mesmoRecebida: true })
  await last.api.stop('SIGKILL')
  await killed(Math.ceil(kills / 3))
  last = await launch()
  const those = async () => (await whole()).slice(0, CANCELLED)
  await expect.poll(async () => (await those()).every((one) => one.NFSE_CANCELADA), { timeout: 120_000, interval: 1_000 }).toBe(true)
  for (const one of await those()) expect(one.eventosNotas.filter(({ descricaoEvento }) => descricaoEvento?.includes('cancelada em'))).toHaveLength(1)
  await last.api.stop('SIGTERM')
}
