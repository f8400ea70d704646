import './message.css'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { failure } from '../../../shared/messages.ts'
import { sayFailure, type Failure } from '../../api/failure.ts'

interface Props {
  error: Failure
  /** What is said where the server says nothing. */
  failed: string
  /** What nobody has lost by it. */
  kept?: string
  /** A way out. */
  children?: ReactNode
}

/** What comes into a form has to be seen, however long it is. */
export const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Why what was sent was not done, in place: a toast alone is gone soon. */
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
