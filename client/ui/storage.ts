/** Keeps a text in this browser; false where it has no room, or keeps nothing. */
export function store(area: Storage, key: string, text: string) {
  try {
    area.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** What a kept text says; null where there is none, or anybody broke it. */
export function parsedOf(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
