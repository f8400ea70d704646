// The second factor that a company may require of its supervisors and its finance department (REQUIRE_SECOND_FACTOR).
import { FINANCE } from '../../shared/access.ts'
import type { Person } from '../../shared/features/auth.ts'
import type { Env } from '../env.ts'

/** Whether a person must set up a second factor before anything else. An API that does not say whether the person has one counts as saying no. */
export const mustEnrol = (env: Env, person: Person) =>
  env.REQUIRE_SECOND_FACTOR && person.segundoFator !== 'S' && (person.supervisor === 'S' || person.departamento === FINANCE)
