import { dateBr, wallTime } from '../../shared/clock.ts'
import { serverNow } from '../api/clock.ts'
import { usePrinting } from './usePrinting.ts'

/** Note printed below the title: the search and filters, which nothing else on paper shows, and the time of printing. */
export function PrintNote({ narrowed = [] }: { narrowed?: string[] }) {
  const printing = usePrinting()
  return printing && <p className="print-note">{[...narrowed, `Impresso em ${dateBr(wallTime(serverNow()))}`].join(' · ')}</p>
}
