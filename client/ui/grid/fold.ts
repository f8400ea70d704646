const PLAIN = /^[ -~]*$/

/** A text as it is searched and sorted: without accents, in lower case. */
export const fold = (text: string) => (PLAIN.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase()
