import './menu.css'
import { ChevronDown } from 'lucide-react'
import { NavLink } from 'react-router'
import { useMe } from '../boot.ts'
import { groupsOf, HOME } from './menus.ts'

/** The access list as links. `went` runs when a link is followed; `search` opens the palette. */
export function Menu({ went, search }: { went?: () => void; search: () => void }) {
  const me = useMe()
  return (
    <nav className="menu" aria-label="Menu">
      <div className="menu-list">
        <NavLink to={HOME.route} className="menu-home" {...(went && { onClick: went })}>
          <HOME.icon aria-hidden /> {HOME.title}
        </NavLink>
        {groupsOf(me).map(({ title, icon: Icon, pages }) => (
          <details key={title} open>
            <summary>
              <Icon aria-hidden /> {title} <ChevronDown aria-hidden className="menu-chevron" />
            </summary>
            <ul>
              {pages.map((page) => (
                <li key={page.route}>
                  <NavLink to={page.route} className="menu-item ellipsis" {...(went && { onClick: went })}>
                    {page.title}
                  </NavLink>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      <button type="button" className="menu-foot" onClick={search}>
        Ir direto a uma tela <kbd>Ctrl K</kbd>
      </button>
    </nav>
  )
}
