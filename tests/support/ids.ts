// What ties SECURITY.md to its tests: a test's title, or a describe's, ends with the ids it proves, as in 'refuses both alike [6.3.8 CVE-2026-39321]'.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const ID = String.raw`BFF (?:cookie|CSRF|proxy|operations)|LGPD \d+|CVE-\d+-\d+|GHSA(?:-\w{4}){3}|\d+\.\d+\.\d+(?:-\d+)?|pages|proof`
const list = `(?:${ID})(?: (?:${ID}))*`
const bracketed = new RegExp(`\\[(${list})\\]$`)
/** Finds the tests that carry ids, by their whole names: those of describes come first. */
export const carriesIds = `\\[${list}\\]`

/** The ids in a text, '7.2.1-3' as three. */
export const idsIn = (text: string) =>
  [...text.matchAll(new RegExp(ID, 'g'))].flatMap(([id]) => {
    const [, head = '', from, to] = /^(\d+\.\d+\.)(\d+)-(\d+)$/.exec(id) ?? []
    return to === undefined ? [id] : Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => head + (Number(from) + i))
  })

/** The ids that a title ends with. */
export const idsOf = (title: string) => idsIn(bracketed.exec(title)?.[1] ?? '')

export interface Requirement {
  ids: string[]
  /** How it is proven: T, B, H, C by tests, B in the browser; D by a paragraph. */
  by: string[]
}

/** The tables of SECURITY.md; the paragraphs that name an id, by their heading; and what is still to come, by id. */
export function readSecurity() {
  const rows: Requirement[] = []
  const documented = new Map<string, string>()
  const pending = new Map<string, string>()
  let heading = ''
  for (const line of readFileSync(join(root, 'SECURITY.md'), 'utf8').split('\n')) {
    const [, first = '', , last = ''] = line.split('|').map((cell) => cell.trim())
    if (line.startsWith('#')) heading = line.replace(/^#+ /, '')
    else if (line.startsWith('|')) {
      const ids = idsIn(first)
      // A row of the table of attacks says what is done in its last column: all of them are tested.
      if (ids.length) rows.push({ ids, by: /^[TBHCD]( [TBHCD])*$/.test(last) ? last.split(' ') : ['T'] })
    } else if (heading === 'Not yet') for (const id of idsIn(line)) pending.set(id, line.slice(line.indexOf(': ') + 2))
    else for (const id of idsIn(line)) documented.set(id, heading)
  }
  return { rows, documented, pending }
}

interface Proof {
  file: string
  ids: string[]
}

/** Every title in the sources of the tests that carries ids. */
export const titles = (): (Proof & { title: string })[] =>
  globSync('tests/**/*.test.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])((?:(?!\1|\n).)*\])\1/g)].flatMap(([, , title = '']) => {
      const ids = idsOf(title)
      return ids.length ? [{ file, title, ids }] : []
    }),
  )

/** What is wrong with these proofs: ids that nothing proves, kinds of proof that a row asks for and lacks, ids that SECURITY.md does not know. */
export function problems(proofs: Proof[]) {
  const { rows, documented, pending } = readSecurity()
  const filesOf = (id: string) => proofs.filter(({ ids }) => ids.includes(id)).map(({ file }) => file)
  const known = new Set(rows.flatMap(({ ids }) => ids))
  const complaints = [...new Set([...proofs.flatMap(({ ids }) => ids), ...documented.keys(), ...pending.keys()])]
    .filter((id) => !known.has(id))
    .map((id) => `${id}: not in SECURITY.md`)
  for (const { ids, by } of rows) {
    const files = ids.flatMap(filesOf)
    const waits = ids.some((id) => pending.has(id))
    const lacks: Record<string, boolean> = {
      T: files.length === 0,
      B: !files.some((file) => file.startsWith('tests/browser/')),
      D: !ids.some((id) => documented.has(id)),
    }
    lacks['H'] = lacks['C'] = lacks['T'] ?? true
    for (const letter of by) if (lacks[letter] && !(waits && letter !== 'D')) complaints.push(`${ids.join(' ')}: lacks the proof ${letter}`)
    for (const id of ids)
      if (filesOf(id).length === 0 && !pending.has(id) && !(by.includes('D') && documented.has(id))) complaints.push(`${id}: no proof`)
  }
  return complaints
}
