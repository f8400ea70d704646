// Bell with the number of unread notices, and the list of notices behind it.
import { Popover } from '@mantine/core'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { read } from '../../api/request.ts'
import { useMay, useMe } from '../../boot.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { numberBr } from '../../ui/number.ts'
import { useUnread } from './unread.ts'

const List = lazyPart(() => import('./List.tsx'))

/** Nothing if the API has no notices. */
export function Bell() {
  const me = useMe()
  const [opened, setOpened] = useState(false)
  const count = useUnread(me.avisos)
  const tracks = useMay()('GET /track/check')
  const asks = count !== undefined && !tracks
  useEffect(() => {
    if (!asks) return undefined
    // When a tab becomes visible again, any request will do, because every response tells the number. Pages with a timer send one already.
    const look = () => void (document.visibilityState === 'visible' && read('GET /notices').catch(() => undefined))
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [asks])
  if (count === undefined) return null
  const label = count === 0 ? 'Avisos' : `Avisos, ${numberBr(count)} ${count === 1 ? 'não lido' : 'não lidos'}`
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} zIndex="var(--z-popover)" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className="top-tasks" aria-label={label} title="Avisos" onClick={() => setOpened(!opened)}>
          <BellIcon aria-hidden />
          {count > 0 && (
            <span aria-hidden data-new>
              {numberBr(count)}
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Avisos">
        {opened && <List close={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}
