import './message.css'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { failure } from '../../../shared/messages.ts'
import { sayFailure, type Failure } from '../../api/failure.ts'

interface Props {
  error: Failure
  /** Message when the server gives no reason. */
  failed: string
  /** Reassurance that the input is not lost, shown when the outcome is unknown. */
  kept?: string
  /** A button that resolves the problem. */
  children?: ReactNode
}

/** `ref` callback that scrolls a message into view when it appears in a form. */
export const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** The reason why a request failed. It is shown in place, because a toast disappears soon. */
export const Problem = ({ error, failed, kept, children }: Props) => (
  <div ref={intoView} className="problem" role="alert">
    <CircleAlert aria-hidden />
    <p>
      {error.mayBeDone ? (
        <>
          <strong>{sayFailure(error, failed)}</strong> {kept}
        </>
      ) : (
        <span>{sayFailure(error, failed)}</span>
      )}
      {error.message === failure(error.status) && failed && <small>{error.message}</small>}
    </p>
    {children}
  </div>
)
