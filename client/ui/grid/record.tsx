// Columns of the texts and flags that shared/record.ts describes.
import type { RecordFields, RecordReply } from '../../../shared/record.ts'
import { fold } from './fold.ts'
import { flagColumn } from './columns.tsx'
import type { Column } from './useGrid.ts'

/** The columns in the record's order, without the status. `shown` says how a list shows a field, if not as a plain text. */
export const recordColumns = <R extends RecordFields, T extends RecordReply<R>>(
  record: R,
  shown: { [K in keyof R]?: Partial<Column<T>> },
): Column<T>[] =>
  Object.entries(record).flatMap(([name, field]) => {
    if (field.type === 'status') return []
    const reply = field.reply as keyof T
    if (field.type === 'flag') return [{ ...flagColumn<T>(field.head[0], field.name, (row) => row[reply] as 'S' | 'N'), ...shown[name] }]
    return [{ id: fold(field.name).replaceAll(' ', '-'), label: field.name, value: (row: T) => row[reply] as string | null, ...shown[name] }]
  })
