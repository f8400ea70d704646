// The values of an NFS-e, found by the path of each element below infNFSe.
import { XmlElement } from 'libxml2-wasm'
import { NFSE, readXml } from './xml.ts'

export type Values = {
  /** The first value found at one of these paths, such as 'DPS/infDPS/toma/xNome'. */
  one: (...paths: string[]) => string | undefined
  /** All values of an element that may be repeated. */
  all: (path: string) => string[]
  /** Whether there is a value at a path or below it. */
  has: (path: string) => boolean
  /** The access key: 50 characters, which are digits and, within the CNPJ, letters. */
  key: string
}

export function valuesOf(xml: string): Values {
  const found = new Map<string, string[]>()
  const all = (path: string) => found.get(path) ?? []
  using document = readXml(xml)
  const root = childrenOf(document.root).find(({ name }) => name === 'infNFSe')
  if (document.root.name !== 'NFSe' || !root) throw new Error('O XML não é de uma NFS-e.')
  const id = root.attr('Id')?.value
  walk(root, '')
  if (!id?.startsWith('NFS')) throw new Error('A NFS-e não tem chave de acesso.')
  function walk(element: XmlElement, path: string) {
    const children = childrenOf(element)
    for (const child of children) walk(child, path ? `${path}/${child.name}` : child.name)
    const text = children.length > 0 ? '' : element.content.trim()
    if (!text) return
    const those = found.get(path)
    if (those) those.push(text)
    else found.set(path, [text])
  }

  return {
    all,
    one: (...paths) => paths.flatMap(all)[0],
    has: (path) => [...found.keys()].some((one) => one === path || one.startsWith(`${path}/`)),
    key: id.slice(3),
  }
}

/**
 * The child elements in the namespace of the layout. Others are ignored: an element of the same name in another namespace is not part of the note.
 */
function childrenOf(element: XmlElement) {
  const children: XmlElement[] = []
  for (let node = element.firstChild; node; node = node.next) if (node instanceof XmlElement && node.namespaceUri === NFSE) children.push(node)
  return children
}
