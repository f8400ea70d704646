// The printed boleto: the receipt of the payer above, the slip for the bank below. If its bank does not know the boleto, each part says so.
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { moneyBr } from '../../../shared/money.ts'
import type { Account, City, Issuer } from './account.ts'
import { issOf } from './amounts.ts'
import { bytesOf, cm, drawBars, drawQr, newPdf, write, writeLines, type Align, type Pdf } from '../pdf.ts'
import { NO_TERMS, type Bank } from '../banks/bank.ts'
import { bankOf } from '../banks/banks.ts'
import { barcodeOf, centsIn, typedLineOf } from '../banks/codes.ts'
import { instructionsOf } from '../banks/terms.ts'
import { contractOf, type Order } from './slip.ts'
import { cepBr, documentBr, phoneBr, numericMonthBr } from '../../../shared/format-br.ts'

const mm = (length: number) => cm(length / 10)
const LEFT = 15
const WIDTH = 180
const RED = '#c00000'
const NO_VALUE = 'DEMONSTRAÇÃO · SEM VALOR'
const NOT_TO_BE_PAID = 'Boleto sem registro bancário, emitido para demonstração. Não efetue o pagamento.'

/** All lengths are in millimetres. */
type Area = { x: number; y: number; width: number; height: number }
type Cell = { label: string; value?: string | undefined; width: number; align?: Align; bold?: boolean; size?: number; most?: number }
type Place = Pick<Account, 'street' | 'number' | 'complement' | 'district' | 'cep'> & { city: City | null }

const streetOf = ({ street, number, complement, district }: Place) => [street, number, complement, district].filter(Boolean).join(', ')
const townOf = ({ cep, city }: Place) => [cep && `CEP ${cepBr(cep)}`, city && `${city.name} / ${city.uf}`].filter(Boolean).join(' - ')
const addressOf = (place: Place) => [streetOf(place), townOf(place)].filter(Boolean).join(' - ')

const box = (pdf: Pdf, { x, y, width, height }: Area) => void pdf.rect(mm(x), mm(y), mm(width), mm(height)).lineWidth(0.5).stroke('black')

const say = (pdf: Pdf, text: string, { x, y, width }: Omit<Area, 'height'>, style: Parameters<typeof write>[3]) =>
  write(pdf, text, { x: mm(x), y: mm(y), width: mm(width) }, style)

/** A row of boxes side by side, each with a small label above its value. */
function row(pdf: Pdf, x: number, y: number, height: number, cells: readonly Cell[]) {
  let at = x
  for (const { label, value, width, align = 'left', bold = false, size = 8.5, most = 1 } of cells) {
    box(pdf, { x: at, y, width, height })
    const inner = { x: at + 1, width: width - 2 }
    say(pdf, label, { ...inner, y: y + 0.5 }, { size: 6, color: '#333333' })
    if (value) say(pdf, value, { ...inner, y: y + 3 }, { size, align, face: bold ? 'bold' : 'regular', most })
    at += width
  }
  return y + height
}

/** Draws the name of the bank, its code, and the line for typing (linha digitável). */
function bankRow(pdf: Pdf, y: number, { bank, line }: { bank: Bank; line: string }) {
  say(pdf, bank.name, { x: LEFT, y: y + 2.8, width: 39 }, { size: 11, face: 'bold' })
  for (const x of [54, 72])
    pdf
      .moveTo(mm(x), mm(y + 1))
      .lineTo(mm(x), mm(y + 8))
      .lineWidth(1.2)
      .stroke('black')
  say(pdf, bank.printedCode, { x: 54, y: y + 2.1, width: 18 }, { size: 14, face: 'bold', align: 'center' })
  say(pdf, line, { x: 73, y: y + 3, width: LEFT + WIDTH - 73 }, { size: 10.5, face: 'bold', align: 'right' })
  return y + 8
}

type Facts = ReturnType<typeof factsOf>

/** The barcode with the present due date, which changes when the bank has confirmed another one. */
const barcodeNow = ({ barcode, account, dueOn = account.dueOn }: Pick<SlipPdf, 'barcode' | 'account' | 'dueOn'>) =>
  barcodeOf({ bank: barcode.slice(0, 3), free: barcode.slice(19), dueOn, cents: centsIn(barcode) })

/** The parts of the amount of a second copy, one line each. */
function chargesOf({ barcode, account, charges }: Pick<SlipPdf, 'barcode' | 'account' | 'charges'>) {
  if (!charges) return []
  const owed = centsIn(barcode) - charges.fine - charges.interest
  return [
    `Segunda via, vencimento original em ${dayBr(account.dueOn)}`,
    `Valor em aberto: R$ ${moneyBr(owed)}`,
    charges.fine > 0 && `Multa: R$ ${moneyBr(charges.fine)}`,
    charges.interest > 0 && `Juros: R$ ${moneyBr(charges.interest)}`,
  ].filter((line) => line !== false)
}

function factsOf({ barcode, issuedAt, isRegistered, ...order }: Omit<SlipPdf, 'pix'>) {
  const { issuer, account, dueOn = account.dueOn } = order
  const issuedOn = wallDay(issuedAt.getTime())
  // The boleto was issued, so its data is printed as it was stored, even if today's rules would refuse it. The barcode names its bank.
  const bank = bankOf(barcode.slice(0, 3))
  const numbered = { contract: contractOf(issuer), number: order.number, issuedOn }
  const withheld = account.issWithheld && issOf(account) > 0
  return {
    isRegistered,
    issuer,
    account,
    bank,
    line: typedLineOf(barcode).formatted,
    ourNumber: bank.printedNumberOf(numbered),
    code: bank.printedContractOf(numbered.contract),
    wallet: bank.printedWalletOf(numbered.contract),
    // The amount is read from the barcode, because the amount of the account may change later.
    cents: moneyBr(centsIn(barcode)),
    due: dayBr(dueOn),
    issued: dayBr(issuedOn),
    paper: `${account.reference}/${account.instalment}`,
    payer: account.document ? documentBr(account.document) : '',
    beneficiary: documentBr(issuer.cnpj),
    reference: `Referente a: ${account.description}`,
    instructions: instructionsOf(issuer.terms ?? NO_TERMS, dueOn),
    charges: chargesOf({ barcode, account, charges: order.charges }),
    month: `Competência: ${numericMonthBr(account.month)}`,
    withheld: withheld ? `Valor de R$ ${moneyBr(account.cents)}, menos ISS retido de R$ ${moneyBr(issOf(account))}.` : undefined,
  }
}

function noValue(pdf: Pdf, y: number) {
  pdf.rect(mm(LEFT), mm(y), mm(WIDTH), mm(11)).lineWidth(1.2).stroke(RED)
  say(pdf, NO_VALUE, { x: LEFT, y: y + 1.2, width: WIDTH }, { size: 13, face: 'bold', color: RED, align: 'center' })
  say(pdf, NOT_TO_BE_PAID, { x: LEFT, y: y + 6.7, width: WIDTH }, { size: 8, color: RED, align: 'center' })
}

function letterhead(pdf: Pdf, issuer: Issuer, y: number) {
  say(pdf, issuer.tradeName || issuer.name, { x: LEFT, y, width: 130 }, { size: 12, face: 'bold' })
  say(pdf, addressOf(issuer), { x: LEFT, y: y + 5.4, width: WIDTH }, { size: 8 })
  say(pdf, [issuer.email, phoneBr(issuer.phone)].filter(Boolean).join(' - '), { x: LEFT, y: y + 9, width: WIDTH }, { size: 8 })
}

function receipt(pdf: Pdf, y: number, { issuer, account, ...facts }: Facts) {
  say(pdf, 'RECIBO DO PAGADOR', { x: LEFT, y: y - 3.4, width: WIDTH }, { size: 7, face: 'bold', align: 'right' })
  let at = bankRow(pdf, y, facts)
  at = row(pdf, LEFT, at, 8, [
    { label: 'Beneficiário', value: issuer.name, width: 100 },
    { label: 'CNPJ', value: facts.beneficiary, width: 40 },
    { label: 'Agência / Código do beneficiário', value: facts.code, width: 40, align: 'right' },
  ])
  at = row(pdf, LEFT, at, 10.5, [{ label: 'Endereço do beneficiário', value: addressOf(issuer), width: WIDTH, size: 8, most: 2 }])
  at = row(pdf, LEFT, at, 8, [
    { label: 'Nosso número', value: facts.ourNumber, width: 50 },
    { label: 'Nº do documento', value: facts.paper, width: 30 },
    { label: 'Data do documento', value: facts.issued, width: 30, align: 'center' },
    { label: 'Vencimento', value: facts.due, width: 30, align: 'right', bold: true },
    { label: 'Valor do documento', value: `R$ ${facts.cents}`, width: 40, align: 'right', bold: true },
  ])
  at = row(pdf, LEFT, at, 8, [
    { label: 'Pagador', value: account.name, width: 140 },
    { label: 'CNPJ / CPF', value: facts.payer, width: 40, align: 'right' },
  ])
  at = row(pdf, LEFT, at, 15, [
    {
      label: 'Demonstrativo',
      value: [...facts.charges, facts.month, facts.withheld, facts.reference].filter(Boolean).join(' - '),
      width: WIDTH,
      size: 8,
      most: 3,
    },
  ])
  say(pdf, 'Autenticação mecânica', { x: LEFT, y: at + 1, width: WIDTH }, { size: 6, align: 'right' })
  return at
}

/** Shows the same PIX text twice: as a QR code to scan, and as text to copy. */
function pixPart(pdf: Pdf, y: number, { pix, isRegistered }: { pix: string; isRegistered: boolean }) {
  box(pdf, { x: LEFT, y, width: WIDTH, height: 44 })
  drawQr(pdf, pix, { x: mm(LEFT + 4), y: mm(y + 4), width: mm(32) })
  const inner = { x: LEFT + 42, width: WIDTH - 46 }
  say(pdf, 'PIX', { ...inner, y: y + 4 }, { size: 12, face: 'bold' })
  if (!isRegistered) say(pdf, NO_VALUE, { ...inner, y: y + 4.6 }, { size: 9, face: 'bold', color: RED, align: 'right' })
  say(pdf, 'Leia o código com o aplicativo do seu banco, ou copie e cole o texto:', { ...inner, y: y + 10.5 }, { size: 8 })
  // The text is shrunk to fit on a single line, because copying two lines would include the line break.
  const area = { x: mm(LEFT + 4), y: mm(y + 38), width: mm(WIDTH - 8) }
  const size = Math.min(8, (8 * area.width) / pdf.font('regular').fontSize(8).widthOfString(pix))
  writeLines(pdf, [pix], area, { size })
}

function cutHere(pdf: Pdf, y: number) {
  say(pdf, 'Corte na linha pontilhada', { x: LEFT, y: y - 3, width: WIDTH }, { size: 6, align: 'right' })
  pdf
    .moveTo(mm(LEFT - 7), mm(y))
    .lineTo(mm(LEFT + WIDTH + 7), mm(y))
    .lineWidth(0.7)
    .dash(3, { space: 3 })
    .stroke('black')
    .undash()
}

/** Writes a name and a number on one line. If they do not fit, only the name is cut. */
function nameAndNumber(pdf: Pdf, y: number, width: number, name: string, number: string) {
  const apart = 50
  say(pdf, name, { x: LEFT + 1, y, width: width - apart }, { size: 8.5 })
  say(pdf, number, { x: LEFT + 1 + width - apart, y, width: apart }, { size: 8.5, align: 'right' })
}

function bankSlip(pdf: Pdf, y: number, { issuer, account, ...facts }: Facts, barcode: string) {
  const MAIN = 135
  const SIDE = WIDTH - MAIN
  const side = { width: SIDE, align: 'right' } as const
  let at = bankRow(pdf, y, facts)
  at = row(pdf, LEFT, at, 8, [
    { label: 'Local de pagamento', value: facts.bank.paymentPlace, width: MAIN, size: 7.5 },
    { label: 'Vencimento', value: facts.due, ...side, bold: true },
  ])
  row(pdf, LEFT, at, 11, [
    { label: 'Beneficiário', width: MAIN },
    { label: 'Agência / Código do beneficiário', value: facts.code, ...side },
  ])
  nameAndNumber(pdf, at + 3, MAIN - 2, issuer.name, `CNPJ ${facts.beneficiary}`)
  say(pdf, addressOf(issuer), { x: LEFT + 1, y: at + 6.8, width: MAIN - 2 }, { size: 7.5 })
  at += 11
  at = row(pdf, LEFT, at, 7.5, [
    { label: 'Data do documento', value: facts.issued, width: 30 },
    { label: 'Nº do documento', value: facts.paper, width: 38 },
    { label: 'Espécie doc.', value: 'DS', width: 20 },
    { label: 'Aceite', value: 'N', width: 15 },
    { label: 'Data do processamento', value: facts.issued, width: 32 },
    { label: 'Nosso número', value: facts.ourNumber, ...side },
  ])
  at = row(pdf, LEFT, at, 7.5, [
    { label: 'Uso do banco', width: 20 },
    { label: 'Carteira', value: facts.wallet, width: 38, size: 7.5 },
    { label: 'Espécie', value: 'R$', width: 14 },
    { label: 'Quantidade', width: 31 },
    { label: '(x) Valor', width: 32 },
    { label: '(=) Valor do documento', value: facts.cents, ...side, bold: true },
  ])
  const parts = ['(-) Desconto / Abatimento', '(-) Outras deduções', '(+) Mora / Multa', '(+) Outros acréscimos', '(=) Valor cobrado']
  for (const [index, label] of parts.entries()) row(pdf, LEFT + MAIN, at + 7 * index, 7, [{ label, ...side }])
  box(pdf, { x: LEFT, y: at, width: MAIN, height: 35 })
  const inner = { x: LEFT + 1, width: MAIN - 2 }
  say(pdf, 'Instruções (texto de responsabilidade do beneficiário)', { ...inner, y: at + 0.5 }, { size: 6, color: '#333333' })
  if (!facts.isRegistered) {
    say(pdf, NO_VALUE, { ...inner, y: at + 4 }, { size: 10, face: 'bold', color: RED })
    say(pdf, NOT_TO_BE_PAID, { ...inner, y: at + 8.6 }, { size: 8, color: RED })
  }
  const text = [...facts.instructions, ...facts.charges, facts.month, facts.withheld, facts.reference].filter(Boolean).join('\n')
  say(pdf, text, { ...inner, y: at + (facts.isRegistered ? 4 : 13.5) }, { size: 8, most: facts.isRegistered ? 9 : 6 })
  at += 35
  box(pdf, { x: LEFT, y: at, width: WIDTH, height: 17 })
  say(pdf, 'Pagador', { ...inner, y: at + 0.5 }, { size: 6, color: '#333333' })
  const payer = { x: LEFT + 1, width: WIDTH - 2 }
  nameAndNumber(pdf, at + 3, payer.width, account.name, facts.payer && `CNPJ / CPF ${facts.payer}`)
  say(pdf, streetOf(account), { ...payer, y: at + 6.6 }, { size: 8.5 })
  say(pdf, townOf(account), { ...payer, y: at + 10.2 }, { size: 8.5 })
  say(pdf, 'Sacador / Avalista', { ...payer, y: at + 14.2 }, { size: 6, color: '#333333' })
  say(pdf, 'Cód. baixa', { ...payer, y: at + 14.2, width: 150 }, { size: 6, color: '#333333', align: 'right' })
  at += 17
  say(pdf, 'Autenticação mecânica - FICHA DE COMPENSAÇÃO', { x: LEFT, y: at + 1, width: WIDTH }, { size: 6, align: 'right' })
  // The bars begin five millimetres from the edge of the slip, as barcode readers expect.
  drawBars(pdf, barcode, { x: mm(LEFT + 5), y: mm(at + 4), width: mm(103), height: mm(13) })
}

/**
 * The data of a printed boleto. Its barcode and PIX text are those stored when it was issued. `isRegistered`: its bank has confirmed it. `charges`, in
 * cents, belong to a second copy.
 */
export type SlipPdf = Omit<Order, 'issuedOn' | 'cents'> & {
  barcode: string
  pix: string | null
  issuedAt: Date
  isRegistered: boolean
  charges?: { fine: number; interest: number } | undefined
}

export async function slipPdf(slip: SlipPdf): Promise<Buffer> {
  const { issuer, ourNumber } = factsOf(slip)
  const subject = slip.isRegistered ? `Boleto de ${issuer.name}` : `${NO_VALUE}: ${NOT_TO_BE_PAID}`
  const pdf = newPdf({ title: `Boleto ${ourNumber}`, subject, at: slip.issuedAt })
  drawSlip(pdf, slip)
  return bytesOf(pdf)
}

/** Draws a boleto on the present page. */
export function drawSlip(pdf: Pdf, { pix, issuedAt, isRegistered, ...order }: SlipPdf) {
  const barcode = barcodeNow(order)
  const facts = factsOf({ ...order, barcode, issuedAt, isRegistered })
  if (!isRegistered) noValue(pdf, 10)
  letterhead(pdf, order.issuer, 25)
  const end = receipt(pdf, 43, facts)
  if (pix !== null) pixPart(pdf, end + 6, { pix, isRegistered })
  cutHere(pdf, 160)
  bankSlip(pdf, 167, facts, barcode)
}
