// Text rules of the NFS-e layout.

// Characters that no text may contain. libxml2 would turn control characters into U+FFFD, and XML 1.0 does not allow half a surrogate pair.
const REFUSED = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u
// Characters that no multi-line text may contain. Unlike above, tabs and line breaks are allowed, as browsers and spreadsheets produce them.
const REFUSED_IN_LINES = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/u

/** Whether a text has characters that no document may contain. */
export const hasControl = (text: string) => REFUSED.test(text)
/** Whether a multi-line text has characters that no document may contain. */
export const hasControlInLines = (text: string) => REFUSED_IN_LINES.test(text)

/** Equivalents for characters that Unicode normalisation does not decompose. */
const PLAIN: Record<string, string> = {
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '‹': '<',
  '›': '>',
  '•': '-',
  '‣': '-',
  '●': '-',
  '▪': '-',
  '→': '->',
  '←': '<-',
  '…': '...',
  '⁄': '/',
  '€': 'EUR',
  Œ: 'OE',
  œ: 'oe',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ł: 'L',
  ł: 'l',
  Ŋ: 'N',
  ŋ: 'n',
  Ŧ: 'T',
  ŧ: 't',
  ƒ: 'f',
  ẞ: 'SS',
}

/** Replaces a character beyond Latin-1 by one or more characters within it, or by '?'. */
export function plain(character: string) {
  const known = PLAIN[character]
  if (known !== undefined) return known
  if (/\p{Z}/u.test(character)) return ' '
  // Zero-width characters and marks that belong to the character before them are left out.
  if (/[\p{Cf}\p{M}]/u.test(character)) return ''
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '')
  const folded = parts.replace(/./gu, (part) => PLAIN[part] ?? part)
  return /^[ -~\xA1-\xFF]+$/.test(folded) ? folded : '?'
}

/**
 * A text for elements that accept only U+0020-00FF without outer blanks (xLgr, nro, xCpl, xBairro, names of cities and services). Every other
 * character becomes a plain equivalent, its letter without the accent, or '?'. If the input has no control characters, the layout always accepts the
 * result.
 */
export const folded = (text: string) =>
  text
    .normalize('NFC')
    // The soft hyphen and the no-break space are replaced too: they are in Latin-1 but invisible.
    .replace(/[^ -~\xA1-\xAC\xAE-\xFF]/gu, plain)
    .trim()

/** A text for xMotivo, which accepts 255 characters of the same kind. A character may become several, so the end may be cut. */
export const motiveOf = (text: string) => folded(text).slice(0, 255).trim()

/** A text from another server, in the form in which events are stored. */
export const cleaned = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').slice(0, 1000)

/** A text for xNome, which accepts every character. Outer blanks have no meaning, so they are removed. */
export const lineOf = (text: string) => text.trim()

/**
 * A text for xDescServ, which accepts every character and line breaks: its type is called 'com quebra de linha' and keeps white space. Line breaks
 * must be \n: a parser reads \r\n as \n, so a signature over \r would fail. A tab becomes a blank.
 */
export const linesOf = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .trim()
