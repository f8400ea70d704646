// Form values, rules and inputs of the fields that shared/record.ts describes.
import type { UseFormReturnType } from '@mantine/form'
import type { RecordBody, RecordFields, RecordReply } from '../../../shared/record.ts'
import { optionalText, requiredText } from '../../../shared/text.ts'
import { useEditing } from './useEditing.ts'

const blank = { text: '', flag: 'N', status: 'A' } as const

/** The values of a new record. */
export const blankOf = <R extends RecordFields>(record: R) =>
  Object.fromEntries(Object.entries(record).map(([name, { type }]) => [name, blank[type]])) as RecordBody<R>

/** The values of a stored record. A missing text is shown as an empty one. */
export const valuesOf = <R extends RecordFields>(record: R, stored: RecordReply<R>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, { reply, type }]) => [name, stored[reply as keyof typeof stored] ?? blank[type]]),
  ) as RecordBody<R>

export type RecordValues<R extends RecordFields> = RecordBody<R> & { versao: number | undefined }

/** The form of a record without further fields. `read` reads a stored record. */
export const useRecordEditing = <R extends RecordFields>(
  form: string,
  record: R,
  read: (id: number) => Promise<RecordReply<R> & { versao?: number | undefined }>,
) =>
  useEditing<RecordValues<R>>(form, { ...blankOf(record), versao: undefined }, async (id) => {
    const stored = await read(id)
    return { ...valuesOf(record, stored), versao: stored.versao }
  })

type TextOf<R extends RecordFields> = { [K in keyof R]: R[K] extends { type: 'text' } ? K : never }[keyof R] & string
type Rule = (typed: string) => string | null

/** The rules of the texts. */
export const rulesOf = <R extends RecordFields>(record: R) =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, field]) =>
      field.type === 'text' ? [[name, field.empty === undefined ? optionalText(field) : requiredText({ ...field, empty: field.empty })]] : [],
    ),
  ) as Record<TextOf<R>, Rule>

/** The props of a text's input. */
export function inputOf<R extends RecordFields, V extends object>(record: R, form: UseFormReturnType<V>, name: TextOf<R>) {
  const field = record[name]
  return { ...(field?.type === 'text' && { label: field.name, required: field.empty !== undefined }), ...form.getInputProps(name) }
}
