// Controle de Serviços: the service controls, and the movements of hours in each control.
import { z } from 'zod'
import { absent, all, any, empty, is, must, P, unchanged } from '../access.ts'
import { ANYBODYS, call, read } from '../call.ts'
import { History, HistoryQuery } from '../history.ts'
import { messages as common } from '../messages.ts'
import { ProjectStatus } from './projects.ts'
import { DESCRIPTION } from '../text.ts'
import {
  Chosen,
  Created,
  Day,
  Decimal,
  Done,
  HoursMinutes,
  Id,
  IdText,
  IdTexts,
  inDayOrder,
  lines,
  Money,
  NewId,
  displayOnly,
  Status,
  text,
  Toggled,
  Version,
  Words,
  WrittenDay,
} from '../wire.ts'

export const messages = {
  /** Shown on a service screen if its list fails and the server gave no message. */
  listFailed: 'Falha ao comunicar com o back-end!',
  /** Messages for a newly chosen record that is inactive. */
  inactive: { cliente: 'O cliente escolhido está inativo. Escolha outro.', colaborador: 'O colaborador escolhido está inativo. Escolha outro.' },
  monitored: 'Informe até quando o ticket é monitorado.',
  valorHora: 'Valor máximo permitido é 99999.',
  created: 'Serviço criado com sucesso!',
  changed: 'Serviço alterado com sucesso!',
  movementCreated: 'Movimentação criada com sucesso!',
  movementChanged: 'Movimentação alterada com sucesso!',
  balance: (before: string, after: string, stage: string) => `Saldo do cliente: ${before} → ${after}, ${stage}.`,
}

/** A balance is low if it is below this share of the bought hours. */
const LOW = 0.2
export type Stage = 'enough' | 'low' | 'exhausted' | 'overrun'
/** The stage of a balance. Both values are in minutes. */
export function stageOf(balance: number, bought: number): Stage {
  if (balance < 0) return 'overrun'
  if (balance === 0) return 'exhausted'
  return balance < LOW * bought ? 'low' : 'enough'
}

const Bit = z.literal([0, 1])
const BitText = z.enum(['0', '1'])
/** The hours that are left; negative if more hours were worked than bought. */
const Balance = z.string().regex(/^-?\d{2,}:[0-5]\d$/)
const People = z.array(z.object({ id: Id, nome: Words }))

const Dataset = z.object({
  clientes: z.array(z.object({ id: Id, razaoSocial: Words, /** Addition: the city, if clients share a name. */ cidade: Words.nullish() })),
  colaboradores: People,
  /** The same list as the one in GET /trackprojetos/data. */
  status: z.array(ProjectStatus),
})

export const ServiceControl = z.object({
  id: Id,
  qtdHoras: Words,
  /** A strict schema, because a rule compares this field. */
  valorHora: Decimal.nullable(),
  idCliente: Id,
  /** Id of the person who owns the control and receives its commissions. */
  idColaborador: Id,
  /** Id of one of the statuses in `status`. */
  idStatus: Id,
  dataInicio: displayOnly(Day).nullable(),
  observacao: Words.nullable(),
  versao: Version,
})

export const ServiceControlRow = ServiceControl.omit({ versao: true }).extend({
  cliente: Words,
  responsavel: Words,
  saldo: displayOnly(Balance),
  status: ProjectStatus.omit({ id: true, uso: true }),
  /** The same as idColaborador, under the name that the list uses. */
  userId: Id,
})
export type ServiceControlRow = z.output<typeof ServiceControlRow>

export const CONTROL_NOTE = { name: 'Observação', max: 4000, empty: common.required }
const fields = {
  qtdHoras: HoursMinutes,
  valorHora: Money.min(0, common.negative).max(99_999, messages.valorHora).nullish(),
  idCliente: Chosen,
  idColaborador: Chosen,
  idStatus: Chosen,
  dataInicio: WrittenDay,
  observacao: lines(CONTROL_NOTE),
}

export const ServiceMovement = z.object({
  id: Id,
  nTicket: Words.nullable(),
  qtdHoras: Words,
  descricao: Words.nullable(),
  dataInicio: displayOnly(Day).nullable(),
  dataFim: displayOnly(Day).nullable(),
  baixaSaldo: Bit,
  idColaborador: Id,
  ticketMonitorado: Bit,
  /** A strict schema, because a rule compares this field. */
  dataMonitoramento: Day.nullable(),
  idStatus: Status,
  /** Id of the service control. */
  idControleHoras: Id,
  versao: Version,
})

/** A movement as a card on the screen: the same values, under the names that the list uses. */
export const ServiceMovementCard = ServiceMovement.omit({ ticketMonitorado: true, dataMonitoramento: true, versao: true }).extend({
  monitorado: Bit,
  dataMonitorado: displayOnly(Day).nullable(),
  responsavel: Words,
})
export type ServiceMovementCard = z.output<typeof ServiceMovementCard>

export const TICKET = { name: 'Ticket', max: 50, empty: common.required }
export const MOVEMENT = { ...DESCRIPTION, max: 4000, empty: common.required }
const movementFields = {
  nTicket: text(TICKET),
  qtdHoras: HoursMinutes,
  descricao: lines(MOVEMENT),
  dataInicio: WrittenDay,
  dataFim: WrittenDay,
  baixaSaldo: Bit,
  idColaborador: Chosen,
  ticketMonitorado: Bit.optional(),
  dataMonitoramento: WrittenDay.nullish(),
  idStatus: Status,
  idControleHoras: Id,
}

const MovementDataset = z.object({ colaboradores: People })
const JustData = z.strictObject({ data: z.literal('true') })

const menu = '/controle-servicos'
export const serviceControl = call('GET /service-time-control/{id}', {
  title: 'Abrir um controle de serviço',
  menu,
  reply: z.object({ timeControl: ServiceControl, dataset: Dataset }),
})
const serviceMovement = call('GET /service-time-control-mov/{id}', {
  title: 'Abrir horas de um controle de serviço',
  menu,
  reply: z.object({ timeControlMov: ServiceMovement, dataset: MovementDataset }),
})

export const serviceHours = [
  call('GET /service-time-control', {
    title: 'Ver os controles de serviço',
    menu,
    query: z.union([
      JustData,
      z.strictObject({
        idStatus: IdTexts.optional(),
        idCliente: IdTexts.optional(),
        idResponsavel: IdTexts.optional(),
        saldo: z.enum(['all', 'withBalance', 'noBalance']).optional(),
      }),
    ]),
    reply: z.union([z.object({ dataset: Dataset }), z.array(ServiceControlRow)]),
  }),
  serviceControl,
  call('GET /service-time-control/{id}/history', {
    title: 'Ver o histórico de um controle de serviço',
    added: true,
    menu,
    query: HistoryQuery,
    reply: History,
  }),
  call('POST /service-time-control', {
    title: 'Criar controle de serviço',
    menu,
    body: z.strictObject({ id: NewId, ...fields }),
    rule: () => P,
    reply: Created,
  }),
  call('PUT /service-time-control', {
    title: 'Alterar controle de serviço',
    menu,
    weight: () => ANYBODYS,
    body: z.strictObject({ id: Id, versao: Version, ...fields, idColaborador: Chosen.optional() }),
    rule: ({ body }) => {
      const { timeControl: stored } = read(serviceControl, body.id)
      return any(
        P,
        all(
          is(stored.id, body.id),
          unchanged(body.valorHora, stored.valorHora),
          any(absent(body.idColaborador), is(body.idColaborador, stored.idColaborador)),
        ),
      )
    },
    judged: ({ body }) => read(serviceControl, body.id).timeControl.versao,
    reply: Done,
  }),
  call('GET /service-time-control-mov', {
    title: 'Ver as horas de um controle de serviço',
    menu,
    query: z.union([
      JustData,
      z.strictObject({
        idControleHoras: IdText,
        idColaborador: IdText.optional(),
        idStatus: Status.optional(),
        monitorado: BitText.optional(),
        baixaSaldo: BitText.optional(),
      }),
    ]),
    reply: z.union([
      z.object({ dataset: MovementDataset }),
      z.object({ serviceTimeControlMovs: z.array(ServiceMovementCard), resume: z.object({ cliente: Words, saldo: displayOnly(Balance) }) }),
    ]),
  }),
  serviceMovement,
  call('GET /service-time-control-mov/{id}/history', {
    title: 'Ver o histórico de horas de um controle de serviço',
    added: true,
    menu,
    query: HistoryQuery,
    reply: History,
  }),
  call('PATCH /service-time-control-mov/{id}', {
    title: 'Ativar ou inativar horas de um controle de serviço',
    menu,
    weight: () => ANYBODYS,
    reply: Toggled,
  }),
  call('POST /service-time-control-mov', {
    title: 'Lançar horas em um controle de serviço',
    menu,
    body: inDayOrder(z.strictObject({ id: NewId, ...movementFields }), 'dataInicio', 'dataFim'),
    rule: ({ body }) => any(P, all(any(absent(body.ticketMonitorado), is(body.ticketMonitorado, 0)), empty(body.dataMonitoramento))),
    reply: Created,
  }),
  call('PUT /service-time-control-mov', {
    title: 'Alterar horas de um controle de serviço',
    menu,
    body: inDayOrder(z.strictObject({ id: Id, versao: Version, ...movementFields }), 'dataInicio', 'dataFim'),
    weight: () => ANYBODYS,
    rule: ({ body }) => {
      const { timeControlMov: stored } = read(serviceMovement, body.id)
      return all(
        is(stored.id, body.id),
        is(body.idControleHoras, stored.idControleHoras),
        any(
          P,
          all(
            any(absent(body.ticketMonitorado), is(body.ticketMonitorado, stored.ticketMonitorado)),
            unchanged(body.dataMonitoramento, stored.dataMonitoramento),
          ),
        ),
        must(is(stored.idStatus, 'A'), common.inactive, 409),
      )
    },
    judged: ({ body }) => read(serviceMovement, body.id).timeControlMov.versao,
    reply: Done,
  }),
]
