// The signed-in person's menu in the top bar.
import { Menu } from '@mantine/core'
import { CalendarSync, ChevronDown, Keyboard, LogOut, SunMoon, UserCog } from 'lucide-react'
import { Link } from 'react-router'
import { useMay, useMe } from '../boot.ts'
import { useAccount } from './useAccount.ts'

export default function Account({ help }: { help: () => void }) {
  const me = useMe()
  const may = useMay()
  const { toggleTheme, leave } = useAccount()
  const initials = me.name
    .split(' ')
    .flatMap((part, index, all) => (index === 0 || index === all.length - 1 ? [part.charAt(0)] : []))
    .join('')
  return (
    <Menu position="bottom-end" width={240} zIndex="var(--z-popover)">
      <Menu.Target>
        <button type="button" className="top-account">
          <span className="hidden">Conta de {me.name}</span>
          <span className="avatar" aria-hidden>
            {initials}
          </span>
          <ChevronDown aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="ellipsis" title={me.name}>
          {me.name}
        </Menu.Label>
        <Menu.Item component={Link} to="/conta" leftSection={<UserCog aria-hidden />}>
          Minha conta
        </Menu.Item>
        {may('GET /calendar-address') && (
          <Menu.Item component={Link} to="/conta#calendario" leftSection={<CalendarSync aria-hidden />}>
            Assinar calendário
          </Menu.Item>
        )}
        <Menu.Item leftSection={<SunMoon aria-hidden />} closeMenuOnClick={false} onClick={toggleTheme}>
          Trocar tema
        </Menu.Item>
        <Menu.Item leftSection={<Keyboard aria-hidden />} rightSection={<kbd>?</kbd>} onClick={help}>
          Atalhos
        </Menu.Item>
        <Menu.Item leftSection={<LogOut aria-hidden />} onClick={() => void leave()}>
          Sair
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
