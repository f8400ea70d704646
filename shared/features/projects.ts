// Mapeamento de Projetos: projects, their steps and the clients that ask for them.
import { z } from 'zod'
import { DEVELOPMENT, me, must, oneOf, PROJECTS } from '../access.ts'
import { call } from '../call.ts'
import { Client } from './clients.ts'
import { messages as common } from '../messages.ts'
import { DESCRIPTION } from '../text.ts'
import { Amount, Chosen, Created, Day, Decimal, Done, Id, Ids, IdText, line, NewId, note, PersonName, Status, text, Words } from '../wire.ts'

export const messages = {
  progresso: 'Não pode ser menor que 0% nem maior que 100%',
  denied: {
    createProject: 'Sem permissão para criar novo projeto.',
    changeProject: 'Sem permissão para editar projeto.',
    createStep: 'Sem permissão para criar nova etapa.',
    changeStep: 'Sem permissão para editar etapa.',
    deleteStep: 'Sem permissão para excluir etapa.',
  },
  created: 'Mapeamento criado com sucesso!',
  changed: 'Mapeamento alterado com sucesso!',
  stepCreated: 'Etapa criada com sucesso!',
  stepChanged: 'Etapa alterada com sucesso!',
  stepDeleted: 'Etapa excluída com sucesso!',
  clientsCreated: 'Clientes solicitantes criados com sucesso!',
  clientsChanged: 'Clientes solicitantes alterados com sucesso!',
  noteChanged: 'Observação alterada com sucesso!',
  clientDeleted: 'Cliente excluído com sucesso!',
}

/** P: product, T: technology. */
const ProjectType = z.enum(['P', 'T'])

export const Project = z.object({
  ID: Id,
  IDTIPOPROJETO: ProjectType,
  DESCRICAO: Words,
  IDSTATUSREDMINE: Id,
  PRIORIDADE: Amount.nullable(),
  PROGRESSO: Amount.nullable(),
  IDTAREFAREDMINE: Decimal.nullable(),
  OBSERVACAO: z.string().nullable(),
  DATAINI: Day.nullable(),
  DATAFIM: Day.nullable(),
  IDSTATUS: Status,
  CLIENTESSOLICITANTES: Amount.nullable(),
  TIPOPROJETO: Words.nullable(),
})
export type Project = z.output<typeof Project>

export const Step = z.object({
  id: Id,
  idAcompanhamentoProjeto: Id,
  descricao: Words,
  progresso: Amount.nullable(),
  idResponsavel: Id.nullable(),
  responsavel: Words.nullable(),
  observacao: z.string().nullable(),
  idStatus: Status,
  dataInicial: Day.nullable(),
  dataFinal: Day.nullable(),
})
export type Step = z.output<typeof Step>

/** A client that asks for a project. */
export const ProjectClient = z.object({ id: Id, idAcompanhamentoProjeto: Id, cliente: Words, observacao: z.string().nullable() })
export type ProjectClient = z.output<typeof ProjectClient>

export const ProjectStatus = z.object({ id: Id, descricao: Words, color: Words.nullable(), icon: Words.nullable() })
export type ProjectStatus = z.output<typeof ProjectStatus>

const Priority = z.int(common.required).min(0).max(5)
const Progress = z.number(messages.progresso).min(0, messages.progresso).max(100, messages.progresso)
const observacao = note('Observação').nullish()

const project = {
  idTipoProjeto: z.enum(['P', 'T'], common.required),
  descricao: text({ ...DESCRIPTION, max: 150, empty: common.required }),
  idStatusRedmine: Chosen,
  prioridade: Priority,
  progresso: Progress,
  idTarefaRedmine: Id.nullish(),
  observacao,
  dataIni: Day.nullish(),
  dataFim: Day.nullish(),
  idStatus: Status,
  // Read with the project; they come back with the form and change nothing.
  clientesSolicitantes: z.int().min(0).max(100_000).nullish(),
  tipoProjeto: line('Tipo de projeto', 50).nullish(),
}
const step = {
  idAcompanhamentoProjeto: Id,
  descricao: text({ ...DESCRIPTION, max: 150, empty: common.required }),
  progresso: Progress,
  idResponsavel: Chosen,
  observacao,
  idStatus: Status,
  dataInicial: Day.nullish(),
  dataFinal: Day.nullish(),
}

const data = z.literal('true')
const idTrackProject = IdText

const menu = '/mapeamento-projetos'
/** A supervisor of another department does not. */
const mapper = (message: string) => () => must(oneOf(me.departamento, PROJECTS, DEVELOPMENT), message)

export const projects = [
  call('GET /trackprojetos', { title: 'Ver os projetos', menu, reply: z.array(Project) }),
  // These two before {id}, which would take their names for one.
  call('GET /trackprojetos/data', {
    title: 'Ver os tipos e status de projeto',
    menu: [menu, '/dash-track-projects', '/controle-servicos'],
    reply: z.object({ tipoProjeto: z.array(z.object({ id: ProjectType, descricao: Words })), status: z.array(ProjectStatus) }),
  }),
  call('GET /trackprojetos/complete/{id}', {
    title: 'Ver um projeto com etapas e clientes',
    menu,
    reply: z.object({ projeto: Project, etapas: z.array(Step), clientes: z.array(ProjectClient) }),
  }),
  call('GET /trackprojetos/{id}', { title: 'Abrir um projeto', menu, reply: Project }),
  call('POST /trackprojetos/filter', {
    title: 'Filtrar projetos',
    menu,
    body: z.strictObject({
      statusRedmine: Ids.optional(),
      prioridadeTarefas: z.array(Priority).max(1000).optional(),
      tipoProjeto: z.array(ProjectType).max(1000).optional(),
    }),
    reply: z.array(Project),
    safe: true,
  }),
  call('POST /trackprojetos', {
    title: 'Criar projeto',
    menu,
    body: z.strictObject({ id: NewId, ...project }),
    rule: mapper(messages.denied.createProject),
    reply: Created,
  }),
  call('PUT /trackprojetos', {
    title: 'Alterar projeto',
    menu,
    body: z.strictObject({ id: Id, ...project }),
    rule: mapper(messages.denied.changeProject),
    reply: Done,
  }),

  /** A project's steps, or with `data` the people who may answer for one. */
  call('GET /trackprojetos-steps', {
    title: 'Ver as etapas de um projeto',
    menu,
    query: z.union([z.strictObject({ idTrackProject }), z.strictObject({ data })]),
    reply: z.union([z.array(Step), z.object({ users: z.array(PersonName) })]),
  }),
  call('GET /trackprojetos-steps/{id}', { title: 'Abrir uma etapa', menu, reply: Step }),
  call('POST /trackprojetos-steps', {
    title: 'Criar etapa',
    menu,
    body: z.strictObject({ id: NewId, ...step }),
    rule: mapper(messages.denied.createStep),
    reply: Created,
  }),
  call('PUT /trackprojetos-steps', {
    title: 'Alterar etapa',
    menu,
    body: z.strictObject({ id: Id, ...step }),
    rule: mapper(messages.denied.changeStep),
    reply: Done,
  }),
  /** Deletes the step, whatever the method says. */
  call('PATCH /trackprojetos-steps/{id}', { title: 'Excluir etapa', menu, rule: mapper(messages.denied.deleteStep), reply: Done }),

  /** A project's clients, or with `data` those that may still be added. */
  call('GET /trackprojetos-clients', {
    title: 'Ver os clientes de um projeto',
    menu,
    query: z.strictObject({ idTrackProject, data: data.optional() }),
    reply: z.union([z.array(ProjectClient), z.object({ clients: z.array(Client.pick({ CODIGOCLIENTE: true, NOMEFANTASIACLIENTE: true })) })]),
  }),
  call('POST /trackprojetos-clients', {
    title: 'Incluir clientes em um projeto',
    menu,
    body: z.strictObject({ id: NewId, idAcompanhamentoProjeto: Id, idClients: Ids.min(1, common.required), observacao }),
    reply: Created,
  }),
  call('PUT /trackprojetos-clients', {
    title: 'Alterar a observação de um cliente do projeto',
    menu,
    body: z.strictObject({ id: Id, observacao }),
    reply: Done,
  }),
  call('DELETE /trackprojetos-clients/{id}', { title: 'Retirar cliente de um projeto', menu, reply: Done }),
]
