// A copy of the whole embedded database in one file, and back. The copy of a database in use is made by the process that has it.
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { lockFolder, newFolder, openFolder } from './pglite.ts'

/** Only who may enter the data folder may knock. */
const doorOf = (dataDir: string) => join(dataDir, 'backup.sock')

/** Lets `npm run backup` have a copy from a running server. Returns what closes the door. */
export function offerBackups(dataDir: string, dump: () => Promise<Blob>) {
  const door = doorOf(dataDir)
  // Left by a process that was killed: the folder's lock says that it lives no more.
  rmSync(door, { force: true })
  const server = createServer((socket) => {
    dump()
      .then((copy) => pipeline(copy.stream(), socket))
      .catch(() => socket.destroy())
  })
  // A path that is too long for a socket: then a copy needs the server stopped, as the command says.
  server.on('error', () => undefined).listen(door)
  return () => server.close()
}

/** Writes the copy to a file that does not exist yet. */
export async function backUp(dataDir: string, file: string) {
  if (existsSync(file)) throw new Error(`${file} já existe: escolha outro nome.`)
  if (!existsSync(join(dataDir, 'db'))) throw new Error(`Não há um banco de dados em ${dataDir}.`)
  const part = `${file}.part`
  try {
    await pipeline(await copyOf(dataDir), createWriteStream(part, { mode: 0o600 }))
    // A copy that was cut short does not unpack.
    await pipeline(createReadStream(part), createGunzip(), new Writable({ write: (_chunk, _encoding, done) => done() }))
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}

async function copyOf(dataDir: string) {
  const running = connect(doorOf(dataDir))
  const answered = await Promise.race([once(running, 'connect').then(() => true), once(running, 'error').then(() => false)]).catch(() => false)
  if (answered) return running
  const unlock = lockFolder(dataDir)
  try {
    const database = await openFolder(join(dataDir, 'db'))
    const copy = await database.dumpDataDir('gzip')
    await database.close()
    return copy.stream()
  } finally {
    unlock()
  }
}

/** Puts a copy in the place of the database. One that is there is refused unless `force`; it is then kept aside, in the folder that is returned. */
export async function restore(dataDir: string, file: string, force: boolean) {
  if (!existsSync(file)) throw new Error(`${file} não existe.`)
  const unlock = lockFolder(dataDir)
  try {
    const dir = join(dataDir, 'db')
    const exists = existsSync(dir)
    if (exists && !force) throw new Error(`Já há um banco de dados em ${dataDir}. Para pôr a cópia no lugar dele: npm run restore -- ${file} --force`)
    const restored = await newFolder(dataDir, { backup: file })
    const aside = `${dir}.${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
    if (exists) renameSync(dir, aside)
    renameSync(restored, dir)
    return exists ? aside : undefined
  } finally {
    unlock()
  }
}
