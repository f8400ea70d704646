import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ENOUGH = 2 * 1024 ** 3

const isRoomy = () => {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ENOUGH
}

/**
 * Folder in which data folders are created. It is in memory if there is enough room, so that no commit waits for a disk that other tests keep busy.
 */
export const SCRATCH = isRoomy() ? MEMORY : tmpdir()
