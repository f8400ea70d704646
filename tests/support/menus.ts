import { pages } from '../../shared/pages.ts'

/** Number of menus that a company can grant: one for each page that requires a menu. */
export const MENUS = new Set(pages.map(({ menu }) => menu).filter((menu) => menu.startsWith('/'))).size
