// How passwords are kept and compared.
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { messages } from '../../shared/messages.ts'
import { refusal } from './errors.ts'

/** What a hash costs: 64 MiB, 3 passes, 1 lane; about 130 ms. Only tests of something else change it. */
export const cost = { memory: 65_536, passes: 3, parallelism: 1 }
/** Bytes of a hash, beside 16 of salt. */
const TAG = 32
const WAITING = 32

const derive = promisify(argon2)
// Each takes 64 MiB: two at once, and a queue that refuses before it grows.
const queue = pLimit(2)

function tag(password: string, salt: Buffer, { memory, passes, parallelism }: typeof cost, tagLength: number) {
  if (queue.pendingCount >= WAITING) throw refusal(503, messages.unavailable)
  const parameters: Argon2Parameters = { message: password, nonce: salt, memory, passes, parallelism, tagLength }
  return queue(() => derive('argon2id', parameters))
}

/** '$argon2id$v=19$m=65536,t=3,p=1$salt$tag': the parameters stay with the hash. */
export async function hashPassword(password: string) {
  const salt = randomBytes(16)
  const made = await tag(password, salt, cost, TAG)
  return `${prefix()}$${unpadded(salt)}$${unpadded(made)}`
}

const prefix = () => `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export async function passwordFits(password: string, hash: string) {
  const [, , , parameters = '', salt = '', kept = ''] = hash.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = parameters.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(kept, 'base64')
  const made = await tag(password, Buffer.from(salt, 'base64'), { memory, passes, parallelism }, expected.length)
  return timingSafeEqual(made, expected)
}

/** Made with other numbers than today's: to be made anew when the password is at hand. */
export const isOutdated = (hash: string) => !hash.startsWith(prefix())

/** A hash that no password fits: of who has none yet, and for an unknown e-mail, so that it takes as long as a known one. */
export const unusableHash = () => `${prefix()}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(TAG))}`
