// Scenes for NFS-e, finance, services and commissions. They test the ownership of batches and service controls, and the rights of the finance
// department.
import { history, status, type Scene, type Scenes } from './scene.ts'

const extra = { token: 'x' }
const plain = { plain: () => ({}) }
const at5 = { path: { id: 5 } }

// Invoices

const account = {
  ID_REF_PARCELA_CONTA: 5,
  ID_REF_CONTA: 9,
  emailState: { errorMails: 0, pendentMails: 0, sendedMails: 1 },
  ID_STATUS_NFSE: 3,
  ID_STATUS_BOLETO: 2,
  CNPJ_TOMADOR: '12ABC34501DE35',
  DISCRIMINACAO: 'Locação',
  VALOR_CONTA: 10.5,
  TAXA_ISSQN_FIXO: null,
  TAXA_ISSQN_CONTA: 5,
  SERVICO_CONTA: null,
  VALOR_ISSQN_CONTA: 0.53,
  VALOR_LIQUIDO: 9.97,
  DATA_VENCTO: '2026-11-30',
  ...extra,
}
/** Builds a scene that corrects account 5. */
const corrected = (more: object) => (): Scene => ({
  path: { id: 5 },
  body: {
    documento: '12ABC34501DE35',
    razaoSocial: 'B',
    inscricaoMunicipal: '',
    logradouro: 'Rua A',
    numero: '1',
    complemento: '',
    bairro: 'Centro',
    municipio: 'Sorriso - MT',
    cep: '78890000',
    telefone: '',
    emails: ['a@x.co'],
    nbs: '',
    discriminacao: 'B',
    ...more,
  },
})
const paid = (more: object) => (): Scene => ({ path: { id: 5 }, body: { valor: 10.5, pagoEm: '2026-11-20', forma: 'PIX', ...more } })
const ordered = (body: object) => (): Scene => ({ path: { id: 5 }, body })
const read = (more: object) => (): Scene => ({ body: { nome: 'CB3011.RET', conteudo: 'MDAx', semDesconhecidos: false, ...more } })
const remittance = {
  id: 5,
  empresa: 'Exemplo',
  banco: 'SICREDI',
  numero: 7,
  arquivo: '310771130.007',
  quando: '2026-11-30T09:00:00',
  por: 'Ana',
  entradas: 2,
  valor: 10.5,
  instrucoes: 0,
  aceitos: 1,
  recusados: 1,
  ...extra,
}
const returned = {
  id: 5,
  empresa: 'Exemplo',
  banco: 'SICREDI',
  numero: 12,
  arquivo: 'CB3011.RET',
  gravado: '2026-11-30',
  quando: '2026-11-30T09:00:00',
  por: 'Ana',
  mensagens: 1,
  pendentes: 0,
  conhecidas: 0,
  desconhecidas: 0,
  ...extra,
}
const terms = {
  juros: 'monthly',
  jurosValor: 1,
  multa: 'none',
  multaValor: null,
  desconto: 'none',
  descontoValor: null,
  descontoDias: null,
  baixaDias: null,
  protesto: 'none',
  protestoDias: null,
}
const companyTerms = { id: 5, empresa: 'Exemplo', banco: 'SICREDI', ...terms, resumo: 'juros 1,00% ao mês', versao: 1, ...extra }
const termed = (more: object) => (): Scene => ({ path: { id: 5 }, body: { ...terms, versao: 1, ...more } })
const toldLine = {
  linha: 3,
  conta: 5,
  tomador: 'Sementes',
  nossoNumero: '262000017',
  sentido: 'paid',
  ocorrencia: 'Liquidação',
  motivos: [],
  valor: 10.5,
  credito: '2026-11-30',
  ...extra,
}
const sent = (body: object) => (): Scene => ({ body: { contas: [5, 6], idStatus: 1, observacao: '', tipoEmissao: 3, ...body } })
const asked = (query: string) => (): Scene => ({ query })

// Finance

const inBatch3 = { '/financial-control-user': { ID: 3 } }
const movement = {
  id: 5,
  operador: 'D',
  operacao: 'D',
  idControleFinanceiro: 3,
  valor: 10.5,
  responsavel: 'E',
  obs: 'Almoço',
  data: '2026-11-21',
  idCliente: null,
  idTipo: 2,
  idStatus: 'A',
}
const { id: _, ...newMovement } = movement
const closing = { operador: 'F', operacao: '', responsavel: null, idTipo: null }
const create =
  (body: object, stored: Scene['stored'] = inBatch3) =>
  () => ({ body: { ...newMovement, ...body }, stored })
/** Builds a scene that changes movement 5, whose stored record is `was`. */
const change =
  (body: object, was: object = {}) =>
  () => ({ body: { ...movement, ...body }, stored: { ...inBatch3, '/financial-control-batch/5': { ...movement, ...was } } })
const changeOf = (answer: unknown) => () => ({ body: movement, stored: { ...inBatch3, '/financial-control-batch/5': answer } })
const stored = (was: object) => () => ({ ...at5, stored: { ...inBatch3, '/financial-control-batch/5': { ...movement, ...was } } })
const storedAs =
  (answer: unknown, batch: object = inBatch3) =>
  () => ({ ...at5, stored: { ...batch, '/financial-control-batch/5': answer } })
const receipt = { nome: 'nota.pdf', conteudo: Buffer.from('%PDF-1.7').toString('base64') }
const attach =
  (was: object, body: object = {}) =>
  () => ({ ...stored(was)(), body: { ...receipt, ...body } })
const ofABatch = {
  plain: stored({}),
  'a credit': stored({ operador: 'C' }),
  inactive: stored({ idStatus: 'I' }),
  "another's batch": stored({ idControleFinanceiro: 4 }),
  'of another id': stored({ id: 6 }),
  'no batch of their own': storedAs(movement, { '/financial-control-user': { ID: null } }),
  'own batch failing': storedAs(movement, { '/financial-control-user': status(500) }),
}

// Services

const dataset = { clientes: [{ id: 1, razaoSocial: 'Sementes' }], colaboradores: [{ id: 7, nome: 'Ana' }], status: [] }
const control = {
  id: 8,
  qtdHoras: '100:00',
  valorHora: 150,
  idCliente: 1,
  idColaborador: 7,
  idStatus: 2,
  dataInicio: '2026-11-01',
  observacao: 'Suporte\nmensal',
}
const { id: _id, ...newControl } = control
const controlOf = (idColaborador: number, more: object = {}) => ({
  '/service-time-control/8': { timeControl: { ...control, idColaborador, ...more }, dataset },
})
const changeControl =
  (body: object, was: object = {}) =>
  () => ({ body: { ...control, ...body }, stored: { '/service-time-control/8': { timeControl: { ...control, ...was }, dataset } } })
const changeControlOf = (answer: unknown) => () => ({ body: control, stored: { '/service-time-control/8': answer } })
const controlRow = {
  ...control,
  cliente: 'Sementes',
  responsavel: 'Ana',
  saldo: '-001:30',
  status: { descricao: 'Aberto', color: null, icon: null },
  userId: 7,
  ...extra,
}

const work = {
  id: 6,
  nTicket: '123',
  qtdHoras: '001:30',
  descricao: 'Reunião',
  dataInicio: '2026-11-20',
  dataFim: '2026-11-21',
  baixaSaldo: 1,
  idColaborador: 7,
  ticketMonitorado: 0,
  dataMonitoramento: null,
  idStatus: 'A',
  idControleHoras: 8,
}
const { id: _work, ticketMonitorado: _t, dataMonitoramento: _d, ...unmonitored } = work
const monitored = { ticketMonitorado: 1, dataMonitoramento: '2026-12-01' }
const createWork = (body: object) => () => ({ body: { ...unmonitored, ...body } })
const changeWork =
  (body: object, was: object = {}) =>
  () => ({
    body: { id: 6, ...unmonitored, ...body },
    stored: { '/service-time-control-mov/6': { timeControlMov: { ...work, ...was }, dataset } },
  })
const changeWorkOf = (answer: unknown) => () => ({ body: work, stored: { '/service-time-control-mov/6': answer } })

// Commissions

const entry = { id: 4, tipo: 'P', nTicket: '', data: '2026-11-21', valor: 100.01, historico: 'Entrada', idControleHoras: 8, idStatus: 'A' }
const { id: _entry, ...newEntry } = entry
const ofControl8 = (more: Scene, records: object) => ({ ...more, stored: { ...records } })
/** Builds scenes of a call. Control 8 is stored as the caller's own, as another person's, as missing or as broken. */
const controls = (more: Scene) => ({
  plain: (me: number) => ofControl8(more, controlOf(me)),
  "another's control": (me: number) => ofControl8(more, controlOf(me + 1000)),
  'control of another id': (me: number) => ofControl8(more, controlOf(me, { id: 9 })),
  'control without owner': (me: number) => ofControl8(more, controlOf(me, { idColaborador: undefined })),
  'control missing': () => ofControl8(more, {}),
  'control failing': () => ofControl8(more, { '/service-time-control/8': status(500) }),
})
const entry4 = (was: object = {}) => ({ '/service-time-control-comission/4': { timeControlComission: { ...entry, ...was } } })
/** Adds a stored entry 4 to these scenes, and adds scenes in which entry 4 is missing or broken. */
const entries = (more: Scene) => ({
  ...Object.fromEntries(
    Object.entries(controls(more)).map(([name, scene]) => [name, (me: number) => ofControl8(more, { ...scene(me).stored, ...entry4() })]),
  ),
  'entry of another id': (me: number) => ofControl8(more, { ...controlOf(me), ...entry4({ id: 9 }) }),
  "entry of another's control": (me: number) =>
    ofControl8(more, {
      ...controlOf(me),
      ...entry4({ idControleHoras: 9 }),
      '/service-time-control/9': { timeControl: { ...control, id: 9, idColaborador: me + 1000 }, dataset },
    }),
  'entry without control': (me: number) => ofControl8(more, { ...controlOf(me), ...entry4({ idControleHoras: undefined }) }),
  'entry missing': (me: number) => ofControl8(more, { ...controlOf(me), '/service-time-control-comission/4': status(404) }),
  'entry failing': (me: number) => ofControl8(more, { ...controlOf(me), '/service-time-control-comission/4': status(500) }),
})
const result = {
  idLoteHoras: 8,
  nTicket: null,
  colaborador: 'Ana',
  cliente: 'Sementes',
  dataRef: '2026-11-01',
  horasLiberadas: '010:00',
  horasPrevistas: null,
  valorHora: '150,00',
  total: '1.500,00',
  comissao: 10,
  valorLiberado: '150,00',
  valorPrevisto: null,
  status: 'Liberado',
  ...extra,
}

const closedMonth = {
  id: 5,
  mes: '2026-11',
  colaboradores: 1,
  valor: '150,00',
  fechadoEm: '2026-12-01T08:00:00',
  fechadoPor: 'Ana',
  pagoEm: null,
  pagoPor: null,
  ...extra,
}
const closedRow = {
  id: 31,
  idLoteHoras: 8,
  nTicket: null,
  colaborador: 'Ana',
  cliente: 'Sementes',
  dataRef: '2026-11-01',
  liberadoEm: '2026-11-10',
  horas: '010:00',
  valorHora: '150,00',
  total: '1.500,00',
  comissao: 10,
  valor: '150,00',
  ajusteDe: null,
  ...extra,
}

export const scenes: Scenes = {
  'GET /nfse/centrocustos': {
    reply: [{ TIPO_CONTA: 'SySGrão', ...extra }],
    scenes: { plain: asked('mesAno=11%2F2026'), 'no month': () => ({}), 'month 13': asked('mesAno=13%2F2026') },
  },
  'GET /nfse/clients': { reply: [{ CODIGOCLIENTE: 7, NOMEFANTASIACLIENTE: 'Coop', CIDADE: null, ...extra }], scenes: plain },
  'GET /nfse/summary': {
    reply: {
      situacoes: [{ status: 1, quantidade: 2, valor: 10.5, ...extra }],
      anteriores: [{ mesAno: '10/2026', quantidade: 1, ...extra }],
      ...extra,
    },
    scenes: {
      plain: asked('mesAno=11%2F2026&tipoRegistro=SySGr%C3%A3o&tipoEmissao=3'),
      'all cost centres': asked('mesAno=11%2F2026&tipoRegistro=Todos&tipoEmissao=2'),
      'no filter': () => ({}),
      'a status': asked('mesAno=11%2F2026&tipoRegistro=SySGr%C3%A3o&tipoEmissao=3&status=1'),
    },
  },
  'POST /nfse/files': {
    reply: Buffer.from('PK\x03\x04'),
    scenes: {
      plain: () => ({ body: { contas: [5, 6], tipoEmissao: 3, formato: 'zip' } }),
      'for printing': () => ({ body: { contas: [5], tipoEmissao: 2, formato: 'pdf' } }),
      'another format': () => ({ body: { contas: [5], tipoEmissao: 3, formato: 'xml' } }),
      'no account': () => ({ body: { contas: [], tipoEmissao: 3, formato: 'zip' } }),
      'too many': () => ({ body: { contas: Array.from({ length: 101 }, (_, nth) => nth + 1), tipoEmissao: 3, formato: 'zip' } }),
    },
  },
  'POST /nfse/{id}/cancel': {
    reply: {},
    scenes: {
      plain: () => ({ ...at5, body: { motivo: 2, texto: 'O serviço não foi prestado.', mesmoRecebida: false } }),
      'although paid': () => ({ ...at5, body: { motivo: 1, texto: 'O tomador estava errado.', mesmoRecebida: true } }),
      'another reason': () => ({ ...at5, body: { motivo: 3, texto: 'O serviço não foi prestado.', mesmoRecebida: false } }),
      'a short text': () => ({ ...at5, body: { motivo: 2, texto: 'Não prestado', mesmoRecebida: false } }),
      'no body': () => at5,
    },
  },
  'POST /nfse/{id}/substitute': {
    reply: {},
    scenes: {
      plain: corrected({ motivo: '99', texto: 'O endereço estava errado.' }),
      'another reason': corrected({ motivo: '06', texto: 'O endereço estava errado.' }),
      'a long text': corrected({ motivo: '99', texto: 'x'.repeat(256) }),
      'an amount': corrected({ motivo: '99', texto: 'O endereço estava errado.', valor: 1 }),
    },
  },
  'GET /nfse/{id}/second-copy': {
    reply: { emAberto: 100, dias: 10, multa: 2, juros: 0.33, total: 102.33, ...extra },
    scenes: {
      plain: () => ({ ...at5, query: 'vencimento=2026-12-01' }),
      'no due date': () => at5,
      'a due date that is none': () => ({ ...at5, query: 'vencimento=2026-13-01' }),
    },
  },
  'POST /nfse/{id}/second-copy': {
    reply: {},
    scenes: {
      plain: () => ({ ...at5, body: { vencimento: '2026-12-01', semEncargos: false } }),
      'without charges': () => ({ ...at5, body: { vencimento: '2026-12-01', semEncargos: true } }),
      'no due date': () => ({ ...at5, body: { vencimento: '', semEncargos: false } }),
      'an amount': () => ({ ...at5, body: { vencimento: '2026-12-01', semEncargos: false, valor: 1 } }),
    },
  },
  'POST /nfse/collections': {
    reply: {},
    scenes: {
      plain: () => ({ body: { ids: [5, 6], vencimento: '2026-12-01' } }),
      'no account': () => ({ body: { ids: [], vencimento: '2026-12-01' } }),
      'too many': () => ({ body: { ids: Array.from({ length: 201 }, (_, nth) => nth + 1), vencimento: '2026-12-01' } }),
      'no due date': () => ({ body: { ids: [5], vencimento: '' } }),
    },
  },
  'POST /nfse/send-mails': {
    reply: {},
    scenes: {
      plain: () => ({ body: { ids: [5, 6] } }),
      'other addresses': () => ({ body: { ids: [5], emails: ['a@x.co'] } }),
      'no account': () => ({ body: { ids: [] } }),
    },
  },
  'GET /nfse': {
    reply: [account],
    scenes: {
      plain: asked('mesAno=11%2F2026&tipoRegistro=SySGr%C3%A3o&tipoEmissao=3&status=1'),
      'no filter': () => ({}),
      'status twice': asked('mesAno=11%2F2026&tipoRegistro=SySGr%C3%A3o&tipoEmissao=3&status=1&status=2'),
      'status 4': asked('mesAno=11%2F2026&tipoRegistro=SySGr%C3%A3o&tipoEmissao=3&status=4'),
    },
  },
  'GET /nfse/{id}': {
    reply: { ...account, EVENTOS: [], eventosNotas: [], eventosBoletos: [], emailsList: ['a@x.co'], emailsEvents: [] },
    scenes: { plain: () => at5 },
  },
  'POST /nfse': {
    reply: {},
    scenes: {
      plain: () => ({ body: { contasForSend: [5, 6] } }),
      'no account': () => ({ body: { contasForSend: [] } }),
      'an unknown field': () => ({ body: { contasForSend: [5], idStatus: 3 } }),
    },
  },
  'PUT /nfse': {
    reply: {},
    scenes: {
      plain: sent({}),
      'a refresh': sent({ idStatus: 2, observacao: 'Emissão.' }),
      'a new due date': sent({ novoVencimento: '2026-12-01' }),
      'a due date that is none': sent({ novoVencimento: '2026-13-01' }),
      issued: sent({ idStatus: 3 }),
      'status 4': sent({ idStatus: 4 }),
      "status '1'": sent({ idStatus: '1' }),
      'no account': sent({ contas: [] }),
    },
  },
  'PUT /nfse/{id}': {
    reply: {},
    scenes: {
      plain: corrected({}),
      'a wrong address': corrected({ emails: ['nada'] }),
      'an amount': corrected({ valor: 1 }),
      'no name': corrected({ razaoSocial: '' }),
    },
  },
  'POST /nfse/{id}/payments': {
    reply: {},
    scenes: {
      plain: paid({}),
      'with interest and another day of credit': paid({ acrescimos: 1.5, creditadoEm: '2026-11-23', observacao: 'No balcão.' }),
      'no amount': paid({ valor: 0 }),
      'interest below zero': paid({ acrescimos: -1 }),
      'another way': paid({ forma: 'Permuta' }),
      'no day': paid({ pagoEm: '' }),
      'somebody else as its author': paid({ por: 3 }),
    },
  },
  'POST /nfse/payments/{id}/undo': {
    reply: {},
    scenes: {
      plain: () => ({ path: { id: 5 }, body: { motivo: 'Era de outra conta.' } }),
      'no reason': () => ({ path: { id: 5 }, body: { motivo: '' } }),
      'a long reason': () => ({ path: { id: 5 }, body: { motivo: 'x'.repeat(201) } }),
      'no body': () => ({ path: { id: 5 } }),
    },
  },
  'GET /nfse/remittances': { reply: [remittance], scenes: plain },
  'GET /nfse/remittances/{id}': { reply: { arquivo: '310771130.007', conteudo: '748', ...extra }, scenes: { plain: () => at5 } },
  'POST /nfse/remittances': {
    reply: [{ id: 5, numero: 7, ...extra }],
    scenes: {
      plain: () => ({ body: { contas: [5, 6] } }),
      'instructions alone': () => ({ body: { contas: [] } }),
      'too many': () => ({ body: { contas: Array.from({ length: 1001 }, (_, nth) => nth + 1) } }),
      'an unknown field': () => ({ body: { contas: [5], numero: 1 } }),
      'no body': () => ({}),
    },
  },
  'POST /nfse/{id}/orders': {
    reply: {},
    scenes: {
      plain: ordered({ movimento: 'writeOff' }),
      'a due date': ordered({ movimento: 'dueDate', vencimento: '2026-12-30' }),
      'an abatement': ordered({ movimento: 'abatement', abatimento: 10.5 }),
      'a due date without a day': ordered({ movimento: 'dueDate' }),
      'an abatement of nothing': ordered({ movimento: 'abatement', abatimento: 0 }),
      'an entry': ordered({ movimento: 'entry' }),
    },
  },
  'DELETE /nfse/orders/{id}': { reply: {}, scenes: { plain: () => at5 } },
  'POST /nfse/returns': {
    reply: { id: 5, jaLido: false, ...extra },
    scenes: {
      plain: read({}),
      'without the unknown': read({ semDesconhecidos: true }),
      'no name': read({ nome: ' ' }),
      'no content': read({ conteudo: '' }),
      'not base64': read({ conteudo: 'a-b_' }),
      'no body': () => ({}),
    },
  },
  'GET /nfse/terms': { reply: [companyTerms], scenes: plain },
  'PUT /nfse/terms/{id}': {
    reply: {},
    scenes: {
      plain: termed({}),
      none: termed({ juros: 'none', jurosValor: null }),
      'interest without a value': termed({ jurosValor: null }),
      'a fine below zero': termed({ multa: 'fixed', multaValor: -1 }),
      'a protest after 100 days': termed({ protesto: 'working', protestoDias: 100 }),
      'another bank': termed({ banco: 'ITAÚ' }),
    },
  },
  'GET /nfse/returns': { reply: [returned], scenes: plain },
  'GET /nfse/returns/{id}': { reply: { ...returned, linhas: [toldLine] }, scenes: { plain: () => at5 } },
  'DELETE /nfse': {
    reply: {},
    scenes: { plain: () => ({ body: { ids: [5, 6] } }), 'no account': () => ({ body: { ids: [] } }), 'no body': () => ({}) },
  },
  'POST /nfse/send-mail': {
    reply: {},
    scenes: {
      plain: () => ({ body: { id: 5 } }),
      'an address': () => ({ body: { id: 5, email: 'a@x.co' } }),
      'other addresses': () => ({ body: { id: 5, emails: ['a@x.co'] } }),
      'a wrong address': () => ({ body: { id: 5, emails: ['nada'] } }),
    },
  },
  'POST /nfse/send-mail-recibo': {
    reply: {},
    scenes: {
      plain: () => ({ body: { ids: [5] } }),
      'other addresses': () => ({ body: { ids: [5], emails: ['a@x.co'] } }),
      'no account': () => ({ body: { ids: [] } }),
    },
  },
  'GET /nfse-download-file': {
    reply: Buffer.from('%PDF-1.7'),
    scenes: {
      plain: asked('id=5&tipo=1'),
      slip: asked('id=5&tipo=2'),
      'tipo 3': asked('id=5&tipo=3'),
      'no tipo': asked('id=5'),
      'tipo twice': asked('id=5&tipo=1&tipo=2'),
      'no id': asked('tipo=1'),
    },
  },
  'POST /load-data/request': {
    reply: {},
    scenes: { plain: () => ({ body: { mesAno: '11/2026' } }), 'another form': () => ({ body: { mesAno: '2026-11' } }) },
  },
  'GET /load-data/data': { reply: [{ mesAno: '11/2026', LOADING: 0, NO_DATA: 1, ...extra }], scenes: plain },

  'GET /financial-control': {
    reply: [{ id: 3, colaborador: 'Ana', status: 'A', ...extra }],
    scenes: {
      plain: asked('typeReq=grid'),
      export: asked('typeReq=export'),
      filtered: asked('typeReq=grid&colaboradores=1&colaboradores=2&status=A&status=I&saldoCartao=1&saldoDinheiro=0'),
      'one of each': asked('typeReq=grid&colaboradores=1&status=A'),
      'bracketed lists': () => ({
        query: 'typeReq=grid&colaboradores[]=1&colaboradores[]=2&status[]=A',
        asks: 'typeReq=grid&colaboradores=1&colaboradores=2&status=A',
      }),
      'a bracketed typeReq': asked('typeReq[]=grid'),
      'no typeReq': () => ({}),
      'typeReq twice': asked('typeReq=grid&typeReq=export'),
      'another typeReq': asked('typeReq=all'),
    },
  },
  'POST /financial-control': {
    reply: { id: 3, ...extra },
    scenes: {
      plain: () => ({ body: { idColaborador: 7, idStatus: 'A' } }),
      'an id': () => ({ body: { id: 3, idColaborador: 7, idStatus: 'A' } }),
      nobody: () => ({ body: { idStatus: 'A' } }),
    },
  },
  'PATCH /financial-control/{id}': { reply: { idStatus: 'I', ...extra }, scenes: { plain: () => at5, 'a body': () => ({ ...at5, body: {} }) } },
  'GET /financial-control-data': {
    reply: { colaboradores: [{ id: 7, nome: 'Ana', ...extra }] },
    scenes: { plain: asked('typeReq=form'), filter: asked('typeReq=filter'), 'no typeReq': () => ({}), grid: asked('typeReq=grid') },
  },
  'GET /financial-control-user': { reply: { ID: null, ...extra }, scenes: plain },
  'GET /financial-control-batch-data': {
    reply: { tipos: [{ id: 2, descricao: 'Alimentação' }], clientes: [{ id: 1, nomeFantasia: 'Sementes', ...extra }] },
    scenes: plain,
  },
  'GET /financial-control-batch': {
    reply: {
      data: [{ ...movement, valor: '10,50', tipo: 'Alimentação', ...extra }],
      dataLote: { nome: 'Ana', saldoCartao: 0, saldoDinheiro: -10.5, ultFecha: null, dtUltFecha: null, ...extra },
    },
    scenes: {
      plain: () => ({ query: 'idLote=3', stored: inBatch3 }),
      filtered: () => ({
        query: 'idLote=3&operador=D&operacao=C&responsavel=E&dataInicial=2026-11-01&dataFinal=2026-11-30&status=A',
        stored: inBatch3,
      }),
      "another's batch": () => ({ query: 'idLote=4', stored: inBatch3 }),
      'no batch of their own': () => ({ query: 'idLote=3', stored: { '/financial-control-user': { ID: null } } }),
      'own batch missing': () => ({ query: 'idLote=3' }),
      'own batch failing': () => ({ query: 'idLote=3', stored: { '/financial-control-user': status(500) } }),
      'own batch unsaid': () => ({ query: 'idLote=3', stored: { '/financial-control-user': {} } }),
      'no idLote': () => ({ stored: inBatch3 }),
      'idLote twice': () => ({ query: 'idLote=3&idLote=4', stored: inBatch3 }),
      'idLote empty': () => ({ query: 'idLote=', stored: inBatch3 }),
    },
  },
  'GET /financial-control-batch/{id}': { reply: { ...movement, ...extra }, scenes: ofABatch },
  'GET /financial-control-batch/{id}/history': { reply: history, scenes: ofABatch },
  'POST /financial-control-batch': {
    reply: { id: 5, ...extra },
    scenes: {
      plain: create({}),
      'id 0': create({ id: 0 }),
      'id null': create({ id: null }),
      'a credit': create({ operador: 'C' }),
      'a closing': create(closing),
      "another's batch": create({ idControleFinanceiro: 4 }),
      'no batch of their own': create({}, { '/financial-control-user': { ID: null } }),
      'own batch missing': create({}, {}),
      'own batch failing': create({}, { '/financial-control-user': status(500) }),
      'status 1': () => ({ ...create({ idStatus: 1 })(), sends: { ...newMovement, idStatus: 'A' } }),
      'status 2': create({ idStatus: 2 }),
      'an id': create({ id: 5 }),
      'no operador': create({ operador: undefined }),
      'no responsible': create({ responsavel: null }),
      'no client': create({ responsavel: 'C' }),
      'no type': create({ idTipo: null }),
      'neither card nor cash': create({ operacao: '' }),
      'below zero': create({ valor: -10 }),
      'of nothing': create({ valor: 0 }),
      'a closing of nothing': create({ ...closing, valor: 0 }),
      'a tenth of a centavo': create({ valor: 10.001 }),
      'ten thousand millions': create({ valor: 1e10 }),
    },
  },
  'PUT /financial-control-batch': {
    reply: {},
    scenes: {
      plain: change({}),
      'becomes a credit': change({ operador: 'C' }),
      'becomes a closing': change(closing),
      'was a credit': change({}, { operador: 'C' }),
      'goes to another batch': change({ idControleFinanceiro: 4 }),
      "comes from another's batch": change({}, { idControleFinanceiro: 4 }),
      inactive: change({}, { idStatus: 'I' }),
      "inactive, another's": change({ idControleFinanceiro: 4 }, { idStatus: 'I', idControleFinanceiro: 4 }),
      'of another id': changeOf({ ...movement, id: 6 }),
      'of another id, inactive': changeOf({ ...movement, id: 6, idStatus: 'I' }),
      missing: changeOf(status(404)),
      failing: changeOf(status(500)),
      'without a batch': changeOf({ ...movement, idControleFinanceiro: undefined }),
      'no batch of their own': () => ({
        body: movement,
        stored: { '/financial-control-user': { ID: null }, '/financial-control-batch/5': movement },
      }),
      'no id': change({ id: undefined }),
      'id 0': change({ id: 0 }),
    },
  },
  'GET /financial-control-batch/{id}/receipt': { reply: Buffer.from('%PDF-1.7'), scenes: ofABatch },
  'GET /financial-control-batch/{id}/report': {
    reply: Buffer.from('%PDF-1.7'),
    scenes: {
      plain: stored(closing),
      'a debit': stored({}),
      'a credit': stored({ operador: 'C' }),
      inactive: stored({ ...closing, idStatus: 'I' }),
      "another's batch": stored({ ...closing, idControleFinanceiro: 4 }),
      "inactive, another's": stored({ ...closing, idControleFinanceiro: 4, idStatus: 'I' }),
      'of another id': stored({ ...closing, id: 6 }),
      'no batch of their own': storedAs({ ...movement, ...closing }, { '/financial-control-user': { ID: null } }),
      'own batch failing': storedAs({ ...movement, ...closing }, { '/financial-control-user': status(500) }),
      missing: storedAs(status(404)),
      failing: storedAs(status(500)),
      'a parameter': () => ({ ...stored(closing)(), query: 'batch=3' }),
    },
  },
  'PUT /financial-control-batch/{id}/receipt': {
    reply: {},
    scenes: {
      plain: attach({}),
      'a JPEG': attach({}, { nome: 'cupom.jpg', conteudo: Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64') }),
      'a credit': attach({ operador: 'C' }),
      'a closing': attach(closing),
      inactive: attach({ idStatus: 'I' }),
      "another's batch": attach({ idControleFinanceiro: 4 }),
      'of another id': attach({ id: 6 }),
      'no batch of their own': () => ({ ...storedAs(movement, { '/financial-control-user': { ID: null } })(), body: receipt }),
      missing: () => ({ ...storedAs(status(404))(), body: receipt }),
      failing: () => ({ ...storedAs(status(500))(), body: receipt }),
      'without a batch': () => ({ ...storedAs({ ...movement, idControleFinanceiro: undefined })(), body: receipt }),
      'a page': attach({}, { conteudo: Buffer.from('<html>').toString('base64') }),
      'not base64': attach({}, { conteudo: 'JVBERi0xLj-_' }),
      'half a byte': attach({}, { conteudo: 'JVBERi0xL' }),
      'no name': attach({}, { nome: ' ' }),
      'of another movement': attach({}, { id: 6 }),
    },
  },
  'PATCH /financial-control-batch/{id}': {
    reply: { idStatus: 'I', ...extra },
    scenes: {
      plain: stored({}),
      inactive: stored({ idStatus: 'I' }),
      'a credit': stored({ operador: 'C' }),
      'a closing': stored(closing),
      "another's batch": stored({ idControleFinanceiro: 4 }),
      'of another id': stored({ id: 6 }),
      'no batch of their own': storedAs(movement, { '/financial-control-user': { ID: null } }),
      missing: storedAs(status(404)),
      failing: storedAs(status(500)),
      'without a batch': storedAs({ ...movement, idControleFinanceiro: undefined }),
    },
  },

  'GET /service-time-control': {
    reply: [controlRow],
    scenes: {
      plain: () => ({}),
      filtered: asked('idStatus=1&idStatus=2&idCliente=1&idResponsavel=7&saldo=withBalance'),
      'bracketed lists': () => ({
        query: 'idStatus[]=1&idStatus[]=2&idCliente[]=1&idResponsavel[]=7&saldo=withBalance',
        asks: 'idStatus=1&idStatus=2&idCliente=1&idResponsavel=7&saldo=withBalance',
      }),
      'a bracketed saldo': asked('saldo[]=withBalance'),
      data: asked('data=true'),
      'data=false': asked('data=false'),
      'data and a filter': asked('data=true&saldo=all'),
    },
  },
  'GET /service-time-control/{id}': { reply: { timeControl: { ...control, ...extra }, dataset }, scenes: { plain: () => ({ path: { id: 8 } }) } },
  'GET /service-time-control/{id}/history': { reply: history, scenes: { plain: () => ({ path: { id: 8 } }) } },
  'POST /service-time-control': {
    reply: { id: 8 },
    scenes: {
      plain: () => ({ body: newControl }),
      'an id': () => ({ body: control }),
      'hours without minutes': () => ({ body: { ...newControl, qtdHoras: '100' } }),
      'minute 60': () => ({ body: { ...newControl, qtdHoras: '100:60' } }),
      'an hour too dear': () => ({ body: { ...newControl, valorHora: 100_000 } }),
      'nobody responsible': () => ({ body: { ...newControl, idColaborador: undefined } }),
    },
  },
  'PUT /service-time-control': {
    reply: {},
    scenes: {
      plain: changeControl({ observacao: 'Outra' }),
      'reserved fields absent': changeControl({ valorHora: undefined, idColaborador: undefined }),
      'another value': changeControl({ valorHora: 151 }),
      'no value': changeControl({ valorHora: null }),
      'a value where none was': changeControl({}, { valorHora: null }),
      'no value where none was': changeControl({ valorHora: null }, { valorHora: null }),
      'another responsible': changeControl({ idColaborador: 9 }),
      'to oneself': (me) => changeControl({ idColaborador: me })(),
      'of another id': changeControl({}, { id: 9 }),
      'without owner': changeControl({}, { idColaborador: undefined }),
      missing: changeControlOf(status(404)),
      failing: changeControlOf(status(500)),
      'no id': changeControl({ id: undefined }),
    },
  },
  'GET /service-time-control-mov': {
    reply: {
      serviceTimeControlMovs: [{ ...work, monitorado: 0, dataMonitorado: null, responsavel: 'Ana', ...extra }],
      resume: { cliente: 'Sementes', saldo: '098:30', ...extra },
    },
    scenes: {
      plain: asked('idControleHoras=8'),
      filtered: asked('idControleHoras=8&idColaborador=7&idStatus=A&monitorado=1&baixaSaldo=0'),
      'no control': () => ({}),
      'a filter, no control': asked('idColaborador=7'),
      'control twice': asked('idControleHoras=8&idControleHoras=9'),
      data: asked('data=true'),
      'data=1': asked('data=1'),
    },
  },
  'GET /service-time-control-mov/{id}': {
    reply: { timeControlMov: { ...work, ...extra }, dataset: { colaboradores: [] } },
    scenes: { plain: () => ({ path: { id: 6 } }) },
  },
  'GET /service-time-control-mov/{id}/history': { reply: history, scenes: { plain: () => ({ path: { id: 6 } }) } },
  'PATCH /service-time-control-mov/{id}': { reply: { idStatus: 'I', ...extra }, scenes: { plain: () => ({ path: { id: 6 } }) } },
  'POST /service-time-control-mov': {
    reply: { id: 6 },
    scenes: {
      plain: createWork({}),
      'not monitored': createWork({ ticketMonitorado: 0, dataMonitoramento: null }),
      monitored: createWork(monitored),
      'monitored, no date': createWork({ ticketMonitorado: 1 }),
      'only a date': createWork({ dataMonitoramento: '2026-12-01' }),
      'a date, not monitored': createWork({ ...monitored, ticketMonitorado: 0 }),
      'an empty date': createWork({ dataMonitoramento: '' }),
      "monitored '0'": createWork({ ticketMonitorado: '0' }),
      'an id': createWork({ id: 6 }),
    },
  },
  'PUT /service-time-control-mov': {
    reply: {},
    scenes: {
      plain: changeWork({}),
      'as stored': changeWork({ ticketMonitorado: 0, dataMonitoramento: null }),
      'monitored as stored': changeWork(monitored, monitored),
      'monitored, unsaid': changeWork({}, monitored),
      'becomes monitored': changeWork({ ticketMonitorado: 1 }),
      'is no longer monitored': changeWork({ ticketMonitorado: 0 }, monitored),
      'gets a date': changeWork({ dataMonitoramento: '2026-12-01' }),
      'another date': changeWork({ ...monitored, dataMonitoramento: '2026-12-02' }, monitored),
      'loses the date': changeWork({ dataMonitoramento: null }, monitored),
      'another control': changeWork({ idControleHoras: 9 }),
      "another control's": changeWork({}, { idControleHoras: 9 }),
      inactive: changeWork({}, { idStatus: 'I' }),
      'inactive, becomes monitored': changeWork(monitored, { idStatus: 'I' }),
      'of another id': changeWork({}, { id: 7 }),
      'without a control': changeWork({}, { idControleHoras: undefined }),
      missing: changeWorkOf(status(404)),
      failing: changeWorkOf(status(500)),
      'no id': changeWork({ id: undefined }),
      'no control': changeWork({ idControleHoras: undefined }),
    },
  },

  'GET /service-time-control-comission': {
    reply: {
      serviceTimeControlComissions: [
        {
          ...entry,
          valor: '100,01',
          tipoReg: 'Parcela',
          descricao: null,
          qtdHoras: null,
          dataInicio: null,
          dataFim: null,
          responsavel: null,
          ...extra,
        },
      ],
      resume: [{ cliente: 'Sementes', receber: '0,00', recebido: '0,00', saldo: '0,00', horasExecutadas: '0,00', ...extra }],
    },
    scenes: {
      ...controls({ query: 'idControleHoras=8' }),
      filtered: (me) => ({
        query: 'idControleHoras=8&tipoRegistro=Horas&tipoRegistro=Parcela&dataInicio=2026-11-01&dataFim=2026-11-30',
        stored: controlOf(me),
      }),
      'bracketed kinds': (me) => ({
        query: 'idControleHoras=8&tipoRegistro[]=Horas&tipoRegistro[]=Parcela',
        asks: 'idControleHoras=8&tipoRegistro=Horas&tipoRegistro=Parcela',
        stored: controlOf(me),
      }),
      'a bracketed control': (me) => ({ query: 'idControleHoras[]=8', stored: controlOf(me) }),
      'one kind': (me) => ({ query: 'idControleHoras=8&tipoRegistro=Horas', stored: controlOf(me) }),
      'no control': () => ({}),
      'control twice': () => ({ query: 'idControleHoras=8&idControleHoras=9' }),
    },
  },
  'GET /service-time-control-comission/{id}': {
    reply: { timeControlComission: { ...entry, ...extra } },
    scenes: entries({ path: { id: 4 } }),
  },
  'GET /service-time-control-comission/{id}/history': { reply: history, scenes: entries({ path: { id: 4 } }) },
  'PATCH /service-time-control-comission/{id}': { reply: { idStatus: 'I', ...extra }, scenes: entries({ path: { id: 4 } }) },
  'POST /service-time-control-comission': {
    reply: { id: 4 },
    scenes: {
      ...controls({ body: newEntry }),
      'an id': (me) => ({ body: entry, stored: controlOf(me) }),
      'no control': () => ({ body: { ...newEntry, idControleHoras: undefined } }),
      'below zero': (me) => ({ body: { ...newEntry, valor: -1 }, stored: controlOf(me) }),
      'several instalments': (me) => ({ body: { ...newEntry, parcelas: 3 }, stored: controlOf(me) }),
      "several instalments of another's control": (me) => ({ body: { ...newEntry, parcelas: 3 }, stored: controlOf(me + 1000) }),
      'several receipts': (me) => ({ body: { ...newEntry, tipo: 'R', parcelas: 3 }, stored: controlOf(me) }),
      '61 instalments': (me) => ({ body: { ...newEntry, parcelas: 61 }, stored: controlOf(me) }),
    },
  },
  'PUT /service-time-control-comission': {
    reply: {},
    scenes: {
      ...entries({ body: entry }),
      'to a control of another id': (me) => ({
        body: { ...entry, idControleHoras: 9 },
        stored: { ...controlOf(me), ...entry4(), '/service-time-control/9': controlOf(me)['/service-time-control/8'] },
      }),
      'entry of a control of another id': (me) => ({
        body: entry,
        stored: { ...controlOf(me), ...entry4({ idControleHoras: 9 }), '/service-time-control/9': controlOf(me)['/service-time-control/8'] },
      }),
      "to another's control": (me) => ({
        body: { ...entry, idControleHoras: 9 },
        stored: {
          ...controlOf(me),
          ...entry4(),
          '/service-time-control/9': { timeControl: { ...control, id: 9, idColaborador: me + 1000 }, dataset },
        },
      }),
      inactive: (me) => ({ body: entry, stored: { ...controlOf(me), ...entry4({ idStatus: 'I' }) } }),
      "inactive, another's": (me) => ({ body: entry, stored: { ...controlOf(me + 1000), ...entry4({ idStatus: 'I' }) } }),
      'no id': (me) => ({ body: newEntry, stored: controlOf(me) }),
    },
  },
  'GET /comission-result': {
    reply: { clientes: [{ id: 1, cliente: 'Sementes' }], colaboradores: [{ id: 7, nome: 'Ana', ...extra }] },
    scenes: {
      plain: (me) => ({
        reply: {
          clientes: [{ id: 1, cliente: 'Sementes' }],
          colaboradores: [
            { id: 7, nome: 'Ana', ...extra },
            { id: me, nome: 'Eu' },
          ],
        },
      }),
    },
  },
  'POST /comission-result': {
    reply: [result],
    scenes: {
      plain: (me) => ({
        body: { clientes: [1], colaboradores: [me], nTicket: '', dataInicio: '2026-11-01', dataFim: null, status: ['Liberado', 'Previsto'] },
      }),
      'by the day of release': (me) => ({ body: { colaboradores: [me], liberadoDe: '2026-10-01', liberadoAte: '2026-10-31' } }),
      'everybody by the day of release': () => ({ body: { liberadoDe: '2026-10-01' } }),
      'only oneself': (me) => ({ body: { colaboradores: [me] } }),
      everybody: () => ({ body: {} }),
      nobody: () => ({ body: { colaboradores: [] } }),
      another: (me) => ({ body: { colaboradores: [me + 1000] } }),
      'oneself and another': (me) => ({ body: { colaboradores: [me, me + 1000] } }),
      'another and oneself': (me) => ({ body: { colaboradores: [me + 1000, me] } }),
      'oneself twice': (me) => ({ body: { colaboradores: [me, me] } }),
      'not a list': (me) => ({ body: { colaboradores: me } }),
      'an unknown field': (me) => ({ body: { colaboradores: [me], users: [] } }),
    },
  },

  'GET /comission-closing': { reply: [closedMonth], scenes: { ...plain, 'a parameter': asked('mes=2026-11') } },
  'GET /comission-closing/preview': {
    reply: [{ id: 7, colaborador: 'Ana', registros: 2, ajustes: 1, valor: '150,00', ...extra }],
    scenes: { plain: asked('mes=2026-11'), 'no month': () => ({}), 'month 13': asked('mes=2026-13') },
  },
  'GET /comission-closing/{id}': { reply: { fechamento: closedMonth, comissoes: [closedRow] }, scenes: { plain: () => at5 } },
  'GET /comission-closing/{id}/history': { reply: history, scenes: { plain: () => at5 } },
  'POST /comission-closing': {
    reply: { id: 5, ...extra },
    scenes: {
      plain: () => ({ body: { mes: '2026-11' } }),
      'a day': () => ({ body: { mes: '2026-11-30' } }),
      'only one person': () => ({ body: { mes: '2026-11', colaboradores: [7] } }),
    },
  },
  'PUT /comission-closing/{id}': {
    reply: {},
    scenes: {
      plain: () => ({ ...at5, body: { pagoEm: '2026-12-05', versao: 1 } }),
      'not paid': () => ({ ...at5, body: { pagoEm: null } }),
      'no day': () => ({ ...at5, body: { versao: 1 } }),
      'somebody else as its payer': () => ({ ...at5, body: { pagoEm: '2026-12-05', pagoPor: 3 } }),
    },
  },
}
