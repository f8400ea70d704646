// The demo company's people and things. Everybody and everything here is made up.

export const departments = ['Diretoria', 'Projetos', 'Suporte', 'Financeiro', 'Desenvolvimento', 'Comercial', 'Implantação', 'Administrativo']

/** `field`: travels to clients with a car of their own; who stands first in the list has the first car. */
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

/** What each account that can be tried may open; the others of the company may open what 'equipe' may. */
export const menusOf: Record<string, string[] | 'all'> = {
  supervisor: 'all',
  financeiro: [
    ...['/clientes', '/carros', '/regioes', '/atividades', '/usuarios', '/departamentos'],
    ...['/onde-estou', '/calendario', '/painel-onde-estou', '/track', '/pendencias-ped'],
    ...['/controle-servicos', '/consulta-comissoes', '/dash-financeiro', '/controle-financeiro', '/nfse'],
  ],
  projetos: [
    ...['/clientes', '/onde-estou', '/calendario', '/painel-onde-estou', '/track', '/dash-track', '/dash-track-analytic'],
    ...['/dash-sprint', '/dash-planejado-efetivado', '/dash-emergentes-projeto', '/mapeamento-projetos', '/dash-track-projects'],
    ...['/controle-servicos', '/consulta-comissoes', '/pendencias-ped'],
  ],
  equipe: ['/onde-estou', '/calendario', '/track', '/controle-financeiro', '/controle-servicos', '/consulta-comissoes', '/pendencias-ped'],
  painel: ['/painel-onde-estou'],
}

export const cars = [
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
]

export const regions = ['Médio-Norte', 'Norte', 'Nordeste', 'Sudeste', 'Sul', 'Oeste', 'Baixada Cuiabana', 'Fora do estado']

/** Each with its flags: client, car, region, on the wall. */
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
  ...['Desenvolvimento', 'Suporte remoto', 'Reunião', 'Análise', 'Testes'],
  ...['Documentação', 'Implantação', 'Treinamento', 'Administrativo', 'Estudo'],
]

export const trackDescriptions = [
  'Ajuste no retorno da Integracao Bancaria',
  'Atendimento de chamados do SySGrão',
  'Reunião de acompanhamento semanal',
  'Revisão do cálculo de classificação de grãos',
  'Testes da emissão de NFS-e',
  'Manual do SySBackup',
  'Carga inicial de cadastros',
  'Treinamento da equipe do cliente',
  'Conferência dos contratos do mês',
  'Estudo da reforma tributária',
]

/** Description and priority, 1 urgent to 4 low. */
export const userTasks: [string, number][] = [
  ['Corrigir retorno do boleto da Integracao Bancaria', 1],
  ['Emitir NFS-e dos contratos de Locação de Softwares', 1],
  ['Validar carga de dados de outubro', 2],
  ['Enviar proposta para Sementes Chapadão', 2],
  ['Revisar parâmetros da DRE da filial de Sinop', 3],
  ['Atualizar manual do SySBackup', 3],
  ['Agendar treinamento em Querência', 3],
  ['Conferir horas de outubro da equipe de implantação', 3],
  ['Organizar fotos da visita a Campos de Júlio', 4],
  ['Responder chamado da balança de Sorriso', 1],
  ['Preparar ambiente de homologação do SySGrão', 2],
  ['Renovar certificado digital da matriz', 2],
  ['Levantar requisitos da Integracao Bayer', 3],
  ['Revisar contrato de suporte anual', 3],
  ['Arquivar atas das reuniões de sprint', 4],
]

/** The newest clients, the last one on top: name and city of Mato Grosso. */
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
  ...[
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
  ],
  ...['Frigorífico', 'Madeireira', 'Construtora', 'Auto Peças', 'Supermercado', 'Posto', 'Usina', 'Insumos Agrícolas', 'Irmãos', 'Grupo'],
]
export const clientNames = [
  ...[
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
  ],
  ...['Bela Vista', 'Cachoeira', 'Planalto', 'Pantanal', 'Cerrado', 'Ipê Amarelo', 'Jatobá', 'Buriti', 'Sucupira', 'Guaporé'],
  ...['Dall’Agnol', 'Piovesan', 'Zancanaro', 'Fávaro', 'Brustolin', 'Meneguel', 'Schneider', 'Kozerski', 'Yamashita', 'Conceição'],
]
export const clientEndings = ['Ltda.', 'S.A.', '& Filhos', 'ME', '']
