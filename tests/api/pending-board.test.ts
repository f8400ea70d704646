// The board of pending tasks over real HTTP, on both databases.
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '../../server/api/db/schema.ts'
import { onBoth } from '../support/api.ts'

const Board = z.array(
  z.strictObject({
    CODIGOSETOR: z.int(),
    DESCRICAOSETOR: z.string(),
    users: z.array(
      z.strictObject({
        ID: z.int(),
        NOMECOMPLETOUSUARIO: z.string(),
        tasks: z.array(z.strictObject({ tarefa: z.string(), prioridade: z.string(), order: z.int() })),
      }),
    ),
  }),
)

onBoth('the board of pending tasks', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('equipe')
  })
  const board = async () => Board.parse((await api.ask('GET', '/dash/pendenciasPed', { token })).body)
  const sector = async (name: string) => (await board()).find(({ DESCRICAOSETOR }) => DESCRICAOSETOR === name)
  const newSector = async (name: string) => (await api.db.insert(tables.departments).values({ name }).returning())[0]?.id ?? 0
  const newcomer = async (name: string, departmentId: number, more: { status?: 'I'; staff?: false } = {}) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@exemplo.com.br`
    const [person] = await api.db
      .insert(tables.users)
      .values({ name, email, passwordHash: '', departmentId, ...more })
      .returning()
    return person?.id ?? 0
  }
  const give = (userId: number, list: [description: string, priorityId: number, status?: 'A' | 'I'][]) =>
    api.db.insert(tables.userTasks).values(list.map(([description, priorityId, status = 'A']) => ({ userId, description, priorityId, status })))

  test('has the sectors by name and in each its people by name; of a sector without anybody nothing', async () => {
    await newSector('Vazio')
    const sectors = await board()
    const names = sectors.map(({ DESCRICAOSETOR }) => DESCRICAOSETOR)
    const demo = ['Administrativo', 'Comercial', 'Desenvolvimento', 'Diretoria', 'Financeiro', 'Implantação', 'Projetos', 'Suporte']
    expect(names.filter((name) => demo.includes(name))).toEqual(demo)
    expect(names).not.toContain('Vazio')
    const finance = sectors.find(({ DESCRICAOSETOR }) => DESCRICAOSETOR === 'Financeiro')
    expect([finance?.CODIGOSETOR, finance?.users.map(({ ID, NOMECOMPLETOUSUARIO }) => [ID, NOMECOMPLETOUSUARIO])]).toEqual([
      4,
      [
        [2, 'Letícia Arantes'],
        [27, 'Sabrina Lopes'],
      ],
    ])
  })

  test('somebody in the demo company has ten, and each sector has some', async () => {
    // The sectors that other tests make have higher codes.
    const counts = (await board()).filter(({ CODIGOSETOR }) => Number(CODIGOSETOR) <= 8).map(({ users }) => users.map(({ tasks }) => tasks.length))
    expect(Math.max(...counts.flat())).toBe(10)
    for (const people of counts) expect(Math.max(...people)).toBeGreaterThan(3)
  })

  test('has of each person the open tasks by priority, the oldest first, numbered from 1', async () => {
    const id = await newSector('Qualidade')
    const ana = await newcomer('Ana Prova', id)
    await newcomer('Bento Prova', id)
    await give(ana, [
      ['primeira baixa', 4],
      ['primeira normal', 3],
      ['concluída', 1, 'I'],
      ['segunda normal', 3],
      ['urgente', 1],
      ['alta', 2],
    ])
    expect(await sector('Qualidade')).toEqual({
      CODIGOSETOR: id,
      DESCRICAOSETOR: 'Qualidade',
      users: [
        {
          ID: ana,
          NOMECOMPLETOUSUARIO: 'Ana Prova',
          tasks: [
            { tarefa: 'urgente', prioridade: 'Urgente', order: 1 },
            { tarefa: 'alta', prioridade: 'Alta', order: 2 },
            { tarefa: 'primeira normal', prioridade: 'Normal', order: 3 },
            { tarefa: 'segunda normal', prioridade: 'Normal', order: 4 },
            { tarefa: 'primeira baixa', prioridade: 'Baixa', order: 5 },
          ],
        },
        { ID: expect.any(Number), NOMECOMPLETOUSUARIO: 'Bento Prova', tasks: [] },
      ],
    })
  })

  test('of more than ten has the first ten', async () => {
    const id = await newSector('Cheio')
    const person = await newcomer('Caio Prova', id)
    await give(
      person,
      Array.from({ length: 13 }, (_, nth) => [`tarefa ${nth}`, nth === 12 ? 1 : 3]),
    )
    const [caio] = (await sector('Cheio'))?.users ?? []
    expect(caio?.tasks.map(({ tarefa }) => tarefa)).toEqual(['tarefa 12', ...Array.from({ length: 9 }, (_, nth) => `tarefa ${nth}`)])
    expect(caio?.tasks.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('has nobody who is inactive, and none of the system’s own accounts', async () => {
    const id = await newSector('Arquivo')
    await newcomer('Dora Prova', id, { status: 'I' })
    await newcomer('Tela Prova', id, { staff: false })
    expect(await sector('Arquivo')).toBeUndefined()
    const eva = await newcomer('Eva Prova', id)
    expect((await sector('Arquivo'))?.users.map(({ ID }) => ID)).toEqual([eva])
  })
})
