// Asks questions in a terminal. If the input is a pipe, the answers are read from it.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Surroundings } from './database-command.ts'

/** Asks one question at a time. A `hidden` answer is not shown while it is typed. */
export function questions({ stdin, stdout }: Pick<Surroundings, 'stdin' | 'stdout'>) {
  let silent = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY })
  const typed = lines[Symbol.asyncIterator]()
  lines.once('SIGINT', () => process.exit(130))
  let ended = false
  lines.once('close', () => (ended = true))
  return async (question: string, hidden = false) => {
    if (!ended) {
      lines.setPrompt(question)
      lines.prompt()
    }
    silent = hidden
    const { value = '', done } = await typed.next()
    silent = false
    if (hidden || !stdin.isTTY) stdout.write('\n')
    if (done) throw new Error('Faltou responder às perguntas.')
    return hidden ? value : value.trim()
  }
}
