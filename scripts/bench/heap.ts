// Measures the heap of a running product through its inspector, so that the product needs no interface for it.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

export const inspected = (port: number) => `--inspect=127.0.0.1:${port}`

interface Reply {
  id?: number
  method?: string
  params?: { sessionId: string; message: string }
  result?: { usedSize: number }
}

/** Megabytes of JavaScript heap after a garbage collection: first the main thread, then each worker. */
export async function heaps(port: number): Promise<number[]> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  const waiting = new Map<number, (result: Reply['result']) => void>()
  const workers: string[] = []
  const hear = ({ id, method, params, result }: Reply) => {
    if (method === 'NodeWorker.attachedToWorker') workers.push(params?.sessionId ?? '')
    // A worker's reply is wrapped in a message of the main thread.
    else if (method === 'NodeWorker.receivedMessageFromWorker') hear(JSON.parse(params?.message ?? '') as Reply)
    else if (id !== undefined) waiting.get(id)?.(result)
  }
  socket.addEventListener('message', ({ data }) => hear(JSON.parse(String(data)) as Reply))
  let last = 0
  const ask = (method: string, params: object = {}, worker?: string) => {
    const { promise, resolve } = Promise.withResolvers<Reply['result']>()
    const id = ++last
    waiting.set(id, resolve)
    const own = { id, method, params }
    const outer = { id: ++last, method: 'NodeWorker.sendMessageToWorker', params: { sessionId: worker, message: JSON.stringify(own) } }
    socket.send(JSON.stringify(worker === undefined ? own : outer))
    return promise
  }
  await ask('NodeWorker.enable', { waitForDebuggerOnStart: false })
  const used: number[] = []
  for (const worker of [undefined, ...workers]) {
    // Objects with finalizers need a second collection.
    await ask('HeapProfiler.collectGarbage', {}, worker)
    await ask('HeapProfiler.collectGarbage', {}, worker)
    used.push(((await ask('Runtime.getHeapUsage', {}, worker))?.usedSize ?? NaN) / 1e6)
  }
  socket.close()
  return used
}

/** Resident megabytes of a process (Linux only). */
export const resident = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
