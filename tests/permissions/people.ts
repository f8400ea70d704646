// Scenes for Usuários: the changes that people who are not supervisors may make to other people's records.
import { status, type Scene, type Scenes } from './scene.ts'

const password = { password: 'correto cavalo bateria', passwordConfirma: 'correto cavalo bateria' }
const sent = { nomeCompleto: 'Bia Lima', email: 'bia@x.co', departamento: 3, status: 'A', supervisor: 'N', menus: [1, 2] }
const stored = {
  ID: 50,
  NOMECOMPLETOUSUARIO: 'Bia Lima',
  EMAILUSER: 'bia@x.co',
  departamento: 3,
  SUPERVISOR: 'N',
  status: 'A',
  menus: [1, 2],
  password: 'x',
}
const listed = { ...stored, comissao: 10 }

/** The caller's own record, with the menus 1, 2 and 3. */
const own = (me: number, more: object = {}) => ({ [`/users/${me}`]: [{ ...stored, ID: me, menus: [1, 2, 3], ...more }] })

const create =
  (body: object, more: object = {}) =>
  (me: number): Scene => ({ body: { ...sent, ...password, ...body }, stored: own(me, more) })
/** Builds a scene that changes user 50, whose stored record is `was`. */
const change =
  (body: object, was: object = {}) =>
  (me: number): Scene => ({
    body: { idUser: 50, ...sent, ...body },
    stored: { ...own(me), '/users/50': [{ ...stored, ...was }] },
  })
const lookedUp = (answer: unknown) => (): Scene => ({ body: { idUser: 50, ...sent }, stored: { '/users/50': answer } })
const oneself =
  (body: object, was: object = {}) =>
  (me: number): Scene => ({ body: { idUser: me, ...sent, ...body }, stored: own(me, was) })
const supervisor = { SUPERVISOR: 'S' }
const asSupervisor = { supervisor: 'S' }

const tree = [
  {
    ID: 90,
    DESCRICAO: 'Cadastros',
    dados: [
      { ID: 1, DESCRICAO: 'Carros', ROTA: '/carros', dados: [] },
      { ID: 9, DESCRICAO: 'Clientes', ROTA: '/clientes', dados: [] },
      { ID: 2, DESCRICAO: 'Usuários', ROTA: '/usuarios', dados: [] },
    ],
  },
]
const userData = { departamentos: [], users: [], menus: tree }
/** Builds a scene that requests what user 50 may do, with `answer` as the stored record of user 50. */
const accessOf = (answer: unknown) => (): Scene => ({ path: { id: 50 }, stored: { '/users/50': answer, '/users/data': userData } })

export const scenes: Scenes = {
  'GET /users/data': {
    reply: { departamentos: [], users: [], menus: [{ ID: 1, DESCRICAO: 'Cadastros', dados: [] }] },
    scenes: { plain: () => ({}) },
  },
  'GET /users': { reply: [listed], scenes: { plain: () => ({}) } },
  'GET /users/{id}': { reply: [listed], scenes: { plain: () => ({ path: { id: 50 } }) } },
  'GET /access/{id}': {
    own: ['GET /users/50', 'GET /users/data'],
    reply: {},
    scenes: {
      plain: accessOf([listed]),
      inactive: accessOf([{ ...listed, status: 'I' }]),
      'record missing': accessOf(status(404)),
      'record failing': accessOf(status(500)),
      'no record': accessOf([]),
      'id 0': () => ({ path: { id: 0 } }),
      'a parameter': () => ({ path: { id: 50 }, query: 'x=1' }),
    },
  },
  'GET /sessions/{id}': {
    own: [],
    reply: [],
    scenes: {
      plain: () => ({ path: { id: 50 } }),
      "one's own": (me) => ({ path: { id: me } }),
      'id 0': () => ({ path: { id: 0 } }),
    },
  },
  'DELETE /sessions/{id}': {
    own: [],
    reply: {},
    scenes: {
      plain: () => ({ path: { id: 50 }, body: {} }),
      'one that is not live': () => ({ path: { id: 50 }, body: { entrada: 'a'.repeat(64) } }),
      'id 0': () => ({ path: { id: 0 }, body: {} }),
      'no body': () => ({ path: { id: 50 } }),
      'no hash': () => ({ path: { id: 50 }, body: { entrada: '50' } }),
      'an unknown field': () => ({ path: { id: 50 }, body: { sid: 'a' } }),
    },
  },
  'GET /account/sessions': { own: [], reply: [], scenes: { plain: () => ({}), "another's": () => ({ query: 'id=50' }) } },
  'DELETE /account/sessions': {
    own: [],
    reply: {},
    scenes: {
      plain: () => ({ body: {} }),
      'one that is not live': () => ({ body: { entrada: 'a'.repeat(64) } }),
      'no body': () => ({}),
      "another's": () => ({ body: { id: 50 } }),
    },
  },
  'POST /users': {
    reply: { id: 50 },
    scenes: {
      plain: create({}),
      commission: create({ comissao: 5 }),
      'commission null': create({ comissao: null }),
      'a supervisor': create(asSupervisor),
      'a menu not held': create({ menus: [1, 9] }),
      'department 2': create({ departamento: 2 }),
      'department 4': create({ departamento: 4 }),
      'department 5': create({ departamento: 5 }),
      'own record of another': create({}, { ID: 77 }),
      'own record missing': () => ({ body: { ...sent, ...password } }),
      'own record failing': (me) => ({ body: { ...sent, ...password }, stored: { [`/users/${me}`]: status(500) } }),
      'no password': () => ({ body: sent }),
      'empty password': create({ password: '', passwordConfirma: '' }),
      'two passwords': create({ passwordConfirma: 'outra senha qualquer' }),
      'an id': create({ idUser: 50 }),
      'an unknown field': create({ admin: true }),
    },
  },
  'PUT /users': {
    reply: {},
    scenes: {
      plain: change({}),
      'another name': change({ nomeCompleto: 'Bia Souza' }),
      'reserved fields absent': (me) => ({ ...change({})(me), body: { idUser: 50, nomeCompleto: 'B', email: 'b@x.co', status: 'I' } }),
      'adds a held menu': change({ menus: [1, 2, 3] }),
      'adds a menu, own record of another': (me) => ({
        body: { idUser: 50, ...sent, menus: [1, 2, 3] },
        stored: { ...own(me, { ID: 77 }), '/users/50': [stored] },
      }),
      'adds a menu not held': change({ menus: [1, 2, 9] }),
      'removes a menu not held': change({}, { menus: [1, 2, 9] }),
      'makes a supervisor': change(asSupervisor),
      'to department 2': change({ departamento: 2 }),
      'to department 4': change({ departamento: 4 }),
      'to department 5': change({ departamento: 5 }),
      'to department 6': change({ departamento: 6 }),
      'from department 4': change({}, { departamento: 4 }),
      "another's password": change(password),
      "another's password, the name of oneself": change({ ...password, nomeCompleto: 'eu' }),
      commission: change({ comissao: 5 }),
      'a supervisor, untouched': change(asSupervisor, supervisor),
      'a supervisor, commission': change({ ...asSupervisor, comissao: 5 }, supervisor),
      'a supervisor, another name': change({ ...asSupervisor, nomeCompleto: 'X' }, supervisor),
      'a supervisor, another e-mail': change({ ...asSupervisor, email: 'x@x.co' }, supervisor),
      'a supervisor, inactive': change({ ...asSupervisor, status: 'I' }, supervisor),
      'a supervisor, a menu less': change({ ...asSupervisor, menus: [1] }, supervisor),
      'a supervisor, a menu more': change({ ...asSupervisor, menus: [1, 2, 3] }, supervisor),
      'a supervisor, reserved fields absent': change({ departamento: undefined, supervisor: undefined, menus: undefined }, supervisor),
      'a supervisor no more': change({}, supervisor),
      'finance, untouched': change({ departamento: 4 }, { departamento: 4 }),
      'finance, another name': change({ departamento: 4, nomeCompleto: 'X' }, { departamento: 4 }),
      'projects, another name': change({ departamento: 2, nomeCompleto: 'X' }, { departamento: 2 }),
      'department 5, another name': change({ departamento: 5, nomeCompleto: 'X' }, { departamento: 5 }),
      'own password': oneself(password),
      'own menu more': oneself({ menus: [1, 2, 3, 9] }),
      'own menu less': oneself({ menus: [1] }),
      'own name, in finance': oneself({ departamento: 4, nomeCompleto: 'X', menus: [1, 2, 3] }, { departamento: 4 }),
      'own name, in finance, department absent': oneself({ departamento: undefined, nomeCompleto: 'X', menus: [1, 2, 3] }, { departamento: 4 }),
      'oneself out of department 2': oneself({}, { departamento: 2 }),
      'oneself out of department 4': oneself({}, { departamento: 4 }),
      'oneself out of department 5': oneself({}, { departamento: 5 }),
      'oneself a supervisor': oneself(asSupervisor),
      'record missing': lookedUp(status(404)),
      'record failing': lookedUp(status(500)),
      'record of another': lookedUp([{ ...stored, ID: 51 }]),
      'record without owner': lookedUp([{ ...stored, ID: undefined }]),
      'no record': lookedUp([]),
      'empty password': change({ password: '', passwordConfirma: '' }),
      'no id': () => ({ body: sent }),
    },
  },
}
