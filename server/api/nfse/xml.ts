// XML of the NFS-e: written from a list of elements, and read. libxml2 is outside the garbage collector's reach: each document is freed by `using`.
import { ParseOption, XmlDocument, XmlElement } from 'libxml2-wasm'
import { hasControlInLines } from './text.ts'

export const NFSE = 'http://www.sped.fazenda.gov.br/nfse'
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'

/** A name with its text or with what it holds; undefined: it is left out. */
export type Element = readonly [name: string, content: string | Elements | undefined]
export type Elements = readonly Element[]

/** A document, its declaration before it. `id`: of the first element below the root. */
export function writeXml(root: 'DPS' | 'NFSe', name: string, id: string, elements: Elements) {
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
    // The last defence: libxml2 would write U+FFFD, and a parser reads \r as \n. Whoever asked for faults first never meets it.
    if (hasControlInLines(content) || content.includes('\r')) throw new Error(`${name} has a control character`)
    element.addText(content)
  }
}

/** Nothing outside it is read, and no document of ours or of the authority's has a DTD, which could say more than it seems. */
export function readXml(xml: string) {
  if (xml.includes('<!DOCTYPE')) throw new Error('a DTD is refused')
  return XmlDocument.fromString(xml, { option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE })
}

const NAMESPACES = { n: NFSE }
const pathOf = (path: string) => path.replace(/(?<=^|\/)(?=[A-Za-z])/g, 'n:')

/** The first element at a path such as /NFSe/infNFSe or .//infDPS. */
export function elementAt(document: XmlDocument, path: string) {
  const found = document.get(pathOf(path), NAMESPACES)
  return found instanceof XmlElement ? found : undefined
}

/** Its text. */
export const textAt = (document: XmlDocument, path: string) => elementAt(document, path)?.content

/** The element at a place among others, or the next one. */
function elementFrom(node: XmlElement['firstChild']) {
  let at = node
  while (at && !(at instanceof XmlElement)) at = at.next
  return at
}

/** Whether two elements say the same, however it is written. Up to the first difference, and nothing is kept: one may be a stranger's. */
export function saysTheSame(one: XmlElement, other: XmlElement): boolean {
  if (one.name !== other.name || one.namespaceUri !== other.namespaceUri) return false
  let [mine, yours] = [elementFrom(one.firstChild), elementFrom(other.firstChild)]
  if (!mine && !yours) return one.content === other.content
  while (mine && yours && saysTheSame(mine, yours)) [mine, yours] = [elementFrom(mine.next), elementFrom(yours.next)]
  return !mine && !yours
}
