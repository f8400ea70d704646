import { Button } from '@mantine/core'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { wallTime } from '../../../shared/clock.ts'
import type { Failure } from '../../api/failure.ts'
import { FilterButton } from '../form/FilterButton.tsx'
import { Message } from './Message.tsx'

/** What says by itself what failed. */
const OWN = [0, 400, 403, 404]

interface Props {
  title: string
  error: Failure
  retry: () => unknown
  /** Opens the filter that it was asked with: what was asked wrong is refused again. */
  filter?: (() => void) | undefined
}

/** Something did not load: what, why, when, and the way to ask again. */
export const Failed = ({ title, error, retry, filter }: Props) => (
  <Message
    danger
    icon={TriangleAlert}
    // Without an answer nobody knows of the database, and what was asked wrong is not its fault.
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
