// Mapeamento de Projetos: the projects, with the steps and the interested clients of each.
import { z } from 'zod'
import { DEVELOPMENT, me, must, oneOf, PROJECTS } from '../access.ts'
import { ANYBODYS, call, kilobytes } from '../call.ts'
import { ClientChoice } from './clients.ts'
import { History, HistoryQuery } from '../history.ts'
import { messages as common } from '../messages.ts'
import { DESCRIPTION, type TextField } from '../text.ts'
import {
  Amount,
  Chosen,
  Created,
  Day,
  Decimal,
  displayOnly,
  Done,
  Id,
  Ids,
  IdText,
  inDayOrder,
  line,
  NewId,
  note,
  PersonName,
  Status,
  text,
  Version,
  Words,
  WrittenDay,
} from '../wire.ts'

export const messages = {
  /** Messages for a newly chosen record that is inactive. */
  inactive: { responsavel: 'O responsável escolhido está inativo. Escolha outro.', cliente: 'O cliente escolhido está inativo. Escolha outro.' },
  prioridade: 'Informe uma prioridade de 0 a 5.',
  progresso: 'Não pode ser menor que 0% nem maior que 100%',
  denied: {
    createProject: 'Sem permissão para criar novo projeto.',
    changeProject: 'Sem permissão para editar projeto.',
    createStep: 'Sem permissão para criar nova etapa.',
    changeStep: 'Sem permissão para editar etapa.',
    deleteStep: 'Sem permissão para excluir etapa.',
  },
  /** Warning for a project that is finished by its status but not by its progress. */
  overAt: (progress: string) => `O status diz que o projeto terminou, e o progresso é ${progress}.`,
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

const ProjectType = z.enum(['P', 'T'])
export const projectTypes = { P: 'Produto', T: 'Tecnologia' } as const satisfies Record<z.output<typeof ProjectType>, string>

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
  /** 'P' or 'T'. */
  TIPOPROJETO: Words.nullable(),
})
export type Project = z.output<typeof Project>

/** A project that is opened for editing. */
export const StoredProject = Project.extend({ versao: Version })

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
  versao: Version,
})
export type Step = z.output<typeof Step>

/** A client that is interested in a project. */
export const ProjectClient = z.object({
  id: Id,
  idAcompanhamentoProjeto: Id,
  /** The client's id, as a list with one element, because POST has this format. */
  idClients: z.array(Id).optional(),
  cliente: Words,
  observacao: z.string().nullable(),
  versao: Version,
})
export type ProjectClient = z.output<typeof ProjectClient>

/** Addition to the contract: `uso` is 'P' if only projects use the status, and 'S' if only service controls use it. Null or absent means both. */
export const ProjectStatus = z.object({
  id: Id,
  descricao: Words,
  color: Words.nullable(),
  icon: Words.nullable(),
  uso: z.enum(['P', 'S']).nullish(),
})
export type ProjectStatus = z.output<typeof ProjectStatus>

/** A project that a client requests, as the page of the client shows it. */
const ClientProject = z.object({
  id: Id,
  descricao: Words,
  status: ProjectStatus.omit({ id: true, uso: true }),
  progresso: Amount,
  dataFim: Day.nullable(),
  idStatus: Status,
})

/** A bar of the Gantt chart. `progresso` is between 0 and 100. */
export const RoadmapTask = z.object({
  descricao: Words,
  status: Words.nullable(),
  prioridade: Amount.nullable(),
  progresso: Amount.nullable(),
  numRedmine: Amount.nullable(),
  obs: Words.nullable(),
  dataInicio: displayOnly(Day).nullable(),
  dataFim: displayOnly(Day).nullable(),
})
export type RoadmapTask = z.output<typeof RoadmapTask>

/** Whether a status means that the project is finished. Such a status is recognised by its icon. */
export const isOverStatus = ({ icon }: { icon: string | null }) => icon === 'mdi-check'

const Priority = z.int(common.required).min(0, messages.prioridade).max(5, messages.prioridade)
const Progress = z.number(messages.progresso).min(0, messages.progresso).max(100, messages.progresso)
/** The field for the description of a project or a step. */
export const CALLED: TextField = { ...DESCRIPTION, max: 150, empty: common.required }
export const NOTE = { name: 'Observação', max: 4000 }
const observacao = note(NOTE.name, NOTE.max).nullish()

const project = {
  idTipoProjeto: z.enum(['P', 'T'], common.required),
  descricao: text(CALLED),
  idStatusRedmine: Chosen,
  prioridade: Priority,
  progresso: Progress,
  idTarefaRedmine: Id.nullish(),
  observacao,
  dataIni: WrittenDay.nullish(),
  dataFim: WrittenDay.nullish(),
  idStatus: Status,
  // Fields of the reply that the form sends back. They are accepted but change nothing.
  clientesSolicitantes: z.int().min(0).max(100_000).nullish(),
  tipoProjeto: line('Tipo de projeto', 50).nullish(),
}
const step = {
  idAcompanhamentoProjeto: Id,
  descricao: text(CALLED),
  progresso: Progress,
  idResponsavel: Chosen,
  observacao,
  idStatus: Status,
  dataInicial: WrittenDay.nullish(),
  dataFinal: WrittenDay.nullish(),
}

const data = z.literal('true')
const idTrackProject = IdText

const menu = '/mapeamento-projetos'
/** The rule for changing projects: only people of these two departments may. A supervisor of another department may not. */
const mapper = (message: string) => () => must(oneOf(me.departamento, PROJECTS, DEVELOPMENT), message)

export const projects = [
  call('GET /trackprojetos', { title: 'Ver os projetos', menu, reply: z.array(Project) }),
  // These two calls are listed before {id}, because {id} would take their names for an id.
  call('GET /trackprojetos/data', {
    title: 'Ver os tipos e status de projeto',
    menu: [menu, '/dash-track-projects', '/controle-servicos'],
    reply: z.object({ tipoProjeto: z.array(z.object({ id: ProjectType, descricao: Words })), status: z.array(ProjectStatus) }),
  }),
  call('GET /trackprojetos/client/{id}', {
    title: 'Ver os projetos que um cliente pediu',
    added: true,
    menu,
    reply: z.array(ClientProject),
  }),
  call('GET /trackprojetos/complete/{id}', {
    title: 'Ver um projeto com etapas e clientes',
    menu,
    reply: z.object({ projeto: StoredProject, etapas: z.array(Step), clientes: z.array(ProjectClient) }),
  }),
  call('GET /trackprojetos/{id}/history', { title: 'Ver o histórico de um projeto', added: true, menu, query: HistoryQuery, reply: History }),
  call('GET /trackprojetos/{id}', { title: 'Abrir um projeto', menu, reply: StoredProject }),
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
    body: inDayOrder(z.strictObject({ id: NewId, ...project }), 'dataIni', 'dataFim'),
    rule: mapper(messages.denied.createProject),
    reply: Created,
  }),
  call('PUT /trackprojetos', {
    title: 'Alterar projeto',
    menu,
    body: inDayOrder(z.strictObject({ id: Id, versao: Version, ...project }), 'dataIni', 'dataFim'),
    rule: mapper(messages.denied.changeProject),
    reply: Done,
  }),

  /** The steps of a project. With `data` instead, the people who may be responsible for a step. */
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
    body: inDayOrder(z.strictObject({ id: NewId, ...step }), 'dataInicial', 'dataFinal'),
    rule: mapper(messages.denied.createStep),
    reply: Created,
  }),
  call('PUT /trackprojetos-steps', {
    title: 'Alterar etapa',
    menu,
    body: inDayOrder(z.strictObject({ id: Id, versao: Version, ...step }), 'dataInicial', 'dataFinal'),
    rule: mapper(messages.denied.changeStep),
    reply: Done,
  }),
  /** Deletes the step, although its method is PATCH. */
  call('PATCH /trackprojetos-steps/{id}', {
    title: 'Excluir etapa',
    menu,
    weight: () => ANYBODYS,
    rule: mapper(messages.denied.deleteStep),
    reply: Done,
  }),

  /** The clients of a project. With `data` instead, the clients that may still be added. */
  call('GET /trackprojetos-clients', {
    title: 'Ver os clientes de um projeto',
    menu,
    query: z.strictObject({ idTrackProject, data: data.optional() }),
    reply: z.union([z.array(ProjectClient), z.object({ clients: z.array(ClientChoice) })]),
  }),
  call('POST /trackprojetos-clients', {
    title: 'Incluir clientes em um projeto',
    menu,
    body: z.strictObject({ id: NewId, idAcompanhamentoProjeto: Id, idClients: Ids.min(1, common.required), observacao }),
    // The note is stored once per client, so its size counts for each of them.
    weight: ({ idClients, observacao: note }) => idClients.length * kilobytes(note ?? ''),
    reply: Created,
  }),
  call('PUT /trackprojetos-clients', {
    title: 'Alterar a observação de um cliente do projeto',
    menu,
    body: z.strictObject({ id: Id, versao: Version, observacao }),
    weight: () => ANYBODYS,
    reply: Done,
  }),
  call('DELETE /trackprojetos-clients/{id}', { title: 'Retirar cliente de um projeto', menu, weight: () => ANYBODYS, reply: Done }),

  /** The active projects whose dates overlap the year, which is the current year by default. */
  call('POST /dash/trackprojetos', {
    title: 'Ver o roadmap de projetos',
    menu: '/dash-track-projects',
    body: z.strictObject({ statusRedmine: Ids.optional(), ano: z.int().min(2000).max(2100).optional() }),
    reply: z.array(RoadmapTask),
    safe: true,
  }),
]
