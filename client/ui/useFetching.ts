import { useState } from 'react'
import { messages } from '../../shared/messages.ts'
import { Failure, sayFailure } from '../api/failure.ts'
import { notify } from './feedback/notify.ts'

/**
 * Reads, or sends, what a click asks for. What fails is said, in the server's words or those of `failed`, and gives undefined; so is a record that is
 * gone. `problem`: what the last one failed with.
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
      // Where no form shows what is wrong with which field, the first one says it.
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
