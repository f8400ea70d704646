// THE TABLE of all calls. A request with any other method and path is answered 404 and never reaches the upstream.
import { account } from './features/account.ts'
import { aging } from './features/aging.ts'
import { auth } from './features/auth.ts'
import { bankFiles } from './features/bank-files.ts'
import { calendar } from './features/calendar.ts'
import { cancellation } from './features/cancellation.ts'
import { cars } from './features/cars.ts'
import { clients } from './features/clients.ts'
import { commissionClosings } from './features/commission-closings.ts'
import { commissions } from './features/commissions.ts'
import { appointments } from './features/appointments.ts'
import { departments } from './features/departments.ts'
import { home } from './features/home.ts'
import { ledger } from './features/ledger.ts'
import { nfse } from './features/nfse.ts'
import { nfseMonth } from './features/nfse-month.ts'
import { secondFactor } from './features/second-factor.ts'
import { secondCopy } from './features/second-copy.ts'
import { notices } from './features/notices.ts'
import { overview } from './features/overview.ts'
import { wall } from './features/wall.ts'
import { pendingBoard } from './features/pending-board.ts'
import { projects } from './features/projects.ts'
import { regions } from './features/regions.ts'
import { serviceHours } from './features/service-hours.ts'
import { sessions } from './features/sessions.ts'
import { sprints } from './features/sprints.ts'
import { activities } from './features/activities.ts'
import { trackDashboards } from './features/track-dashboards.ts'
import { track } from './features/track.ts'
import { trackMonths } from './features/track-months.ts'
import { trackVisits } from './features/track-visits.ts'
import { userTasks } from './features/user-tasks.ts'
import { users } from './features/users.ts'

export const calls = [
  ...auth,
  ...secondFactor,
  ...account,
  ...notices,
  ...home,
  ...clients,
  ...cars,
  ...activities,
  ...departments,
  ...regions,
  ...users,
  ...sessions,
  ...appointments,
  ...calendar,
  ...wall,
  ...userTasks,
  // Before NFS-e, whose {id} would take these names for ids.
  ...bankFiles,
  ...nfseMonth,
  ...nfse,
  ...secondCopy,
  ...cancellation,
  ...ledger,
  ...serviceHours,
  ...commissions,
  ...commissionClosings,
  ...sprints,
  ...trackDashboards,
  ...pendingBoard,
  ...overview,
  ...aging,
  ...track,
  ...trackMonths,
  ...trackVisits,
  ...projects,
]

export type Calls = (typeof calls)[number]
export type CallName = Calls['name']
export type CallOf<N extends CallName> = Extract<Calls, { name: N }>
