// Scenes for the dashboards, for time entries by owner, and for the mapping of projects.
import { history, status, type Scene, type Scenes } from './scene.ts'

const plain = (): Scene => ({})
const query = (text: string) => (): Scene => ({ query: text })
const body = (json: unknown) => (): Scene => ({ body: json })
const id = (of: number) => (): Scene => ({ path: { id: of } })

const sprint = { CODIGOSPRINT: 5, DESCSPRINT: 'SPRINT 100', extra: 1 }
const counts = { PREVISTAS: 10, ENTREGUES: 8, VQTDMETA: 8 }
const month = { DESCSPRINT: 'SPRINT 100', mes: '2026-11', QTD: 3 }

const lists = { users: [7], description: '', atividade: [1], categoria: [], module: [2], tag: [3] }
const filtered = {
  plain: body({ option: '1', ...lists }),
  'last 90 days': body({ option: '2', startDate: null, endDate: null, ...lists }),
  'given dates': body({ option: '3', startDate: '2026-11-01', endDate: '2026-11-30' }),
  'given dates, none': body({ option: '3' }),
  'given dates, no end': body({ option: '3', startDate: '2026-11-01', endDate: null }),
  'end before start': body({ option: '3', startDate: '2026-11-30', endDate: '2026-11-01' }),
  'dates without being asked': body({ option: '1', startDate: '2026-11-01', endDate: '2026-11-30' }),
  'no option': body(lists),
  'option 4': body({ option: '4' }),
  'users as text': body({ option: '1', users: ['7'] }),
  'an unknown field': body({ option: '1', supervisor: 'S' }),
}
const choices = {
  atividades: [{ CODIGOATIVIDADE: 1, DESCRICAOATIVIDADE: 'Suporte' }],
  categoria: [{ CODIGOCATEGORIA: 1, DESCRICAOCATEGORIA: 'Interno' }],
  modulo: [{ CODIGOMODULO: 1, DESCRICAOMODULO: 'Fiscal' }],
  tag: [{ CODIGOTAG: 1, DESCRICAOTAG: 'urgente' }],
}

const cashFlow = {
  saldoBanco: 1.5,
  saldoCaixa: 1,
  saldoGeral: 2.5,
  valorPagarGeral: 0,
  valorReceberGeral: 0,
  valorGeradoCC: 100,
  valorRecebidoCC: 50,
  percentualRecebidoCC: 50,
  valorReceberCC: 50,
  percentualReceberCC: 50,
  vencidasVencendoHoje: { vencidas: 1, vencendoHoje: 2, aVencer: 3 },
  totalizerByCompay: [{ company: 'Matriz', valorGerado: 1, valorRecebido: 1, valorAReceber: 0 }],
  receveidByCenter: [{ tipoConta: 'SySGrão', valorRecebido: 1 }],
  extra: 1,
}
const boletos = { period: '202611', company: null, idOptionCentroCusto: 1, drillDownOption: null }
const drillDown = { period: '202611', company: 'Matriz', drillDownOption: 'recebido' }
const dre = { idDre: 1, idEmpresas: [1, 2], firstLoad: false, typeofView: 'Mensal', period: '202611' }

const entry = {
  id: 5,
  idAtividade: 1,
  idCategoria: 1,
  idModulo: 1,
  idTag: null,
  descricao: 'Ajuste',
  dataHoraInicio: '2026-11-19T08:00:00',
  horaFim: '09:00:00',
  total: '01:00:00',
  idUsuario: 9,
  token: 'x',
}
const clone = { idAtividade: 1, idCategoria: 1, idModulo: 1, idTag: null, descricao: 'Ajuste' }
/** Builds scenes in which `answer` is the caller's running entry, as stored. */
const check =
  (answer: unknown, sent: unknown = {}) =>
  (): Scene => ({ body: sent, stored: { '/track/check': answer } })
/** Builds scenes of one call. In each of them, entry 5 is stored in a different state. */
const entries = (make: () => Scene): Record<string, (me: number) => Scene> => {
  const stored = (answer: (me: number) => unknown) => (me: number) => ({ ...make(), stored: { '/track/5': answer(me) } })
  return {
    plain: stored((me) => ({ ...entry, idUsuario: me })),
    "another's": stored(() => entry),
    missing: stored(() => status(404)),
    failing: stored(() => status(500)),
    empty: stored(() => ({})),
    'of another id': stored((me) => ({ ...entry, id: 6, idUsuario: me })),
    'without owner': stored(() => ({ ...entry, idUsuario: undefined })),
    'owner null': stored(() => ({ ...entry, idUsuario: null })),
    'owner as text': stored((me) => ({ ...entry, idUsuario: String(me) })),
  }
}
const change = (sent: object) => (me: number) => ({ body: { id: 5, ...sent }, stored: { '/track/5': { ...entry, idUsuario: me } } })
const finished = { ...clone, dataHoraInicio: '2026-11-19T08:00:00', total: '01:00:00' }
const timeMonth = { id: 5, mes: '2026-10', fechado: true, em: '2026-11-03T09:00:00', por: 'Ana', extra: 1 }
const visit = { id: 5, atividade: 'Visita técnica', cliente: null, dataHoraInicio: '2026-11-19T08:00:00', total: '03:30:00', extra: 1 }
/** Appointment 5, which belongs to person 9. */
const visited = {
  ID: 5,
  CODCOLABORADOR: 9,
  CODCLIENTE: null,
  carro: null,
  CODATIVIDADE: 1,
  regiao: null,
  dataIni: '2026-11-19',
  horaIni: '08:00',
  dataFim: '2026-11-19',
  horaFim: '11:30',
  status: 'A',
  MOTIVO: null,
}
/** Builds scenes that book the time of appointment 5, which is stored as `answer`. */
const ofVisit = (answer: (me: number) => unknown) => (me: number) => ({
  body: { ...finished, idCompromisso: 5 },
  stored: { '/compromises/5': answer(me) },
})
const finish = { ...clone, dataHoraInicio: '2026-11-19T08:00:00', horaFim: '07:00:00' }

const project = {
  idTipoProjeto: 'P',
  descricao: 'Novo fiscal',
  idStatusRedmine: 1,
  prioridade: 0,
  progresso: 12.5,
  idTarefaRedmine: null,
  observacao: 'duas\nlinhas',
  dataIni: '2026-11-01',
  dataFim: null,
  idStatus: 'A',
}
const storedProject = {
  ID: 5,
  IDTIPOPROJETO: 'P',
  DESCRICAO: 'Novo fiscal',
  IDSTATUSREDMINE: 1,
  PRIORIDADE: 0,
  PROGRESSO: 12.5,
  IDTAREFAREDMINE: null,
  OBSERVACAO: null,
  DATAINI: '2026-11-01',
  DATAFIM: null,
  IDSTATUS: 'A',
  CLIENTESSOLICITANTES: 2,
  TIPOPROJETO: 'P',
  extra: 1,
}
const step = {
  idAcompanhamentoProjeto: 5,
  descricao: 'Levantamento',
  progresso: 100,
  idResponsavel: 7,
  observacao: '',
  idStatus: 'A',
  dataInicial: null,
  dataFinal: null,
}
const storedStep = { ...step, id: 3, responsavel: 'Bia', extra: 1 }
const link = { id: 4, idAcompanhamentoProjeto: 5, cliente: 'Sementes', observacao: null, extra: 1 }
const added = { idAcompanhamentoProjeto: 5, idClients: [1, 2], observacao: null }

const openDocument = {
  id: 5,
  documento: 'Conta 9/1',
  empresa: 'Matriz',
  centro: 'SySGrão',
  vencimento: '2026-10-05',
  dias: 46,
  valor: 10.5,
  nfse: true,
  impedimento: null,
  cobradaEm: null,
  extra: 1,
}

export const scenes: Scenes = {
  'GET /sprints': { reply: [sprint], scenes: { plain } },
  'POST /dash/planejadoefetivado': {
    reply: {
      periodoSprint: { dtFim: '2026-11-30' },
      sprintAtual: sprint,
      previsto: [{ ULTIMO_STATUS: 'Finalizada', TASKS: 8, PERCENT: 80 }],
      efetivado: [{ type: 'Melhoria', TASKS: 8, PERCENT: 80 }],
    },
    scenes: { plain: body({}), 'one sprint': body({ idSprint: 5 }), 'sprint 0': body({ idSprint: 0 }), 'no body': plain },
  },
  'POST /dash/resultadoMeta': {
    reply: {
      dadosPlanejados: [{ DESCSPRINT: 'SPRINT 100', ...counts }],
      dadosMeta: [{ DESCSPRINT: 'SPRINT 100', vPercent: 80, vPercentualMeta: 100 }],
      totalizador: counts,
    },
    scenes: {
      plain: body({}),
      'no body': plain,
      filtered: body({ dataInicio: '2026-11-01', dataFim: null, sprints: [5] }),
      'no date': body({ dataInicio: '2026-02-30' }),
      'end before start': body({ dataInicio: '2026-11-30', dataFim: '2026-11-01' }),
      'a thousand and one sprints': body({ sprints: Array.from({ length: 1001 }, (_, i) => i + 1) }),
    },
  },
  'POST /dash/resultadoEmergente': {
    reply: { dadosEmergentes: [month], dadosProjetos: [month] },
    scenes: { plain: body({ sprints: [5] }), 'no body': plain, 'one sprint, no list': body({ sprints: 5 }) },
  },

  'GET /datafiltertrack': {
    reply: { users: [{ ID: 7, NOMECOMPLETOUSUARIO: 'Bia Lima', EMAILUSER: 'bia@x.co' }], ...choices },
    scenes: { plain },
  },
  'POST /dash/resultadotoggl': {
    reply: {
      dadosProjeto: [{ atividade: 'Suporte', TIME: '1234:00:00', PERCENT: 100 }],
      dadosModulo: [{ modulo: null, TIME: '12:00:00', PERCENT: 100, corModule: null }],
      dadosTipo: [{ categoria: 'Interno', PERCENT: 100 }],
      dadosPercentual: [{ TipoPercent: 'Produtivo', PERCENT: 100 }],
    },
    scenes: filtered,
  },
  'POST /dash/analytictoggl': {
    reply: { resultAnalytic: [], total: [{ user: '', total: '00:00:00' }] },
    scenes: filtered,
  },
  'POST /dash/trackprojetos': {
    reply: [
      {
        descricao: 'Novo fiscal',
        status: 'Em andamento',
        prioridade: 0,
        progresso: 12.5,
        numRedmine: null,
        obs: null,
        dataInicio: '2026-11-01',
        dataFim: null,
      },
    ],
    scenes: { plain: body({}), 'one year': body({ statusRedmine: [1], ano: 2026 }), 'no year': body({ ano: '2026' }) },
  },

  'GET /dash/pendenciasPed': {
    reply: [
      {
        CODIGOSETOR: 3,
        DESCRICAOSETOR: 'Suporte',
        users: [{ ID: 7, NOMECOMPLETOUSUARIO: 'Bia Lima', password: 'x', tasks: [{ tarefa: 'Ligar', prioridade: 'Alta', order: 1 }] }],
      },
    ],
    scenes: { plain },
  },

  'GET /dash/saldoBancosCaixas': {
    reply: { dataset: [{ descricao: 'Banco', saldoCC: 1, saldoAplicacao: 2, saldoTotal: 3 }], total: { saldoTotal: 3 } },
    scenes: {
      plain: query('typeofModal=bco'),
      boxes: query('typeofModal=cxa'),
      'no selector': plain,
      'an empty selector': query('typeofModal='),
      'two selectors': query('typeofModal=bco&typeofModal=cxa'),
      'another selector': query('typeofModal=todos'),
    },
  },
  'POST /dash/boletos': {
    reply: cashFlow,
    scenes: { plain: body(boletos), 'no period': body({ ...boletos, period: undefined }), 'month 13': body({ ...boletos, period: '202613' }) },
  },
  'POST /dash/boletos/drill-down': {
    reply: { dataset: [{ cliente: 'Sementes', valor: 1, senha: 'x' }], columns: [{ title: 'Cliente', field: 'cliente' }] },
    scenes: {
      plain: body(drillDown),
      'no option': body({ period: '202611', company: 'Matriz' }),
      'no company': body({ ...drillDown, company: null }),
    },
  },
  'GET /dash/aging': {
    reply: {
      total: { aVencer: 1, ate30: 2, ate60: 3, ate90: 4, mais90: 5, total: 15, extra: 1 },
      clientes: [{ cliente: 'Sementes', idCliente: 7, contas: 2, aVencer: 1, ate30: 2, ate60: 3, ate90: 4, mais90: 5, total: 15, extra: 1 }],
      extra: 1,
    },
    scenes: { plain },
  },
  'GET /dash/aging/documents': {
    reply: [openDocument],
    scenes: { plain: () => ({ query: 'cliente=Sementes' }), 'no client': () => ({}) },
  },
  'GET /dash/aging/client/{id}': {
    reply: { gerado: 20.5, aVencer: 0, vencido: 10.5, documentos: [openDocument], extra: 1 },
    scenes: { plain: id(5), 'id 0': id(0) },
  },
  'GET /dash/dre': { reply: { dres: [{ id: 1, descricao: 'DRE' }], empresas: [{ id: 1, descricao: 'Matriz' }] }, scenes: { plain } },
  'POST /dash/dre': {
    reply: {
      haveFilter: true,
      dataset: [{ descricaoConta: 'Receita', custoAnalitico: null, descricaoLancamento: null, dataLancamento: '2026-11-01', valor: -1.5 }],
      filters: { idDre: 1, idEmpresas: [1] },
    },
    scenes: {
      plain: body(dre),
      'first load': body({ idDre: null, idEmpresas: [], firstLoad: true, typeofView: 'Anual', period: '2026' }),
      'first load as text': body({ ...dre, firstLoad: 'true' }),
      'another view': body({ ...dre, typeofView: 'Diário' }),
      'period as number': body({ ...dre, period: 202611 }),
    },
  },
  'PUT /dash/dre': {
    reply: {},
    scenes: {
      plain: body({ idDre: 1, idEmpresas: [1] }),
      'no dre': body({ idDre: null, idEmpresas: [1] }),
      "another's filter": body({ idDre: 1, idEmpresas: [1], idUsuario: 9 }),
    },
  },

  'GET /track': {
    reply: [
      {
        ID: 5,
        DESCRICAO: 'Ajuste',
        ACTIVITY: 'Suporte',
        MODULE: null,
        CATEGORY: null,
        TAG: null,
        HORAINICIO: '08:00:00',
        HORAFIM: null,
        TOTAL: null,
        ACTIVITY_DATE: '2026-11-19',
        SOMA: '01:00:00',
      },
    ],
    scenes: {
      plain: (me) => ({ query: `user=${me}` }),
      'own of a period': (me) => ({ query: `startdate=2026-11-01&enddate=2026-11-30&user=${me}` }),
      'no user': (me) => ({ asks: `user=${me}` }),
      'a period, no user': (me) => ({
        query: 'startdate=2026-11-01&enddate=2026-11-30',
        asks: `startdate=2026-11-01&enddate=2026-11-30&user=${me}`,
      }),
      "another's": query('user=9'),
      'own and another': (me) => ({ query: `user=${me}&user=9` }),
      'own twice': (me) => ({ query: `user=${me}&user=${me}` }),
      'user empty': query('user='),
      'user 0': query('user=0'),
      'own with a zero': (me) => ({ query: `user=0${me}` }),
      'own in a list': (me) => ({ query: `user[]=${me}` }),
      'end before start': (me) => ({ query: `startdate=2026-11-30&enddate=2026-11-01&user=${me}` }),
      'an unknown parameter': (me) => ({ query: `user=${me}&idUsuario=9` }),
    },
  },
  'GET /track/check': { reply: entry, scenes: { plain } },
  'GET /datatrack': {
    reply: {
      ...choices,
      sugestoes: [{ DESCRICAO: 'Ajuste', CODIGOATIVIDADE: 1, CODIGOCATEGORIA: 1, CODIGOMODULO: 1, CODIGOTAG: null }],
      frequente: { CODIGOATIVIDADE: 1, CODIGOCATEGORIA: 1, CODIGOMODULO: 1, extra: 1 },
    },
    scenes: { plain },
  },
  'GET /track/{id}': { reply: entry, scenes: { ...entries(id(5)), 'id 0': id(0) } },
  'POST /track': {
    reply: { ...entry, horaFim: null, total: null },
    scenes: {
      plain: check(null),
      clone: check(null, clone),
      'id 0': check(null, { id: 0 }),
      unfinished: (me) => ({ body: {}, stored: { '/track/check': { ...entry, idUsuario: me, horaFim: null, total: null } } }),
      'a clone, unfinished': (me) => ({ body: clone, stored: { '/track/check': { ...entry, idUsuario: me } } }),
      "another's unfinished": check(entry),
      'check missing': check(status(404)),
      'check failing': check(status(500)),
      'check unauthorized': check(status(401)),
      'check empty': check({}),
      'an id': check(null, { id: 5 }),
      'for another': check(null, { idUsuario: 9 }),
      'an own start': check(null, { dataHoraInicio: '2026-11-19T08:00:00' }),
      'a description of 51': check(null, { descricao: 'x'.repeat(51) }),
    },
  },
  'POST /track/finished': {
    reply: entry,
    scenes: {
      plain: body(finished),
      'id 0': body({ ...finished, id: 0 }),
      'without a total': body({ ...finished, total: undefined }),
      'without a start': body({ ...finished, dataHoraInicio: undefined }),
      'without a module': body({ ...finished, idModulo: null }),
      'a start before 1900': body({ ...finished, dataHoraInicio: '1899-12-31T08:00:00' }),
      'a start after 2199': body({ ...finished, dataHoraInicio: '2200-01-01T08:00:00' }),
      'in no time': body({ ...finished, total: '00:00:00' }),
      'in no time, with a longer zero': body({ ...finished, total: '000:00:00' }),
      'of 1000 hours': body({ ...finished, total: '1000:00:00' }),
      'an end': body({ ...finished, horaFim: '09:00:00' }),
      'an id': body({ ...finished, id: 5 }),
      'for another': body({ ...finished, idUsuario: 9 }),
      'of an appointment': ofVisit((me) => ({ ...visited, CODCOLABORADOR: me })),
      "of another's appointment": ofVisit(() => visited),
      'of a missing appointment': ofVisit(() => status(404)),
      'of an appointment without a person': ofVisit(() => ({ ...visited, CODCOLABORADOR: undefined })),
      'of appointment 0': body({ ...finished, idCompromisso: 0 }),
    },
  },
  'PUT /track': {
    reply: {},
    scenes: {
      ...entries(body({ id: 5, descricao: 'Outro ajuste' })),
      unauthorized: () => ({ body: { id: 5 }, stored: { '/track/5': status(401) } }),
      'in a closed month': (me) => ({
        body: { id: 5, descricao: 'Outro ajuste' },
        stored: { '/track/5': { ...entry, idUsuario: me, mesFechado: true } },
      }),
      'in an open month': (me) => ({
        body: { id: 5, descricao: 'Outro ajuste' },
        stored: { '/track/5': { ...entry, idUsuario: me, mesFechado: false } },
      }),
      "another's, in a closed month": () => ({ body: { id: 5, descricao: 'Outro ajuste' }, stored: { '/track/5': { ...entry, mesFechado: true } } }),
      finish: change(finish),
      'finish with a total': change({ ...finish, total: '23:00:00' }),
      resume: change({ horaFim: null }),
      'finish without the rest': change({ horaFim: '09:00:00' }),
      'finish without a module': change({ ...finish, idModulo: null }),
      'finish without a start': change({ ...finish, dataHoraInicio: undefined }),
      'finish in no time': change({ ...finish, total: '00:00:00' }),
      'no such start': change({ dataHoraInicio: '2026-02-30T08:00:00' }),
      'a start with a zone': change({ dataHoraInicio: '2026-11-19T08:00:00Z' }),
      'an empty description': change({ descricao: ' ' }),
      'to another': change({ idUsuario: 9 }),
      'no id': body({ descricao: 'Outro ajuste' }),
      'two ids': body({ id: [5, 6] }),
    },
  },
  'DELETE /track/{id}': {
    reply: {},
    scenes: {
      ...entries(id(5)),
      'in a closed month': (me) => ({ path: { id: 5 }, stored: { '/track/5': { ...entry, idUsuario: me, mesFechado: true } } }),
      unauthorized: () => ({ path: { id: 5 }, stored: { '/track/5': status(401) } }),
      'id 0': id(0),
    },
  },
  'GET /track-months': { reply: [timeMonth], scenes: { plain, 'a parameter': query('mes=2026-10') } },
  'PUT /track-months': {
    reply: {},
    scenes: {
      plain: body({ mes: '2026-10', fechado: true }),
      reopened: body({ mes: '2026-10', fechado: false }),
      'month 13': body({ mes: '2026-13', fechado: true }),
      'neither closed nor reopened': body({ mes: '2026-10' }),
      'another closer': body({ mes: '2026-10', fechado: true, por: 9 }),
    },
  },
  'GET /track-months/{id}/history': { reply: history, scenes: { plain: id(5), 'id 0': id(0) } },
  'GET /track-visits': { reply: [visit], scenes: { plain, "another's": query('user=9') } },
  'DELETE /track-visits/{id}': {
    reply: {},
    scenes: {
      plain: (me) => ({ path: { id: 5 }, stored: { '/compromises/5': { ...visited, CODCOLABORADOR: me } } }),
      "another's": () => ({ path: { id: 5 }, stored: { '/compromises/5': visited } }),
      missing: () => ({ path: { id: 5 }, stored: { '/compromises/5': status(404) } }),
      'without a person': () => ({ path: { id: 5 }, stored: { '/compromises/5': { ...visited, CODCOLABORADOR: undefined } } }),
      'id 0': id(0),
    },
  },

  'GET /trackprojetos': { reply: [storedProject], scenes: { plain } },
  'GET /trackprojetos/data': {
    reply: { tipoProjeto: [{ id: 'P', descricao: 'Produto' }], status: [{ id: 1, descricao: 'Em andamento', color: 'blue', icon: null }] },
    scenes: { plain },
  },
  'GET /trackprojetos/client/{id}': {
    reply: [
      {
        id: 5,
        descricao: 'Portal',
        status: { descricao: 'Em andamento', color: 'blue', icon: null, extra: 1 },
        progresso: 40,
        dataFim: '2026-12-18',
        idStatus: 'A',
        extra: 1,
      },
    ],
    scenes: { plain: id(5), 'id 0': id(0) },
  },
  'GET /trackprojetos/complete/{id}': {
    reply: { projeto: storedProject, etapas: [storedStep], clientes: [link] },
    scenes: { plain: id(5), 'id 0': id(0) },
  },
  'GET /trackprojetos/{id}/history': { reply: history, scenes: { plain: id(5), 'id 0': id(0) } },
  'GET /trackprojetos/{id}': { reply: storedProject, scenes: { plain: id(5), 'id 0': id(0) } },
  'POST /trackprojetos/filter': {
    reply: [storedProject],
    scenes: {
      plain: body({ statusRedmine: [1], prioridadeTarefas: [0, 5], tipoProjeto: ['P', 'T'] }),
      'nothing chosen': body({}),
      'priority 6': body({ prioridadeTarefas: [6] }),
      'type X': body({ tipoProjeto: ['X'] }),
    },
  },
  'POST /trackprojetos': {
    reply: { id: 5 },
    scenes: {
      plain: body(project),
      'id null': body({ ...project, id: null }),
      'as it was read': body({ ...project, id: 0, clientesSolicitantes: 2, tipoProjeto: 'Produto' }),
      'an id': body({ ...project, id: 5 }),
      'no priority': body({ ...project, prioridade: null }),
      'priority 6': body({ ...project, prioridade: 6 }),
      'progress 101': body({ ...project, progresso: 101 }),
      'no status': body({ ...project, idStatusRedmine: null }),
      'no description': body({ ...project, descricao: '' }),
      'a department': body({ ...project, departamento: 2 }),
    },
  },
  'PUT /trackprojetos': {
    reply: {},
    scenes: {
      plain: body({ id: 5, ...project }),
      inactive: body({ id: 5, ...project, idStatus: 'I' }),
      'no id': body(project),
      'id 0': body({ ...project, id: 0 }),
    },
  },
  'GET /trackprojetos-steps': {
    reply: [storedStep],
    scenes: {
      plain: query('idTrackProject=5'),
      'no project': plain,
      'two projects': query('idTrackProject=5&idTrackProject=6'),
      'data=1': query('data=1'),
      people: query('data=true'),
    },
  },
  'GET /trackprojetos-steps/{id}': { reply: storedStep, scenes: { plain: id(3) } },
  'POST /trackprojetos-steps': {
    reply: { id: 3 },
    scenes: {
      plain: body(step),
      'an id': body({ ...step, id: 3 }),
      'nobody answers for it': body({ ...step, idResponsavel: null }),
      'progress as text': body({ ...step, progresso: '10' }),
    },
  },
  'PUT /trackprojetos-steps': { reply: {}, scenes: { plain: body({ id: 3, ...step }), 'no id': body(step) } },
  'PATCH /trackprojetos-steps/{id}': {
    reply: { idStatus: 'I' },
    scenes: { plain: id(3), 'id 0': id(0), 'a body': () => ({ path: { id: 3 }, body: { idStatus: 'A' } }) },
  },
  'GET /trackprojetos-clients': {
    reply: { clients: [{ CODIGOCLIENTE: 1, NOMEFANTASIACLIENTE: 'Sementes', token: 'x' }] },
    scenes: {
      plain: query('idTrackProject=5'),
      'to be added': query('idTrackProject=5&data=true'),
      'no project': query('data=true'),
      'data=false': query('idTrackProject=5&data=false'),
    },
  },
  'POST /trackprojetos-clients': {
    reply: { id: 4 },
    scenes: { plain: body(added), 'no client': body({ ...added, idClients: [] }), 'no project': body({ idClients: [1] }) },
  },
  'PUT /trackprojetos-clients': {
    reply: {},
    scenes: {
      plain: body({ id: 4, observacao: 'nova' }),
      'no id': body({ observacao: 'nova' }),
      'another client': body({ id: 4, observacao: 'nova', idClients: [2] }),
    },
  },
  'DELETE /trackprojetos-clients/{id}': { reply: {}, scenes: { plain: id(4), 'id 0': id(0) } },
}
