import { isDay } from '../../../shared/clock.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { isView, type View } from './periods.ts'

/** The view and the day in an address; by default the month of today. */
export function viewOf(search: URLSearchParams, today: string) {
  const [view, day] = [search.get('visao'), search.get('data')]
  return { view: isView(view) ? view : 'mes', day: isDay(day) ? day : today } as const
}

/** Keeps the view and the day in the URL. */
export function useCalendarView(today: string) {
  const [params, put] = useAddress()
  /** Navigates with a history entry. Without a day the address always means the current day. */
  const go = ({ view, day }: { view?: View; day?: string | null }) =>
    put({ ...(view && { visao: view }), ...(day !== undefined && { data: day }) }, true)
  return { ...viewOf(params, today), go }
}

export type Go = ReturnType<typeof useCalendarView>['go']
