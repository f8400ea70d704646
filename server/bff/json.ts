// A strict JSON parser for the gate. The judged body must be the sent body, so nothing in it may be read in two ways.
import { lengthOf } from '../../shared/text.ts'
import { Refusal } from './errors.ts'

const DEPTH = 8
const ITEMS = 1000
const TEXT = 4000
/**
 * Number of values, estimated from commas and brackets, including those inside texts. No call needs as many, and parsing more would block other
 * requests.
 */
const PARTS = 20_000
const [QUOTE, BACKSLASH] = Buffer.from('"\\\\')
const BEFORE_VALUE = new Set(Buffer.from('[{,'))

const bad = (reason: string, message = 'O corpo do pedido não é um JSON aceito.') => new Refusal(400, message, { reason: `json: ${reason}` })

/**
 * Parses a body. Throws 400 for duplicate keys, exponents, depth over 8, over 20,000 values, lists over 1,000, texts over 4,000 characters (or
 * `most`), NUL or broken Unicode.
 */
export function parseJson(bytes: Uint8Array, most = TEXT): unknown {
  const tooLong = () => bad('text', `Um texto do pedido tem mais que ${most} caracteres.`)
  // Most bytes of a text with the quote before it; a browser writes a character in at most six. A longer text is refused unparsed, because parsing it
  // would block other requests.
  const longest = 6 * most + 1
  let parts = 0
  // Bytes seen of the current text; 0 outside texts.
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
  // From here on the JSON is valid, so its tokens suffice to find what JSON.parse hides.
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
