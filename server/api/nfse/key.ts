// The 50 characters of an NFS-e's access key.

/** Of the first 49: mod 11, weights 2 to 9 from the right, letters by ASCII less 48; 10 and 11 give 0. */
export function checkDigitOf(first: string) {
  let sum = 0
  for (let at = 0; at < first.length; at += 1) sum += (first.charCodeAt(first.length - 1 - at) - 48) * (2 + (at % 8))
  const digit = 11 - (sum % 11)
  return digit > 9 ? '0' : String(digit)
}

/** A key as the layout has it, whose check digit fits. */
export const isKey = (key: string) => /^\d{9}[0-9A-Z]{14}\d{27}$/.test(key) && checkDigitOf(key.slice(0, 49)) === key[49]

/** nNFSe, which stands in it at its place. */
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

/** 2: of the national system; 2: of a CNPJ. */
export function keyOf({ city, cnpj, number, month, code }: Parts) {
  const first = `${city}22${cnpj}${number.padStart(13, '0')}${month}${code}`
  return `${first}${checkDigitOf(first)}`
}
