// A day of a line. What is typed into it is its own: no answer writes into it.
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useBeforeUnload } from 'react-router'
import { messages } from '../../../shared/features/track.ts'
import { DAY_SECONDS, duration, hoursMinutes, inMinutes, typedTime } from '../../../shared/hours.ts'
import { useMe } from '../../boot.ts'
import { draftOf, dropDraft } from '../../ui/form/drafts.ts'
import { useDraft } from '../../ui/form/useDraft.ts'
import { isFocusLost } from '../../ui/focus.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { NONE } from '../../ui/none.ts'
import { usePending } from './pendingBooking.ts'
import type { Cell } from './week.ts'

interface Props {
  cell: Cell
  /** What its field is called. */
  label: string
  /** Among all cells. */
  place: string
  weekend: boolean
  /** Its day is still to come. */
  ahead: boolean
  /** The keys come to it by Tab. */
  tabStop: boolean
  /** They are here. */
  here: (place: string) => void
  /** Opens what it holds; absent: it may be typed, or nothing. */
  open?: () => void
  /** Saves so many seconds; false: they were not, which was said. Absent: they cannot be. */
  save?: ((seconds: number) => Promise<boolean>) | undefined
  /** Asks whether what it holds is to be deleted; absent: it holds nothing, or more than one. */
  remove?: () => void
}

/** As it is typed: seconds only where there are some. */
const textOf = (total: string) => (total.endsWith(':00') ? hoursMinutes(total) : total)
const movedTo = (stored: string) => `Mudou em outra janela: agora é ${stored || 'nada'} · Enter grava o seu`

/** What the draft of a cell is called. */
export const cellDraft = (place: string) => `semana ${place}`

export function WeekCell({ cell: { day, entries, minutes, runs }, label, place, weekend, ahead, tabStop, here, open, save, remove }: Props) {
  const box = useRef<HTMLTableCellElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [saving, setSaving] = useState<string | null>(null)
  /** It was not taken, whose toast is gone soon. */
  const [refused, setRefused] = useState(false)
  /** Of what was typed before the page was left. */
  const [recovered, setRecovered] = useState<string | null>(null)
  /** It was saved or given back: what leaves the field then is only the focus. */
  const left = useRef(false)
  /** Where it was typed into. */
  const address = useRef('')
  const [entry] = entries
  const stored = entry?.TOTAL ? textOf(entry.TOTAL) : ''
  const me = useMe()
  /** What was stored when it was typed into; another now: it changed elsewhere, which is said before it is written over. */
  const [was, setWas] = useState(stored)
  const booking = usePending(me.id)
  const draft = cellDraft(place)
  const drop = () => dropDraft(me.id, draft, null)

  const begin = (typed = stored) => {
    left.current = false
    address.current = location.href
    setWrong(null)
    setRefused(false)
    setWas(stored)
    setText(typed)
  }
  const close = () => {
    left.current = true
    setText(null)
    setRecovered(null)
  }
  const giveUp = () => {
    close()
    drop()
  }
  const enter = () => {
    if (saving !== null || text !== null) return
    if (open) open()
    else if (save) begin()
    else if (ahead) notify.warn(messages.ahead)
  }
  /** `byEnter`: by whoever sees what is said of it; else it was only left. */
  const commit = async (byEnter = false) => {
    if (text === null || left.current) return
    if (text.trim() === stored) return giveUp()
    if (!save) return setWrong(messages.noCell)
    if (text.trim() === '' && remove) {
      giveUp()
      return byEnter ? remove() : undefined
    }
    const total = typedTime(text)
    const moved = was === stored || byEnter ? null : movedTo(stored)
    const error = total === null ? messages.noTotal : total === 0 ? messages.nothing : total >= DAY_SECONDS ? messages.wholeDay : moved
    setWrong(error)
    if (total === null || error) return
    close()
    setSaving(inMinutes(Math.floor(total / 60)))
    const isSaved = await save(total)
    setSaving(null)
    if (isSaved) return drop()
    begin(text)
    setRefused(true)
  }
  // Its answer was lost, or its page was left, and it is stored.
  const isThere = (refused || recovered !== null) && text !== null && stored !== '' && typedTime(text) === typedTime(stored)
  const take = useEffectEvent(giveUp)
  useEffect(() => {
    if (!isThere) return undefined
    // After it was shown, as what a reload finds.
    const timer = setTimeout(take)
    return () => clearTimeout(timer)
  }, [isThere])
  // By Back too, which takes the field away before it is left; a page that is left altogether asks.
  const leave = useEffectEvent(async () => {
    if (text === null || left.current) return
    // It went by itself, with its line: nobody left it.
    if (address.current === location.href) notify.warn(messages.lineGone)
    else await commit()
  })
  useEffect(() => () => void leave(), [])
  // A page that goes away in the middle of a booking would leave it in the middle.
  useBeforeUnload(useCallback((event) => void (saving !== null && event.preventDefault()), [saving]))
  const recover = useEffectEvent(() => {
    const kept = draftOf<{ typed: string }>(me.id, draft, null)
    if (kept?.values.typed === undefined || !save) return
    setRecovered(kept.was.typed === stored ? 'Recuperamos o que você digitou · Enter grava' : movedTo(stored))
    if (isFocusLost()) box.current?.focus()
    begin(kept.values.typed)
    // Told beside it; left unread it is not written over, however often the page is loaded anew.
    setWas(kept.was.typed ?? stored)
  })
  useEffect(() => {
    // This tab's storage is the browser's alone: after the page is taken up.
    const timer = setTimeout(recover)
    return () => clearTimeout(timer)
  }, [])
  const press = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (target === box.current) {
      if (key === 'Enter') enter()
      // A figure begins the field, as in a spreadsheet.
      else if (/^\d$/.test(key) && save && !open && saving === null && text === null) begin(key)
      else if (/^\d$/.test(key) && ahead) enter()
      else if (key === 'Delete' && remove && saving === null && text === null) remove()
      else return
      event.preventDefault()
    } else if (key === 'Enter' || key === 'Escape') {
      event.preventDefault()
      if (key === 'Enter') void commit(true)
      else giveUp()
      if (left.current) box.current?.focus()
    }
  }
  return (
    <td
      ref={box}
      className="week-cell"
      tabIndex={tabStop ? 0 : -1}
      aria-readonly={(!save && !open) || undefined}
      aria-busy={saving !== null || undefined}
      data-cell
      data-weekend={weekend || undefined}
      data-none={entries.length === 0 || undefined}
      data-runs={runs !== null || undefined}
      onFocus={() => here(place)}
      onClick={enter}
      onKeyDown={press}
    >
      {text === null ? (
        (saving ?? (runs !== null ? <Runs seconds={runs} /> : entries.length > 0 ? inMinutes(minutes) : ahead ? '' : NONE))
      ) : (
        <CellField
          {...{ label, draft, was, text }}
          wrong={wrong ?? (refused && was === stored ? (booking?.place.from.startsWith(day) ? messages.notYet : messages.notStored) : null)}
          note={was === stored ? (recovered ?? `1:30, 1,5 ou 90m · ${remove ? 'vazio exclui · ' : ''}Enter grava`) : isThere ? '' : movedTo(stored)}
          // The focus comes to it from the cell that opened it, not from wherever it went while an answer was on its way.
          begin={(field) => {
            if (document.activeElement !== box.current) return
            field.focus()
            if (field.value === stored) field.select()
          }}
          change={(typed) => {
            setText(typed)
            setWrong(null)
            setRefused(false)
          }}
          leave={() => void commit()}
        />
      )}
    </td>
  )
}

interface FieldProps {
  label: string
  /** What its draft is called. */
  draft: string
  /** What was stored when it was begun. */
  was: string
  text: string
  wrong: string | null
  note: string
  /** It was drawn. */
  begin: (field: HTMLInputElement) => void
  change: (typed: string) => void
  leave: () => void
}

function CellField({ label, draft, was, text, wrong, note, begin, change, leave }: FieldProps) {
  const hint = useId()
  const isTyped = text.trim() !== was
  // It stays until the cell drops it: what is left wrong, or is not taken, is there again with its week.
  useDraft(draft, null, isTyped ? { values: { typed: text }, was: { typed: was } } : null, true)
  useBeforeUnload(useCallback((event) => void (isTyped && event.preventDefault()), [isTyped]))
  return (
    <>
      <input
        ref={(field) => void (field && begin(field))}
        value={text}
        maxLength={12}
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong !== null}
        aria-describedby={hint}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        // Not when the whole window is left.
        onBlur={({ currentTarget }) => currentTarget !== document.activeElement && leave()}
      />
      <small id={hint} className="week-hint" role={wrong ? 'alert' : undefined} data-wrong={wrong !== null || undefined}>
        {wrong ?? note}
      </small>
    </>
  )
}

const Runs = ({ seconds }: { seconds: number }) => (
  <>
    <i className="track-dot" aria-hidden />
    <time>{duration(seconds)}</time>
  </>
)
