// The wall Onde Estou: everybody's whereabouts, readable from five metres, for weeks without interaction.
import '../../ui/wall/wall.css'
import { useViewportSize } from '@mantine/hooks'
import { dayBr, hourBr, longDay, wallTime } from '../../../shared/clock.ts'
import type { WallRow } from '../../../shared/features/wall.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { variables } from '../../ui/variables.ts'
import { hidden, useWall } from '../../ui/wall/useWall.ts'
import { WallClock } from '../../ui/wall/WallClock.tsx'
import { WallFooter } from '../../ui/wall/WallFooter.tsx'
import css from './whereabouts.module.css'

const WallBar = lazyPart(() => import('./WallBar.tsx'))

const POLL = 25_000
/** Maximum number of cards for which the table leaves room. */
const CARDS = 10
/** Number of lines for the message of an empty table. */
const EMPTY_LINES = 3

export default function Wall() {
  const { data, rotation, ...state } = useWall('GET /dash/painelOndeEstou', POLL)
  const { now, blank } = state
  const wall = wallTime(now)
  const people = data ?? []
  const rows = people.filter((person) => person.DATAINI !== null).sort((a, b) => Number(isLater(a, wall)) - Number(isLater(b, wall)))
  const free = people.filter((person) => person.DATAINI === null)
  const { lines, linesOfRow, cardsOfLine } = useSurface()
  const cardLines = (people: number) => Math.ceil(people / cardsOfLine)
  const shown = pageOf(rows, Math.floor((lines - cardLines(Math.min(CARDS, free.length))) / linesOfRow), rotation)
  const tableLines = shown.items.length * linesOfRow || EMPTY_LINES
  const cards = pageOf(free, cardsOfLine * (lines - tableLines), rotation)

  return (
    <main className={`wall ${css.whereabouts}`} style={variables({ '--lines': tableLines + cardLines(cards.items.length) })}>
      <WallBar />
      <title>Painel Onde Estou · csnoteweb</title>
      <header>
        <h1>Onde Estou</h1>
        <p>{longDay(now, false)}</p>
        {rows.length > shown.items.length && <p className="wall-count">{shown.label}</p>}
        <WallClock now={now} />
      </header>
      <table>
        <thead>
          <tr>
            <Head label="Responsável" widest={rows.map((person) => person.NOMECOMPLETOUSUARIO)} />
            <Head label="Onde Estou" widest={rows.map((person) => person.CLIENTE)} />
            <Head label="Atividade" widest={rows.map((person) => person.DESCTAREFAEXTERNO)} />
            <Head label="Início" widest={['00:00']} />
            <Head label="Fim" widest={['00:00']} />
          </tr>
        </thead>
        <tbody>
          {shown.items.map((person) => (
            <tr key={`${person.NOMECOMPLETOUSUARIO} ${person.DATAINI}`} data-later={isLater(person, wall) || undefined}>
              <th scope="row" title={person.NOMECOMPLETOUSUARIO ?? NO_VALUE}>
                <i className={isLater(person, wall) ? 'wall-dot wall-ring' : 'wall-dot'} aria-hidden />
                {person.NOMECOMPLETOUSUARIO ?? NO_VALUE}
                {isLater(person, wall) && <span className="wall-hidden">, mais tarde</span>}
              </th>
              <td data-long={isLong(person.CLIENTE) || undefined}>{person.CLIENTE ?? NO_VALUE}</td>
              <td>{person.DESCTAREFAEXTERNO ?? NO_VALUE}</td>
              <Hour of={person.DATAINI} today={wall.slice(0, 10)} />
              <Hour of={person.DATAFIM} today={wall.slice(0, 10)} />
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && data && <p className="wall-empty">Ninguém com compromisso hoje.</p>}
      {blank && <p className="wall-empty">{hidden}</p>}
      {free.length > 0 && (
        <section aria-label="Sem compromisso agora">
          <p className={css.label}>
            <span>Sem compromisso agora</span>
            {free.length > cards.items.length && <span>{cards.label}</span>}
          </p>
          <ul>
            {cards.items.map((person) => (
              <li key={person.NOMECOMPLETOUSUARIO} title={person.NOMECOMPLETOUSUARIO ?? NO_VALUE}>
                {person.NOMECOMPLETOUSUARIO ?? NO_VALUE}
              </li>
            ))}
          </ul>
        </section>
      )}
      <WallFooter {...state}>
        <p className="wall-legend" aria-hidden>
          <i className="wall-dot" /> agora <i className="wall-dot wall-ring" /> mais tarde
        </p>
      </WallFooter>
    </main>
  )
}

/** Number of lines that fit on the screen at the minimum row height of whereabouts.css, lines per table row, and cards per line. */
function useSurface() {
  const { width, height } = useViewportSize()
  // The server does not know the viewport, so it assumes these numbers.
  if (width === 0) return { lines: 10, linesOfRow: 1, cardsOfLine: 5 }
  if (height <= width) return { lines: Math.floor((height / Math.min(width / 1920, height / 1080) - 320) / 74), linesOfRow: 1, cardsOfLine: 5 }
  return { lines: Math.floor((height / Math.min(width / 1080, height / 1400) - 346) / 66), linesOfRow: 2, cardsOfLine: 2 }
}

/** `widest` holds the column's texts on all pages, so that the column keeps its width when the page changes. */
const Head = ({ label, widest }: { label: string; widest: (string | null)[] }) => (
  <th scope="col">
    {label}
    {[...new Set(widest)].map((text) => (
      <i key={text} aria-hidden data-text={text} data-long={isLong(text) || undefined} />
    ))}
  </th>
)

/** Maximum number of characters of a place that fit on one line. */
const LONG = 27
const isLong = (place: string | null) => (place ?? '').length > LONG

const isLater = ({ DATAINI }: WallRow, wall: string) => DATAINI !== null && DATAINI > wall

/** The time of an instant, preceded by its date if it is not today. */
function Hour({ of, today }: { of: string | null; today: string }) {
  if (of === null) return <td />
  return (
    <td>
      {of.startsWith(today) || <small>{dayBr(of).slice(0, 5)} </small>}
      {hourBr(of)}
    </td>
  )
}

/** The page of a list to show for `rotation`, a counter that advances with time. The last page starts earlier, to be as full as the others. */
function pageOf<T>(list: T[], size: number, rotation: number) {
  const page = rotation % Math.max(1, Math.ceil(list.length / size))
  const start = Math.max(0, Math.min(page * size, list.length - size))
  return { items: list.slice(start, start + size), label: `${start + 1} a ${Math.min(start + size, list.length)} de ${list.length}` }
}
