// The history of a record. It comes from the audit, which the database writes itself.
import { and, desc, eq, getTableName, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import { dateBr, dayBr, wallTime } from '../../shared/clock.ts'
import { TOLD, type Change } from '../../shared/history.ts'
import { inMinutes } from '../../shared/hours.ts'
import { moneyBr } from '../../shared/money.ts'
import { entryKinds } from '../../shared/features/commissions.ts'
import { operations, operators, responsibles } from '../../shared/features/ledger.ts'
import { projectTypes } from '../../shared/features/projects.ts'
import { auditChanges as audit, batchTypes, cities, clients, statuses, users } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import { found, type Versioned } from './versions.ts'

type Value = string | number | boolean | null | undefined
type Stored = Record<string, Value>

/** Kinds of ids: for each, the table, and the column that has the name. */
const named = {
  person: [users, users.name],
  client: [clients, clients.name],
  city: [cities, cities.name],
  status: [statuses, statuses.description],
  batchType: [batchTypes, batchTypes.description],
} as const
type Named = keyof typeof named

const words = (of: Record<string, string>) => (value: Value) => of[String(value)] ?? String(value)
/** Formats a value for display. */
const read = {
  text: String,
  day: (value: Value) => dayBr(String(value)),
  month: (value: Value) => String(value).slice(0, 7).split('-').toReversed().join('/'),
  instant: (value: Value) => dateBr(wallTime(Date.parse(String(value)))),
  percent: (value: Value) => `${Number(value).toLocaleString('pt-BR')} %`,
  hours: (value: Value) => inMinutes(Number(value)),
  money: (value: Value) => `R$ ${moneyBr(Number(value))}`,
  bytes: (value: Value) => `${(Number(value) / 1024).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} kB`,
  digest: (value: Value) => String(value).slice(0, 12),
  active: words({ A: 'Ativo', I: 'Inativo' }),
  yes: words({ true: 'Sim', false: 'Não' }),
  type: words(projectTypes),
  entry: words(entryKinds),
  operator: words(operators),
  operation: words(operations),
  responsible: words(responsibles),
} satisfies Record<string, (value: Value) => string>
type Kind = keyof typeof read | Named
const isNamed = (kind: Kind): kind is Named => Object.hasOwn(named, kind)

interface Told {
  /** The columns that the history shows, each with its label on screen and its kind. */
  columns: Record<string, readonly [label: string, kind: Kind]>
  /** Only for parts of a record, such as a step: the word for the part on screen, and the column that holds its name. */
  part?: readonly [word: string, called: string]
}
const status = ['Status', 'active'] as const
export const toldColumns: Record<string, Told> = {
  clients: {
    columns: { name: ['Razão Social', 'text'], city_id: ['Cidade', 'city'], phone: ['Telefone', 'text'], status },
  },
  projects: {
    columns: {
      description: ['Descrição', 'text'],
      type: ['Tipo de projeto', 'type'],
      status_id: ['Status', 'status'],
      priority: ['Prioridade', 'text'],
      progress: ['Progresso', 'percent'],
      task_number: ['Tarefa', 'text'],
      starts_on: ['Data início', 'day'],
      ends_on: ['Data fim', 'day'],
      note: ['Observação', 'text'],
      status: ['Situação', 'active'],
    },
  },
  project_steps: {
    columns: {
      description: ['Descrição', 'text'],
      responsible_id: ['Responsável', 'person'],
      progress: ['Progresso', 'percent'],
      starts_on: ['Data inicial', 'day'],
      ends_on: ['Data final', 'day'],
      note: ['Observação', 'text'],
      status,
    },
    part: ['Etapa', 'description'],
  },
  project_clients: {
    columns: { client_id: ['Cliente', 'client'], note: ['Observação', 'text'] },
    part: ['Cliente', 'client_id'],
  },
  service_controls: {
    columns: {
      client_id: ['Cliente', 'client'],
      user_id: ['Colaborador', 'person'],
      status_id: ['Status', 'status'],
      minutes: ['Horas', 'hours'],
      cents: ['Valor hora', 'money'],
      starts_on: ['Data início', 'day'],
      note: ['Observação', 'text'],
    },
  },
  service_movements: {
    columns: {
      user_id: ['Colaborador', 'person'],
      ticket: ['Ticket', 'text'],
      minutes: ['Horas', 'hours'],
      starts_on: ['Data início', 'day'],
      ends_on: ['Data fim', 'day'],
      description: ['Descrição', 'text'],
      lowers: ['Baixa saldo', 'yes'],
      watched_until: ['Monitorar até', 'day'],
      status,
    },
  },
  commissions: {
    columns: {
      control_id: ['Controle', 'text'],
      kind: ['Tipo', 'entry'],
      ticket: ['Ticket', 'text'],
      on_day: ['Data', 'day'],
      cents: ['Valor', 'money'],
      history: ['Histórico', 'text'],
      status,
    },
  },
  commission_closings: {
    columns: {
      month: ['Mês', 'month'],
      closed_at: ['Fechado em', 'instant'],
      closed_by: ['Fechado por', 'person'],
      paid_on: ['Paga em', 'day'],
      paid_by: ['Pagamento registrado por', 'person'],
    },
  },
  month_closings: {
    columns: { month: ['Mês', 'month'], closed: ['Fechado', 'yes'], changed_at: ['Em', 'instant'], changed_by: ['Por', 'person'] },
  },
  batch_movements: {
    columns: {
      batch_id: ['Lote', 'text'],
      operator: ['Operador', 'operator'],
      operation: ['Operação', 'operation'],
      cents: ['Valor', 'money'],
      responsible: ['Responsável', 'responsible'],
      client_id: ['Cliente', 'client'],
      type_id: ['Tipo', 'batchType'],
      on_day: ['Data', 'day'],
      note: ['Observação', 'text'],
      receipt: ['Comprovante', 'text'],
      receipt_bytes: ['Tamanho do comprovante', 'bytes'],
      receipt_digest: ['Conteúdo do comprovante', 'digest'],
      closed_card: ['Saldo em cartão no fechamento', 'money'],
      closed_cash: ['Saldo em dinheiro no fechamento', 'money'],
      status,
    },
  },
}

/** Selects the changes of a project's steps and clients, including deleted ones. The expression matches the audit's index. */
const ofProject = (id: number) =>
  sql`${audit.relation} in ('project_steps', 'project_clients') and (coalesce(${audit.after}, ${audit.before}) ->> 'project_id')::integer = ${id}`

interface Asked {
  id: number
  antes?: number | undefined
}
interface Limits {
  only?: SQL | undefined
  /** A column by which the record moves between owners. The history begins at the last move and omits the values before it. */
  moves?: string | undefined
  /** Id of the change with which the record came to the caller. Earlier changes are left out. */
  since?: number | undefined
  /** A column that the history leaves out. */
  hidden?: string | undefined
}

/**
 * The newest changes of a record and its parts, the newest first; with `antes`, those before that change. Throws 404 if there is no such record or if
 * `only` excludes it.
 */
export async function historyOf(db: Db, table: Versioned, { id, antes }: Asked, { only, moves, since = 0, hidden }: Limits = {}): Promise<Change[]> {
  found(
    await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.id, id), only)),
  )
  const name = getTableName(table)
  const own = and(eq(audit.relation, name), eq(audit.recordId, id))
  const came = moves === undefined ? 0 : await lastMove(db, own, moves)
  const begins = Math.max(came, since)
  const rows = await db
    .select({ id: audit.id, at: audit.at, by: users.name, relation: audit.relation, before: audit.before, after: audit.after })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.userId))
    .where(and(name === 'projects' ? or(own, ofProject(id)) : own, gte(audit.id, begins), antes === undefined ? undefined : lt(audit.id, antes)))
    .orderBy(desc(audit.id))
    .limit(TOLD)
  const changes = rows.map((row) => ({ ...row, before: row.before as Stored | null, after: row.after as Stored | null }))
  const names = await namesIn(db, changes)
  const textOf = (kind: Kind, value: Value) => {
    if (value === null || value === undefined || value === '') return null
    return isNamed(kind) ? (names[kind].get(Number(value)) ?? `Código ${value}`) : read[kind](value)
  }
  return changes.map(({ id: change, at, by, relation, before, after }) => {
    const { columns = {}, part } = toldColumns[relation] ?? {}
    const campos = Object.entries(columns).flatMap(([column, [campo, kind]]) => {
      if (column === hidden) return []
      const [de, para] = [change === came ? null : textOf(kind, before?.[column]), textOf(kind, after?.[column])]
      return de === para ? [] : [{ campo, de, para }]
    })
    const [word, column = ''] = part ?? []
    return {
      id: change,
      quando: wallTime(at.getTime()),
      quem: by,
      fez: before === null ? 'criou' : after === null ? 'excluiu' : 'alterou',
      registro: word === undefined ? null : `${word} ${textOf(columns[column]?.[1] ?? 'text', (after ?? before)?.[column])}`,
      campos,
    }
  })
}

/** The id of the last change that gave the column of a record its current value; 0 if the value never changed. */
export const cameBy = (db: Db, table: Versioned, id: number, column: string) =>
  lastMove(db, and(eq(audit.relation, getTableName(table)), eq(audit.recordId, id)), column)

async function lastMove(db: Db, own: SQL | undefined, column: string) {
  const moved = sql`${audit.before} ->> ${column} <> ${audit.after} ->> ${column}`
  const [last] = await db.select({ id: audit.id }).from(audit).where(and(own, moved)).orderBy(desc(audit.id)).limit(1)
  return last?.id ?? 0
}

/** The names for all ids in the changes, by kind. */
async function namesIn(db: Db, changes: { relation: string; before: Stored | null; after: Stored | null }[]) {
  const idsOf = (kind: Named) =>
    changes.flatMap(({ relation, before, after }) =>
      Object.entries(toldColumns[relation]?.columns ?? {}).flatMap(([column, [, of]]) =>
        of === kind ? [before, after].flatMap((row) => (row?.[column] == null ? [] : [Number(row[column])])) : [],
      ),
    )
  const namesOf = async (kind: Named) => {
    const [table, name] = named[kind]
    const ids = [...new Set(idsOf(kind))]
    const rows = ids.length > 0 ? await db.select({ id: table.id, name }).from(table).where(inArray(table.id, ids)) : []
    return new Map(rows.map((row) => [row.id, row.name]))
  }
  return {
    person: await namesOf('person'),
    client: await namesOf('client'),
    city: await namesOf('city'),
    status: await namesOf('status'),
    batchType: await namesOf('batchType'),
  }
}
