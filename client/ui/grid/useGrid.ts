// A grid's rows as they are shown. What a person chose (search, order, status, columns) is in the URL, so that it can be kept and sent.
import { createSortedRowModel, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { dateBr } from '../../../shared/clock.ts'
import { useBoot } from '../../boot.ts'
import { useCookie } from '../cookie.ts'
import { fold, has, wordsOf } from './fold.ts'
import { headedItems, inGroups, itemsOf, startOf, type Groups, type Item, type Lines } from './lines.ts'
import { useFolds } from './useFolds.ts'
import { addressNow, useAddress } from '../useAddress.ts'
import { usePrinting } from '../usePrinting.ts'

export interface Column<T> {
  /** Its name in the URL. */
  id: string
  label: string
  /** What is searched, sorted and exported. */
  value: (row: T) => string | number | null
  /** The value is a date or an instant of the wire: shown and searched as 19/11/2026 08:00, a real date in a spreadsheet. */
  date?: 'day' | 'minute' | 'second'
  /** The value is seconds, of a day's clock or that something lasted: a real time in a spreadsheet, and what lasted is summed up there. */
  seconds?: 'clock' | 'lasted'
  /** The value is reais. */
  money?: true
  /** The value is percents, of which a spreadsheet shows one decimal. */
  percent?: true
  /** The value is a ticket's number: read as 48.296, and found as 48296 too. */
  ticket?: true
  /** The value is a code that is read, and exported, with its points: found without them too. */
  code?: true
  /** Other words that find it, which nobody reads. */
  alias?: (row: T) => string | undefined
  /** As it is read and searched, where that is not the value. */
  text?: (row: T) => string | null
  /** What is shown, where it is more than the value. */
  cell?: (row: T) => ReactNode
  /** What the rows shown add up to, as it stands below them; in a spreadsheet it is a formula. */
  sum?: (rows: T[]) => string
  /** px; absent: shares what is left. */
  width?: number
  /** px that it shrinks to where the sheet is narrow. */
  narrow?: number
  /** One of a few words: found by their beginnings, so that 'ativo' does not find 'Inativo'. */
  word?: true
  /** What the record is called: the title of its card, the name its actions say. One of the columns. */
  main?: true
  /** On a card it follows the title. */
  early?: true
  /** What stands before it on a card, which has no heads; false: it has no place there. */
  card?: string | false
  /** Numbers and codes: to the right. */
  figures?: true
  /** It is shown once somebody chooses it. */
  waits?: true
}

/** A value as it is read. */
export function textOf<T>({ value, date, ticket, text }: Column<T>, row: T) {
  if (text) return text(row)
  const given = value(row)
  if (ticket && given) return String(given)
  return date && typeof given === 'string' ? dateBr(given) : given
}

/** The words for all, the active and the inactive. */
export type StatusWords = readonly [all: string, active: string, inactive: string]
const WORDS: StatusWords = ['Todos', 'Ativos', 'Inativos']
export const FEMININE: StatusWords = ['Todas', 'Ativas', 'Inativas']

/** Whom a status in the URL shows. */
const SHOWN = new Map<string | null, 'A' | 'I'>([
  ['ativos', 'A'],
  ['inativos', 'I'],
])

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })
const EMPTY: never[] = []

/** A row, and what it is searched and sorted by once that is wanted: of 10,000 rows it takes longer than drawing those in sight. */
interface Entry<T> {
  row: T
  columns: Column<T>[]
  /** Each column's value as it is sorted. */
  keys: (string | number)[]
  /** Its values as they are searched: anywhere, and by the beginnings of their words. */
  texts?: { any: string; begins: string }
  /** The name of its group, which finds it too. */
  group: string
}

const keyOf = <T>({ row, columns, keys }: Entry<T>, at: number) => (keys[at] ??= folded(columns[at]?.value(row) ?? ''))

/** Whether every word of a search is somewhere in a row; of a column of words, at the beginning of one. */
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

const folded = (value: string | number) => (typeof value === 'string' ? fold(value) : value)

/** How a person wants the columns, 'codigo,nome:240,cidade': in this order, with the px that differ. */
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
/** As the screen has them. */
const ofScreen = <T>(columns: Column<T>[]) => columns.filter(({ waits }) => !waits)
/** The same as a text; null: as the screen has them. */
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

/** `status`: the grid offers Todos, Ativos, Inativos, or what `words` says. `defaultOrder`: a column's id; after a - descending. `groups`: written outside the component. `part`: which of its lists a page shows, where each has columns of its own. */
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
  /** So many rows are shown at once. */
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
  const found = useMemo(() => {
    const words = wordsOf(needle)
    return (words.length > 0 ? entries?.filter((entry) => matches(entry, words)) : entries) ?? EMPTY
  }, [entries, needle])
  const filtered = useMemo(
    () => (status && shownStatus ? found.filter(({ row }) => status(row) === shownStatus) : found),
    // oxlint-disable-next-line react/exhaustive-deps -- a screen writes `status` in place
    [found, shownStatus],
  )
  const inReply = useMemo(() => filtered.map(({ row }) => row), [filtered])
  const counts = useMemo(() => {
    const active = status ? found.filter(({ row }) => status(row) === 'A').length : 0
    return { todos: found.length, ativos: active, inativos: found.length - active }
    // oxlint-disable-next-line react/exhaustive-deps -- a screen writes `status` in place
  }, [found])

  const table = useTable({
    features,
    data: filtered,
    columns: useMemo(
      () =>
        columns.map(({ id }, at) => ({
          id,
          accessorFn: (entry: Entry<T>) => keyOf(entry, at),
          // Folded keys compare as plain values: 10,000 rows in a few ms, where a collator takes 100.
          sortFn: (a: { original: Entry<T> }, b: { original: Entry<T> }) => compare(keyOf(a.original, at), keyOf(b.original, at)),
        })),
      [columns],
    ),
    getRowId: ({ row }) => String(idOf(row)),
    state: { sorting: [{ id: sorted, desc: order.startsWith('-') }] },
  })

  const sortedRows = table.getRowModel().rows
  const grouped = useMemo(() => groups && inGroups(sortedRows, ({ original }) => original.group), [sortedRows, groups])
  const all = useMemo(() => grouped?.flatMap(({ own }) => own) ?? sortedRows, [grouped, sortedRows])
  const pageCount = pageOf ? Math.max(1, Math.ceil(all.length / pageOf)) : 1
  const page = Math.min(pageCount, Math.max(1, Math.floor(Number(params.get('pagina')) || 1)))
  // Paper cannot be turned.
  const printing = usePrinting()
  const ordered = useMemo(() => (pageOf && !printing ? all.slice((page - 1) * pageOf, page * pageOf) : all), [all, page, pageOf, printing])
  const { folds, fold: foldOne, foldAll } = useFolds()
  // Nor unfolded.
  const shownFolds = printing ? undefined : folds
  const drawn = useMemo(
    () => {
      if (grouped) return { items: headedItems(grouped, shownFolds), start: 0 }
      if (lines?.by !== sorted) return { items: ordered.map((_, index): Item => ({ index })), start: 0 }
      const items = itemsOf(
        ordered.map(({ original }) => original.row),
        lines,
      )
      return { items, start: startOf(items, lines.opening?.at, order.startsWith('-')) }
    },
    // oxlint-disable-next-line react/exhaustive-deps -- a screen writes `lines` in place; what they say changes with where they open
    [ordered, order, lines?.opening?.at, shownFolds],
  )

  const [fresh, setFresh] = useState<string | undefined>()

  return {
    columns,
    idOf,
    visible: shown,
    /** Filtered and in order; those of the page that is shown. */
    rows: ordered,
    /** Those of every page. */
    all,
    /** Which page is shown, and the places of its first and last row among all. Undefined: there are none. */
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
    /** Filtered, in the order they came in: what is summed up of them does not change with their order. */
    found: inReply,
    groups,
    folds,
    foldOne,
    foldAll,
    /** The row that was just created. */
    fresh: { id: fresh, show: setFresh },
    /** What is shown, in a word: where it changes, the list goes to `start`. */
    view: [needle, shownStatus, order, lines?.opening?.asked, page].join(' '),
    loaded: rows !== undefined,
    total: rows?.length,
    search,
    setSearch: (text: string) => put({ q: text, pagina: null }),
    sorted: { by: sorted, descending: order.startsWith('-') },
    /** By an id; with a - before it from the last to the first. */
    order: (by: string) => put({ ordem: by, pagina: null }),
    sortBy: (id: string) => {
      const chosen = addressNow().get('ordem') ?? defaultOrder
      put({ ordem: chosen === `-${id}` ? id : `-${id}`, pagina: null })
    },
    /** Absent: these records have none. */
    status: status && {
      shown: params.get('status') ?? 'todos',
      words,
      counts,
      show: (value: string) => put({ status: value === 'todos' ? null : value }),
    },
    /** Shows these columns in this order, as wide as they say; none: as the screen has them. */
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
    /** Takes away all that hides rows, a screen's own filter too. */
    showAll: () => put(Object.fromEntries([...params.keys()].filter((key) => key !== 'ordem' && key !== 'colunas').map((key) => [key, null]))),
    /** What narrows the rows, in words. */
    narrowed: [...(search ? [`Busca: ${search}`] : []), ...(shownStatus ? [`Status: ${words[shownStatus === 'A' ? 1 : 2]}`] : [])],
  }
}

const compare = (a: string | number, b: string | number) => (a === b ? 0 : a < b ? -1 : 1)
