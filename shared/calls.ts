// THE TABLE. Every call that exists; a pair that is not here is 404 and never reaches the upstream.
import { auth } from './auth.ts'
import { clients } from './clients.ts'
import { home } from './home.ts'
import { overview } from './overview.ts'
import { panel } from './panel.ts'
import { pending } from './pending.ts'
import { projects } from './projects.ts'
import { sprints } from './sprints.ts'
import { track } from './track.ts'
import { trackDashboards } from './track-dashboards.ts'
import { users } from './users.ts'

export const calls = [
  ...auth,
  ...home,
  ...clients,
  ...panel,
  ...sprints,
  ...trackDashboards,
  ...pending,
  ...overview,
  ...track,
  ...projects,
  ...users,
]

export type Calls = (typeof calls)[number]
export type CallName = Calls['name']
export type CallOf<N extends CallName> = Extract<Calls, { name: N }>
