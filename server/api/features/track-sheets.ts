// The spreadsheets of time entries and of their dimensions. No screen edits the dimensions.
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { nextAt } from '../../../shared/clock.ts'
import { Day, Description, Id, line, Status, text } from '../../../shared/wire.ts'
import { timeEntries, trackActivities, trackCategories, trackModules, trackTags, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { dayOf, finder, hourOf, sheetAlone, statusOf, type Held } from '../sheet.ts'

const status = { heads: { status: 'A ou I (padrão A) ?' }, optional: { status: 'status' } }

const named = (table: typeof trackActivities | typeof trackTags) =>
  sheetAlone({
    table,
    key: ['description'],
    heads: { descricao: 'descrição', ...status.heads },
    optional: status.optional,
    body: (values) => ({ description: () => values['descricao'], status: () => statusOf(values['status']) }),
    schema: z.strictObject({ description: Description, status: Status }),
    row: (one) => one,
  })
export const trackActivitySheet = named(trackActivities)
export const trackTagSheet = named(trackTags)

export const trackCategorySheet = sheetAlone({
  table: trackCategories,
  key: ['description'],
  heads: { descricao: 'descrição', tipo: 'o que suas horas são: Faturável, Investimento, Interno ou outra palavra', ...status.heads },
  optional: status.optional,
  body: (values) => ({ description: () => values['descricao'], kind: () => values['tipo'], status: () => statusOf(values['status']) }),
  schema: z.strictObject({ description: Description, kind: text({ name: 'Tipo', max: 50, empty: 'Tipo precisa ser preenchido.' }), status: Status }),
  row: (one) => one,
})

export const trackModuleSheet = sheetAlone({
  table: trackModules,
  key: ['description'],
  heads: { descricao: 'descrição', cor: 'cor, como #2E7D32', ...status.heads },
  optional: status.optional,
  body: (values) => ({
    description: () => values['descricao'],
    color: () => values['cor']?.toUpperCase(),
    status: () => statusOf(values['status']),
  }),
  schema: z.strictObject({
    description: Description,
    color: z.string().regex(/^#[0-9A-F]{6}$/, 'Cor inválida: escreva como #2E7D32.'),
    status: Status,
  }),
  row: (one) => one,
})

const Entry = z.strictObject({
  userId: Id,
  day: Day,
  start: z.string(),
  end: z.string(),
  description: Description,
  activityId: Id,
  categoryId: Id,
  moduleId: Id,
  tagId: Id.nullable(),
  origin: line('Origem', 50).transform((origin) => origin || 'Importado'),
})
type Entry = z.output<typeof Entry>

export const timeSheet = sheetAlone({
  table: timeEntries,
  key: ['user_id', 'started_at'],
  heads: {
    colaborador: 'nome completo ou e-mail',
    data: 'dia do início, 25/11/2026 ou 2026-11-25',
    inicio: 'hora, 08:00 ou 08:00:00',
    fim: 'hora; antes do início é do dia seguinte',
    descricao: 'descrição',
    atividade: 'descrição',
    categoria: 'descrição',
    modulo: 'descrição',
    tag: 'descrição ?',
    origem: 'de onde veio (padrão Importado) ?',
  },
  optional: { tag: 'tag_id', origem: 'origin' },
  names: async (db: Db) => {
    const people = await db.select({ id: users.id, name: users.name, email: users.email }).from(users).where(eq(users.staff, true))
    const of = async (what: string, table: typeof trackActivities | typeof trackTags) =>
      finder(
        what,
        (await db.select().from(table)).map((one) => [one.description, one.id]),
      )
    return {
      person: finder(
        'Colaborador',
        people.flatMap(({ id, name, email }) => [[name, id] as const, [email, id] as const]),
      ),
      activity: await of('Atividade', trackActivities),
      category: finder(
        'Categoria',
        (await db.select().from(trackCategories)).map((one) => [one.description, one.id]),
      ),
      module: finder(
        'Módulo',
        (await db.select().from(trackModules)).map((one) => [one.description, one.id]),
      ),
      tag: await of('Tag', trackTags),
    }
  },
  body: (values, { person, activity, category, module, tag }) => ({
    userId: () => person?.(values['colaborador'] ?? ''),
    day: () => dayOf('data', values),
    start: () => hourOf('inicio', values),
    end: () => {
      const end = hourOf('fim', values)
      if (end === hourOf('inicio', values)) throw new Error('O fim é igual ao início.')
      return end
    },
    description: () => values['descricao'],
    activityId: () => activity?.(values['atividade'] ?? ''),
    categoryId: () => category?.(values['categoria'] ?? ''),
    moduleId: () => module?.(values['modulo'] ?? ''),
    tagId: () => (values['tag'] ? tag?.(values['tag']) : null),
    origin: () => values['origem'] ?? '',
  }),
  schema: Entry,
  row: ({ day, start, end, ...entry }) => ({ ...entry, startedAt: `${day}T${start}`, endedAt: nextAt(`${day}T${start}`, end) }),
  among: (entries) => {
    const days = entries.map(({ day }) => day).sort()
    return sql`${timeEntries.startedAt} between ${days[0]}::timestamp and ${days.at(-1)}::timestamp + interval '1 day'`
  },
} satisfies Held<typeof timeEntries, Entry>)
