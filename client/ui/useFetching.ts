import { useState } from 'react'
import { messages } from '../../shared/messages.ts'
import { Failure, sayFailure } from '../api/failure.ts'
import { notify } from './feedback/notify.ts'

/**
 * Runs a request that a click starts. On a failure, a toast shows the server's message or `failed`, and undefined is returned. A missing record
 * counts as a failure. `problem` is the last failure.
 */
export function useFetching() {
  const [loading, setLoading] = useState(false)
  const [problem, setProblem] = useState<Failure | null>(null)
  const fetched = async <T>(ask: () => Promise<T | undefined>, failed = '') => {
    setLoading(true)
    setProblem(null)
    try {
      const answer = await ask()
      if (answer === undefined) notify.error(messages.notFound)
      return answer
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      // No form shows the errors of single fields here, so the toast shows the first one.
      const [why] = Object.values(error.fields)
      if (error.status !== 401) notify.error(why ?? sayFailure(error, failed))
      setProblem(error)
      return undefined
    } finally {
      setLoading(false)
    }
  }
  return { loading, problem, fetched }
}
