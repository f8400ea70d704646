// The records that the palette finds: of the registers that a person may read, each leading to its form.
import { Building2, CalendarDays, Car, ClipboardList, UserRound, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { CallName } from '../../shared/calls.ts'
import { pages, type Page } from '../../shared/pages.ts'
import type { ReadName } from '../api/address.ts'
import { useAskAgain } from '../api/useAskAgain.ts'
import { useCall } from '../api/useCall.ts'
import { useMay } from '../boot.ts'
import { byBeginnings, distanceOf, fold, hasAll } from '../ui/grid/fold.ts'

/** Of each register: what is more is found by more letters. */
const SHOWN = 5

/** The list of each kind. */
const lists = new Map<string, Page>([
  ['Clientes', '/clientes'],
  ['Pessoas', '/usuarios'],
  ['Carros', '/carros'],
  ['Atividades', '/atividades'],
])

type Found = [id: number, name: string | null, note?: string | null]

export interface RecordGroup {
  title: string
  icon: LucideIcon
  records: { id: number; name: string; note: string; to: string }[]
  /** All that have the words; `records` are the first of them. */
  count: number
  /** Where the others are; absent: all are here, or there is no list of them. */
  rest?: { label: string; to: string } | undefined
}

/** What of the search has all of its words, none without a word, and whether not all could be looked through. */
export function useRecords(search: string, words: string[]): { groups: RecordGroup[]; failed: boolean } {
  const may = useMay()
  const asked = <N extends ReadName>(call: N) => (may(call) ? call : null)
  const calls = [
    useCall(asked('GET /clients')),
    useCall(asked('GET /users')),
    useCall(asked('GET /cars')),
    useCall(asked('GET /tasks')),
    useCall(asked('GET /dash/calendarioOndeEstou')),
  ] as const
  const [{ data: clients }, { data: people }, { data: cars }, { data: activities }, { data: agenda }] = calls
  const failed = calls.filter(({ data, error }) => error && !data)
  useAskAgain(failed.length > 0, () => Promise.all(failed.map(({ mutate }) => mutate())))
  const sources = useMemo(
    () => [
      source('Clientes', Building2, clients, (one) => [one.CODIGOCLIENTE, one.NOMEFANTASIACLIENTE, one.CIDADE]),
      source('Pessoas', UserRound, people, (one) => [one.ID, one.NOMECOMPLETOUSUARIO, one.EMAILUSER]),
      source('Onde está', CalendarDays, agenda?.users, (one) => [one.ID, one.NOMECOMPLETOUSUARIO]),
      source('Carros', Car, cars, (one) => [one.CODIGOCARRO, one.DESCRICAOCARRO, one.PLACACARRO]),
      source('Atividades', ClipboardList, activities, (one) => [one.CODTAREFAEXTERNO, one.DESCTAREFAEXTERNO]),
    ],
    [clients, people, agenda, cars, activities],
  )
  if (words.length === 0) return { groups: [], failed: false }
  /** Its form, else its row. */
  const inRegister = (path: Page, change: CallName) => (id: number, name: string) =>
    may(change) ? `${path}?acao=editar&id=${id}` : `${path}?q=${encodeURIComponent(name)}`
  const places = {
    Clientes: inRegister('/clientes', 'PUT /clients'),
    Pessoas: inRegister('/usuarios', 'PUT /users'),
    'Onde está': (id: number) => `/calendario?visao=dia&users=${id}`,
    Carros: inRegister('/carros', 'PUT /cars'),
    Atividades: inRegister('/atividades', 'PUT /tasks'),
  }
  const groups = sources.map(({ title, icon, rows }) => {
    const found = rows
      .filter(({ text }) => hasAll(text, words))
      .map((row) => ({ ...row, distance: distanceOf(row.folded, words) }))
      .toSorted((a, b) => a.distance - b.distance || byBeginnings(words)(a, b))
    const list = found.length > SHOWN && pages.find(({ path }) => path === lists.get(title))
    return {
      title,
      icon,
      records: found.slice(0, SHOWN).map(({ id, name, note }) => ({ id, name, note, to: places[title](id, name) })),
      count: found.length,
      distance: found[0]?.distance ?? Infinity,
      rest: list ? { label: `Ver todos em ${list.title}`, to: `${list.path}?q=${encodeURIComponent(search)}` } : undefined,
    }
  })
  return { groups: groups.toSorted((a, b) => a.distance - b.distance), failed: failed.length > 0 }
}

/** A register's rows, with the text that is searched made once. */
function source<S extends string, T>(title: S, icon: LucideIcon, list: T[] | undefined, of: (row: T) => Found) {
  const rows = (list ?? []).flatMap((row) => {
    const [id, name, note] = of(row)
    return name ? [{ id, name, note: note ?? '', folded: fold(name), text: fold(`${name} ${note ?? ''}`) }] : []
  })
  return { title, icon, rows }
}
