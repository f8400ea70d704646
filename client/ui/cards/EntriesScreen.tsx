// A screen of cards: where it comes from, a summary, a search, the cards, and the bar that floats over them.
import './entries.css'
import '../strip.css'
import { Button } from '@mantine/core'
import { Plus, SearchX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { messages as common } from '../../../shared/messages.ts'
import type { Failure } from '../../api/failure.ts'
import { Failed } from '../feedback/Failed.tsx'
import { Loading } from '../feedback/Loading.tsx'
import { Message } from '../feedback/Message.tsx'
import { Chips, type Chip } from '../form/Chips.tsx'
import { FilterButton } from '../form/FilterButton.tsx'
import { SearchField } from '../grid/SearchField.tsx'
import { numberBr } from '../number.ts'
import { PrintNote } from '../PrintNote.tsx'
import { Screen } from '../Screen.tsx'
import { useKeys } from '../useKeys.ts'
import { Cards, FloatingBar, type EntryCard } from './Cards.tsx'

interface Props {
  heading: string
  /** Where its arrow leads; absent: to nowhere that this person may open. */
  back?: string
  note: ReactNode
  summary: ReactNode
  call: { error?: Failure | undefined; mutate: () => unknown }
  cards: EntryCard[] | undefined
  search: { text: string; change: (text: string) => void }
  chips: Chip[]
  clear: () => void
  /** What they are called, one and many. */
  words: readonly [one: string, many: string]
  icon: LucideIcon
  /** What an empty list says. */
  empty: string
  filter: () => void
  tools?: ReactNode
  /** Begins a new one; absent: nobody may. */
  create?: { label: string; run: () => void } | undefined
  children: ReactNode
}

export function EntriesScreen({
  heading,
  back,
  note,
  summary,
  call,
  cards,
  search,
  chips,
  clear,
  words: [one, many],
  icon,
  empty,
  filter,
  tools,
  create,
  children,
}: Props) {
  useKeys({ N: () => create?.run() })
  const add = create && (
    <Button size="sm" leftSection={<Plus aria-hidden />} onClick={create.run}>
      {create.label}
    </Button>
  )
  if (!cards && call.error)
    return (
      <Screen heading={heading} {...(back && { back })}>
        <Failed title={common.database} error={call.error} retry={call.mutate} />
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
            {tools}
            <div className="screen-primary">{add}</div>
          </FloatingBar>
        </>
      }
    >
      <PrintNote narrowed={[...(search.text ? [`Busca: ${search.text}`] : []), ...chips.map(({ label }) => label)]} />
      <div className="entries-screen">
        <div className="entries-top">
          {summary}
          <div className="entries-tools">
            <SearchField text={search.text} change={search.change} />
            <Chips chips={chips} clear={clear} />
            {cards && <small>{cards.length === 1 ? `1 ${one}` : `${numberBr(cards.length)} ${many}`}</small>}
          </div>
        </div>
        {!cards ? (
          <>
            <Loading />
            <ul className="entries entries-coming" aria-hidden>
              {Array.from({ length: 8 }, (_, nth) => (
                <li key={nth} />
              ))}
            </ul>
          </>
        ) : cards.length > 0 ? (
          <Cards cards={cards} />
        ) : search.text ? (
          <Message
            icon={SearchX}
            title={`Nada encontrado para “${search.text}”.`}
            action={
              <Button variant="default" size="sm" onClick={() => search.change('')}>
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
