// Texts that people write. The browser, the API and the database count and check them in the same way.
import { messages } from './messages.ts'

/** A text field of a form. */
export interface TextField {
  /** The label of the field. */
  name: string
  /** Maximum number of characters. */
  max: number
  /** Message shown if the field is empty. */
  empty: string
}

/** The field for the description of a record in a register. All registers share the limit of 50 characters. */
export const DESCRIPTION: TextField = { name: 'Descrição', max: 50, empty: messages.description }

/** Number of characters as counted by char_length of PostgreSQL: an emoji counts as one, although its length in a JavaScript string is two. */
export const lengthOf = (text: string) => Array.from(text).length

/** Whether a text contains no visible character. U+2800 is included, because it is a Braille pattern without dots. */
export const isBlank = (text: string) => /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]*$/u.test(text)

export const tooLong = ({ name, max }: Pick<TextField, 'name' | 'max'>) => `${name} não pode ter mais que ${max} caracteres.`

/** Checks an optional text in a form. Returns the same error message as the API, or null. */
export const optionalText = (field: Pick<TextField, 'name' | 'max'>) => (typed: string) =>
  lengthOf(typed.trim()) > field.max ? tooLong(field) : null

/** Checks a required text in a form. Returns the same error message as the API, or null. */
export const requiredText = (field: TextField) => (typed: string) => (isBlank(typed) ? field.empty : optionalText(field)(typed))
