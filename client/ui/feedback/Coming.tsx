import { messages } from '../../../shared/messages.ts'
import { answers, useLost } from '../../api/connection.ts'
import { Failure } from '../../api/failure.ts'
import { Failed } from './Failed.tsx'
import { Loading } from './Loading.tsx'

/** Placeholder for a part of a page that is still loading. While the server does not answer, it shows an error. */
export const Coming = () =>
  useLost() === null ? <Loading /> : <Failed title={messages.noAnswer} error={new Failure(0, messages.noAnswer)} retry={answers} />
