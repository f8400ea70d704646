// The board of pending tasks: the people of a sector with their first tasks, on a desk screen or a wall.
import '../../ui/wall/wall.css'
import { useElementSize } from '@mantine/hooks'
import { ChevronsUpDown, SlidersHorizontal } from 'lucide-react'
import type { PendingSector, PendingTask } from '../../../shared/features/pending-board.ts'
import { useMe } from '../../boot.ts'
import { toneOf } from '../../ui/grid/Status.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr } from '../../ui/number.ts'
import { Title, usePage } from '../../ui/Screen.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { variables } from '../../ui/variables.ts'
import { hidden, useWall } from '../../ui/wall/useWall.ts'
import { WallClock } from '../../ui/wall/WallClock.tsx'
import { WallFooter } from '../../ui/wall/WallFooter.tsx'
import { pagesOf, peopleOf, type Surface } from './columns.ts'
import { useChoice } from './useChoice.ts'
import css from './pending-board.module.css'

/** Polling interval in ms. New tasks must appear within 15 s, and usePolled adds up to 10 % to the interval. */
const POLL = 13_500
/** Maximum number of characters in a row at the normal font size. */
const LINE = 30
const PRIORITIES = ['Urgente', 'Alta', 'Normal', 'Baixa']

export default function PendingBoard() {
  const { title } = usePage()
  const { departamento } = useMe()
  const { data, rotation, ...state } = useWall('GET /dash/pendenciasPed', POLL)
  const { chosen, isAlone, choose, toggle } = useChoice()
  const { ref, ...size } = useElementSize()
  const phone = usePhone()
  const sectors = data ?? []
  const sectorOf = (id: number | null) => sectors.find(({ CODIGOSETOR }) => CODIGOSETOR === id)
  const sector = sectorOf(chosen) ?? sectorOf(departamento) ?? sectors[0]
  const people = sector ? peopleOf(sector) : []
  const surface = surfaceOf(size)
  const pages = phone ? [[people]] : pagesOf(people, surface)
  const page = rotation % Math.max(1, pages.length)
  const count = people.reduce((sum, { tasks }) => sum + tasks.length, 0)

  return (
    <div ref={ref} className={css.board} data-alone={isAlone || undefined}>
      <div className="wall" style={variables({ '--columns': surface.columns })}>
        <Title>{title}</Title>
        <header>
          <h1 tabIndex={-1}>{title}</h1>
          {sector && isAlone ? (
            <Sectors of={sectors} value={sector.CODIGOSETOR} choose={choose} />
          ) : (
            <p className={css.sector}>{sector && (sector.DESCRICAOSETOR ?? NO_VALUE)}</p>
          )}
          {sector && <p className="wall-count">{count === 1 ? '1 tarefa' : `${numberBr(count)} tarefas`}</p>}
          <button type="button" className={css.button} {...labels(isAlone)} onClick={() => toggle(sector?.CODIGOSETOR)}>
            <SlidersHorizontal aria-hidden />
          </button>
          <WallClock now={state.now} />
        </header>
        {people.length > 0 && (
          <div className={css.columns} {...(phone && { tabIndex: 0, role: 'region', 'aria-label': sector?.DESCRICAOSETOR ?? title })}>
            {pages[page]?.map((column) => (
              <div key={column[0]?.ID}>
                {column.map((person) => (
                  <Person key={person.ID} {...person} />
                ))}
              </div>
            ))}
          </div>
        )}
        {data && people.length === 0 && <p className="wall-empty">Nenhuma pendência.</p>}
        {state.blank && <p className="wall-empty">{hidden}</p>}
        <WallFooter {...state}>
          <p className="wall-legend">
            {PRIORITIES.map((priority) => (
              <span key={priority} aria-hidden>
                <i className="wall-dot" data-tone={toneOf(priority)} />
                {priority}
              </span>
            ))}
            {pages.length > 1 && (
              <span className={css.page}>
                página {page + 1} de {pages.length}
              </span>
            )}
          </p>
        </WallFooter>
      </div>
    </div>
  )
}

const labels = (isAlone: boolean) => {
  const label = isAlone ? 'Mostrar a barra' : 'Escolher o setor e ocultar a barra'
  return { 'aria-label': label, title: label }
}

/** A native select, which a television's remote control can operate too. */
const Sectors = ({ of, value, choose }: { of: PendingSector[]; value: number; choose: (id: number) => void }) => (
  <span className={css.sectors}>
    <select aria-label="Setor" value={value} onChange={({ target }) => choose(Number(target.value))}>
      {of.map(({ CODIGOSETOR: id, DESCRICAOSETOR: name }) => (
        <option key={id} value={id}>
          {name ?? NO_VALUE}
        </option>
      ))}
    </select>
    <ChevronsUpDown aria-hidden />
  </span>
)

const Person = ({ NOMECOMPLETOUSUARIO: name, tasks }: PendingSector['users'][number]) => (
  <section aria-label={name ?? NO_VALUE}>
    <h2 title={name ?? NO_VALUE}>
      <span>{name ?? NO_VALUE}</span>
      <small>{tasks.length}</small>
    </h2>
    <ol>
      {tasks.map((task, nth) => (
        <Task key={nth} {...task} />
      ))}
    </ol>
  </section>
)

const Task = ({ tarefa, prioridade }: PendingTask) => (
  <li data-tone={toneOf(prioridade)} data-long={(tarefa ?? '').length > LINE || undefined} title={tarefa ?? NO_VALUE}>
    <i className="wall-dot" data-tone={toneOf(prioridade)} aria-hidden />
    <span>
      {tarefa ?? NO_VALUE}
      {prioridade && <span className="wall-hidden">, {prioridade}</span>}
    </span>
  </li>
)

/**
 * How many columns fit on the board and how high they are, in the units of pending-board.module.css. Computed from the board's size in px, which the server
 * does not know, so it uses defaults.
 */
function surfaceOf({ width, height }: { width: number; height: number }): Surface {
  if (width === 0) return { columns: 3, height: 888 }
  const isHigh = height > width
  const px = isHigh ? Math.min(width / 1298, height / 1400) : Math.min(width / 1920, height / 1080)
  // Subtracts the margins and adds the gap after the last column. 0.01 compensates rounding.
  const columns = Math.floor((width / px - 2 * 56 + 56) / (565 + 56) + 0.01)
  return { columns: Math.max(1, columns), height: height / px - (isHigh ? 272 : 192) }
}
