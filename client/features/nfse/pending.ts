// Filters of the list for accounts that wait for somebody.
import type { Account } from '../../../shared/features/nfse.ts'
import type { Tone } from '../../ui/grid/Status.tsx'
import { counted, noteState, registrationState, slipState } from './columns.tsx'
import type { Kind } from './sending.ts'

/** Whether one of the states that the list shows is one of these. */
const has = (row: Account, kind: Kind, ...words: string[]) =>
  [kind !== 2 && noteState(row), kind !== 1 && slipState(row), kind === 2 && registrationState(row)].some(
    (state) => state && words.includes(state.word),
  )

interface Pending {
  /** Value in the address. */
  value: string
  /** For the note on a printed list. */
  name: string
  label: (count: number) => string
  tone: Tone
  is: (row: Account, kind: Kind) => boolean
}

export const PENDING: Pending[] = [
  {
    value: 'incompletas',
    name: 'Incompletas',
    label: (count) => counted(count, 'incompleta', 'incompletas'),
    tone: 'warn',
    is: (row, kind) => has(row, kind, 'Incompleta', 'Incompleto'),
  },
  {
    value: 'recusadas',
    name: 'Recusadas',
    label: (count) => counted(count, 'recusada', 'recusadas'),
    tone: 'danger',
    is: (row, kind) => has(row, kind, 'Recusada', 'Recusado'),
  },
  {
    value: 'email',
    name: 'E-mail com erro',
    label: (count) => counted(count, 'e-mail com erro', 'e-mails com erro'),
    tone: 'danger',
    is: ({ emailState }) => (emailState?.errorMails ?? 0) > 0,
  },
  {
    value: 'sem-registro',
    name: 'Sem registro',
    label: (count) => counted(count, 'sem registro'),
    tone: 'warn',
    is: (row, kind) => kind === 2 && registrationState(row)?.word === 'Sem registro',
  },
]
