// Links SECURITY.md to its tests: the title of a test or describe block ends with the ids of the requirements that it proves, as in 'refuses both
// alike [6.3.8 CVE-2026-39321]'.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const ID = String.raw`BFF (?:cookie|CSRF|proxy|operations)|LGPD \d+|CVE-\d+-\d+|GHSA(?:-\w{4}){3}|\d+\.\d+\.\d+(?:-\d+)?|pages|proof`
const list = `(?:${ID})(?: (?:${ID}))*`
const bracketed = new RegExp(`\\[(${list})\\]$`)
/**
 * Pattern that finds the tests with ids by their full names. A full name starts with the titles of the describe blocks, whose ids stand inside the
 * name, so the pattern is not anchored at its end.
 */
export const carriesIds = `\\[${list}\\]`

/** Returns the ids in a text. A range such as '7.2.1-3' gives three ids. */
export const idsIn = (text: string) =>
  [...text.matchAll(new RegExp(ID, 'g'))].flatMap(([id]) => {
    const [, head = '', from, to] = /^(\d+\.\d+\.)(\d+)-(\d+)$/.exec(id) ?? []
    return to === undefined ? [id] : Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => head + (Number(from) + i))
  })

/** Returns the ids at the end of a title. */
export const idsOf = (title: string) => idsIn(bracketed.exec(title)?.[1] ?? '')

export interface Requirement {
  ids: string[]
  /** The kinds of proof. T, B, H and C are proofs by tests (B in the browser), and D is a paragraph. */
  by: string[]
}

/** Reads SECURITY.md: the rows of its tables, the headings of the paragraphs that mention an id, and the pending work for each id. */
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
      // In the table of attacks, the last column describes the defence instead of a kind of proof. Tests prove every row of that table.
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

/** Finds every title with ids in the sources of the tests. */
export const titles = (): (Proof & { title: string })[] =>
  globSync('tests/**/*.test.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])((?:(?!\1|\n).)*\])\1/g)].flatMap(([, , title = '']) => {
      const ids = idsOf(title)
      return ids.length ? [{ file, title, ids }] : []
    }),
  )

/** Lists the mismatches: ids without a proof, kinds of proof that a row requires but lacks, and ids that SECURITY.md does not contain. */
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
