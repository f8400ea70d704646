// A row of a grid.
import type { LucideIcon } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { later } from '../later.tsx'
import { NONE } from '../none.ts'
import { textOf, type Column } from './useGrid.ts'

const RowMenu = later(() => import('./RowMenu.tsx')) as <T>(props: { name: string | number; actions: Action<T>[]; row: T }) => ReactNode

/** As many actions stand beside each other; more are a menu. */
export const MENU_ABOVE = 4

export interface Action<T> {
  label: string
  icon: LucideIcon
  run?: (row: T) => unknown
  /** The page that it leads to, where it is nothing but that: opened in another tab, too. */
  link?: (row: T) => Pick<LinkProps, 'to' | 'state'> | undefined
  /** Whether it does nothing for this row, and stands there all the same. */
  off?: (row: T) => boolean
  /** Whether this row has another in its place. */
  none?: (row: T) => boolean
}

interface RowProps<T> {
  id: string
  row: T
  /** Among what is drawn. */
  place: number
  /** It was just created. */
  fresh: boolean
  /** Whether it is chosen; undefined: none can be. */
  picked?: boolean | undefined
  columns: Column<T>[]
  actions: Action<T>[]
  /** What the ids of their icons begin with. */
  icons: string
  measure?: (element: HTMLTableRowElement | null) => void
}

// Scrolling draws the grid again at every step, its rows only when they change.
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
          {/* Heard by the grid, which knows of Shift. */}
          <input type="checkbox" checked={picked} readOnly aria-label={`Selecionar ${name}`} />
        </td>
      )}
      {columns.map((column, nth) => {
        const { id, cell, main, early, card, code, figures, date } = column
        const text = textOf(column, row)
        // An empty one says as little as none.
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
            // What its column cuts.
            title={typeof content === 'string' ? content : undefined}
          >
            {card && <span className="card-only">{card} </span>}
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
            {actions.map(({ label, off, none, link }, index) => {
              if (none?.(row)) return null
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
