// A grid of plain elements: only the rows in sight are in the document. On a phone the same rows are cards.
import './grid.css'
import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Inbox, SearchX, type LucideIcon } from 'lucide-react'
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
  actions?: Action<T>[]
  /** What a click on a row does, and Enter. */
  open?: ((row: T) => unknown) | undefined
  /** What stands beside the name of a group, or in a line. */
  head?: (group: string, count: number) => ReactNode
  /** Below the rows, always in sight. */
  foot?: ReactNode
  /** What an empty list says. */
  empty: { title: string; hint: string; action?: ReactNode }
  /** How the list's call fares. */
  call: { error?: Failure | undefined; mutate: () => unknown }
  /** What a list says that did not come. */
  failed?: string
}

const MENU_ABOVE = 4
/** px that a column without a width of its own has at least. */
const SHARE = 102
const ACTIONS = 100
/** px of a sheet on which every column is as wide as it wants. */
const WIDE = 1424
const MANY_ACTIONS = 116
/** px of a row and of the heads, of a phone's card until it is measured, and of the line above rows that belong together and the foot. */
const ROW = 36
const CARD = 80
const LINE = 40
/** px above a phone's cards. */
const CARDS_TOP = 8

/** Where each entry of the history was scrolled to. */
const scrolls = new Map<string, number>()

const widthOf = <T,>({ width, narrow }: Column<T>) =>
  width !== undefined && narrow !== undefined ? `clamp(${narrow}px, ${(100 * width) / WIDE}cqw, ${width}px)` : width
const NO_ACTIONS: never[] = []

export function DataGrid<T>({ grid, actions = NO_ACTIONS, open, head, foot, empty, call, failed }: Props<T>) {
  const { rows, items, visible, sorted } = grid
  const scroller = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const printing = usePrinting()
  const { key } = useLocation()
  const footed = foot !== undefined && rows.length > 0
  const isLined = items[0] !== undefined && 'line' in items[0]
  const sizeOf = (item: Item | undefined) => (item && 'line' in item ? LINE : phone ? CARD : ROW)
  const keyAt = (place: number) => {
    const item = items[place]
    return item && ('line' in item ? `line ${item.of}` : rows[item.index]?.id)
  }
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(items[index]),
    overscan: 12,
    initialOffset: () => scrolls.get(key) ?? items.slice(0, grid.start).reduce((sum, item) => sum + sizeOf(item), 0),
    // Below the line that stays.
    scrollPaddingStart: isLined ? LINE : 0,
    // What lies above the rows moves them down, and the foot lies on them.
    scrollPaddingEnd: (phone ? CARDS_TOP : ROW) + (footed ? LINE : 0),
    // The rows of the server's HTML.
    initialRect: { width: 1280, height: 800 },
    getItemKey: (index) => keyAt(index) ?? index,
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
  const placeIn = (element: Element | null) => Number(element?.closest<HTMLElement>('tr[data-index]')?.dataset['index'] ?? -1)
  const entryAt = (element: Element | null) => {
    const item = items[placeIn(element)]
    return item && 'index' in item ? rows[item.index] : undefined
  }
  // One for all of the buttons, of which there may be hundreds.
  const act = ({ target }: MouseEvent) => {
    const button = (target as Element).closest<HTMLElement>('button, a')
    // Whoever marks a text to copy it does not want the form.
    if (!button && !getSelection()?.isCollapsed) return
    const line = items[placeIn(target as Element)]
    if (line && 'line' in line && line.folded !== undefined) fold(line.of, !line.folded)
    const entry = entryAt(target as Element)
    if (!entry) return
    if (button?.dataset['action']) actions[Number(button.dataset['action'])]?.run(entry.original.row)
    else if (!button) open?.(entry.original.row)
  }
  /** The key of what the keys are at: a row, or the head of a group. */
  const at = useRef<string>(undefined)
  /** It is to take the focus as soon as it is drawn. */
  const wanted = useRef(false)
  const placeOf = (key: string | undefined) => (key === undefined ? -1 : items.findIndex((_, place) => keyAt(place) === key))
  const focusWanted = () => {
    const row = wanted.current && scroller.current?.querySelector<HTMLElement>(`tr[data-index="${placeOf(at.current)}"]`)
    if (!row) return
    wanted.current = false
    const target = row.querySelector<HTMLElement>('[aria-expanded]') ?? row
    target.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (wanted.current) virtual.scrollToIndex(placeOf(at.current))
    // oxlint-disable-next-line react/exhaustive-deps -- what was folded is somewhere else
  }, [grid.folds])
  useEffect(() => {
    focusWanted()
    // A button that its row does without from now on.
    if (document.activeElement?.matches('tr[data-index] :disabled')) document.activeElement.closest('tr')?.focus({ preventScroll: true })
  })
  const isHead = (item: Item | undefined) => item !== undefined && 'line' in item && item.folded !== undefined
  /** Whether the keys stop there. */
  const isStop = (item: Item | undefined) => item !== undefined && ('index' in item || isHead(item))
  /** The first that is seen, where the keys begin. */
  const firstSeen = () => {
    const top = virtual.scrollOffset ?? 0
    const seen = virtual.getVirtualItems().find(({ index, start }) => {
      const item = items[index]
      return isStop(item) && start >= (isLined && !isHead(item) ? top + LINE : top) - 1
    })
    return seen?.index ?? 0
  }
  /** To a place, or else to the next one in the direction of `by` where the keys stop, or the last before it. */
  const go = (place: number, by: number) => {
    const from = Math.max(0, Math.min(items.length - 1, place))
    const way = by < 0 ? -1 : 1
    let to = from
    while (items[to] && !isStop(items[to])) to += way
    if (!items[to]) for (to = from; items[to] && !isStop(items[to]);) to -= way
    at.current = keyAt(to)
    wanted.current = true
    virtual.scrollToIndex(to)
    focusWanted()
  }
  const move = (by: number) => {
    const from = placeOf(at.current)
    if (from < 0) go(firstSeen(), by)
    else go(from + by, by)
  }
  const page = () => Math.floor((scroller.current?.clientHeight ?? 0) / sizeOf(undefined)) - 1
  /** The group that the keys are in. */
  const groupHere = () => {
    const place = placeOf(at.current)
    const line = items.slice(0, (place < 0 ? firstSeen() : place) + 1).findLast((item) => 'line' in item)
    return line && 'line' in line ? line.of : ''
  }
  const fold = (group: string, folded: boolean) => {
    at.current = `line ${group}`
    wanted.current = items.length > 0
    grid.foldOne(group, folded)
  }
  const foldAll = (folded: boolean) => {
    if (folded || placeOf(at.current) < 0) at.current = `line ${groupHere()}`
    wanted.current = items.length > 0
    grid.foldAll(folded)
  }
  const foldByKey = (folded: boolean, { shiftKey }: KeyboardEvent) => (shiftKey ? foldAll(folded) : fold(groupHere(), folded))
  // What was just created is shown, and the keys go on from it.
  const fresh = grid.fresh.id === undefined ? -1 : rows.findIndex(({ id }) => id === grid.fresh.id)
  useEffect(() => {
    if (fresh < 0) return
    at.current = grid.fresh.id
    virtual.scrollToIndex(placeOf(grid.fresh.id))
    // oxlint-disable-next-line react/exhaustive-deps -- once for each
  }, [grid.fresh.id, fresh < 0])
  useKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    J: () => move(1),
    K: () => move(-1),
    PageDown: () => move(page()),
    PageUp: () => move(-page()),
    Home: () => go(0, 1),
    End: () => go(items.length - 1, -1),
    Enter: () => {
      const entry = entryAt(document.activeElement)
      if (entry) open?.(entry.original.row)
    },
    ...(grid.groups && {
      ArrowLeft: (event: KeyboardEvent) => foldByKey(true, event),
      ArrowRight: (event: KeyboardEvent) => foldByKey(false, event),
    }),
  })
  const lineAt = (place: number) => {
    const item = items[place]
    return (
      item &&
      'line' in item && (
        <tr
          key={`line ${item.of}`}
          className="grid-line"
          aria-rowindex={place + 2}
          data-index={place}
          data-folds={item.folded !== undefined || undefined}
        >
          <th scope="rowgroup" colSpan={visible.length + (actions.length > 0 && !printing ? 1 : 0)}>
            {item.folded === undefined ? (
              head ? (
                <div>
                  <span>{item.line}</span>
                  {head(item.of, item.count)}
                </div>
              ) : (
                <>
                  {item.line} <small>{item.count}</small>
                </>
              )
            ) : (
              <div>
                <button type="button" aria-expanded={!item.folded}>
                  {item.folded ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
                  <span className="ellipsis">{item.line}</span>
                </button>
                {head?.(item.of, item.count)}
              </div>
            )}
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
        style={{ minWidth: visible.reduce((sum, { width, narrow }) => sum + (narrow ?? width ?? SHARE), actionsWidth) }}
        aria-rowcount={items.length + (footed ? 2 : 1)}
        data-grouped={grid.groups !== undefined || undefined}
        aria-busy={!grid.loaded && !call.error}
      >
        <colgroup>
          {visible.map((column) => (
            <col key={column.id} style={{ width: widthOf(column) }} />
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
        <tbody onClick={act} onFocus={({ target }) => (at.current = keyAt(placeIn(target)))} data-opens={open !== undefined || undefined}>
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
          {!grid.loaded && !call.error && <Skeleton columns={visible.length + (actions.length > 0 ? 1 : 0)} />}
        </tbody>
        {footed && (
          <tfoot>
            <tr aria-rowindex={items.length + 2}>
              <td colSpan={visible.length + (actions.length > 0 && !printing ? 1 : 0)}>{foot}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {!grid.loaded && !call.error && <Loading />}
      {rows.length === 0 && <Nothing grid={grid} empty={empty} call={call} failed={failed} />}
    </div>
  )
}

function Nothing<T>({
  grid,
  empty,
  call: { error, mutate },
  failed = messages.database,
}: Pick<Props<T>, 'grid' | 'empty' | 'call'> & { failed: string | undefined }) {
  if (!grid.loaded && error) return <Failed title={failed} error={error} retry={mutate} />
  if (!grid.loaded) return null
  if (grid.total === 0)
    return (
      <Message icon={Inbox} title={empty.title} action={empty.action}>
        {empty.hint}
      </Message>
    )
  const labels = new Intl.ListFormat('pt-BR').format(
    [grid.groups?.title, ...grid.columns.map(({ label }) => label)].flatMap((label) => label?.toLowerCase() ?? []),
  )
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
  /** Among what is drawn. */
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
const Row = memo(function Row<T>({ id: rowId, row, place, fresh, columns, actions, icons, measure }: RowProps<T>) {
  const name = columns.find(({ main }) => main)?.value(row) ?? ''
  return (
    <tr aria-rowindex={place + 2} data-index={place} data-id={rowId} data-fresh={fresh || undefined} tabIndex={-1} ref={measure}>
      {columns.map((column, nth) => {
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
            data-last={nth === columns.length - 1 || undefined}
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
