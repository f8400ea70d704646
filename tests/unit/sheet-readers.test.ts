// Tests the reading of spreadsheets without a database: files in every encoding and format, and cells with dates, hours and amounts as spreadsheet
// programs write them.
import { Workbook } from 'exceljs'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../../server/api/csv.ts'
import { sheets } from '../../server/api/registers.ts'
import { dayOf, hoursIn, monthOf, percentOf, reaisIn, read, withZeros } from '../../server/api/sheet.ts'
import { isCnpj } from '../../server/api/nfse/taker.ts'

const heads = { data: 'dia', valor: '1,00', obs: 'texto ?' }
const sheet = { heads, percents: ['valor'] }
const valuesOf = async (bytes: Buffer | string) => (await linesOf(Buffer.from(bytes), sheet)).lines

describe('a cell', () => {
  it.each([
    ['25/11/2026', '2026-11-25'],
    ['25/11/26', '2026-11-25'],
    ['5/1/26', '2026-01-05'],
    ['2026-11-25', '2026-11-25'],
    ['25/11/2026 00:00:00', '2026-11-25'],
    ['25/11/26 00:00', '2026-11-25'],
    ['2026-11-25T00:00:00.000', '2026-11-25'],
    ['25/11/2026 08:00:00', null],
    ['31/11/26', null],
    ['25/11/126', null],
  ])('the cell %s is read as the day %s', (text, day) => {
    const reading = () => dayOf('data', { data: text })
    if (day) expect(reading()).toBe(day)
    else expect(reading).toThrow(`data: “${text}” não serve; escreva como 25/11/2026.`)
  })

  it.each([
    ['R$ 1.234,56', 1234.56],
    ['-R$ 180,40', -180.4],
    ['R$ -180,40', -180.4],
    ['-R$\u00A01.180,40', -1180.4],
    ['\u2212180,40', -180.4],
    ['1234.5', 1234.5],
    ['1.234', NaN],
    ['R$', NaN],
  ])('the cell %s is read as %s reais', (text, reais) => expect(reaisIn(text)).toBe(reais))

  it.each([
    ['2,50%', 2.5],
    ['2,5 %', 2.5],
    ['77.2', 77.2],
    ['2,555%', NaN],
    ['%', NaN],
  ])('the cell %s is read as %s percent', (text, percent) => expect(percentOf(text)).toBe(percent))

  it.each([
    ['120:30:00', '120:30'],
    ['8:00', '08:00'],
    ['8:00:00', '08:00'],
    ['120:30:15', '120:30:15'],
  ])('the cell %s is read as the hours %s', (text, hours) => expect(hoursIn(text)).toBe(hours))

  it.each([
    ['11/2026', '2026-11-01'],
    ['2026-11', '2026-11-01'],
    ['11/26', '2026-11-01'],
    ['nov/26', '2026-11-01'],
    ['nov.-26', '2026-11-01'],
    ['01/11/26', '2026-11-01'],
    ['2026-11-01 00:00:00', '2026-11-01'],
    ['25/11/2026', '25/11/2026-01'],
  ])('the cell %s is read as the month %s', (text, month) => expect(monthOf(text)).toBe(month))

  it('a CNPJ that lost its leading zeros in a spreadsheet is refused, and the message gives the correct number; any other text is kept', () => {
    const reading = (text: string) => withZeros('cnpj', { cnpj: text }, text, isCnpj, 14)
    expect(() => reading('4218377000172')).toThrow('cnpj: “4218377000172” parece ter perdido o zero: 04218377000172.')
    expect(() => reading('191')).toThrow('00000000000191')
    for (const text of ['04218377000172', '4218377000173', '12ABC34501DE35', '']) expect(reading(text)).toBe(text)
  })
})

describe('a line of a spreadsheet', () => {
  it('all faults of a line are reported at once, each with the column and text of the cell', () => {
    const sheetOf = sheets.postings
    const ids = Object.fromEntries(['company', 'account'].map((name) => [name, () => 1]))
    const line = { empresa: 'X', dre: 'D', conta: 'C', custo_analitico: '', lancamento: '', data: '31/02/26', valor: '1.195', documento: '' }
    expect(read(sheetOf, line, ids)).toEqual({
      ok: false,
      faults: [
        'data: “31/02/26” não serve; escreva como 25/11/2026.',
        'lancamento (vazio): Lançamento precisa ser preenchido.',
        'valor “1.195”: Informe um número válido.',
      ],
    })
    expect(read(sheetOf, { ...line, lancamento: 'Posto', data: '25/11/26', valor: '-R$ 180,40' }, ids)).toMatchObject({
      ok: true,
      body: { onDay: '2026-11-25', amount: -180.4 },
    })
  })
})

describe('a spreadsheet file', () => {
  const line = { line: 2, values: { data: '25/11/26', valor: '1,5', obs: '' } }
  const text = 'Data;Valor;Obs\r\n25/11/26;1,5;\r\n'
  const bigEndian = () => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()

  it('a file is read even in UTF-16 of either byte order, with a leading sep= line, or with empty columns at the right', async () => {
    expect(await valuesOf(bigEndian())).toEqual([line])
    expect(await valuesOf(text.replaceAll(/(?=\r\n)/g, ';;'))).toEqual([line])
    expect(await valuesOf(`sep=;\r\n${text}`)).toEqual([{ ...line, line: 3 }])
    expect(await valuesOf(`sep=|\n${text.replaceAll(';', '|')}`)).toEqual([{ ...line, line: 3 }])
    const { lines, problems } = await linesOf(Buffer.from('data;valor;\n1/1/26;2;\n1/1/26;2;3\n1/1/26;2;;\n'), sheet)
    expect([lines.length, problems]).toEqual([
      1,
      [
        { line: 3, problem: 'Tem 3 campos, mais que as 2 colunas.' },
        { line: 4, problem: 'Tem 4 campos, mais que as 2 colunas.' },
      ],
    ])
  })

  it('the cells of an .xlsx file are read by their types: texts, numbers, dates, hours and durations', async () => {
    const book = new Workbook()
    const added = book.addWorksheet('Planilha')
    added.addRow(['Data', 'Valor', 'Obs', ''])
    added.addRow([new Date('2026-11-25'), 1234.5, 'á\r\nb'])
    added.addRow([])
    added.addRow([120.5 / 24, 0.1 + 0.2 + 1, true])
    added.getCell('A2').numFmt = 'dd/mm/yy'
    added.getCell('A4').numFmt = '[hh]:mm:ss'
    added.addRow([8.5 / 24, 2, 4_218_377_000_172])
    added.getCell('A5').numFmt = 'hh:mm'
    added.addRow(['texto', 0.025, ''])
    const { lines, problems } = await linesOf(Buffer.from(await book.xlsx.writeBuffer()), sheet)
    expect(lines).toEqual([
      { line: 2, values: { data: '2026-11-25', valor: '1234.5', obs: 'á\nb' } },
      { line: 4, values: { data: '120:30:00', valor: '1.3', obs: 'S' } },
      { line: 5, values: { data: '08:30:00', valor: '2', obs: '4218377000172' } },
    ])
    expect(problems).toEqual([
      { line: 6, problem: 'valor: “0.025” pode ser uma parte de 1 ou um percentual: escreva-o na planilha como texto, como 2,5%.' },
    ])
  })

  it('a broken file or a file in another format is refused with a message that names the reason', async () => {
    const zip = (name: string, content: string) => {
      const head = Buffer.alloc(30)
      head.write('PK\u0003\u0004', 'latin1')
      head.writeUInt16LE(name.length, 26)
      return Buffer.concat([head, Buffer.from(name + content)])
    }
    const refused = (bytes: Buffer) => expect(linesOf(bytes, sheet)).rejects
    await refused(zip('mimetype', 'application/vnd.oasis.opendocument.spreadsheetPK')).toThrow(
      'Este arquivo é uma planilha .ods: salve-a como .xlsx ou CSV.',
    )
    await refused(Buffer.from('d0cf11e0a1b11ae100', 'hex')).toThrow('Este arquivo é uma planilha .xls: salve-a como .xlsx ou CSV.')
    await refused(zip('x', 'y')).toThrow('A planilha .xlsx não pôde ser lida. Salve-a de novo, ou como CSV.')
    await refused(Buffer.from('\n;;\n')).toThrow('O arquivo está vazio.')
  })
})
