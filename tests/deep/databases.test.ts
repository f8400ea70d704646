// Tests the guarantees of the databases: durability, a single process at a time, migrations and backups.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addSupervisor } from '../../server/api/db/company.ts'
import { openDatabase } from '../../server/api/db/connection.ts'
import { closeFolder } from '../../server/folder.ts'
import { clients, departments, menus, users } from '../../server/api/db/schema.ts'
import { passwordProblem } from '../../server/api/password-rules.ts'
import { startApi } from '../../server/api/start.ts'
import { demo, kinds, missing, newStorage, NOW } from '../support/api.ts'
import { apart, here, refusal, said } from '../support/command.ts'
import { launchApi } from '../support/launch-api.ts'
import { launch, ordinaryUser } from '../support/process.ts'
import { root } from '../support/server.ts'

const empty = { demo: false, demoPassword: '', now: NOW }

const refused = (name: string, args: string[], DATA_DIR: string, typed?: string) => refusal(here(name, args, { DATA_DIR }, typed))

describe.each(kinds)('the %s database', (kind) => {
  describe.skipIf(missing(kind))('the preparation of a database', () => {
    test('a database without the demo starts empty, accepts only one first supervisor, and cannot become the demo later [6.3.2 13.2.3]', async () => {
      await using place = await newStorage(kind)
      const database = await openDatabase(place, empty)
      const { db } = database
      expect(await db.$count(users)).toBe(0)
      expect(await db.$count(clients)).toBe(0)
      expect(await db.$count(menus)).toBeGreaterThan(20)
      const person = { name: 'Primeira Pessoa', email: 'primeira@empresa.com.br', password: 'trem bom de senha' }
      expect(await addSupervisor(db, person)).toBe(true)
      expect(await addSupervisor(db, person)).toBe(false)
      expect(await db.select().from(users)).toMatchObject([{ supervisor: 'S', departmentId: 1, status: 'A' }])
      await database.close()

      await expect(openDatabase(place, demo)).rejects.toThrow('O banco de dados já tem uma empresa de verdade')
      const again = await openDatabase(place, empty)
      expect(await again.db.$count(users)).toBe(1)
      await again.close()
    })

    test('an older release refuses a database that a newer release has migrated, and prints one sentence', async () => {
      await using place = await newStorage(kind, 'demo')
      const database = await openDatabase(place, demo)
      await database.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 4102444800000)`)
      await database.close()
      await expect(openDatabase(place, demo)).rejects.toThrow('O banco de dados é de uma versão mais nova deste sistema.')
    })

    test('a database that contains the demo cannot be opened for a real company', async () => {
      await using place = await newStorage(kind, 'demo')
      await expect(openDatabase(place, empty)).rejects.toThrow('O banco de dados tem a empresa de exemplo')
    })
  })
})

test.skipIf(missing('server'))('three simultaneous starts on a new server database prepare the database only once', async () => {
  await using place = await newStorage('server')
  const databases = await Promise.all([1, 2, 3].map(() => openDatabase(place, empty)))
  expect(await databases[0]?.db.$count(departments)).toBe(5)
  await Promise.all(databases.map((database) => database.close()))
})

test('if the database server does not answer, the start fails with one sentence', async () => {
  const started = startApi({ dataDir: '/nowhere', databaseUrl: 'postgres://postgres@127.0.0.1:1/none', demo: false, secret: 'x' })
  await expect(started).rejects.toThrow('Não foi possível conectar ao PostgreSQL de DATABASE_URL: ECONNREFUSED.')
})

test('each commit reaches the disk with a single fsync', async () => {
  await using place = await newStorage('embedded', 'demo')
  const { fsyncSync } = fs
  let synced = 0
  fs.fsyncSync = (file) => {
    synced++
    fsyncSync(file)
  }
  syncBuiltinESMExports()
  const database = await openDatabase(place, demo)
  synced = 0
  for (let version = 2; version < 102; version++) await database.db.update(clients).set({ version }).where(eq(clients.id, 1000))
  expect(synced).toBe(100)
  await database.close()
  fs.fsyncSync = fsyncSync
  syncBuiltinESMExports()
})

describe('a data folder', () => {
  const modeOf = (...path: string[]) => fs.statSync(join(...path)).mode & 0o777

  test('a data folder that other users can read is made private, and so is everything that is created in it [11.2.1-3 13.3.1-2]', async () => {
    await using place = await newStorage('embedded', 'demo')
    fs.chmodSync(place.dataDir, 0o775)
    const before = process.umask(0o002)
    const database = await openDatabase(place, demo)
    expect(modeOf(place.dataDir)).toBe(0o700)
    await expect.poll(() => modeOf(place.dataDir, 'operator.sock')).toBe(0o600)
    expect(modeOf(place.dataDir, 'db.lock') & 0o077).toBe(0)
    await database.close()
    process.umask(before)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'another user’s data folder that everybody can access is refused with the advice to set DATA_DIR [11.2.1-3 13.3.1-2]',
    async () => {
      await using place = await newStorage('embedded', 'demo')
      for (const path of ['', ...fs.readdirSync(place.dataDir, { recursive: true, encoding: 'utf8' })]) fs.chmodSync(join(place.dataDir, path), 0o777)
      const { uid, gid } = ordinaryUser('nobody')
      const code = `import('${join(root, 'server/api/db/pglite.ts')}').then(({ lockFolder }) => lockFolder('${place.dataDir}')).catch((e) => console.error(e.message))`
      const said = launch(process.execPath, ['-e', code], { uid, gid, cwd: '/' })
      await said.ended
      expect(said.output()).toContain(
        `A pasta de dados ${place.dataDir} é aberta a outros e não é só deste sistema: escolha uma pasta própria com DATA_DIR=…`,
      )
    },
  )

  test.skipIf(process.getuid?.() !== 0)('another user’s private data folder is refused [11.2.1-3 13.3.1-2]', async () => {
    await using place = await newStorage('embedded')
    const { uid = 0, gid = 0 } = ordinaryUser('nobody')
    fs.chmodSync(place.dataDir, 0o700)
    fs.chownSync(place.dataDir, uid, gid)
    await expect(openDatabase(place, demo)).rejects.toThrow(`A pasta de dados ${place.dataDir} é de outro usuário desta máquina`)
  })

  test('a data folder inside the publicly served folder is refused [11.2.1-3 13.3.1-2]', () => {
    for (const path of ['dist', 'dist/client/assets/dados', 'dist/..dados'])
      expect(() => closeFolder(join(root, path))).toThrow('fica em dist, que é servida a todos')
    const link = join(fs.mkdtempSync(join(tmpdir(), 'csnoteweb-link-')), 'dados')
    fs.symlinkSync(join(root, 'dist/client'), link)
    expect(() => closeFolder(link)).toThrow('fica em dist, que é servida a todos')
    expect(() => closeFolder(join(link, 'novos'))).toThrow('fica em dist, que é servida a todos')
  })

  test('a data folder that all users of the machine share is refused, and its mode stays unchanged [11.2.1-3 13.3.1-2]', async () => {
    await using place = await newStorage('embedded')
    fs.chmodSync(place.dataDir, 0o1777)
    await expect(openDatabase(place, demo)).rejects.toThrow('escolha uma pasta própria com DATA_DIR=…')
    expect(modeOf(place.dataDir)).toBe(0o777)
  })

  test('a data folder that contains only foreign files is refused, and its mode stays unchanged [11.2.1-3 13.3.1-2]', async () => {
    await using place = await newStorage('embedded')
    fs.writeFileSync(join(place.dataDir, 'relatorio.txt'), '')
    fs.chmodSync(place.dataDir, 0o755)
    await expect(openDatabase(place, demo)).rejects.toThrow('escolha uma pasta própria com DATA_DIR=…')
    expect(modeOf(place.dataDir)).toBe(0o755)
  })

  test('the operator socket closes a connection with endless input, and accepts at most 16 connections [2.4.1 15.1.3 15.2.2 13.2.6]', async () => {
    await using place = await newStorage('embedded', 'demo')
    const database = await openDatabase(place, demo)
    const knock = () => connect(join(place.dataDir, 'operator.sock'))
    const endless = knock().on('error', () => undefined)
    const piece = Buffer.alloc(1024 * 1024, 'a')
    const write = (): unknown => !endless.destroyed && endless.write(piece, write)
    write()
    await expect.poll(() => endless.closed).toBe(true)
    expect(endless.bytesWritten).toBeLessThan(200 * piece.length)
    const many = Array.from({ length: 40 }, () => knock().on('error', () => undefined))
    await expect.poll(() => many.filter(({ closed }) => closed).length).toBe(24)
    for (const socket of many) socket.destroy()
    await database.close()
  })
})

describe('a data folder in use', () => {
  let place: Awaited<ReturnType<typeof newStorage>>
  let api: Awaited<ReturnType<typeof launchApi>>
  beforeAll(async () => {
    place = await newStorage('embedded', 'demo')
    api = await launchApi(place.dataDir)
  })
  afterAll(async () => {
    await api.stop()
    await place[Symbol.asyncDispose]()
  })

  test('a second process that opens the data folder of a running process ends with code 1 and one sentence', async () => {
    const second = launch(process.execPath, [join(root, 'tests/support/api-process.ts'), place.dataDir, 'channel'])
    expect(await second.ended).toMatchObject({ code: 1 })
    expect(second.output()).toBe(
      `A pasta de dados ${place.dataDir} está em uso por outro processo. Pare-o primeiro, ou escolha outra pasta com DATA_DIR=….\n`,
    )
    const answers = ['Ana', 'ana@empresa.com.br', 'trem bom de senha', 'trem bom de senha', ''].join('\n')
    expect(await refused('user', ['add'], place.dataDir, answers)).toContain('está em uso por outro processo')
    const restoring = apart('restore', [join(root, 'package.json'), '--force'], { DATA_DIR: place.dataDir })
    expect(await refusal(restoring)).toContain('está em uso por outro processo')
  })
})

test('a password must be long and not well known, and must not contain the product’s or the person’s name [6.1.2 6.2.1 6.2.4-5 6.2.8-9 6.2.11-12]', () => {
  const weak = 'Essa senha é fácil de adivinhar; escolha outra.'
  expect(passwordProblem('x'.repeat(11), 'a@b.co')).toBe('A senha precisa ter ao menos 12 caracteres.')
  expect(passwordProblem('x'.repeat(129), 'a@b.co')).toBe('A senha não pode ter mais que 128 caracteres.')
  for (const password of ['password1234', '123456789012', 'CSnoteWeb trem bom', 'trem bom da Helena.Prado', 'aaaaaaaaaaaa', 'qwertyuiop12'])
    expect(passwordProblem(password, 'helena.prado@empresa.com.br'), password).toBe(weak)
  expect(passwordProblem('trem bom de senha', 'helena.prado@empresa.com.br')).toBeUndefined()
  expect(passwordProblem('trem bom de senha', 'a@b.co')).toBeUndefined()
})

describe('npm run user -- add', () => {
  test('wrong input is reported, and the password is never accepted as an argument [6.1.2 6.2.1 6.2.4-5]', async () => {
    await using place = await newStorage('embedded')
    const typed = (...lines: string[]) => refused('user', ['add'], place.dataDir, `${lines.join('\n')}\n`)
    expect(await typed('Ana', 'sem arroba')).toContain('E-mail precisa ser válido!')
    expect(await typed('')).toContain('O nome precisa ser preenchido')
    expect(await typed('Ana', 'ana@empresa.com.br', 'curta')).toContain('A senha precisa ter ao menos 12 caracteres.')
    expect(await typed('Ana', 'ana@empresa.com.br', 'password1234')).toContain('Essa senha é fácil de adivinhar; escolha outra.')
    expect(await typed('Ana', 'ana@empresa.com.br', 'trem bom de senha', 'trem bom de Senha')).toContain('Senhas não conferem')
    expect(await typed('Ana')).toContain('Faltou responder')
    expect(await refused('user', ['add'], place.dataDir, 'Ana')).toContain('Faltou responder')
    expect(await refused('user', [], place.dataDir)).toContain('Use: npm run user -- add')
    expect(fs.readdirSync(place.dataDir)).toEqual([])
  })

  test('a person added by the command can sign in [6.3.2 13.2.3]', { timeout: 240_000 }, async () => {
    await using place = await newStorage('embedded')
    const answers = ['Ana Prado', 'Ana@Empresa.com.br', 'trem bom de senha', 'trem bom de senha', ''].join('\n')
    const output = await said(apart('user', ['add'], { DATA_DIR: place.dataDir }, answers))
    expect(output).toContain('Supervisor Ana Prado criado.')
    expect(output).not.toContain('trem bom')
    const api = await startApi({ dataDir: place.dataDir, demo: false, secret: 'channel' })
    const headers = { 'x-channel': 'channel', 'content-type': 'application/json' }
    const response = await fetch(`${api.url}/auth`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'ana@empresa.com.br', password: 'trem bom de senha' }),
    })
    const ana = (await response.json()) as { token: string }
    expect(ana).toMatchObject({ name: 'Ana Prado', supervisor: 'S', departamento: 1 })
    // The departments whose ids carry rights exist from the start. Otherwise somebody could create a department that gets the id 4.
    const departments = await fetch(`${api.url}/department`, { headers: { ...headers, authorization: `Bearer ${ana.token}` } })
    expect(((await departments.json()) as { DESCRICAOSETOR: string }[]).map(({ DESCRICAOSETOR }) => DESCRICAOSETOR).toReversed()).toEqual([
      'Diretoria',
      'Projetos',
      'Suporte',
      'Financeiro',
      'Desenvolvimento',
    ])
    await api.stop()
    expect(await refused('user', ['add'], place.dataDir, answers)).toContain('Já existe um usuário com esse e-mail.')
  })
})

// Only the result is tested here. `npm run bench:odd` measures the duration.
test('only the first forty characters of a password count for its strength [2.4.1 13.2.6]', () => {
  const weak = 'a'.repeat(40)
  expect(passwordProblem(weak + 'trem bom de senha', 'a@b.co')).toBe(passwordProblem(weak, 'a@b.co'))
  expect(passwordProblem('trem bom de senha' + weak, 'a@b.co')).toBeUndefined()
})
