// What the layout of the NFS-e takes of a text.

// Of no text: libxml2 would turn them into U+FFFD, and XML 1.0 knows no half of a pair either.
const REFUSED = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u
// Of a text with lines: as they are typed, in a browser and in a spreadsheet.
const REFUSED_IN_LINES = /[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/u

/** Whether a text has what no document may hold. */
export const hasControl = (text: string) => REFUSED.test(text)
/** The same of one that may have lines. */
export const hasControlInLines = (text: string) => REFUSED_IN_LINES.test(text)

/** What Unicode itself does not take apart. */
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

/** A character beyond Latin-1 as one or more within it, or '?'. */
export function plain(character: string) {
  const known = PLAIN[character]
  if (known !== undefined) return known
  if (/\p{Z}/u.test(character)) return ' '
  // Of width zero, and what belongs to the character before.
  if (/[\p{Cf}\p{M}]/u.test(character)) return ''
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '')
  const folded = parts.replace(/./gu, (part) => PLAIN[part] ?? part)
  return /^[ -~\xA1-\xFF]+$/.test(folded) ? folded : '?'
}

/**
 * For what takes only U+0020-00FF without outer blanks (xLgr, nro, xCpl, xBairro, the names of cities and services): a plain equivalent, the letter
 * below an accent, or '?'. Never what the layout refuses; of a text without control characters.
 */
export const folded = (text: string) =>
  text
    .normalize('NFC')
    // The soft hyphen and the blank that does not break are in Latin-1, and seen by nobody.
    .replace(/[^ -~\xA1-\xAC\xAE-\xFF]/gu, plain)
    .trim()

/** What another machine said, as an event keeps it. */
export const cleaned = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').slice(0, 1000)

/** xNome takes all; its outer blanks mean nothing. */
export const lineOf = (text: string) => text.trim()

/**
 * xDescServ takes all, and lines: its type is called 'com quebra de linha' and keeps white space. They are \n alone: a parser reads \r\n as \n, so that
 * a signature over \r would not fit what is read back; a tab is a blank.
 */
export const linesOf = (text: string) =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .trim()
