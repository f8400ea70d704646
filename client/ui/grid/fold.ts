const PLAIN = /^[ -~]*$/

/** A text as it is searched and sorted: without accents, in lower case. */
export const fold = (text: string) => (PLAIN.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()

const MOST = 20
/** The words of a search, each once, as many as anybody types: an address may hold thousands. */
export const wordsOf = (search: string) => [...new Set(fold(search).split(/\s+/).filter(Boolean))].slice(0, MOST)

/** Whether a folded text has a word, a plate's hyphen or not: 'qcc-4d08' is 'QCC4D08'. */
export const has = (text: string, word: string) => text.includes(word) || (word.includes('-') && text.includes(word.replaceAll('-', '')))

const begun = (text: string, words: string[]) => words.filter((word) => ` ${text}`.includes(` ${word}`)).length
const whole = (text: string, words: string[]) => words.filter((word) => ` ${text} `.includes(` ${word} `)).length
/** Orders what has all of the words: first what has more of them whole, then what has more that begin so, then what begins with the first. */
export const byBeginnings = (words: string[]) => (a: { text: string }, b: { text: string }) =>
  whole(b.text, words) - whole(a.text, words) ||
  begun(b.text, words) - begun(a.text, words) ||
  Number(b.text.startsWith(words[0] ?? '')) - Number(a.text.startsWith(words[0] ?? ''))

/** How near a name is to what was typed: 0 it begins so, 1 all words begin words of it, 2 they lie within it, 3 it is found by what else is known of it. */
export function distanceOf(name: string, words: string[]) {
  if (begun(name, words) === words.length) return name.startsWith(words[0] ?? '') ? 0 : 1
  return hasAll(name, words) ? 2 : 3
}

/** Whether it has all of them, in whatever order. */
export const hasAll = (text: string, words: string[]) => words.every((word) => has(text, word))
