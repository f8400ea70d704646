import { useSearchParams } from 'react-router'
import { isDay } from '../../../shared/clock.ts'
import { isView, type View } from './periods.ts'

/** Which view of which day an address names; what it does not know is the month of today. */
export function placeOf(search: URLSearchParams, today: string) {
  const [view, day] = [search.get('visao'), search.get('data')]
  return { view: isView(view) ? view : 'mes', day: isDay(day) ? day : today } as const
}

/** The same, in the URL. */
export function usePlace(today: string) {
  const [params, setParams] = useSearchParams()
  /** A step in the browser's history. Without a day: today, also tomorrow. */
  const go = (to: { view?: View; day?: string | null }) =>
    setParams(
      (now) => {
        if (to.view) now.set('visao', to.view)
        if (to.day) now.set('data', to.day)
        if (to.day === null) now.delete('data')
        return now
      },
      { preventScrollReset: true },
    )
  return { ...placeOf(params, today), go }
}

export type Go = ReturnType<typeof usePlace>['go']
