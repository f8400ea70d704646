import { dateBr, wallTime } from '../../shared/clock.ts'
import { serverNow } from '../api/clock.ts'
import { usePrinting } from './usePrinting.ts'

/** What paper says besides the title: what was searched and filtered, where that is not seen, and when it was printed. */
export function PrintNote({ narrowed = [] }: { narrowed?: string[] }) {
  const printing = usePrinting()
  return printing && <p className="print-note">{[...narrowed, `Impresso em ${dateBr(wallTime(serverNow()))}`].join(' · ')}</p>
}
