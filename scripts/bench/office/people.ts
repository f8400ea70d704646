// The people of the office and their day. A visit is the page and what the browser asks after it; files of the build are in the browser's cache.
import { setTimeout } from 'node:timers/promises'
import { atWall, addDays, wallDay, wallTime } from '../../../shared/clock.ts'
import type { MenuNode } from '../../../shared/features/users.ts'
import type { TimeEntry } from '../../../shared/features/track.ts'
import { createTraffic, type Person, type Traffic } from './traffic.ts'

/** The password of every person. */
export const PASSWORD = 'trem bom de senha'
const MENUS = ['/clientes', '/onde-estou', '/calendario', '/track', '/controle-servicos', '/pendencias-ped', '/painel-onde-estou']
/** Number of people whom a supervisor may add per minute in one session. */
const PER_SESSION = 30
/** Share of the day in which the people arrive. */
const ARRIVAL = 0.2
/** Pause in ms between two requests of a wall. */
const POLL = 25_000
/** Ids of the demo company, which every time entry or appointment needs. */
const work = { idAtividade: 1, idCategoria: 1, idModulo: 1 }

const newcomer = (email: string, nth: number, name = email): Person => ({
  id: 0,
  name,
  email,
  address: `10.0.${nth >> 8}.${nth & 255}`,
  cookie: '',
  saved: new Map(),
})

/** Adds people to the demo company, as a supervisor does on screen. */
export async function addPeople(url: string, count: number, password: string) {
  const people = Array.from({ length: count }, (_, i) => newcomer(`pessoa${i}@exemplo.com.br`, i + 1, `Pessoa ${String(i).padStart(4, '0')}`))
  const { read, save, signIn, wrong } = createTraffic(url)
  for (let from = 0; from < count; from += PER_SESSION) {
    const supervisor = newcomer('supervisor@exemplo.com.br', 0)
    await signIn(supervisor, password)
    const told = await read(supervisor, '/api/users/data', () => true)
    if (wrong.length > 0) throw new Error(wrong[0])
    const { menus } = JSON.parse(told) as { menus: MenuNode[] }
    const held = menus.flatMap(({ dados }) => dados).filter(({ ROTA = '' }) => MENUS.includes(ROTA))
    const some = people.slice(from, from + PER_SESSION)
    for (const { name, email } of some) {
      const person = { nomeCompleto: name, email, status: 'A', departamento: 3, supervisor: 'N', menus: held.map(({ ID }) => ID) }
      await save(supervisor, 'POST /users', { ...person, password: PASSWORD, passwordConfirma: PASSWORD })
    }
  }
  if (wrong.length > 0) throw new Error(wrong[0])
  return people
}

/** The actions of a day, in their order. `today` is the day of the company. */
function actionsOf({ read, save, signIn }: Traffic, today: string) {
  const page = (person: Person, path: string) => read(person, path, (text) => text.includes(`"name":"${person.name}"`))
  const call = (person: Person, path: string, fits: (text: string) => boolean = () => true, body?: object) => read(person, `/api${path}`, fits, body)
  /** Texts of a person contain the person's name. A text of another person must not be in an answer about one's own records. */
  const isOwn = ({ name }: Person, text: string) => (text.match(/(?:Tarefa|Tempo) de Pessoa \d+/g) ?? []).every((one) => one.endsWith(name))
  const own = (person: Person) => (text: string) => isOwn(person, text)
  const countOf = ({ saved }: Person, path: string) => [...saved.keys()].filter((one) => one.startsWith(path)).length
  const pathOf = ({ saved }: Person, path: string) => [...saved.keys()].find((one) => one.startsWith(path)) ?? ''
  const holds = async (person: Person, path: string, expected: string) => (await call(person, path)).includes(expected)

  const agenda = (person: Person) => {
    const ids = [...person.saved.keys()].filter((path) => path.startsWith('/compromises/')).map((path) => path.slice('/compromises/'.length))
    return call(person, '/datatocompromise', (text) => ids.every((id) => text.includes(`{"ID":${id},"CODCOLABORADOR":${person.id},`)))
  }
  const aroundOf = ({ id }: Person, day: string) => `/compromises?colaboradores=${id}&dataInicial=${day}&dataFinal=${day}`
  const tasks = (person: Person) => call(person, `/user-task?request=grid&id=${person.id}`, own(person))
  const month = (first: string) => ({ users: [], atividade: [], veiculo: [], departamento: [], dataInicio: first, dataFim: addDays(first, 41) })

  return {
    enter: async (person: Person) => {
      await read({ ...person, id: 0 }, '/', (text) => text.includes('password'))
      await signIn(person, PASSWORD)
      await page(person, '/home?aviso=bem-vindo')
    },
    home: (person: Person) =>
      read(person, '/home', (text) => {
        const open = [...person.saved.values()].filter((expected) => expected.startsWith('"DESCRICAOTAREFA"')).map((one) => one.split('"')[3] ?? '')
        return text.includes(`"name":"${person.name}"`) && isOwn(person, text) && open.every((task) => text.includes(task))
      }),
    agenda: async (person: Person) => {
      await page(person, '/onde-estou')
      await agenda(person)
    },
    clients: (person: Person) => page(person, '/clientes'),
    board: (person: Person) => page(person, '/pendencias-ped'),
    calendar: async (person: Person) => {
      await page(person, '/calendario')
      await call(person, '/dash/calendarioOndeEstou', (text) => text.startsWith('['), month(today))
    },
    /** The spreadsheet is made in the browser, from the list with the filter of a month. */
    export: (person: Person) => call(person, `/compromises?dataInicial=${addDays(today, -15)}&dataFinal=${addDays(today, 15)}`),
    start: async (person: Person) => {
      await page(person, '/track')
      await call(person, '/track-months')
      const descricao = `Tempo de ${person.name}`
      const isStored = () => holds(person, '/track/check', descricao)
      const { id } = await save(person, 'POST /track', { ...work, descricao }, isStored)
      person.saved.set(`/track/${id ?? (JSON.parse(await call(person, '/track/check')) as TimeEntry).id}`, '"horaFim":null')
    },
    stop: async (person: Person) => {
      const [path = ''] = [...person.saved].find(([, expected]) => expected === '"horaFim":null') ?? []
      const { id, versao, dataHoraInicio } = JSON.parse(await call(person, path, own(person))) as TimeEntry
      const horaFim = wallTime(Math.max(Date.now(), atWall(dataHoraInicio) + 1000)).slice(11)
      const expected = `"horaFim":"${horaFim}"`
      const body = { id, versao, ...work, descricao: `Tempo de ${person.name}`, dataHoraInicio, horaFim }
      await save(person, 'PUT /track', body, () => holds(person, path, expected))
      person.saved.set(path, expected)
      await call(person, '/track', own(person))
    },
    newAppointment: async (person: Person) => {
      const day = addDays(today, countOf(person, '/compromises/'))
      await call(person, aroundOf(person, day))
      const when = { dataIni: day, horaIni: '08:00', dataFim: day, horaFim: '09:30' }
      const { id } = await save(person, 'POST /compromises', { colaborador: person.id, atividade: 1, cliente: null, ...when, status: 'A' })
      person.saved.set(`/compromises/${id}`, `"CODCOLABORADOR":${person.id},`)
      await agenda(person)
    },
    changeAppointment: async (person: Person) => {
      const path = pathOf(person, '/compromises/')
      const {
        ID,
        versao,
        dataIni,
        horaFim: end,
      } = JSON.parse(await call(person, path)) as { ID: number; versao: number; dataIni: string; horaFim: string }
      await call(person, aroundOf(person, dataIni))
      const horaFim = `${Number(end.slice(0, 2)) + 1}:30`
      const when = { dataIni, horaIni: '08:00', dataFim: dataIni, horaFim }
      const expected = `"horaFim":"${horaFim}"`
      const body = { id: ID, versao, colaborador: person.id, atividade: 1, cliente: null, ...when, status: 'A' }
      await save(person, 'PUT /compromises', body, () => holds(person, path, expected))
      person.saved.set(path, expected)
      await agenda(person)
    },
    newTask: async (person: Person) => {
      await call(person, `/user-task?request=data&id=${person.id}`)
      const descricao = `${countOf(person, '/user-task/')}ª Tarefa de ${person.name}`
      const { id } = await save(person, 'POST /user-task', { idUsuario: person.id, descricao, idPrioridade: 1, idStatus: 'A' })
      person.saved.set(`/user-task/${id}`, `"DESCRICAOTAREFA":"${descricao}"`)
      await tasks(person)
    },
    finishTask: async (person: Person) => {
      const path = pathOf(person, '/user-task/')
      const { task } = JSON.parse(await call(person, path, own(person))) as {
        task: { CODIGOTAREFA: number; DESCRICAOTAREFA: string; versao: number }
      }
      const expected = '"CODIGO_STATUS":"I"'
      const body = { id: task.CODIGOTAREFA, versao: task.versao, descricao: task.DESCRICAOTAREFA, idPrioridade: 1, idStatus: 'I' }
      await save(person, 'PUT /user-task', body, () => holds(person, path, expected))
      person.saved.set(path, expected)
      await tasks(person)
    },
  }
}

/** The actions of everybody's day, in this order. */
const DAY = [
  ...(['enter', 'home', 'start', 'agenda', 'newAppointment', 'calendar', 'stop', 'start', 'clients', 'newTask', 'agenda'] as const),
  ...(['changeAppointment', 'home', 'stop', 'home', 'start', 'calendar', 'newAppointment', 'agenda', 'board', 'finishTask'] as const),
  ...(['stop', 'start', 'export', 'changeAppointment', 'clients', 'newTask', 'agenda', 'stop', 'home'] as const),
]

/** Lets everybody live the day within so many ms, and two walls poll. `middle` is called in the middle. */
export async function liveDay(traffic: Traffic, people: Person[], ms: number, middle: () => Promise<void>) {
  const actions = actionsOf(traffic, wallDay(Date.now()))
  const begun = performance.now()
  const until = (at: number) => setTimeout(Math.max(0, begun + at - performance.now()))
  const everybody = people.map(async (person, nth) => {
    const arrival = (nth / people.length) * ARRIVAL * ms
    const pace = (ms - arrival) / DAY.length
    for (const [step, action] of DAY.entries()) {
      await until(arrival + (step + Math.random()) * pace)
      await actions[action](person)
    }
  })
  const walls = ['painelOndeEstou', 'pendenciasPed'].map(async (board, nth) => {
    const person = { ...newcomer('', people.length + nth), email: people[nth]?.email ?? '', name: people[nth]?.name ?? '' }
    await actions.enter(person)
    for (let at = 0; at < ms; at += POLL) {
      await until(at)
      await traffic.read(person, `/api/dash/${board}`, (text) => text.startsWith('['))
    }
  })
  await Promise.all([...everybody, ...walls, until(ms / 2).then(middle)])
  return (performance.now() - begun) / 1000
}

/** Reads every saved record back, and asks who everybody is. Returns the number of records, and the ones that are not as they were saved. */
export async function readBack(url: string, people: Person[]) {
  const { read, wrong, counts } = createTraffic(url)
  for (const person of people) {
    await read(person, '/api/auth', (text) => text.includes(`"id":${person.id},`))
    await Promise.all([...person.saved].map(([path, expected]) => read(person, `/api${path}`, (text) => text.includes(expected))))
  }
  return { records: people.reduce((sum, { saved }) => sum + saved.size, 0), wrong, signedOut: counts.signedOut }
}
