// `npm run import`: a company's records from spreadsheets saved as CSV. All of a file's lines or none; the same file twice changes nothing.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import Papa from 'papaparse'
import { bring } from '../server/api/db/operator.ts'
import type { Line, Outcome } from '../server/api/import.ts'
import { sheets, type Kind } from '../server/api/registers.ts'
import { shown } from '../server/api/sheet.ts'
import { readEnv } from '../server/env.ts'
import { run, type Command } from './database-command.ts'

const SHOWN = 50

const WIDTH = Math.max(...Object.values(sheets).flatMap(({ heads }) => Object.keys(heads).map(({ length }) => length))) + 2
const columnsOf = (kind: Kind) =>
  Object.entries(sheets[kind].heads)
    .map(([name, about]) => `    ${name.padEnd(WIDTH)}${about.replace(' ?', '')}${about.endsWith('?') ? '' : ' (obrigatória)'}`)
    .join('\n')
const isKind = (word: string | undefined): word is Kind => Object.hasOwn(sheets, word ?? '')

const USE = `Use:
  npm run import -- ${Object.keys(sheets).join('|')} ARQUIVO.csv [--check]
A primeira linha tem os nomes das colunas. Separador (; , tabulação ou |) e codificação (UTF-8, Windows-1252 ou UTF-16) são reconhecidos.
--check só confere. Nada é gravado se uma linha tiver erro; o que já existe é achado pela chave e atualizado,
e fica como está no que as colunas que faltam diriam.
Com o banco embutido, os outros esperam enquanto se grava: cerca de um segundo a cada 10.000 linhas. Traga arquivos grandes fora do expediente.
${(Object.keys(sheets) as Kind[]).map((kind) => `  ${kind}:\n${columnsOf(kind)}`).join('\n')}`

/** The text of a file, however a spreadsheet wrote it. */
function decode(bytes: Buffer) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const nameOf = (head: string) => head.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

const SEPARATORS = [';', ',', '\t', '|']
/** The names of the columns hold none of them, so the first line says which it is; a single column needs none. */
const separatorOf = (text: string) => SEPARATORS.find((one) => text.trimStart().split('\n', 1)[0]?.includes(one)) ?? ';'

const QUOTES = 'As aspas não fecham ou têm texto depois delas. Dentro de um texto entre aspas, cada aspa é escrita duas vezes.'

type Problems = Outcome['problems']
/** Throws what is wrong with which line, if anything is. */
function refuse(problems: Problems) {
  if (problems.length === 0) return
  const told = problems.slice(0, SHOWN).map(({ line, problem }) => `linha ${line}: ${problem}`)
  const more = problems.length > SHOWN ? [`… e mais ${problems.length - SHOWN}.`] : []
  throw new Error([...told, ...more, `${problems.length} ${problems.length === 1 ? 'erro' : 'erros'}; nada foi gravado.`].join('\n'))
}

/** The file's lines by column, each with its number; throws what is wrong with its columns. */
function linesOf(text: string, kind: Kind): Line[] {
  const lines: Line[] = []
  const problems: Problems = []
  let names: string[] = []
  let line = 1
  let at = 0
  Papa.parse<string[]>(text, {
    delimiter: separatorOf(text),
    step: ({ data, errors, meta }) => {
      const here = line
      line += text.slice(at, meta.cursor).split('\n').length - 1
      at = meta.cursor
      if (data.every((value) => !value.trim())) return
      // What would be read on to the next quote: the lines between would be part of this one's text.
      if (errors.some(({ type }) => type === 'Quotes')) problems.push({ line: here, problem: QUOTES })
      else if (names.length === 0) names = checked(data.map(nameOf), kind)
      else if (data.length > names.length) problems.push({ line: here, problem: `Tem ${data.length} campos, mais que as ${names.length} colunas.` })
      else lines.push({ line: here, values: Object.fromEntries(names.map((name, index) => [name, (data[index] ?? '').trim()])) })
    },
  })
  refuse(problems)
  if (names.length === 0) throw new Error('O arquivo está vazio.')
  return lines
}

function checked(names: string[], kind: Kind) {
  const { heads } = sheets[kind]
  const unknown = names.filter((name) => !Object.hasOwn(heads, name))
  const missing = Object.entries(heads).flatMap(([name, about]) => (about.endsWith('?') || names.includes(name) ? [] : [name]))
  const said = [
    ...(unknown.length > 0 ? [`Colunas desconhecidas: ${unknown.map((name) => (name === '' ? '(sem nome)' : shown(name))).join(', ')}.`] : []),
    ...(missing.length > 0 ? [`Faltam as colunas: ${missing.join(', ')}.`] : []),
    ...(new Set(names).size < names.length ? ['Há colunas repetidas.'] : []),
  ]
  if (said.length > 0) throw new Error(`${said.join(' ')}\nAs colunas de ${kind}:\n${columnsOf(kind)}`)
  return names
}

/** Whoever mistypes --check wants nothing written: what is not understood is not done. */
function askedBy(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { check: { type: 'boolean', default: false } } })
    const [kind, file, ...more] = positionals
    if (isKind(kind) && file !== undefined && more.length === 0) return { kind, file, check: values.check }
  } catch {
    // An option that there is not.
  }
  throw new Error(USE)
}

export const command: Command = async (args, { env: source, stderr }) => {
  const { kind, file, check } = askedBy(args)
  const bytes = await readFile(file).catch(() => {
    throw new Error(`Não consegui ler ${file}.`)
  })
  const lines = linesOf(decode(bytes), kind)
  const env = readEnv(source)
  const show = (done: number) => stderr.write(`\r${done} de ${lines.length}${done === lines.length ? '\n' : ''}`)
  const { created, changed, same, problems } = await bring({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }, { kind, lines, check }, show)
  refuse(problems)
  const password = kind === 'users' && created > 0 ? ' Quem é novo entra depois que um supervisor lhe der uma senha em Usuários.' : ''
  const done = check ? 'Tudo certo. Seriam' : 'Pronto:'
  return `${done} ${created} ${created === 1 ? 'novo' : 'novos'}, ${changed} ${changed === 1 ? 'alterado' : 'alterados'}, ${same} sem mudança.${check ? '' : password}`
}

await run(import.meta, command)
