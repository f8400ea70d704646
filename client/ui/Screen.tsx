// The frame of every screen: title, heading, actions, filters, content.
import './screen.css'
import { ArrowLeft } from 'lucide-react'
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link, useLocation, useMatches } from 'react-router'
import type { PageRow } from '../../shared/pages.ts'
import { isFocusLost } from './focus.ts'

interface Props {
  /** Absent: the page's title. */
  heading?: string | undefined
  /** Where an arrow before the heading leads. */
  back?: string
  /** Beside the heading: a count, a date. */
  note?: ReactNode
  /** A bar in the heading's line; on a phone below it. */
  tools?: ReactNode
  /** Secondary actions. */
  actions?: ReactNode
  /** The one primary action; on a phone it floats at the bottom right. */
  primary?: ReactNode
  filters?: ReactNode
  /** The content scrolls as a whole, without anything in it that takes the focus. */
  scrolls?: boolean
  children: ReactNode
}

/** What whoever opened a screen leaves with it for its way back: the search of the list that it was opened from. */
export const fromList = (search: string) => ({ state: { search } })
const searchBefore = (state: unknown) => (Object(state) as { search?: string }).search ?? ''

export function Screen({ heading, back, note, tools, actions, primary, filters, scrolls = false, children }: Props) {
  const { title } = usePage()
  const { state } = useLocation()
  const body = useRef<HTMLDivElement>(null)
  useScrollKeys(scrolls, body)
  return (
    <div className="screen">
      <Title>{title}</Title>
      <header className="screen-head">
        {back && (
          <Link to={back + searchBefore(state)} className="icon-button screen-back" aria-label="Voltar" title="Voltar">
            <ArrowLeft aria-hidden />
          </Link>
        )}
        {/* Takes the focus after every navigation. */}
        <h1 tabIndex={-1}>{heading ?? title}</h1>
        {note !== undefined && <p className="screen-note">{note}</p>}
        {tools && <div className="screen-tools">{tools}</div>}
        <div className="screen-actions">{actions}</div>
        <div className="screen-primary">{primary}</div>
      </header>
      {filters && <div className="screen-filters">{filters}</div>}
      <div ref={body} className="screen-body" {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': title })}>
        {children}
      </div>
    </div>
  )
}

const SCROLLING = ['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp', ' ']
/** Keys that scroll a page do so from the start, when nothing has the focus but the heading: it goes to what scrolls, where the browser does the rest. */
function useScrollKeys(scrolls: boolean, body: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    if (!scrolls) return undefined
    const begin = ({ key }: KeyboardEvent) => {
      if (SCROLLING.includes(key) && isFocusLost()) body.current?.focus({ preventScroll: true })
    }
    addEventListener('keydown', begin)
    return () => removeEventListener('keydown', begin)
  }, [scrolls, body])
}

/** What the tab's title says besides: '1:24'. */
export const TitleNote = createContext('')
// Alone, for the note changes with every minute.
export const Title = ({ children }: { children: string }) => <title>{[children, use(TitleNote), 'csnoteweb'].filter(Boolean).join(' · ')}</title>

/** The page that is shown, as pages.ts has it. */
export function usePage() {
  // Every page's route carries its row.
  return (useMatches().at(-1)?.handle ?? { path: '/', title: '', drawer: false }) as Pick<PageRow, 'path' | 'title' | 'drawer' | 'create'>
}
