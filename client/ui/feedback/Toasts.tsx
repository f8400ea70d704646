import './toasts.css'
import { Notifications, notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { MouseEvent as Click } from 'react'

export type Kind = 'success' | 'warn' | 'error' | 'info'

export interface Extra {
  /** Stays until it is closed. */
  lasting?: boolean
  /** What can be done about it. */
  action?: { label: string; run: () => unknown }
}

const LIFETIME = 3000
/** With a button: reading it and going there takes longer. */
const WITH_ACTION = 8000
const icons = { success: CircleCheck, warn: TriangleAlert, error: CircleAlert, info: Info }

// A pointer that merely rests where a toast appears does not hold it: for the toast it comes only when it moves.
let resting = false
/** Where it was last, on the screen: what moves below it makes the browser say that it moved. */
let place = ''
const placeOf = ({ screenX, screenY }: MouseEvent) => `${screenX} ${screenY}`
if (typeof window === 'object') addEventListener('pointermove', (event) => !resting && (place = placeOf(event)), true)
const isToast = (target: EventTarget | null) => target instanceof Element && target.closest('.toasts') !== null
// Coming to a toast is also told as leaving what was there.
const unlessResting = (event: MouseEvent) => {
  if (resting && (isToast(event.target) || isToast(event.relatedTarget))) event.stopPropagation()
}
function rest() {
  if (resting) return
  resting = true
  const move = (event: PointerEvent) => {
    if (place === '' || placeOf(event) === place) return void (place = placeOf(event))
    resting = false
    removeEventListener('pointermove', move, true)
    if (isToast(event.target)) document.body.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: event.target }))
  }
  addEventListener('pointermove', move, true)
  addEventListener('mouseover', unlessResting, true)
  addEventListener('mouseout', unlessResting, true)
}

/** Each button is for what it was offered for; the last one with the same words takes the place of the one before. */
let offered = 0
const last = new Map<string, string>()

const idOf = (kind: Kind, message: string) => `${kind} ${message}`
export const hide = (kind: Kind, message: string) => notifications.hide(idOf(kind, message))

/** Says it once, however often it is told while it is shown. */
export function show(kind: Kind, message: string, { lasting = false, action }: Extra = {}) {
  const Icon = icons[kind]
  const said = idOf(kind, message)
  const id = action ? `${said} ${(offered += 1)}` : said
  if (action) {
    notifications.hide(last.get(said) ?? '')
    last.set(said, id)
  }
  /** Where the focus was before it came to the button. */
  let before: EventTarget | null = null
  const act = ({ currentTarget: button }: Click<HTMLElement>) => {
    // The focus would go with it, later than what is done sees to it.
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    else button.blur()
    notifications.hide(id)
    action?.run()
  }
  rest()
  notifications.show({
    id,
    message: (
      <>
        <span>{message}</span>
        {action && (
          <button type="button" onFocus={({ relatedTarget }) => (before = relatedTarget)} onClick={act}>
            {action.label}
          </button>
        )}
      </>
    ),
    icon: <Icon aria-hidden />,
    autoClose: lasting ? false : action ? WITH_ACTION : LIFETIME,
    role: kind === 'success' || kind === 'info' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': 'Fechar' },
    'data-kind': kind,
  })
}

/** Where they appear; they stay while pointed at or focused. */
export default function Toasts() {
  return <Notifications className="toasts" position="top-right" containerWidth={336} zIndex={500} limit={4} />
}
