// A week of a person's time, editable in place.
import { CalendarDays } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { addDays, dayBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeRow } from '../../../shared/features/track.ts'
import { duration, inMinutes } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { useCall, type Called } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { formOf } from '../../ui/form/address.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { draftOf } from '../../ui/form/drafts.ts'
import { useDraft } from '../../ui/form/useDraft.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useNow } from '../../ui/useNow.ts'
import { Window } from '../../ui/Window.tsx'
import { AddLine } from './AddLine.tsx'
import { book } from './book.ts'
import { cellDraft, WeekCell } from './Cell.tsx'
import { clockOf, spanOf, weekdayOf } from './days.ts'
import type { Deleting } from './DeleteTime.tsx'
import { INCOMPLETE, UNNAMED } from './entry.ts'
import { noteOf } from './lists.ts'
import { changing } from './changes.ts'
import { rowsOf, versionIfUnchanged } from './unchanged.ts'
import { askedIn, GOAL, isWeekend, lineKey, WEEK_GOAL, weekOf, type Added, type Cell, type Line, type Week as Shown } from './week.ts'
import css from './week.module.css'

interface Props {
  of: Shown
  /** Id of the person. Another person's week is read-only. */
  user: string
  call: Called<TimeRow[]>
  edit: (id: number) => void
  /** Asks whether to delete an entry. */
  remove: (entry: Deleting) => void
}

export default function Week({ of: { monday, days, narrow, copies }, user, call, edit, remove }: Props) {
  const me = useMe()
  const isOwn = user === String(me.id)
  const runs = call.data?.some(({ TOTAL }) => TOTAL === null) ?? false
  const now = useNow(runs ? 1000 : 60_000)
  const today = wallDay(now)
  const before = useCall(copies && isOwn ? 'GET /track' : null, askedIn(addDays(monday, -7), user))
  const [added, setAdded] = useState<Added[]>([])
  const [listed, setListed] = useState<{ line: Line; cell: Cell } | null>(null)
  const { fetched } = useFetching()
  const table = useRef<HTMLTableElement>(null)
  /** Key of the one cell that Tab reaches (roving tab stop). */
  const [at, setAt] = useState('')

  const copied = before.data?.map((row) => ({ of: row, like: row.ID, day: row.ACTIVITY_DATE })) ?? []
  const { lines, totals, minutes } = weekOf(call.data ?? [], days, wallTime(now), call.data ? [...copied, ...added] : [])
  const cellKey = (line: Line, { day }: Cell) => `${line.key} ${day}`
  const places = lines.flatMap((line) => line.cells.map((cell) => cellKey(line, cell)))
  const tabStop = places.includes(at) ? at : (places[Math.max(0, days.indexOf(today))] ?? '')

  /** Runs a write and shows a toast with an undo. */
  const done = async <T,>(
    write: () => Promise<T>,
    say: (answer: T) => string,
    undo: (answer: T) => Promise<unknown>,
    undone: string,
    failed = messages.changeFailed,
  ) => {
    const answer = await fetched(write, failed)
    if (answer === undefined) return false
    const run = async () => {
      if (await fetched(() => changing(() => undo(answer)))) notify.success(undone)
    }
    notify.success(say(answer), { action: { label: 'Desfazer', run } })
    return true
  }
  /** Throws if the entry that the line copies has changed, or if the day already has an entry of this line. */
  const mustBeFree = async ({ of, like, key, day: from }: Line, day: string) => {
    const isLike = from === undefined || (await rowsOf(me.id, from)).some((row) => row.ID === like && lineKey(row) === lineKey(of))
    if (!isLike || (await rowsOf(me.id, day)).some((row) => lineKey(row) === key)) throw new Failure(409, messages.movedElsewhere)
  }
  const save = (line: Line, { day, entries: [entry] }: Cell) => {
    if (!entry)
      return (total: number) =>
        done(
          () => book({ me: me.id, like: line.like, day, total, check: () => mustBeFree(line, day) }),
          ({ from, until }) => `Lançado das ${from} às ${until}.`,
          async ({ id, total }) => {
            await versionIfUnchanged(me.id, id, { ...line.of, ACTIVITY_DATE: day, TOTAL: total })
            return send('DELETE /track/{id}', { path: { id } })
          },
          messages.entryDeleted,
          messages.bookFailed,
        )
    const put = async (was: string | null, total: string | null) => {
      const versao = await versionIfUnchanged(me.id, entry.ID, { ...entry, TOTAL: was })
      return send('PUT /track', { body: { id: entry.ID, total, versao } })
    }
    return (total: number) =>
      done(
        () => changing(() => put(entry.TOTAL, duration(total))),
        () => messages.changed,
        () => put(duration(total), entry.TOTAL),
        common.undone,
      )
  }
  const actOf = (line: Line, cell: Cell) => {
    const [entry] = cell.entries
    if (!isOwn || cell.day > today) return {}
    if (cell.entries.length > 1) return { open: () => setListed({ line, cell }) }
    if (entry && cell.runs !== null) return { open: () => edit(entry.ID) }
    // A finished entry requires all of these fields, so no hours can be typed into a line that lacks one of them.
    const { DESCRICAO, ACTIVITY, MODULE, CATEGORY } = line.of
    return {
      save: DESCRICAO && ACTIVITY && MODULE && CATEGORY ? save(line, cell) : undefined,
      ...(entry && { remove: () => remove({ id: entry.ID, name: entry.DESCRICAO, shown: entry }) }),
    }
  }
  const kept = `linhas da semana ${monday}`
  useDraft(kept, null, added.length > 0 ? { values: { added }, was: { added: [] } } : null, true)
  const columns = days.length + (narrow ? 1 : 2)
  const recover = useEffectEvent(() => {
    const lines = draftOf<{ added: Added[] }>(me.id, kept, null)?.values.added ?? []
    const isTypedInto = ({ of }: Added) => days.some((day) => draftOf(me.id, cellDraft(`${lineKey(of)} ${day}`), null))
    setAdded((all) => [...all, ...lines.filter(isTypedInto)])
  })
  useEffect(() => {
    // sessionStorage exists in the browser only, so this runs after hydration.
    const timer = setTimeout(recover)
    return () => clearTimeout(timer)
  }, [])
  const add = (one: Added) => {
    setAdded((all) => [...all, one])
    const place = `${lineKey(one.of)} ${days.includes(today) ? today : days[0]}`
    setAt(place)
    // Focuses the cell once it is drawn.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus())
  }

  return (
    <div className={css.week} data-week data-paper data-narrow={narrow || undefined}>
      <table
        ref={table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA's grid pattern: keys move between cells
        role="grid"
        aria-label="Tempo por atividade e dia"
        aria-readonly={!isOwn}
        aria-busy={!call.data && !call.error}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <th scope="col">Atividade</th>
            {days.map((day) => (
              <th key={day} scope="col" data-day={day} data-weekend={isWeekend(day) || undefined} aria-current={day === today ? 'date' : undefined}>
                <abbr title={`${weekdayOf(day)}, ${dayBr(day)}`}>{weekdayOf(day).slice(0, 3)}</abbr> <b>{Number(day.slice(8))}</b>
              </th>
            ))}
            {!narrow && <th scope="col">Total</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row">
                <span className="ellipsis" title={line.of.DESCRICAO ?? undefined}>
                  {line.of.DESCRICAO ?? UNNAMED}
                </span>
                <small className="ellipsis">{noteOf(line.of) || INCOMPLETE}</small>
              </th>
              {line.cells.map((cell) => {
                const place = cellKey(line, cell)
                return (
                  <WeekCell
                    key={cell.day}
                    cell={cell}
                    label={`${line.of.DESCRICAO ?? UNNAMED}, ${dayBr(cell.day)}`}
                    place={place}
                    weekend={isWeekend(cell.day)}
                    ahead={isOwn && cell.day > today}
                    tabStop={place === tabStop}
                    here={setAt}
                    {...actOf(line, cell)}
                  />
                )
              })}
              {!narrow && <td>{line.cells.some(({ entries }) => entries.length > 0) ? <b>{inMinutes(line.minutes)}</b> : NO_VALUE}</td>}
            </tr>
          ))}
          {call.data && lines.length === 0 && (
            <tr>
              <td colSpan={columns}>
                <Message icon={CalendarDays} title={narrow ? 'Nenhum tempo neste dia.' : 'Nenhum tempo nesta semana.'}>
                  {isOwn && 'Copie as atividades da semana anterior, ou adicione uma e escreva as horas no dia.'}
                </Message>
              </td>
            </tr>
          )}
          {call.data && isOwn && (
            <tr className={css.add}>
              <td colSpan={columns}>
                <AddLine add={add} />
                {before.error && <small role="status">{messages.filterFailed}</small>}
                {before.data?.length === 0 && <small role="status">A semana anterior não tem tempos.</small>}
              </td>
            </tr>
          )}
        </tbody>
        {call.data && (
          <tfoot>
            <tr>
              <th scope="row">
                Total do dia <small>meta {inMinutes(GOAL)}</small>
              </th>
              {totals.map(({ day, minutes, used, runs }) => (
                <td key={day} data-weekend={isWeekend(day) || undefined}>
                  {used ? <b>{inMinutes(minutes)}</b> : NO_VALUE}
                  <small>{runs ? 'em curso' : used && !isWeekend(day) ? beside(minutes - GOAL) : ''}</small>
                </td>
              ))}
              {!narrow && (
                <td>
                  <b>{inMinutes(minutes)}</b>
                  <small>de {inMinutes(WEEK_GOAL)}</small>
                </td>
              )}
            </tr>
          </tfoot>
        )}
      </table>
      {!call.data && (call.error ? <Failed title={messages.filterFailed} error={call.error} retry={call.mutate} /> : <Loading />)}
      <Window
        title={listed ? `${listed.line.of.DESCRICAO ?? UNNAMED}, ${dayBr(listed.cell.day)}` : ''}
        size={440}
        opened={listed !== null}
        close={() => setListed(null)}
      >
        {listed && <Entries rows={listed.cell.entries} now={wallTime(now)} leave={() => setListed(null)} />}
      </Window>
    </div>
  )
}

/** '+00:10', '−00:14' */
const beside = (minutes: number) => `${minutes < 0 ? '\u2212' : '+'}${inMinutes(Math.abs(minutes))}`

/** Arrows move between cells; Home and End move to the ends of a line. Tab moves to the next cell, and from the last one out of the table. */
function move(event: KeyboardEvent<HTMLTableElement>) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget: table } = event
  const target = event.target as Element
  const cell = target.closest<HTMLElement>('[data-cell]')
  // While a field is open, the arrows move its caret, so only Tab is handled.
  if (!cell || ctrlKey || metaKey || altKey || (target !== cell && key !== 'Tab')) return
  const cells = [...table.querySelectorAll<HTMLElement>('[data-cell]')]
  const from = cells.indexOf(cell)
  const days = table.querySelectorAll('thead [data-day]').length
  const column = from % days
  const to = {
    ArrowLeft: column > 0 ? from - 1 : from,
    ArrowRight: column < days - 1 ? from + 1 : from,
    ArrowUp: from - days,
    ArrowDown: from + days,
    Home: from - column,
    End: from - column + days - 1,
    Tab: shiftKey ? from - 1 : from + 1,
  }[key]
  const next = to === undefined ? undefined : cells[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The entries of a cell, with links to their forms. */
function Entries({ rows, now, leave }: { rows: TimeRow[]; now: string; leave: () => void }) {
  const [params] = useSearchParams()
  return (
    <ul className={css.entries}>
      {rows.map((row, nth) => {
        const { start, end, running } = spanOf(row, now)
        return (
          <li key={row.ID}>
            <Link to={formOf(row.ID, params)} data-autofocus={nth === 0 || undefined} onClick={leave}>
              {clockOf(start)} a {running ? 'agora' : clockOf(end)} <b>{duration(end - start)}</b>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
