import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH = 2 * 1024 ** 3

const isRoomy = () => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH
}

/** Folder for data folders. It is in memory if enough memory is free, so that no commit waits for a disk that other tests keep busy. */
export const SCRATCH = isRoomy() ? MEMORY : tmpdir()
