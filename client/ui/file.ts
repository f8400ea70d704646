// Files that a person chooses for an upload.

/** Lets the person choose a file; undefined when the person cancels. `accept` is that of an input. */
export const chooseFile = (accept: string) =>
  new Promise<File | undefined>((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept })
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })

/** The content of a file in base64. Rejects if the file cannot be read. */
export const base64Of = (content: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    // readAsDataURL makes the result a string, so the cast is safe.
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(content)
  })
