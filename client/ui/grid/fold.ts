const PLAIN = /^[ -&(-_a-~]*$/

/** Text for searching and sorting: lower case, without accents and apostrophes. */
export const fold = (text: string) => (PLAIN.test(text) ? text : text.normalize('NFD').replace(/[\p{M}'’`´]/gu, '')).toLowerCase()

const MOST = 20
/** Distinct words of a search, without 'R$'. Their number is limited, because an address may contain thousands. */
export const wordsOf = (search: string) =>
  [
    ...new Set(
      fold(search)
        .replace(/r\$\s*/g, '')
        // An amount copied from a card may have a typographic minus sign, or the plus sign of a credit.
        .replace(/(?<=^|\s)(?:\u2212\s*|\+\s*)(?=\d)/g, (sign) => (sign.startsWith('+') ? '' : '-'))
        .split(/\s+/)
        .filter(Boolean),
    ),
  ].slice(0, MOST)

const AMOUNT = /^-?\d[\d.]*(,\d*)?$/
const undotted = (text: string) => text.replace(/\.(?=\d{3}(?!\d))/g, '')
/** An amount with a decimal point instead of a comma. A dot before exactly two last digits never separates thousands. */
const POINTED = /^-?\d[\d.]*\.\d\d$/
const withComma = (word: string) => undotted(word.replace(/\.(?=\d\d$)/, ','))

/**
 * Whether a folded text contains a word. Hyphens in the word are optional: 'qcc-4d08' matches 'QCC4D08', and 'grao-para' matches 'Grão Pará'. The
 * thousands dots of an amount are optional too: '1000,00' matches '1.000,00', and so does '1000.00' with a decimal point.
 */
export const has = (text: string, word: string) =>
  text.includes(word) ||
  (word.includes('-') && (text.includes(word.replaceAll('-', '')) || text.includes(word.replaceAll('-', ' ')))) ||
  (AMOUNT.test(word) && undotted(text).includes(undotted(word))) ||
  (POINTED.test(word) && undotted(text).includes(withComma(word)))

const begun = (text: string, words: string[]) => words.filter((word) => ` ${text}`.includes(` ${word}`)).length
const wholeWords = (text: string, words: string[]) => words.filter((word) => ` ${text} `.includes(` ${word} `)).length
/** Sort order of matches: more whole words first, then more word beginnings, then texts that begin with the first word. */
export const byBeginnings = (words: string[]) => (a: { text: string }, b: { text: string }) =>
  wholeWords(b.text, words) - wholeWords(a.text, words) ||
  begun(b.text, words) - begun(a.text, words) ||
  Number(b.text.startsWith(words[0] ?? '')) - Number(a.text.startsWith(words[0] ?? ''))

/**
 * Distance of a name from a search. 0: the name begins with the search; 1: every word begins a word of the name; 2: every word is inside the name; 3:
 * at least one word matches only other details of the record.
 */
export function distanceOf(name: string, words: string[]) {
  if (begun(name, words) === words.length) return name.startsWith(words[0] ?? '') ? 0 : 1
  return hasAll(name, words) ? 2 : 3
}

/** Whether a text contains all words, in any order. */
export const hasAll = (text: string, words: string[]) => words.every((word) => has(text, word))
