// Writes and reads the XML of the NFS-e. The garbage collector cannot free the documents of libxml2, so each one is freed by `using`.
import { ParseOption, XmlDocument, XmlElement } from 'libxml2-wasm'
import { hasControlInLines } from './text.ts'

export const NFSE = 'http://www.sped.fazenda.gov.br/nfse'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** The name of an element, with its text or its children. An element with undefined content is left out. */
export type Element = readonly [name: string, content: string | Elements | undefined]
export type Elements = readonly Element[]

/** Writes a document with its XML declaration. `id` becomes the Id of the first element below the root. */
export function writeXml(root: 'DPS' | 'NFSe' | 'pedRegEvento' | 'evento', name: string, id: string, elements: Elements) {
  using document = XmlDocument.create()
  const top = document.createRoot(root, NFSE)
  top.setAttr('versao', '1.01')
  const inner = top.addElement(name)
  inner.setAttr('Id', id)
  addTo(inner, elements)
  return `${DECLARATION}${top.toString({ format: false })}`
}

function addTo(parent: XmlElement, elements: Elements) {
  for (const [name, content] of elements) {
    if (content === undefined) continue
    const element = parent.addElement(name)
    if (typeof content !== 'string') {
      addTo(element, content)
      continue
    }
    // A last safeguard, because libxml2 would write U+FFFD, and a parser reads \r as \n. Accounts that were checked for faults never get here.
    if (hasControlInLines(content) || content.includes('\r')) throw new Error(`${name} has a control character`)
    element.addText(content)
  }
}

/**
 * Parses a document without reading anything external. A DTD is refused: neither our documents nor those of the authority have one, and it could hide
 * content.
 */
export function readXml(xml: string) {
  if (xml.includes('<!DOCTYPE')) throw new Error('XML with a DTD is refused')
  return XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE })
}

const NAMESPACES = { n: NFSE }
const pathOf = (path: string) => path.replace(/(?<=^|\/)(?=[A-Za-z])/g, 'n:')

/** The first element at a path, which is written like /NFSe/infNFSe or .//infDPS. */
export function elementAt(document: XmlDocument, path: string) {
  const found = document.get(pathOf(path), NAMESPACES)
  return found instanceof XmlElement ? found : undefined
}

export const textAt = (document: XmlDocument, path: string) => elementAt(document, path)?.content

/** The given node if it is an element, otherwise the next element after it. */
function elementFrom(node: XmlElement['firstChild']) {
  let at = node
  while (at && !(at instanceof XmlElement)) at = at.next
  return at
}

/**
 * Whether two elements have the same content, even if it is written differently. The comparison stops at the first difference and copies nothing,
 * because one of the elements may come from a stranger and be very large.
 */
export function saysTheSame(one: XmlElement, other: XmlElement): boolean {
  if (one.name !== other.name || one.namespaceUri !== other.namespaceUri) return false
  let [mine, yours] = [elementFrom(one.firstChild), elementFrom(other.firstChild)]
  if (!mine && !yours) return one.content === other.content
  while (mine && yours && saysTheSame(mine, yours)) [mine, yours] = [elementFrom(mine.next), elementFrom(yours.next)]
  return !mine && !yours
}
