// The attackers. Their rights come from this file and from permissions.golden, not from the table of calls.
import type { Me } from '../../../shared/access.ts'
import { expected, KINDS, menuOf } from '../../permissions/golden.ts'

const { anonymous, plain, S, D2, D4, L04, tv } = KINDS
const KIND = { anonymous, plain, menuless: { ...plain, held: 'none' }, S, D2, D4, L04, tv } as const
export type PersonName = keyof typeof KIND
// The cast is safe, because PersonName is the type of these keys.
export const PEOPLE = Object.keys(KIND) as PersonName[]

const EVERY = [...new Set([...menuOf.values()].flat())].filter((menu) => menu.startsWith('/'))
const HELD: Record<string, string[]> = { every: EVERY, none: [], wall: ['/painel-onde-estou'] }

export interface Attacker {
  name: PersonName
  id: number
  /** The value of this field in the upstream's reply. */
  supervisor: unknown
  departamento: unknown
  routes: string[]
}

export const attackers = Object.fromEntries(
  PEOPLE.map((name, i) => [name, { name, id: 1001 + i, ...KIND[name], routes: HELD[KIND[name].held] ?? [] }]),
  // The cast is safe, because the object gets an entry for each name.
) as unknown as Record<PersonName, Attacker>

/** Returns the person as the rules must see it: a value that is not exactly a privilege counts as no privilege. */
export const meOf = ({ id, name, supervisor, departamento, routes }: Attacker): Me => ({
  id,
  name,
  supervisor: supervisor === 'S' ? 'S' : 'N',
  departamento: typeof departamento === 'number' ? departamento : null,
  routes,
})

/** Returns true if the attacker has a menu that the golden file names for the call. */
export const holds = ({ routes }: Attacker, call: string) =>
  (menuOf.get(call) ?? []).some((menu) => menu === 'session' || menu === 'public' || routes.includes(menu))

/** Returns true if the golden file allows this person to make the call in this scene. */
export const isLawful = (name: PersonName, call: string, scene: string) =>
  name === 'menuless' ? holds(attackers[name], call) && expected(call, scene, 'plain').status === 200 : expected(call, scene, name).status === 200
