// A grid of plain elements: only the rows in sight are in the document. On a phone the same rows are cards.
import './grid.css'
import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, Inbox, SearchX, type LucideIcon } from 'lucide-react'
import { memo, useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { messages } from '../../../shared/messages.ts'
import type { Failure } from '../../api/failure.ts'
import { Failed } from '../feedback/Failed.tsx'
import { Loading } from '../feedback/Loading.tsx'
import { Message } from '../feedback/Message.tsx'
import { later } from '../later.tsx'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { Item } from './lines.ts'
import { textOf, type Column, type Grid } from './useGrid.ts'
import { useOpening } from './useOpening.ts'
import { useKeys } from '../useKeys.ts'
import { usePhone } from '../usePhone.ts'
import { usePrinting } from '../usePrinting.ts'
import { NONE } from '../none.ts'

const RowMenu = later(() => import('./RowMenu.tsx')) as <T>(props: { name: string | number; actions: Action<T>[]; row: T }) => ReactNode

export interface Action<T> {
  label: string
  icon: LucideIcon
  run: (row: T) => unknown
  /** Whether this row does without it. */
  off?: (row: T) => boolean
}

interface Props<T> {
  grid: Grid<T>
  actions: Action<T>[]
  /** What a click on a row does, and Enter. */
  open?: ((row: T) => unknown) | undefined
  /** What an empty list says. */
  empty: { title: string; hint: string; action?: ReactNode }
  /** How the list's call fares. */
  call: { error?: Failure | undefined; mutate: () => unknown }
}

const MENU_ABOVE = 4
/** px that a column without a width of its own has at least. */
const SHARE = 102
const ACTIONS = 100
const MANY_ACTIONS = 116
/** px of a row, of a phone's card until it is measured, and of the line above those of a day. */
const ROW = 36
const CARD = 80
const LINE = 40

/** Where each entry of the history was scrolled to. */
const scrolls = new Map<string, number>()

export function DataGrid<T>({ grid, actions, open, empty, call }: Props<T>) {
  const { rows, items, visible, sorted } = grid
  const scroller = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const printing = usePrinting()
  const { key } = useLocation()
  const isLined = items.length > rows.length
  const sizeOf = (item: Item | undefined) => (item && 'line' in item ? LINE : phone ? CARD : ROW)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(items[index]),
    overscan: 12,
    initialOffset: () => scrolls.get(key) ?? items.slice(0, grid.start).reduce((sum, item) => sum + sizeOf(item), 0),
    // Below the line that stays.
    scrollPaddingStart: isLined ? LINE : 0,
    // The rows of the server's HTML.
    initialRect: { width: 1280, height: 800 },
    getItemKey: (index) => {
      const item = items[index]
      return item && 'line' in item ? `line ${item.of}` : (rows[item?.index ?? -1]?.id ?? index)
    },
    useFlushSync: false,
  })
  // Scrolling is the browser's: until it has begun where the grid opens, what lies before is left out.
  const opened = useOpening({ view: grid.view, lined: isLined && (phone ? 'phone' : 'wide'), restored: scrolls.has(key) }, () => {
    if (isLined) virtual.scrollToIndex(grid.start + 1, { align: 'start' })
    else scroller.current?.scrollTo(0, 0)
  })
  const inSight = printing ? items.map((_, index) => ({ index, start: 0, end: 0 })) : virtual.getVirtualItems()
  const shown = opened ? inSight : inSight.filter(({ index }) => index >= grid.start)
  // The line of the rows at the top stays with them.
  const first = shown[0]?.index ?? 0
  const above = isLined && !printing ? items.slice(0, first).findLastIndex((item) => 'line' in item) : -1
  const before = opened ? (shown[0]?.start ?? 0) - (above < 0 ? 0 : LINE) : 0
  const after = printing ? 0 : virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  const icons = useId()
  const indexOf = (element: Element | null) => Number(element?.closest<HTMLElement>('tr[data-row]')?.dataset['row'] ?? -1)
  const entryAt = (element: Element | null) => rows[indexOf(element)]
  // One for all of the buttons, of which there may be hundreds.
  const act = ({ target }: MouseEvent) => {
    const entry = entryAt(target as Element)
    const button = (target as Element).closest<HTMLElement>('button, a')
    if (!entry) return
    if (button?.dataset['action']) actions[Number(button.dataset['action'])]?.run(entry.original.row)
    // Whoever marks a text to copy it does not want the form.
    else if (!button && getSelection()?.isCollapsed) open?.(entry.original.row)
  }
  /** The row that the keys are at. */
  const at = useRef(-1)
  /** It is to take the focus as soon as it is drawn. */
  const wanted = useRef(false)
  const focusWanted = () => {
    const row = wanted.current && scroller.current?.querySelector<HTMLElement>(`tr[data-row="${at.current}"]`)
    if (!row) return
    wanted.current = false
    row.focus({ preventScroll: true })
  }
  useEffect(() => {
    focusWanted()
    // A button that its row does without from now on.
    if (document.activeElement?.matches('tr[data-row] :disabled')) document.activeElement.closest('tr')?.focus({ preventScroll: true })
  })
  const placeOf = (row: number) => items.findIndex((item) => 'index' in item && item.index === row)
  /** The first row that is seen, where the keys begin. */
  const firstSeen = () => {
    const top = (virtual.scrollOffset ?? 0) + (isLined ? LINE : 0)
    const seen = virtual.getVirtualItems().flatMap(({ index, start }) => {
      const item = items[index]
      return item && 'index' in item && start >= top - 1 ? [item.index] : []
    })
    return seen[0] ?? 0
  }
  const go = (row: number) => {
    at.current = Math.max(0, Math.min(rows.length - 1, row))
    wanted.current = true
    virtual.scrollToIndex(placeOf(at.current))
    focusWanted()
  }
  const move = (by: number) => go(at.current < 0 ? firstSeen() : at.current + by)
  const page = () => Math.floor((scroller.current?.clientHeight ?? 0) / sizeOf(undefined)) - 1
  // What was just created is shown, and the keys go on from it.
  const fresh = grid.fresh.id === undefined ? -1 : rows.findIndex(({ id }) => id === grid.fresh.id)
  useEffect(() => {
    if (fresh < 0) return
    at.current = fresh
    virtual.scrollToIndex(placeOf(fresh))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each
  }, [grid.fresh.id, fresh < 0])
  useKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    J: () => move(1),
    K: () => move(-1),
    PageDown: () => move(page()),
    PageUp: () => move(-page()),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    Enter: () => {
      const entry = entryAt(document.activeElement)
      if (entry) open?.(entry.original.row)
    },
  })
  const lineAt = (place: number) => {
    const item = items[place]
    return (
      item &&
      'line' in item && (
        <tr key={`line ${item.of}`} className="grid-line" aria-rowindex={place + 2}>
          <th scope="rowgroup" colSpan={visible.length + (actions.length > 0 && !printing ? 1 : 0)}>
            {item.line} <small>{item.count}</small>
          </th>
        </tr>
      )
    )
  }
  const actionsWidth = actions.length === 0 ? 0 : actions.length > 3 ? MANY_ACTIONS : ACTIONS
  return (
    <div className="grid-scroller" ref={scroller} onScroll={({ currentTarget }) => scrolls.set(key, currentTarget.scrollTop)}>
      <svg className="grid-icons" aria-hidden>
        {(actions.length > MENU_ABOVE ? [] : actions).map(({ label, icon: Icon }, index) => (
          <symbol key={label} id={icons + index} viewBox="0 0 24 24">
            <Icon />
          </symbol>
        ))}
      </svg>
      <table
        className="grid"
        style={{ minWidth: visible.reduce((sum, { width }) => sum + (width ?? SHARE), actionsWidth) }}
        aria-rowcount={items.length + 1}
        aria-busy={!grid.loaded && !call.error}
      >
        <colgroup>
          {visible.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
          {actions.length > 0 && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {visible.map((column) => {
              const { id, label, figures } = column
              return (
                <th
                  key={id}
                  scope="col"
                  data-figures={figures}
                  {...(sorted.by === id && { 'aria-sort': sorted.descending ? 'descending' : 'ascending' })}
                >
                  <button type="button" onClick={() => grid.sortBy(id)}>
                    {sorted.by === id && (sorted.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
                    {label}
                  </button>
                  <ColumnEdge resize={(width) => grid.arrange(visible.map((one) => (one === column ? { ...one, width } : one)))} />
                </th>
              )
            })}
            {actions.length > 0 && (
              <th scope="col" className="grid-actions">
                Ações
              </th>
            )}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a button's keys click it, a row's are the page's */}
        <tbody onClick={act} onFocus={({ target }) => (at.current = indexOf(target))} data-opens={open !== undefined || undefined}>
          {lineAt(above)}
          {before > 0 && <tr aria-hidden className="grid-space" style={{ height: before }} />}
          {shown.map(({ index: place }) => {
            const item = items[place]
            if (item && 'line' in item) return lineAt(place)
            const entry = rows[item?.index ?? -1]
            return (
              item &&
              entry && (
                <Row
                  key={entry.id}
                  id={entry.id}
                  row={entry.original.row}
                  index={item.index}
                  place={place}
                  fresh={item.index === fresh}
                  columns={visible}
                  actions={actions}
                  icons={icons}
                  {...(phone && { measure: virtual.measureElement })}
                />
              )
            )
          })}
          {after > 0 && <tr aria-hidden className="grid-space" style={{ height: after }} />}
          {!grid.loaded && !call.error && <Skeleton columns={visible.length + 1} />}
        </tbody>
      </table>
      {!grid.loaded && !call.error && <Loading />}
      {rows.length === 0 && <Nothing grid={grid} empty={empty} call={call} />}
    </div>
  )
}

function Nothing<T>({ grid, empty, call: { error, mutate } }: Pick<Props<T>, 'grid' | 'empty' | 'call'>) {
  if (!grid.loaded && error) return <Failed title={messages.database} error={error} retry={mutate} />
  if (!grid.loaded) return null
  if (grid.total === 0)
    return (
      <Message icon={Inbox} title={empty.title} action={empty.action}>
        {empty.hint}
      </Message>
    )
  const labels = new Intl.ListFormat('pt-BR').format(grid.columns.map(({ label }) => label.toLowerCase()))
  return (
    <Message
      icon={SearchX}
      title={grid.search ? `Nada encontrado para “${grid.search}”.` : 'Nada encontrado com este filtro.'}
      action={
        <Button variant="default" size="sm" onClick={grid.clear}>
          Limpar busca
        </Button>
      }
    >
      A busca olha {labels}, sem diferenciar acentos.
    </Message>
  )
}

interface RowProps<T> {
  id: string
  row: T
  /** Its place among the rows, and among what is drawn. */
  index: number
  place: number
  /** It was just created. */
  fresh: boolean
  columns: Column<T>[]
  actions: Action<T>[]
  /** What the ids of their icons begin with. */
  icons: string
  measure?: (element: HTMLTableRowElement | null) => void
}

// Scrolling draws the grid again at every step, its rows only when they change.
const Row = memo(function Row<T>({ id: rowId, row, index, place, fresh, columns, actions, icons, measure }: RowProps<T>) {
  const name = columns.find(({ main }) => main)?.value(row) ?? ''
  return (
    <tr aria-rowindex={place + 2} data-index={place} data-row={index} data-id={rowId} data-fresh={fresh || undefined} tabIndex={-1} ref={measure}>
      {columns.map((column) => {
        const { id, cell, main, early, figures, date } = column
        const text = textOf(column, row)
        // An empty one says as little as none.
        const content = text === '' ? null : text
        return (
          <td
            key={id}
            data-main={main}
            data-early={early}
            data-date={date}
            data-figures={figures}
            data-none={content === null || undefined}
            title={!cell && typeof content === 'string' ? content : undefined}
          >
            {cell ? cell(row) : (content ?? NONE)}
          </td>
        )
      })}
      {actions.length > MENU_ABOVE ? (
        <td className="grid-actions">
          <RowMenu name={name} actions={actions} row={row} />
        </td>
      ) : (
        actions.length > 0 && (
          <td className="grid-actions">
            {actions.map(({ label, off }, index) => (
              <button
                key={label}
                type="button"
                className="icon-button"
                aria-label={`${label} ${name}`}
                title={label}
                disabled={off?.(row)}
                data-action={index}
              >
                <svg className="lucide" aria-hidden>
                  <use href={`#${icons}${index}`} />
                </svg>
              </button>
            ))}
          </td>
        )
      )}
    </tr>
  )
}) as <T>(props: RowProps<T>) => ReactNode

const Skeleton = ({ columns }: { columns: number }) =>
  Array.from({ length: 8 }, (_, row) => (
    <tr key={row} aria-hidden className="grid-skeleton">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <i style={{ width: `${40 + ((row * 7 + column * 13) % 5) * 10}%` }} />
        </td>
      ))}
    </tr>
  ))
