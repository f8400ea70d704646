/** Stores a text in the browser; false when storage is full or disabled. */
export function store(area: Storage, key: string, text: string) {
  try {
    area.setItem(key, text)
    return true
  } catch {
    return false
  }
}

/** Parses a stored JSON object; null when it is missing or malformed. */
export function parsedOf(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
