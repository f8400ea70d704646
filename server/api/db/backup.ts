// Backup of the whole embedded database to one file, and restore. If a running server has the database open, the server makes the copy.
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

/** Writes a backup to a file that must not exist yet. */
export async function backUp(dataDir: string, file: string) {
  if (!existsSync(join(dataDir, 'db'))) throw new Error(`Não há um banco de dados em ${dataDir}.`)
  if (isServed(dirname(resolve(file)))) throw new Error(`${file} ficaria em dist, que é servida a todos: escolha outra pasta.`)
  // An empty file reserves the name until the copy is complete, so that no other file is overwritten.
  closeSync(openNew(file))
  const part = `${file}.part`
  const made = [file]
  try {
    const fd = openNew(part)
    made.push(part)
    await pipeline(await copyOf(dataDir), createWriteStream(part, { fd, flush: true }))
    // Unpacks the copy as a check, because a truncated copy cannot be unpacked.
    await pipeline(createReadStream(part), createGunzip(), new Writable({ write: (_chunk, _encoding, done) => done() }))
    renameSync(part, file)
  } catch (error) {
    for (const own of made) rmSync(own, { force: true })
    throw error
  }
}

/** Creates a file that only its owner can read. Fails if the path exists or is a link. */
function openNew(path: string) {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    // The file system reports an error with a code, so the cast is safe.
    const { code } = error as NodeJS.ErrnoException
    throw code === 'EEXIST' ? new Error(`${path} já existe: escolha outro nome.`, { cause: error }) : error
  }
}

async function copyOf(dataDir: string) {
  const running = await knock(dataDir, 'copy')
  return running ?? Readable.from(copyStopped(dataDir))
}

/** The files of a database that no process has open, as an archive. */
async function* copyStopped(dataDir: string) {
  const unlock = lockFolder(dataDir)
  try {
    yield* packed(join(dataDir, 'db'))
  } finally {
    unlock()
  }
}

/** The files of an open database, as an archive. They are packed from a temporary copy, so that a slow reader delays nobody. */
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

/** Replaces the database by a backup. An existing database is refused unless `force` is true; it is then moved to the folder that is returned. */
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
