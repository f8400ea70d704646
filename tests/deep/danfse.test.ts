// Tests the DANFSe, the printed form of an NFS-e: its texts, their positions, and what other programs read from the page.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { danfse } from '../../server/api/nfse/danfse.ts'
import { money, percent, sumOf } from '../../server/api/nfse/danfse-words.ts'
import { machineTime } from '../support/clock.ts'
import { attachedTo, codesOn, fullNfse, KEY, minimalNfse, noPoppler, pageCount, pictureOf, textOf, wordsOf } from '../support/nfse.ts'

const long = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length)

test('amounts are formatted and added exactly, however large they are', () => {
  expect(['0.00', '5', '1234.5', '999999999999999.99'].map(money)).toEqual(['R$ 0,00', 'R$ 5,00', 'R$ 1.234,50', 'R$ 999.999.999.999.999,99'])
  expect([percent('2.00'), money(undefined), percent(undefined)]).toEqual(['2,00%', undefined, undefined])
  expect([sumOf('0.01', undefined, '0.1'), sumOf('999999999999999.99', '0.01'), sumOf(undefined), sumOf('0.05')]).toEqual([
    '0.11',
    '1000000000000000.00',
    undefined,
    '0.05',
  ])
})

test('the same NFS-e gives a PDF with the same bytes, and another NFS-e or a watermark gives different bytes', async () => {
  const one = await danfse(minimalNfse())
  const other = await danfse(minimalNfse({ number: '8' }))
  const marked = await danfse(minimalNfse(), { watermark: 'CANCELADA' })
  // Two seconds pass, because the times in the PDF and in its attachment are in whole seconds.
  vi.useFakeTimers({ toFake: ['Date'], now: machineTime() + 2_000 })
  onTestFinished(() => void vi.useRealTimers())
  const again = await danfse(minimalNfse())
  expect(one.equals(again)).toBe(true)
  expect(one.equals(other)).toBe(false)
  expect(one.equals(marked)).toBe(false)
})

test('an XML that is not an NFS-e is refused', async () => {
  await expect(danfse('<x/>')).rejects.toThrow('não é de uma NFS-e')
  await expect(danfse('no XML')).rejects.toThrow()
  await expect(danfse(minimalNfse().replace(`Id="NFS${KEY}"`, ''))).rejects.toThrow('chave')
  // An issued NFS-e is printed even if the authority left fields out. Elements of other namespaces are not printed.
  const foreign = `<x:infNFSe xmlns:x="urn:e" Id="NFS${'9'.repeat(50)}"><x:nNFSe>666</x:nNFSe></x:infNFSe>`
  const text = await textOf(
    await danfse(
      minimalNfse()
        .replace(/<dhProc>.*<\/dhProc>/, '')
        .replace('<infNFSe', `${foreign}<infNFSe`),
    ),
  )
  expect(text).toContain(KEY)
  expect(text).not.toContain('666')
})

describe.skipIf(noPoppler)('the printed page', () => {
  test('the QR code leads to the public query for the access key', async () => {
    for (const xml of [minimalNfse(), fullNfse()])
      expect(await codesOn(await danfse(xml))).toEqual({ QRCode: `https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=${KEY}` })
  })

  test('the unchanged XML is attached to the PDF', async () => {
    const xml = fullNfse()
    const files = await attachedTo(await danfse(xml))
    expect([...files.keys()]).toEqual([`NFSe-${KEY}.xml`])
    expect(files.get(`NFSe-${KEY}.xml`)?.toString()).toBe(xml)
  })

  test('every field of a full NFS-e is printed', async () => {
    const text = (await textOf(await danfse(fullNfse()))).replaceAll(/ +/g, ' ')
    const said = [
      ['DANFSe v2.0', 'Documento Auxiliar da NFS-e', 'Município: Cuiabá / MT', 'Sistema Nacional da NFS-e', 'Tipo de Ambiente: Produção'],
      [KEY, '22/11/2026 09:30:05', '22/11/2026 09:30:00', 'Prestador', 'NFS-e Gerada', 'NFS-e regular', 'A autenticidade desta NFS-e'],
      // The block of the provider, with the name and the address that the authority states.
      ['11.222.333/0001-81', '123456', '(65) 3000-1000', 'Exemplo Software Ltda', '5103403 / 78.005-000', 'Rua A, 1, Centro', 'Não Optante'],
      [
        '12.ABC.345/01DE-35',
        'Cerâmica & Irmãos Exemplo Ltda',
        'São Paulo / SP',
        '3550308 / 01.310-100',
        'Avenida Paulista, 1000, Sala 12, Bela Vista',
      ],
      ['DESTINATÁRIO DA OPERAÇÃO', 'Filial Destinatária Ltda', 'Curitiba / PR', 'Rua XV de Novembro, 1000, Sala 12, Bela Vista'],
      ['INTERMEDIÁRIO DA OPERAÇÃO', '123.456.789-09', 'Fulano Intermediário', 'Rio de Janeiro / RJ', '(11) 98765-4321', '654321'],
      ['01.05.01 / 007', '1.1502.10.00', 'Cuiabá / MT / BR', 'Licenciamento ou cessão de direito', 'Contrato nº 7.'],
      ['Operação Tributável', 'Sociedade de Profissionais', 'Exigibilidade Suspensa por Decisão Ju...', '123456789012345678901234567890'],
      ['Redução da BC em percentual', 'R$ 25,00', 'R$ 60,00', 'R$ 100,00', 'R$ 1.234.567,89', '2,50%', 'Retido pelo Tomador', 'R$ 30.864,20'],
      ['R$ 18.518,52', 'R$ 135.802,47', 'R$ 57.407,41', 'R$ 8.024,69', 'R$ 37.037,04', 'PIS/COFINS/CSLL Retidos'],
      ['000 / 000001', '100501 / 3550308 / São Paulo / SP', 'R$ 76.035,93', 'R$ 1.100.000,10', '60,00% / 50,00% / 40,00%', '0,10% / 0,20%'],
      ['0,15%', 'R$ 550,00', '0,04%', 'R$ 1.100,01', 'R$ 1.650,01', '0,90%', '0,54%', 'R$ 5.940,02'],
      ['R$ 1.234.667,89', 'R$ 77,00', 'R$ 12.345,67', 'R$ 1.222.222,22', 'R$ 7.590,03', 'R$ 1.333.333,33'],
      'Inf. Cont.: Pedido aprovado pela diretoria. | Doc. Ref.: REF-4 | Cod. Obra: OBRA-8 | Insc. Imob.: IMOVEL-9 | Doc. Tec.: TEC-5 | Núm. Ped.: PED-3 | Item Ped.: 1, 2 | Inf. A. T. Mun.:',
      'Totais Aproximados dos Tributos cfe. Lei nº 12.741/2012: Federais: R$ 166.049,38 ; Estaduais: R$ 0,00 ; Municipais: R$ 30.864,20',
      `7 / ${KEY}`,
    ].flat()
    for (const one of said) expect(text).toContain(one)
    for (const one of ['SEM VALIDADE', 'NÃO IDENTIFICADO', '?']) expect(text).not.toContain(one)
  })

  test('a missing field of a small NFS-e is printed as a dash, and a missing party as a sentence', async () => {
    const text = await textOf(await danfse(minimalNfse()))
    for (const who of ['TOMADOR/ADQUIRENTE', 'DESTINATÁRIO', 'INTERMEDIÁRIO']) expect(text).toContain(`${who} DA OPERAÇÃO NÃO IDENTIFICADO NA NFS-e`)
    expect(text).toMatch(
      /IRRF +Contribuição Previdenciária - Retida +Contribuições Sociais - Retidas\s+(TRIBUTAÇÃO FEDERAL \(EXCETO CBS\))?\s+- +- +-\n/,
    )
    for (const one of [
      'Optante - Microempresa ou Empresa de ...',
      'Regime de apuração dos tributos federais e municipal pelo Simples Nacional',
      '6,00% (Simples Nacional)',
      'Tipo de Ambiente: Homologação',
    ])
      expect(text).toContain(one)
    expect(text).not.toContain('Benefício Municipal')
  })

  test('a block that does not apply is replaced by a printed sentence', async () => {
    const of = async (xml: string) => textOf(await danfse(xml))
    const taker = '<toma><CPF>12345678909</CPF><xNome>Fulana</xNome></toma>'
    const toTaker = await of(
      minimalNfse({ people: taker, ibsDeclared: '<IBSCBS><finNFSe>0</finNFSe><cIndOp>100501</cIndOp><indDest>0</indDest></IBSCBS>' }),
    )
    expect(toTaker).toContain('O DESTINATÁRIO É O PRÓPRIO TOMADOR/ADQUIRENTE DA OPERAÇÃO')
    expect(toTaker).not.toContain('TOMADOR/ADQUIRENTE DA OPERAÇÃO NÃO IDENTIFICADO')
    const untaxed = '<valores><trib><tribMun><tribISSQN>4</tribISSQN></tribMun></trib></valores>'
    expect(await of(minimalNfse({ declared: untaxed }))).toContain('TRIBUTAÇÃO MUNICIPAL (ISSQN) - OPERAÇÃO NÃO SUJEITA AO ISSQN')
    expect(await of(minimalNfse({ declared: untaxed }))).not.toContain('BC ISSQN')
    // PIS and COFINS end with the year 2026. A service of item 99 belongs to no municipality.
    expect(await of(minimalNfse())).toContain('PIS - Débito Apuração Própria')
    expect(await of(minimalNfse({ competence: '2027-01-01' }))).not.toContain('PIS - Débito Apuração Própria')
    const itemOf = (code: string) => minimalNfse({ service: `<cServ><cTribNac>${code}</cTribNac></cServ>` })
    expect([(await of(itemOf('010501'))).includes('Município: '), (await of(itemOf('990101'))).includes('Município: ')]).toEqual([true, false])
  })

  test('each field is at its prescribed position, in centimetres', async () => {
    const words = await wordsOf(await danfse(fullNfse()))
    /** Returns the upper left corner of a sequence of words. `nth` selects an occurrence, counted from 0. */
    const placeOf = (text: string, nth = 0) => {
      const parts = text.split(' ')
      const places = words.filter((_, at) => parts.every((part, index) => words[at + index]?.text === part))
      return [places[nth]?.left, places[nth]?.top]
    }
    const places: [string, number, number, number?][] = [
      ['CHAVE DE ACESSO', 0.3, 1.48],
      ['NÚMERO DA NFS-E', 0.3, 2.27],
      ['COMPETÊNCIA DA', 5.41, 2.27],
      ['DATA E HORA DA EMISSÃO DA NFS-E', 10.51, 2.27],
      ['SÉRIE DA DPS', 5.41, 2.96],
      ['FINALIDADE', 10.51, 3.65],
      ['CNPJ / CPF', 5.41, 4.34],
      ['Código IBGE / CEP', 15.62, 4.98],
      ['Endereço', 0.3, 5.62],
      ['Regime de Apuração Tributária', 10.51, 6.28],
      ['CNPJ / CPF', 5.41, 6.92, 1],
      ['E-mail', 10.51, 8.22, 1],
      ['CNPJ / CPF', 5.41, 8.86, 2],
      ['Endereço', 0.3, 10.16, 2],
      ['CNPJ / CPF', 5.41, 10.8, 3],
      ['Código da NBS', 10.51, 12.74],
      ['Descrição do Serviço', 0.3, 13.79],
      ['Tipo de Tributação', 5.41, 14.43],
      ['Número Processo', 15.62, 15.08],
      ['Cálculo do BM', 5.41, 15.73],
      ['ISSQN Apurado', 15.62, 16.37],
      ['IRRF', 5.41, 17.02],
      ['PIS - Débito', 0.3, 17.67],
      ['CST / cClassTrib', 5.41, 18.32],
      ['Exclusões e Reduções', 0.3, 18.96],
      ['Alíq. Efetiva Estadual', 10.51, 19.61],
      ['Alíquota - CBS', 5.41, 20.26],
      ['Desconto Condicionado', 15.62, 20.9],
      ['Total do IBS/CBS', 10.51, 21.59],
      ['INFORMAÇÕES COMPLEMENTARES', 0.3, 22.27],
      ['Inf. Cont.:', 0.3, 22.68],
      ['Identificação e Assinatura', 5.41, 28.1],
    ]
    for (const [text, left, top, nth] of places) {
      const [x = 0, y = 0] = placeOf(text, nth)
      expect([text, x - left >= 0 && x - left < 0.15, y - top >= -0.01 && y - top < 0.15], `${text}: ${x} ${y}`).toEqual([text, true, true])
    }
  })

  test('only a document from homologação is marked in red as having no legal value', async () => {
    /** Counts the red pixels in the area below the title. */
    const red = async (xml: string) => {
      const { width, dots } = await pictureOf(await danfse(xml))
      const dot = (cm: number) => Math.round((cm / 2.54) * 200)
      let count = 0
      for (let y = dot(1); y < dot(1.46); y += 1)
        for (let x = dot(5.41); x < dot(15.6); x += 1) {
          const [r = 0, g = 0, b = 0] = dots.subarray(3 * (y * width + x))
          if (r > 200 && g < 60 && b < 60) count += 1
        }
      return count
    }
    expect(await red(minimalNfse())).toBeGreaterThan(500)
    expect(await red(fullNfse())).toBe(0)
    expect(await textOf(await danfse(minimalNfse()))).toContain('NFS-e SEM VALIDADE JURÍDICA')
  })

  test('a cancelled or substituted NFS-e has a notice across the page', async () => {
    // Counts the pixels of grey 166, which is the prescribed colour K35.
    const grey = ({ dots }: { dots: Buffer }) => {
      let count = 0
      for (let at = 0; at < dots.length; at += 3) if (dots[at] === 166 && dots[at + 1] === 166 && dots[at + 2] === 166) count += 1
      return count
    }
    const plain = grey(await pictureOf(await danfse(minimalNfse())))
    for (const watermark of ['CANCELADA', 'SUBSTITUÍDA'] as const) {
      const pdf = await danfse(minimalNfse(), { watermark })
      expect(grey(await pictureOf(pdf))).toBeGreaterThan(plain + 50_000)
      expect((await textOf(pdf)).replaceAll(/\s/g, '')).toMatch(new RegExp(Array.from(watermark).join('.*?')))
      expect(await codesOn(pdf)).toHaveProperty('QRCode')
    }
    expect(plain).toBeLessThan(5000)
  })

  test('each text is cut off at its prescribed length', async () => {
    const name = `${'i'.repeat(76)}X`
    const oneLine = async (own: Parameters<typeof fullNfse>[0]) => (await textOf(await danfse(fullNfse(own)))).replaceAll(/\s+/g, ' ')
    expect(await oneLine({ taker: name })).toContain(`${name} `)
    expect(await oneLine({ taker: `${name}i` })).toContain(`${name}...`)
    const description = `${long('texto de muitas palavras ', 1295)}XY`
    expect(await oneLine({ description })).toContain(description.slice(-40))
    const cut = await oneLine({ description: `${description}i` })
    expect(cut).toContain(`${description.slice(-40)}...`)
    const information = `${long('outras palavras ', 1984)}YX`
    expect(await oneLine({ information: `${information}i` })).toContain(`${long('outras palavras ', 1984).slice(-40)}Y...`)
  })

  test('an NFS-e with very long texts fits on one page without overlaps, and still contains the taxes', async () => {
    for (const text of [long('CERÂMICA WWW Ĉ ', 2000), long('W', 2000), long('a\n', 400)]) {
      const pdf = await danfse(fullNfse({ taker: text, street: text, description: text, information: text }))
      expect(await pageCount(pdf)).toBe(1)
      const words = await wordsOf(pdf)
      for (const { text, left, right, top, bottom } of words)
        expect([text, left > 0.3, right < 20.7, top > 0.3, bottom < 29.5]).toEqual([text, true, true, true, true])
      expect(words.map((word) => word.text).join(' ')).toContain('Municipais: R$ 30.864,20')
      // The service description and the additional information both get enough space.
      const top = (word: string) => words.find(({ text }) => text === word)?.top ?? Number.NaN
      expect(top('MUNICIPAL') - top('Descrição')).toBeGreaterThan(2)
      expect(top('Totais') - top('COMPLEMENTARES')).toBeGreaterThan(2)
      // No two words overlap. A single assertion covers half a million pairs, because one assertion per pair would take too long.
      const overlaps = words.flatMap((one, nth) =>
        words
          .slice(nth + 1)
          .filter((other) => one.left < other.right - 0.02 && other.left < one.right - 0.02 && Math.abs(one.top - other.top) <= 0.15)
          .map((other) => `${one.text} on ${other.text} at ${one.top}`),
      )
      expect(overlaps).toEqual([])
      expect(await codesOn(pdf)).toHaveProperty('QRCode')
    }
  })

  test('a character missing from the font is printed as a plain letter, or as a question mark if there is no such letter', async () => {
    const text = await textOf(await danfse(fullNfse({ taker: 'Ĉeramika 😀 Ltda – “x” €' })))
    expect(text).toContain('Ceramika ? Ltda – “x” €')
  })
})
