// Starts the embedded API for main.ts in one worker thread, which runs the express app and its database.
import { Worker } from 'node:worker_threads'
import type { Log } from './errors.ts'
import type { IssuingSettings } from './nfse/issuing.ts'

export interface ApiOptions {
  dataDir: string
  databaseUrl?: string
  /** True to start with the example company, false to start with an empty one. */
  demo: boolean
  demoPassword?: string
  issuing?: IssuingSettings
  /** Origin of the product's address, for passkeys. */
  origin?: string | undefined
  /** Secret that every request must carry as X-Channel. A request without it is answered 404. */
  secret: string
  log?: Log
}

export type FromWorker = { url: string } | { failed: string } | { log: Parameters<Log>[0] }

export interface RunningApi {
  url: string
  /** Finishes the requests in progress, flushes the database and closes it. */
  stop(): Promise<void>
  /** Resolves with the reason if the worker ends without being told to. Never resolves otherwise. */
  failed: Promise<Error>
}

/** Size in megabytes of the heap for young objects. With the default of Node, dead objects would stay until 48 MB are full. */
const YOUNG = 12

/** Starts the API, or rejects with an Error whose message is meant for the operator. */
export function startApi({ demoPassword = 'exemplo-2026', log = () => undefined, ...options }: ApiOptions): Promise<RunningApi> {
  const started = Promise.withResolvers<RunningApi>()
  const failed = Promise.withResolvers<Error>()
  const ended = Promise.withResolvers<void>()
  let stopping = false
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { ...options, demoPassword },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
    execArgv: ['--import', new URL('db/loading.ts', import.meta.url).href],
  })
  const fail = (error: Error) => {
    started.reject(error)
    if (!stopping) failed.resolve(error)
  }
  worker
    .on('message', (message: FromWorker) => {
      if ('log' in message) log(message.log)
      else if ('failed' in message) fail(new Error(message.failed))
      // The check is needed because under node --watch a worker also sends messages about its imports.
      else if ('url' in message) started.resolve({ url: message.url, stop, failed: failed.promise })
    })
    .on('error', fail)
    .on('exit', (code) => {
      fail(new Error(`the API's worker ended with code ${code}`))
      ended.resolve()
    })
  function stop() {
    if (!stopping) worker.postMessage('stop')
    stopping = true
    return ended.promise
  }
  return started.promise
}
