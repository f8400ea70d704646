// Records that the palette finds, from each register that the person may read. Choosing a record opens its form.
import { Building2, CalendarDays, Car, ClipboardList, FolderKanban, MapPinned, Network, Timer, UserRound, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { CallName } from '../../shared/calls.ts'
import { pages, type Page } from '../../shared/pages.ts'
import type { ReadName, Reply } from '../api/address.ts'
import { useAskAgain } from '../api/useAskAgain.ts'
import { useCall } from '../api/useCall.ts'
import { useMay } from '../boot.ts'
import { formOf } from '../ui/form/address.ts'
import { byBeginnings, distanceOf, fold, hasAll } from '../ui/grid/fold.ts'
import { useAlike } from '../ui/grid/useAlike.ts'

/** Maximum number of records shown per register. Typing more letters narrows the search to the records not shown. */
const SHOWN = 5

type Found = [id: number, name: string | null, note?: string | null]

export interface RecordGroup {
  title: string
  icon: LucideIcon
  records: { id: number; name: string; note: string; to: string }[]
  /** Number of all matches; `records` holds the first of them. */
  count: number
  /** Link to the full list of matches. Absent when all are shown or no page lists them. */
  rest?: { label: string; to: string } | undefined
}

/**
 * Finds records that contain every word; without words, none. If no record does and nothing else was found (`isFound`), finds records with similar
 * names. `failed`: some registers could not be loaded; `loading`: some have not arrived yet.
 */
export function useRecords(search: string, words: string[], isFound: boolean): { groups: RecordGroup[]; failed: boolean; loading: boolean } {
  const may = useMay()
  const ifAllowed = <N extends ReadName>(call: N) => (may(call) ? call : null)
  const clients = useCall(ifAllowed('GET /clients'))
  const people = useCall(ifAllowed('GET /users'))
  const agenda = useCall(ifAllowed('GET /dash/calendarioOndeEstou'))
  const cars = useCall(ifAllowed('GET /cars'))
  const regions = useCall(ifAllowed('GET /region'))
  const activities = useCall(ifAllowed('GET /tasks'))
  const departments = useCall(ifAllowed('GET /department'))
  const projects = useCall(ifAllowed('GET /trackprojetos'))
  const services = useCall(ifAllowed('GET /service-time-control'), { query: {} })
  const lists = {
    'GET /clients': clients,
    'GET /users': people,
    'GET /dash/calendarioOndeEstou': agenda,
    'GET /cars': cars,
    'GET /region': regions,
    'GET /tasks': activities,
    'GET /department': departments,
    'GET /trackprojetos': projects,
    'GET /service-time-control': services,
  } as const
  const lacking = Object.entries(lists).flatMap(([call, list]) => (may(call as CallName) && !list.data ? [list] : []))
  const failed = lacking.filter(({ error }) => error)
  useAskAgain(failed.length > 0, () => Promise.all(failed.map(({ mutate }) => mutate())))
  const sources = useMemo(
    () => [
      source('Clientes', Building2, ['/clientes', (id) => `/${id}`], clients.data, (one) => [one.CODIGOCLIENTE, one.NOMEFANTASIACLIENTE, one.CIDADE]),
      source('Pessoas', UserRound, ['/usuarios', 'PUT /users'], people.data, (one) => [one.ID, one.NOMECOMPLETOUSUARIO, one.EMAILUSER]),
      source('Onde está', CalendarDays, null, agenda.data?.users, (one) => [one.ID, one.NOMECOMPLETOUSUARIO]),
      source('Carros', Car, ['/carros', 'PUT /cars'], cars.data, (one) => [one.CODIGOCARRO, one.DESCRICAOCARRO, one.PLACACARRO]),
      source('Regiões', MapPinned, ['/regioes', 'PUT /region'], regions.data, (one) => [one.ID, one.DESCRICAO]),
      source('Atividades', ClipboardList, ['/atividades', 'PUT /tasks'], activities.data, (one) => [one.CODTAREFAEXTERNO, one.DESCTAREFAEXTERNO]),
      source('Departamentos', Network, ['/departamentos', 'PUT /department'], departments.data, (one) => [one.CODIGOSETOR, one.DESCRICAOSETOR]),
      source('Projetos', FolderKanban, ['/mapeamento-projetos', (id) => `?dados=${id}`], projects.data, (one) => [one.ID, one.DESCRICAO]),
      source('Serviços', Timer, ['/controle-servicos', (id) => `/${id}`], rowsOf(services.data), (one) => [
        one.id,
        one.cliente,
        `${one.id} ${one.responsavel}`,
      ]),
    ],
    [clients.data, people.data, agenda.data, cars.data, regions.data, activities.data, departments.data, projects.data, services.data],
  )
  const alike = useAlike()
  const state = { failed: failed.length > 0, loading: lacking.length > failed.length }
  if (words.length === 0) return { groups: [], failed: false, loading: false }
  const similarIn = (rows: Sought[]) =>
    alike(
      rows.map(({ name }) => name),
      search,
    ).flatMap((at) => rows[at] ?? [])
  const exact = sources.map((one) => ({ ...one, rows: one.rows.filter(({ text }) => hasAll(text, words)) }))
  const isAlike = !isFound && !state.loading && exact.every(({ rows }) => rows.length === 0)
  const matching = isAlike ? sources.map((one) => ({ ...one, rows: similarIn(one.rows) })) : exact
  const groups = matching.map(({ title, icon, register, rows }) => {
    const found = rows
      .map((row) => ({ ...row, distance: distanceOf(row.folded, words) }))
      .toSorted(isAlike ? () => 0 : (a, b) => a.distance - b.distance || byBeginnings(words)(a, b))
    /**
     * Address of a record: its form if the person may edit it, otherwise its row. For people without the page of users, a user leads to that user's
     * day in the calendar.
     */
    const placeOf = (id: number, name: string) => {
      if (!register) return `/calendario?visao=dia&users=${id}`
      const [path, place] = register
      if (typeof place === 'function') return path + place(id)
      return may(place) ? path + formOf(id) : `${path}?q=${encodeURIComponent(name)}`
    }
    const page = !isAlike && register && found.length > SHOWN && pages.find(({ path }) => path === register[0])
    return {
      title: isAlike ? `Você quis dizer · ${title}` : title,
      icon,
      records: found.slice(0, SHOWN).map(({ id, name, note }) => ({ id, name, note, to: placeOf(id, name) })),
      count: found.length,
      distance: found[0]?.distance ?? Infinity,
      rest: page ? { label: `Ver todos em ${page.title}`, to: `${page.path}?q=${encodeURIComponent(search)}` } : undefined,
    }
  })
  return { groups: groups.toSorted((a, b) => a.distance - b.distance), ...state }
}

const rowsOf = (reply: Reply<'GET /service-time-control'> | undefined) => (reply && 'dataset' in reply ? undefined : reply)

/** A record with its search text. */
interface Sought {
  id: number
  name: string
  note: string
  folded: string
  text: string
}

/**
 * The rows of a register with their search text prepared. `register` holds the register's page, and either the call that edits a record or a function
 * that returns a record's address.
 */
function source<T>(
  title: string,
  icon: LucideIcon,
  register: readonly [path: Page, place: CallName | ((id: number) => string)] | null,
  list: T[] | undefined,
  of: (row: T) => Found,
) {
  const rows = (list ?? []).flatMap((row): Sought[] => {
    const [id, name, note] = of(row)
    return name ? [{ id, name, note: note ?? '', folded: fold(name), text: fold(`${name} ${note ?? ''}`) }] : []
  })
  return { title, icon, register, rows }
}
