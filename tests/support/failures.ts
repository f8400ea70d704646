// Keeps the data that explain a failed test: the log of every running server, and a trace and a screenshot of every page.
import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { RunnerTask } from 'vitest'

/** Contains one folder per failed test. Each run begins with it empty. */
export const FOLDER = join(import.meta.dirname, '../../.cache/failed')
/** Maximum number of lines per log. */
const LAST = 500

const logs = new Map<string, () => string>()
let count = 0
/** Registers a running server's log under a name. Returns a function that removes the log again. */
export function keepLog(name: string, read: () => string) {
  const key = `${(count += 1)}-${name}`
  logs.set(key, read)
  return () => void logs.delete(key)
}

/** Creates a destination for log lines that keeps only the last ones. */
export function memory() {
  const lines: string[] = []
  return {
    write: (line: string) => {
      lines.push(line)
      if (lines.length > LAST) lines.shift()
    },
    read: () => lines.join(''),
  }
}

/** Returns the folder for the files of a failed test, which is created on first use. The hash tells apart tests whose names begin alike. */
function folderOf({ file, fullTestName }: RunnerTask) {
  const name = `${file.name} ${fullTestName}`
  const folder = join(FOLDER, `${name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 120)}-${hash('sha256', name).slice(0, 8)}`)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Start of the last log line of a program that ended with an exit code. */
export const ENDED = 'ended with code '

/** Writes the logs of the file's servers and prints their folder. Also prints the last lines of each server that ended with an exit code. */
export function saveLogs(task: RunnerTask) {
  if (logs.size === 0) return
  const folder = folderOf(task)
  for (const [name, read] of logs) {
    const log = read()
    writeFileSync(join(folder, `${name}.log`), log)
    if (log.includes(ENDED)) console.error(log.trimEnd().split('\n').slice(-3).join('\n').slice(-2000))
  }
  console.error(`${task.name}: the servers' logs are in ${folder}`)
}

/**
 * Starts recording a context's actions, console and requests. Screenshots and snapshots are left out, because they would take a third of a test's
 * time.
 */
export const recordTrace = (context: BrowserContext) => context.tracing.start({ screenshots: false, snapshots: false })

/** Writes the trace of a page's context since `startChunk`, with a screenshot of the page. Returns a sentence that contains the folder. */
export async function saveTrace(task: RunnerTask, page: Page, name: string) {
  const folder = folderOf(task)
  await page.screenshot({ path: join(folder, `${name}.png`), timeout: 5_000 }).catch(() => undefined)
  await page
    .context()
    .tracing.stopChunk({ path: join(folder, `${name}.zip`) })
    .catch(() => undefined)
  return `Its trace (npx playwright show-trace) and its picture are in ${folder}.`
}
