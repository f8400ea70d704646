// Tests that features and their style sheets name the same classes, because a class missing on either side would only show as a wrong look.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const client = join(import.meta.dirname, '../../client')
const read = (file: string) => readFileSync(join(client, file), 'utf8')
const sheets = globSync('**/*.css', { cwd: client, exclude: (name) => name === 'public' })
const modules = sheets.filter((file) => file.startsWith('features/'))
const components = globSync('features/**/*.{ts,tsx}', { cwd: client }).map((file) => ({ file, code: read(file) }))

/** The classes that a sheet styles, without those inside `:global()`. */
const classesOf = (sheet: string) => {
  const selectors = sheet.replace(/\/\*.*?\*\/|'[^']*'|:global\([^)]*\)/gs, '')
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))
}

/** Each class that a component takes from a module, as `path name`. */
const used = components.flatMap(({ file, code }) =>
  [...code.matchAll(/^import (\w+) from '(.+\.module\.css)'/gm)].flatMap(([, name, path = '']) =>
    [...code.matchAll(new RegExp(String.raw`\b${name}\b(?:\.(\w+)|\[)`, 'g'))].map(([, own]) => `${join(dirname(file), path)} ${own}`),
  ),
)
const styled = modules.flatMap((file) => [...classesOf(read(file))].map((name) => `${file} ${name}`))

describe('the style sheets of features', () => {
  it('are modules', () => {
    expect(modules.length).toBeGreaterThan(30)
    expect(modules.filter((file) => !file.endsWith('.module.css'))).toEqual([])
  })

  it('define every class that a component uses from them', () => {
    expect(used.length).toBeGreaterThan(150)
    expect(used.filter((name) => !styled.includes(name))).toEqual([])
  })

  it('define only classes that some component uses', () => {
    expect(styled.filter((name) => !used.includes(name))).toEqual([])
  })

  it('restyle only classes that shared sheets, Mantine or the icons have', () => {
    const shared = sheets.filter((file) => !modules.includes(file)).flatMap((file) => [...classesOf(read(file))])
    const restyled = modules.flatMap((file) => [...read(file).matchAll(/:global\(([^)]*)\)/g)].flatMap(([, names = '']) => [...classesOf(names)]))
    expect(restyled.filter((name) => !shared.includes(name) && !name.startsWith('mantine-'))).toEqual([])
  })

  it('are not bypassed by a class name that no shared sheet has', () => {
    const shared = new Set(sheets.filter((file) => !modules.includes(file)).flatMap((file) => [...classesOf(read(file))]))
    const plain = components.flatMap(({ file, code }) => {
      const attributes = [...code.matchAll(/\bclassName=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, text, template]) =>
        (text ?? template ?? '').replace(/\$\{[^}]*\}/g, '').split(' '),
      )
      const queries = [...code.matchAll(/\b(?:querySelector(?:All)?|closest|matches)(?:<\w+>)?\('([^']*)'/g)].flatMap(([, selector = '']) => [
        ...classesOf(selector),
      ])
      return [...attributes, ...queries].filter((name) => name && !shared.has(name) && !name.startsWith('mantine-')).map((name) => `${file} ${name}`)
    })
    expect(plain).toEqual([])
  })
})
