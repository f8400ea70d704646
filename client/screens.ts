// Maps each page to its module and to the requests it makes on entering. This file is not part of the lazy modules, so that a page's data and code
// load in parallel. The sign-in page does not load this file (parts.ts), because the sign-in is followed by a full page load.
import type { Page } from '../shared/pages.ts'
import type { Screen, SIGN_IN } from './parts.ts'

const onServer = import.meta.env.SSR

/** Requests the person's ended appointments without time. A page is shown without them if the request fails. */
const enterVisits: NonNullable<Screen['enter']> = async ({ ask, may }) => {
  if (may('GET /track-visits')) await ask('GET /track-visits').catch(() => undefined)
}

export const screens: Record<Exclude<Page, typeof SIGN_IN>, Screen> = {
  '/home': {
    module: onServer && 'client/features/home/Home.tsx',
    load: () => import('./features/home/Home.tsx'),
    enter: (tools) => Promise.all([tools.ask('GET /dash/Home'), enterVisits(tools)]),
  },
  '/conta': {
    module: onServer && 'client/features/account/AccountPage.tsx',
    load: () => import('./features/account/AccountPage.tsx'),
  },
  '/clientes': {
    module: onServer && 'client/features/clients/Clients.tsx',
    load: () => import('./features/clients/Clients.tsx'),
    enter: ({ ask }) => ask('GET /clients'),
  },
  '/clientes/:id': {
    module: onServer && 'client/features/clients/ClientPage.tsx',
    load: () => import('./features/clients/ClientPage.tsx'),
  },
  '/carros': {
    module: onServer && 'client/features/cars/Cars.tsx',
    load: () => import('./features/cars/Cars.tsx'),
    enter: ({ ask }) => ask('GET /cars'),
  },
  '/onde-estou': {
    module: onServer && 'client/features/appointments/Appointments.tsx',
    load: () => import('./features/appointments/Appointments.tsx'),
    enter: (tools) => Promise.all([tools.ask('GET /datatocompromise'), enterVisits(tools)]),
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
  '/calendario': {
    module: onServer && 'client/features/calendar/Calendar.tsx',
    load: () => import('./features/calendar/Calendar.tsx'),
    enter: enterVisits,
  },
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
  '/mapeamento-projetos': {
    module: onServer && 'client/features/projects/Projects.tsx',
    load: () => import('./features/projects/Projects.tsx'),
    enter: ({ ask }) => ask('GET /trackprojetos'),
  },
  '/dash-track-projects': { module: onServer && 'client/features/projects/Roadmap.tsx', load: () => import('./features/projects/Roadmap.tsx') },
  '/controle-servicos': {
    module: onServer && 'client/features/service-hours/Services.tsx',
    load: () => import('./features/service-hours/Services.tsx'),
  },
  '/controle-servicos/:id': {
    module: onServer && 'client/features/service-hours/Movements.tsx',
    load: () => import('./features/service-hours/Movements.tsx'),
  },
  '/controle-servicos/comissoes/:id': {
    module: onServer && 'client/features/commissions/Commissions.tsx',
    load: () => import('./features/commissions/Commissions.tsx'),
  },
  '/consulta-comissoes': { module: onServer && 'client/features/commissions/Query.tsx', load: () => import('./features/commissions/Query.tsx') },
  '/controle-financeiro': {
    module: onServer && 'client/features/ledger/Batches.tsx',
    load: () => import('./features/ledger/Batches.tsx'),
    // A person who may not see all batches is led to their own batch.
    enter: ({ ask, may }) => (may('GET /financial-control') ? Promise.resolve() : ask('GET /financial-control-user')),
  },
  '/dash-financeiro': { module: onServer && 'client/features/overview/Overview.tsx', load: () => import('./features/overview/Overview.tsx') },
  '/nfse': { module: onServer && 'client/features/nfse/Nfse.tsx', load: () => import('./features/nfse/Nfse.tsx') },
  '/controle-financeiro/:id': {
    module: onServer && 'client/features/ledger/Ledger.tsx',
    load: () => import('./features/ledger/Ledger.tsx'),
  },
  '/painel-onde-estou': {
    module: onServer && 'client/features/wall/Wall.tsx',
    load: () => import('./features/wall/Wall.tsx'),
    enter: ({ ask }) => ask('GET /dash/painelOndeEstou'),
  },
  '/pendencias-ped': {
    module: onServer && 'client/features/pending-board/PendingBoard.tsx',
    load: () => import('./features/pending-board/PendingBoard.tsx'),
    enter: ({ ask }) => ask('GET /dash/pendenciasPed'),
  },
}
