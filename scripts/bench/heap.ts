// Measures the heap of a running product through the inspector of Node, so that the product needs no interface for this.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export const inspected = (port: number) => `--inspect=127.0.0.1:${port}`

interface Reply {
  id?: number
  method?: string
  params?: { sessionId: string; message: string }
  result?: { usedSize: number }
}

/** Size of the JavaScript heap in MB after a garbage collection: first of the main thread, then of each worker. */
export async function heaps(port: number): Promise<number[]> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  const waiting = new Map<number, { worker: string | undefined; resolve: (result: Reply['result']) => void }>()
  const workers = new Set<string | undefined>([undefined])
  const hear = ({ id, method, params, result }: Reply) => {
    if (method === 'NodeWorker.attachedToWorker') workers.add(params?.sessionId)
    // A worker of a pool may end at any time, and then answers nothing more.
    else if (method === 'NodeWorker.detachedFromWorker') {
      workers.delete(params?.sessionId)
      for (const { worker, resolve } of waiting.values()) if (worker === params?.sessionId) resolve(undefined)
    }
    // The reply of a worker arrives wrapped in a message of the main thread, so unwrap it.
    else if (method === 'NodeWorker.receivedMessageFromWorker') hear(JSON.parse(params?.message ?? '') as Reply)
    else if (id !== undefined) waiting.get(id)?.resolve(result)
  }
  socket.addEventListener('message', ({ data }) => hear(JSON.parse(String(data)) as Reply))
  let last = 0
  const ask = (method: string, params: object = {}, worker?: string) => {
    if (!workers.has(worker)) return Promise.resolve(undefined)
    const { promise, resolve } = Promise.withResolvers<Reply['result']>()
    const id = ++last
    waiting.set(id, { worker, resolve })
    const own = { id, method, params }
    const outer = { id: ++last, method: 'NodeWorker.sendMessageToWorker', params: { sessionId: worker, message: JSON.stringify(own) } }
    socket.send(JSON.stringify(worker === undefined ? own : outer))
    return promise
  }
  await ask('NodeWorker.enable', { waitForDebuggerOnStart: false })
  const used: number[] = []
  for (const worker of workers) {
    // Collect twice, because objects with finalizers are freed only by a second collection.
    await ask('HeapProfiler.collectGarbage', {}, worker)
    await ask('HeapProfiler.collectGarbage', {}, worker)
    const usage = await ask('Runtime.getHeapUsage', {}, worker)
    if (usage) used.push(usage.usedSize / 1e6)
  }
  socket.close()
  return used
}

/** Resident memory of a process in MB (Linux only). */
export const resident = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
