// Invented people and records of the demo company.

/** Departments 1 to 5, in this order. 2 and 5 are those of projects, 4 is Finance. An empty company also starts with these five. */
export const firstDepartments = ['Diretoria', 'Projetos', 'Suporte', 'Financeiro', 'Desenvolvimento']
export const departments = [...firstDepartments, 'Comercial', 'Implantação', 'Administrativo']

/** `field` marks a person who travels to clients in a car; cars are assigned in the order of this list. */
export const people: { name: string; department: number; email?: string; supervisor?: 'S'; field?: true }[] = [
  { name: 'Marina Lobato', department: 1, email: 'supervisor', supervisor: 'S' },
  { name: 'Letícia Arantes', department: 4, email: 'financeiro' },
  { name: 'Eduardo Moraes Leite', department: 2, email: 'projetos' },
  { name: 'Bruno Cavalcanti', department: 3, email: 'equipe', field: true },
  { name: 'Ana Beatriz Nogueira', department: 7, field: true },
  { name: 'Daniela Kuhn', department: 7, field: true },
  { name: 'Henrique Dal Maso', department: 6, field: true },
  { name: 'Matheus Camargo', department: 6, field: true },
  { name: 'Otávio Ribeiro', department: 3, field: true },
  { name: 'Camila Teixeira', department: 7, field: true },
  { name: 'Carlos Zanatta', department: 3, field: true },
  { name: 'Diego Fontana', department: 7, field: true },
  { name: 'Fernanda Battisti', department: 6, field: true },
  { name: 'Gabriel Sponchiado', department: 5 },
  { name: 'Giovana Rezende', department: 5 },
  { name: 'Isabela Pimenta', department: 5 },
  { name: 'João Pedro Almeida', department: 5 },
  { name: 'Juliana Bortolini', department: 5 },
  { name: 'Karina Wolff', department: 5 },
  { name: 'Leandro Siqueira', department: 5 },
  { name: 'Lucas Vendramini', department: 2 },
  { name: 'Mariana Tolotti', department: 2 },
  { name: 'Natália Guimarães', department: 2 },
  { name: 'Paulo Henrique Rossi', department: 3 },
  { name: 'Rafaela Queiroz', department: 3 },
  { name: 'Rodrigo Sartori', department: 3 },
  { name: 'Sabrina Lopes', department: 4 },
  { name: 'Tiago Machado', department: 8 },
  { name: 'Úrsula Prates', department: 8 },
  { name: 'Vinícius Bragança', department: 1, supervisor: 'S' },
]

/** The menus of each demo account. All other people have the menus of 'equipe'. */
export const menusOf: Record<string, string[] | 'all'> = {
  supervisor: 'all',
  financeiro: [
    '/clientes',
    '/carros',
    '/regioes',
    '/atividades',
    '/usuarios',
    '/departamentos',
    '/onde-estou',
    '/calendario',
    '/painel-onde-estou',
    '/track',
    '/pendencias-ped',
    '/controle-servicos',
    '/consulta-comissoes',
    '/dash-financeiro',
    '/controle-financeiro',
    '/nfse',
  ],
  projetos: [
    '/clientes',
    '/onde-estou',
    '/calendario',
    '/painel-onde-estou',
    '/track',
    '/dash-track',
    '/dash-track-analytic',
    '/dash-sprint',
    '/dash-planejado-efetivado',
    '/dash-emergentes-projeto',
    '/mapeamento-projetos',
    '/dash-track-projects',
    '/controle-servicos',
    '/consulta-comissoes',
    '/pendencias-ped',
  ],
  equipe: ['/onde-estou', '/calendario', '/track', '/controle-financeiro', '/controle-servicos', '/consulta-comissoes', '/pendencias-ped'],
  painel: ['/painel-onde-estou'],
}

/** Records of registers that refer to no other records, by table. */
export const registers = {
  cars: [
    ['Fiat Strada branca', 'QCA1A01'],
    ['Fiat Strada prata', 'QCA1A02'],
    ['Volkswagen Saveiro', 'QCA2B03'],
    ['Chevrolet Onix branco', 'QCB2B04'],
    ['Chevrolet Onix prata', 'QCB3C05'],
    ['Hyundai HB20', 'QCB3C06'],
    ['Renault Duster', 'QCC4D07'],
    ['Toyota Hilux', 'QCC4D08'],
    ['Fiat Cronos', 'QCC5E09'],
    ['Volkswagen Gol', 'OBA1234'],
  ].map(([description, plate], index) => ({ plate, number: String(index + 1).padStart(2, '0'), description })),
  regions: ['Médio-Norte', 'Norte', 'Nordeste', 'Sudeste', 'Sul', 'Oeste', 'Baixada Cuiabana', 'Fora do estado'].map((description) => ({
    description,
  })),
}

/** Each activity with its flags: whether it asks for a client, a car and a region, and whether the wall shows it. */
export const activities = {
  visit: ['Visita técnica', 'S', 'S', 'S', 'S'],
  rollout: ['Implantação SySGrão', 'S', 'S', 'S', 'S'],
  training: ['Treinamento', 'S', 'S', 'N', 'S'],
  sales: ['Visita comercial', 'S', 'S', 'S', 'S'],
  support: ['Suporte presencial', 'S', 'S', 'N', 'S'],
  duty: ['Plantão de campo', 'S', 'S', 'S', 'S'],
  meeting: ['Reunião', 'S', 'N', 'N', 'S'],
  home: ['Home office', 'N', 'N', 'N', 'S'],
  vacation: ['Férias', 'N', 'N', 'N', 'S'],
  private: ['Consulta médica', 'N', 'N', 'N', 'N'],
} satisfies Record<string, string[]>

export const trackActivities = [
  'Desenvolvimento',
  'Suporte remoto',
  'Reunião',
  'Análise de requisitos',
  'Testes',
  'Documentação',
  'Implantação',
  'Treinamento',
  'Administrativo',
  'Estudo',
  'Revisão de código',
  'Visita técnica',
]

/** Each category with the kind of its hours. */
export const trackCategories: [string, string][] = [
  ['Projeto', 'Faturável'],
  ['Suporte', 'Faturável'],
  ['Emergente', 'Faturável'],
  ['Melhoria', 'Investimento'],
  ['Interno', 'Interno'],
]

export const trackModules: [string, string][] = [
  ['SySGrão', '#2E7D32'],
  ['Integração Bancária', '#1565C0'],
  ['Financeiro', '#EF6C00'],
  ['Integração Bayer', '#00838F'],
  ['Gestão', '#6A1B9A'],
  ['SySBackup', '#5D4037'],
  ['NFS-e', '#C2185B'],
  ['Contratos', '#827717'],
]

export const trackTags = ['Cliente', 'Sprint', 'Homologação', 'Plantão']

/** A work item: description, activity, category, module, tag. There is one list per department, and one shared by all. */
type Work = [string, string, string, string, string?]
const development: Work[] = [
  ['Ajuste no retorno da Integração Bancária', 'Desenvolvimento', 'Emergente', 'Integração Bancária', 'Cliente'],
  ['Cálculo de quebra técnica por lote', 'Desenvolvimento', 'Projeto', 'SySGrão', 'Sprint'],
  ['Tela de romaneio com balança nova', 'Desenvolvimento', 'Projeto', 'SySGrão', 'Sprint'],
  ['Rotina de backup incremental por filial', 'Desenvolvimento', 'Melhoria', 'SySBackup'],
  ['Layout novo do arquivo da Integração Bayer', 'Análise de requisitos', 'Projeto', 'Integração Bayer', 'Sprint'],
  ['Revisão de código do módulo de contratos', 'Revisão de código', 'Projeto', 'Contratos'],
  ['Testes da emissão de NFS-e nacional', 'Testes', 'Projeto', 'NFS-e', 'Homologação'],
  ['Diagnóstico de lentidão no fechamento do caixa', 'Desenvolvimento', 'Emergente', 'Financeiro', 'Cliente'],
  ['Troca da biblioteca de relatórios', 'Desenvolvimento', 'Melhoria', 'SySGrão'],
  ['Conciliação automática do extrato', 'Desenvolvimento', 'Projeto', 'Integração Bancária', 'Sprint'],
  ['Estudo da reforma tributária na nota', 'Estudo', 'Interno', 'NFS-e'],
]
const projects: Work[] = [
  ['Levantamento com a Cooperativa do Médio-Norte', 'Análise de requisitos', 'Projeto', 'SySGrão', 'Cliente'],
  ['Planejamento da sprint', 'Reunião', 'Interno', 'Gestão', 'Sprint'],
  ['Acompanhamento do cronograma de implantações', 'Administrativo', 'Interno', 'Gestão'],
  ['Homologação do retorno de pesagem', 'Testes', 'Projeto', 'SySGrão', 'Homologação'],
  ['Documento de visão da Integração Bayer', 'Documentação', 'Projeto', 'Integração Bayer'],
  ['Priorização dos pedidos de clientes', 'Reunião', 'Interno', 'Gestão'],
]
const support: Work[] = [
  ['Atendimento de chamados do SySGrão', 'Suporte remoto', 'Suporte', 'SySGrão', 'Cliente'],
  ['Atendimento de chamados do financeiro', 'Suporte remoto', 'Suporte', 'Financeiro', 'Cliente'],
  ['Recuperação de base de cliente', 'Suporte remoto', 'Emergente', 'SySBackup', 'Cliente'],
  ['Plantão de balança na safra', 'Suporte remoto', 'Emergente', 'SySGrão', 'Plantão'],
  ['Boleto recusado pelo banco do cliente', 'Suporte remoto', 'Suporte', 'Integração Bancária', 'Cliente'],
  ['Manual do SySBackup', 'Documentação', 'Melhoria', 'SySBackup'],
]
const rollout: Work[] = [
  ['Configuração do leitor de tíquetes', 'Implantação', 'Projeto', 'SySGrão', 'Cliente'],
  ['Carga inicial de cadastros', 'Implantação', 'Projeto', 'SySGrão', 'Cliente'],
  ['Treinamento da equipe de expedição', 'Treinamento', 'Projeto', 'SySGrão', 'Cliente'],
  ['Visita técnica, balança da filial', 'Visita técnica', 'Projeto', 'SySGrão', 'Cliente'],
  ['Virada de sistema com o cliente', 'Implantação', 'Projeto', 'Financeiro', 'Homologação'],
  ['Treinamento do financeiro do cliente', 'Treinamento', 'Projeto', 'Financeiro', 'Cliente'],
]
const office: Work[] = [
  ['Conferência dos contratos do mês', 'Administrativo', 'Interno', 'Contratos'],
  ['Emissão das notas de locação', 'Administrativo', 'Interno', 'NFS-e'],
  ['Cobrança de boletos vencidos', 'Administrativo', 'Interno', 'Financeiro'],
  ['Fechamento do caixa', 'Administrativo', 'Interno', 'Financeiro'],
  ['Renovação de certificados digitais', 'Administrativo', 'Interno', 'NFS-e'],
]
const sales: Work[] = [
  ['Demonstração do SySGrão', 'Visita técnica', 'Interno', 'SySGrão', 'Cliente'],
  ['Proposta comercial e contrato', 'Administrativo', 'Interno', 'Contratos', 'Cliente'],
  ['Retorno a clientes da feira', 'Reunião', 'Interno', 'Gestão', 'Cliente'],
]
/** Work items by the number of the department. */
export const work: Record<number, Work[]> = {
  1: [...projects, ...office],
  2: projects,
  3: support,
  4: office,
  5: development,
  6: sales,
  7: rollout,
  8: office,
}
export const sharedWork: Work[] = [
  ['Reunião diária da sprint', 'Reunião', 'Interno', 'Gestão', 'Sprint'],
  ['Reunião de acompanhamento semanal', 'Reunião', 'Interno', 'Gestão'],
  ['Estudo e capacitação', 'Estudo', 'Interno', 'Gestão'],
]

/** Sprint tasks: subject and type. The name of a task is its subject, followed by one of `sprintPlaces`. */
export const sprintTasks: [string, string][] = [
  ['Tela de romaneio', 'Projeto'],
  ['Cálculo de quebra técnica', 'Projeto'],
  ['Integração da balança', 'Projeto'],
  ['Conciliação do extrato', 'Projeto'],
  ['Relatório de saldo por produtor', 'Projeto'],
  ['Emissão de NFS-e', 'Projeto'],
  ['Aviso de contrato a vencer', 'Melhoria'],
  ['Busca por placa', 'Melhoria'],
  ['Tempo de abertura do estoque', 'Melhoria'],
  ['Arredondamento do desconto', 'Correção'],
  ['Filtro de data do caixa', 'Correção'],
  ['Dúvida de cadastro', 'Suporte'],
  ['Ajuste de parâmetros', 'Suporte'],
]
export const emergentTasks = ['Sistema parado na expedição', 'Boleto recusado', 'Nota rejeitada', 'Base corrompida', 'Balança sem leitura']
export const sprintPlaces = ['Sinop', 'Sorriso', 'Nova Mutum', 'Querência', 'Sapezal', 'Diamantino', 'Tapurah', 'Canarana', 'matriz', 'filial 2']
/** Statuses of unfinished tasks. */
export const openStatuses = ['Em teste', 'Em desenvolvimento', 'Aguardando cliente', 'Não iniciada']

/** Tasks of people, per department: description, and priority from 1 (urgent) to 4 (low). */
type Todo = [string, number]
const developmentTasks: Todo[] = [
  ['Retorno de recusa da Bayer', 1],
  ['Devolução com ICMS zerado', 1],
  ['Corrigir retorno do boleto da Integração Bancária', 1],
  ['Rateio de frete por filial', 2],
  ['Revisar carga do plano safra', 2],
  ['CNPJ alfanumérico na busca', 2],
  ['Validação do MDF-e', 2],
  ['Conferir estoque por silo', 3],
  ['Leitor de placas, filial 3', 3],
  ['Documentar a API de pesagem', 3],
  ['Remover relatório antigo', 3],
  ['Índice da consulta de notas', 3],
  ['Atualizar bibliotecas', 3],
  ['Revisar código de contratos', 3],
  ['Saldo de produto por lote', 3],
  ['Renomear telas do almoxarifado', 4],
  ['Limpar tabelas temporárias', 4],
  ['Ajustar cores do gráfico', 4],
]
const projectsTasks: Todo[] = [
  ['Responder à Cooperativa do Médio-Norte', 1],
  ['Cronograma de Querência', 1],
  ['Levantar requisitos da Integração Bayer', 2],
  ['Preparar ambiente de homologação do SySGrão', 2],
  ['Priorizar pedidos de clientes', 2],
  ['Casos de teste da conciliação', 3],
  ['Massa de dados de outubro', 3],
  ['Ata da reunião de sprint', 3],
  ['Documento de visão do MDF-e', 3],
  ['Estimar a próxima sprint', 3],
  ['Roteiro da homologação', 3],
  ['Planilha de homologação', 4],
  ['Arquivar atas antigas', 4],
  ['Fotos da visita a Tapurah', 4],
]
const supportTasks: Todo[] = [
  ['Responder chamado da balança de Sorriso', 1],
  ['Boleto duplicado na Cerealista', 1],
  ['Base parada em Diamantino', 1],
  ['Backup da filial de Sapezal', 2],
  ['Recuperar base de Canarana', 2],
  ['Trocar disco do servidor 2', 2],
  ['Tela de conferência da Bayer', 3],
  ['Atualizar manual do SySBackup', 3],
  ['Retornar chamados de ontem', 3],
  ['Teste de restauração', 3],
  ['Revisar acessos do cliente', 3],
  ['Script de limpeza de logs', 3],
  ['Dúvida de cadastro de Tapurah', 3],
  ['Inventário de notebooks', 4],
  ['Organizar modelos de resposta', 4],
]
const rolloutTasks: Todo[] = [
  ['Virada de sistema em Sinop', 1],
  ['Leitor de tíquetes parado', 1],
  ['Carga de cadastros de Sorriso', 2],
  ['Agendar treinamento em Querência', 2],
  ['Parâmetros da filial 2', 2],
  ['Roteiro do treinamento', 3],
  ['Conferir horas de outubro', 3],
  ['Treinar equipe da expedição', 3],
  ['Configurar impressora fiscal', 3],
  ['Importar saldo de produtores', 3],
  ['Conferir cadastro de silos', 3],
  ['Visita técnica a Sapezal', 3],
  ['Organizar fotos da visita a Campos de Júlio', 4],
  ['Lista de presença, Tapurah', 4],
]
const officeTasks: Todo[] = [
  ['Emitir NFS-e dos contratos de Locação de Softwares', 1],
  ['Fechar o caixa de outubro', 1],
  ['Renovar certificado digital da matriz', 2],
  ['Cobrar boletos vencidos', 2],
  ['Conciliar o extrato do banco', 2],
  ['Revisar parâmetros da DRE da filial de Sinop', 3],
  ['Conferir contratos do mês', 3],
  ['Revisar contrato de suporte anual', 3],
  ['Lançar despesas de viagem', 3],
  ['Atualizar dados bancários', 3],
  ['Separar notas do contador', 3],
  ['Pedir segunda via de boleto', 3],
  ['Arquivar recibos de setembro', 4],
  ['Etiquetar pastas de 2025', 4],
]
const salesTasks: Todo[] = [
  ['Enviar proposta para Sementes Chapadão', 1],
  ['Contrato da Algodoeira', 1],
  ['Demonstração em Lucas', 2],
  ['Retorno a clientes da feira', 2],
  ['Renegociar Laticínios Araguaia', 2],
  ['Atualizar tabela de preços', 3],
  ['Visitar Grupo Meneghetti', 3],
  ['Conferir comissões do mês', 3],
  ['Apresentação do SySGrão', 3],
  ['Ligar para Usina Barra', 3],
  ['Preparar estande da feira', 3],
  ['Atualizar lista de contatos', 4],
  ['Brindes de fim de ano', 4],
]
export const userTasks: Record<number, Todo[]> = {
  1: [...projectsTasks, ...officeTasks],
  2: projectsTasks,
  3: supportTasks,
  4: officeTasks,
  5: developmentTasks,
  6: salesTasks,
  7: rolloutTasks,
  8: officeTasks,
}

/** The newest clients, each with its city in Mato Grosso. The last one in this list is the first on screen. */
export const knownClients: [string, string][] = [
  ['Madeireira Alta Floresta', 'Alta Floresta'],
  ['Irmãos Scherer Agronegócios', 'Ipiranga do Norte'],
  ['Usina Barra do Bugres Energia', 'Barra do Bugres'],
  ['Cooperativa de Crédito Rural do Médio-Norte', 'Diamantino'],
  ['Insumos Agrícolas Tapurah', 'Tapurah'],
  ['Construtora Dal Maso', 'Sorriso'],
  ['Associação Comercial e Empresarial de Querência', 'Querência'],
  ['Frigorífico Rio Sapezal', 'Sapezal'],
  ['Posto e Transportadora Três Marcos', 'Primavera do Leste'],
  ['Laticínios Vale do Araguaia', 'Água Boa'],
  ['Grupo Meneghetti Participações', 'Lucas do Rio Verde'],
  ['Revenda Agrícola Parecis', 'Campo Novo do Parecis'],
  ['Algodoeira Campos de Júlio', 'Campos de Júlio'],
  ['Sementes Chapadão', 'Chapada dos Guimarães'],
  ['Fazenda Santa Rita do Trivelato S.A.', 'Santa Rita do Trivelato'],
  ['Armazéns Gerais Serra Azul', 'Nova Mutum'],
  ['Transportes Bressan & Filhos', 'Rondonópolis'],
  ['Cerealista São José do Rio Claro', 'São José do Rio Claro'],
  ['Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense', 'Sorriso'],
  ['Agropecuária Vale do Teles Pires Ltda.', 'Sinop'],
]

export const clientKinds = [
  'Agropecuária',
  'Armazéns Gerais',
  'Cerealista',
  'Cooperativa',
  'Fazenda',
  'Sementes',
  'Transportes',
  'Algodoeira',
  'Revenda Agrícola',
  'Laticínios',
  'Frigorífico',
  'Madeireira',
  'Construtora',
  'Auto Peças',
  'Supermercado',
  'Posto',
  'Usina',
  'Insumos Agrícolas',
  'Irmãos',
  'Grupo',
]
export const clientNames = [
  'Boa Esperança',
  'Serra Dourada',
  'Três Lagoas',
  'Santa Clara',
  'Rio Bonito',
  'Vale Verde',
  'Bom Jesus',
  'Novo Horizonte',
  'São Jorge',
  'Primavera',
  'Bela Vista',
  'Cachoeira',
  'Planalto',
  'Pantanal',
  'Cerrado',
  'Ipê Amarelo',
  'Jatobá',
  'Buriti',
  'Sucupira',
  'Guaporé',
  'Dall’Agnol',
  'Piovesan',
  'Zancanaro',
  'Fávaro',
  'Brustolin',
  'Meneguel',
  'Schneider',
  'Kozerski',
  'Yamashita',
  'Conceição',
]
export const clientEndings = ['Ltda.', 'S.A.', '& Filhos', 'ME', '']
