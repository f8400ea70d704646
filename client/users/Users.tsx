import type { User } from '../../shared/users.ts'
import { useCall } from '../api.ts'
import { useMe } from '../boot.ts'
import { codeColumn, flagColumn, statusColumn } from '../ui/columns.tsx'
import { Register } from '../ui/Register.tsx'
import { useGrid, type Column } from '../ui/useGrid.ts'
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
  label: 'Comissão (%)',
  value: (user) => user.comissao ?? null,
  cell: (user) => user.comissao?.toLocaleString('pt-BR') ?? '—',
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
  return (
    <Register
      {...{ call, grid, editing }}
      create={{ call: 'POST /users', label: 'Novo Usuário' }}
      change="PUT /users"
      empty={{ title: 'Nenhum usuário cadastrado.', hint: 'Quem você cadastrar aqui entra no sistema com o e-mail e a senha.' }}
    >
      <UserForm editing={editing} saved={call.mutate} own={call.data?.find(({ ID }) => ID === me.id)?.menus ?? []} />
    </Register>
  )
}
