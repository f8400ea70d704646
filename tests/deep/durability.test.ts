// Tests guarantees of the databases that take seconds: a stop that waits, and backups that overwrite nothing.
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newStorage, PASSWORD } from '../support/api.ts'
import { here, refusal, said } from '../support/command.ts'
import { launchApi } from '../support/launch-api.ts'

describe('a data folder', () => {
  test('a backup overwrites no file, no link and no unfinished backup [11.2.1-3 13.3.1-2]', async () => {
    await using place = await newStorage('embedded', 'demo')
    const [file, target] = [join(place.dataDir, 'copia.gz'), join(place.dataDir, 'alvo')]
    const backup = () => here('backup', [file], { DATA_DIR: place.dataDir })
    for (const taken of [file, `${file}.part`]) {
      fs.symlinkSync(target, taken)
      expect(await refusal(backup())).toContain(`${taken} já existe: escolha outro nome.`)
      expect([fs.existsSync(target), fs.readlinkSync(taken)]).toEqual([false, target])
      expect(fs.readdirSync(place.dataDir).filter((name) => name.startsWith('copia')).length).toBe(1)
      fs.rmSync(taken)
    }
    expect(await said(backup())).toContain('Cópia feita')
    expect(fs.readdirSync(place.dataDir).filter((name) => name.startsWith('copia'))).toEqual(['copia.gz'])
  })
})

describe('a data folder in use', () => {
  test('a process that is stopped answers the requests in flight before it ends', async () => {
    await using place = await newStorage('embedded', 'demo')
    const api = await launchApi(place.dataDir)
    const headers = await api.signIn()
    const inFlight = fetch(`${api.url}/auth`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'equipe@exemplo.com.br', password: PASSWORD }),
    })
    await fetch(`${api.url}/dash/Home`, { headers })
    const ended = api.stop('SIGTERM')
    expect((await inFlight).status).toBe(200)
    expect(await ended).toMatchObject({ code: 0, signal: null })
    expect(fs.existsSync(join(place.dataDir, 'backup.sock'))).toBe(false)
  })
})
