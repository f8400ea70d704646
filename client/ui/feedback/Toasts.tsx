import './toasts.css'
import { Notifications, notifications } from '@mantine/notifications'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type Kind = 'success' | 'warn' | 'error' | 'info'

const LIFETIME = 3000
const icons = { success: CircleCheck, warn: TriangleAlert, error: CircleAlert, info: Info }

export function show(kind: Kind, message: ReactNode, lasting?: 'lasting') {
  const Icon = icons[kind]
  notifications.show({
    message,
    icon: <Icon aria-hidden />,
    autoClose: lasting ? false : LIFETIME,
    role: kind === 'success' || kind === 'info' ? 'status' : 'alert',
    closeButtonProps: { 'aria-label': 'Fechar' },
    'data-kind': kind,
  })
}

/** Where they appear; they stay while pointed at or focused. */
export default function Toasts() {
  return <Notifications className="toasts" position="top-right" containerWidth={400} zIndex={500} limit={4} />
}
