// A cell of the week table: one kind of work on one day. The cell owns its draft, which no reply from the server overwrites.
import { useCallback, useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useBeforeUnload } from 'react-router'
import { messages } from '../../../shared/features/track.ts'
import { DAY_SECONDS, duration, hoursMinutes, inMinutes, typedTime } from '../../../shared/hours.ts'
import { useMe } from '../../boot.ts'
import { draftOf, dropDraft } from '../../ui/form/drafts.ts'
import { useDraft } from '../../ui/form/useDraft.ts'
import { isFocusLost } from '../../ui/focus.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import type { Cell } from './week.ts'
import live from './dot.module.css'
import css from './week.module.css'

interface Props {
  cell: Cell
  /** Accessible name of the field. */
  label: string
  /** Key that identifies the cell within the week. */
  place: string
  weekend: boolean
  /** True for a future day. */
  ahead: boolean
  /** True for the one cell that Tab reaches. */
  tabStop: boolean
  /** Reports that the cell took the focus. */
  here: (place: string) => void
  /** Opens the cell's entries; absent when the total is typed into the cell itself, or when nothing can be done. */
  open?: () => void
  /** Saves a total in seconds. Returns false if saving failed, after reporting the failure. Absent when the cell cannot be saved. */
  save?: ((seconds: number) => Promise<boolean>) | undefined
  /** Asks whether to delete the entry; absent without an entry or with several. */
  remove?: () => void
}

/** A total as a person types it, with seconds only if they are not zero. */
const textOf = (total: string) => (total.endsWith(':00') ? hoursMinutes(total) : total)
const movedTo = (stored: string) => `Mudou em outra janela: agora é ${stored || 'nada'} · Enter grava o seu`

/** Name of a cell's draft. */
export const cellDraft = (place: string) => `semana ${place}`

export function WeekCell({ cell: { entries, minutes, runs }, label, place, weekend, ahead, tabStop, here, open, save, remove }: Props) {
  const box = useRef<HTMLTableCellElement>(null)
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [saving, setSaving] = useState<string | null>(null)
  /** True when saving failed. The cell shows the failure too, because the toast about it soon disappears. */
  const [refused, setRefused] = useState(false)
  /** Text for a draft that was restored after the page had been left. */
  const [recovered, setRecovered] = useState<string | null>(null)
  /** True after the total was saved or given up; a later blur then changes nothing. */
  const left = useRef(false)
  /** The page's address when typing began. */
  const address = useRef('')
  const [entry] = entries
  const stored = entry?.TOTAL ? textOf(entry.TOTAL) : ''
  const me = useMe()
  /**
   * The stored total when typing began. If the stored total is a different one by now, it was changed elsewhere. A note says so before that change is
   * overwritten.
   */
  const [was, setWas] = useState(stored)
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
  /** `byEnter` is true when the person pressed Enter and so has seen the note about a change; otherwise the field only lost the focus. */
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
  // True when the typed total is already stored: its response was lost, or the page was left before the response came.
  const isThere = (refused || recovered !== null) && text !== null && stored !== '' && typedTime(text) === typedTime(stored)
  const take = useEffectEvent(giveUp)
  useEffect(() => {
    if (!isThere) return undefined
    // Runs after rendering, like the recovery of a draft below.
    const timer = setTimeout(take)
    return () => clearTimeout(timer)
  }, [isThere])
  // Saves on unmount too, because Back removes the field before the field loses the focus. If the site is left, the browser asks first.
  const leave = useEffectEvent(async () => {
    if (text === null || left.current) return
    // If the address is unchanged, the person did not leave the page: the field's line disappeared from the week.
    if (address.current === location.href) notify.warn(messages.lineGone)
    else await commit()
  })
  useEffect(() => () => void leave(), [])
  // Asks before a page unloads while the cell is being saved, because nothing would tell the person about a failure.
  useBeforeUnload(useCallback((event) => void (saving !== null && event.preventDefault()), [saving]))
  const recover = useEffectEvent(() => {
    const kept = draftOf<{ typed: string }>(me.id, draft, null)
    if (kept?.values.typed === undefined || !save) return
    setRecovered(kept.was.typed === stored ? 'Recuperamos o que você digitou · Enter grava' : movedTo(stored))
    if (isFocusLost()) box.current?.focus()
    begin(kept.values.typed)
    // Keeps the total from when typing began. The note beside the field then reports a change elsewhere, however often the page is reloaded.
    setWas(kept.was.typed ?? stored)
  })
  useEffect(() => {
    // sessionStorage exists in the browser only, so this runs after hydration.
    const timer = setTimeout(recover)
    return () => clearTimeout(timer)
  }, [])
  const press = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    if (target === box.current) {
      if (key === 'Enter') enter()
      // Typing a digit opens the field, as in a spreadsheet.
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
      className={css.cell}
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
        (saving ?? (runs !== null ? <Runs seconds={runs} /> : entries.length > 0 ? inMinutes(minutes) : ahead ? '' : NO_VALUE))
      ) : (
        <CellField
          {...{ label, draft, was, text }}
          wrong={wrong ?? (refused && was === stored ? messages.notStored : null)}
          note={was === stored ? (recovered ?? `1:30, 1,5 ou 90m · ${remove ? 'vazio exclui · ' : ''}Enter grava`) : isThere ? '' : movedTo(stored)}
          // The field takes the focus only from its own cell, because during a request the focus may have moved elsewhere.
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
  /** Name under which the draft is stored. */
  draft: string
  /** The stored total when typing began. */
  was: string
  text: string
  wrong: string | null
  note: string
  /** Runs when the field is rendered. */
  begin: (field: HTMLInputElement) => void
  change: (typed: string) => void
  leave: () => void
}

function CellField({ label, draft, was, text, wrong, note, begin, change, leave }: FieldProps) {
  const hint = useId()
  const isTyped = text.trim() !== was
  // The draft is kept until the cell drops it, so invalid or unsaved text reappears when the week is shown again.
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
        // When the whole browser window loses the focus, the field stays document.activeElement, so this blur is ignored.
        onBlur={({ currentTarget }) => currentTarget !== document.activeElement && leave()}
      />
      <small id={hint} className={css.hint} role={wrong ? 'alert' : undefined} data-wrong={wrong !== null || undefined}>
        {wrong ?? note}
      </small>
    </>
  )
}

const Runs = ({ seconds }: { seconds: number }) => (
  <>
    <i className={live.dot} aria-hidden />
    <time>{duration(seconds)}</time>
  </>
)
