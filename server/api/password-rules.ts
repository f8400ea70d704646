// What a password must be where one is set; never asked at sign-in.
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { Password } from '../../shared/features/users.ts'

const PRODUCT = 'csnoteweb'
/** A shorter name stands in too many words. */
const TELLING = 4
/** Out of 4: 3 takes more than 10^8 guesses. */
const ENOUGH = 3

/** Characters that are judged: what all of 128 take grows with their square, to a tenth of a second in which nobody is answered. */
const JUDGED = 40

const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED })

/** What is wrong with a password for this e-mail, or undefined. */
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
