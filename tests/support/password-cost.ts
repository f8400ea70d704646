// Hashing a password costs little in most tests. Nearly all tests sign in, but few test the real cost.
import { afterEach, beforeEach } from 'vitest'
import { cost } from '../../server/api/passwords.ts'

const TODAY = { ...cost }

export const cheapPasswords = () => Object.assign(cost, { memory: 1024, passes: 1 })

/** Restores the product's real hashing cost for the tests in this block or file. */
export function realPasswords() {
  beforeEach(() => void Object.assign(cost, TODAY))
  afterEach(() => void cheapPasswords())
}
