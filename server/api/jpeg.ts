// Checks whether a JPEG carries metadata, such as the place and device of a photo.

const [SOI, EOI, APP0, APP2, APP14, APP15, COMMENT] = [0xd8, 0xd9, 0xe0, 0xe2, 0xee, 0xef, 0xfe]
/** Application segments that a picture needs, by marker: the text with which each begins, and its length if that is fixed. */
const NEEDED = new Map<number, { begins: string; length?: number }>([
  [APP0, { begins: 'JFIF\0', length: 16 }],
  // Needed if it contains the colour profile.
  [APP2, { begins: 'ICC_PROFILE\0' }],
  [APP14, { begins: 'Adobe', length: 14 }],
])
/** Whether a marker is not followed by a length: an escaped byte of image data, or a marker within the image data. */
const isBare = (marker: number) => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Whether the file has an unneeded application segment, a comment, no end marker, or data after the end. False for a file that is no JPEG. */
export function hasMetadata(file: Buffer) {
  if (file[0] !== 0xff || file[1] !== SOI) return false
  for (let at = file.indexOf(0xff, 2); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at)) {
    const marker = file.readUInt8(at + 1)
    if (marker === EOI) return at + 2 < file.length
    // This is a fill byte, so the marker begins one byte later.
    if (marker === 0xff) at += 1
    else if (isBare(marker)) at += 2
    else {
      const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0
      // A segment that cannot be read could contain anything, so it counts as metadata.
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
