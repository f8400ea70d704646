// Scenes for the registers, the agenda, the calendar and the task drawer.
import { registers } from '../support/registers.ts'
import { status, type Scene, type Scenes } from './scene.ts'

const plain = () => ({})
const list = (row: object) => ({ reply: [{ ...row, extra: 1 }], scenes: { plain, 'a parameter': () => ({ query: 'x=1' }) } })
const one = (row: object) => ({
  reply: { ...row, extra: 1 },
  scenes: { plain: () => ({ path: { id: 5 } }), 'id 0': () => ({ path: { id: 0 } }), 'a parameter': () => ({ path: { id: 5 }, query: 'x=1' }) },
})
const send = (body: object) => () => ({ body })
/** Builds scenes for the form of any register. */
const create = (sent: object, { field, max }: { field: string; max: number }) => ({
  reply: { id: 5, extra: 1 },
  scenes: {
    plain: send(sent),
    'id 0': send({ ...sent, id: 0 }),
    'id null': send({ ...sent, id: null }),
    'an id': send({ ...sent, id: 5 }),
    'no name': send({ ...sent, [field]: ' ' }),
    [`${max} characters`]: send({ ...sent, [field]: 'x'.repeat(max) }),
    [`${max + 1} characters`]: send({ ...sent, [field]: 'x'.repeat(max + 1) }),
    'an unknown field': send({ ...sent, extra: 1 }),
  },
})
const change = (sent: object) => ({
  reply: { extra: 1 },
  scenes: {
    plain: send({ ...sent, id: 5 }),
    'no id': send(sent),
    'id 0': send({ ...sent, id: 0 }),
    'id null': send({ ...sent, id: null }),
    'an unknown field': send({ ...sent, id: 5, extra: 1 }),
  },
})

const times = { dataIni: '2026-11-20', horaIni: '08:00', dataFim: '2026-11-20', horaFim: '10:30' }
const appointment = { ID: 5, CODCOLABORADOR: 7, CODCLIENTE: 3, carro: null, CODATIVIDADE: 2, regiao: null, ...times, status: 'A', MOTIVO: null }
const appointmentRow = { ...appointment, NOMECOMPLETOUSUARIO: 'Bia', NOMEFANTASIACLIENTE: 'Sementes', DESLOC: null, DESCTAREFAEXTERNO: 'Visita' }
const sentAppointment = { colaborador: 7, cliente: 3, carro: null, atividade: 2, regiao: null, ...times, status: 'A', motivoEstorno: null }
const reversal = { status: 'I', motivoEstorno: 'Cliente desmarcou' }
/** Builds a scene that changes appointment 5, whose stored record is `was`. */
const changeAppointment =
  (body: object, was: object = {}) =>
  (): Scene => ({ body: { ...sentAppointment, id: 5, ...body }, stored: { '/compromises/5': { ...appointment, ...was } } })
const storedAppointment = (answer: unknown) => (): Scene => ({ body: { ...sentAppointment, id: 5 }, stored: { '/compromises/5': answer } })
const people = [{ ID: 7, NOMECOMPLETOUSUARIO: 'Bia', EMAILUSER: 'bia@x.co' }]
const taskChoices = [{ CODTAREFAEXTERNO: 5, DESCTAREFAEXTERNO: 'Visita', CLIENTE: 'S', CARRO: 'S', REGIAO: 'N' }]
const carChoices = [{ CODIGOCARRO: 5, PLACACARRO: 'QCA1A01', DESCRICAOCARRO: 'Fiat Strada' }]
const described = [{ ID: 5, DESCRICAO: 'Norte' }]
const query = (text: string) => () => ({ query: text })

const OTHER = 999
const userTask = (owner: number) => ({
  CODIGOTAREFA: 5,
  DESCRICAOTAREFA: 'Ligar',
  id_prioridade: 1,
  CODIGO_USUARIO: owner,
  CODIGO_STATUS: 'A',
  priority: { descricao: 'Urgente' },
})
const priority = [{ id: 1, descricao: 'Urgente' }]
const oneself = (me: number) => ({ ID: me, NOMECOMPLETOUSUARIO: 'Eu' })
const opened = (owner: number, more: object = {}) => ({ users: [...people, oneself(owner)], priority, task: { ...userTask(owner), ...more } })
const sentTaskOf = (owner: number) => ({ descricao: 'Ligar', idPrioridade: 1, idUsuario: owner, idStatus: 'A' })
const owned = (scene: (me: number) => Scene, stored: (me: number) => unknown) => (me: number) => ({
  ...scene(me),
  stored: { '/user-task/5': stored(me) },
})
/** Builds scenes that read, change or toggle task 5. In each of them, the task is stored in a different state. */
const ownership = (scene: (me: number) => Scene) => ({
  plain: owned(scene, (me) => opened(me)),
  "another's": owned(scene, () => opened(OTHER)),
  'own, inactive': owned(scene, (me) => opened(me, { CODIGO_STATUS: 'I' })),
  missing: owned(scene, () => status(404)),
  failing: owned(scene, () => status(500)),
  'of another id': owned(scene, (me) => opened(me, { CODIGOTAREFA: 6 })),
  'without owner': owned(scene, (me) => opened(me, { CODIGO_USUARIO: undefined })),
  'owner null': owned(scene, (me) => opened(me, { CODIGO_USUARIO: null })),
  'the owner as a text': owned(scene, (me) => opened(me, { CODIGO_USUARIO: String(me) })),
  'no task': owned(scene, () => ({ users: people, priority, task: null })),
  empty: owned(scene, () => ({})),
})
const task5 = () => ({ path: { id: 5 } })
const createTask = (more: object) => (me: number) => ({ body: { ...sentTaskOf(me), ...more } })
const changeTask =
  (more: object, owner?: number) =>
  (me: number): Scene => ({ body: { ...sentTaskOf(me), id: 5, ...more }, stored: { '/user-task/5': opened(owner ?? me) } })
const { idUsuario: _, ...ownerAbsent } = sentTaskOf(OTHER)

export const scenes: Scenes = {
  ...Object.assign(
    {},
    ...registers.map(({ calls, id, change: sent, changed: stored, name }) => ({
      [`GET ${calls}`]: list({ [id]: 5, ...stored }),
      [`GET ${calls}/{id}`]: one({ [id]: 5, ...stored }),
      [`POST ${calls}`]: create(sent, name),
      [`PUT ${calls}`]: change(sent),
    })),
  ),

  'GET /datatocompromise': {
    reply: {
      compromissos: [appointmentRow],
      colab: people,
      atividades: taskChoices,
      clientes: [{ CODIGOCLIENTE: 3, NOMEFANTASIACLIENTE: 'Sementes' }],
      carros: carChoices,
      regioes: described,
    },
    scenes: { plain },
  },
  'GET /compromises': {
    reply: [appointmentRow],
    scenes: {
      plain,
      filtered: query('colaboradores=7&colaboradores=8&atividades=2&departamentos=3&dataInicial=2026-11-01&dataFinal=2026-11-30'),
      'a bracketed list': () => ({ query: 'colaboradores[]=7', asks: 'colaboradores=7' }),
      'bracketed lists': () => ({
        query: 'colaboradores[]=7&colaboradores[]=8&atividades[]=2&departamentos[]=3&clientes=1',
        asks: 'colaboradores=7&colaboradores=8&atividades=2&departamentos=3&clientes=1',
      }),
      'a list in both forms': query('colaboradores[]=7&colaboradores=8'),
      'a bracketed day': query('dataInicial[]=2026-11-01'),
      'an id 01': query('colaboradores=7&colaboradores=01'),
      'an id as a list': query('colaboradores=7,8'),
      'no id': query('colaboradores='),
      'two first days': query('dataInicial=2026-11-01&dataInicial=2026-11-02'),
      'no day': query('dataInicial='),
      'no such day': query('dataFinal=2026-02-30'),
    },
  },
  'GET /compromises/data-filter': { reply: { atividades: taskChoices, colaboradores: people, departamentos: described }, scenes: { plain } },
  'GET /compromises/{id}': one(appointment),
  'POST /compromises': {
    reply: { id: 5 },
    scenes: {
      plain: send(sentAppointment),
      'only what is required': send({ colaborador: 7, atividade: 2, ...times, status: 'A' }),
      'several people': send({ ...sentAppointment, outros: [8, 9] }),
      'others as texts': send({ ...sentAppointment, outros: ['8'] }),
      'another 0': send({ ...sentAppointment, outros: [0] }),
      'two days': send({ ...sentAppointment, dataFim: '2026-11-21', horaFim: '07:00' }),
      reversed: send({ ...sentAppointment, ...reversal }),
      'reversed without a reason': send({ ...sentAppointment, status: 'I' }),
      'no status': send({ ...sentAppointment, status: undefined }),
      'status null': send({ ...sentAppointment, status: null }),
      'an id': send({ ...sentAppointment, id: 5 }),
      'no person': send({ ...sentAppointment, colaborador: null }),
      'a person as a text': send({ ...sentAppointment, colaborador: '7' }),
      'no activity': send({ ...sentAppointment, atividade: undefined }),
      'no start': send({ ...sentAppointment, horaIni: '' }),
      'no end': send({ ...sentAppointment, dataFim: undefined }),
      '24:00': send({ ...sentAppointment, horaFim: '24:00' }),
      'ends a day before': send({ ...sentAppointment, dataFim: '2026-11-19' }),
      'ends an hour before': send({ ...sentAppointment, horaFim: '07:59' }),
      'an unknown field': send({ ...sentAppointment, MOTIVO: 'x' }),
      repeats: send({ ...sentAppointment, repete: { unidade: 'semana', intervalo: 1, dias: [5], vezes: 3 } }),
      'repeats without an end': send({ ...sentAppointment, repete: { unidade: 'semana', intervalo: 1, dias: [5] } }),
      'repeats every 13 weeks': send({ ...sentAppointment, repete: { unidade: 'semana', intervalo: 13, dias: [5], vezes: 3 } }),
      'repeats reversed': send({ ...sentAppointment, ...reversal, repete: { unidade: 'mes', intervalo: 1, vezes: 3 } }),
    },
  },
  'POST /compromises/copy-week': {
    reply: { criados: 3, extra: 1 },
    scenes: {
      plain: send({ colaborador: 7, de: '2026-11-16', para: '2026-11-23' }),
      'no person': send({ de: '2026-11-16', para: '2026-11-23' }),
      'the same week': send({ colaborador: 7, de: '2026-11-16', para: '2026-11-22' }),
      'an unknown field': send({ colaborador: 7, de: '2026-11-16', para: '2026-11-23', status: 'I' }),
    },
  },
  'PUT /compromises': {
    reply: {},
    scenes: {
      plain: changeAppointment({}),
      reverses: changeAppointment(reversal),
      'with the following ones': changeAppointment({ proximos: true }),
      'following ones as a text': changeAppointment({ proximos: 'S' }),
      'stored reversed, with the following ones': changeAppointment({ proximos: true }, { status: 'I', MOTIVO: 'Chuva' }),
      'reverses without a reason': changeAppointment({ status: 'I' }),
      'reverses with an empty reason': changeAppointment({ status: 'I', motivoEstorno: ' ' }),
      'reverses, reason not sent': changeAppointment({ status: 'I', motivoEstorno: undefined }),
      'stored reversed': changeAppointment({}, { status: 'I', MOTIVO: 'Chuva' }),
      'stored reversed, sent reversed': changeAppointment(reversal, { status: 'I', MOTIVO: 'Chuva' }),
      missing: storedAppointment(status(404)),
      failing: storedAppointment(status(500)),
      refused: storedAppointment(status(401)),
      'of another id': changeAppointment({}, { ID: 6 }),
      'of another id, reversed': changeAppointment({}, { ID: 6, status: 'I' }),
      'without id': changeAppointment({}, { ID: undefined }),
      'without status': changeAppointment({}, { status: undefined }),
      'status null': changeAppointment({}, { status: null }),
      empty: storedAppointment({}),
      'a list': storedAppointment([appointment]),
      ID: () => ({ ...changeAppointment({ id: undefined, ID: 5 })(), sends: { ...sentAppointment, id: 5 } }),
      'ID and the same id': () => ({ ...changeAppointment({ ID: 5 })(), sends: { ...sentAppointment, id: 5 } }),
      'ID and another id': changeAppointment({ ID: 6 }),
      'no id': changeAppointment({ id: undefined }),
      'id 0': changeAppointment({ id: 0 }),
      'no status': changeAppointment({ status: undefined }),
      'ends a day before': changeAppointment({ dataFim: '2026-11-19' }),
      'ends an hour before': changeAppointment({ horaFim: '07:59' }),
    },
  },

  'GET /dash/calendarioOndeEstou': {
    reply: { users: people, atividades: taskChoices, veiculos: carChoices, departamentos: described },
    scenes: { plain },
  },
  'POST /dash/calendarioOndeEstou': {
    reply: [{ id: 5, name: 'Bia', color: '#123456', start: '2026-11-20T08:00:00', end: '2026-11-20T10:30:00', extra: 1 }],
    scenes: {
      plain: send({ users: [7] }),
      'the whole filter': send({ users: [], atividade: [2], veiculo: [5], departamento: [3], dataInicio: null, dataFim: '2026-11-30' }),
      'reversed ones of their own': (me) => ({ body: { users: [me], estornados: true } }),
      'reversed ones of another': send({ users: [OTHER], estornados: true }),
      'reversed ones of their own and another': (me) => ({ body: { users: [me, OTHER], estornados: true } }),
      'reversed ones of everybody': send({ estornados: true }),
      'one id for a list': send({ users: 7 }),
      'an id as a text': send({ users: ['7'] }),
      'an empty day': send({ users: [7], dataInicio: '' }),
      'an unknown field': send({ users: [7], regiao: [1] }),
      'no body': () => ({}),
    },
  },
  'GET /detailcalendar/{id}': one({
    cliente: null,
    atividade: 'Visita',
    carro: null,
    regiao: null,
    dataInicio: '2026-11-20',
    horaInicio: '08:00',
    dataFim: '2026-11-20',
    horaFim: '10:30',
  }),
  'GET /userstofilter': { reply: people, scenes: { plain } },

  'GET /user-task': {
    reply: { users: people, priority },
    scenes: {
      plain: (me) => ({ query: `request=data&id=${me}`, reply: { users: [...people, oneself(me)], priority } }),
      grid: (me) => ({ query: `request=grid&id=${me}&typeOf=open`, reply: { users: [...people, oneself(me)], userTasks: [] } }),
      closed: (me) => ({ query: `request=grid&id=${me}&typeOf=closed` }),
      "another's": query(`request=data&id=${OTHER}`),
      "another's grid": query(`request=grid&id=${OTHER}&typeOf=open`),
      'no request': (me) => ({ query: `id=${me}` }),
      'no id': query('request=data'),
      'an empty id': query('request=data&id='),
      'two requests': (me) => ({ query: `request=data&request=grid&id=${me}` }),
      'two ids': (me) => ({ query: `request=data&id=${me}&id=${OTHER}` }),
      'another request': (me) => ({ query: `request=all&id=${me}` }),
      'another type': (me) => ({ query: `request=grid&id=${me}&typeOf=all` }),
      'an unknown parameter': (me) => ({ query: `request=data&id=${me}&user=${OTHER}` }),
      'no query': plain,
    },
  },
  'GET /user-task/{id}': { reply: {}, scenes: { ...ownership(task5), 'id 0': () => ({ path: { id: 0 } }) } },
  'POST /user-task': {
    reply: { id: 5 },
    scenes: {
      plain: createTask({}),
      'id 0': createTask({ id: 0 }),
      "another's": createTask({ idUsuario: OTHER }),
      'no owner': createTask({ idUsuario: undefined }),
      'owner null': createTask({ idUsuario: null }),
      'the owner as a text': (me) => createTask({ idUsuario: String(me) })(me),
      'an id': createTask({ id: 5 }),
      'no description': createTask({ descricao: '' }),
      'no priority': createTask({ idPrioridade: null }),
      'on a day': createTask({ dia: '2026-12-02' }),
      'on no such day': createTask({ dia: '2026-02-30' }),
      'an unknown field': createTask({ CODIGO_USUARIO: OTHER }),
    },
  },
  'PUT /user-task': {
    reply: {},
    scenes: {
      ...ownership((me) => ({ body: { ...sentTaskOf(me), id: 5 } })),
      "another's, as another's": changeTask({ idUsuario: OTHER }, OTHER),
      'to another': changeTask({ idUsuario: OTHER }),
      'owner absent from the change': (me) => ({ ...changeTask({})(me), body: { ...ownerAbsent, id: 5 } }),
      "owner absent from the change, another's": (me) => ({ ...changeTask({}, OTHER)(me), body: { ...ownerAbsent, id: 5 } }),
      'owner null in the change': changeTask({ idUsuario: null }),
      'no id': changeTask({ id: undefined }),
      'id 0': changeTask({ id: 0 }),
      'to a day': changeTask({ dia: '2026-12-02' }),
      'to no day': changeTask({ dia: null }),
      'to an empty day': changeTask({ dia: '' }),
      'an unknown field': changeTask({ CODIGO_USUARIO: OTHER }),
    },
  },
  'PATCH /user-task/{id}': {
    reply: { CODIGO_STATUS: 'I' },
    scenes: {
      ...ownership(task5),
      'a body': (me) => ({ path: { id: 5 }, body: { idUsuario: me }, stored: { '/user-task/5': opened(me) } }),
      'id 0': () => ({ path: { id: 0 } }),
    },
  },
}
