// The drawer of user tasks. People see their own tasks there; a supervisor sees anybody's.
import { z } from 'zod'
import { absent, all, any, cut, is, me, S, type Ref } from '../access.ts'
import { call, read } from '../call.ts'
import { messages as common } from '../messages.ts'
import { DESCRIPTION, type TextField } from '../text.ts'
import { Chosen, Created, Day, Done, Id, IdText, NewId, PersonName, Status, text, Version, Words, WrittenDay } from '../wire.ts'

export const messages = {
  created: 'Tarefa criada com sucesso!',
  changed: 'Tarefa alterada com sucesso!',
  saveFailed: 'Falha ao salvar atividade!',
  loadFailed: 'Falha ao carregar os dados!',
  tooMany: 'Essa pessoa já tem 1.000 tarefas abertas. Conclua alguma antes.',
}

export const UserTask = z.object({
  CODIGOTAREFA: Id,
  DESCRICAOTAREFA: Words,
  id_prioridade: Id.nullable(),
  CODIGO_USUARIO: Id,
  CODIGO_STATUS: Status,
  priority: z.object({ descricao: Words }).nullable(),
  /** Addition to the contract: the day for which the task is planned. */
  dia: Day.nullish(),
})
export type UserTask = z.output<typeof UserTask>

const StoredUserTask = UserTask.extend({ versao: Version })

const users = z.array(PersonName)
const priority = z.array(z.object({ id: Id, descricao: Words }))
const OneTask = z.object({ users, priority, task: StoredUserTask })

export const TASK: TextField = { ...DESCRIPTION, empty: common.required }

const fields = { descricao: text(TASK), idPrioridade: Chosen, idStatus: Status, dia: WrittenDay.nullish() }

/** Reduces the people in a reply to the caller alone, unless the caller is a supervisor. */
const themselves = (reply: Ref<{ users: { ID: number }[] }>) => [cut.list(reply.users, is(reply.users.each.ID, me.id), S)]

const menu = 'session'
// A copy of the call without a rule, which the rules below read. In the list of calls, this call has a rule about its own reply.
const stored = call('GET /user-task/{id}', { title: 'Abrir uma atividade de uma pessoa', menu, reply: OneTask })
const ownTask = (id: Ref<number>) => {
  const { task } = read(stored, id)
  return all(is(task.CODIGOTAREFA, id), is(task.CODIGO_USUARIO, me.id))
}

export const userTasks = [
  call('GET /user-task', {
    title: 'Ver as atividades de uma pessoa',
    menu,
    /** `typeOf` applies only to the request `grid`, and is 'open' by default. */
    query: z.strictObject({ request: z.enum(['data', 'grid']), id: IdText, typeOf: z.enum(['open', 'closed']).optional() }),
    rule: ({ query }) => any(S, is(query.id, me.id)),
    reply: z.union([z.object({ users, priority }), z.object({ users, userTasks: z.array(UserTask) })]),
    cut: themselves,
  }),
  call('GET /user-task/{id}', { title: stored.title, menu, rule: ({ path }) => any(S, ownTask(path.id)), reply: OneTask, cut: themselves }),
  call('POST /user-task', {
    title: 'Criar atividade de uma pessoa',
    menu,
    body: z.strictObject({ id: NewId, idUsuario: Chosen, ...fields }),
    perMinute: 30,
    rule: ({ body }) => any(S, is(body.idUsuario, me.id)),
    reply: Created,
  }),
  call('PUT /user-task', {
    title: 'Alterar atividade de uma pessoa',
    menu,
    body: z.strictObject({ id: Id, versao: Version, idUsuario: Chosen.optional(), ...fields }),
    rule: ({ body }) => any(S, all(any(absent(body.idUsuario), is(body.idUsuario, me.id)), ownTask(body.id))),
    judged: ({ body }) => read(stored, body.id).task.versao,
    reply: Done,
  }),
  call('PATCH /user-task/{id}', {
    title: 'Concluir ou reabrir atividade de uma pessoa',
    menu,
    rule: ({ path }) => any(S, ownTask(path.id)),
    reply: UserTask.pick({ CODIGO_STATUS: true }),
  }),
]
