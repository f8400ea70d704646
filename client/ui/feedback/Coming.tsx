import { messages } from '../../../shared/messages.ts'
import { answers, useLost } from '../../api/connection.ts'
import { Failure } from '../../api/failure.ts'
import { Failed } from './Failed.tsx'
import { Loading } from './Loading.tsx'

/** In the place of a part of a page that is still on its way, and says so when the server is away. */
export const Coming = () =>
  useLost() === null ? <Loading /> : <Failed title={messages.noAnswer} error={new Failure(0, messages.noAnswer)} retry={answers} />
