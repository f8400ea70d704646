import './loading.css'
import { messages } from '../../../shared/messages.ts'

/** Appears after a second of waiting, never over data. */
export const Loading = () => (
  <p className="loading" role="status">
    {messages.loading}
  </p>
)
