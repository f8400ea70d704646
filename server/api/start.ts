// The embedded API's door for main.ts: one worker thread with its express app and its database.
import { Worker } from 'node:worker_threads'
import type { Log } from './errors.ts'
import type { IssuingSettings } from './nfse/issuing.ts'

export interface ApiOptions {
  dataDir: string
  databaseUrl?: string
  /** The company of examples instead of an empty one. */
  demo: boolean
  demoPassword?: string
  issuing?: IssuingSettings
  /** Every request carries it as X-Channel, or finds nothing. */
  secret: string
  log?: Log
}

export type FromWorker = { url: string } | { failed: string } | { log: Parameters<Log>[0] }

export interface RunningApi {
  url: string
  /** Answers what is in flight, writes everything down and closes. */
  stop(): Promise<void>
  /** Settles only if the worker ends by itself, with the reason. */
  failed: Promise<Error>
}

/** Megabytes. Node's own limit lets what is long dead stay until 48 of them are full. */
const YOUNG = 12

/** Starts it, or throws an Error whose message is for whoever started it. */
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
      // Under node --watch a worker also tells what it imports.
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
