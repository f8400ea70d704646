// `npm run import`: imports records of a company from spreadsheets (.xlsx or CSV). Either all lines of a file are stored or none. Importing a file
// twice changes nothing more.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { linesOf } from '../server/api/csv.ts'
import { bring } from '../server/api/db/operator.ts'
import type { Outcome } from '../server/api/import.ts'
import { WrongColumns } from '../server/api/refused-file.ts'
import { sheets, type Kind } from '../server/api/registers.ts'
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
  npm run import -- ${Object.keys(sheets).join('|')} ARQUIVO [--check]
O arquivo é uma planilha .xlsx, da qual a primeira aba é lida, ou um CSV, do qual separador (; , tabulação ou |) e codificação (UTF-8, Windows-1252
ou UTF-16) são reconhecidos. A primeira linha tem os nomes das colunas.
--check só confere. Nada é gravado se uma linha tiver erro; o que já existe é achado pela chave e atualizado,
e fica como está no que as colunas que faltam diriam.
Com o banco embutido, os outros esperam enquanto se grava: cerca de um segundo a cada 10.000 linhas. Traga arquivos grandes fora do expediente.
${(Object.keys(sheets) as Kind[]).map((kind) => `  ${kind}:\n${columnsOf(kind)}`).join('\n')}`

type Problems = Outcome['problems']
/** If there are lines with problems, throws an error that lists them. */
function refuse(problems: Problems) {
  if (problems.length === 0) return
  const told = problems.slice(0, SHOWN).map(({ line, problem }) => `linha ${line}: ${problem}`)
  const more = problems.length > SHOWN ? [`… e mais ${problems.length - SHOWN}.`] : []
  throw new Error([...told, ...more, `${problems.length} ${problems.length === 1 ? 'erro' : 'erros'}; nada foi gravado.`].join('\n'))
}

/** The lines of a file. If its columns are wrong, the error lists the expected columns. */
async function linesIn(bytes: Buffer, kind: Kind) {
  try {
    const { lines, problems } = await linesOf(bytes, sheets[kind])
    refuse(problems)
    return lines
  } catch (error) {
    if (error instanceof WrongColumns) throw new Error(`${error.message}\nAs colunas de ${kind}:\n${columnsOf(kind)}`, { cause: error })
    throw error
  }
}

/** The arguments of the command. Any other argument stops the command, because with a mistyped --check it would write. */
function askedBy(args: string[]) {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { check: { type: 'boolean', default: false } } })
    const [kind, file, ...more] = positionals
    if (isKind(kind) && file !== undefined && more.length === 0) return { kind, file, check: values.check }
  } catch {
    // parseArgs throws at an unknown option.
  }
  throw new Error(USE)
}

export const command: Command = async (args, { env: source, stderr }) => {
  const { kind, file, check } = askedBy(args)
  const bytes = await readFile(file).catch(() => {
    throw new Error(`Não consegui ler ${file}.`)
  })
  const lines = await linesIn(bytes, kind)
  const env = readEnv(source)
  const show = (done: number) => stderr.write(`\r${done} de ${lines.length}${done === lines.length ? '\n' : ''}`)
  const {
    created,
    changed,
    same,
    problems,
    warnings = [],
  } = await bring({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }, { kind, lines, check }, show)
  refuse(problems)
  const told = warnings.slice(0, SHOWN).map(({ line, problem }) => `linha ${line}: aviso: ${problem}\n`)
  if (warnings.length > SHOWN) told.push(`… e mais ${warnings.length - SHOWN} avisos.\n`)
  const password = kind === 'users' && created > 0 ? ' Quem é novo entra depois que um supervisor lhe der uma senha em Usuários.' : ''
  const done = check ? 'Tudo certo. Seriam' : 'Pronto:'
  return `${told.join('')}${done} ${created} ${created === 1 ? 'novo' : 'novos'}, ${changed} ${changed === 1 ? 'alterado' : 'alterados'}, ${same} sem mudança.${check ? '' : password}`
}

await run(import.meta, command)
