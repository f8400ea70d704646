// Tests the calls of the sprint dashboards over real HTTP, on both databases.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '../../server/api/db/schema.ts'
import { atWall } from '../../shared/clock.ts'
import { EmergentDashboard, GoalDashboard, Sprint, SprintDashboard } from '../../shared/features/sprints.ts'
import { onBoth } from '../support/api.ts'

const sum = <K extends string>(rows: Record<K, number | null>[], of: K) => rows.reduce((all, one) => all + (one[of] ?? 0), 0)

onBoth('sprints', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('projetos')
  })
  const ask = async <S extends z.ZodType>(schema: S, path: string, body?: object) =>
    schema.parse((await api.ask(body ? 'POST' : 'GET', path, { token, body })).body)
  const list = () => ask(z.array(z.strictObject(Sprint.shape)), '/sprints')
  const one = (body: object = {}) => ask(SprintDashboard, '/dash/planejadoefetivado', body)
  const goal = (body: object = {}) => ask(GoalDashboard, '/dash/resultadoMeta', body)
  const emergent = (body: object = {}) => ask(EmergentDashboard, '/dash/resultadoEmergente', body)

  /** Stores a sprint with its tasks. Each task is given as type, status and whether it was planned. */
  const enter = async (description: string, startsOn: string, endsOn: string, tasks: [string, string, 'S' | 'N'][]) => {
    const [sprint] = await api.db.insert(tables.sprints).values({ description, startsOn, endsOn }).returning()
    const sprintId = sprint?.id ?? 0
    const rows = tasks.map(([type, status, planned], index) => ({ sprintId, description: `Tarefa ${index}`, type, status, planned }))
    if (rows.length > 0) await api.db.insert(tables.sprintTasks).values(rows)
    return sprintId
  }

  test('GET /sprints lists the current sprint first, then the newest sprints, and also the old sprints of the demo', async () => {
    const sprints = await list()
    const names = sprints.map(({ DESCSPRINT }) => DESCSPRINT)
    expect(names[0]).toBe('SPRINT 118')
    expect(names.filter((name) => /^SPRINT 11\d$/.test(name ?? '')).slice(0, 3)).toEqual(['SPRINT 118', 'SPRINT 117', 'SPRINT 116'])
    expect(names).toContain('SPRINT 99')
    const dashboard = await one()
    expect(dashboard).toMatchObject({ periodoSprint: { dtFim: '2026-11-27' }, sprintAtual: sprints[0] })
    expect(await one({ idSprint: sprints[0]?.CODIGOSPRINT })).toEqual(dashboard)
    const { previsto, efetivado } = dashboard
    expect(previsto.length).toBeGreaterThan(2)
    for (const rows of [previsto, efetivado]) expect(Math.round(10 * sum(rows, 'PERCENT'))).toBe(1000)
    expect(await api.ask('POST', '/dash/planejadoefetivado', { token, body: { idSprint: 2_147_483_647 } })).toMatchObject({ status: 404 })
  })

  test('POST /dash/planejadoefetivado counts planned tasks by their last status, and finished tasks by type', async () => {
    const idSprint = await enter('SPRINT 200', '2030-01-07', '2030-01-18', [
      ['Projeto', 'Finalizada', 'S'],
      ['Projeto', 'Finalizada', 'S'],
      ['Melhoria', 'Em teste', 'S'],
      ['Emergente', 'Finalizada', 'N'],
      ['Emergente', 'Não iniciada', 'N'],
    ])
    expect(await one({ idSprint })).toEqual({
      periodoSprint: { dtFim: '2030-01-18' },
      sprintAtual: { CODIGOSPRINT: idSprint, DESCSPRINT: 'SPRINT 200' },
      previsto: [
        { ULTIMO_STATUS: 'Finalizada', TASKS: 2, PERCENT: 66.7 },
        { ULTIMO_STATUS: 'Em teste', TASKS: 1, PERCENT: 33.3 },
      ],
      efetivado: [
        { type: 'Projeto', TASKS: 2, PERCENT: 66.7 },
        { type: 'Emergente', TASKS: 1, PERCENT: 33.3 },
      ],
    })
    expect(await goal({ sprints: [idSprint] })).toEqual({
      dadosPlanejados: [{ DESCSPRINT: 'SPRINT 200', PREVISTAS: 3, ENTREGUES: 2, VQTDMETA: 3 }],
      dadosMeta: [{ DESCSPRINT: 'SPRINT 200', vPercent: 66.7, vPercentualMeta: 80 }],
      totalizador: { PREVISTAS: 3, ENTREGUES: 2, VQTDMETA: 3 },
    })
    expect(await emergent({ sprints: [idSprint] })).toEqual({
      dadosEmergentes: [{ DESCSPRINT: 'SPRINT 200', mes: '2030-01', QTD: 1 }],
      dadosProjetos: [{ DESCSPRINT: 'SPRINT 200', mes: '2030-01', QTD: 2 }],
    })
  })

  test('a sprint without tasks has empty lists and 0 percent', async () => {
    const idSprint = await enter('SPRINT 201', '2030-01-21', '2030-02-01', [])
    expect(await one({ idSprint })).toMatchObject({ previsto: [], efetivado: [] })
    expect((await goal({ sprints: [idSprint] })).dadosMeta).toEqual([{ DESCSPRINT: 'SPRINT 201', vPercent: 0, vPercentualMeta: 80 }])
    expect(await emergent({ sprints: [idSprint] })).toEqual({ dadosEmergentes: [], dadosProjetos: [] })
  })

  describe('planned against goal', () => {
    test('the percent of each sprint equals the percent on the sprint’s own dashboard', async () => {
      const { dadosMeta } = await goal()
      const sprints = await list()
      expect(dadosMeta).not.toHaveLength(0)
      for (const { DESCSPRINT, vPercent } of dadosMeta) {
        const { previsto } = await one({ idSprint: sprints.find((sprint) => sprint.DESCSPRINT === DESCSPRINT)?.CODIGOSPRINT })
        expect(previsto.find(({ ULTIMO_STATUS }) => ULTIMO_STATUS === 'Finalizada')?.PERCENT, DESCSPRINT ?? '').toBe(vPercent)
      }
    })

    test('without a filter, the last ten sprints that have started are shown, each with its goal', async () => {
      const { dadosPlanejados, dadosMeta, totalizador } = await goal()
      expect(dadosPlanejados.map(({ DESCSPRINT }) => DESCSPRINT)).toEqual(Array.from({ length: 10 }, (_, index) => `SPRINT ${118 - index}`))
      for (const [index, { PREVISTAS, ENTREGUES, VQTDMETA }] of dadosPlanejados.entries()) {
        expect(Math.abs((VQTDMETA ?? 0) - 0.8 * (PREVISTAS ?? 0))).toBeLessThan(1)
        expect(dadosMeta[index]?.vPercent).toBeCloseTo((100 * (ENTREGUES ?? 0)) / (PREVISTAS ?? 1), 0)
      }
      for (const of of ['PREVISTAS', 'ENTREGUES', 'VQTDMETA'] as const) expect(totalizador[of]).toBe(sum(dadosPlanejados, of))
    })

    test('the filter selects the sprints that overlap the dates', async () => {
      const names = async (body: object) => (await goal(body)).dadosPlanejados.map(({ DESCSPRINT }) => DESCSPRINT)
      expect(await names({ dataInicio: '2026-11-13', dataFim: '2026-11-16' })).toEqual(['SPRINT 118', 'SPRINT 117'])
      expect(await names({ dataInicio: '2026-11-14', dataFim: '2026-11-15' })).toEqual([])
      expect(await names({ dataFim: '2024-12-01' })).toEqual(['SPRINT 66'])
      expect(await goal({ dataInicio: '2050-01-01' })).toEqual({
        dadosPlanejados: [],
        dadosMeta: [],
        totalizador: { PREVISTAS: 0, ENTREGUES: 0, VQTDMETA: 0 },
      })
    })
  })

  test('on a day between two sprints, POST /dash/planejadoefetivado returns the earlier sprint as the current one', async () => {
    const before = await one()
    api.time.now = atWall('2026-11-29T12:00:00')
    expect((await one()).sprintAtual).toEqual(before.sprintAtual)
  })
})
