import './message.css'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Message in place of missing content: what it means, and what to do next. `danger` marks a failure. */
export function Message({
  icon: Icon,
  title,
  danger = false,
  action,
  children,
}: {
  icon: LucideIcon
  title: string
  danger?: boolean
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="message" role={danger ? 'alert' : undefined}>
      <Icon aria-hidden {...(danger && { className: 'message-danger' })} />
      <strong>{title}</strong>
      <p>{children}</p>
      {action}
    </div>
  )
}
