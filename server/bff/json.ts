// A strict JSON parser for the gate. Rules judge the parsed body before it is sent on, so no upstream may be able to read it in another way.
import { lengthOf } from '../../shared/text.ts'
import { Refusal } from './errors.ts'

const DEPTH = 8
const ITEMS = 1000
const TEXT = 4000
/**
 * Maximum number of values, estimated from commas and brackets, including those inside texts. Legitimate calls have far fewer, and parsing more would
 * block other requests.
 */
const PARTS = 20_000
const [QUOTE, BACKSLASH] = Buffer.from('"\\\\')
const BEFORE_VALUE = new Set(Buffer.from('[{,'))

const bad = (reason: string, message = 'O corpo do pedido não é um JSON aceito.') => new Refusal(400, message, { reason: `json: ${reason}` })

/**
 * Parses a body. Throws 400 for duplicate keys, exponents, more than 8 levels, more than 20,000 values, lists of more than 1,000 items, texts of more
 * than 4,000 characters (or `most`), NUL or broken Unicode.
 */
export function parseJson(bytes: Uint8Array, most = TEXT): unknown {
  const tooLong = () => bad('text', `Um texto do pedido tem mais que ${most} caracteres.`)
  // Maximum number of bytes of a text with its opening quote: a browser writes a character in at most six bytes. A longer text is refused before it
  // is parsed, because parsing it would block other requests.
  const longest = 6 * most + 1
  let parts = 0
  // Number of bytes in the current text so far; 0 outside texts.
  let inside = 0
  let escaped = false
  for (const byte of bytes) {
    if (BEFORE_VALUE.has(byte) && ++parts > PARTS) throw bad('parts')
    if (inside === 0) inside = byte === QUOTE ? 1 : 0
    else if (byte === QUOTE && !escaped) inside = 0
    else if (++inside > longest) throw tooLong()
    escaped = byte === BACKSLASH && !escaped
  }
  let text: string
  let parsed: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    parsed = JSON.parse(text)
  } catch {
    throw bad('syntax')
  }
  // The JSON is valid here, so splitting it into tokens is enough to find what JSON.parse hides, such as duplicate keys.
  const open: { keys: Set<string> | null; items: number }[] = []
  let previous = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    const top = open.at(-1)
    if (token === '{' || token === '[') {
      if (open.push({ keys: token === '{' ? new Set() : null, items: 1 }) > DEPTH) throw bad('depth')
    } else if (token === '}' || token === ']') open.pop()
    else if (token === ',' && top && ++top.items > ITEMS) throw bad('items')
    else if (token.startsWith('"')) {
      const string = String(JSON.parse(token))
      if (lengthOf(string) > most) throw tooLong()
      if (string.includes('\0') || !string.isWellFormed()) throw bad('text')
      if (top?.keys && (previous === '{' || previous === ',')) {
        if (top.keys.has(string) || string === '__proto__') throw bad('key')
        top.keys.add(string)
      }
    } else if (/^-?\d/.test(token) && /e/i.test(token)) throw bad('exponent')
    previous = token
  }
  return parsed
}
