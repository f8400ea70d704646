import './loading.css'
import { messages } from '../../../shared/messages.ts'

/** Message that appears after a second of waiting. It never covers data. */
export const Loading = () => (
  <p className="loading" role="status">
    {messages.loading}
  </p>
)
