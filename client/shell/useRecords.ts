// The records that the palette finds: of the registers that a person may read, each leading to its form.
import { Building2, Car, ClipboardList, UserRound, type LucideIcon } from 'lucide-react'
import { useMemo } from 'react'
import type { CallName } from '../../shared/calls.ts'
import type { Page } from '../../shared/pages.ts'
import type { ReadName } from '../api/address.ts'
import { useCall } from '../api/useCall.ts'
import { useMay } from '../boot.ts'
import { byBeginnings, fold, hasAll } from '../ui/grid/fold.ts'

/** Of each register: what is more is found by more letters. */
const SHOWN = 5

interface Found {
  id: number
  name: string | null
  note: string | null | undefined
}

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
  const sources = useMemo(
    () => [
      source('Clientes', Building2, '/clientes', 'PUT /clients', clients, (one) => ({
        id: one.CODIGOCLIENTE,
        name: one.NOMEFANTASIACLIENTE,
        note: one.CIDADE,
      })),
      source('Pessoas', UserRound, '/usuarios', 'PUT /users', people, (one) => ({ id: one.ID, name: one.NOMECOMPLETOUSUARIO, note: one.EMAILUSER })),
      source('Carros', Car, '/carros', 'PUT /cars', cars, (one) => ({ id: one.CODIGOCARRO, name: one.DESCRICAOCARRO, note: one.PLACACARRO })),
      source('Atividades', ClipboardList, '/atividades', 'PUT /tasks', activities, (one) => ({
        id: one.CODTAREFAEXTERNO,
        name: one.DESCTAREFAEXTERNO,
        note: '',
      })),
    ],
    [clients, people, cars, activities],
  )
  if (words.length === 0) return []
  return sources.map(({ title, icon, path, change, rows }) => ({
    title,
    icon,
    records: rows
      .filter(({ text }) => hasAll(text, words))
      .toSorted(byBeginnings(words))
      .slice(0, SHOWN)
      .map(({ id, name, note }) => ({
        id,
        name,
        note,
        to: may(change) ? `${path}?acao=editar&id=${id}` : `${path}?q=${encodeURIComponent(name)}`,
      })),
  }))
}

/** A register's rows, with the text that is searched made once. */
function source<T>(title: string, icon: LucideIcon, path: Page, change: CallName, list: T[] | undefined, of: (row: T) => Found) {
  const rows = (list ?? []).flatMap((row) => {
    const { id, name, note } = of(row)
    return name ? [{ id, name, note: note ?? '', text: fold(`${name} ${note ?? ''}`) }] : []
  })
  return { title, icon, path, change, rows }
}
