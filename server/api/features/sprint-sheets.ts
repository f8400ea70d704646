// The spreadsheets of sprints and their tasks. No screen edits these records.
import { z } from 'zod'
import { EMERGENT } from '../../../shared/features/sprints.ts'
import { messages as common } from '../../../shared/messages.ts'
import { DESCRIPTION } from '../../../shared/text.ts'
import { Day, Flag, Id, text } from '../../../shared/wire.ts'
import { sprints, sprintTasks } from '../db/schema.ts'
import { dayOf, finder, flagOf, sheetAlone } from '../sheet.ts'

const word = (name: string) => text({ name, max: 50, empty: `${name} precisa ser preenchido.` })
const description = (max: number) => text({ ...DESCRIPTION, max })

export const sprintSheet = sheetAlone({
  table: sprints,
  key: ['description'],
  heads: { descricao: 'como SPRINT 118: o número das posições 8 a 11 diz a meta', inicio: 'dia, 25/11/2026 ou 2026-11-25', fim: 'dia' },
  body: (values) => ({
    description: () => values['descricao'],
    startsOn: () => dayOf('inicio', values),
    endsOn: () => dayOf('fim', values),
  }),
  schema: z
    .strictObject({ description: description(100), startsOn: Day, endsOn: Day })
    .refine(({ startsOn, endsOn }) => endsOn >= startsOn, { path: ['endsOn'], error: common.daysInOrder }),
  row: (one) => one,
})

export const sprintTaskSheet = sheetAlone({
  table: sprintTasks,
  key: ['sprint_id', 'description'],
  heads: {
    sprint: 'descrição da sprint',
    descricao: 'o que identifica a tarefa na sprint',
    tipo: 'Projeto, Emergente ou outra palavra',
    status: 'o último; Finalizada é a entregue',
    prevista: `S ou N: planejada no começo da sprint (padrão S, de ${EMERGENT} N) ?`,
  },
  optional: { prevista: 'planned' },
  names: async (db) => ({
    sprint: finder(
      'Sprint',
      (await db.select().from(sprints)).map(({ id, description }) => [description, id]),
    ),
  }),
  body: (values, { sprint }) => ({
    sprintId: () => sprint?.(values['sprint'] ?? ''),
    description: () => values['descricao'],
    type: () => values['tipo'],
    status: () => values['status'],
    planned: () => (values['prevista'] ? flagOf('prevista', values) : values['tipo'] === EMERGENT ? 'N' : 'S'),
  }),
  schema: z.strictObject({ sprintId: Id, description: description(200), type: word('Tipo'), status: word('Status'), planned: Flag }),
  row: (one) => one,
})
