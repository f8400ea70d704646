// Finds names that are spelled almost as a search is. Loaded only when a search has no exact match.
import uFuzzy from '@leeoniya/ufuzzy'
import { fold } from './fold.ts'

/** Tolerates one wrong, missing, additional or swapped letter in each word. */
const fuzzy = new uFuzzy({ intraMode: 1, intraIns: 1, intraSub: 1, intraTrn: 1, intraDel: 1 })
/** Maximum number of words of a search, whose orders are all tried. */
const WORDS = 5
/** Minimum number of sounds: fewer resemble too many names. */
const SHORTEST = 3
/** Number of matches up to which they are ranked. */
const RANKED = 1000
/** Maximum number of names found. */
const MOST = 10

/** Spellings of the same sound in Portuguese names and words, each with the letter that stands for all of them. */
const SOUNDS: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/gn/g, 'nh'],
  [/[sc]h/g, 'x'],
  [/(?<![ln])h/g, ''],
  [/y/g, 'i'],
  [/w/g, 'v'],
  [/c(?=[ei])|z/g, 's'],
  [/qu?|k/g, 'c'],
  [/(.)\1+/g, '$1'],
]
const soundOf = (text: string) => SOUNDS.reduce((sound, [spelling, letter]) => sound.replace(spelling, letter), fold(text))

/** Positions of the names that are most similar to the search, best first. */
export function alikeIn(names: string[], search: string) {
  const sound = soundOf(search)
  if (sound.length < SHORTEST) return []
  const [found, info, order] = fuzzy.search(names.map(soundOf), sound, WORDS, RANKED)
  if (!found) return []
  const ranked = info && order ? order.flatMap((at) => info.idx[at] ?? []) : found
  return ranked.slice(0, MOST)
}
