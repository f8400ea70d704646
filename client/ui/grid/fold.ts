const PLAIN = /^[ -~]*$/

/** A text as it is searched and sorted: without accents, in lower case. */
export const fold = (text: string) => (PLAIN.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()

/** The words of a search. */
export const wordsOf = (search: string) => fold(search).split(/\s+/).filter(Boolean)

/** Whether a folded text has all of them, in whatever order. */
export const hasAll = (text: string, words: string[]) => words.every((word) => text.includes(word))
