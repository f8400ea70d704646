// The spreadsheets of projects and their steps.
import { eq } from 'drizzle-orm'
import type { FormOf } from '../register.ts'
import { projects, projectSteps, statuses, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { dayOrNone, decimalOf, finder, oneOf, percentOf, sheet, statusOf } from '../sheet.ts'
import { projectColumns, stepColumns } from './projects.ts'

const typeOf = oneOf({ p: 'P', produto: 'P', t: 'T', tecnologia: 'T' }, 'tipo')

export const namesOfStatuses = async (db: Db) =>
  finder(
    'Status',
    (await db.select().from(statuses)).map(({ id, description }) => [description, id]),
  )
export const namesOfPeople = async (db: Db) => {
  const people = await db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(eq(users.staff, true))
  return finder(
    'Colaborador',
    people.flatMap(({ id, name, email }) => [[name, id] as const, [email, id] as const]),
  )
}

export const projectSheet = sheet('POST /trackprojetos', {
  table: projects,
  key: ['description'],
  percents: ['progresso'],
  heads: {
    descricao: 'o que identifica o projeto',
    tipo: 'P ou Produto, T ou Tecnologia',
    situacao: 'como Em desenvolvimento',
    prioridade: '0 a 5',
    progresso: '0 a 100',
    tarefa: 'número no Redmine ?',
    inicio: 'dia, 25/11/2026 ou 2026-11-25 ?',
    fim: 'dia ?',
    observacao: 'texto ?',
  },
  optional: { tarefa: 'task_number', inicio: 'starts_on', fim: 'ends_on', observacao: 'note' },
  names: async (db) => ({ state: await namesOfStatuses(db) }),
  body: (values, { state }) => ({
    descricao: () => values['descricao'],
    idTipoProjeto: () => typeOf(values['tipo']),
    idStatusRedmine: () => state?.(values['situacao'] ?? ''),
    prioridade: () => decimalOf(values['prioridade']),
    progresso: () => percentOf(values['progresso']),
    idTarefaRedmine: () => (values['tarefa'] ? decimalOf(values['tarefa']) : null),
    dataIni: () => dayOrNone('inicio', values),
    dataFim: () => dayOrNone('fim', values),
    observacao: () => values['observacao'] ?? '',
    idStatus: () => statusOf(values['status']),
    clientesSolicitantes: null,
    tipoProjeto: null,
  }),
  row: (body: FormOf<'POST /trackprojetos'>) => projectColumns(body),
})

export const stepSheet = sheet('POST /trackprojetos-steps', {
  table: projectSteps,
  key: ['project_id', 'description'],
  percents: ['progresso'],
  heads: {
    projeto: 'descrição do projeto',
    descricao: 'o que identifica a etapa no projeto',
    responsavel: 'nome completo ou e-mail',
    progresso: '0 a 100',
    inicio: 'dia, 25/11/2026 ou 2026-11-25 ?',
    fim: 'dia ?',
    observacao: 'texto ?',
  },
  optional: { inicio: 'starts_on', fim: 'ends_on', observacao: 'note' },
  names: async (db) => ({
    project: finder(
      'Projeto',
      (await db.select().from(projects)).map(({ id, description }) => [description, id]),
    ),
    person: await namesOfPeople(db),
  }),
  body: (values, { project, person }) => ({
    idAcompanhamentoProjeto: () => project?.(values['projeto'] ?? ''),
    descricao: () => values['descricao'],
    idResponsavel: () => person?.(values['responsavel'] ?? ''),
    progresso: () => percentOf(values['progresso']),
    dataInicial: () => dayOrNone('inicio', values),
    dataFinal: () => dayOrNone('fim', values),
    observacao: () => values['observacao'] ?? '',
    idStatus: () => statusOf(values['status']),
  }),
  row: (body: FormOf<'POST /trackprojetos-steps'>) => ({ ...stepColumns(body), projectId: body.idAcompanhamentoProjeto }),
})
