// The appointment form in the calendar and the actions that open it, for people who may use Onde Estou's calls.
import { createContext, use, type ReactNode } from 'react'
import { reload, renewAll, useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { copyOf, reversal, useAppointmentEditing } from '../appointments/editing.ts'
import { whenOf, type Span } from './spans.ts'
import type { RowKey } from './team.ts'

const AppointmentForm = lazyPart(() => import('../appointments/AppointmentForm.tsx'))

/** Each action is absent for a person without permission. */
interface Tools {
  /** Opens a new appointment, for the person or the car of a row; by default for the signed-in person. */
  create?: ((span: Span, row?: RowKey) => unknown) | undefined
  copy?: ((id: number) => unknown) | undefined
  edit?: ((id: number) => unknown) | undefined
  reverse?: ((id: number) => unknown) | undefined
}
const Held = createContext<Tools>({})
export const useTools = () => use(Held)

export function Editor({ children }: { children: ReactNode }) {
  const may = useMay()
  // People without permission get no form, because an address that opens it would only lead to a refusal.
  return may('POST /compromises') || may('PUT /compromises') ? <Editable>{children}</Editable> : children
}

function Editable({ children }: { children: ReactNode }) {
  const me = useMe()
  const may = useMay()
  const editing = useAppointmentEditing()
  const { opened, create, edit } = editing
  const lists = useCall(opened && 'GET /datatocompromise')
  const { fetched } = useFetching()
  const copy = async (id: number) => {
    const offered = await fetched(() => reload('GET /datatocompromise'))
    if (offered) editing.copy(id, (values) => copyOf(values, offered))
  }
  const begin: Tools['create'] = (span, row) =>
    create({ colaboradores: [row?.of === 'person' ? row.id : me.id], ...(row?.of === 'car' && { carro: row.id }), ...whenOf(span) })
  const tools: Tools = {
    ...(may('POST /compromises') && { create: begin, copy }),
    ...(may('PUT /compromises') && { edit: (id) => edit(id), reverse: (id) => edit(id, { begun: reversal }) }),
  }
  return (
    <Held value={tools}>
      {children}
      <AppointmentForm
        editing={editing}
        lists={lists}
        row={lists.data?.compromissos.find(({ ID }) => ID === opened?.id)}
        saved={() => renewAll('POST /dash/calendarioOndeEstou')}
      />
    </Held>
  )
}
