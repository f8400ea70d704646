// What can be done with a card.
import { Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import type { CardAction } from './Cards.tsx'

export default function CardMenu({ name, actions }: { name: string; actions: CardAction[] }) {
  const button = useRef<HTMLButtonElement>(null)
  const choose = (run: CardAction['run']) => {
    // What opens gives the focus back to where it was; the item is gone by then.
    button.current?.focus()
    run()
  }
  return (
    // In what is the page's own: at the end of the document it would belong to no part of it.
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
