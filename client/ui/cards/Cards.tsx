// Records as cards, for a screen with a summary, a search and a floating toolbar.
import './entries.css'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Dot } from '../grid/Status.tsx'
import { lazyPart } from '../lazyPart.tsx'
import { usePrinting } from '../usePrinting.ts'
import { variables } from '../variables.ts'
import type { CardAction } from './CardMenu.tsx'

const CardMenu = lazyPart(() => import('./CardMenu.tsx'), <span className="icon-button" />)

export interface EntryCard {
  id: string
  /** The icon and the word that name the kind of record. */
  icon: LucideIcon
  kind: string
  /** Text to the right of the kind, such as a date or a ticket. */
  note: ReactNode
  title: string
  value: string
  /** 'plus' marks an amount that is added to the balance; 'calm' marks one that does not affect it. */
  tone?: 'plus' | 'calm' | undefined
  lines: ReactNode
  inactive: boolean
  actions: CardAction[]
}

/** Number of cards drawn together. A multiple of four, three and two fills complete rows in every layout. */
const PART = 48
/** Distance from the viewport within which cards are drawn, as an IntersectionObserver margin. */
const NEAR = '1500px 0px'

/** A list of cards that draws only those near the viewport, because a list may have thousands. */
export function Cards<T>({ rows, cardOf }: { rows: T[]; cardOf: (row: T) => EntryCard }) {
  const printing = usePrinting()
  const parts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, nth) => rows.slice(nth * PART, (nth + 1) * PART))
  return parts.map((part, nth) => (
    <Part key={nth} of={part.length} first={nth === 0} whole={printing}>
      {() => part.map(cardOf).map((card) => <Card key={card.id} {...card} />)}
    </Part>
  ))
}

function Part({ of, first, whole, children }: { of: number; first: boolean; whole: boolean; children: () => ReactNode }) {
  const own = useRef<HTMLUListElement>(null)
  const [isNear, setNear] = useState(first)
  /** Height in px, measured while the part was drawn. It reserves the space while the part is not drawn. */
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const list = own.current
    if (!list) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting) setHeight(entry.boundingClientRect.height)
        setNear(entry.isIntersecting)
      },
      { root: list.closest('.screen-body'), rootMargin: NEAR },
    )
    observer.observe(list)
    return () => observer.disconnect()
  }, [])
  if (isNear || whole)
    return (
      <ul ref={own} className="entries">
        {children()}
      </ul>
    )
  return <ul ref={own} className="entries" data-away style={height ? { height } : variables({ '--cards': of })} />
}

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

/** Floating toolbar below the cards, placed among the screen's actions. On a phone in landscape it is in the header. */
export const FloatingBar = ({ children }: { children: ReactNode }) => <div className="floating-bar">{children}</div>
