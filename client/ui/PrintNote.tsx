import { dateBr, wallTime } from '../../shared/clock.ts'
import { serverNow } from '../api/clock.ts'
import { usePrinting } from './usePrinting.ts'

/** Printed note below the title: the search and filters that are not visible otherwise, and the time of printing. */
export function PrintNote({ narrowed = [] }: { narrowed?: string[] }) {
  const printing = usePrinting()
  return printing && <p className="print-note">{[...narrowed, `Impresso em ${dateBr(wallTime(serverNow()))}`].join(' · ')}</p>
}
