// Dragging in the calendar, by mouse or with Alt and the arrows: drawing a new appointment, moving one, or changing its end.
import { useState, type KeyboardEvent, type PointerEvent as Press } from 'react'
import { dayOf, hourAt, movedBy, SLOT, spanOfDays, spanOfHours, stretchedTo, type Span } from './spans.ts'
import { DAY_MINUTES, minutes, shown, type Shown } from './layout.ts'
import type { RowKey } from './team.ts'

/** Distance in px within which a press still counts as a click. */
const SLACK = 4
/** Minutes by which each arrow key moves an appointment. */
const ARROWS = new Map([
  ['ArrowUp', -SLOT],
  ['ArrowDown', SLOT],
  ['ArrowLeft', -DAY_MINUTES],
  ['ArrowRight', DAY_MINUTES],
])

interface Rights {
  /** Returns the appointment with the given id; undefined when it cannot be moved. */
  movable: (id: number) => Shown | undefined
  /** Begins a new appointment; absent without permission. `row` is undefined in views without rows. */
  create: ((span: Span, row?: RowKey) => unknown) | undefined
  /** Stores an appointment's new time, person or car. */
  move: (from: Shown, to: Shown) => unknown
  /** Creates an appointment like `from` at the place of `to`; absent without permission. */
  copy: ((from: Shown, to: Shown) => unknown) | undefined
  /** Current time in ms. */
  now: number
}

/** Elements name their day in data-day, and in views with hours their first and last hour in data-hours. */
const WITH_HOURS = '[data-hours]'
const WITH_DAY = '[data-day]'

const ROWS = '[data-person], [data-car]'
/** The row that contains an element; undefined in views without rows. */
function rowAt(element: Element): RowKey | undefined {
  const { person, car } = element.closest<HTMLElement>(ROWS)?.dataset ?? {}
  const id = Number(person ?? car)
  return id > 0 ? { of: person === undefined ? 'car' : 'person', id } : undefined
}

interface Point {
  /** Minutes of local time; midnight in views without hours. */
  minute: number
  row: RowKey | undefined
}
/** The calendar position of a viewport point; null outside the calendar. */
function placeAt({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>, timed: boolean): Point | null {
  // Searches all elements at the point, not just the topmost one, because a bar that begins on another day may cover the cell.
  const place = document.elementsFromPoint(clientX, clientY).find((element) => element.matches(timed ? WITH_HOURS : WITH_DAY))
  if (!(place instanceof HTMLElement)) return null
  const midnight = minutes(`${place.dataset['day']}T00:00:00`)
  const row = rowAt(place)
  if (!timed) return { minute: midnight, row }
  const [from = 0, to = 0] = (place.dataset['hours'] ?? '').split(' ').map((hour) => Number(hour) * 60)
  const { top, height } = place.getBoundingClientRect()
  return { minute: midnight + from + ((to - from) * (clientY - top)) / height, row }
}

const swallow = (click: Event) => click.stopPropagation()

/** The row that is `by` rows below the row of `id`; undefined beyond the last one. */
function rowBeside(id: number, by: number) {
  const rows = new Map(Array.from(document.querySelectorAll(ROWS), (element) => [rowAt(element)?.id, rowAt(element)] as const))
  return [...rows.values()][[...rows.keys()].indexOf(id) + by]
}

/** The fields of an appointment in a row. */
const inRow = (row: RowKey | undefined) => {
  if (!row) return {}
  return row.of === 'person' ? { colaborador: { ID: row.id, NOMECOMPLETOUSUARIO: null } } : { carro: { CODIGOCARRO: row.id, DESCRICAOCARRO: null } }
}
const isOther = (a: Shown, b: Shown) => a.colaborador?.ID !== b.colaborador?.ID || a.carro?.CODIGOCARRO !== b.carro?.CODIGOCARRO

interface Following {
  /** Runs for each movement, once the pointer is too far away for a click. */
  move: (to: PointerEvent) => void
  /** Runs when the drag ends or is cancelled. */
  stop: () => void
  /** Runs on release. `dragged` is false for a click. */
  drop: (up: PointerEvent, dragged: boolean) => void
}

/** Follows a mouse press until its release; Esc cancels. For a finger or pen, any movement ends the drag, because it scrolls the page. */
function follow(down: Press, { move, stop, drop }: Following) {
  let dragged = false
  let cancelled = false
  const listening = new AbortController()
  const on = <T extends keyof WindowEventMap>(type: T, heard: (event: WindowEventMap[T]) => void) =>
    addEventListener(type, heard, { signal: listening.signal, capture: true })
  const end = () => {
    listening.abort()
    stop()
  }
  on('pointermove', (to) => {
    if (cancelled || (!dragged && Math.hypot(to.clientX - down.clientX, to.clientY - down.clientY) < SLACK)) return
    if (down.pointerType !== 'mouse') return end()
    dragged = true
    move(to)
  })
  on('keydown', (key) => {
    if (!dragged || key.key !== 'Escape') return
    key.stopPropagation()
    cancelled = true
    stop()
  })
  on('pointercancel', end)
  on('pointerup', (up) => {
    end()
    if (dragged) {
      // The click event that follows would open the appointment, so it is swallowed.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, true))
    }
    if (!cancelled) drop(up, dragged)
  })
}

export function useDrag({ movable, create, move, copy, now }: Rights) {
  const [carried, setCarried] = useState<Shown | null>(null)
  const carry = (next: Shown | null) =>
    setCarried((was) =>
      was && next && was.start === next.start && was.end === next.end && !isOther(was, next) ? was : next && { ...next, state: 'carried' },
    )
  const eventOf = (element: Element) => movable(Number(element.closest<HTMLElement>('[data-day] [data-id]')?.dataset['id']))

  const onPointerDown = (down: Press) => {
    const { target } = down
    if (down.button !== 0 || !down.isPrimary || !(target instanceof Element)) return
    const event = eventOf(target)
    if (target.closest('button') ? !event || down.pointerType !== 'mouse' : !create) return
    const timed = target.closest(WITH_HOURS) !== null
    const grabbed = target.closest(WITH_DAY) && placeAt(down, timed)?.minute
    if (grabbed == null) return

    const began = rowAt(target)
    const newOne = (to: number) => (timed ? spanOfHours(grabbed, to) : spanOfDays(dayOf(Math.min(grabbed, to)), dayOf(Math.max(grabbed, to)), now))
    const at = ({ minute, row }: Point) => {
      if (!event) return shown({ id: 0, name: 'Novo Compromisso', color: null, ...newOne(minute), ...inRow(began) })
      if (target.matches('[data-edge]')) return stretchedTo(event, minute)
      // An appointment dropped in another row moves to that row's person or car.
      return movedBy({ ...event, ...(row?.id !== began?.id && inRow(row)) }, minute - grabbed)
    }
    follow(down, {
      move: (to) => {
        const place = placeAt(to, timed)
        carry(place && at(place))
      },
      stop: () => setCarried(null),
      drop: (up, dragged) => {
        const place = placeAt(up, timed)
        if (!place) return
        if (event) {
          // A drop with Ctrl, or with Cmd on a Mac, copies.
          if (dragged) settle(event, at(place), up.ctrlKey || up.metaKey ? copy : move)
          return
        }
        // Focuses the day's button, so that the form returns the focus there.
        target.closest('li')?.querySelector('button')?.focus({ preventScroll: true })
        create?.(dragged || !timed ? newOne(place.minute) : hourAt(grabbed), began)
      },
    })
  }
  const settle = (from: Shown, to: Shown, store: Rights['copy'] = move) => {
    if (from.start !== to.start || from.end !== to.end || isOther(from, to)) void store(from, to)
  }

  const onKeyDown = (press: KeyboardEvent) => {
    if (!(press.target instanceof Element)) return
    if (carried && press.key === 'Escape') return setCarried(null)
    const by = ARROWS.get(press.key)
    const event = eventOf(press.target)
    if (!press.altKey || !by || !event) return
    const from = carried ?? event
    // Up and down change the hour or, in views with rows, the row.
    const isAcross = Math.abs(by) < DAY_MINUTES && !press.target.closest(WITH_HOURS)
    const row = isAcross ? rowAt(press.target) : undefined
    if (isAcross && row === undefined) return
    // Without this, Alt with an arrow makes browsers go back or forward.
    press.preventDefault()
    if (row === undefined) return carry(movedBy(from, by))
    const id = row.of === 'car' ? from.carro?.CODIGOCARRO : from.colaborador?.ID
    const other = rowBeside(id ?? row.id, Math.sign(by))
    if (other !== undefined) carry({ ...from, ...inRow(other) })
  }
  const onKeyUp = (press: KeyboardEvent) => {
    if (press.key !== 'Alt' || !carried) return
    const event = movable(carried.id)
    setCarried(null)
    if (event) settle(event, carried)
  }
  const onBlur = () => setCarried(null)

  return { carried, on: { onPointerDown, onKeyDown, onKeyUp, onBlur } }
}
