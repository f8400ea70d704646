// The records that the palette finds: of the registers that a person may read, each leading to its form.
import { Building2, CalendarDays, Car, ClipboardList, UserRound, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { CallName } from '../../shared/calls.ts'
import type { Page } from '../../shared/pages.ts'
import type { ReadName } from '../api/address.ts'
import { useCall } from '../api/useCall.ts'
import { useMay } from '../boot.ts'
import { byBeginnings, fold, hasAll } from '../ui/grid/fold.ts'

/** Of each register: what is more is found by more letters. */
const SHOWN = 5

type Found = [id: number, name: string | null, note?: string | null]

export interface RecordGroup {
  title: string
  icon: LucideIcon
  records: { id: number; name: string; note: string; to: string }[]
}

/** What has all of the words; none without a word. */
export function useRecords(words: string[]): RecordGroup[] {
  const may = useMay()
  const asked = <N extends ReadName>(call: N) => (may(call) ? call : null)
  const clients = useCall(asked('GET /clients')).data
  const people = useCall(asked('GET /users')).data
  const cars = useCall(asked('GET /cars')).data
  const activities = useCall(asked('GET /tasks')).data
  const agenda = useCall(asked('GET /dash/calendarioOndeEstou')).data
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
  if (words.length === 0) return []
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
  return sources.map(({ title, icon, rows }) => ({
    title,
    icon,
    records: rows
      .filter(({ text }) => hasAll(text, words))
      .toSorted(byBeginnings(words))
      .slice(0, SHOWN)
      .map(({ id, name, note }) => ({ id, name, note, to: places[title](id, name) })),
  }))
}

/** A register's rows, with the text that is searched made once. */
function source<S extends string, T>(title: S, icon: LucideIcon, list: T[] | undefined, of: (row: T) => Found) {
  const rows = (list ?? []).flatMap((row) => {
    const [id, name, note] = of(row)
    return name ? [{ id, name, note: note ?? '', text: fold(`${name} ${note ?? ''}`) }] : []
  })
  return { title, icon, rows }
}
