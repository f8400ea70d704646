// Whether a JPEG says more than it shows: where and by what it was taken.

/** The segments that do: EXIF and XMP, IPTC, comments. */
const METADATA = [0xe1, 0xed, 0xfe]
/** From here on it is the picture. */
const SCAN = 0xda

/** False of what is no JPEG. */
export function hasMetadata(file: Buffer) {
  if (file[0] !== 0xff || file[1] !== 0xd8) return false
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== SCAN; at += 2 + file.readUInt16BE(at + 2))
    if (METADATA.includes(file[at + 1] ?? 0)) return true
  return false
}
