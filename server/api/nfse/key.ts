// The access key of an NFS-e, which has 50 characters.

/** Check digit of the first 49 characters: modulus 11, weights 2 to 9 from the right, a letter as its ASCII code minus 48; 10 and 11 give 0. */
export function checkDigitOf(first: string) {
  let sum = 0
  for (let at = 0; at < first.length; at += 1) sum += (first.charCodeAt(first.length - 1 - at) - 48) * (2 + (at % 8))
  const digit = 11 - (sum % 11)
  return digit > 9 ? '0' : String(digit)
}

/** Whether a key matches the layout and its check digit. */
export const isKey = (key: string) => /^\d{9}[0-9A-Z]{14}\d{27}$/.test(key) && checkDigitOf(key.slice(0, 49)) === key[49]

/** The number of the note (nNFSe), from its position in the key. */
export const numberIn = (key: string) => Number(key.slice(23, 36))

interface Parts {
  /** IBGE code of the city, seven digits. */
  city: string
  cnpj: string
  /** nNFSe, the number of the note. */
  number: string
  /** Year and month as AAMM. */
  month: string
  /** The code of the note, nine digits. */
  code: string
}

/** Composes a key. The first 2 stands for the national system, the second one means that a CNPJ follows. */
export function keyOf({ city, cnpj, number, month, code }: Parts) {
  const first = `${city}22${cnpj}${number.padStart(13, '0')}${month}${code}`
  return `${first}${checkDigitOf(first)}`
}
