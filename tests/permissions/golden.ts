// Reads permissions.golden, which lists each call with the people who make it and the expected outcomes. The file is written by hand from the
// company's rules, and nothing in it is derived from the table of calls.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Held = 'every' | 'none' | 'wall' | 'without' | 'alone'
interface Kind {
  supervisor: unknown
  departamento: unknown
  held: Held
}
const kind = (supervisor: unknown, departamento: unknown, held: Held = 'every'): Kind => ({ supervisor, departamento, held })
export const KINDS = {
  anonymous: kind('N', 3, 'none'),
  inactive: kind('S', 4),
  tv: kind('N', 3, 'wall'),
  without: kind('S', 4, 'without'),
  alone: kind('N', 3, 'alone'),
  plain: kind('N', 3),
  S: kind('S', 1),
  D2: kind('N', 2),
  D4: kind('N', 4),
  D5: kind('N', 5),
  L04: kind('N', '04'),
  L4s: kind('N', ' 4'),
  Lnull: kind('N', null),
  Ls: kind('s', 3),
  Ltrue: kind(true, 3),
} satisfies Record<string, Kind>
export type KindName = keyof typeof KINDS
// The cast is safe, because KindName is the type of these keys.
const KIND_NAMES = Object.keys(KINDS) as KindName[]

export interface Line {
  /** Line number in the file. */
  number: number
  people: string[]
  scene: string
  status: number
  message: string
  text: string
}
export const lines = new Map<string, Line[]>()
export const menuOf = new Map<string, string[]>()
for (const [index, text] of readFileSync(join(import.meta.dirname, './permissions.golden'), 'utf8')
  .split('\n')
  .entries()) {
  if (!text || text.startsWith('#')) continue
  const [, call = '', menu] = /^(\S+ \S+) \| menu → (.+)$/.exec(text) ?? []
  if (menu !== undefined) menuOf.set(call, menu.split(' '))
  else {
    const [, name = '', people = '', scene = '', status, message = ''] = /^(\S+ \S+) \| (.+?) \| (.+?) → (\d{3})(?: (.+))?$/.exec(text) ?? []
    if (status === undefined) throw new Error(`permissions.golden: ${text}`)
    lines.set(name, [...(lines.get(name) ?? []), { number: index + 1, people: people.split(' '), scene, status: Number(status), message, text }])
  }
}

/**
 * The people who try a call. If the call accepts several menus, `alone` and everybody with all menus also try it with one menu at a time
 * ('S:/track').
 */
export const peopleOf = (call: string) =>
  KIND_NAMES.flatMap((name) => {
    const menus = menuOf.get(call) ?? []
    const { held } = KINDS[name]
    const tries = menus.length > 1 && name !== 'inactive'
    const oneByOne = menus.map((menu) => `${name}:${menu}`)
    if (tries && held === 'alone') return oneByOne
    return tries && held === 'every' ? [name, ...oneByOne] : [name]
  })

/**
 * Returns the golden line that applies. The line for the person with this menu comes first, then the line for the person, the line for the menu
 * ('*:/track'), and the line for everybody ('*').
 */
export function expected(call: string, scene: string, person: string): Line {
  const here = (lines.get(call) ?? []).filter((line) => line.scene === scene || line.scene === '*')
  const [name = '', menu] = person.split(':')
  for (const one of [person, name, `*:${menu}`, '*']) {
    const found = here.filter((line) => line.people.includes(one))
    if (found.length > 1) throw new Error(`two lines for ${call} | ${person} | ${scene}:\n${found.map(({ text }) => text).join('\n')}`)
    if (found[0]) return found[0]
  }
  throw new Error(`no line for ${call} | ${person} | ${scene}`)
}
