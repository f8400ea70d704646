// Creates and changes people of the demo company, as a supervisor over the API.
import { expect } from 'vitest'
import { z } from 'zod'
import { StoredUser, User, type MenuNode } from '../../shared/features/users.ts'
import type { startDemo } from './api.ts'

export const GOOD = 'trem bom de senha'
export const password = { password: GOOD, passwordConfirma: GOOD }

/** Returns functions for the calls of Usuários. `enter` signs in, at first and again after the token has ended. */
export function usersOf(api: Awaited<ReturnType<typeof startDemo>>) {
  const as = { token: '', leaves: [] as { ID: number; ROTA?: string | undefined }[], made: 0 }
  const send = (method: 'POST' | 'PUT', body: object, by = as.token) => api.ask(method, '/users', { token: by, body })
  const get = async (id: number) =>
    z.tuple([z.strictObject(StoredUser.shape)]).parse((await api.ask('GET', `/users/${id}`, { token: as.token })).body)[0]
  const menu = (route: string) => as.leaves.find(({ ROTA }) => ROTA === route)?.ID ?? 0
  const valid = () => ({ nomeCompleto: 'Bia Lima', status: 'A', departamento: 3, supervisor: 'N', menus: [menu('/clientes'), menu('/carros')] })
  return {
    token: () => as.token,
    leaves: () => as.leaves,
    enter: async (who = 'supervisor') => {
      as.token = await api.signIn(who)
      const { menus } = (await api.ask('GET', '/users/data', { token: as.token })).body as { menus: MenuNode[] }
      as.leaves = menus.flatMap(({ dados }) => dados)
    },
    send,
    get,
    list: async () => z.array(z.strictObject(User.shape)).parse((await api.ask('GET', '/users', { token: as.token })).body),
    menu,
    valid,
    create: async (more: object = {}) => {
      as.made += 1
      const email = `bia${as.made}@exemplo.com.br`
      const { status, body } = await send('POST', { ...valid(), email, ...password, ...more })
      expect({ status, body }).toMatchObject({ status: 200 })
      return { id: z.strictObject({ id: z.int() }).parse(body).id, email, who: `bia${as.made}` }
    },
    /** Returns the fields that every change must contain, with their stored values. A change with only these fields changes nothing. */
    asStored: async (id: number) => {
      const { NOMECOMPLETOUSUARIO: nomeCompleto, EMAILUSER: email, status } = await get(id)
      return { idUser: id, nomeCompleto, email, status }
    },
  }
}
