const PLAIN = /^[ -&(-_a-~]*$/

/** A text as it is searched and sorted: without accents and apostrophes, in lower case. */
export const fold = (text: string) => (PLAIN.test(text) ? text : text.normalize('NFD').replace(/[\p{M}'’`´]/gu, '')).toLowerCase()

const MOST = 20
/** The words of a search without its R$, each once, as many as anybody types: an address may hold thousands. */
export const wordsOf = (search: string) =>
  [
    ...new Set(
      fold(search)
        .replace(/r\$\s*/g, '')
        .split(/\s+/)
        .filter(Boolean),
    ),
  ].slice(0, MOST)

const AMOUNT = /^-?\d[\d.]*(,\d*)?$/
const undotted = (text: string) => text.replace(/\.(?=\d{3}(?!\d))/g, '')

/**
 * Whether a folded text has a word, whatever the word's hyphens: 'qcc-4d08' is 'QCC4D08', 'grao-para' is 'Grão Pará'. An amount is found with its
 * thousands dots or without: '1000,00' is '1.000,00'.
 */
export const has = (text: string, word: string) =>
  text.includes(word) ||
  (word.includes('-') && (text.includes(word.replaceAll('-', '')) || text.includes(word.replaceAll('-', ' ')))) ||
  (AMOUNT.test(word) && undotted(text).includes(undotted(word)))

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
