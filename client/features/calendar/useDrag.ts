// What is carried over the calendar, by a mouse or by Alt and the arrows: a new appointment's span, one to another place, its end to another hour.
import { useState, type KeyboardEvent, type PointerEvent as Press } from 'react'
import { dayOf, hourAt, movedBy, SLOT, spanOfDays, spanOfHours, stretchedTo, type Span } from './spans.ts'
import { DAY_MINUTES, minutes, shown, type Shown } from './layout.ts'

/** px that a pointer may move and still click. */
const SLACK = 4
/** Minutes that an arrow moves by. */
const ARROWS = new Map([
  ['ArrowUp', -SLOT],
  ['ArrowDown', SLOT],
  ['ArrowLeft', -DAY_MINUTES],
  ['ArrowRight', DAY_MINUTES],
])

interface Rights {
  /** Of an id: undefined where it cannot be moved. */
  movable: (id: number) => Shown | undefined
  /** Absent: nothing may be begun. `person`: of whose row; undefined: of nobody's. */
  create: ((span: Span, person?: number) => unknown) | undefined
  /** Puts it elsewhere. */
  move: (from: Shown, to: Shown) => unknown
  /** ms. */
  now: number
}

/** A place of the calendar says its day (data-day), and its first and last hour where there are hours (data-hours). */
const WITH_HOURS = '[data-hours]'
const WITH_DAY = '[data-day]'

/** The person whose row a place is in; undefined: the view has no rows of people. */
const personAt = (element: Element) => Number(element.closest<HTMLElement>('[data-person]')?.dataset['person']) || undefined

interface Point {
  /** Minutes of the wall; where there are days only, midnight. */
  minute: number
  person: number | undefined
}
/** Where a point of the window lies. Null: beside the calendar. */
function placeAt({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>, timed: boolean): Point | null {
  // Not the topmost: a bar that begins on another day may lie over it.
  const place = document.elementsFromPoint(clientX, clientY).find((element) => element.matches(timed ? WITH_HOURS : WITH_DAY))
  if (!(place instanceof HTMLElement)) return null
  const midnight = minutes(`${place.dataset['day']}T00:00:00`)
  const person = personAt(place)
  if (!timed) return { minute: midnight, person }
  const [from = 0, to = 0] = (place.dataset['hours'] ?? '').split(' ').map((hour) => Number(hour) * 60)
  const { top, height } = place.getBoundingClientRect()
  return { minute: midnight + from + ((to - from) * (clientY - top)) / height, person }
}

const swallow = (click: Event) => click.stopPropagation()

const whose = (person: number | undefined) => (person ? { colaborador: { ID: person, NOMECOMPLETOUSUARIO: null } } : {})
const isOther = (a: Shown, b: Shown) => a.colaborador?.ID !== b.colaborador?.ID

interface Following {
  /** At every step, once it is more than a click. */
  move: (to: PointerEvent) => void
  /** It is over, or was taken back. */
  stop: () => void
  /** It was let go of. `dragged`: more than a click. */
  drop: (up: PointerEvent, dragged: boolean) => void
}

/** Follows a press to its end. A finger that moves scrolls; Esc takes it back. */
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
      // The click that follows would open what was let go of.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, true))
    }
    if (!cancelled) drop(up, dragged)
  })
}

export function useDrag({ movable, create, move, now }: Rights) {
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

    const person = personAt(target)
    const newOne = (to: number) => (timed ? spanOfHours(grabbed, to) : spanOfDays(dayOf(Math.min(grabbed, to)), dayOf(Math.max(grabbed, to)), now))
    const at = ({ minute, person: row }: Point) => {
      if (!event) return shown({ id: 0, name: 'Novo Compromisso', color: null, ...newOne(minute), ...whose(person) })
      if (target.matches('[data-edge]')) return stretchedTo(event, minute)
      // In another row it becomes that person's.
      return movedBy({ ...event, ...(row !== person && whose(row)) }, minute - grabbed)
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
          if (dragged) settle(event, at(place))
          return
        }
        // Whence the form opens, and where the focus returns to: the day's own button.
        target.closest('li')?.querySelector('button')?.focus({ preventScroll: true })
        create?.(dragged || !timed ? newOne(place.minute) : hourAt(grabbed), person)
      },
    })
  }
  const settle = (from: Shown, to: Shown) => {
    if (from.start !== to.start || from.end !== to.end || isOther(from, to)) void move(from, to)
  }

  const onKeyDown = (press: KeyboardEvent) => {
    if (!(press.target instanceof Element)) return
    if (carried && press.key === 'Escape') return setCarried(null)
    const by = ARROWS.get(press.key)
    const event = eventOf(press.target)
    if (!press.altKey || !by || !event || (Math.abs(by) < DAY_MINUTES && !press.target.closest(WITH_HOURS))) return
    // The browser's Back.
    press.preventDefault()
    carry(movedBy(carried ?? event, by))
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
