// A grid of plain table elements that draws only the rows in view. On a phone the same rows are cards.
import './grid.css'
import './cards.css'
import './print.css'
import { Button } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Inbox, SearchX } from 'lucide-react'
import { useId, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { messages } from '../../../shared/messages.ts'
import type { Failure } from '../../api/failure.ts'
import { Failed } from '../feedback/Failed.tsx'
import { Loading } from '../feedback/Loading.tsx'
import { Message } from '../feedback/Message.tsx'
import type { Action } from './actions.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { Item } from './lines.ts'
import { PickAll } from './PickAll.tsx'
import { MENU_ABOVE, Row } from './Row.tsx'
import type { Column, Grid } from './useGrid.ts'
import { useOpening } from './useOpening.ts'
import { useRowKeys } from './useRowKeys.ts'
import type { Selection } from './useSelection.ts'
import { numberBr } from '../number.ts'
import { useKeys } from '../useKeys.ts'
import { usePhone } from '../usePhone.ts'
import { usePrinting } from '../usePrinting.ts'

interface Props<T> {
  grid: Grid<T>
  /** Row checkboxes for actions on several rows. */
  selection?: Selection<T> | undefined
  actions?: Action<T>[]
  /** Runs when a row is clicked or Enter is pressed on it. */
  open?: ((row: T) => unknown) | undefined
  /** Content beside the name of a group, or in a separator line. */
  head?: (group: string, count: number) => ReactNode
  /** Content below the rows that stays visible. */
  foot?: ReactNode
  /** Message of an empty list. */
  empty: { title: string; hint: string; action?: ReactNode }
  /** State of the request for the list. */
  call: { error?: Failure | undefined; mutate: () => unknown }
  /** Message when the list fails to load. */
  failed?: string
  /** Opens the filter of the list's request. */
  filter?: (() => void) | undefined
}

/** Minimum width in px of a column without a width of its own. */
const SHARE = 102
const ACTIONS = 100
/** Width in px of a sheet on which every column has its full width. */
const WIDE = 1424
const MANY_ACTIONS = 140
/** Heights in px: ROW for a row and the header, CARD for a phone's card until it is measured, LINE for a separator line and the footer. */
const ROW = 36
const CARD = 80
const LINE = 40
const BOXES = 60
/** Height in px of the selection bar below the rows. */
const BAR = 96
/** Space in px above a phone's cards. */
const CARDS_TOP = 8

/** Scroll position by history entry. */
const scrolls = new Map<string, number>()

const widthOf = <T,>({ width, narrow }: Column<T>) =>
  width !== undefined && narrow !== undefined ? `clamp(${narrow}px, ${(100 * width) / WIDE}cqw, ${width}px)` : width
/** Minimum width of a column. The main column takes the remaining space, but never less than this. */
const leastOf = <T,>(column: Column<T>) => {
  const least = widthOf(column) ?? column.narrow ?? SHARE
  return typeof least === 'number' ? `${least}px` : least
}
const NO_ACTIONS: never[] = []

export function DataGrid<T>({ grid, selection, actions = NO_ACTIONS, open, head, foot, empty, call, failed, filter }: Props<T>) {
  const { rows, items, visible, sorted } = grid
  const scroller = useRef<HTMLDivElement>(null)
  const phone = usePhone()
  const printing = usePrinting()
  const { key } = useLocation()
  const summed = visible.findIndex(({ sum }) => sum)
  const footed = (foot !== undefined || summed >= 0) && rows.length > 0
  const boxes = selection !== undefined && !printing
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
    // Scrolling to a row stops below the separator line, which is sticky and would cover the row.
    scrollPaddingStart: isLined ? LINE : 0,
    // The header moves the rows down, and the footer and the selection bar cover the last rows.
    scrollPaddingEnd: (phone ? CARDS_TOP : ROW) + (footed ? LINE : 0) + (selection?.chosen.length ? BAR : 0),
    // Viewport size that the server assumes for its HTML.
    initialRect: { width: 1280, height: 800 },
    getItemKey: (index) => keyAt(index) ?? index,
    useFlushSync: false,
  })
  // The browser scrolls to the opening position only after rendering. Until then, the rows before that position are left out.
  const opened = useOpening({ view: grid.view, lined: isLined && (phone ? 'phone' : 'wide'), restored: scrolls.has(key) }, () => {
    if (isLined) virtual.scrollToIndex(grid.start + 1, { align: 'start' })
    else scroller.current?.scrollTo(0, 0)
  })
  const inSight = printing ? items.map((_, index) => ({ index, start: 0, end: 0 })) : virtual.getVirtualItems()
  const shown = opened ? inSight : inSight.filter(({ index }) => index >= grid.start)
  // The separator line above the topmost rows stays in the document, because it is sticky.
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
  const enter = (element: Element | null) => {
    const entry = entryAt(element)
    if (entry) open?.(entry.original.row)
  }
  const { came, fold, fresh } = useRowKeys({
    grid,
    virtual,
    scroller,
    keyAt,
    covered: isLined ? LINE : 0,
    step: sizeOf(undefined),
    enter,
  })
  // One listener handles the clicks of all buttons, because there may be hundreds of them.
  const act = ({ target, shiftKey }: MouseEvent) => {
    if ((target as Element).closest('.grid-pick')) {
      const entry = entryAt(target as Element)
      if (entry) selection?.toggle(entry.id, shiftKey)
      return
    }
    const button = (target as Element).closest<HTMLElement>('button, a')
    // A click that ends a text selection does not open the form, because the person wants to copy the text.
    if (!button && !getSelection()?.isCollapsed) return
    const line = items[placeIn(target as Element)]
    if (line && 'line' in line && line.folded !== undefined) fold(line.of, !line.folded)
    const entry = entryAt(target as Element)
    // A link navigates without this code, so only buttons run their action.
    if (entry && button?.matches('button[data-action]')) actions[Number(button.dataset['action'])]?.run?.(entry.original.row)
    else if (!button) enter(target as Element)
  }
  const pickOrDrop = (event: globalThis.KeyboardEvent) => {
    // A key that is held down would alternate between selecting all rows and none, so repeats are ignored.
    if (event.repeat) return
    if (selection?.state === 'all') selection.dropAll()
    else selection?.pickAll()
  }
  useKeys({ ...(selection && { 'Ctrl+A': pickOrDrop }) })
  const press = (event: KeyboardEvent) => {
    const { key, target, shiftKey } = event
    // Other rows are reached with the arrows. If rows are selected, Tab leads from the last control of a row to the selection bar.
    if (key === 'Tab' && !shiftKey && selection && selection.chosen.length > 0) {
      const stops = (target as Element).closest('tr[data-id]')?.querySelectorAll('input, a, button:not(:disabled)')
      const next = target === stops?.[stops.length - 1] ? selection.bar.current?.querySelector('button') : null
      if (next) {
        event.preventDefault()
        next.focus()
      }
      return
    }
    if (!selection || key !== ' ' || !(target as Element).matches('tr')) return
    event.preventDefault()
    const entry = entryAt(target as Element)
    if (entry) selection.toggle(entry.id, shiftKey)
  }
  /** Number of cells in a row that belong to no column: the checkbox and the actions. */
  const others = (boxes ? 1 : 0) + (actions.length > 0 && !printing ? 1 : 0)
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
          <th scope="rowgroup" colSpan={visible.length + others}>
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only handles key presses that bubble up from its contents
    <div className="grid-scroller" ref={scroller} onScroll={({ currentTarget }) => scrolls.set(key, currentTarget.scrollTop)} onKeyDown={press}>
      <svg className="grid-icons" aria-hidden>
        {(actions.length > MENU_ABOVE ? [] : actions).map(({ label, icon: Icon }, index) => (
          <symbol key={label} id={icons + index} viewBox="0 0 24 24">
            <Icon />
          </symbol>
        ))}
      </svg>
      <table
        className="grid"
        style={{ minWidth: `calc(${[...visible.map(leastOf), `${actionsWidth + (boxes ? BOXES : 0)}px`].join(' + ')})` }}
        aria-rowcount={items.length + (footed ? 2 : 1)}
        data-grouped={grid.groups !== undefined || undefined}
        aria-busy={!grid.loaded && !call.error}
      >
        <colgroup>
          {boxes && <col style={{ width: BOXES }} />}
          {visible.map((column) => (
            <col key={column.id} style={{ width: widthOf(column) }} />
          ))}
          {actions.length > 0 && <col style={{ width: actionsWidth }} />}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {boxes && <PickAll selection={selection} />}
            {visible.map((column) => {
              const { id, label, main, figures } = column
              return (
                <th
                  key={id}
                  scope="col"
                  data-main={main}
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
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- see useRowKeys */}
        <tbody
          onClick={act}
          onMouseDown={(event) => {
            // Prevents Shift+click from selecting the text between the rows.
            if (event.shiftKey && (event.target as Element).closest('.grid-pick')) event.preventDefault()
          }}
          onFocus={({ target }) => came(placeIn(target))}
          data-opens={open !== undefined || undefined}
        >
          {lineAt(above)}
          {grid.isAlike && (
            <tr className="grid-alike">
              <td colSpan={visible.length + others}>
                Nada encontrado para “{grid.search}”. <strong>Você quis dizer:</strong>
              </td>
            </tr>
          )}
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
                  picked={boxes ? selection.has(entry.id) : undefined}
                  columns={visible}
                  actions={actions}
                  icons={icons}
                  {...(phone && { measure: virtual.measureElement })}
                />
              )
            )
          })}
          {after > 0 && <tr aria-hidden className="grid-space" style={{ height: after }} />}
          {!grid.loaded && !call.error && <Skeleton columns={visible.length + others} />}
        </tbody>
        {footed && (
          <tfoot>
            <tr aria-rowindex={items.length + 2} data-sums={foot === undefined || undefined}>
              {foot === undefined ? (
                <>
                  {summed > 0 && (
                    <td colSpan={summed + (boxes ? 1 : 0)}>
                      <b>Total</b> <small>{grid.found.length === 1 ? '1 registro' : `${numberBr(grid.found.length)} registros`}</small>
                    </td>
                  )}
                  {visible.slice(summed).map(({ id, label, sum, figures }) => (
                    <td key={id} data-figures={figures}>
                      {sum && (
                        <>
                          <small className="grid-sum">{label}</small> <b>{sum(grid.found)}</b>
                        </>
                      )}
                    </td>
                  ))}
                  {actions.length > 0 && !printing && <td />}
                </>
              ) : (
                <td colSpan={visible.length + others}>{foot}</td>
              )}
            </tr>
          </tfoot>
        )}
      </table>
      {!grid.loaded && !call.error && <Loading />}
      {rows.length === 0 && <Nothing grid={grid} empty={empty} call={call} failed={failed} filter={filter} />}
    </div>
  )
}

function Nothing<T>({
  grid,
  empty,
  call: { error, mutate },
  failed = messages.database,
  filter,
}: Pick<Props<T>, 'grid' | 'empty' | 'call'> & { failed: string | undefined; filter: (() => void) | undefined }) {
  if (!grid.loaded && error) return <Failed title={failed} error={error} retry={mutate} filter={filter} />
  if (!grid.loaded) return null
  if (grid.total === 0)
    return (
      <Message icon={Inbox} title={empty.title} action={empty.action}>
        {empty.hint}
      </Message>
    )
  const labels = new Intl.ListFormat('pt-BR').format(
    [grid.groups?.title, ...grid.columns.map(({ label }) => label)].flatMap((label) => (label ? inSentence(label) : [])),
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

/** A label as part of a sentence: in lower case, unless it contains a further capital, as 'CNPJ' and 'NFS-e' do. */
const inSentence = (label: string) => (/^\p{Lu}.*\p{Lu}/u.test(label) ? label : label.toLowerCase())

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
