import { isDay } from '../../../shared/clock.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { isView, type View } from './periods.ts'

/** Which view of which day an address names; what it does not know is the month of today. */
export function placeOf(search: URLSearchParams, today: string) {
  const [view, day] = [search.get('visao'), search.get('data')]
  return { view: isView(view) ? view : 'mes', day: isDay(day) ? day : today } as const
}

/** The same, in the URL. */
export function usePlace(today: string) {
  const [params, put] = useAddress()
  /** A step in the browser's history. Without a day: today, also tomorrow. */
  const go = ({ view, day }: { view?: View; day?: string | null }) =>
    put({ ...(view && { visao: view }), ...(day !== undefined && { data: day }) }, true)
  return { ...placeOf(params, today), go }
}

export type Go = ReturnType<typeof usePlace>['go']
