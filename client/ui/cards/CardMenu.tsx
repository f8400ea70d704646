// Menu of a card's actions.
import { Menu } from '@mantine/core'
import { EllipsisVertical, type LucideIcon } from 'lucide-react'
import { useRef } from 'react'

export interface CardAction {
  label: string
  icon: LucideIcon
  /** True for an action that removes something. */
  danger?: boolean
  run: () => unknown
}

export default function CardMenu({ name, actions }: { name: string; actions: CardAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const choose = (run: CardAction['run']) => {
    // Focuses the button first: the menu item disappears, and a dialog that opens returns the focus to the element that had it.
    button.current?.focus()
    run()
  }
  return (
    // The menu is drawn inside main, because a portal at the end of the document would be outside every landmark.
    <Menu position="bottom-end" width={160} portalProps={{ target: 'main' }}>
      <Menu.Target>
        <button ref={button} type="button" className="icon-button" aria-label={`Ações de ${name}`}>
          <EllipsisVertical aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, danger, run }) => (
          <Menu.Item key={label} data-danger={danger} leftSection={<Icon aria-hidden />} onClick={() => choose(run)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
