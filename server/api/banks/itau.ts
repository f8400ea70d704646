// Itaú (341). Sources: "Cobrança Bancária, Layout de Arquivos FEBRABAN 240" of January 2017, whose pages and notes are cited here, and "Layout de
// Arquivos CNAB 400" of July 2021, cited as 2021, which has the same codes and newer ones.
import { padded, withDigit, type Bank, type Contract, type Numbered, type Order, type Title } from './bank.ts'
import { dayField, type Fields } from './cnab.ts'
import { mod10 } from './codes.ts'
import type { Reasons } from './reasons.ts'

/** Wallets whose check digit covers only wallet and number (note 27 and annex 4). The escritural wallets do so too, but cannot be used. */
const SHORT_DIGIT = new Set(['126', '131', '150', '168'])

/** Wallets that cannot be used, with the reason in words (note 5; 2021, note 5 and annex 5). */
const UNUSABLE: [wallets: string[], why: string][] = [
  // Note 27 (page 30) lists 145 among the exceptions of the check digit, annex 4 (page 46) lists 146 instead. The manuals of 2015 and 2021 repeat it.
  [['145', '146'], 'não é aceita, porque os manuais do Itaú se contradizem sobre o dígito do nosso número dela. Pergunte ao banco'],
  [
    ['104', '105', '112', '113', '115', '116', '117', '119', '134', '135', '136', '147', '166', '188', '212'],
    'é escritural: o Itaú numera e imprime os boletos',
  ],
  [['108', '121', '180', '221', '280'], 'é impressa pelo Itaú'],
  [['107', '122', '142', '143', '196', '198'], 'tem um nosso número de 15 posições, que o sistema não conhece'],
  [['102', '103', '129', '139', '169', '172', '173', '174', '175', '177'], 'não registra os boletos'],
  [['148', '149', '153'], 'é só para seguradoras'],
  [['150', '168'], 'é de moeda variável'],
  [['191'], 'é de títulos descontados'],
]

const branchOf = ({ branch }: Contract) => padded(branch, 4)
const accountOf = ({ account }: Contract) => padded(withDigit(account).digits, 5)
const numberOf = ({ number }: Numbered) => padded(number, 8)

/** Check digit of our-number: modulo 10 of branch, account, wallet and number (note 27 and annex 4). */
const digitOf = (one: Numbered) => {
  const { wallet } = one.contract
  return mod10((SHORT_DIGIT.has(wallet) ? '' : branchOf(one.contract) + accountOf(one.contract)) + wallet + numberOf(one))
}
/** Check digit of branch and account: modulo 10 of both (item 7.3.2 and annex 3). */
const accountDigitOf = (contract: Contract) => String(mod10(branchOf(contract) + accountOf(contract)))

/** Interest for each day in cents. A monthly rate counts 30 days. The manual states no rounding; rounding down never charges more than agreed. */
const dailyCentsOf = ({ cents, terms: { interest } }: Title) =>
  interest.kind === 'monthly' ? Math.floor((cents * interest.rate) / 300_000) : interest.kind === 'daily' ? interest.cents : 0
/** Discount in cents. The layout has no percentage, so a share is rounded to the nearest cent, half a cent up. */
const discountCentsOf = ({ cents, terms: { discount } }: Title) =>
  discount.kind === 'share' ? Math.round((cents * discount.rate) / 10_000) : discount.kind === 'fixed' ? discount.cents : 0

/** The digit of branch and account stands in one field after the account, whose own digit is blank. */
const companyFields = (contract: Contract, shift: 0 | 1): Fields => ({
  [`${71 + shift}`]: '',
  [`${72 + shift}`]: withDigit(contract.account).digit,
})

function p({ movement, title }: Order): Fields {
  const { writeOffDays } = title.terms
  const fixed: Fields = { '36': '', '37': withDigit(title.contract.account).digit, '58-62': 0, '101-106': 0, '118': 0, '142': 0, '227-239': 0 }
  if (movement === 'entry')
    return {
      ...fixed,
      '63-77': title.document.slice(0, 10),
      // Duplicata de serviço (note 11).
      '107-108': 8,
      '127-141': dailyCentsOf(title),
      '151-165': discountCentsOf(title),
      // Without an instruction the bank writes off by its own deadline (note 19).
      '224': writeOffDays === null ? 0 : 1,
      '225-226': writeOffDays ?? 0,
    }
  // Other movements carry our-number, the value and what changes; everything else is zero or blank (note 4, remark A).
  return {
    ...fixed,
    '63-77': '',
    '78-85': dayField(movement === 'dueDate' ? title.dueOn : null),
    '107-108': 0,
    '109': '',
    '110-117': 0,
    '119-126': 0,
    '127-141': 0,
    '143-150': 0,
    '151-165': 0,
    '166-180': 0,
    '196-220': '',
    '221-226': 0,
  }
}

const q = ({ movement }: Order): Fields => (movement === 'entry' ? {} : { '18': 0, '19-33': 0, '34-128': '', '129-136': 0, '137-153': '' })

/** Note 23, table 1, with the codes that 2021 adds. The codes of shared credits (rateio) and of printed messages are left out. */
const ENTRIES: Reasons = {
  '03': 'CEP inválido ou sem agência cobradora',
  '04': 'UF inválida',
  '05': 'prazo abaixo do mínimo ou acima do máximo',
  '07': 'valor acima de R$ 10 milhões',
  '08': 'nome do pagador não informado',
  '09': 'agência encerrada',
  '10': 'endereço do pagador não informado',
  '11': 'CEP não numérico',
  '12': 'nome do sacador não informado',
  '13': 'CEP incompatível com a UF',
  '14': 'nosso número já registrado ou fora da faixa',
  '15': 'nosso número repetido no mesmo movimento',
  '18': 'data de entrada inválida para a carteira',
  '19': 'movimento inválido',
  '21': 'agência cobradora inválida para a carteira ou a UF',
  '22': 'carteira não permitida: falta cadastrar a faixa livre',
  '27': 'CNPJ do beneficiário inapto',
  '29': 'categoria da conta inválida',
  '30': 'entradas bloqueadas: conta suspensa em cobrança',
  '31': 'conta sem permissão para protestar',
  '35': 'IOF maior que 5%',
  '36': 'quantidade de moeda incompatível com o valor',
  '37': 'CPF ou CNPJ do pagador inválido',
  '42': 'nosso número fora da faixa',
  '44': 'conta migrada',
  '52': 'empresa não aceita banco correspondente',
  '53': 'empresa não aceita banco correspondente',
  '54': 'vencimento em menos de 15 dias em banco correspondente',
  '55': 'CEP não pertence à depositária',
  '56': 'vencimento a mais de 180 dias da entrada',
  '57': 'vencimento em menos de 8 dias na depositária',
  '60': 'abatimento inválido',
  '61': 'juros acima do permitido',
  '62': 'desconto maior que o título, ou antes da emissão',
  '63': 'desconto por dia não permitido',
  '64': 'data de emissão inválida',
  '65': 'taxa de financiamento inválida',
  '66': 'vencimento inválido ou fora do prazo de operação',
  '67': 'valor do título inválido',
  '68': 'carteira inválida ou não cadastrada',
  '91': 'dígito da agência e conta inválido',
  '92': 'dígito do nosso número inválido',
  '93': 'UF inválida',
  '94': 'UF incompatível com o CEP',
  '95': 'CEP inválido',
  '96': 'endereço, nome ou cidade do pagador inválido',
}

/** Table 2. */
const CHANGES: Reasons = {
  '02': 'agência cobradora inválida ou sem mudança',
  '04': 'UF inválida',
  '05': 'vencimento inválido ou sem mudança',
  '06': 'valor alterado junto com outro dado',
  '08': 'nome do pagador sem mudança',
  '09': 'agência ou conta incorreta',
  '11': 'CEP inválido',
  '12': 'CPF ou CNPJ do sacador inválido',
  '13': 'seu número sem mudança',
  '16': 'abatimento, valor ou baixa bloqueados',
  '20': 'espécie inválida',
  '21': 'agência cobradora não cadastrada ou em encerramento',
  '23': 'data de emissão inválida ou sem mudança',
  '41': 'aceite inválido ou sem mudança',
  '42': 'alteração inválida para título vencido',
  '43': 'alteração bloqueada: vencimento já alterado',
  '53': 'instrução sem mudança',
  '54': 'vencimento curto demais para banco correspondente',
  '55': 'alterações iguais para o mesmo título',
  '56': 'CPF ou CNPJ inválido',
  '57': 'prazo de vencimento menor que 15 dias',
  '60': 'alteração do IOF não permitida',
  '61': 'título inexistente, baixado ou liquidado',
  '66': 'alteração não permitida para a carteira',
  '67': 'nome do sacador inválido',
  '72': 'endereço do sacador inválido',
  '73': 'bairro do sacador inválido',
  '74': 'cidade do sacador inválida',
  '75': 'UF do sacador inválida',
  '76': 'CEP do sacador inválido',
  '81': 'alteração bloqueada: título em negativação ou protesto',
  '87': 'alteração bloqueada: título com rateio de crédito',
}

/** Table 3. */
const INSTRUCTIONS: Reasons = {
  '01': 'instrução inexistente',
  '03': 'conta sem permissão para protestar',
  '06': 'nosso número zerado',
  '09': 'CPF ou CNPJ do sacador inválido',
  '10': 'abatimento maior que o título ou igual a ele',
  '11': 'segunda instrução inexistente',
  '14': 'registro repetido',
  '15': 'CPF ou CNPJ sem o nome do sacador',
  '19': 'abatimento maior que 90% do título',
  '20': 'sustação de protesto pendente',
  '21': 'título não registrado',
  '22': 'título baixado ou liquidado',
  '23': 'instrução não aceita',
  '24': 'título com instrução de protesto',
  '25': 'título sem instrução de protesto',
  '26': 'ordem de protesto já emitida',
  '27': 'ordem de protesto ainda não emitida',
  '28': 'mesma instrução já cadastrada',
  '29': 'valor líquido e abatimento não somam o valor do título',
  '30': 'instrução de não protestar ativa',
  '31': 'bloqueada por ocorrência do pagador',
  '32': 'carteira ou praça não aceita protesto',
  '33': 'vencimento sem mudança, ou que torna o título vencido',
  '34': 'aviso de título vencido antes do vencimento',
  '35': 'instrução a cancelar não existe',
  '36': 'título em alteração de controle',
  '37': 'instrução não permitida para a carteira',
  '38': 'instrução não permitida para título com rateio de crédito',
  '40': 'título sem instrução de negativação',
  '41': 'título já enviado para negativação',
  '42': 'título já negativado',
  '43': 'prazo de negativação menor que 2 dias após o vencimento',
  '45': 'incompatível com outra instrução do mesmo dia',
  '47': 'espécie não permite a instrução',
  '48': 'CPF, CNPJ ou nome do pagador inválido',
  '49': 'endereço do pagador inválido',
  '50': 'data de emissão inválida',
  '51': 'título com negativação agendada',
}

/** Table 4. */
const WRITE_OFFS: Reasons = {
  '01': 'carteira ou nosso número não numérico',
  '04': 'nosso número repetido no mesmo movimento',
  '05': 'título já baixado ou liquidado',
  '06': 'título não registrado',
  '07': 'título não registrado (prazo curto)',
  '08': 'título em float',
  '10': 'título é garantia de empréstimo',
  '11': 'pago por crédito em conta e não baixado',
}

export const itau: Bank = {
  code: '341',
  printedCode: '341-7',
  name: 'BANCO ITAÚ SA',
  parts: {
    wallet: { form: /^\d{3}$/, words: '3 dígitos, como 109' },
    branch: { form: /^\d{1,4}$/, words: 'até 4 dígitos, sem dígito verificador, como 0057' },
    account: { form: /^\d{1,5}-\d$/, words: 'até 5 dígitos, hífen e o dígito verificador, como 12345-7' },
  },
  faults: (contract) => [
    ...UNUSABLE.filter(([wallets]) => wallets.includes(contract.wallet)).map(([, why]) => `Carteira do emitente: a ${contract.wallet} ${why}.`),
    ...(withDigit(contract.account).digit === accountDigitOf(contract)
      ? []
      : ['Conta corrente do emitente: o dígito verificador não confere com a agência e a conta.']),
  ],
  // One number less than fits, because the counter advances after the last boleto.
  most: () => 10 ** 8 - 2,
  ourNumberOf: (one) => one.contract.wallet + numberOf(one) + digitOf(one),
  printedNumberOf: (one) => `${one.contract.wallet}/${numberOf(one)}-${digitOf(one)}`,
  // Item 7.3.2.
  freeFieldOf: (one) => {
    const { contract } = one
    return contract.wallet + numberOf(one) + digitOf(one) + branchOf(contract) + accountOf(contract) + withDigit(contract.account).digit + '000'
  },
  // Annex 1, fields 7 and 13.
  printedContractOf: (contract) => `${branchOf(contract)}/${accountOf(contract)}-${withDigit(contract.account).digit}`,
  printedWalletOf: ({ wallet }) => wallet,
  paymentPlace: 'ATÉ O VENCIMENTO, PAGUE EM QUALQUER BANCO OU CORRESPONDENTE NÃO BANCÁRIO.',
  layout: {
    versions: [40, 30],
    companyCodeOf: () => '',
    // Note 4.
    movements: { entry: 1, writeOff: 2, abatement: 4, cancelAbatement: 5, dueDate: 6 },
    fileHeader: ({ contract }) => ({ ...companyFields(contract, 0), '226-228': 0 }),
    batchHeader: ({ contract }) => ({ ...companyFields(contract, 1), '12-13': 0 }),
    p,
    q,
  },
  returned: {
    document: '59-68',
    account: ['59-70', '72'],
    // Columns 78-92 and 93-107 both hold the credited amount (page 15). By default, a settlement adds the abatement to the discount (indicator 36.4).
    paid: ({ title, additions, discount, abatement }) => title + additions - discount - abatement,
    // Note 22; 2021, note 17.
    occurrences: {
      '04': ['other', 'Alteração de dados confirmada'],
      '05': ['other', 'Alteração de dados: baixa'],
      '07': ['paid', 'Liquidação parcial'],
      '08': ['paid', 'Liquidação em cartório'],
      '10': ['writtenOff', 'Baixa por ter sido liquidado'],
      '15': ['refused', 'Baixa recusada'],
      '16': ['refused', 'Instrução recusada'],
      '17': ['refused', 'Alteração de dados recusada'],
      '18': ['refused', 'Instrução recusada ou pendente na cobrança contratual'],
      '21': ['other', 'Instrução de não protestar confirmada'],
      '24': ['other', 'Protesto recusado, sustado ou pendente'],
      '25': ['other', 'Alegação do pagador'],
      '26': ['fee', 'Tarifa de aviso de cobrança'],
      '27': ['fee', 'Tarifa de extrato de posição'],
      '28': ['fee', 'Tarifa de relação das liquidações'],
      '29': ['fee', 'Tarifa de manutenção de títulos vencidos'],
      '30': ['fee', 'Débito mensal de tarifas'],
      '32': ['writtenOff', 'Baixa por ter sido protestado'],
      '33': ['fee', 'Custas de protesto'],
      '34': ['fee', 'Custas de sustação'],
      '35': ['fee', 'Custas de cartório distribuidor'],
      '36': ['fee', 'Custas de edital'],
      '37': ['fee', 'Tarifa de emissão de boleto ou de envio de duplicata'],
      '38': ['fee', 'Tarifa de instrução'],
      '39': ['fee', 'Tarifa de ocorrências'],
      '40': ['fee', 'Tarifa mensal de emissão de boleto ou de envio de duplicata'],
      '41': ['fee', 'Tarifa mensal de extrato de posição'],
      '42': ['fee', 'Tarifa mensal de outras instruções'],
      '43': ['fee', 'Tarifa mensal de manutenção de títulos vencidos'],
      '44': ['fee', 'Tarifa mensal de outras ocorrências'],
      '45': ['fee', 'Tarifa mensal de protesto'],
      '46': ['fee', 'Tarifa mensal de sustação de protesto'],
      '47': ['other', 'Transferência para desconto'],
      '48': ['fee', 'Custas de sustação judicial'],
      '51': ['fee', 'Tarifa mensal de entradas em bancos correspondentes'],
      '52': ['fee', 'Tarifa mensal de baixas'],
      '53': ['fee', 'Tarifa mensal de baixas em bancos correspondentes'],
      '54': ['fee', 'Tarifa mensal de liquidações'],
      '55': ['fee', 'Tarifa mensal de liquidações em bancos correspondentes'],
      '56': ['fee', 'Custas de irregularidade'],
      '57': ['other', 'Instrução cancelada'],
      '59': ['writtenOff', 'Baixa por crédito em conta corrente'],
      '60': ['refused', 'Entrada de carnê recusada'],
      '61': ['fee', 'Tarifa de aviso de movimentação de títulos'],
      '62': ['fee', 'Tarifa mensal de aviso de movimentação de títulos'],
      '63': ['other', 'Título sustado judicialmente'],
      '64': ['registered', 'Entrada confirmada com rateio de crédito'],
      '65': ['other', 'Pagamento com cheque aguarda compensação'],
      '69': ['other', 'Cheque devolvido'],
      '72': ['other', 'Crédito em conta corrente sem título correspondente'],
      '73': ['registered', 'Entrada confirmada na cobrança simples'],
      '74': ['refused', 'Instrução de negativação recusada'],
      '75': ['other', 'Instrução de negativação confirmada'],
      '77': ['other', 'Exclusão da negativação recebida'],
      '78': ['other', 'Cancelamento da negativação recebido'],
      '79': ['other', 'Informação sobre a negativação'],
      '80': ['other', 'Negativação confirmada'],
      '81': ['other', 'Exclusão da negativação confirmada'],
      '82': ['other', 'Cancelamento da negativação confirmado'],
      '83': ['other', 'Negativação encerrada por liquidação'],
      '84': ['fee', 'Tarifa mensal de negativação'],
      '85': ['fee', 'Tarifa por boleto da cobrança ativa'],
      '86': ['fee', 'Tarifa de e-mail da cobrança ativa'],
      '87': ['fee', 'Tarifa de SMS da cobrança ativa'],
      '88': ['fee', 'Tarifa mensal por boleto da cobrança ativa'],
      '89': ['fee', 'Tarifa mensal de e-mail da cobrança ativa'],
      '90': ['fee', 'Tarifa mensal de SMS da cobrança ativa'],
      '91': ['fee', 'Tarifa mensal de exclusão da negativação'],
      '92': ['fee', 'Tarifa mensal de cancelamento da negativação'],
      '93': ['fee', 'Tarifa mensal de negativação encerrada por liquidação'],
      '94': ['other', 'Instrução de não negativar confirmada'],
      // This is no settlement: the payment may still fail (2021, note 17).
      '95': ['other', 'Baixa operacional: pagamento em processamento'],
    },
    reasons: {
      // Note 29.
      settlements: {
        AA: 'caixa eletrônico do Itaú',
        AC: 'em cartório automatizado',
        AO: 'acerto on-line',
        BC: 'em banco correspondente',
        BF: 'por telefone (Bankfone)',
        BL: 'pela internet (Bankline)',
        B0: 'outro banco, fora de linha',
        B1: 'outro banco, pelo código de barras',
        B2: 'outro banco, pela linha digitável',
        B3: 'outro banco, no autoatendimento',
        B4: 'outro banco, em casa lotérica',
        B5: 'outro banco, em correspondente',
        B6: 'outro banco, por telefone',
        B7: 'outro banco, por arquivo',
        B8: 'boleto acima de R$ 250 mil',
        CC: 'agência do Itaú, em cheque',
        CI: 'correspondente do Itaú',
        CK: 'contas a pagar do Itaú (Sispag)',
        CP: 'agência do Itaú, em dinheiro ou débito em conta',
        DG: 'agência do Itaú, fora de linha',
        LC: 'em cartório, com cheque',
        EA: 'terminal de caixa',
        Q0: 'agendado',
        RA: 'realimentação automática',
        ST: 'em cartório, por meio eletrônico (Seltec)',
      },
      byOccurrence: {
        // Table 8.
        '02': {
          '01': 'CEP sem atendimento de protesto no momento',
          '02': 'lei do estado só permite negativar em prazo maior que o pedido',
          '03': 'desconto não liquidado: transferido para cobrança simples',
        },
        '03': ENTRIES,
        '15': WRITE_OFFS,
        '16': INSTRUCTIONS,
        '17': CHANGES,
        // Table 5.
        '18': {
          '16': 'abatimento, valor ou baixa bloqueados',
          '40': 'não aprovada: afeta garantias',
          '41': 'recusada automaticamente',
          '42': 'recebida, em análise',
        },
        '60': ENTRIES,
      },
    },
  },
  termsFaults: ({ fine, discount, writeOffDays, protest }) => [
    // Note 31.
    ...(fine.kind === 'share' && fine.rate >= 10_000 ? ['O Itaú só aceita multa menor que 100%.'] : []),
    // Note 14.
    ...(discount.kind === 'share' && discount.rate > 9_000 ? ['O Itaú só aceita desconto até 90% do valor.'] : []),
    // The deadlines have two columns, and a protest after zero days would count as two days (notes 18 and 19).
    ...(writeOffDays !== null && (writeOffDays < 1 || writeOffDays > 99) ? ['O Itaú dá baixa após 1 a 99 dias do vencimento.'] : []),
    ...(protest.kind !== 'none' && (protest.days < 1 || protest.days > 99) ? ['O Itaú protesta após 1 a 99 dias do vencimento.'] : []),
  ],
}
