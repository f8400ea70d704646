// Whether a JPEG says more than it shows: where and by what it was taken.

const [SOI, EOI, APP0, APP2, APP14, APP15, COMMENT] = [0xd8, 0xd9, 0xe0, 0xe2, 0xee, 0xef, 0xfe]
/** What a picture needs of its applications, by the mark: what it begins with, and its length where that is always the same. */
const NEEDED = new Map<number, { begins: string; length?: number }>([
  [APP0, { begins: 'JFIF\0', length: 16 }],
  // How its colours are meant.
  [APP2, { begins: 'ICC_PROFILE\0' }],
  [APP14, { begins: 'Adobe', length: 14 }],
])
/** These have no length: a byte of the picture's data, and marks within it. */
const isBare = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Whether it has a segment of an application that no picture needs, a comment, no end, or anything after it, wherever they stand. False of what is no JPEG. */
export function hasMetadata(file: Buffer) {
  if (file[0] !== 0xff || file[1] !== SOI) return false
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1)
    if (marker === EOI) return at + 2 < file.length
    // A byte that fills.
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else {
      const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0
      // What cannot be read may say anything.
      if (length < 2 || marker === COMMENT) return true
      if (marker >= APP0 && marker <= APP15) {
        const needed = NEEDED.get(marker)
        if (!needed || (needed.length ?? length) !== length) return true
        if (file.toString('latin1', at + 4, at + 4 + needed.begins.length) !== needed.begins) return true
      }
      at += 2 + length
    }
  }
  return true
}
