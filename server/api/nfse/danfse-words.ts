// Puts the codes and plain numbers of the XML into words for the DANFSe. The words are those of the official layout 1.01.

export const tpAmb: Words = { 1: 'Produção', 2: 'Homologação' }
export const ambGer: Words = { 1: 'Prefeitura', 2: 'Sistema Nacional da NFS-e' }
export const tpEmit: Words = { 1: 'Prestador', 2: 'Tomador', 3: 'Intermediário' }
export const cStat: Words = { 100: 'NFS-e Gerada', 102: 'NFS-e de Decisão Judicial', 103: 'NFS-e Avulsa', 107: 'NFS-e MEI' }
export const finNFSe: Words = { 0: 'NFS-e regular' }
export const opSimpNac: Words = {
  1: 'Não Optante',
  2: 'Optante - Microempreendedor Individual (MEI)',
  3: 'Optante - Microempresa ou Empresa de Pequeno Porte (ME/EPP)',
}
export const regApTribSN: Words = {
  1: 'Regime de apuração dos tributos federais e municipal pelo Simples Nacional',
  2: 'Regime de apuração dos tributos federais pelo SN e ISSQN por fora do SN conforme respectiva legislação municipal do tributo',
  3: 'Regime de apuração dos tributos federais e municipal por fora do SN conforme respectivas legislações federal e municipal de cada tributo',
}
export const tribISSQN: Words = { 1: 'Operação Tributável', 2: 'Imunidade', 3: 'Exportação de Serviço', 4: 'Não Incidência' }
export const regEspTrib: Words = {
  0: 'Nenhum',
  1: 'Ato Cooperado (Cooperativa)',
  2: 'Estimativa',
  3: 'Microempresa Municipal',
  4: 'Notário ou Registrador',
  5: 'Profissional Autônomo',
  6: 'Sociedade de Profissionais',
  9: 'Outros',
}
export const tpImunidade: Words = {
  0: 'Imunidade (tipo não informado na nota de origem)',
  1: 'Patrimônio, renda ou serviços, uns dos outros',
  2: 'Templos de qualquer culto',
  3: 'Patrimônio, renda ou serviços dos partidos políticos, fundações, sindicatos, educação e assistência social',
  4: 'Livros, jornais, periódicos e o papel destinado a sua impressão',
  5: 'Fonogramas e videofonogramas musicais produzidos no Brasil',
}
export const tpSusp: Words = { 1: 'Exigibilidade Suspensa por Decisão Judicial', 2: 'Exigibilidade Suspensa por Processo Administrativo' }
export const tpBM: Words = { 1: 'Isenção', 2: 'Redução da BC em percentual', 3: 'Redução da BC em valor', 4: 'Alíquota Diferenciada' }
export const tpRetISSQN: Words = { 1: 'Não Retido', 2: 'Retido pelo Tomador', 3: 'Retido pelo Intermediário' }
export const tpRetPisCofins: Words = {
  0: 'PIS/COFINS/CSLL Não Retidos',
  1: 'PIS/COFINS Retidos',
  2: 'PIS/COFINS Não Retidos',
  3: 'PIS/COFINS/CSLL Retidos',
  4: 'PIS/COFINS Retidos, CSLL Não Retido',
  5: 'PIS Retido, COFINS/CSLL Não Retido',
  6: 'COFINS Retido, PIS/CSLL Não Retido',
  7: 'PIS Não Retido, COFINS/CSLL Retidos',
  8: 'PIS/COFINS Não Retidos, CSLL Retido',
  9: 'COFINS Não Retido, PIS/CSLL Retidos',
}

type Words = Readonly<Record<number, string>>

/** The words for a code. A code that the layout does not list is returned as it is. */
export const wordOf = (words: Words, code: string | undefined) => (code === undefined ? undefined : (words[Number(code)] ?? code))

const GROUPS = /\B(?=(\d{3})+$)/g
/** Formats '1500.00' as '1.500,00'. It works on the text, because fifteen digits and two decimals exceed the precision of a number. */
function decimalBr(text: string) {
  const [whole = '', decimals = ''] = text.split('.')
  return `${whole.replaceAll(GROUPS, '.')},${decimals.padEnd(2, '0')}`
}
export const money = (text: string | undefined) => (text === undefined ? undefined : `R$ ${decimalBr(text)}`)
export const percent = (text: string | undefined) => (text === undefined ? undefined : `${decimalBr(text)}%`)

/** The sum of the values that are present; undefined if none is. */
export function sumOf(...texts: (string | undefined)[]) {
  const there = texts.filter((text) => text !== undefined)
  if (there.length === 0) return undefined
  const cents = there.reduce((sum, text) => {
    const [whole = '', decimals = ''] = text.split('.')
    return sum + BigInt(whole + decimals.padEnd(2, '0'))
  }, 0n)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Formats '2026-11-22T09:30:00-04:00' as '22/11/2026 09:30:00', the wall time of the writer. */
export const momentBr = (text: string | undefined) => text?.replace(/^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d:\d\d).*)?$/, '$3/$2/$1 $4').trim()

/** Cuts a text to the length of its field and appends '...'. */
export const cut = (text: string | undefined, most: number) => (text !== undefined && text.length > most ? `${text.slice(0, most)}...` : text)

/** Formats '010501' as '01.05.01'. */
export const serviceCodeBr = (code: string | undefined) => code?.replace(/^(\d\d)(\d\d)(\d\d)$/, '$1.$2.$3')
/** Formats '115021000' as '1.1502.10.00'. */
export const nbsBr = (code: string | undefined) => code?.replace(/^(\d)(\d{4})(\d\d)(\d\d)$/, '$1.$2.$3.$4')
/** Formats a CEP as the DANFSe prescribes: '78.005-000'. */
export const cepOf = (cep: string | undefined) => cep?.replace(/^(\d\d)(\d{3})(\d{3})$/, '$1.$2-$3')

/** Joins the parts that are present. Undefined if none is. */
export const joined = (parts: readonly (string | undefined)[], by = ' / ') => parts.filter(Boolean).join(by) || undefined
