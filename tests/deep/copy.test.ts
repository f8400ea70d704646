// Tests backups of the embedded database, which are made while the database is in use and are then restored.
import { writeFile } from 'node:fs/promises'
import fs from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { create as pack } from 'tar'
import { expect, test } from 'vitest'
import { newStorage } from '../support/api.ts'
import { apart, here, refusal, said } from '../support/command.ts'
import { launchApi } from '../support/launch-api.ts'
import { root } from '../support/server.ts'

const command = (name: string, args: string[], DATA_DIR: string) => said(here(name, args, { DATA_DIR }))
const refused = (name: string, args: string[], DATA_DIR: string) => refusal(here(name, args, { DATA_DIR }))

test(
  'a data folder can be backed up while in use, and the restored backup contains everything stored before the backup',
  { timeout: 240_000 },
  async () => {
    await using place = await newStorage('embedded', 'demo')
    let api = await launchApi(place.dataDir)
    const headers = await api.signIn()
    expect(await api.create(headers, 'Antes da cópia')).toBe(200)
    // A backup whose output is not read delays neither calls nor another backup, and leaves no files behind.
    const unread = connect(join(place.dataDir, 'operator.sock')).pause()
    unread.write('copy\n')
    const asides = () => fs.readdirSync(place.dataDir).filter((name) => name.startsWith('db.copy-'))
    await expect.poll(asides).toHaveLength(1)
    expect(await api.create(headers, 'Durante a cópia')).toBe(200)
    const file = join(place.dataDir, 'copia.gz')
    expect(await said(apart('backup', [file], { DATA_DIR: place.dataDir }))).toContain('Cópia feita')
    unread.destroy()
    await expect.poll(asides).toHaveLength(0)
    expect((await fs.promises.stat(file)).mode & 0o777).toBe(0o600)
    expect(await api.create(headers, 'Depois da cópia')).toBe(200)
    expect(await refused('backup', [file], place.dataDir)).toContain('já existe')
    expect(await refused('backup', [join(root, 'dist/client/copia.tgz')], place.dataDir)).toContain('ficaria em dist, que é servida a todos')
    // The same socket answers the command `access`, which lists what a person may do.
    expect(await command('access', ['may', 'Projetos@exemplo.com.br'], place.dataDir)).toContain('department 2')
    expect(await refused('access', ['may', 'ninguem@exemplo.com.br'], place.dataDir)).toContain('Nobody has the e-mail')
    // The socket also answers the command `audit`, which lists who changed what.
    const changes = await said(apart('audit', ['changes', 'clients'], { DATA_DIR: place.dataDir }))
    const [, newest = ''] = /^(\d+) {2}[\d-]{10} [\d:]{8} {2}user:1 {2}POST \/clients {2}clients\/\d+\n/.exec(changes) ?? []
    expect(changes).toContain('name: – → "Depois da cópia"')
    const before = await command('audit', ['changes', 'clients', `antes:${newest}`], place.dataDir)
    expect(before).not.toContain('Depois da cópia')
    expect(before).toContain('Durante a cópia')
    expect(await command('audit', ['changes', 'clients/1'], place.dataDir)).toBe('Nenhuma mudança.\n')
    expect(await command('audit', ['changes', 'user:2'], place.dataDir)).toBe('Nenhuma mudança.\n')
    expect(await command('audit', ['reads'], place.dataDir)).toBe('Nenhuma consulta.\n')
    expect(await refused('audit', ['changes', 'clients/x'], place.dataDir)).toContain("Não entendi 'clients/x'")

    await api.stop()
    expect(await refused('restore', [file], place.dataDir)).toContain('Já há um banco de dados')
    expect(await command('access', ['may', 'projetos@exemplo.com.br'], place.dataDir)).toContain('department 2')
    expect(await command('backup', [join(place.dataDir, 'parado.gz')], place.dataDir)).toContain('Cópia feita')
    fs.mkdirSync(join(place.dataDir, 'db.copy-killed'))
    await writeFile(join(place.dataDir, 'cortada.gz'), (await fs.promises.readFile(file)).subarray(0, 100_000))
    expect(await refused('restore', [join(place.dataDir, 'cortada.gz'), '--force'], place.dataDir)).toContain(
      'não é uma cópia deste sistema, ou está danificada',
    )
    await pack({ gzip: true, file: join(place.dataDir, 'outra.gz'), cwd: root }, ['package.json'])
    expect(await refused('restore', [join(place.dataDir, 'outra.gz'), '--force'], place.dataDir)).toContain('não é uma cópia deste sistema')
    for (const [copy, after] of [
      ['parado.gz', true],
      ['copia.gz', false],
    ] as const) {
      expect(await command('restore', [join(place.dataDir, copy), '--force'], place.dataDir)).toContain('O banco anterior ficou em')
      api = await launchApi(place.dataDir)
      const found = await api.names(await api.signIn())
      expect(found).toContain('Antes da cópia')
      expect(found).toContain('Durante a cópia')
      expect(found.includes('Depois da cópia')).toBe(after)
      expect(found).toHaveLength(after ? 403 : 402)
      expect(asides()).toEqual([])
      await api.stop()
    }
  },
)
