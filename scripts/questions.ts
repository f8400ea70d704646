// Questions on a terminal, or answered from a pipe.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks one line at a time, from a terminal or a pipe. What is `hidden` is not echoed. */
export function questions() {
  let silent = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
  const typed = lines[Symbol.asyncIterator]()
  lines.once('SIGINT', () => process.exit(130))
  return async (question: string, hidden = false) => {
    lines.setPrompt(question)
    lines.prompt()
    silent = hidden
    const { value = '', done } = await typed.next()
    silent = false
    if (hidden || !process.stdin.isTTY) process.stdout.write('\n')
    if (done) throw new Error('Faltou responder às perguntas.')
    return hidden ? value : value.trim()
  }
}
