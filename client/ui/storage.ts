/** Keeps a text in this browser; false where it has no room, or keeps nothing. */
export function store(area: Storage, key: string, text: string) {
  try {
    area.setItem(key, text)
    return true
  } catch {
    return false
  }
}
