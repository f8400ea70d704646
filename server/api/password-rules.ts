// Rules for a new password. Sign-in does not check them.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { Password } from '../../shared/features/users.ts'

const PRODUCT = 'csnoteweb'
/** Minimum length of an e-mail name that a password must not contain. A shorter one occurs in too many words. */
const TELLING = 4
/** Minimum strength out of 4. A score of 3 takes more than 10^8 guesses. */
const ENOUGH = 3

/** Characters that are rated. The time grows with their square: 128 would block every request for a tenth of a second. */
const JUDGED = 40

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED })

/** The problem with a password for this e-mail, or undefined. */
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
