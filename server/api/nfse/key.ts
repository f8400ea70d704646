// The 50 characters of an NFS-e's access key.

/** Check digit of the first 49 characters: mod 11, weights 2 to 9 from the right, letters as ASCII minus 48; 10 and 11 give 0. */
export function checkDigitOf(first: string) {
  let sum = 0
  for (let at = 0; at < first.length; at += 1) sum += (first.charCodeAt(first.length - 1 - at) - 48) * (2 + (at % 8))
  const digit = 11 - (sum % 11)
  return digit > 9 ? '0' : String(digit)
}

/** Whether a key matches the layout and its check digit. */
export const isKey = (key: string) => /^\d{9}[0-9A-Z]{14}\d{27}$/.test(key) && checkDigitOf(key.slice(0, 49)) === key[49]

/** nNFSe, from its position in the key. */
export const numberIn = (key: string) => Number(key.slice(23, 36))

interface Parts {
  /** Seven digits. */
  city: string
  cnpj: string
  /** nNFSe. */
  number: string
  /** AAMM. */
  month: string
  /** Nine digits. */
  code: string
}

/** The first 2 stands for the national system, the second for a CNPJ. */
export function keyOf({ city, cnpj, number, month, code }: Parts) {
  const first = `${city}22${cnpj}${number.padStart(13, '0')}${month}${code}`
  return `${first}${checkDigitOf(first)}`
}
