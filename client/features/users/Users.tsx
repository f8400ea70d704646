import { MonitorSmartphone, ShieldQuestionMark } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../shared/features/users.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { codeColumn, flagColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { AccessWindow } from './Access.tsx'
import { SessionsWindow } from './Sessions.tsx'
import { UserForm, useUserEditing } from './UserForm.tsx'

const columns: Column<User>[] = [
  codeColumn((user) => user.ID),
  { id: 'nome', label: 'Nome completo', value: (user) => user.NOMECOMPLETOUSUARIO, main: true },
  { id: 'email', label: 'E-mail', value: (user) => user.EMAILUSER },
  { id: 'departamento', label: 'Departamento', value: (user) => user.DESCRICAOSETOR ?? null, width: '200px' },
  flagColumn('supervisor', 'Supervisor', (user) => user.SUPERVISOR, '116px'),
  statusColumn((user) => user.status),
]
/** For whoever is told the percent. */
const withCommission: Column<User>[] = columns.toSpliced(-1, 0, {
  id: 'comissao',
  label: 'Comissão',
  value: (user) => user.comissao ?? null,
  cell: ({ comissao }) => (comissao === undefined || comissao === null ? '—' : `${comissao.toLocaleString('pt-BR')} %`),
  figures: true,
  width: '128px',
})

export default function Users() {
  const me = useMe()
  const call = useCall('GET /users')
  const grid = useGrid({
    rows: call.data,
    columns: call.data?.some(({ comissao }) => comissao !== undefined) ? withCommission : columns,
    idOf: (user) => user.ID,
    status: (user) => user.status,
  })
  const editing = useUserEditing()
  const may = useMay()
  const [asked, ask] = useState<{ about: 'access' | 'sessions'; user: User } | null>(null)
  const close = () => ask(null)
  const actions = [
    {
      call: 'GET /access/{id}' as const,
      label: 'O que esta pessoa pode',
      icon: ShieldQuestionMark,
      run: (user: User) => ask({ about: 'access', user }),
    },
    { call: 'GET /sessions/{id}' as const, label: 'Sessões', icon: MonitorSmartphone, run: (user: User) => ask({ about: 'sessions', user }) },
  ]
  return (
    <Register
      {...{ call, grid, editing }}
      create={{ call: 'POST /users', label: 'Novo Usuário' }}
      change="PUT /users"
      actions={actions.filter(({ call }) => may(call))}
      empty={{ title: 'Nenhum usuário cadastrado.', hint: 'Quem você cadastrar aqui entra no sistema com o e-mail e a senha.' }}
    >
      <UserForm editing={editing} saved={call.mutate} own={call.data?.find(({ ID }) => ID === me.id)?.menus ?? []} />
      <AccessWindow user={asked?.about === 'access' ? asked.user : undefined} close={close} />
      <SessionsWindow user={asked?.about === 'sessions' ? asked.user : undefined} close={close} />
    </Register>
  )
}
