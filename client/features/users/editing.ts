// Form values of a user.
import type { StoredUser, User } from '../../../shared/features/users.ts'
import { read } from '../../api/request.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = {
  /** The user as read from the server; null for a new one. */
  stored: null as StoredUser | null,
  nomeCompleto: '',
  email: '',
  departamento: null as number | null,
  password: '',
  passwordConfirma: '',
  /** A string while the percentage is being typed. */
  comissao: 0 as number | string,
  supervisor: 'N' as User['SUPERVISOR'],
  status: 'A' as User['status'],
  menus: [] as number[],
}
export type Values = typeof blank

export const useUserEditing = () =>
  useEditing(
    'usuario',
    blank,
    async (id) => {
      const [stored] = await read('GET /users/{id}', { path: { id } })
      if (!stored) return undefined
      const { NOMECOMPLETOUSUARIO: nomeCompleto, EMAILUSER: email, SUPERVISOR: supervisor, departamento, status, menus } = stored
      return { ...blank, stored, nomeCompleto, email, departamento, supervisor, status, menus, comissao: stored.comissao ?? 0 }
    },
    { tabs: ['geral', 'acessos'] },
  )
