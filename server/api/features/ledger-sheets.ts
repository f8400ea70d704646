// The spreadsheets of batches and their movements.
import { and, desc, eq, sql } from 'drizzle-orm'
import { addDays, dayBr, ZONE } from '../../../shared/clock.ts'
import { FARTHEST, messages, SOON } from '../../../shared/features/ledger.ts'
import { batches, batchMovements, batchTypes, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { FormOf } from '../register.ts'
import { dayOf, finder, oneOf, reaisIn, sheet, statusOf, type Barred } from '../sheet.ts'
import { namesOfClients } from './clients.ts'
import { movementColumns } from './ledger.ts'
import { namesOfPeople } from './project-sheets.ts'

const operatorOf = oneOf({ c: 'C', credito: 'C', d: 'D', debito: 'D', f: 'F', fechamento: 'F' }, 'operador')
const operationOf = oneOf({ '': '', undefined: '', c: 'C', cartao: 'C', d: 'D', dinheiro: 'D' }, 'operacao')
const responsibleOf = oneOf({ c: 'C', cliente: 'C', e: 'E', empresa: 'E' }, 'responsavel')

export const batchSheet = sheet('POST /financial-control', {
  table: batches,
  key: ['user_id'],
  heads: { colaborador: 'nome completo ou e-mail; diz qual é' },
  names: async (db) => ({ person: await namesOfPeople(db) }),
  body: (values, { person }) => ({
    idColaborador: () => person?.(values['colaborador'] ?? ''),
    idStatus: () => statusOf(values['status']),
  }),
  row: ({ idColaborador, idStatus }: { idColaborador: number; idStatus: 'A' | 'I' }) => ({ userId: idColaborador, status: idStatus }),
})

/** Finds a batch by its number, or by its person if that person has only one. */
const namesOfBatches = async (db: Db) => {
  const all = await db
    .select({ id: batches.id, name: users.name })
    .from(batches)
    .innerJoin(users, sql`${users.id} = ${batches.userId}`)
  return finder(
    'Lote',
    all.flatMap(({ id, name }) => [[String(id), id] as const, [name, id] as const]),
  )
}
const namesOfTypes = async (db: Db) =>
  finder(
    'Tipo',
    (await db.select().from(batchTypes)).map(({ id, description }) => [description, id]),
  )

/** The responsible party. For an empty cell, it is the client if the line names one, and otherwise the company. */
function responsibleIn({ operador, responsavel, cliente }: Record<string, string>) {
  const responsible = responsibleOf(responsavel || (cliente ? 'C' : 'E'))
  if (responsible === 'E' && cliente) throw new Error('cliente: só se o responsável é o cliente.')
  if (responsible === 'C' && !cliente && operatorOf(operador) !== 'F') throw new Error('cliente: informe qual responde.')
  return responsible
}

/**
 * The same refusals as in the calls: an inactive batch, a day before the last closing, and a date more than a year ahead. The batches stay locked
 * until the lines are written.
 */
async function barred(db: Db): Promise<Barred> {
  const all = await db.select({ id: batches.id, status: batches.status }).from(batches).orderBy(batches.id).for('no key update')
  const inactive = new Set(all.flatMap(({ id, status }) => (status === 'I' ? [id] : [])))
  const closings = await db
    .select({ id: batchMovements.id, batchId: batchMovements.batchId, day: batchMovements.onDay })
    .from(batchMovements)
    .where(and(eq(batchMovements.operator, 'F'), eq(batchMovements.status, 'A')))
    .orderBy(desc(batchMovements.onDay))
  const closingsOf = Map.groupBy(closings, ({ batchId }) => batchId)
  const [today] = await db
    .select({ farthest: sql<string>`((now() at time zone ${ZONE})::date + ${FARTHEST}::integer)::text` })
    .from(sql`(select 1) as one`)
  const { farthest = '' } = today ?? {}
  return (row, old) => {
    const batchId = Number(row['batch_id'])
    if (inactive.has(batchId)) return messages.batchInactive
    const day = String(row['on_day'])
    const last = closingsOf.get(batchId)?.find(({ id }) => id !== Number(old?.['id']))
    if (last && day < last.day) return messages.closed(dayBr(last.day))
    return day > farthest ? messages.tooFar : undefined
  }
}

/** Stores the balances of each closing in the file. Called once all lines are written, so that the balances include them. */
async function keepFound(db: Db, bodies: FormOf<'POST /financial-control-batch'>[]) {
  const days = bodies.flatMap(({ operador, idControleFinanceiro, data }) => (operador === 'F' ? [{ batch: idControleFinanceiro, day: data }] : []))
  const found = (operation: string) => sql`(select coalesce(sum(case b.operator when 'C' then b.cents else -b.cents end), 0) from batch_movements b
    where b.batch_id = m.batch_id and b.on_day <= m.on_day and b.operation = ${operation} and b.status = 'A')`
  if (days.length > 0)
    await db.execute(sql`update batch_movements m set closed_card = ${found('C')}, closed_cash = ${found('D')}
      from json_to_recordset(${JSON.stringify(days)}::text::json) as f (batch integer, day date)
      where m.batch_id = f.batch and m.on_day = f.day and m.operator = 'F' and m.status = 'A' and m.closed_card is null`)
  return []
}

export const batchMovementSheet = sheet('POST /financial-control-batch', {
  table: batchMovements,
  key: ['batch_id', 'on_day', 'operator', 'operation', 'type_id', 'cents'],
  undone: true,
  heads: {
    lote: 'código do lote, ou o nome do colaborador',
    operador: 'C ou Crédito, D ou Débito, F ou Fechamento',
    data: 'dia, 25/11/2026 ou 2026-11-25',
    valor: '1.234,56; com os outros cinco, diz qual é',
    operacao: 'C ou Cartão, D ou Dinheiro; de um fechamento nada ?',
    tipo: 'como Combustível; de um fechamento nada ?',
    responsavel: 'C ou Cliente, E ou Empresa (padrão: C com um cliente, E sem) ?',
    cliente: 'nome, se o responsável é o cliente ?',
    observacao: 'texto ?',
  },
  optional: { operacao: 'operation', tipo: 'type_id', responsavel: 'responsible', cliente: 'client_id', observacao: 'note' },
  names: async (db) => ({ batch: await namesOfBatches(db), type: await namesOfTypes(db), client: await namesOfClients(db) }),
  body: (values, { batch, type, client }) => ({
    idControleFinanceiro: () => batch?.(values['lote'] ?? ''),
    operador: () => operatorOf(values['operador']),
    operacao: () => operationOf(values['operacao']),
    valor: () => reaisIn(values['valor']),
    responsavel: () => responsibleIn(values),
    obs: () => values['observacao'] ?? '',
    data: () => dayOf('data', values),
    idCliente: () => (values['cliente'] ? client?.(values['cliente']) : null),
    idTipo: () => (values['tipo'] ? type?.(values['tipo']) : null),
    idStatus: () => statusOf(values['status']),
  }),
  row: movementColumns,
  doubt: ({ data }, today) => (data > addDays(today, SOON) ? `data: ${messages.isFar(dayBr(data))}` : undefined),
  barred,
  finish: keepFound,
})
