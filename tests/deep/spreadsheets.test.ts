// Opens and saves a sample of every kind of spreadsheet with a Brazilian LibreOffice. LibreOffice turns texts that look like a date, a time, a
// percentage or an amount into such values, and writes them in its own format.
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { linesOf } from '../../server/api/csv.ts'
import { companies } from '../../server/api/db/schema.ts'
import { importLines } from '../../server/api/import.ts'
import { sheets } from '../../server/api/registers.ts'
import { startDemo } from '../support/api.ts'
import { BRANCH, samples } from '../support/import-samples.ts'
import { readers } from '../support/programs.ts'
import { SCRATCH } from '../support/scratch.ts'

/** A LibreOffice profile for Brazil, whatever the locale of this machine is. */
const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
  <item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>pt-BR</value></prop></item>
</oor:items>`
/**
 * Filter for reading: UTF-8 (76) from the first line on, in Brazilian Portuguese (1046), with quoted texts unchanged and special numbers recognized.
 */
const READ = 'CSV:59,34,76,1,,1046,false,true'
/** Filter for writing: the same format, with the cells as displayed. */
const WRITE = 'csv:Text - txt - csv (StarCalc):59,34,76,1,,1046,false,true,false'

describe.skipIf(!readers.libreoffice.find())('a file saved by LibreOffice in pt-BR', () => {
  const saved = new Map<string, Buffer>()
  beforeAll(async () => {
    await using place = await mkdtempDisposable(join(SCRATCH, 'csnoteweb-calc-'))
    await mkdir(join(place.path, 'profile/user'), { recursive: true })
    await writeFile(join(place.path, 'profile/user/registrymodifications.xcu'), PROFILE)
    const files = samples.map(([kind], index) => join(place.path, `${index}-${kind}.csv`))
    for (const [index, [, line]] of samples.entries()) await writeFile(files[index] ?? '', Papa.unparse([line], { delimiter: ';', newline: '\r\n' }))
    const convert = (to: string, folder: string) =>
      execFileSync(
        readers.libreoffice.find() ?? '',
        [
          `-env:UserInstallation=file://${join(place.path, 'profile')}`,
          '--headless',
          `--infilter=${READ}`,
          '--convert-to',
          to,
          '--outdir',
          join(place.path, folder),
          ...files,
        ],
        { env: { ...process.env, LC_ALL: 'C.UTF-8', HOME: place.path }, stdio: 'pipe' },
      )
    convert(WRITE, 'csv')
    convert('xlsx', 'xlsx')
    for (const [index, [kind]] of samples.entries())
      for (const format of ['csv', 'xlsx']) saved.set(`${index} ${format}`, await readFile(join(place.path, format, `${index}-${kind}.${format}`)))
  }, 240_000)

  it.each(['csv', 'xlsx'])('every kind of import file has the same values after LibreOffice has saved it as %s', async (format) => {
    const api = await startDemo('embedded')
    try {
      await api.db.insert(companies).values({ name: BRANCH })
      const told: string[] = []
      for (const [index, [kind, line]] of samples.entries()) {
        const bring = async (lines: { line: number; values: Record<string, string> }[]) =>
          importLines(api.db, { kind, lines, check: false }, () => undefined)
        const { lines, problems } = await linesOf(saved.get(`${index} ${format}`) ?? Buffer.alloc(0), sheets[kind])
        const outcome = await bring(lines)
        for (const { problem } of [...problems, ...outcome.problems]) told.push(`${kind}: ${problem}`)
        if (problems.length > 0 || outcome.problems.length > 0) continue
        // Importing the line as a person would write it changes nothing.
        const { same } = await bring([{ line: 2, values: line }])
        if (same !== 1) told.push(`${kind}: ${JSON.stringify(lines)} is not ${JSON.stringify(line)}`)
      }
      // The format loses the leading zero of a number, and an .xlsx file also loses whether 0.772 means 77,2 %. Each loss is reported.
      expect(told.toSorted()).toEqual([
        'accounts: codigo_servico: “10501” parece ter perdido o zero: 010501.',
        ...(format === 'csv'
          ? []
          : ['projects: progresso: “0.772” pode ser uma parte de 1 ou um percentual: escreva-o na planilha como texto, como 2,5%.']),
      ])
    } finally {
      await api.stop()
    }
  })
})
