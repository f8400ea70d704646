// Caixa Econômica Federal (104), SIGCB. Sources: "Leiaute de arquivo eletrônico CNAB 240" of June 2018 (67.118 v010) and "Especificações técnicas para
// emissão de boletos" of April 2020 (67.119 v010). The columns of codes of seven digits follow the list of changes in the latter (pages 39 and 40),
// and their layout versions the notes G019 and G030 of the layout of 2020, quoted in BoletoNet/boletonet issue 872 and eduardokum/laravel-boleto pull
// request 648.
import { padded, withDigit, type Bank, type Contract, type Numbered } from './bank.ts'
import { mod11 } from './codes.ts'
import type { Reasons } from './reasons.ts'

/** Codes from 1100000 on have seven digits (2020, page 2). */
const isLong = ({ agreement }: Contract) => agreement.length === 7

/** Our-number: 1 for registered, 4 for printed by the company, and fifteen digits (2020, page 20). */
const ourNumberOf = ({ number }: Numbered) => `14${padded(number, 15)}`

/** Refusals (C047, A), without those of printing models and of services that the product does not use. */
const REFUSED: Reasons = {
  '11': 'data de geração inválida',
  '64': 'entrada inválida para cobrança caucionada',
  '65': 'CEP do pagador não encontrado',
  '66': 'agência cobradora não encontrada',
  '67': 'agência do beneficiário não encontrada',
  '68': 'movimento inválido para o título',
  '69': 'alteração de dados inválida',
  '70': 'apelido do cliente não cadastrado',
  '71': 'erro na composição do arquivo',
  '72': 'lote inválido',
  '73': 'código do beneficiário inválido',
  '74': 'beneficiário fora da cobrança eletrônica',
  '75': 'nome da empresa inválido',
  '76': 'nome do banco inválido',
  '77': 'código de remessa inválido',
  '78': 'data ou hora do arquivo inválida',
  '79': 'número do arquivo inválido',
  '80': 'versão do arquivo inválida',
  '81': '“REMESSA-TESTE” só vale na fase de testes',
  '82': 'falta “REMESSA-TESTE” na fase de testes',
  '83': 'CPF ou CNPJ da empresa inválido',
  '84': 'tipo de operação inválido',
  '85': 'tipo de serviço inválido',
  '86': 'forma de lançamento inválida',
  '87': 'número da remessa inválido',
  '88': 'número da remessa menor que o anterior ou igual a ele',
  '89': 'lote divergente',
  '90': 'número do registro inválido',
  '91': 'sequência de segmentos errada',
  '92': 'movimentos diferentes no mesmo título',
  '93': 'quantidade de registros no lote inválida',
  '94': 'quantidade de registros no lote não confere',
  '95': 'quantidade de lotes inválida',
  '96': 'quantidade de lotes não confere',
  '97': 'quantidade de registros no arquivo inválida',
  '98': 'quantidade de registros no arquivo não confere',
  '99': 'DDD inválido',
  AA: 'desconto sem data ou valor',
  AB: 'código do desconto não informado',
  AC: 'forma de cadastramento inválida',
  AD: 'datas de desconto fora de ordem',
  AE: 'desconto depois do vencimento',
  AF: 'título não está em aberto',
  AG: 'título já vencido ou a vencer',
  AH: 'não há desconto a cancelar',
  AI: 'prazo de protesto ou baixa já passou',
  AJ: 'código do pagador inválido',
  AK: 'número da parcela inválido ou fora de sequência',
  AL: 'estorno de envio não permitido',
  AM: 'nosso número fora de sequência',
  CA: 'autorização de pagamento parcial inválida',
  CB: 'tipo de pagamento inválido',
  CC: 'quantidade de pagamentos inválida',
  CD: 'tipo do valor máximo inválido',
  CE: 'valor ou percentual máximo inválido',
  CF: 'tipo do valor mínimo inválido',
  CG: 'valor ou percentual mínimo inválido',
  CH: 'segmento Y-53 não informado',
  CI: 'alteração do valor mínimo ou máximo inválida',
  CJ: 'valor mínimo ou máximo igual ao cadastrado',
  CK: 'pagamento parcial não pode ser desautorizado',
  CL: 'menos pagamentos possíveis que os já feitos',
  VB: 'registro em dobro',
  VC: 'beneficiário fora do padrão CNAB 240',
  VE: 'número do documento inválido',
  VF: 'valor ou percentual a conceder inválido',
  VH: 'data do movimento inválida',
  VL: 'beneficiário não cadastrado',
  VM: 'número de lote em dobro',
  VN: 'forma de emissão do boleto inválida',
  VO: 'forma de entrega inválida para emissão pelo banco',
  VP: 'forma de entrega inválida para emissão pelo beneficiário',
  VR: 'tipo de juros ao mês inválido',
  VS: 'percentual de juros ao mês inválido',
  VT: 'valor ou percentual do desconto inválido',
  VU: 'prazo do desconto inválido',
  VV: 'informar só o percentual ou só o valor',
  VW: 'prazo da multa inválido',
  VX: 'percentuais de desconto fora de ordem',
  VY: 'valores de desconto fora de ordem',
  VZ: 'datas de desconto fora de ordem',
  WD: 'valor da multa ou dos juros inválido',
  WO: 'vencimento inválido',
  WT: 'situação do arquivo inválida',
  WU: 'tipo de registro inválido',
  WY: 'prazo de protesto fora de 2 a 90 dias',
  XY: 'desconto ou multa sem percentual ou valor',
  YA: 'data dos juros inválida ou não informada',
  YB: 'data do desconto inválida ou não informada',
  YC: 'e-mail inválido',
  YD: 'código de ocorrência inválido',
  YG: 'arquivo sem registro 9',
  YJ: 'fim do arquivo não encontrado',
  YU: 'número do telefone inválido',
  YW: 'indicador de registro inválido',
  YY: 'prazo de baixa fora de 1 a 999 dias',
  ZP: 'valor dos juros ou da multa inválido',
  ZQ: 'percentual dos juros ou da multa inválido',
  ZW: 'desconto sem código',
  ZY: 'desconto fixo sem o valor do título',
}

export const caixa: Bank = {
  code: '104',
  printedCode: '104-0',
  name: 'CAIXA',
  parts: {
    agreement: {
      form: /^(?!0+$)(\d{6}|(1[1-9]|[2-9]\d)\d{5})$/,
      words: 'código do beneficiário sem o dígito verificador, com 6 dígitos, como 005507, ou 7 a partir de 1100000',
    },
    branch: { form: /^\d{1,4}-\d$/, words: 'até 4 dígitos, hífen e o dígito verificador que a Caixa informa, como 1234-3' },
  },
  // One number less than fits, because the counter advances after the last boleto.
  most: () => 10 ** 15 - 2,
  ourNumberOf,
  printedNumberOf: (one) => `${ourNumberOf(one)}-${mod11(ourNumberOf(one))}`,
  // 2020, pages 24 and 30: a code of seven digits takes the place of the check digit.
  freeFieldOf: (one) => {
    const { agreement } = one.contract
    const our = ourNumberOf(one)
    const code = isLong(one.contract) ? agreement : `${agreement}${mod11(agreement)}`
    const digits = `${code}${our.slice(2, 5)}${our.slice(0, 1)}${our.slice(5, 8)}${our.slice(1, 2)}${our.slice(8)}`
    return `${digits}${mod11(digits)}`
  },
  // The check digit is printed for codes of seven digits too, although the free field has none (2020, page 19).
  printedContractOf: ({ agreement, branch }) => `${padded(withDigit(branch).digits, 4)} / ${agreement}-${mod11(agreement)}`,
  // "RG" for registered (2020, page 21).
  printedWalletOf: () => 'RG',
  paymentPlace: 'PREFERENCIALMENTE NAS CASAS LOTÉRICAS ATÉ O VALOR LIMITE',
  layout: {
    versions: [101, 60],
    // Six digits are aligned to the left, with a zero after them (note G030).
    companyCodeOf: ({ agreement }) => agreement.padEnd(7, '0'),
    movements: { entry: 1, writeOff: 2, abatement: 4, cancelAbatement: 5, dueDate: 6 },
    // Layout 107 with batch 067 belongs to codes of seven digits (notes G019 and G030).
    fileHeader: ({ contract }) => ({ '33-52': 0, '59-72': contract.agreement.padEnd(14, '0'), ...(isLong(contract) && { '164-166': 107 }) }),
    batchHeader: ({ contract }) => ({
      '12-13': 0,
      '41-53': 0,
      // Layout 067 has no code here (2020, page 39).
      '60-73': (isLong(contract) ? '' : contract.agreement).padEnd(14, '0'),
      ...(isLong(contract) && { '14-16': 67 }),
    }),
    p: ({ title }) => ({
      '24-37': title.contract.agreement.padEnd(14, '0'),
      '38-57': `000${ourNumberOf(title)}`,
      // Book entry (field 16.3P), delivered by the company (C010).
      '60': 2,
      '62': 0,
      '63-77': title.document.slice(0, 11),
      '106': 0,
      // One code for both kinds of days: up to five are working days (C027).
      '221': title.terms.protest.kind === 'none' ? 3 : 1,
    }),
    r: () => ({ '90-240': '' }),
    // Segment Y-04 has place for one address (field 09.4Y). A cut address would be another one.
    email: ({ title }) => {
      const address = title.payer.emails.find(({ length }) => length <= 50)
      return address === undefined ? undefined : { '14': 'Y', '18-19': 4, '20-69': address, '70-80': 0 }
    },
    batchTrailer: () => ({ '93-115': '' }),
    fileTrailer: () => ({ '30-35': '' }),
  },
  returned: {
    // One column further to the left than in segment P; column 57 has the check digit (fields 13.3T).
    ourNumber: '40-56',
    document: '59-69',
    companyCode: '59-65',
    // The header has the company's code where other banks have the account.
    account: null,
    // After the way of the payment come cash or cheque, and the days until the credit (C047, D and E).
    settlementCodes: '214-215',
    occurrences: {
      '01': ['other', 'Impressão do boleto confirmada'],
      '35': ['other', 'Inclusão no banco de pagadores confirmada'],
      '36': ['other', 'Alteração do banco de pagadores confirmada'],
      '37': ['other', 'Exclusão do banco de pagadores confirmada'],
      '38': ['other', 'Boletos do banco de pagadores emitidos'],
      '39': ['other', 'Manutenção de pagador recusada'],
      '40': ['other', 'Entrada pelo banco de pagadores recusada'],
      '41': ['other', 'Manutenção do banco de pagadores recusada'],
      '44': ['other', 'Estorno de baixa ou liquidação'],
      '45': ['other', 'Dados alterados no sistema da Caixa'],
      // Sent every fifteen minutes. The daily file has the payment itself, as 06 (2018, page 14).
      '46': ['other', 'Liquidação on-line'],
      '47': ['other', 'Estorno de liquidação on-line'],
      '61': ['other', 'Alteração do valor nominal confirmada'],
      '62': ['other', 'Alteração do valor mínimo ou máximo confirmada'],
    },
    reasons: {
      refusals: REFUSED,
      fees: {
        '12': 'nova disponibilização de arquivo de retorno',
        '15': 'banco de pagadores',
        '17': 'aviso do boleto por e-mail',
        '18': 'boleto pré-impresso, matricial',
        '19': 'boleto pré-impresso, A4',
        '20': 'boleto padrão',
        '21': 'boleto ou carnê',
        '31': 'aviso de vencido',
        '42': 'alteração de dados do título',
        '45': 'segunda via do boleto',
      },
      settlements: {
        '02': 'casa lotérica',
        '03': 'agência da Caixa',
        '06': 'internet banking',
        '07': 'correspondente bancário',
      },
    },
  },
  termsFaults: ({ writeOffDays, protest }) => [
    ...(writeOffDays === null && protest.kind === 'none' ? ['A Caixa exige um prazo de baixa ou de protesto.'] : []),
    ...(writeOffDays !== null && protest.kind !== 'none' ? ['A Caixa recebe o prazo de baixa ou o de protesto, não os dois.'] : []),
    // C029 takes 0 too, but the reason YY (page 72) refuses it.
    ...(writeOffDays !== null && (writeOffDays < 1 || writeOffDays > 999) ? ['A Caixa baixa após 1 a 999 dias corridos.'] : []),
    ...(protest.kind === 'working' && (protest.days < 2 || protest.days > 5) ? ['A Caixa protesta após 2 a 5 dias úteis.'] : []),
    ...(protest.kind === 'calendar' && (protest.days < 6 || protest.days > 90) ? ['A Caixa protesta após 6 a 90 dias corridos.'] : []),
  ],
}
