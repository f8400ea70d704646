// Tests the board of pending tasks over real HTTP, on both databases.
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
  const newcomer = async (name: string, departmentId: number, { nth = 0, ...more }: { status?: 'I'; staff?: false; nth?: number } = {}) => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}${nth || ''}@exemplo.com.br`
    const [person] = await api.db
      .insert(tables.users)
      .values({ name, email, passwordHash: '', departmentId, ...more })
      .returning()
    return person?.id ?? 0
  }
  const give = (userId: number, list: [description: string, priorityId: number, status?: 'A' | 'I'][]) =>
    api.db.insert(tables.userTasks).values(list.map(([description, priorityId, status = 'A']) => ({ userId, description, priorityId, status })))

  const demo = ['Administrativo', 'Comercial', 'Desenvolvimento', 'Diretoria', 'Financeiro', 'Implantação', 'Projetos', 'Suporte']

  test('sectors and the people in them are sorted by name, and a sector without people is left out', async () => {
    await newSector('Vazio')
    const sectors = await board()
    const names = sectors.map(({ DESCRICAOSETOR }) => DESCRICAOSETOR)
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

  test('people with the same name are sorted by id', async () => {
    const id = await newSector('Ordem')
    const people: [number, string][] = []
    for (const [nth, name] of ['Zilda Prova', 'Gil Prova', 'Abel Prova', 'Gil Prova'].entries())
      people.push([await newcomer(name, id, { nth }), name])
    const [zilda, gil, abel, other] = people
    expect((await sector('Ordem'))?.users.map(({ ID, NOMECOMPLETOUSUARIO }) => [ID, NOMECOMPLETOUSUARIO])).toEqual([abel, gil, other, zilda])
  })

  test('in the demo company, one person has ten tasks, and each sector has a person with more than three', async () => {
    const own = (await board()).filter(({ DESCRICAOSETOR }) => demo.includes(DESCRICAOSETOR))
    const counts = own.map(({ users }) => users.map(({ tasks }) => tasks.length))
    expect(Math.max(...counts.flat())).toBe(10)
    expect(counts).toHaveLength(demo.length)
    for (const people of counts) expect(Math.max(...people)).toBeGreaterThan(3)
  })

  test('the board sorts a person’s open tasks by priority, then by age, and numbers them from 1', async () => {
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

  test('the board lists only the first ten tasks of each person', async () => {
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

  test('the board omits inactive people and the system’s own accounts', async () => {
    const id = await newSector('Arquivo')
    await newcomer('Dora Prova', id, { status: 'I' })
    await newcomer('Tela Prova', id, { staff: false })
    expect(await sector('Arquivo')).toBeUndefined()
    const eva = await newcomer('Eva Prova', id)
    expect((await sector('Arquivo'))?.users.map(({ ID }) => ID)).toEqual([eva])
  })
})
