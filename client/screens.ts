// Page → its module and what it asks for on entering; outside the lazy module, so data and code load together.
import type { ComponentType } from 'react'
import type { Page } from '../shared/pages.ts'
import type { Ask } from './api.ts'

interface Loaded {
  /** The module that `load` imports, as the build's manifest names it: what the server tells the browser to fetch early. */
  module: string
  load: () => Promise<{ default: ComponentType }>
}

interface Screen extends Loaded {
  enter?: (tools: { ask: Ask }) => Promise<unknown>
}

export const screens: Record<Page, Screen> = {
  '/': { module: 'client/login/Login.tsx', load: () => import('./login/Login.tsx') },
  '/home': { module: 'client/home/Home.tsx', load: () => import('./home/Home.tsx'), enter: ({ ask }) => ask('GET /dash/Home') },
  '/clientes': { module: 'client/clients/Clients.tsx', load: () => import('./clients/Clients.tsx'), enter: ({ ask }) => ask('GET /clients') },
  '/carros': { module: 'client/cars/Cars.tsx', load: () => import('./cars/Cars.tsx'), enter: ({ ask }) => ask('GET /cars') },
  '/onde-estou': {
    module: 'client/compromises/Compromises.tsx',
    load: () => import('./compromises/Compromises.tsx'),
    enter: ({ ask }) => ask('GET /datatocompromise'),
  },
  '/regioes': { module: 'client/regions/Regions.tsx', load: () => import('./regions/Regions.tsx'), enter: ({ ask }) => ask('GET /region') },
  '/atividades': { module: 'client/tasks/Tasks.tsx', load: () => import('./tasks/Tasks.tsx'), enter: ({ ask }) => ask('GET /tasks') },
  '/usuarios': { module: 'client/users/Users.tsx', load: () => import('./users/Users.tsx'), enter: ({ ask }) => ask('GET /users') },
  '/departamentos': {
    module: 'client/departments/Departments.tsx',
    load: () => import('./departments/Departments.tsx'),
    enter: ({ ask }) => ask('GET /department'),
  },
  '/calendario': { module: 'client/calendar/Calendar.tsx', load: () => import('./calendar/Calendar.tsx') },
  '/painel-onde-estou': {
    module: 'client/panel/Panel.tsx',
    load: () => import('./panel/Panel.tsx'),
    enter: ({ ask }) => ask('GET /dash/painelOndeEstou'),
  },
}

/** The frame around every page but the sign-in's and the wall's, which load without it. */
export const shell: Loaded = { module: 'client/shell/Shell.tsx', load: () => import('./shell/Shell.tsx') }
