// Page → its module and what it asks for on entering; outside the lazy module, so data and code load together.
import type { ComponentType } from 'react'
import type { Page } from '../shared/pages.ts'
import type { Ask } from './api.ts'

interface Screen {
  load: () => Promise<{ default: ComponentType }>
  enter?: (tools: { ask: Ask }) => Promise<unknown>
}

export const screens: Record<Page, Screen> = {
  '/': { load: () => import('./login/Login.tsx') },
  '/home': { load: () => import('./home/Home.tsx'), enter: ({ ask }) => ask('GET /dash/Home') },
  '/clientes': { load: () => import('./clients/Clients.tsx'), enter: ({ ask }) => ask('GET /clients') },
  '/painel-onde-estou': { load: () => import('./panel/Panel.tsx'), enter: ({ ask }) => ask('GET /dash/painelOndeEstou') },
}
