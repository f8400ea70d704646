import { useSearchParams } from 'react-router'
import { isDay, isView, type View } from './periods.ts'

/** Which view of which day, in the URL; what the URL does not know is the month of today. */
export function usePlace(today: string) {
  const [params, setParams] = useSearchParams()
  const [view, day] = [params.get('visao'), params.get('data')]
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
  return { view: isView(view) ? view : 'mes', day: isDay(day) ? day : today, go } as const
}

export type Go = ReturnType<typeof usePlace>['go']
