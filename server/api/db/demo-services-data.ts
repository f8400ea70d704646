// Projects and contracts of the demo company. Days are relative to the day on which they are created. Everything is invented.

type Type = 'P' | 'T'
/** `until` is null if the project was given up. `asking` is the number of clients that request the project. */
type Project = [
  description: string,
  type: Type,
  status: string,
  priority: number,
  progress: number,
  task: number,
  from: number,
  until: number | null,
  asking: number,
  note?: string,
]
const projectRows: Project[] = [
  ['SySGrão: migração do banco de dados', 'T', 'Finalizada', 2, 100, 45_318, -472, -251, 0],
  ['Portal do cooperado', 'P', 'Finalizada', 3, 100, 45_902, -402, -203, 12],
  [
    'Emissor de MDF-e em contingência',
    'P',
    'Em desenvolvimento',
    3,
    18,
    46_377,
    -346,
    null,
    1,
    'Parado: a contingência passou a ser da SEFAZ virtual.',
  ],
  ['NFS-e padrão nacional', 'T', 'Em teste', 0, 91.5, 46_412, -318, -20, 0, 'Falta a homologação de dois municípios.'],
  ['SySBackup: restauração por filial', 'T', 'Finalizada', 3, 100, 46_590, -304, -174, 0],
  ['Boleto híbrido com Pix', 'P', 'Finalizada', 1, 100, 46_755, -262, -97, 7],
  [
    'Balança rodoviária: leitura automática',
    'P',
    'Aguardando cliente',
    2,
    64.3,
    46_871,
    -248,
    -55,
    2,
    'O cliente troca o indicador da balança antes do teste.',
  ],
  ['Aplicativo do motorista', 'P', 'Em desenvolvimento', 4, 48.7, 46_988, -227, 29, 5],
  [
    'Integração Bayer: pedidos de semente',
    'P',
    'Em desenvolvimento',
    1,
    77.2,
    48_120,
    -199,
    8,
    1,
    'Layout 4.2 do arquivo de pedidos homologado. Falta o retorno de recusa.',
  ],
  ['Integração Bancária: conciliação diária', 'P', 'Em desenvolvimento', 1, 58.4, 47_430, -171, 22, 3],
  ['Reforma tributária: CBS e IBS', 'T', 'Em desenvolvimento', 0, 36.8, 47_512, -157, 99, 0],
  ['Contratos futuros e barter', 'P', 'Em desenvolvimento', 2, 41, 47_760, -129, 71, 9],
  ['Painel de produtividade da colheita', 'P', 'Em teste', 3, 86.9, 47_881, -115, 15, 2],
  ['CNPJ alfanumérico em todos os módulos', 'T', 'Em desenvolvimento', 1, 72.6, 47_904, -108, 1, 0],
  ['Assinatura eletrônica de romaneios', 'P', 'Em desenvolvimento', 3, 22.5, 48_025, -66, 120, 6],
  ['Classificação de grãos por imagem', 'T', 'Em desenvolvimento', 4, 12, 48_177, -45, 162, 4],
  ['Novo instalador do SySGrão', 'T', 'Não iniciada', 5, 0, 48_290, 4, 29, 0],
  ['Ouvidoria e canal de denúncia', 'P', 'Não iniciada', 5, 0, 48_302, 12, 113, 1],
]
export const roadmap = projectRows.map(([description, type, status, priority, progress, task, from, until, asking, note = null]) => ({
  description,
  type,
  status,
  priority,
  progress,
  task,
  from,
  until,
  asking,
  note,
}))

export const steps = ['Levantamento', 'Protótipo com o cliente', 'Desenvolvimento', 'Testes', 'Implantação']
export const ownSteps: Record<string, string[]> = {
  'Integração Bayer: pedidos de semente': [
    'Layout do arquivo de pedidos',
    'Recepção e validação',
    'Tela de conferência',
    'Retorno de recusa',
    'Homologação com a Bayer',
  ],
}
/** People who are responsible for steps and tickets. */
export const builders = ['Bruno Cavalcanti', 'Daniela Kuhn', 'Ana Beatriz Nogueira', 'Otávio Ribeiro', 'Lucas Vendramini', 'Mariana Tolotti']

/** A contract: hours bought and worked, reais per hour, first day, and the share that is paid. */
type Contract = [client: string, person: string, status: string, bought: string, worked: string, reais: number, from: number, paid: number]
const contractRows: Contract[] = [
  ['Posto e Transportadora Três Marcos', 'Daniela Kuhn', 'Concluído', '12:00', '12:00', 180, -122, 1],
  ['Irmãos Scherer Agronegócios', 'Bruno Cavalcanti', 'Em execução', '90:00', '49:35', 195, -115, 0.55],
  ['Madeireira Alta Floresta', 'Henrique Dal Maso', 'Concluído', '24:00', '19:10', 180, -108, 1],
  ['Revenda Agrícola Parecis', 'Natália Guimarães', 'Concluído', '20:00', '17:45', 180, -101, 1],
  ['Construtora Dal Maso', 'Carlos Zanatta', 'Em execução', '45:00', '14:00', 185, -94, 0.5],
  ['Transportes Bressan & Filhos', 'Eduardo Moraes Leite', 'Concluído', '16:00', '17:30', 180, -87, 1],
  ['Cooperativa de Crédito Rural do Médio-Norte', 'Otávio Ribeiro', 'Aguardando cliente', '60:00', '51:00', 210, -79, 0.8],
  ['Algodoeira Campos de Júlio', 'Ana Beatriz Nogueira', 'Em execução', '200:00', '68:50', 200, -72, 0.25],
  ['Armazéns Gerais Serra Azul', 'Natália Guimarães', 'Concluído', '30:00', '30:00', 180, -66, 1],
  ['Cerealista São José do Rio Claro', 'Daniela Kuhn', 'Em execução', '50:00', '27:20', 185, -52, 0.5],
  ['Insumos Agrícolas Tapurah', 'Carlos Zanatta', 'Em execução', '36:00', '29:55', 185, -45, 0.6],
  ['Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense', 'Bruno Cavalcanti', 'Em execução', '120:00', '107:30', 195, -31, 0],
  ['Fazenda Santa Rita do Trivelato S.A.', 'Bruno Cavalcanti', 'Em execução', '100:00', '61:40', 195, -37, 0.4],
  ['Laticínios Vale do Araguaia', 'Daniela Kuhn', 'Aguardando cliente', '24:00', '24:00', 185, -31, 0],
  ['Grupo Meneghetti Participações', 'Henrique Dal Maso', 'Em execução', '160:00', '75:30', 210, -24, 0.3],
  ['Frigorífico Rio Sapezal', 'Eduardo Moraes Leite', 'Em execução', '40:00', '46:45', 185, -16, 0.5],
  ['Sementes Chapadão', 'Ana Beatriz Nogueira', 'Em execução', '80:00', '08:45', 190, -10, 0.25],
  ['Usina Barra do Bugres Energia', 'Otávio Ribeiro', 'Aguardando início', '60:00', '00:00', 185, 4, 0],
]
export const contracts = contractRows.map(([client, person, status, bought, worked, reais, from, paid]) => ({
  client,
  person,
  status,
  bought,
  worked,
  reais,
  from,
  paid,
}))

export const serviceWork = [
  'Ajuste do rateio de frete',
  'Conferência de estoque por silo',
  'Treinamento da equipe de expedição',
  'Importação de cadastros da planilha',
  'Correção de saldo de produto por lote',
  'Relatório de quebra técnica',
  'Integração com a balança da filial',
  'Revisão de impostos da nota de devolução',
  'Acompanhamento do primeiro fechamento',
  'Configuração do certificado digital',
  'Layout do boleto do banco novo',
  'Parâmetros da safra nova',
]
export const payments = ['Pix', 'Transferência Banco do Brasil', 'Boleto compensado', 'Depósito identificado']

interface Told {
  ticket: string
  description: string
  hours: string
  begins: number
  ends: number
  who: string
  lowers?: false
  watched?: number
  status?: 'I'
}
const COOP = 'Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense'
const [BRUNO, DANIELA, OTAVIO] = ['Bruno Cavalcanti', 'Daniela Kuhn', 'Otávio Ribeiro']
/** All tickets of a contract, listed one by one. */
export const toldWork: Record<string, Told[]> = {
  [COOP]: [
    { ticket: '48066', description: 'Integração com a balança da filial 3', hours: '00:15', begins: -31, ends: -27, who: BRUNO },
    { ticket: '48081', description: 'Levantamento do processo de barter', hours: '04:00', begins: -24, ends: -24, who: OTAVIO, lowers: false },
    { ticket: '48097', description: 'Correção do saldo de produto por lote', hours: '06:00', begins: -22, ends: -21, who: DANIELA },
    { ticket: '48120', description: 'Importação do plano safra', hours: '32:30', begins: -16, ends: -12, who: BRUNO, watched: 11 },
    { ticket: '48119', description: 'Migração de cadastro, refeita no 48233', hours: '12:30', begins: -17, ends: -16, who: BRUNO, status: 'I' },
    { ticket: '48164', description: 'Treinamento da equipe de expedição', hours: '24:15', begins: -9, ends: -7, who: DANIELA },
    { ticket: '48201', description: 'Ajuste da nota de devolução', hours: '18:00', begins: -6, ends: -2, who: BRUNO },
    { ticket: '48226', description: 'Reunião de acompanhamento com a diretoria', hours: '01:30', begins: -6, ends: -6, who: OTAVIO, lowers: false },
    { ticket: '48233', description: 'Conferência de estoque por silo', hours: '24:00', begins: -3, ends: 0, who: BRUNO, watched: 6 },
    { ticket: '48241', description: 'Ajuste do rateio de frete por filial', hours: '02:30', begins: 0, ends: 0, who: BRUNO },
  ],
}

interface Payment {
  kind: 'P' | 'R'
  ticket: string
  day: number
  reais: number
  history: string
  status?: 'I'
}
/** All commission entries of the same contract, listed one by one. */
export const toldPayments: Record<string, Payment[]> = {
  [COOP]: [
    { kind: 'P', ticket: '48120', day: -65, reais: 3100, history: 'Parcela 1 de 4' },
    { kind: 'R', ticket: '48120', day: -65, reais: 3100, history: 'Pix' },
    { kind: 'R', ticket: '48119', day: -48, reais: 1550, history: 'Lançado em duplicidade', status: 'I' },
    { kind: 'P', ticket: '48120', day: -35, reais: 3100, history: 'Parcela 2 de 4' },
    { kind: 'R', ticket: '48120', day: -34, reais: 3100, history: 'Transferência Banco do Brasil' },
    { kind: 'P', ticket: '48120', day: -4, reais: 3100, history: 'Parcela 3 de 4' },
    { kind: 'R', ticket: '48120', day: -1, reais: 1700, history: 'Recebimento parcial da parcela 3' },
    { kind: 'P', ticket: '48120', day: 26, reais: 3100, history: 'Parcela 4 de 4' },
  ],
}
