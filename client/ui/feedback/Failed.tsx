import { Button } from '@mantine/core'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { wallTime } from '../../../shared/clock.ts'
import type { Failure } from '../../api/failure.ts'
import { FilterButton } from '../form/FilterButton.tsx'
import { Message } from './Message.tsx'

/** Statuses whose message is used as the title, because it already says what failed. */
const OWN = [0, 400, 403, 404]

interface Props {
  title: string
  error: Failure
  retry: () => unknown
  /** Opens the filter of the request. Offered instead of a retry if the filter is malformed, because a retry would send it again. */
  filter?: (() => void) | undefined
}

/** Error message for data that failed to load: what failed, why and when, with a button to retry. */
export const Failed = ({ title, error, retry, filter }: Props) => (
  <Message
    danger
    icon={TriangleAlert}
    // The default title blames the database. Without an answer the cause is not known, and for an invalid request the title would be wrong.
    title={OWN.includes(error.status) ? error.message : title}
    action={
      error.status === 400 && filter ? (
        <FilterButton count={0} open={filter} />
      ) : error.status === 403 ? null : (
        <Button variant="default" size="sm" leftSection={<RotateCw aria-hidden />} onClick={() => void retry()}>
          Tentar novamente
        </Button>
      )
    }
  >
    {!OWN.includes(error.status) && error.message !== title && `${error.message} · `}
    {wallTime(error.at).slice(11)}
  </Message>
)
