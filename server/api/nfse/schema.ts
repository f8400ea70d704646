// The official XSD of the NFS-e, read from a folder that the operator provides, because no npm package contains it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlBufferInputProvider, xmlCleanupInputProvider, XmlDocument, XmlLibError, xmlRegisterInputProvider, XsdValidator } from 'libxml2-wasm'
import { NFSE, readXml } from './xml.ts'

export interface Schemas {
  /** False if there is no folder of schemas. Nothing is validated in that case. */
  validates: boolean
  /** Problems that the XSD finds in a DPS, an NFS-e or an event; empty if the document is valid. */
  validate: (xml: string) => string[]
  /** Frees the memory of libxml2. Afterwards nothing can be validated. */
  close: () => void
}

const TYPES = 'tiposSimples_v1.01.xsd'
/** The schema of each kind of document, by its root. */
const ROOTS = { DPS: 'DPS_v1.01.xsd', NFSe: 'NFSe_v1.01.xsd', pedRegEvento: 'pedRegEvento_v1.01.xsd', evento: 'evento_v1.01.xsd' }
const FILES = [...Object.values(ROOTS), 'tiposEventos_v1.01.xsd', 'tiposComplexos_v1.01.xsd', TYPES, 'xmldsig-core-schema.xsd']
/** Virtual folder of the files for libxml2, which reads only from there, never from the disk or the network. */
const PLACE = 'nfse-xsd/'

/**
 * Throws a sentence for the operator if the files cannot be used. Without a folder nothing is validated, and only the authority refuses invalid
 * documents.
 */
export function openSchemas(dir: string | undefined): Schemas {
  if (dir === undefined) return { validates: false, validate: () => [], close: () => undefined }
  const files = Object.fromEntries(FILES.map((name) => [`${PLACE}${name}`, read(dir, name)]))
  const types = Buffer.from(files[`${PLACE}${TYPES}`] ?? '').toString('utf8')
  // XSD patterns are always anchored, and ^ and $ in them are literal characters, which no series contains. Such a pattern would refuse every
  // document.
  if (/<xs:pattern value="\^/.test(types))
    throw new Error('NFSE_XSD_DIR aponta para o pacote 20260209, que recusa todo documento: use o pacote 20260727 dos leiautes da NFS-e.')
  xmlRegisterInputProvider(new XmlBufferInputProvider(files))
  try {
    const compiled = new Map(Object.entries(ROOTS).map(([root, name]) => [root, compile(files, name)]))
    return {
      validates: true,
      // A document with another root is validated as a DPS, which refuses it.
      validate: (xml) => problemsOf(xml, (document) => (compiled.get(document.root.name) ?? compiled.get('DPS'))?.validate(document)),
      close: () => {
        for (const one of compiled.values()) one.dispose()
      },
    }
  } finally {
    // The schemas are compiled now, so libxml2 need not find the files any more.
    xmlCleanupInputProvider()
  }
}

function read(dir: string, name: string) {
  try {
    return readFileSync(join(dir, name))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'erro'
    const sentence = code === 'ENOENT' || code === 'ENOTDIR' ? 'não tem o arquivo' : `não deixa ler (${code}) o arquivo`
    throw new Error(`NFSE_XSD_DIR ${sentence} ${name}: deve ser a pasta do pacote 20260727 dos leiautes da NFS-e, descompactado.`, { cause: error })
  }
}

function compile(files: Record<string, Uint8Array>, name: string) {
  try {
    using document = XmlDocument.fromBuffer(files[`${PLACE}${name}`] ?? new Uint8Array(), { url: `${PLACE}${name}` })
    return XsdValidator.fromDoc(document)
  } catch (error) {
    throw new Error(`NFSE_XSD_DIR tem arquivos que não formam um leiaute (${name}): use os do pacote 20260727, sem alterações.`, { cause: error })
  }
}

/** The names of elements as the screens call them, for the elements that a screen shows. */
const ON_SCREEN: Record<string, string> = {
  vServ: 'Valor',
  xNome: 'Razão Social',
  cMun: 'Município do tomador',
  CEP: 'CEP',
  xLgr: 'Logradouro',
  nro: 'Número',
  xCpl: 'Complemento',
  xBairro: 'Bairro',
  cTribNac: 'Serviço',
  cNBS: 'NBS',
  xDescServ: 'Discriminação',
  pAliq: 'Alíquota do ISS',
  IM: 'Inscrição Municipal',
  xMotivo: 'Descrição do motivo',
}

function problemsOf(xml: string, validate: (document: XmlDocument) => void) {
  try {
    using document = readXml(xml)
    validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlLibError)) return [(error as Error).message]
    return error.details.map(({ message }) => {
      const plain = message.replaceAll(`{${NFSE}}`, '').trim()
      const name = ON_SCREEN[/Element '(\w+)'/.exec(plain)?.[1] ?? '']
      return name === undefined ? plain : `${name}: ${plain}`
    })
  }
}
