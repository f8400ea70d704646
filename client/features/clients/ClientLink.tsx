import { Building2 } from 'lucide-react'
import { Link } from 'react-router'
import { useMay } from '../../boot.ts'
import type { Action } from '../../ui/grid/actions.ts'
import css from './client-link.module.css'

export const clientAddress = (id: number) => `/clientes/${id}`

/** The name of a client, as a link to the client's page for people who may open it. */
export function ClientLink({ id, children }: { id: number | null | undefined; children: string }) {
  if (!useMay()('GET /clients/{id}') || !id) return children
  return (
    <Link className={css.link} to={clientAddress(id)}>
      {children}
    </Link>
  )
}

/** The row action that opens the page of a row's client; none for people who may not open it. */
export function useClientAction<T>(idOf: (row: T) => number | null | undefined): Action<T>[] {
  if (!useMay()('GET /clients/{id}')) return []
  return [
    {
      label: 'Página do cliente',
      icon: Building2,
      link: (row) => ({ to: clientAddress(idOf(row) ?? 0) }),
      hidden: (row) => !idOf(row),
    },
  ]
}
