// A screen of cards: back arrow, summary, search, cards, and a floating toolbar.
import './entries.css'
import '../strip.css'
import { Button } from '@mantine/core'
import { Plus, SearchX, type LucideIcon } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { messages as common } from '../../../shared/messages.ts'
import type { Failure } from '../../api/failure.ts'
import { Failed } from '../feedback/Failed.tsx'
import { Loading } from '../feedback/Loading.tsx'
import { Message } from '../feedback/Message.tsx'
import { Chips, type Chip } from '../form/Chips.tsx'
import { FilterButton } from '../form/FilterButton.tsx'
import type { Sheet } from '../grid/exportSheet.ts'
import { fold, hasAll, wordsOf } from '../grid/fold.ts'
import { SearchField } from '../grid/SearchField.tsx'
import { SheetButton } from '../grid/SheetButton.tsx'
import { numberBr } from '../number.ts'
import { PrintNote } from '../PrintNote.tsx'
import { Screen } from '../Screen.tsx'
import { useAddress } from '../useAddress.ts'
import { useKeys } from '../useKeys.ts'
import { Cards, FloatingBar, type EntryCard } from './Cards.tsx'

interface Props<T> {
  heading: string
  /** Address of the back arrow; absent when the person may not open that page. */
  back?: string
  note: ReactNode
  summary: ReactNode
  call: { error?: Failure | undefined; mutate: () => unknown }
  rows: T[] | undefined
  /** Texts of a row that the search covers. Define this function outside the component, so that it stays the same between renders. */
  textsOf: (row: T) => (string | null)[]
  cardOf: (row: T) => EntryCard
  chips: Chip[]
  clear: () => void
  /** The word for one record and the word for several. */
  words: readonly [one: string, many: string]
  icon: LucideIcon
  /** Message when the list fails to load and the server gives no reason. */
  failed?: string
  /** Message of an empty list. */
  empty: string
  filter: () => void
  /** Absent when there is no spreadsheet export. */
  sheet?: Pick<Sheet<T>, 'columns' | 'sums'>
  /** Button that creates a record; absent without permission. */
  create?: { label: string; run: () => void } | undefined
  children: ReactNode
}

export function EntriesScreen<T>({
  heading,
  back,
  note,
  summary,
  call,
  rows,
  textsOf,
  cardOf,
  chips,
  clear,
  words: [one, many],
  icon,
  failed = common.database,
  empty,
  filter,
  sheet,
  create,
  children,
}: Props<T>) {
  const [params, put] = useAddress()
  const search = params.get('q') ?? ''
  const found = useMemo(() => {
    const words = wordsOf(search)
    return words.length === 0 ? rows : rows?.filter((row) => hasAll(fold(textsOf(row).join('\n')), words))
  }, [rows, search, textsOf])
  const narrowed = [...(search ? [`Busca: ${search}`] : []), ...chips.map(({ label }) => label)]
  useKeys({ N: () => create?.run() })
  const add = create && (
    <Button size="sm" leftSection={<Plus aria-hidden />} onClick={create.run}>
      {create.label}
    </Button>
  )
  if (!rows && call.error)
    return (
      <Screen heading={heading} {...(back && { back })}>
        <Failed title={failed} error={call.error} retry={call.mutate} />
      </Screen>
    )
  return (
    <Screen
      scrolls
      heading={heading}
      {...(back && { back })}
      actions={
        <>
          {note}
          <FloatingBar>
            <FilterButton count={chips.length} open={filter} />
            {sheet && <SheetButton floats title={heading} off={!found?.length} sheet={() => ({ ...sheet, rows: found ?? [], filters: narrowed })} />}
            <div className="screen-primary">{add}</div>
          </FloatingBar>
        </>
      }
    >
      <PrintNote narrowed={narrowed} />
      <div className="entries-screen">
        <div className="entries-top">
          {summary}
          <div className="entries-tools">
            <SearchField text={search} change={(q) => put({ q })} />
            <Chips chips={chips} clear={clear} />
            {found && <small>{found.length === 1 ? `1 ${one}` : `${numberBr(found.length)} ${many}`}</small>}
          </div>
        </div>
        {!found ? (
          <>
            <Loading />
            <ul className="entries entries-coming" aria-hidden>
              {Array.from({ length: 8 }, (_, nth) => (
                <li key={nth} />
              ))}
            </ul>
          </>
        ) : found.length > 0 ? (
          <Cards rows={found} cardOf={cardOf} />
        ) : search ? (
          <Message
            icon={SearchX}
            title={`Nada encontrado para “${search}”.`}
            action={
              <Button variant="default" size="sm" onClick={() => put({ q: null })}>
                Limpar busca
              </Button>
            }
          />
        ) : chips.length > 0 ? (
          <Message
            icon={SearchX}
            title="Nada encontrado com este filtro."
            action={
              <Button variant="default" size="sm" onClick={clear}>
                Limpar filtros
              </Button>
            }
          />
        ) : (
          <Message icon={icon} title={empty} action={add} />
        )}
      </div>
      {children}
    </Screen>
  )
}
