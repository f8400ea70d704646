// Judges a scene in this process with the gate's own evaluator and input checks, which is a thousand times faster than over HTTP.
import { Person } from '../../shared/features/auth.ts'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { messages } from '../../shared/messages.ts'
import { decide, reduce } from '../../server/bff/decide.ts'
import { bodyOf, entries, holdsMenu, queryOf, withOwnId } from '../../server/bff/gate.ts'
import { meOf } from '../../server/bff/session.ts'
import { expected, type Line } from './golden.ts'
import { isStatus, type openStage } from './stage.ts'
import { subjects } from './subjects.ts'

/** The outcome of a call, as far as menu, input, rule and cut decide it. `text` is the reply as the browser gets it. */
interface Outcome {
  status: number
  message: string
  text?: string
}

const rows = new Map<string, Row>(calls.map((row) => [row.name, row]))

class NotRead extends Error {
  readonly status: number
  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}

type Stage = Awaited<ReturnType<typeof openStage>>
type Changes = Partial<Pick<Row, 'rule' | 'menu' | 'cut'>>

/** Returns the outcome of a scene for a person, or undefined if nobody is signed in. `changed` replaces parts of the call's entry in the table. */
export async function outcomeOf(stage: Stage, row: Row, title: string, person: string, changed: Changes = {}): Promise<Outcome | undefined> {
  const { menu, rule, cut } = { ...row, ...changed }
  const { id, said } = stage.personOf(person, row.name)
  const parsed = Person.safeParse(said)
  if (!parsed.success || parsed.data.status !== 'A') return undefined
  const me = meOf(parsed.data)
  if (!holdsMenu(menu, me)) return { status: 403, message: messages.denied }
  const subject = subjects[row.name]
  const scene = subject?.scenes[title]?.(id)
  if (!subject || !scene) throw new Error(`no scene ${title} of ${row.name}`)
  const query = queryOf(row).safeParse(entries(new URLSearchParams(scene.query)))
  const body = row.method === 'GET' ? { success: true, data: undefined } : bodyOf(row).safeParse(scene.body)
  // Of the path, only the ids are checked.
  const ids = Object.values(scene.path ?? {})
  if (!query.success || !body.success || ids.some((one) => one < 1)) return { status: 400, message: '' }
  const read = async (name: string, of: number | undefined) => {
    const asked = rows.get(name)
    const stored = scene.stored?.[asked?.path.replace(/\{\w+\}/, () => String(of)) ?? '']
    if (stored === undefined) throw new NotRead(404)
    if (isStatus(stored)) throw new NotRead(stored.status === 404 ? 404 : 502)
    const record = asked?.reply.safeParse(structuredClone(stored))
    if (!record?.success) throw new NotRead(502)
    return record.data
  }
  try {
    const verdict = rule && (await decide(rule, { me, path: scene.path ?? {}, query: withOwnId(row, query.data, me), body: body.data, read })).verdict
    if (typeof verdict === 'object') return { status: verdict.status, message: verdict.message }
  } catch (error) {
    if (!(error instanceof NotRead)) throw error
    return { status: error.status, message: '' }
  }
  const reply = cut && row.reply.safeParse(structuredClone(scene.reply ?? subject.reply))
  return { status: 200, message: '', ...(reply?.success && { text: JSON.stringify(reduce(reply.data, cut ?? [], me)) }) }
}

/** Returns true if the outcome matches the golden line. After its rule allows a call, the real call may still get 404 or 502. */
export const isDecidedHere = (outcome: Outcome, { status }: Line) => outcome.status === status
export const isOfLine = (outcome: Outcome, line: Line) =>
  isDecidedHere(outcome, line)
    ? outcome.status === 200 || outcome.message === '' || line.message === '' || outcome.message === line.message
    : outcome.status === 200 && [404, 502].includes(line.status)

/** Returns true if the golden line of a scene fails once the call's entry is `changed`. Lines that only HTTP can test never fail here. */
export async function failsHere(stage: Stage, row: Row, title: string, person: string, changed: Changes): Promise<boolean> {
  const [before, now] = [await outcomeOf(stage, row, title, person), await outcomeOf(stage, row, title, person, changed)]
  if (!before || !now) return false
  const line = expected(row.name, title, person)
  if (!isDecidedHere(before, line)) return false
  if (now.status !== before.status) return true
  if (now.status !== 200) return line.message !== '' && now.message !== before.message
  const shown = [...line.message.matchAll(/(com|sem) ([^,]+)/g)]
  return now.text !== undefined && shown.some(([, word, what = '']) => now.text?.includes(what) !== (word === 'com'))
}
