// Texts that people write. Browser, API and database count and judge them alike.
import { messages } from './messages.ts'

/** A text field of a form. */
export interface TextField {
  /** The field's label. */
  name: string
  /** Maximum characters. */
  max: number
  /** Message if the field is empty. */
  empty: string
}

/** The description of a register's record, with the shared limit of 50 characters. */
export const DESCRIPTION: TextField = { name: 'Descrição', max: 50, empty: messages.description }

/** Number of characters as PostgreSQL's char_length counts them: an emoji is one, although it takes two in a JavaScript string. */
export const lengthOf = (text: string) => Array.from(text).length

/** Whether a text has no visible character. U+2800 is a Braille pattern without dots. */
export const isBlank = (text: string) => /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]*$/u.test(text)

export const tooLong = ({ name, max }: Pick<TextField, 'name' | 'max'>) => `${name} não pode ter mais que ${max} caracteres.`

/** A form's rule for an optional text. Returns the error in the API's words, or null. */
export const within = (field: Pick<TextField, 'name' | 'max'>) => (typed: string) => (lengthOf(typed.trim()) > field.max ? tooLong(field) : null)

/** The same for a required text. */
export const written = (field: TextField) => (typed: string) => (isBlank(typed) ? field.empty : within(field)(typed))
