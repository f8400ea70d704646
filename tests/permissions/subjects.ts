// All calls of the golden file with their scenes.
import { scenes as account } from './account.ts'
import { scenes as dashboardsTrackProjects } from './dashboards-track-projects.ts'
import { scenes as money } from './money.ts'
import { scenes as people } from './people.ts'
import { scenes as registersAgenda } from './registers-agenda.ts'
import type { Scenes } from './scene.ts'
import { scenes as start } from './start.ts'

export const subjects: Scenes = { ...start, ...account, ...people, ...registersAgenda, ...money, ...dashboardsTrackProjects }
