// Usuários: people, their access, and which changes only some people may make.
import { z } from 'zod'
import {
  absent,
  all,
  any,
  changesWithin,
  cut,
  DEVELOPMENT,
  FINANCE,
  is,
  me,
  not,
  oneOf,
  P,
  PROJECTS,
  S,
  within,
  type Me,
  type Ref,
  type Rule,
} from '../access.ts'
import { call, read } from '../call.ts'
import { lengthOf, type TextField } from '../text.ts'
import { Decimal, Described, Flag, Id, NewId, PersonName, Status, text, Version, Words } from '../wire.ts'

/** Minimum and maximum number of characters of a password. */
export const PASSWORD = { min: 12, max: 128 }

export const messages = {
  nomeCompleto: 'Nome completo precisa ser preenchido.',
  email: 'E-mail precisa ser preenchido.',
  emailInvalid: 'E-mail precisa ser válido!',
  departamento: 'Departamento precisa ser preenchido.',
  password: 'Senha precisa ser preenchida.',
  passwordShort: `A senha precisa ter ao menos ${PASSWORD.min} caracteres.`,
  passwordLong: `A senha não pode ter mais que ${PASSWORD.max} caracteres.`,
  passwordConfirma: 'Senhas não conferem',
  menus: 'Escolha pelo menos um menu.',
  menuUnknown: 'Menu não encontrado. Escolha os menus da lista.',
  comissao: 'Informe um número válido.',
  comissaoNegative: 'Valor negativo não é permitido.',
  comissaoMax: 'Valor máximo permitido é 100.',
  lastSupervisor: 'É preciso haver ao menos um supervisor ativo.',
  /** Needed because only a supervisor with this menu can create supervisors on screen. */
  lastWithUsers: 'É preciso haver ao menos um supervisor ativo com o menu Usuários.',
  created: 'Usuário criado com sucesso!',
  changed: 'Usuário alterado com sucesso!',
  closed: 'Somente um supervisor pode alterar este usuário.',
  closedButCommission: 'Deste usuário você pode alterar somente a comissão; o resto, somente um supervisor.',
  departmentClosed: 'Somente um supervisor pode trocar este departamento.',
  departmentLimited: 'Outros departamentos, somente um supervisor pode escolher.',
  menusLimited: 'Você pode dar e tirar somente os acessos que também tem.',
  copied: (nome: string) => `Acessos copiados de ${nome}. Confirme para salvar.`,
}

const Comissao = z.number(messages.comissao).min(0, messages.comissaoNegative).max(100, messages.comissaoMax)

export const User = z.object({
  ID: Id,
  NOMECOMPLETOUSUARIO: Words,
  EMAILUSER: Words,
  /** Having no department counts as a privilege, so the schema keeps null as it is. */
  departamento: z.int().nullable(),
  DESCRICAOSETOR: z.string().nullable().optional(),
  SUPERVISOR: Flag,
  status: Status,
  menus: z.array(Id),
  comissao: Decimal.nullable().optional(),
})
export type User = z.output<typeof User>

/** The schemas of the name and the e-mail are strict, because rules compare these fields. */
export const StoredUser = User.extend({ NOMECOMPLETOUSUARIO: z.string(), EMAILUSER: z.string(), versao: Version })
export type StoredUser = z.output<typeof StoredUser>

/** A node of the menu tree. Only a leaf, which is a node with an empty `dados`, can be granted to a person. */
export interface MenuNode {
  ID: number
  DESCRICAO: string | null
  /** Addition to the contract: the page that a leaf opens. */
  ROTA?: string | undefined
  dados: MenuNode[]
}
export const MenuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({ ID: Id, DESCRICAO: Words, ROTA: z.string().optional(), dados: z.array(MenuNode) }),
)

const UserData = z.object({
  departamentos: z.array(Described),
  users: z.array(PersonName),
  menus: z.array(MenuNode),
})

/** The password is taken as typed: neither trimmed nor shortened. */
export const Password = z
  .string(messages.password)
  .min(1, messages.password)
  .refine((password) => lengthOf(password) >= PASSWORD.min, messages.passwordShort)
  .refine((password) => lengthOf(password) <= PASSWORD.max, messages.passwordLong)
  .meta({ minLength: PASSWORD.min, maxLength: PASSWORD.max })
export const NAME: TextField = { name: 'Nome completo', max: 150, empty: messages.nomeCompleto }
export const EMAIL: TextField = { name: 'E-mail', max: 254, empty: messages.email }
const fields = {
  nomeCompleto: text(NAME),
  email: text(EMAIL).pipe(z.email(messages.emailInvalid)),
  status: Status,
  comissao: Comissao.optional(),
}
const reserved = {
  departamento: z.int(messages.departamento).pipe(Id),
  supervisor: Flag,
  menus: z.array(Id).min(1, messages.menus).max(1000),
}

/** The data of a person, without a password. */
export const PersonData = z.strictObject({ ...fields, ...reserved })

const confirmed = <S extends z.ZodType<{ password?: string | undefined; passwordConfirma?: string | undefined }>>(schema: S) =>
  schema.refine(({ password, passwordConfirma }) => password === passwordConfirma, { path: ['passwordConfirma'], error: messages.passwordConfirma })

const NewUser = confirmed(
  z.strictObject({ idUser: NewId, ...fields, ...reserved, password: Password, passwordConfirma: z.string(messages.passwordConfirma) }),
)
/** If a reserved field is absent, its stored value is kept. */
const ChangedUser = confirmed(
  z.strictObject({
    idUser: Id,
    versao: Version,
    ...fields,
    departamento: reserved.departamento.optional(),
    supervisor: reserved.supervisor.optional(),
    menus: reserved.menus.optional(),
    password: Password.optional(),
    passwordConfirma: z.string().optional(),
  }),
)

/** Departments with special powers. */
const POWERS = [PROJECTS, FINANCE, DEVELOPMENT] as const
const hasPowers = (departamento: Ref<number> | Ref<number | null> | Ref<number | undefined>) => oneOf(departamento as Ref<number>, ...POWERS)

/** The menu of the screen on which supervisors can be created. */
export const menu = '/usuarios'
const user = call('GET /users/{id}', {
  title: 'Abrir um usuário',
  menu,
  reply: z.array(StoredUser).max(1),
  cut: (users) => [cut.field(users.each.comissao, P)],
})

const createRule = (body: Ref<z.output<typeof NewUser>>): Rule => {
  const own = read(user, me.id)[0]
  return all(
    any(P, absent(body.comissao)),
    any(S, all(is(body.supervisor, 'N'), not(hasPowers(body.departamento)), is(own.ID, me.id), within(body.menus, own.menus))),
  )
}

const changeRule = (body: Ref<z.output<typeof ChangedUser>>): Rule => {
  const stored = read(user, body.idUser)[0]
  const own = read(user, me.id)[0]
  const oneself = is(body.idUser, me.id)
  const powerful = any(is(stored.SUPERVISOR, 'S'), hasPowers(stored.departamento))
  // Limits for changes of oneself or of a person without powers: the change grants no powers, and only menus that the caller holds.
  const noSupervisor = any(absent(body.supervisor), is(body.supervisor, 'N'))
  const noPowers = any(
    absent(body.departamento),
    is(body.departamento, stored.departamento),
    all(not(hasPowers(body.departamento)), not(hasPowers(stored.departamento))),
  )
  const ownMenus = any(absent(body.menus), all(is(own.ID, me.id), changesWithin(body.menus, stored.menus, own.menus)))
  const ordinary = all(any(oneself, not(powerful)), noSupervisor, noPowers, ownMenus)
  // If a caller without powers changes a person with powers, nothing but the commission may differ.
  const nothing = all(
    is(body.nomeCompleto, stored.NOMECOMPLETOUSUARIO),
    is(body.email, stored.EMAILUSER),
    is(body.status, stored.status),
    any(absent(body.supervisor), is(body.supervisor, stored.SUPERVISOR)),
    any(absent(body.departamento), is(body.departamento, stored.departamento)),
    any(absent(body.menus), all(within(body.menus, stored.menus), within(stored.menus, body.menus))),
  )
  return all(any(absent(body.password), S, oneself), any(absent(body.comissao), P), any(S, all(is(stored.ID, body.idUser), any(ordinary, nothing))))
}

/**
 * Which fields a form offers to the person `who` for the record `stored` (null for a new one). `own` lists the menus of that person. The result
 * repeats the two rules above, so that the form can follow them, and tests compare it with those rules.
 */
export function offers(
  who: Pick<Me, 'id' | 'supervisor' | 'departamento'>,
  own: readonly number[],
  stored: Pick<User, 'ID' | 'SUPERVISOR' | 'departamento'> | null,
) {
  const supervisor = who.supervisor === 'S'
  const oneself = stored?.ID === who.id
  const powers = (departamento: number | null | undefined) => POWERS.some((power) => power === departamento)
  const open = supervisor || oneself || stored === null || (stored.SUPERVISOR !== 'S' && !powers(stored.departamento))
  return {
    /** Whether name, e-mail and status can be edited, and the other fields under the conditions below. */
    open,
    password: supervisor || oneself || stored === null,
    comissao: supervisor || who.departamento === FINANCE,
    supervisor,
    departamento: (id: number) => supervisor || (open && (id === stored?.departamento || (!powers(id) && !powers(stored?.departamento)))),
    menu: (id: number) => supervisor || (open && own.includes(id)),
  }
}

export const users = [
  call('GET /users/data', { title: 'Ver os menus e departamentos que um usuário pode ter', menu, reply: UserData }),
  call('GET /users', { title: 'Ver os usuários', menu, reply: z.array(User), cut: (users) => [cut.field(users.each.comissao, P)] }),
  user,
  call('POST /users', {
    title: 'Criar usuário',
    menu,
    perMinute: 30,
    body: NewUser,
    rule: ({ body }) => createRule(body),
    reply: z.object({ id: Id }),
  }),
  call('PUT /users', {
    title: 'Alterar usuário',
    menu,
    perMinute: 30,
    body: ChangedUser,
    changesPerson: 'idUser',
    rule: ({ body }) => changeRule(body),
    judged: ({ body }) => read(user, body.idUser)[0].versao,
    reply: z.object({}),
  }),
]
