import { dayBr, isDay } from '../../../shared/clock.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay, useMe } from '../../boot.ts'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { optionsOf } from '../options.ts'

export const blank = { startdate: '', enddate: '', user: [] as number[] }

/** What an address asks for: of oneself, unless it names another; days that are none are those of the last 90. */
export function askedOf({ startdate, enddate, user: [user] }: typeof blank, me: number) {
  const isPeriod = isDay(startdate) && isDay(enddate) && startdate <= enddate
  return { query: { user: String(user ?? me), ...(isPeriod && { startdate, enddate }) } }
}

/** The list's filter, whom a supervisor may choose as soon as that is `looked` at, and the chips that name both. */
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
