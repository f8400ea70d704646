// Rows of a grid as they are shown. The person's choices (search, order, status, columns) are in the URL, so that they can be bookmarked and shared.
import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { dateBr } from '../../../shared/clock.ts'
import { useBoot } from '../../boot.ts'
import { useCookie } from '../cookie.ts'
import { fold, has, wordsOf } from './fold.ts'
import { headedItems, inGroups, itemsOf, startOf, type Groups, type Item, type Lines } from './lines.ts'
import { useAlike } from './useAlike.ts'
import { useFolds } from './useFolds.ts'
import { addressNow, useAddress } from '../useAddress.ts'
import { usePrinting } from '../usePrinting.ts'

export interface Column<T> {
  /** The column's name in the URL. */
  id: string
  label: string
  /** Value for searching, sorting and exporting. */
  value: (row: T) => string | number | null
  /** Date or instant in the API's format. It is shown and searched as 19/11/2026 08:00 and exported as a real date. */
  date?: 'day' | 'minute' | 'second'
  /** Set if the value is in seconds: a time of day or a duration. Both are exported as a real time; the spreadsheet adds up durations. */
  seconds?: 'clock' | 'lasted'
  /** Amount in reais. */
  money?: true
  /** Percentage, exported with one decimal. */
  percent?: true
  /** Ticket number, shown as 48.296 and also found as 48296. */
  ticket?: true
  /** Code that is shown and exported with dots; the search also finds it without them. */
  code?: true
  /** Further words that find the row but are not shown. */
  alias?: (row: T) => string | undefined
  /** Text for display and search, if it differs from the value. */
  text?: (row: T) => string | null
  /** Content of the cell, if it is more than the value. */
  cell?: (row: T) => ReactNode
  /** Text for the total of the rows, shown below them. A spreadsheet has a formula instead. */
  sum?: (rows: T[]) => string
  /** Width in px. Without it, the column gets an equal share of the remaining width. */
  width?: number
  /** Minimum width in px of the column when the grid is narrow. */
  narrow?: number
  /** Set if the value is one of a few words. The search then matches only from the start of the word, so that 'ativo' does not match 'Inativo'. */
  word?: true
  /** Set for the record's name, which is the title of a card and part of the labels of row actions. Exactly one column has it. */
  main?: true
  /** Set to place the field directly after the title on a card. */
  early?: true
  /** Text before the value on a card, because cards have no headers. False hides the column on cards. */
  card?: string | false
  /** Aligns the column to the right, for numbers and codes. */
  figures?: true
  /** Set to hide the column until a person chooses it. */
  waits?: true
}

/** A value as text for display. */
export function textOf<T>({ value, date, ticket, text }: Column<T>, row: T) {
  if (text) return text(row)
  const given = value(row)
  if (ticket && given) return String(given)
  return date && typeof given === 'string' ? dateBr(given) : given
}

/** Labels for all, active and inactive records. */
export type StatusWords = readonly [all: string, active: string, inactive: string]
const WORDS: StatusWords = ['Todos', 'Ativos', 'Inativos']
export const FEMININE: StatusWords = ['Todas', 'Ativas', 'Inativas']

/** Values of the status parameter in the URL, and the records that each one shows. */
const SHOWN = new Map<string | null, 'A' | 'I'>([
  ['ativos', 'A'],
  ['inativos', 'I'],
])

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const EMPTY: never[] = []

/**
 * A row with its search and sort keys. Keys are computed only when needed, because that takes longer for 10,000 rows than drawing the visible ones.
 */
interface Entry<T> {
  row: T
  columns: Column<T>[]
  keys: (string | number)[]
  /** Search texts: `any` matches anywhere, `begins` only at the start of a word. */
  texts?: { any: string; begins: string }
  /** Name of the row's group. The search finds it too. */
  group: string
}

const keyOf = <T>({ row, columns, keys }: Entry<T>, at: number) => (keys[at] ??= folded(columns[at]?.value(row) ?? ''))

/** Whether a row contains every word of a search. `word` columns match only at the start of a word. */
function matches<T>(entry: Entry<T>, words: string[]) {
  const texts = (entry.texts ??= {
    any: `${fold(entry.group)}\n${textsOf(entry, ({ word }) => !word)}`,
    begins: ` ${textsOf(entry, ({ word }) => word === true).replaceAll('\n', ' ')}`,
  })
  return words.every((word) => has(texts.any, word) || texts.begins.includes(` ${word}`))
}
const textsOf = <T>(entry: Entry<T>, of: (column: Column<T>) => boolean) =>
  entry.columns
    .flatMap((column, at) => {
      if (!of(column)) return []
      if (column.ticket || column.code) return [fold(String(textOf(column, entry.row) ?? '')), keyOf(entry, at)]
      const alias = fold(column.alias?.(entry.row) ?? '')
      return [
        column.text ? fold(column.text(entry.row) ?? '') : column.date ? textOf(column, entry.row) : keyOf(entry, at),
        ...(alias ? [alias] : []),
      ]
    })
    .join('\n')

/** The name of a row's record. */
const nameIn = <T>({ row, columns }: Entry<T>) => {
  const main = columns.find((column) => column.main)
  return String((main && textOf(main, row)) ?? '')
}

const folded = (value: string | number) => (typeof value === 'string' ? fold(value) : value)

/** Applies the columns that a person chose, such as 'codigo,nome:240,cidade': their order, and a width in px if it is not the default. */
function arranged<T>(columns: Column<T>[], chosen: string | null) {
  const left = new Map(columns.map((column) => [column.id, column]))
  const shown = (chosen ?? '').split(',').flatMap((one) => {
    const [id = '', px] = one.split(':')
    const column = left.get(id)
    if (!column) return []
    left.delete(id)
    if (!px || !/^\d{2,3}$/.test(px)) return [column]
    const { narrow: _, ...rest } = column
    return [{ ...rest, width: Number(px) }]
  })
  return shown.length > 0 ? shown : ofScreen(columns)
}
/** The screen's default columns. */
const ofScreen = <T>(columns: Column<T>[]) => columns.filter(({ waits }) => !waits)
/** The text for the chosen columns, which `arranged` reads; null for the default columns. */
function written<T>(columns: Column<T>[], shown: Column<T>[]) {
  const text = shown.map(({ id, width }) => (columns.find((column) => column.id === id)?.width === width ? id : `${id}:${width}`)).join(',')
  return text ===
    ofScreen(columns)
      .map(({ id }) => id)
      .join(',')
    ? null
    : text
}

export type Grid<T> = ReturnType<typeof useGrid<T>>

/**
 * `status` offers the choice of Todos, Ativos or Inativos, with the labels in `words`. `defaultOrder` is a column id, with a '-' before it for
 * descending order. `groups` must be defined outside the component. On a page with several lists, `part` names the list, because each has its own
 * columns.
 */
export function useGrid<T>({
  rows,
  columns,
  idOf,
  status,
  words = WORDS,
  defaultOrder = `-${columns[0]?.id}`,
  lines,
  groups,
  pageOf,
  part = '',
}: {
  rows: T[] | undefined
  columns: Column<T>[]
  idOf: (row: T) => number
  defaultOrder?: string
  lines?: Lines<T>
  groups?: Groups<T>
  part?: string
  /** Rows per page. */
  pageOf?: number
  status?: (row: T) => 'A' | 'I'
  words?: StatusWords
}) {
  const [params, put] = useAddress()
  const kept = useLocation().pathname + part
  const { columns: served } = useBoot()
  const [remembered, remember] = useCookie('colunas', served)

  const search = params.get('q') ?? ''
  const needle = useDeferredValue(search)
  const shownStatus = SHOWN.get(params.get('status'))
  const order = params.get('ordem') ?? defaultOrder
  const sorted = order.startsWith('-') ? order.slice(1) : order
  const chosen = params.get('colunas') ?? new URLSearchParams(remembered).get(kept)
  const shown = useMemo(() => arranged(columns, chosen), [columns, chosen])

  const entries = useMemo(() => rows?.map((row): Entry<T> => ({ row, columns, keys: [], group: groups?.of(row) ?? '' })), [rows, columns, groups])
  const alike = useAlike()
  const exact = useMemo(() => {
    const words = wordsOf(needle)
    return (words.length > 0 ? entries?.filter((entry) => matches(entry, words)) : entries) ?? EMPTY
  }, [entries, needle])
  /** The rows whose names resemble a search that finds nothing, best first. */
  const similar = useMemo(
    () => (exact.length > 0 || !entries ? EMPTY : alike(entries.map(nameIn), needle).flatMap((at) => entries[at] ?? [])),
    [exact, entries, needle, alike],
  )
  const found = exact.length > 0 ? exact : similar
  const isAlike = similar.length > 0
  const filtered = useMemo(
    () => (status && shownStatus ? found.filter(({ row }) => status(row) === shownStatus) : found),
    // oxlint-disable-next-line react/exhaustive-deps -- a screen defines `status` inline
    [found, shownStatus],
  )
  const inReply = useMemo(() => filtered.map(({ row }) => row), [filtered])
  const counts = useMemo(() => {
    const active = status ? found.filter(({ row }) => status(row) === 'A').length : 0
    return { todos: found.length, ativos: active, inativos: found.length - active }
    // oxlint-disable-next-line react/exhaustive-deps -- a screen defines `status` inline
  }, [found])

  const table = useTable({
    features,
    data: filtered,
    columns: useMemo(
      () =>
        columns.map(({ id }, at) => ({
          id,
          accessorFn: (entry: Entry<T>) => keyOf(entry, at),
          // Folded keys are compared as plain values: for 10,000 rows that takes a few ms, whereas a collator takes 100 ms.
          sortFn: (a: { original: Entry<T> }, b: { original: Entry<T> }) => compare(keyOf(a.original, at), keyOf(b.original, at)),
        })),
      [columns],
    ),
    getRowId: ({ row }) => String(idOf(row)),
    // Similar names keep their order, with the best one first.
    state: { sorting: isAlike ? [] : [{ id: sorted, desc: order.startsWith('-') }] },
  })

  const sortedRows = table.getRowModel().rows
  const grouped = useMemo(() => groups && inGroups(sortedRows, ({ original }) => original.group), [sortedRows, groups])
  const all = useMemo(() => grouped?.flatMap(({ rows }) => rows) ?? sortedRows, [grouped, sortedRows])
  const pageCount = pageOf ? Math.max(1, Math.ceil(all.length / pageOf)) : 1
  const page = Math.min(pageCount, Math.max(1, Math.floor(Number(params.get('pagina')) || 1)))
  // When the page is printed, the rows of all pages are shown.
  const printing = usePrinting()
  const ordered = useMemo(() => (pageOf && !printing ? all.slice((page - 1) * pageOf, page * pageOf) : all), [all, page, pageOf, printing])
  const { folds, fold: foldOne, foldAll } = useFolds()
  // When the page is printed, all groups are unfolded.
  const shownFolds = printing ? undefined : folds
  const drawn = useMemo(
    () => {
      if (grouped) return { items: headedItems(grouped, shownFolds), start: 0 }
      if (isAlike || lines?.by !== sorted) return { items: ordered.map((_, index): Item => ({ index })), start: 0 }
      const items = itemsOf(
        ordered.map(({ original }) => original.row),
        lines,
      )
      return { items, start: startOf(items, lines.opening?.at, order.startsWith('-')) }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- a screen defines `lines` inline; its content changes only with `opening`
    [ordered, order, isAlike, lines?.opening?.at, shownFolds],
  )

  const [fresh, setFresh] = useState<string | undefined>()

  return {
    columns,
    idOf,
    visible: shown,
    /** Filtered and sorted rows of the current page. */
    rows: ordered,
    /** Filtered and sorted rows of all pages. */
    all,
    /** The current page, and the positions of its first and last row among all rows; undefined without paging. */
    pages: pageOf
      ? {
          page,
          count: pageCount,
          first: Math.min(all.length, (page - 1) * pageOf + 1),
          last: Math.min(all.length, page * pageOf),
          of: all.length,
          go: (to: number) => put({ pagina: to === 1 ? null : String(to) }),
        }
      : undefined,
    ...drawn,
    /** Filtered rows in their original order, so that sums do not depend on the sort order. */
    found: inReply,
    groups,
    folds,
    foldOne,
    foldAll,
    /** Id of the row that was just created. */
    fresh: { id: fresh, show: setFresh },
    /** Key of the current view. When it changes, the grid scrolls to the item at index `start`. */
    view: [needle, shownStatus, order, lines?.opening?.asked, page].join(' '),
    loaded: rows !== undefined,
    total: rows?.length,
    search,
    /** True when nothing contains the search and the rows are those with similar names. */
    isAlike,
    setSearch: (text: string) => put({ q: text, pagina: null }),
    sorted: { by: sorted, descending: order.startsWith('-') },
    /** Sorts by a column, given by its id; a '-' before it means descending. */
    order: (by: string) => put({ ordem: by, pagina: null }),
    sortBy: (id: string) => {
      const chosen = addressNow().get('ordem') ?? defaultOrder
      put({ ordem: chosen === `-${id}` ? id : `-${id}`, pagina: null })
    },
    /** Absent for records without a status. */
    status: status && {
      shown: params.get('status') ?? 'todos',
      words,
      counts,
      show: (value: string) => put({ status: value === 'todos' ? null : value }),
    },
    /** Sets the columns, their order and their widths; without an argument, the default columns. */
    arrange: (next: Column<T>[] = ofScreen(columns)) => {
      if (!next.length) return
      const text = written(columns, next)
      const all = new URLSearchParams(remembered)
      if (text) all.set(kept, text)
      else all.delete(kept)
      remember(all.toString())
      put({ colunas: text })
    },
    clear: () => put({ q: null, status: null }),
    /** Removes everything that hides rows, including the screen's own filter. */
    showAll: () => put(Object.fromEntries([...params.keys()].filter((key) => key !== 'ordem' && key !== 'colunas').map((key) => [key, null]))),
    /** The search and the status filter, in words. */
    narrowed: [
      ...(search ? [isAlike ? `Parecidos com: ${search}` : `Busca: ${search}`] : []),
      ...(shownStatus ? [`Status: ${words[shownStatus === 'A' ? 1 : 2]}`] : []),
    ],
  }
}

const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1)
