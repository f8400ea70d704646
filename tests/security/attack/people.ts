// Who attacks. What each may open is written here and in permissions.golden; nothing in it comes from the table.
import type { Me } from '../../../shared/access.ts'
import { expected, KINDS, menuOf } from '../../permissions/golden.ts'

const { anonymous, plain, S, D2, D4, L04, tv } = KINDS
const KIND = { anonymous, plain, menuless: { ...plain, held: 'none' }, S, D2, D4, L04, tv } as const
export type PersonName = keyof typeof KIND
// Its keys are what PersonName is made of.
export const PEOPLE = Object.keys(KIND) as PersonName[]

const EVERY = [...new Set([...menuOf.values()].flat())].filter((menu) => menu.startsWith('/'))
const HELD: Record<string, string[]> = { every: EVERY, none: [], wall: ['/painel-onde-estou'] }

export interface Attacker {
  name: PersonName
  id: number
  /** As the upstream says it. */
  supervisor: unknown
  departamento: unknown
  routes: string[]
}

export const attackers = Object.fromEntries(
  PEOPLE.map((name, i) => [name, { name, id: 1001 + i, ...KIND[name], routes: HELD[KIND[name].held] ?? [] }]),
  // One for each name.
) as unknown as Record<PersonName, Attacker>

/** What the rules make of what the upstream says: a mark that is not exactly a privilege is none. */
export const meOf = ({ id, name, supervisor, departamento, routes }: Attacker): Me => ({
  id,
  name,
  supervisor: supervisor === 'S' ? 'S' : 'N',
  departamento: typeof departamento === 'number' ? departamento : null,
  routes,
})

/** By the golden file's menus. */
export const holds = ({ routes }: Attacker, call: string) =>
  (menuOf.get(call) ?? []).some((menu) => menu === 'session' || menu === 'public' || routes.includes(menu))

/** Whether the golden file lets this person's call of this scene through. */
export const isLawful = (name: PersonName, call: string, scene: string) =>
  name === 'menuless' ? holds(attackers[name], call) && expected(call, scene, 'plain').status === 200 : expected(call, scene, name).status === 200
