// What waits for somebody among the listed accounts, as filters of the list.
import type { Account } from '../../../shared/features/nfse.ts'
import type { Tone } from '../../ui/grid/Status.tsx'
import { counted, noteState, registrationState, slipState } from './columns.tsx'
import type { Filter } from './filter.ts'

/** Whether one of the states that the list shows is one of these. */
const has = (row: Account, { kind }: Filter, ...words: string[]) =>
  [kind.code !== 2 && noteState(row), kind.code !== 1 && slipState(row), kind.code === 2 && registrationState(row)].some(
    (state) => state && words.includes(state.word),
  )

interface Pending {
  /** Value in the address. */
  value: string
  /** For the note on a printed list. */
  name: string
  label: (count: number) => string
  tone: Tone
  is: (row: Account, filter: Filter) => boolean
}

export const PENDING: Pending[] = [
  {
    value: 'incompletas',
    name: 'Incompletas',
    label: (count) => counted(count, 'incompleta', 'incompletas'),
    tone: 'warn',
    is: (row, filter) => has(row, filter, 'Incompleta', 'Incompleto'),
  },
  {
    value: 'recusadas',
    name: 'Recusadas',
    label: (count) => counted(count, 'recusada', 'recusadas'),
    tone: 'danger',
    is: (row, filter) => has(row, filter, 'Recusada', 'Recusado'),
  },
  {
    value: 'email',
    name: 'E-mail com erro',
    label: (count) => counted(count, 'e-mail com erro', 'e-mails com erro'),
    tone: 'danger',
    is: ({ emailState }) => (emailState?.errorMails ?? 0) > 0,
  },
]
