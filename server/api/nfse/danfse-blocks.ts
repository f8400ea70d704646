// The blocks of a DANFSe v2.0 (Nota Técnica 008). Each field has its title, its value from the XML, and its place in centimetres.
import { getMunicipalityByCode } from '@brazilian-utils/brazilian-utils/get-municipality-by-code'
import { getStateByIbgeCode } from '@brazilian-utils/brazilian-utils/get-state-by-ibge-code'
import { printable } from '../pdf.ts'
import * as words from './danfse-words.ts'
import { cut, joined, momentBr, money, percent, sumOf, wordOf } from './danfse-words.ts'
import type { Values } from './nfse-values.ts'
import { documentBr, phoneBr } from '../../../shared/format-br.ts'

export type Field = { label: string; value: string; column: Column; span: 1 | 2 | 3 | 4; shaded?: boolean }
/** Number of a column. A page has four. */
type Column = 0 | 1 | 2 | 3
/**
 * `step` is the distance from the top of the row to the next row. `title` is the title of the block that begins here, printed in the first column.
 */
export type Row = { step: number; title?: string; fields: Field[] }
/** A block that has a `sentence` is a single line of text. */
export type Block = { rows: Row[] } | { sentence: string }

const DPS = 'DPS/infDPS'
const NO_VALUE = '-'

const field = (column: Column, span: Field['span'], label: string, value: string | undefined): Field => ({
  label,
  value: value ?? NO_VALUE,
  column,
  span,
})
const row = (step: number, fields: Field[], title?: string): Row => ({ step, fields, ...(title !== undefined && { title }) })

/** A municipality with its state. The name comes from the XML or, if it is missing there, from the IBGE's list by code. */
function townOf({ one }: Values, code: string | undefined) {
  if (code === undefined) return undefined
  const said = [
    [one(`${DPS}/cLocEmi`), one('xLocEmi')],
    [one(`${DPS}/serv/locPrest/cLocPrestacao`), one('xLocPrestacao')],
    [one('cLocIncid'), one('xLocIncid')],
    [one('IBSCBS/cLocalidadeIncid'), one('IBSCBS/xLocalidadeIncid')],
  ].find(([number, name]) => number === code && name)
  return joined([said?.[1] ?? getMunicipalityByCode(code)?.name ?? code, getStateByIbgeCode(code.slice(0, 2))?.code])
}

export function header(values: Values) {
  const { one } = values
  const town = joined([one('xLocEmi'), one('emit/enderNac/UF')])
  // Services of item 99 belong to no municipality, so the header names none.
  const own = !one(`${DPS}/serv/cServ/cTribNac`)?.startsWith('99')
  return {
    town: own && town ? `Município: ${town}` : undefined,
    maker: `Ambiente Gerador: ${wordOf(words.ambGer, one('ambGer')) ?? NO_VALUE}`,
    environment: `Tipo de Ambiente: ${wordOf(words.tpAmb, one(`${DPS}/tpAmb`)) ?? NO_VALUE}`,
    worthless: one(`${DPS}/tpAmb`) !== '1',
  }
}

/** The rows beside the QR code. They have three columns. */
export function identification({ one, key }: Values): Row[] {
  return [
    row(0.79, [field(0, 3, 'CHAVE DE ACESSO DA NFS-E', key)]),
    row(0.69, [
      field(0, 1, 'NÚMERO DA NFS-E', one('nNFSe')),
      field(1, 1, 'COMPETÊNCIA DA NFS-E', momentBr(one(`${DPS}/dCompet`))),
      field(2, 1, 'DATA E HORA DA EMISSÃO DA NFS-E', momentBr(one('dhProc'))),
    ]),
    row(0.69, [
      field(0, 1, 'NÚMERO DA DPS', one(`${DPS}/nDPS`)),
      field(1, 1, 'SÉRIE DA DPS', one(`${DPS}/serie`)),
      field(2, 1, 'DATA E HORA DA EMISSÃO DA DPS', momentBr(one(`${DPS}/dhEmi`))),
    ]),
    row(0.69, [
      { ...field(0, 1, 'EMITENTE DA NFS-E', wordOf(words.tpEmit, one(`${DPS}/tpEmit`))), shaded: true },
      field(1, 1, 'SITUAÇÃO DA NFS-E', cut(wordOf(words.cStat, one('cStat')), 37)),
      field(2, 1, 'FINALIDADE', cut(wordOf(words.finNFSe, one(`${DPS}/IBSCBS/finNFSe`)), 37)),
    ]),
  ]
}

/** The block of a person on the note. `own` is a second XML path for the same person, without an address group. */
function person(
  values: Values,
  title: string,
  path: string,
  steps: readonly [number, number, number],
  { own, registration = true }: { own?: string; registration?: boolean } = {},
) {
  const one = (...names: string[]) => values.one(...names.map((name) => `${path}/${name}`), ...(own ? names.map((name) => `${own}/${name}`) : []))
  const at = (name: string) => values.one(`${path}/end/${name}`, ...(own ? [`${own}/enderNac/${name}`] : []))
  const document = one('CNPJ', 'CPF')
  const code = values.one(`${path}/end/endNac/cMun`, ...(own ? [`${own}/enderNac/cMun`] : []))
  const cep = values.one(`${path}/end/endNac/CEP`, ...(own ? [`${own}/enderNac/CEP`] : []))
  const abroad = (name: string) => values.one(`${path}/end/endExt/${name}`)
  const city = townOf(values, code) ?? joined([abroad('xCidade'), abroad('xEstProvReg'), abroad('cPais')])
  return [
    row(
      steps[0],
      [
        field(1, 1, 'CNPJ / CPF / NIF', document === undefined ? one('NIF') : documentBr(document)),
        ...(registration ? [field(2, 1, 'Indicador Municipal (Inscrição)', one('IM'))] : []),
        field(3, 1, 'Telefone', phoneBr(one('fone') ?? NO_VALUE)),
      ],
      title,
    ),
    row(steps[1], [
      field(0, 2, 'Nome / Nome Empresarial', cut(one('xNome'), 77)),
      field(2, 1, 'Município / Sigla UF', cut(city, 34)),
      field(3, 1, 'Código IBGE / CEP', joined([code, words.cepOf(cep) ?? abroad('cEndPost')])),
    ]),
    row(steps[2], [
      field(0, 2, 'Endereço', cut(joined(['xLgr', 'nro', 'xCpl', 'xBairro'].map(at), ', '), 77)),
      field(2, 2, 'E-mail', cut(one('email'), 77)),
    ]),
  ]
}

function provider(values: Values): Block {
  // If the provider issues the note, the authority adds the provider's data, because the DPS need not repeat it.
  const own = values.one(`${DPS}/tpEmit`) === '1' ? { own: 'emit' } : {}
  const { one } = values
  return {
    rows: [
      ...person(values, 'PRESTADOR / FORNECEDOR', `${DPS}/prest`, [0.64, 0.64, 0.66], own),
      row(0.64, [
        field(0, 1, 'Simples Nacional na Data de Competência', cut(wordOf(words.opSimpNac, one(`${DPS}/prest/regTrib/opSimpNac`)), 37)),
        field(2, 2, 'Regime de Apuração Tributária pelo SN', cut(wordOf(words.regApTribSN, one(`${DPS}/prest/regTrib/regApTribSN`)), 77)),
      ]),
    ],
  }
}

function taker(values: Values): Block {
  if (!values.has(`${DPS}/toma`)) return { sentence: 'TOMADOR/ADQUIRENTE DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e' }
  return { rows: person(values, 'TOMADOR / ADQUIRENTE', `${DPS}/toma`, [0.64, 0.66, 0.64]) }
}

function receiver(values: Values): Block {
  if (values.has(`${DPS}/IBSCBS/dest`))
    return { rows: person(values, 'DESTINATÁRIO DA OPERAÇÃO', `${DPS}/IBSCBS/dest`, [0.64, 0.66, 0.64], { registration: false }) }
  return values.one(`${DPS}/IBSCBS/indDest`) === '0' && values.has(`${DPS}/toma`)
    ? { sentence: 'O DESTINATÁRIO É O PRÓPRIO TOMADOR/ADQUIRENTE DA OPERAÇÃO' }
    : { sentence: 'DESTINATÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e' }
}

function broker(values: Values): Block {
  if (!values.has(`${DPS}/interm`)) return { sentence: 'INTERMEDIÁRIO DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e' }
  return { rows: person(values, 'INTERMEDIÁRIO DA OPERAÇÃO', `${DPS}/interm`, [0.64, 0.65, 0.65]) }
}

function service(values: Values): Block {
  const { one } = values
  const country = one(`${DPS}/serv/locPrest/cPaisPrestacao`)
  const place = one(`${DPS}/serv/locPrest/cLocPrestacao`)
  return {
    rows: [
      row(
        0.65,
        [
          field(
            1,
            1,
            'Código de Tributação Nacional / Municipal',
            joined([words.serviceCodeBr(one(`${DPS}/serv/cServ/cTribNac`)), one(`${DPS}/serv/cServ/cTribMun`)]),
          ),
          field(2, 1, 'Código da NBS', words.nbsBr(one(`${DPS}/serv/cServ/cNBS`))),
          field(3, 1, 'Local da Prestação / Sigla UF / País', cut(joined([townOf(values, place) ?? one('xLocPrestacao'), country ?? 'BR']), 39)),
        ],
        'SERVIÇO PRESTADO',
      ),
    ],
  }
}

/** Two texts over the full width of the page: the meaning of the service code, which has no title, and the description of the service. */
export const descriptions = ({ one }: Values) => ({
  code: cut(printable(one('xTribMun', 'xTribNac') ?? NO_VALUE), 167) ?? NO_VALUE,
  service: cut(printable(one(`${DPS}/serv/cServ/xDescServ`) ?? NO_VALUE), 1297) ?? NO_VALUE,
})

/** Whether any field in a row has a value. */
const says = ({ fields }: Row) => fields.some(({ value }) => value !== NO_VALUE)

function municipal(values: Values): Block {
  const { one } = values
  const trib = `${DPS}/valores/trib/tribMun`
  if (one(`${trib}/tribISSQN`) === '4' || one(`${DPS}/serv/cServ/cTribNac`)?.startsWith('99'))
    return { sentence: 'TRIBUTAÇÃO MUNICIPAL (ISSQN) - OPERAÇÃO NÃO SUJEITA AO ISSQN' }
  const place = joined([one('xLocIncid'), getStateByIbgeCode(one('cLocIncid')?.slice(0, 2) ?? '')?.code])
  const country = one(`${trib}/cPaisResult`)
  const benefits = [
    row(0.65, [
      field(0, 1, 'Regime Especial de Tributação do ISSQN', wordOf(words.regEspTrib, one(`${DPS}/prest/regTrib/regEspTrib`))),
      field(1, 1, 'Tipo de Imunidade do ISSQN', cut(wordOf(words.tpImunidade, one(`${trib}/tpImunidade`)), 37)),
      field(2, 1, 'Suspensão da Exigibilidade do ISSQN', cut(wordOf(words.tpSusp, one(`${trib}/exigSusp/tpSusp`)), 37)),
      field(3, 1, 'Número Processo Suspensão', one(`${trib}/exigSusp/nProcesso`)),
    ]),
    row(0.64, [
      field(0, 1, 'Benefício Municipal', wordOf(words.tpBM, one('valores/tpBM'))),
      field(1, 1, 'Cálculo do BM', money(one('valores/vCalcBM', `${trib}/BM/vRedBCBM`))),
      field(
        2,
        1,
        'Total Deduções/Reduções',
        money(sumOf(one(`${DPS}/valores/vDedRed/vDR`, 'valores/vCalcDR'), one('IBSCBS/valores/vCalcReeRepRes'))),
      ),
      field(3, 1, 'Desconto Incondicionado', money(one(`${DPS}/valores/vDescCondIncond/vDescIncond`))),
    ]),
  ]
  return {
    rows: [
      row(
        0.65,
        [
          field(1, 1, 'Tipo de Tributação do ISSQN', wordOf(words.tribISSQN, one(`${trib}/tribISSQN`))),
          field(2, 2, 'Município / Sigla UF / País da Incidência do ISSQN', cut(joined([place, country ?? (place ? 'BR' : undefined)]), 84)),
        ],
        'TRIBUTAÇÃO MUNICIPAL (ISSQN)',
      ),
      ...benefits.filter(says),
      row(0.65, [
        field(0, 1, 'BC ISSQN', money(one('valores/vBC'))),
        field(1, 1, 'Alíquota Aplicada', percent(one('valores/pAliqAplic'))),
        field(2, 1, 'Retenção do ISSQN', wordOf(words.tpRetISSQN, one(`${trib}/tpRetISSQN`))),
        field(3, 1, 'ISSQN Apurado', money(one('valores/vISSQN'))),
      ]),
    ],
  }
}

function federal({ one }: Values): Block {
  const trib = `${DPS}/valores/trib/tribFed`
  const pis = row(0.65, [
    field(0, 1, 'PIS - Débito Apuração Própria', money(one(`${trib}/piscofins/vPis`))),
    field(1, 1, 'COFINS - Débito Apuração Própria', money(one(`${trib}/piscofins/vCofins`))),
    field(2, 2, 'Descrição Contrib. Sociais - Retidas', wordOf(words.tpRetPisCofins, one(`${trib}/piscofins/tpRetPisCofins`))),
  ])
  return {
    rows: [
      row(
        0.65,
        [
          field(1, 1, 'IRRF', money(one(`${trib}/vRetIRRF`))),
          field(2, 1, 'Contribuição Previdenciária - Retida', money(one(`${trib}/vRetCP`))),
          field(3, 1, 'Contribuições Sociais - Retidas', money(one(`${trib}/vRetCSLL`))),
        ],
        'TRIBUTAÇÃO FEDERAL (EXCETO CBS)',
      ),
      // PIS and COFINS end with the year 2026, so documents of later years do not have this field.
      ...((one(`${DPS}/dCompet`) ?? '') < '2027' ? [pis] : []),
    ],
  }
}

function goodsAndServices(values: Values): Block {
  const { one } = values
  const rates = 'IBSCBS/valores'
  const totals = 'IBSCBS/totCIBS'
  const declared = `${DPS}/IBSCBS/valores/trib/gIBSCBS`
  const pis = `${DPS}/valores/trib/tribFed/piscofins`
  const left = values.has('IBSCBS')
    ? sumOf(
        one(`${DPS}/valores/vDescCondIncond/vDescIncond`),
        one(`${rates}/vCalcReeRepRes`),
        one('valores/vISSQN'),
        one(`${pis}/vPis`),
        one(`${pis}/vCofins`),
      )
    : undefined
  /** Several percentages in one field, in a fixed order. Undefined if all of them are missing. */
  const percents = (...paths: string[]) => {
    const texts = paths.map((path) => percent(one(path)))
    return texts.some(Boolean) ? texts.map((text) => text ?? NO_VALUE).join(' / ') : undefined
  }
  return {
    rows: [
      row(
        0.64,
        [
          field(1, 1, 'CST / cClassTrib', joined([one(`${declared}/CST`), one(`${declared}/cClassTrib`)])),
          field(
            2,
            2,
            'Indicador de Operação / Código IBGE Incidência / Município Incidência / Sigla UF',
            cut(joined([one(`${DPS}/IBSCBS/cIndOp`), one('IBSCBS/cLocalidadeIncid'), townOf(values, one('IBSCBS/cLocalidadeIncid'))]), 56),
          ),
        ],
        'TRIBUTAÇÃO IBS / CBS',
      ),
      row(0.65, [
        field(0, 1, 'Exclusões e Reduções da Base de Cálculo', money(left)),
        field(1, 1, 'Base de Cálculo Após Exclusões e Reduções', money(one(`${rates}/vBC`))),
        field(
          2,
          1,
          'Red. Alíquota IBS / Red. Alíquota CBS',
          percents(`${rates}/uf/pRedAliqUF`, `${rates}/mun/pRedAliqMun`, `${rates}/fed/pRedAliqCBS`),
        ),
        field(3, 1, 'Alíquota - IBS UF / IBS Mun', percents(`${rates}/uf/pIBSUF`, `${rates}/mun/pIBSMun`)),
      ]),
      row(0.65, [
        field(0, 1, 'Alíq. Efetiva Municipal - IBS', percent(one(`${rates}/mun/pAliqEfetMun`))),
        field(1, 1, 'Valor Apurado Municipal - IBS', money(one(`${totals}/gIBS/gIBSMunTot/vIBSMun`))),
        field(2, 1, 'Alíq. Efetiva Estadual - IBS', percent(one(`${rates}/uf/pAliqEfetUF`))),
        field(3, 1, 'Valor Apurado Estadual - IBS', money(one(`${totals}/gIBS/gIBSUFTot/vIBSUF`))),
      ]),
      row(0.64, [
        field(0, 1, 'Valor Total Apurado - IBS', money(one(`${totals}/gIBS/vIBSTot`))),
        field(1, 1, 'Alíquota - CBS', percent(one(`${rates}/fed/pCBS`))),
        field(2, 1, 'Alíquota Efetiva - CBS', percent(one(`${rates}/fed/pAliqEfetCBS`))),
        field(3, 1, 'Valor Total Apurado - CBS', money(one(`${totals}/gCBS/vCBS`))),
      ]),
    ],
  }
}

function total({ one }: Values): Block {
  const discount = `${DPS}/valores/vDescCondIncond`
  return {
    rows: [
      row(
        0.69,
        [
          field(1, 1, 'Valor da Operação / Serviço', money(one(`${DPS}/valores/vServPrest/vServ`))),
          field(2, 1, 'Desconto Incondicionado', money(one(`${discount}/vDescIncond`))),
          field(3, 1, 'Desconto Condicionado', money(one(`${discount}/vDescCond`))),
        ],
        'VALOR TOTAL DA NFS-E',
      ),
      row(0.68, [
        field(0, 1, 'Total das Retenções (ISSQN / Federais)', money(one('valores/vTotalRet'))),
        field(1, 1, 'Valor Líquido da NFS-e', money(one('valores/vLiq'))),
        field(2, 1, 'Total do IBS/CBS', money(sumOf(one('IBSCBS/totCIBS/gIBS/vIBSTot'), one('IBSCBS/totCIBS/gCBS/vCBS')))),
        { ...field(3, 1, 'Valor Líquido da NFS-e + IBS/CBS', money(one('IBSCBS/totCIBS/vTotNF'))), shaded: true },
      ]),
    ],
  }
}

/** The blocks above and below the description of the service. */
export const above = (values: Values) => [provider, taker, receiver, broker, service].map((block) => block(values))
export const below = (values: Values) => [municipal, federal, goodsAndServices, total].map((block) => block(values))

/** The approximate taxes of Lei 12.741/2012: three amounts, three percentages, or the single percentage of the Simples. */
function taxes({ one }: Values) {
  const path = `${DPS}/valores/trib/totTrib`
  const simples = percent(one(`${path}/pTotTribSN`))
  const parts = ['Fed', 'Est', 'Mun'].map(
    (whose) => money(one(`${path}/vTotTrib/vTotTrib${whose}`)) ?? percent(one(`${path}/pTotTrib/pTotTrib${whose}`)),
  )
  const [federal = NO_VALUE, state = NO_VALUE, municipal = NO_VALUE] = parts
  const said = simples ? `${simples} (Simples Nacional)` : `Federais: ${federal} ; Estaduais: ${state} ; Municipais: ${municipal}`
  return `Totais Aproximados dos Tributos cfe. Lei nº 12.741/2012: ${said}`
}

/** The further information, in the prescribed order. The line with the taxes is kept even if the rest is cut. */
export function information(values: Values) {
  const { one, all } = values
  const more = `${DPS}/serv/infoCompl`
  const parts: [string, string | undefined][] = [
    ['Inf. Cont.:', one(`${more}/xInfComp`)],
    ['NFS-e Subst.:', one(`${DPS}/subst/chSubstda`)],
    ['Doc. Ref.:', one(`${more}/docRef`)],
    ['Cod. Obra:', one(`${DPS}/serv/obra/cObra`)],
    ['Insc. Imob.:', one(`${DPS}/serv/obra/inscImobFisc`, `${DPS}/IBSCBS/imovel/inscImobFisc`)],
    ['Cod. Evt.:', one(`${DPS}/serv/atvEvento/idAtvEvt`)],
    ['Doc. Tec.:', one(`${more}/idDocTec`)],
    ['Núm. Ped.:', one(`${more}/xPed`)],
    ['Item Ped.:', joined(all(`${more}/gItemPed/xItemPed`), ', ')],
    ['Inf. A. T. Mun.:', one('xOutInf')],
  ]
  const said = parts.flatMap(([label, text]) => (text === undefined ? [] : [`${label} ${text}`])).join(' | ')
  return { said: cut(printable(said), 1997) ?? '', taxes: taxes(values) }
}
