// Batches of the demo company, month by month: advances in cash and on a card to staff who travel, and what they spend.
import { sql } from 'drizzle-orm'
import { knownClients, people } from './demo-data.ts'
import { dateOf, pick, random, type Row } from './demo-days.ts'
import { batchTypes, clients } from './schema.ts'
import { insertRows, type Db } from './sql.ts'

/** Number of past days for which there are movements. */
const BEFORE = 120
/** People whose batch is inactive. */
const LEFT = ['Diego Fontana', 'Isabela Pimenta']
/** People who have no batch. */
const WITHOUT_BATCH = ['Eduardo Moraes Leite', 'Úrsula Prates']

/** Expenses of a travel day: type, range of the amount in reais, and possible notes. */
const spent: [type: string, from: number, to: number, notes: string[]][] = [
  ['Combustível', 180, 420, ['Abastecimento na saída de Sorriso', 'Abastecimento em Nova Mutum', 'Posto na BR-163']],
  ['Alimentação', 24, 118, ['Almoço em Diamantino', 'Almoço da equipe de implantação', 'Jantar com a diretoria']],
  ['Hospedagem', 189, 460, ['Uma diária em Tangará da Serra', 'Duas diárias em Campos de Júlio']],
  ['Pedágio', 9, 48, ['BR-163, ida e volta', 'BR-163, trecho Cuiabá a Nova Mutum']],
  ['Estacionamento', 8, 30, ['Aeroporto de Cuiabá', 'Centro de Rondonópolis']],
  ['Manutenção de veículo', 90, 640, ['Troca de dois pneus em Primavera do Leste', 'Troca de óleo']],
]

/** `today` is a day number. */
export async function seedLedger(db: Db, today: number) {
  const typeIds = new Map((await db.select().from(batchTypes)).map(({ id, description }) => [description, id]))
  const clientIds = new Map((await db.select({ id: clients.id, name: clients.name }).from(clients)).map(({ id, name }) => [name, id]))
  const [anyClient = 0] = clientIds.values()
  // If the client was renamed and is not found, any client is used.
  const known = knownClients.map(([name]) => clientIds.get(name) ?? anyClient)
  const holders = people.flatMap((person, index) => (WITHOUT_BATCH.includes(person.name) ? [] : [{ ...person, id: index + 1 }]))
  await insertRows(
    db,
    'batches',
    holders.map(({ id, name }, index) => ({ id: index + 1, user_id: id, status: LEFT.includes(name) ? 'I' : 'A' })),
  )
  const rows = holders.flatMap(({ name, field = false }, index) => movementsOf({ batch: index + 1, name, field, today, typeIds, known }))
  // Older movements are inserted first, as people would have entered them.
  await insertRows(
    db,
    'batch_movements',
    rows.toSorted((a, b) => String(a['on_day']).localeCompare(String(b['on_day']), 'en')),
  )
  await db.execute(sql`select setval(pg_get_serial_sequence('batches', 'id'), (select max(id) from batches))`)
}

interface Holder {
  batch: number
  name: string
  field: boolean
  today: number
  typeIds: Map<string, number>
  known: number[]
}

function movementsOf({ batch, name, field, today, typeIds, known }: Holder): Row[] {
  const chance = random(`ledger ${name}`)
  const rows: Row[] = []
  const left = { C: 0, D: 0 }
  const book = (operator: 'C' | 'D', operation: 'C' | 'D', day: number, cents: number, type: string, note: string | null) => {
    const asks = operator === 'D' && chance() < 0.3
    const inactive = operator === 'D' && chance() < 0.04
    if (!inactive) left[operation] += operator === 'C' ? cents : -cents
    rows.push({
      batch_id: batch,
      operator,
      operation,
      cents,
      responsible: asks ? 'C' : 'E',
      client_id: asks ? pick(known, chance()) : null,
      type_id: typeIds.get(type) ?? null,
      on_day: dateOf(day),
      note: inactive ? 'Lançado em duplicidade' : note,
      closed_card: null,
      closed_cash: null,
      status: inactive ? 'I' : 'A',
    })
  }
  for (let day = today - BEFORE; day <= today; day += 1) {
    const date = dateOf(day)
    // Advances are in whole hundreds. If the first day is not the first of a month, the batch starts with a round balance from before.
    if (day === today - BEFORE && !date.endsWith('-01')) {
      book('C', 'C', day, field ? 400_000 : 50_000, 'Adiantamento', 'Saldo anterior do cartão')
      book('C', 'D', day, field ? 100_000 : 20_000, 'Adiantamento', 'Saldo anterior em dinheiro')
    }
    if (date.endsWith('-01')) {
      book('C', 'C', day, 100 * 100 * Math.ceil(field ? 30 + 20 * chance() : 5), 'Adiantamento', 'Recarga do cartão')
      book('C', 'D', day, 100 * 100 * Math.ceil(field ? 8 + 8 * chance() : 2), 'Adiantamento', 'Adiantamento do mês')
    }
    if (chance() < (field ? 0.42 : 0.06)) {
      const [type, from, to, notes] = pick(spent, chance())
      book(
        'D',
        type === 'Pedágio' || chance() < 0.35 ? 'D' : 'C',
        day,
        Math.round(100 * (from + (to - from) * chance())),
        type,
        pick(notes, chance()),
      )
    }
    if (!dateOf(day + 1).endsWith('-01')) continue
    // If more was spent than the balance, the company covers it, so that no month closes below zero.
    if (left.C < 0) book('C', 'C', day, -left.C, 'Adiantamento', 'Complemento do mês')
    if (left.D < 0) book('C', 'D', day, -left.D, 'Adiantamento', 'Complemento do mês')
    rows.push({
      batch_id: batch,
      operator: 'F',
      operation: null,
      cents: left.C + left.D,
      closed_card: left.C,
      closed_cash: left.D,
      responsible: null,
      client_id: null,
      type_id: null,
      on_day: date,
      note: null,
      status: 'A',
    })
  }
  return rows
}
