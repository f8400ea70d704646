import { Button } from '@mantine/core'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { wallTime } from '../../../shared/clock.ts'
import type { Failure } from '../../api/failure.ts'
import { Message } from './Message.tsx'

/** Something did not load: what, why, when, and the way to ask again. */
export const Failed = ({ title, error, retry }: { title: string; error: Failure; retry: () => unknown }) => (
  <Message
    danger
    icon={TriangleAlert}
    // Without an answer nobody knows of the database.
    title={error.status === 0 ? error.message : title}
    action={
      <Button variant="default" size="sm" leftSection={<RotateCw aria-hidden />} onClick={() => void retry()}>
        Tentar novamente
      </Button>
    }
  >
    {error.status !== 0 && error.message !== title && `${error.message} · `}
    {wallTime(error.at).slice(11)}
  </Message>
)
