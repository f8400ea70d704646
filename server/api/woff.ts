// Unpacks a .woff font once. fontkit could read the .woff itself, but it would unpack the tables for every document.
import { inflateSync } from 'node:zlib'

/** Sizes in bytes of the header and of an entry in the list of tables, in a .woff and in a plain font. */
const HEAD = 44
const ENTRY = 20
const PLAIN_HEAD = 12
const PLAIN_ENTRY = 16

export function unpackedFont(woff: Buffer) {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(PLAIN_HEAD + PLAIN_ENTRY * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  // Fill in the fields for readers that find a table by binary search.
  const halves = Math.floor(Math.log2(count))
  head.writeUInt16BE(PLAIN_ENTRY * 2 ** halves, 6)
  head.writeUInt16BE(halves, 8)
  head.writeUInt16BE(PLAIN_ENTRY * (count - 2 ** halves), 10)
  const tables: Buffer[] = []
  let at = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = HEAD + ENTRY * index
    const from = woff.readUInt32BE(entry + 4)
    const packed = woff.subarray(from, from + woff.readUInt32BE(entry + 8))
    const length = woff.readUInt32BE(entry + 12)
    // A table that compression would not shrink is stored uncompressed, so it is taken as it is.
    const table = packed.length < length ? inflateSync(packed) : packed
    const plain = PLAIN_HEAD + PLAIN_ENTRY * index
    woff.copy(head, plain, entry, entry + 4)
    woff.copy(head, plain + 4, entry + 16, entry + 20)
    head.writeUInt32BE(at, plain + 8)
    head.writeUInt32BE(length, plain + 12)
    // Pad the table, because each table begins at a multiple of four.
    const filled = Buffer.concat([table], Math.ceil(length / 4) * 4)
    tables.push(filled)
    at += filled.length
  }
  return Buffer.concat([head, ...tables])
}
