import { dayBr, isDay } from '../../../shared/clock.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

export const blank = { startdate: '', enddate: '', user: [] as number[] }

/** The request for an address: the person's own entries unless the address names another person. Invalid days fall back to the last 90 days. */
export function askedOf({ startdate, enddate, user: [user] }: typeof blank, me: number) {
  const isPeriod = isDay(startdate) && isDay(enddate) && startdate <= enddate
  return { query: { user: String(user ?? me), ...(isPeriod && { startdate, enddate }) } }
}

/** The list's filter and its chips. Supervisors may choose a person; the options load when `looked` becomes true. */
export function useTimeFilter(looked: boolean) {
  const me = useMe()
  const filter = useFilter(blank)
  const mayChoose = useMay()('GET /userstofilter') && me.supervisor === 'S'
  const [user] = filter.values.user
  const lists = useCall(mayChoose && (looked || user !== undefined) ? 'GET /userstofilter' : null)
  const people = optionsOf.people(lists.data)
  const { query } = askedOf(filter.values, me.id)
  const chips = [
    ...('startdate' in query
      ? [
          {
            of: 'days',
            label: `${dayBr(query.startdate ?? '')} a ${dayBr(query.enddate ?? '')}`,
            clear: () => filter.apply({ startdate: '', enddate: '' }),
          },
        ]
      : []),
    ...(user === undefined || user === me.id
      ? []
      : [{ of: 'user', label: people?.find(({ value }) => value === user)?.label ?? `Código ${user}`, clear: () => filter.clear('user') }]),
  ]
  return { filter, query, chips, lists, people, mayChoose, isOwn: user === undefined || user === me.id }
}
