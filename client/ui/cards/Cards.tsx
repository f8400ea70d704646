// Records as cards: a summary above, a search, and a bar that floats over them.
import './entries.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dot } from '../grid/Status.tsx'
import { later } from '../later.tsx'

const CardMenu = later(() => import('./CardMenu.tsx'), <span className="icon-button" />)

export interface CardAction {
  label: string
  icon: LucideIcon
  /** It takes something away. */
  danger?: boolean
  run: () => unknown
}

export interface EntryCard {
  id: string
  /** What it is, by its icon and word. */
  icon: LucideIcon
  kind: string
  /** At the right of the kind: a date, a ticket. */
  note: ReactNode
  title: string
  value: string
  /** It adds; or it counts for nothing. */
  tone?: 'plus' | 'calm' | undefined
  lines: ReactNode
  inactive: boolean
  actions: CardAction[]
}

export const Cards = ({ cards }: { cards: EntryCard[] }) => (
  <ul className="entries">
    {cards.map((card) => (
      <Card key={card.id} {...card} />
    ))}
  </ul>
)

function Card({ icon: Icon, kind, note, title, value, tone, lines, inactive, actions }: EntryCard) {
  return (
    <li data-inactive={inactive || undefined}>
      <header>
        <span>
          <Icon aria-hidden />
          <span className="ellipsis" title={kind}>
            {kind}
          </span>
        </span>
        <span title={typeof note === 'string' ? note : undefined}>{note}</span>
        {actions.length > 0 && <CardMenu name={title} actions={actions} />}
      </header>
      <h2>
        <span title={title}>{title}</span>
        {inactive ? <s>{value}</s> : <b data-tone={tone}>{value}</b>}
      </h2>
      <footer>
        {inactive && <Dot tone="danger">Inativo</Dot>}
        {lines}
      </footer>
    </li>
  )
}

/** What can be done with the cards, among the actions of their screen. On a phone only its primary one floats. */
export const FloatingBar = ({ children }: { children: ReactNode }) => <div className="floating-bar">{children}</div>
