// Whether a JPEG says more than it shows: where and by what it was taken.

const [SOI, EOI, APP0, APP2, APP14, APP15, COMMENT] = [0xd8, 0xd9, 0xe0, 0xe2, 0xee, 0xef, 0xfe]
/** How its colours are meant. */
const PROFILE = 'ICC_PROFILE'
/** These have no length: a byte of the picture's data, and marks within it. */
const isBare = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Whether it has a segment of an application that no picture needs, a comment, or anything after its end, wherever they stand. False of what is no JPEG. */
export function hasMetadata(file: Buffer) {
  if (file[0] !== 0xff || file[1] !== SOI) return false
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1)
    if (marker === EOI) return at + 2 < file.length
    // A byte that fills.
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else {
      const isProfile = marker === APP2 && file.toString('latin1', at + 4, at + 4 + PROFILE.length) === PROFILE
      if (marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14 && !isProfile)) return true
      const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0
      // What cannot be read may say anything.
      if (length < 2) return true
      at += 2 + length
    }
  }
  return false
}
