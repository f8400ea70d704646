import { CalendarDays, KeyRound, ListTodo, MonitorSmartphone, RotateCcwKey, ShieldQuestionMark, Timer } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messages as secondFactor } from '../../../shared/features/second-factor.ts'
import type { User } from '../../../shared/features/users.ts'
import { send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { codeColumn, flagColumn, statusColumn } from '../../ui/grid/columns.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { Asking } from '../../ui/Question.tsx'
import { Register } from '../../ui/Register.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr } from '../../ui/number.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { useUserEditing } from './editing.ts'

const Question = lazyPart(() => import('../../ui/Question.tsx'))
const UserForm = lazyPart(() => import('./UserForm.tsx'))
const AccessWindow = lazyPart(() => import('./Access.tsx'))
const SessionsWindow = lazyPart(() => import('./Sessions.tsx'))

const columns: Column<User>[] = [
  codeColumn((user) => user.ID),
  { id: 'nome', label: 'Nome completo', value: (user) => user.NOMECOMPLETOUSUARIO, main: true },
  { id: 'email', label: 'E-mail', value: (user) => user.EMAILUSER },
  { id: 'departamento', label: 'Departamento', value: (user) => user.DESCRICAOSETOR ?? null, width: 140 },
  flagColumn('supervisor', 'Supervisor', (user) => user.SUPERVISOR, 108),
  statusColumn((user) => user.status),
]
/** Columns for people who may see the commission percentage. */
const withCommission: Column<User>[] = columns.toSpliced(-1, 0, {
  id: 'comissao',
  label: 'Comissão',
  value: (user) => user.comissao ?? null,
  cell: ({ comissao }) => (comissao === undefined || comissao === null ? NO_VALUE : `${numberBr(comissao)} %`),
  card: 'Comissão',
  figures: true,
  width: 108,
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
  const navigate = useNavigate()
  const [, put] = useAddress()
  const [asked, ask] = useState<{ about: 'access' | 'sessions'; user: User } | null>(null)
  const [asking, reset] = useState<Asking | null>(null)
  const close = () => ask(null)
  const actions = [
    { may: may('PUT /users'), label: 'Acessos', icon: KeyRound, run: ({ ID }: User) => editing.edit(ID, { tab: 'acessos' }) },
    {
      may: may('GET /access/{id}'),
      label: 'O que esta pessoa pode',
      icon: ShieldQuestionMark,
      run: (user: User) => ask({ about: 'access', user }),
    },
    {
      may: may('POST /dash/calendarioOndeEstou'),
      label: 'Calendário',
      icon: CalendarDays,
      run: ({ ID }: User) => navigate(`/calendario?users=${ID}`),
    },
    {
      may: may('GET /service-time-control'),
      label: 'Serviços',
      icon: Timer,
      run: ({ ID }: User) => navigate(`/controle-servicos?responsavel=${ID}`),
    },
    {
      // The same rule as for GET /user-task: people who are not supervisors may make that call for themselves only.
      may: me.supervisor === 'S',
      label: 'Atividades',
      icon: ListTodo,
      // The drawer opens over this page, so only the address changes.
      run: ({ ID }: User) => put({ atividades: String(ID) }),
    },
    {
      may: may('DELETE /users/second-factor'),
      label: 'Redefinir segundo fator',
      icon: RotateCcwKey,
      // One's own is removed in Minha conta, with the password.
      hidden: ({ ID }: User) => ID === me.id,
      run: ({ ID, NOMECOMPLETOUSUARIO }: User) =>
        reset({
          title: 'Redefinir o segundo fator?',
          name: NOMECOMPLETOUSUARIO,
          note: 'A senha volta a bastar para entrar, até a pessoa cadastrar outro. Faça isto só se ela pediu em pessoa.',
          act: 'Redefinir',
          run: () => send('DELETE /users/second-factor', { body: { id: ID } }),
          done: secondFactor.reset,
        }),
    },
    { may: may('GET /sessions/{id}'), label: 'Sessões', icon: MonitorSmartphone, run: (user: User) => ask({ about: 'sessions', user }) },
  ]
  return (
    <Register
      {...{ call, grid, editing }}
      change="PUT /users"
      actions={actions.filter(({ may }) => may)}
      empty={{ title: 'Nenhum usuário cadastrado.', hint: 'Quem você cadastrar aqui entra no sistema com o e-mail e a senha.' }}
    >
      <UserForm editing={editing} saved={call.mutate} own={call.data?.find(({ ID }) => ID === me.id)?.menus ?? []} />
      <AccessWindow user={asked?.about === 'access' ? asked.user : undefined} close={close} />
      <Question asking={asking} close={() => reset(null)} saved={async () => undefined} />
      <SessionsWindow user={asked?.about === 'sessions' ? asked.user : undefined} close={close} />
    </Register>
  )
}
