// What a person writes: counted and judged alike by the browser, the API and the database.
import { messages } from './messages.ts'

/** A text that a form asks for. */
export interface TextField {
  /** As its label says it. */
  name: string
  /** Characters. */
  max: number
  /** What is said when nothing is written. */
  empty: string
}

/** What a record of a register is called: the shared rule of 50 characters. */
export const DESCRIPTION: TextField = { name: 'Descrição', max: 50, empty: messages.description }

/** Characters as PostgreSQL's char_length counts them: an emoji is one, though it takes two of a JavaScript string. */
export const lengthOf = (text: string) => Array.from(text).length

/** Nothing of it can be seen. U+2800 is Braille without a dot. */
export const isBlank = (text: string) => /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]*$/u.test(text)

export const tooLong = ({ name, max }: Pick<TextField, 'name' | 'max'>) => `${name} não pode ter mais que ${max} caracteres.`

/** A form's rule of what may be empty: what is wrong with what was typed, in the API's words; null when nothing is. */
export const within = (field: Pick<TextField, 'name' | 'max'>) => (typed: string) => (lengthOf(typed.trim()) > field.max ? tooLong(field) : null)

/** The same of what may not. */
export const written = (field: TextField) => (typed: string) => (isBlank(typed) ? field.empty : within(field)(typed))
