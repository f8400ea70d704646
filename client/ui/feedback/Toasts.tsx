import './toasts.css'
import { Notifications, notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { MouseEvent as Click } from 'react'

export type Kind = 'success' | 'warn' | 'error' | 'info'

export interface Extra {
  /** True for a toast that stays until the person closes it. */
  lasting?: boolean
  /** A button in the toast, such as 'Desfazer'. */
  action?: { label: string; run: () => unknown }
}

const LIFETIME = 3000
/** Toasts with a button stay longer, because it takes time to read the message and reach the button. */
const WITH_ACTION = 8000
const icons = { success: CircleCheck, warn: TriangleAlert, error: CircleAlert, info: Info }

// True while the pointer rests. A resting pointer must not hold a toast that appears under it, but a moving one does.
let resting = false
/** The pointer's last position on the screen, because browsers report a move even when only the page below the pointer moves. */
let place = ''
const placeOf = ({ screenX, screenY }: MouseEvent) => `${screenX} ${screenY}`
if (typeof window === 'object') addEventListener('pointermove', (event) => !resting && (place = placeOf(event)), true)
const isToast = (target: EventTarget | null) => target instanceof Element && target.closest('.toasts') !== null
// Entering a toast is also reported as leaving the element below, so both targets are checked.
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

/**
 * Toasts with a button get an id with this counter, because each button acts on its own record. The newest toast replaces an earlier one with the
 * same text.
 */
let offered = 0
const last = new Map<string, string>()

const idOf = (kind: Kind, message: string) => `${kind} ${message}`
export const hide = (kind: Kind, message: string) => notifications.hide(idOf(kind, message))

/** Shows a toast. A message that is reported again while it is shown does not appear twice. */
export function show(kind: Kind, message: string, { lasting = false, action }: Extra = {}) {
  const Icon = icons[kind]
  const said = idOf(kind, message)
  const id = action ? `${said} ${(offered += 1)}` : said
  if (action) {
    notifications.hide(last.get(said) ?? '')
    last.set(said, id)
  }
  /** The element that had the focus before the toast's button. */
  let before: EventTarget | null = null
  const act = ({ currentTarget: button }: Click<HTMLElement>) => {
    // The focus must leave the toast before the toast disappears. Otherwise the focus that `action` has placed elsewhere would be lost.
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

/** Container of the toasts. They stay while they are hovered or focused. */
export default function Toasts() {
  return <Notifications className="toasts" position="top-right" containerWidth={336} zIndex={500} limit={4} />
}
