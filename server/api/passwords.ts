// Hashing and comparison of passwords.
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { messages } from '../../shared/messages.ts'
import { refusal } from './errors.ts'
import { passwordProblem } from './password-rules.ts'

/** Cost of a hash: 64 MiB, 3 passes, 1 lane; it takes about 130 ms. Tests that are not about hashing lower the cost. */
export const cost = { memory: 65_536, passes: 3, parallelism: 1 }
/** Length of a hash in bytes. The salt takes another 16 bytes. */
const TAG = 32
const WAITING = 32

const derive = promisify(argon2)
// Each hash takes 64 MiB, so only two run at once. The others wait; when the queue is full, further ones are refused.
const queue = pLimit(2)

function tag(password: string, salt: Buffer, { memory, passes, parallelism }: typeof cost, tagLength: number) {
  if (queue.pendingCount >= WAITING) throw refusal(503, messages.unavailable)
  const parameters: Argon2Parameters = { message: password, nonce: salt, memory, passes, parallelism, tagLength }
  return queue(() => derive('argon2id', parameters))
}

/** The hash of a new password for an e-mail address. Throws 400 if the password breaks a rule. */
export async function checkedHash(password: string, email: string) {
  const problem = passwordProblem(password, email)
  if (problem !== undefined) throw refusal(400, problem)
  return hashPassword(password)
}

/** Returns '$argon2id$v=19$m=65536,t=3,p=1$salt$tag'. The parameters are stored with the hash, so that they can change later. */
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

/** Whether a hash was made with another cost. If so, it is renewed at the next sign-in, when the password is known. */
export const isOutdated = (hash: string) => !hash.startsWith(prefix())

/** A hash that no password matches, used for an unknown e-mail or a person without a password, so that every failed sign-in takes the same time. */
export const unusableHash = () => `${prefix()}$${unpadded(randomBytes(16))}$${unpadded(randomBytes(TAG))}`
