// Tests projects with their steps and requesting clients, and the roadmap, on both databases.
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '../../server/api/db/schema.ts'
import { messages } from '../../shared/features/projects.ts'
import { messages as common } from '../../shared/messages.ts'
import { History } from '../../shared/history.ts'
import { onBoth } from '../support/api.ts'

const project = {
  idTipoProjeto: 'P',
  descricao: 'De teste',
  idStatusRedmine: 2,
  prioridade: 0,
  progresso: 12.5,
  idTarefaRedmine: 4821,
  observacao: null,
  dataIni: '2031-12-20',
  dataFim: '2032-01-10',
  idStatus: 'A',
}
/** Ids of Bruno Cavalcanti and Ana Beatriz Nogueira in the demo company. */
const [BRUNO, ANA] = [4, 5]
const step = { descricao: 'Levantamento', progresso: 40, idResponsavel: BRUNO, observacao: null, idStatus: 'A', dataInicial: null, dataFinal: null }
const Id = z.object({ id: z.int() })
const Complete = z.object({
  projeto: z.object({ ID: z.int(), PRIORIDADE: z.number(), PROGRESSO: z.number(), CLIENTESSOLICITANTES: z.number(), versao: z.int() }),
  etapas: z.array(z.object({ id: z.int(), descricao: z.string(), progresso: z.number(), versao: z.int() })),
  clientes: z.array(z.object({ id: z.int(), cliente: z.string(), observacao: z.string().nullable(), versao: z.int() })),
})
const Statuses = z.object({ status: z.array(z.object({ id: z.int(), descricao: z.string(), uso: z.enum(['P', 'S']).nullable() })) })
const Bars = z.array(z.object({ descricao: z.string() }))

onBoth('projects', (api) => {
  let token = ''
  beforeAll(async () => {
    token = await api.signIn('projetos')
  })
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const create = async (change: object = {}) => Id.parse((await ask('POST', '/trackprojetos', { ...project, ...change })).body).id
  const add = async (idAcompanhamentoProjeto: number, change: object = {}) =>
    Id.parse((await ask('POST', '/trackprojetos-steps', { ...step, idAcompanhamentoProjeto, ...change })).body).id
  const whole = async (id: number) => Complete.parse((await ask('GET', `/trackprojetos/complete/${id}`)).body)
  const bars = async (body: object) => Bars.parse((await ask('POST', '/dash/trackprojetos', body)).body).map(({ descricao }) => descricao)
  const activeClients = () => api.db.select().from(tables.clients).where(eq(tables.clients.status, 'A')).limit(2)

  test('a new project keeps the priority 0 and all other values, and the filter for priority 0 finds the project', async () => {
    const id = await create()
    expect((await whole(id)).projeto).toMatchObject({ ID: id, PRIORIDADE: 0, PROGRESSO: 12.5, CLIENTESSOLICITANTES: 0, versao: 1 })
    const { body } = await ask('POST', '/trackprojetos/filter', { prioridadeTarefas: [0], statusRedmine: [2], tipoProjeto: ['P'] })
    expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ ID: id, TIPOPROJETO: 'P' })]))
    expect((await ask('POST', '/trackprojetos/filter', { prioridadeTarefas: [1] })).body).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ ID: id })]),
    )
  })

  test('GET /trackprojetos/data returns for each status whether only projects, only services or both use the status', async () => {
    const useOf = async (name: string) =>
      Statuses.parse((await ask('GET', '/trackprojetos/data')).body).status.find(({ descricao }) => descricao === name)
    const running = await useOf('Em execução')
    expect([(await useOf('Em teste'))?.uso, running?.uso]).toEqual(['P', 'S'])
    await create({ idStatusRedmine: running?.id })
    expect([(await useOf('Em execução'))?.uso, (await useOf('Concluído'))?.uso]).toEqual([null, 'S'])
  })

  test('if two requests change the same version of a project, one succeeds, and the other is refused with 409', async () => {
    const id = await create()
    const { versao } = (await whole(id)).projeto
    expect((await ask('PUT', '/trackprojetos', { id, versao, ...project, progresso: 50 })).status).toBe(200)
    expect(await ask('PUT', '/trackprojetos', { id, versao, ...project, progresso: 60 })).toMatchObject({
      status: 409,
      body: { message: common.changedElsewhere },
    })
    expect((await whole(id)).projeto.PROGRESSO).toBe(50)
  })

  test('a deleted step is no longer found, and a step cannot be moved to another project', async () => {
    const [id, other] = [await create(), await create()]
    const own = await add(id)
    expect((await ask('PUT', '/trackprojetos-steps', { id: own, ...step, idAcompanhamentoProjeto: other })).status).toBe(404)
    expect((await ask('PATCH', `/trackprojetos-steps/${own}`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', `/trackprojetos-steps/${own}`],
      ['PATCH', `/trackprojetos-steps/${own}`],
    ] as const)
      expect((await ask(method, path)).status).toBe(404)
    expect((await whole(id)).etapas).toEqual([])
  })

  test('a new step with an inactive person as responsible is refused', async () => {
    const id = await create()
    await api.db.update(tables.users).set({ status: 'I' }).where(eq(tables.users.id, ANA))
    try {
      expect(await ask('POST', '/trackprojetos-steps', { ...step, idAcompanhamentoProjeto: id, idResponsavel: ANA })).toMatchObject({
        status: 400,
        body: { message: messages.inactive.responsavel },
      })
    } finally {
      await api.db.update(tables.users).set({ status: 'A' }).where(eq(tables.users.id, ANA))
    }
  })

  test('linking a client to a project a second time creates no second link and keeps the first note', async () => {
    const id = await create()
    const [one, two] = await activeClients()
    const link = (idClients: (number | undefined)[], observacao: string) =>
      ask('POST', '/trackprojetos-clients', { idAcompanhamentoProjeto: id, idClients, observacao })
    expect((await link([one?.id], 'Primeiro')).status).toBe(200)
    expect((await link([one?.id, two?.id, two?.id], 'Depois')).status).toBe(200)
    const { clientes, projeto } = await whole(id)
    expect(new Map(clientes.map(({ cliente, observacao }) => [cliente, observacao]))).toEqual(
      new Map([
        [one?.name, 'Primeiro'],
        [two?.name, 'Depois'],
      ]),
    )
    expect(projeto.CLIENTESSOLICITANTES).toBe(2)
    const links = (await ask('GET', `/trackprojetos-clients?idTrackProject=${id}`)).body as { cliente: string; idClients: number[] }[]
    expect(new Map(links.map(({ cliente, idClients }) => [cliente, idClients]))).toEqual(
      new Map([
        [one?.name, [one?.id]],
        [two?.name, [two?.id]],
      ]),
    )
    expect((await ask('GET', `/trackprojetos-clients?idTrackProject=${id}&data=true`)).body).toMatchObject({
      clients: expect.not.arrayContaining([expect.objectContaining({ CODIGOCLIENTE: one?.id })]) as unknown,
    })
    expect((await ask('DELETE', `/trackprojetos-clients/${clientes[0]?.id}`)).status).toBe(200)
    expect((await whole(id)).projeto.CLIENTESSOLICITANTES).toBe(1)
  })

  test('the roadmap contains the active projects with at least one day in the requested year', async () => {
    const named = (descricao: string, change: object = {}) => create({ descricao, ...change })
    await named('Passa o ano')
    await named('Só o fim', { dataIni: null, dataFim: '2032-12-31' })
    await named('Sem dia', { dataIni: null, dataFim: null })
    await named('Inativo', { idStatus: 'I' })
    await named('Outro status', { idStatusRedmine: 3 })
    expect(await bars({ ano: 2031 })).toEqual(expect.arrayContaining(['Passa o ano', 'Outro status']))
    const in2032 = await bars({ ano: 2032, statusRedmine: [2] })
    expect(in2032).toEqual(expect.arrayContaining(['Passa o ano', 'Só o fim']))
    for (const absent of ['Sem dia', 'Inativo', 'Outro status']) expect(in2032).not.toContain(absent)
    expect(await bars({ ano: 2033 })).toEqual([])
  })

  test('the history lists the changes to a project and to its steps, including deleted steps', async () => {
    const id = await create()
    await create({ descricao: 'Outro' })
    await ask('PUT', '/trackprojetos', { id, ...project, progresso: 62.5, idStatusRedmine: 5, dataFim: null })
    // This request changes nothing, so it must not appear in the history.
    await ask('PUT', '/trackprojetos', { id, ...project, progresso: 62.5, idStatusRedmine: 5, dataFim: null })
    const own = await add(id)
    await ask('PUT', '/trackprojetos-steps', { id: own, ...step, idAcompanhamentoProjeto: id, idResponsavel: ANA })
    await ask('PATCH', `/trackprojetos-steps/${own}`)
    const { body, status } = await ask('GET', `/trackprojetos/${id}/history`)
    expect(status).toBe(200)
    const told = History.parse(body)
    expect(new Set(told.map(({ quem }) => quem))).toEqual(new Set(['Eduardo Moraes Leite']))
    expect(told.map(({ fez, registro }) => [fez, registro])).toEqual([
      ['excluiu', 'Etapa Levantamento'],
      ['alterou', 'Etapa Levantamento'],
      ['criou', 'Etapa Levantamento'],
      ['alterou', null],
      ['criou', null],
    ])
    expect(told[1]?.campos).toEqual([{ campo: 'Responsável', de: 'Bruno Cavalcanti', para: 'Ana Beatriz Nogueira' }])
    expect(told[3]?.campos).toEqual([
      { campo: 'Status', de: 'Em desenvolvimento', para: 'Finalizada' },
      { campo: 'Progresso', de: '12,5 %', para: '62,5 %' },
      { campo: 'Data fim', de: '10/01/2032', para: null },
    ])
    expect((await ask('GET', '/trackprojetos/999999/history')).status).toBe(404)
  })
})
