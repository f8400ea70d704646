// The second factor that a company may require of its supervisors and its finance department (REQUIRE_SECOND_FACTOR).
import { FINANCE } from '../../shared/access.ts'
import type { Person } from '../../shared/features/auth.ts'
import type { Env } from '../env.ts'

/**
 * Whether a person must set up a second factor before anything else. Never true if the API does not say whether the person has one.
 */
export const mustEnrol = (env: Env, person: Person) =>
  env.REQUIRE_SECOND_FACTOR && person.segundoFator === 'N' && (person.supervisor === 'S' || person.departamento === FINANCE)
