import { Button } from '@mantine/core'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { wallTime } from '../../../shared/clock.ts'
import type { Failure } from '../../api/failure.ts'
import { Message } from './Message.tsx'

/** What says by itself what failed. */
const OWN = [0, 400]

/** Something did not load: what, why, when, and the way to ask again. */
export const Failed = ({ title, error, retry }: { title: string; error: Failure; retry: () => unknown }) => (
  <Message
    danger
    icon={TriangleAlert}
    // Without an answer nobody knows of the database, and what was asked wrong is not its fault.
    title={OWN.includes(error.status) ? error.message : title}
    action={
      <Button variant="default" size="sm" leftSection={<RotateCw aria-hidden />} onClick={() => void retry()}>
        Tentar novamente
      </Button>
    }
  >
    {!OWN.includes(error.status) && error.message !== title && `${error.message} · `}
    {wallTime(error.at).slice(11)}
  </Message>
)
