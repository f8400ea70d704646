// The pages a person may open, as the menu and the palette show them.
import {
  CalendarDays,
  ChartNoAxesColumn,
  ChartNoAxesGantt,
  Folder,
  House,
  Landmark,
  Library,
  ListChecks,
  Timer,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { pages, type Page } from '../../shared/pages.ts'
import type { Person } from '../../shared/features/auth.ts'

/** Icons by the name that access lists use. */
const icons = new Map<string | null, LucideIcon>([
  ['mdi-bookshelf', Library],
  ['mdi-calendar', CalendarDays],
  ['mdi-timer-outline', Timer],
  ['mdi-chart-bar', ChartNoAxesColumn],
  ['mdi-chart-gantt', ChartNoAxesGantt],
  ['mdi-wrench-outline', Wrench],
  ['mdi-bank-outline', Landmark],
  ['mdi-format-list-checks', ListChecks],
])

export interface MenuPage {
  title: string
  route: Page
  group: string
  icon: LucideIcon
  /** The key that opens the page after G. */
  letter: string
}

export const HOME: MenuPage = { title: 'Home', route: '/home', group: '', icon: House, letter: 'H' }

/** The groups of the access list, limited to items that are pages of this client. */
export const groupsOf = (me: Person) =>
  me.acessos
    .map(({ title, action, items }) => {
      const icon = icons.get(action) ?? Folder
      const pagesOf = items.flatMap((item): MenuPage[] => {
        const page = pages.find(({ path }) => path === item.route)
        return page && 'letter' in page ? [{ title: item.title, route: page.path, group: title, icon, letter: page.letter }] : []
      })
      return { title, icon, pages: pagesOf }
    })
    .filter((group) => group.pages.length > 0)

export const pagesOf = (me: Person) => [HOME, ...groupsOf(me).flatMap((group) => group.pages)]
