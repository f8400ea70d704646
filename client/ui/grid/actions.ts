import type { LucideIcon } from 'lucide-react'
import type { LinkProps } from 'react-router'

/** An action on a row, shown as a button or as an item of the row's menu. */
export interface Action<T> {
  label: string
  icon: LucideIcon
  run?: (row: T) => unknown
  /** Target of an action that only navigates. The action is then a link, which can also be opened in another tab. */
  link?: (row: T) => Pick<LinkProps, 'to' | 'state'> | undefined
  /** Whether the action is disabled for this row. */
  off?: (row: T) => boolean
  /** Whether the action is hidden for this row, because another action takes its place. */
  hidden?: (row: T) => boolean
}
