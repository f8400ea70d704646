// A row of a grid.
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../lazyPart.tsx'
import { NO_VALUE } from '../noValue.ts'
import type { Action } from './actions.ts'
import { textOf, type Column } from './useGrid.ts'

const RowMenu = lazyPart(() => import('./RowMenu.tsx')) as <T>(props: { name: string | number; actions: Action<T>[]; row: T }) => ReactNode

/** Maximum number of actions that are shown as buttons; a row with more actions has a menu. */
export const MENU_ABOVE = 4

interface RowProps<T> {
  id: string
  row: T
  /** Index of the row among the grid's items. */
  place: number
  /** True for a row that was just created. */
  fresh: boolean
  /** Whether the row is selected; undefined without row selection. */
  picked?: boolean | undefined
  columns: Column<T>[]
  actions: Action<T>[]
  /** Prefix of the ids of the action icons. */
  icons: string
  measure?: (element: HTMLTableRowElement | null) => void
}

// Memoized, because the grid renders at every step of scrolling although its rows rarely change.
export const Row = memo(function Row<T>({ id: rowId, row, place, fresh, picked, columns, actions, icons, measure }: RowProps<T>) {
  const name = columns.find(({ main }) => main)?.value(row) ?? ''
  return (
    <tr
      aria-rowindex={place + 2}
      data-index={place}
      data-id={rowId}
      data-fresh={fresh || undefined}
      data-picked={picked || undefined}
      tabIndex={-1}
      ref={measure}
    >
      {picked !== undefined && (
        <td className="grid-pick">
          {/* The grid itself handles the click, because it must know whether Shift is pressed. */}
          <input type="checkbox" checked={picked} readOnly aria-label={`Selecionar ${name}`} />
        </td>
      )}
      {columns.map((column, nth) => {
        const { id, cell, main, early, card, code, figures, date } = column
        const text = textOf(column, row)
        // An empty text is shown like a missing value.
        const content = text === '' ? null : text
        return (
          <td
            key={id}
            data-main={main}
            data-early={early}
            data-wide={card === false || undefined}
            data-code={code}
            data-date={date}
            data-figures={figures}
            data-last={nth === columns.length - 1 || undefined}
            data-none={content === null || undefined}
            // The tooltip has the full text, because the column may cut it.
            title={typeof content === 'string' ? content : undefined}
          >
            {card && <span className="card-only">{card} </span>}
            {cell ? cell(row) : (content ?? NO_VALUE)}
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
            {actions.map(({ label, off, hidden, link }, index) => {
              if (hidden?.(row)) return null
              const leads = link?.(row)
              const given = { className: 'icon-button', 'aria-label': `${label} ${name}`, title: label, 'data-action': index }
              const icon = (
                <svg className="lucide" aria-hidden>
                  <use href={`#${icons}${index}`} />
                </svg>
              )
              return leads ? (
                <Link key={label} {...leads} {...given}>
                  {icon}
                </Link>
              ) : (
                <button key={label} type="button" {...given} disabled={off?.(row)}>
                  {icon}
                </button>
              )
            })}
          </td>
        )
      )}
    </tr>
  )
}) as <T>(props: RowProps<T>) => ReactNode
