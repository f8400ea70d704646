// The thread that draws and signs: a page of fonts and a signature take longer than any call may be kept waiting.
import { Tinypool } from 'tinypool'
import type * as Work from './thread.ts'

/** ms without work after which its memory is given back. */
const IDLE = 60_000

/** Megabytes. Node's own limit lets what is long dead stay until 48 of them are full. */
const YOUNG = 12

type Functions = typeof Work
/** Each function of thread.ts, asked across. */
export type Documents = { [N in keyof Functions]: (input: Parameters<Functions[N]>[0]) => Promise<Awaited<ReturnType<Functions[N]>>> }

export interface Signing {
  /** PEM. */
  key: string
  cert: string
  /** The folder of the official package; undefined: its rules are not asked. */
  xsdDir: string | undefined
}

/** Starts with the first document; `signing` is asked then. */
export function startDocuments(signing: () => Promise<Signing>): { documents: Documents; stop: () => Promise<void> } {
  let pool: Promise<Tinypool> | undefined
  const open = async () =>
    new Tinypool({
      filename: new URL('thread.ts', import.meta.url).href,
      workerData: await signing(),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    })
  /** The next one asks anew. */
  const forget = (error: unknown) => {
    pool = undefined
    throw error
  }
  const run =
    (name: keyof Functions) =>
    async (input: unknown): Promise<unknown> =>
      (await (pool ??= open().catch(forget))).run(input, { name })
  const names = ['ready', 'faults', 'dps', 'homologate', 'danfse', 'slip'] as const satisfies (keyof Functions)[]
  // Each runs the function of its name.
  const documents = Object.fromEntries(names.map((name) => [name, run(name)])) as Documents
  return { documents, stop: async () => (await pool)?.destroy() }
}
