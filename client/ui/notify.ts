// What is said at the top right for three seconds. The part that shows it is loaded after the page.
import type { ReactNode } from 'react'

export type Kind = 'success' | 'warn' | 'error' | 'info'

const say = (kind: Kind) => (message: ReactNode, lasting?: 'lasting') => void import('./Toasts.tsx').then(({ show }) => show(kind, message, lasting))

export const notify = { success: say('success'), warn: say('warn'), error: say('error'), info: say('info') }
