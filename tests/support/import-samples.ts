// Sample lines for every kind of spreadsheet, as people type them.
import type { Kind } from '../../server/api/registers.ts'
import { registers } from './registers.ts'

export type Values = Record<string, string>

export const entry = {
  colaborador: 'equipe@exemplo.com.br',
  data: '03/04/2019',
  inicio: '8:00',
  fim: '17:00:30',
  descricao: 'Trazido',
  atividade: 'desenvolvimento',
  categoria: 'Projeto',
  modulo: 'SySGrão',
  tag: 'Sprint',
  origem: 'Redmine',
}
export const sprintTask = { sprint: 'sprint 118', descricao: 'Trazida', tipo: 'Emergente', status: 'Em teste' }

/** Number of the service control that the demo company has for the client Irmãos Scherer. */
export const CONTROL = '208'
export const project = {
  descricao: 'Trazido',
  tipo: 'Produto',
  situacao: 'em desenvolvimento',
  prioridade: '2',
  progresso: '77,2 %',
  tarefa: '48500',
  inicio: '1/2/2026',
  fim: '2026-12-01',
  observacao: 'Combinado',
}
export const step = {
  projeto: 'portal do cooperado',
  descricao: 'Trazida',
  responsavel: 'equipe@exemplo.com.br',
  progresso: '12.5',
  inicio: '01/02/2026',
}
export const service = {
  cliente: 'Laticínios Vale do Araguaia',
  colaborador: 'Bruno Cavalcanti',
  situacao: 'Em execução',
  horas: '120:30',
  valor: '1.195,50',
  inicio: '02/01/2026',
  observacao: 'Trazido',
}
export const movement = {
  controle: CONTROL,
  ticket: '49001',
  colaborador: 'bruno cavalcanti',
  horas: '8:05',
  descricao: 'Trazida',
  inicio: '03/02/2026',
  fim: '04/02/2026',
  baixa: 'N',
  monitorado: '30/11/2026',
}
export const commission = { controle: CONTROL, tipo: 'recebimento', data: '10/03/2026', valor: 'R$ 1.234,56', ticket: '49001', historico: 'Pix' }

export const MAIN = 'Exemplo Sistemas · Sorriso'
export const receivable = {
  empresa: MAIN,
  documento: 'NFS-e 1',
  cliente: 'Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense',
  centro_custo: 'SySGrao',
  vencimento: '25/11/2026',
  valor: '1.234,56',
}
export const payable = { empresa: MAIN, fornecedor: 'Posto Trevo', documento: 'Nota 77', vencimento: '2026-11-25', valor: '99,90' }
export const bank = { empresa: MAIN, conta: 'Banco da Praça · 1 / 2', saldo_cc: '2.000,00', saldo_aplicacao: '10,50' }
export const dreAccount = { dre: 'DRE Gerencial', conta: 'Receita bruta', ordem: '5', custo_analitico: 'Treinamentos' }
const dreSubtotal = { ...dreAccount, conta: 'Resultado da feira', custo_analitico: '', subtotal: 'S' }
export const posting = {
  empresa: MAIN,
  dre: 'DRE Gerencial',
  conta: 'Custos dos serviços',
  custo_analitico: 'Deslocamento',
  lancamento: 'Posto Trevo',
  data: '25/11/2026',
  valor: '-180,40',
}
export const batchMovement = {
  lote: 'bruno cavalcanti',
  operador: 'débito',
  operacao: 'cartão',
  data: '10/11/2026',
  valor: '1.234,56',
  tipo: 'combustível',
  responsavel: 'cliente',
  cliente: 'Sementes Chapadão',
  observacao: 'Trazida',
}

/** A company for these tests only, because the companies of the demo already have an issuer. */
export const BRANCH = 'Filial Colíder'
export const issuer = {
  empresa: BRANCH,
  cnpj: '12.ABC.345/01DE-35',
  razao_social: 'Emissora Trazida Ltda.',
  logradouro: 'Rua A',
  numero: '1',
  bairro: 'Centro',
  municipio: '5107925',
  cep: '78890-000',
  simples: '1',
  serie: '2',
}
export const account = {
  empresa: MAIN,
  conta: '990001',
  mes: '11/2026',
  centro_custo: 'SySGrão',
  documento: '12ABC34501DE35',
  razao_social: 'Cerâmica & Irmãos',
  municipio: '5107925',
  emails: 'a@exemplo.com.br b@exemplo.com.br',
  codigo_servico: '010501',
  servico: 'Licenciamento',
  discriminacao: 'Licença de novembro',
  valor: '1.234,56',
  aliquota_iss: '3',
  vencimento: '20/11/2026',
}

/** For each kind of spreadsheet: a new record, the same record changed, and the database table that stores it. */
export const samples: [Kind, Values, Values, string][] = [
  ['track-activities', { descricao: 'Auditoria' }, { descricao: 'AUDITORIA', status: 'I' }, 'track_activities'],
  ['track-categories', { descricao: 'Garantia', tipo: 'Interno' }, { descricao: 'Garantia', tipo: 'Investimento', status: 'I' }, 'track_categories'],
  ['track-modules', { descricao: 'Portal', cor: '#2e7d32' }, { descricao: 'Portal', cor: '#2E7D33', status: 'I' }, 'track_modules'],
  ['track-tags', { descricao: 'Feira' }, { descricao: 'Feira', status: 'I' }, 'track_tags'],
  ['time', entry, { ...entry, fim: '17:30' }, 'time_entries'],
  [
    'sprints',
    { descricao: 'SPRINT 900', inicio: '07/01/2030', fim: '2030-01-18' },
    { descricao: 'SPRINT 900', inicio: '07/01/2030', fim: '25/01/2030' },
    'sprints',
  ],
  ['sprint-tasks', sprintTask, { ...sprintTask, status: 'Finalizada', prevista: 'S' }, 'sprint_tasks'],
  ['projects', project, { ...project, progresso: '80' }, 'projects'],
  ['steps', step, { ...step, status: 'I' }, 'project_steps'],
  ['services', service, { ...service, valor: '1200' }, 'service_controls'],
  ['movements', movement, { ...movement, horas: '08:10' }, 'service_movements'],
  ['commissions', commission, { ...commission, historico: 'Transferência' }, 'commissions'],
  ['batches', { colaborador: 'projetos@exemplo.com.br' }, { colaborador: 'Eduardo Moraes Leite', status: 'I' }, 'batches'],
  ['batch-movements', batchMovement, { ...batchMovement, observacao: 'Posto' }, 'batch_movements'],
  ['companies', { nome: 'Filial Alta Floresta' }, { nome: 'FILIAL Alta Floresta', status: 'I' }, 'companies'],
  ['cost-centres', { nome: 'Treinamentos' }, { nome: 'Treinamentos', status: 'I' }, 'cost_centres'],
  ['receivables', receivable, { ...receivable, recebido: '100,00', recebimento: '2026-11-20' }, 'accounts'],
  ['payables', payable, { ...payable, pagamento: '25/11/2026' }, 'payables'],
  ['bank-balances', { ...bank, saldo_cc: '-1.000,00' }, bank, 'bank_accounts'],
  ['cash-balances', { empresa: MAIN, caixa: 'Caixa da feira', saldo: '50' }, { empresa: MAIN, caixa: 'Caixa da feira', saldo: '0' }, 'cash_boxes'],
  ['dre-accounts', { ...dreSubtotal, ordem: '7', subtotal: 'N' }, dreSubtotal, 'dre_accounts'],
  ['issuers', issuer, { ...issuer, serie: '3', tributos_municipais: '2,9' }, 'issuers'],
  ['accounts', account, { ...account, valor: '1300', emails: '' }, 'accounts'],
  ['postings', { ...posting, documento: '11' }, { ...posting, documento: '11', lancamento: 'POSTO TREVO', valor: '-180,50' }, 'postings'],
  ...registers.map(({ sheet: { kind, fresh, other, table } }): [Kind, Values, Values, string] => [kind, fresh, other, table]),
  ['clients', { nome: 'Fazenda Íris', cidade: 'sinop', uf: 'mt' }, { nome: 'FAZENDA IRIS', cidade: '5107909', status: 'Inativo' }, 'clients'],
  [
    'users',
    { nome: 'Iris Sá', email: 'Iris@exemplo.com.br', departamento: 'suporte', menus: 'Clientes|/track', comissao: '2,5' },
    { nome: 'Iris Sá', email: 'iris@exemplo.com.br', departamento: '3', menus: 'Clientes', comissao: '2,5' },
    'users',
  ],
]
