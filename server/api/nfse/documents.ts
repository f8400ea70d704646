// The thread that draws and signs documents. In the thread of the calls, loading fonts and signing would block every other call for too long.
import { Tinypool } from 'tinypool'
import type * as Work from './thread.ts'

/** Idle time in ms after which the thread ends and its memory is freed. */
const IDLE = 60_000

/** Limit in MB for the young objects of the thread. With Node's default, dead objects would stay until 48 MB are full. */
const YOUNG = 12

type Functions = typeof Work
/** The functions of thread.ts. Calling one here runs it in the thread. */
export type Documents = { [N in keyof Functions]: (input: Parameters<Functions[N]>[0]) => Promise<Awaited<ReturnType<Functions[N]>>> }

/** Starts the thread when the first document is needed, and calls `signing` only then. */
export function startDocuments(signing: () => Promise<Work.Signing>): { documents: Documents; stop: () => Promise<void> } {
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
  /** If the start of the thread fails, the next call tries again. */
  const forget = (error: unknown) => {
    pool = undefined
    throw error
  }
  const run =
    (name: keyof Functions) =>
    async (input: unknown): Promise<unknown> =>
      (await (pool ??= open().catch(forget))).run(input, { name })
  const names = [
    'ready',
    'faults',
    'dps',
    'homologate',
    'cancellation',
    'registerCancellation',
    'danfse',
    'slip',
    'bundle',
    'closingReport',
  ] as const satisfies (keyof Functions)[]
  // Each entry runs the thread's function with the same name, so the cast is safe.
  const documents = Object.fromEntries(names.map((name) => [name, run(name)])) as Documents
  return { documents, stop: async () => (await pool)?.destroy() }
}
