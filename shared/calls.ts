// THE TABLE. Every call that exists; a pair that is not here is 404 and never reaches the upstream.
import { auth } from './auth.ts'
import { calendar } from './calendar.ts'
import { cars } from './cars.ts'
import { clients } from './clients.ts'
import { commissions } from './commissions.ts'
import { compromises } from './compromises.ts'
import { departments } from './departments.ts'
import { home } from './home.ts'
import { ledger } from './ledger.ts'
import { nfse } from './nfse.ts'
import { overview } from './overview.ts'
import { panel } from './panel.ts'
import { pending } from './pending.ts'
import { projects } from './projects.ts'
import { regions } from './regions.ts'
import { serviceHours } from './service-hours.ts'
import { sessions } from './sessions.ts'
import { sprints } from './sprints.ts'
import { tasks } from './tasks.ts'
import { trackDashboards } from './track-dashboards.ts'
import { track } from './track.ts'
import { userTasks } from './user-tasks.ts'
import { users } from './users.ts'

export const calls = [
  ...auth,
  ...home,
  ...clients,
  ...cars,
  ...tasks,
  ...departments,
  ...regions,
  ...users,
  ...sessions,
  ...compromises,
  ...calendar,
  ...panel,
  ...userTasks,
  ...nfse,
  ...ledger,
  ...serviceHours,
  ...commissions,
  ...sprints,
  ...trackDashboards,
  ...pending,
  ...overview,
  ...track,
  ...projects,
]

export type Calls = (typeof calls)[number]
export type CallName = Calls['name']
export type CallOf<N extends CallName> = Extract<Calls, { name: N }>
