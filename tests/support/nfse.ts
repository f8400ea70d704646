// NFS-e of fictional companies: one with only the required fields, and one that fills every field of a DANFSe.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Account, Issuer } from '../../server/api/nfse/account.ts'
import { account, issuer } from './dps.ts'
import { onPath } from './programs.ts'

export const KEY = '51034032211222333000181000000000000726111234567891'
const element = (name: string, content: string) => `<${name}>${content}</${name}>`

/** `values` and `declared` replace the usual content of two parts of the NFS-e. */
type Parts = {
  key: string
  number: string
  competence: string
  environment: string
  provider: string
  people: string
  service: string
  values: string
  declared: string
  authority: string
  ibs: string
  ibsDeclared: string
}

const nfse = (parts: Parts) =>
  `<?xml version="1.0" encoding="UTF-8"?><NFSe xmlns="http://www.sped.fazenda.gov.br/nfse" versao="1.01"><infNFSe Id="NFS${parts.key}"><xLocEmi>Cuiabá</xLocEmi><xLocPrestacao>Cuiabá</xLocPrestacao><nNFSe>${parts.number}</nNFSe><cLocIncid>5103403</cLocIncid><xLocIncid>Cuiabá</xLocIncid><xTribNac>Licenciamento ou cessão de direito de uso de programas de computação.</xTribNac><verAplic>exemplo 0.1</verAplic><ambGer>2</ambGer><tpEmis>1</tpEmis><procEmi>1</procEmi><cStat>100</cStat><dhProc>2026-11-22T09:30:05-04:00</dhProc><nDFSe>7</nDFSe><emit><CNPJ>11222333000181</CNPJ><IM>123456</IM><xNome>Exemplo Software Ltda</xNome><enderNac><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Centro</xBairro><cMun>5103403</cMun><UF>MT</UF><CEP>78005000</CEP></enderNac></emit><valores>${parts.values}</valores>${parts.authority}${parts.ibs}<DPS versao="1.01"><infDPS Id="DPS510340321122233300018100001000000000000042"><tpAmb>${parts.environment}</tpAmb><dhEmi>2026-11-22T09:30:00-04:00</dhEmi><verAplic>exemplo 0.1</verAplic><serie>1</serie><nDPS>42</nDPS><dCompet>${parts.competence}</dCompet><tpEmit>1</tpEmit><cLocEmi>5103403</cLocEmi>${parts.provider}${parts.people}<serv>${parts.service}</serv>${parts.declared}${parts.ibsDeclared}</infDPS></DPS></infNFSe></NFSe>`

const SIMPLES = '<regTrib><opSimpNac>3</opSimpNac><regApTribSN>1</regApTribSN><regEspTrib>0</regEspTrib></regTrib>'

/** An NFS-e without customer (tomador), IBS, CBS and withheld taxes, from the test environment (homologação). */
export const minimalNfse = (own: Partial<Parts> = {}) =>
  nfse({
    key: KEY,
    number: '7',
    competence: '2026-11-22',
    environment: '2',
    provider: `<prest><CNPJ>11222333000181</CNPJ>${SIMPLES}</prest>`,
    people: '',
    service: `<locPrest><cLocPrestacao>5103403</cLocPrestacao></locPrest><cServ><cTribNac>010501</cTribNac><xDescServ>Licenciamento de software.</xDescServ></cServ>`,
    values: '<vBC>1500.00</vBC><pAliqAplic>2.00</pAliqAplic><vISSQN>30.00</vISSQN><vLiq>1500.00</vLiq>',
    declared: `<valores><vServPrest><vServ>1500.00</vServ></vServPrest><trib><tribMun><tribISSQN>1</tribISSQN><tpRetISSQN>1</tpRetISSQN></tribMun><totTrib><pTotTribSN>6.00</pTotTribSN></totTrib></trib></valores>`,
    authority: '',
    ibs: '',
    ibsDeclared: '',
    ...own,
  })

/** A party of the NFS-e. Each party has a different town, by which tests tell the parties apart. */
const person = (tag: string, document: string, name: string, town: string, street: string) =>
  `<${tag}>${document}${tag === 'dest' ? '' : '<IM>654321</IM>'}<xNome>${name}</xNome><end><endNac><cMun>${town}</cMun><CEP>01310100</CEP></endNac><xLgr>${street}</xLgr><nro>1000</nro><xCpl>Sala 12</xCpl><xBairro>Bela Vista</xBairro></end><fone>11987654321</fone><email>contas@exemplo.com.br</email></${tag}>`

type Full = { taker?: string; street?: string; description?: string; information?: string; competence?: string }

/**
 * An NFS-e that has every part: a customer (tomador) with letters in its CNPJ, a receiver, an intermediary, withheld taxes, discounts, a benefit, IBS
 * and CBS. It is from the production environment.
 */
export const fullNfse = ({
  taker = 'Cerâmica &amp; Irmãos Exemplo Ltda',
  street = 'Avenida Paulista',
  description = 'Licenciamento de software, competência 11/2026. Contrato nº 7.',
  information = 'Pedido aprovado pela diretoria.',
  competence = '2026-11-22',
}: Full = {}) =>
  nfse({
    key: KEY,
    number: '7',
    competence,
    environment: '1',
    provider: `<prest><CNPJ>11222333000181</CNPJ><IM>123456</IM><fone>6530001000</fone><email>fiscal@exemplo.com.br</email><regTrib><opSimpNac>1</opSimpNac><regEspTrib>6</regEspTrib></regTrib></prest>`,
    people: [
      person('toma', '<CNPJ>12ABC34501DE35</CNPJ>', taker, '3550308', street),
      person('interm', '<CPF>12345678909</CPF>', 'Fulano Intermediário', '3304557', 'Rua do Ouvidor'),
    ].join(''),
    service: [
      '<locPrest><cLocPrestacao>5103403</cLocPrestacao></locPrest>',
      element('cServ', `<cTribNac>010501</cTribNac><cTribMun>007</cTribMun>${element('xDescServ', description)}<cNBS>115021000</cNBS>`),
      '<obra><inscImobFisc>IMOVEL-9</inscImobFisc><cObra>OBRA-8</cObra></obra>',
      `<infoCompl><idDocTec>TEC-5</idDocTec><docRef>REF-4</docRef><xPed>PED-3</xPed><gItemPed><xItemPed>1</xItemPed><xItemPed>2</xItemPed></gItemPed>${element('xInfComp', information)}</infoCompl>`,
    ].join(''),
    values:
      '<vCalcDR>50.00</vCalcDR><tpBM>2</tpBM><vCalcBM>25.00</vCalcBM><vBC>1234567.89</vBC><pAliqAplic>2.50</pAliqAplic><vISSQN>30864.20</vISSQN><vTotalRet>12345.67</vTotalRet><vLiq>1222222.22</vLiq>',
    authority: '<xOutInf>Nota de uso da prefeitura.</xOutInf>',
    ibs: '<IBSCBS><cLocalidadeIncid>3550308</cLocalidadeIncid><xLocalidadeIncid>São Paulo</xLocalidadeIncid><valores><vBC>1100000.10</vBC><vCalcReeRepRes>10.00</vCalcReeRepRes><uf><pIBSUF>0.10</pIBSUF><pRedAliqUF>60.00</pRedAliqUF><pAliqEfetUF>0.04</pAliqEfetUF></uf><mun><pIBSMun>0.20</pIBSMun><pRedAliqMun>50.00</pRedAliqMun><pAliqEfetMun>0.15</pAliqEfetMun></mun><fed><pCBS>0.90</pCBS><pRedAliqCBS>40.00</pRedAliqCBS><pAliqEfetCBS>0.54</pAliqEfetCBS></fed></valores><totCIBS><vTotNF>1333333.33</vTotNF><gIBS><vIBSTot>1650.01</vIBSTot><gIBSUFTot><vDifUF>0.00</vDifUF><vIBSUF>1100.01</vIBSUF></gIBSUFTot><gIBSMunTot><vDifMun>0.00</vDifMun><vIBSMun>550.00</vIBSMun></gIBSMunTot></gIBS><gCBS><vDifCBS>0.00</vDifCBS><vCBS>5940.02</vCBS></gCBS></totCIBS></IBSCBS>',
    declared:
      '<valores><vServPrest><vServ>1234667.89</vServ></vServPrest><vDescCondIncond><vDescIncond>100.00</vDescIncond><vDescCond>77.00</vDescCond></vDescCondIncond><vDedRed><vDR>50.00</vDR></vDedRed><trib><tribMun><tribISSQN>1</tribISSQN><exigSusp><tpSusp>1</tpSusp><nProcesso>123456789012345678901234567890</nProcesso></exigSusp><tpRetISSQN>2</tpRetISSQN></tribMun><tribFed><piscofins><CST>01</CST><vPis>8024.69</vPis><vCofins>37037.04</vCofins><tpRetPisCofins>3</tpRetPisCofins></piscofins><vRetCP>135802.47</vRetCP><vRetIRRF>18518.52</vRetIRRF><vRetCSLL>57407.41</vRetCSLL></tribFed><totTrib><vTotTrib><vTotTribFed>166049.38</vTotTribFed><vTotTribEst>0.00</vTotTribEst><vTotTribMun>30864.20</vTotTribMun></vTotTrib></totTrib></trib></valores>',
    ibsDeclared: `<IBSCBS><finNFSe>0</finNFSe><cIndOp>100501</cIndOp><indDest>1</indDest>${person('dest', '<CNPJ>12ABC34501DE35</CNPJ>', 'Filial Destinatária Ltda', '4106902', 'Rua XV de Novembro')}<valores><trib><gIBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib></gIBSCBS></trib></valores></IBSCBS>`,
  })

export const anIssuer = (own: Partial<Issuer> = {}): Issuer => ({
  ...issuer,
  tradeName: 'Exemplo',
  cityRegistration: '123456',
  phone: '6530001000',
  email: 'financeiro@exemplo.com.br',
  taxFederal: 0,
  taxCity: 0,
  nextNumber: 1,
  agreement: '3344556',
  branch: '0046-9',
  bankAccount: '12345-5',
  pixKey: '11222333000181',
  ...own,
})

export const anAccount = (own: Partial<Account> = {}): Account => ({
  ...account,
  issuer: anIssuer(),
  reference: 1234,
  instalment: 2,
  service: 'Licenciamento',
  ...own,
})

// The functions below read printed documents with other programs.

/** True if this machine lacks Poppler. Tests that need Poppler are then skipped. */
export const noPoppler = onPath('pdftoppm') === undefined

/** Writes the document to a file and runs a program on it. Returns the program's output and the files that the program created. */
async function asked(program: string, pdf: Buffer, args: (file: string, folder: string) => string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-pdf-'))
  const file = join(folder.path, 'it.pdf')
  await writeFile(file, pdf)
  const { stdout } = await promisify(execFile)(program, args(file, folder.path), { encoding: 'buffer', maxBuffer: 1e8 })
  const made = await Promise.all((await readdir(folder.path)).map(async (name) => [name, await readFile(join(folder.path, name))] as const))
  return { stdout, files: new Map(made) }
}

/** Returns the document's text, as a reader would copy it. */
export const textOf = async (pdf: Buffer) => (await asked('pdftotext', pdf, (file) => ['-layout', file, '-'])).stdout.toString()

export const pageCount = async (pdf: Buffer) => Number(/Pages:\s+(\d+)/.exec((await asked('pdfinfo', pdf, (file) => [file])).stdout.toString())?.[1])

/** Returns each word with its edges, in centimetres from the left and top edges of the page. */
export async function wordsOf(pdf: Buffer) {
  const { stdout } = await asked('pdftotext', pdf, (file) => ['-bbox', file, '-'])
  const words = stdout.toString().matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g)
  const at = (points: string | undefined) => (Number(points) * 2.54) / 72
  return [...words].map(([, left, top, right, bottom, text = '']) => ({ text, left: at(left), top: at(top), right: at(right), bottom: at(bottom) }))
}

/** Returns the attached files by name. */
export async function attachedTo(pdf: Buffer) {
  const { files } = await asked('pdfdetach', pdf, (file, folder) => ['-saveall', '-o', folder, file])
  files.delete('it.pdf')
  return files
}

/** Renders the page with 200 pixels per inch, as three bytes per pixel, row by row. */
export async function pictureOf(pdf: Buffer) {
  const { stdout } = await asked('pdftoppm', pdf, (file) => ['-r', '200', '-singlefile', file])
  const [head = '', width] = /^P6\s+(\d+)\s+\d+\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1')) ?? []
  return { width: Number(width), dots: stdout.subarray(head.length) }
}

let reader: Promise<unknown> | undefined
/** Reads the barcodes and QR codes on the page, as a camera would. */
export async function codesOn(pdf: Buffer) {
  const wasmBinary = new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))).buffer
  // The WebAssembly file is passed, because the module would otherwise download it.
  await (reader ??= Promise.resolve(prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })))
  const { files } = await asked('pdftoppm', pdf, (file, folder) => ['-r', '200', '-png', '-singlefile', file, join(folder, 'page')])
  const found = await readBarcodes(new Uint8Array(files.get('page.png') ?? []), { formats: ['QRCode', 'ITF'] })
  return Object.fromEntries(found.map(({ format, text }) => [format, text]))
}
