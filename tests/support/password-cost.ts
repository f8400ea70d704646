// Most tests sign in, and few are about what a password's hash costs.
import { afterEach, beforeEach } from 'vitest'
import { cost } from '../../server/api/passwords.ts'

const TODAY = { ...cost }

export const cheapPasswords = () => Object.assign(cost, { memory: 1024, passes: 1 })

/** The tests of this block or file have the product's own. */
export function realPasswords() {
  beforeEach(() => void Object.assign(cost, TODAY))
  afterEach(() => void cheapPasswords())
}
