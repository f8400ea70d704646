import { WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { DAY, dayBr, hourBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { useBoot } from '../../boot.ts'
import type { useWall } from './useWall.ts'

const LAST_DAYS = 14 * DAY

/** Footer that shows how old the data is, and warns before the television's session ends. `children` is the legend of the dots. */
export function WallFooter({
  now,
  last,
  offline,
  blank,
  children,
}: Pick<ReturnType<typeof useWall>, 'now' | 'last' | 'offline' | 'blank'> & { children: ReactNode }) {
  const { ends } = useBoot()
  return (
    <footer data-offline={offline || undefined}>
      <p role="status">
        {offline ? (
          <>
            <WifiOff aria-hidden />
            Sem conexão desde {hourBr(wallTime(last))}.{!blank && ' Mostrando os últimos dados recebidos.'}
          </>
        ) : (
          <>
            <i className="wall-dot" aria-hidden />
            Atualizado às {hourBr(wallTime(last))}
          </>
        )}
      </p>
      {ends !== null && ends - now < LAST_DAYS && (
        <p className="wall-ends">O acesso desta TV termina em {dayBr(wallDay(ends))}: entre de novo antes.</p>
      )}
      {children}
    </footer>
  )
}
