import { pages } from '../../shared/pages.ts'

/** How many menus a company may grant: one for each page that needs its own. */
export const MENUS = new Set(pages.map(({ menu }) => menu).filter((menu) => menu.startsWith('/'))).size
