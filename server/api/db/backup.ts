// A copy of the whole embedded database in one file, and back. The copy of a database in use is made by the process that has it.
import { closeSync, createReadStream, createWriteStream, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { create } from 'tar'
import { isServed } from '../../folder.ts'
import { knock } from './door.ts'
import { lockFolder, newFolder, type Embedded } from './pglite.ts'

/** Writes the copy to a file that does not exist yet. */
export async function backUp(dataDir: string, file: string) {
  if (!existsSync(join(dataDir, 'db'))) throw new Error(`Não há um banco de dados em ${dataDir}.`)
  if (isServed(dirname(resolve(file)))) throw new Error(`${file} ficaria em dist, que é servida a todos: escolha outra pasta.`)
  // Taken now and empty until the copy is whole: nothing that comes meanwhile is written over.
  closeSync(openNew(file))
  const part = `${file}.part`
  const made = [file]
  try {
    const fd = openNew(part)
    made.push(part)
    await pipeline(await copyOf(dataDir), createWriteStream(part, { fd, flush: true }))
    // A copy that was cut short does not unpack.
    await pipeline(createReadStream(part), createGunzip(), new Writable({ write: (_chunk, _encoding, done) => done() }))
    renameSync(part, file)
  } catch (error) {
    for (const own of made) rmSync(own, { force: true })
    throw error
  }
}

/** Of a file that nobody else can read: not over one that is there, and not where a link points. */
function openNew(path: string) {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    // What the file system throws.
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' ? new Error(`${path} já existe: escolha outro nome.`, { cause: error }) : error
  }
}

async function copyOf(dataDir: string) {
  const running = await knock(dataDir, 'copy')
  return running ?? Readable.from(copyStopped(dataDir))
}

/** The files of a database that nobody has open. */
async function* copyStopped(dataDir: string) {
  const unlock = lockFolder(dataDir)
  try {
    yield* packed(join(dataDir, 'db'))
  } finally {
    unlock()
  }
}

/** The same of one in use: packed from a copy beside it, however slowly it is read. */
export async function* copyInUse(database: Embedded) {
  const aside = await mkdtemp(`${database.folder}.copy-`)
  try {
    await database.copyTo(aside)
    yield* packed(aside)
  } finally {
    await rm(aside, { recursive: true })
  }
}

const packed = (folder: string): AsyncIterable<Buffer> => create({ gzip: true, cwd: folder, portable: true }, ['.'])

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
