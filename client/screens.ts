// Page → its module and what it asks for on entering; outside the lazy module, so data and code load together.
import type { ComponentType } from 'react'
import type { CallName } from '../shared/calls.ts'
import type { Page } from '../shared/pages.ts'
import type { Ask } from './api/address.ts'

export interface Loaded {
  /** The module that `load` imports, as the build's manifest names it: what the server tells the browser to fetch early. Left out of the browser's code. */
  module: string | false
  load: () => Promise<{ default: ComponentType; drawn?: Drawn }>
}

/** What a page brings along that its screen asks for by itself in the browser. `search`: of its address; `now`: the server's time, ms; `me`: who it is drawn for. */
export type Drawn = (tools: { ask: Ask; search: URLSearchParams; now: number; me: number }) => Promise<unknown>

export interface Screen extends Loaded {
  enter?: (tools: { ask: Ask; may: (call: CallName) => boolean }) => Promise<unknown>
}

const onServer = import.meta.env.SSR

export const screens: Record<Page, Screen> = {
  '/': { module: onServer && 'client/features/login/Login.tsx', load: () => import('./features/login/Login.tsx') },
  '/home': {
    module: onServer && 'client/features/home/Home.tsx',
    load: () => import('./features/home/Home.tsx'),
    enter: ({ ask }) => ask('GET /dash/Home'),
  },
  '/clientes': {
    module: onServer && 'client/features/clients/Clients.tsx',
    load: () => import('./features/clients/Clients.tsx'),
    enter: ({ ask }) => ask('GET /clients'),
  },
  '/carros': {
    module: onServer && 'client/features/cars/Cars.tsx',
    load: () => import('./features/cars/Cars.tsx'),
    enter: ({ ask }) => ask('GET /cars'),
  },
  '/onde-estou': {
    module: onServer && 'client/features/appointments/Appointments.tsx',
    load: () => import('./features/appointments/Appointments.tsx'),
    enter: ({ ask }) => ask('GET /datatocompromise'),
  },
  '/regioes': {
    module: onServer && 'client/features/regions/Regions.tsx',
    load: () => import('./features/regions/Regions.tsx'),
    enter: ({ ask }) => ask('GET /region'),
  },
  '/atividades': {
    module: onServer && 'client/features/activities/Activities.tsx',
    load: () => import('./features/activities/Activities.tsx'),
    enter: ({ ask }) => ask('GET /tasks'),
  },
  '/usuarios': {
    module: onServer && 'client/features/users/Users.tsx',
    load: () => import('./features/users/Users.tsx'),
    enter: ({ ask }) => ask('GET /users'),
  },
  '/departamentos': {
    module: onServer && 'client/features/departments/Departments.tsx',
    load: () => import('./features/departments/Departments.tsx'),
    enter: ({ ask }) => ask('GET /department'),
  },
  '/calendario': { module: onServer && 'client/features/calendar/Calendar.tsx', load: () => import('./features/calendar/Calendar.tsx') },
  '/track': {
    module: onServer && 'client/features/track/Track.tsx',
    load: () => import('./features/track/Track.tsx'),
  },
  '/dash-track': {
    module: onServer && 'client/features/track-dashboards/TrackDashboard.tsx',
    load: () => import('./features/track-dashboards/TrackDashboard.tsx'),
  },
  '/dash-track-analytic': {
    module: onServer && 'client/features/track-dashboards/TrackAnalytic.tsx',
    load: () => import('./features/track-dashboards/TrackAnalytic.tsx'),
  },
  '/dash-sprint': { module: onServer && 'client/features/sprints/Sprint.tsx', load: () => import('./features/sprints/Sprint.tsx') },
  '/dash-planejado-efetivado': {
    module: onServer && 'client/features/sprints/Goal.tsx',
    load: () => import('./features/sprints/Goal.tsx'),
  },
  '/dash-emergentes-projeto': {
    module: onServer && 'client/features/sprints/Emergent.tsx',
    load: () => import('./features/sprints/Emergent.tsx'),
  },
  '/painel-onde-estou': {
    module: onServer && 'client/features/wall/Wall.tsx',
    load: () => import('./features/wall/Wall.tsx'),
    enter: ({ ask }) => ask('GET /dash/painelOndeEstou'),
  },
}

/** The frame around every page but the sign-in's and the wall's, which load without it. */
export const shell: Screen = {
  module: onServer && 'client/shell/Shell.tsx',
  load: () => import('./shell/Shell.tsx'),
  // The time that runs stands on every page.
  enter: async ({ ask, may }) => may('GET /track/check') && ask('GET /track/check'),
}

/** What an address shows that no page has. */
export const notFound: Loaded = { module: onServer && 'client/shell/NotFound.tsx', load: () => import('./shell/NotFound.tsx') }

const parts = new Map<string, Loaded>(Object.entries({ ...screens, shell, 'not-found': notFound }))
/** What a route of router.tsx draws. */
export const partOf = (route = '') => parts.get(route)
