// Rules for a new password. Sign-in does not check them, so older passwords keep working.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { Password } from '../../shared/features/users.ts'

const PRODUCT = 'csnoteweb'
/** A password must not contain the name of its e-mail address if that name has at least this length. A shorter name occurs in too many words. */
const TELLING = 4
/** Minimum score of a password, from 0 to 4. A password with a score of 3 takes more than 10^8 guesses. */
const ENOUGH = 3

/**
 * Number of characters of a password that are rated. The time grows with the square of that number: rating 128 would block every request for 0.1 s.
 */
const JUDGED = 40

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED })

/** The problem with a password for this e-mail address. Undefined if there is none. */
export function passwordProblem(password: string, email: string) {
  const { error } = Password.safeParse(password)
  if (error) return error.issues[0]?.message
  const lower = password.toLowerCase()
  const own = email.split('@')[0]?.toLowerCase() ?? ''
  if (
    lower.includes(PRODUCT) ||
    lower.includes(email.toLowerCase()) ||
    (own.length >= TELLING && lower.includes(own)) ||
    strength.check(password, [own]).score < ENOUGH
  )
    return 'Essa senha é fácil de adivinhar; escolha outra.'
  return undefined
}
