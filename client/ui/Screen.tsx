// The layout of every screen: title, heading, actions, filters, content.
import './screen.css'
import { ArrowLeft } from 'lucide-react'
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Link, useLocation, useMatches } from 'react-router'
import type { PageRow } from '../../shared/pages.ts'
import { isFocusLost } from './focus.ts'

interface Props {
  /** Defaults to the page's title. */
  heading?: string | undefined
  /** Address of the back arrow before the heading. */
  back?: string
  /** A count or a date beside the heading. */
  note?: ReactNode
  /** Toolbar in the heading's line; below it on a phone. */
  tools?: ReactNode
  actions?: ReactNode
  /** The one primary action. On a phone it floats at the bottom right. */
  primary?: ReactNode
  filters?: ReactNode
  /** A second line below the filters, itself a `.screen-filters`. */
  below?: ReactNode
  /** True when the content scrolls as a whole and contains no element that takes the focus. */
  scrolls?: boolean
  children: ReactNode
}

/** Navigation state with the query string of the list, so that the back arrow can restore it. */
export const fromList = (search: string) => ({ state: { search } })
const searchBefore = (state: unknown) => (Object(state) as { search?: string }).search ?? ''

export function Screen({ heading, back, note, tools, actions, primary, filters, below, scrolls = false, children }: Props) {
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
        {/* The heading takes the focus after every navigation. */}
        <h1 tabIndex={-1}>{heading ?? title}</h1>
        {note !== undefined && <p className="screen-note">{note}</p>}
        {tools && <div className="screen-tools">{tools}</div>}
        <div className="screen-actions">{actions}</div>
        <div className="screen-primary">{primary}</div>
      </header>
      {filters && <div className="screen-filters">{filters}</div>}
      {below}
      <div ref={body} className="screen-body" {...(scrolls && { tabIndex: 0, role: 'region', 'aria-label': title })}>
        {children}
      </div>
    </div>
  )
}

const SCROLLING = ['PageDown', 'PageUp', 'Home', 'End', 'ArrowDown', 'ArrowUp', ' ']
/** Lets the scroll keys work right away: if only the heading has the focus, the scroll container takes it, and the browser scrolls. */
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

/** Extra text in the tab's title, such as the running timer '1:24'. */
export const TitleNote = createContext('')
// A separate component, so that only the title renders again when the extra text changes every minute.
export const Title = ({ children }: { children: string }) => <title>{[children, use(TitleNote), 'csnoteweb'].filter(Boolean).join(' · ')}</title>

/** The entry of `pages` (pages.ts) for the current page. */
export function usePage() {
  // Every page's route carries that entry as `handle`, so the cast is safe.
  return (useMatches().at(-1)?.handle ?? { path: '/', title: '', drawer: false }) as Pick<PageRow, 'path' | 'title' | 'drawer' | 'create'>
}
