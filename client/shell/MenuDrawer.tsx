import { Drawer } from '@mantine/core'
import { Pin, X } from 'lucide-react'
import { useReturn } from '../ui/focus.ts'
import { Mark } from './Mark.tsx'
import { Menu } from './Menu.tsx'

interface Props {
  opened: boolean
  returnFocus: boolean
  close: () => void
  /** Runs when a link is followed or the menu is pinned. */
  went: () => void
  pin: (width: string) => void
  search: () => void
}

export default function MenuDrawer({ opened, returnFocus, close, went, pin, search }: Props) {
  useReturn(opened, returnFocus)
  return (
    <Drawer.Root opened={opened} onClose={close} returnFocus={false} size={272} offset={8} radius="lg">
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <div className="drawer-head">
          <Mark />
          <button
            type="button"
            className="icon-button drawer-pin"
            aria-label="Fixar menu"
            title="Fixar menu"
            onClick={() => {
              pin('fixo')
              went()
            }}
          >
            <Pin aria-hidden />
          </button>
          <button type="button" className="icon-button" aria-label="Fechar menu" title="Fechar" onClick={close}>
            <X aria-hidden />
          </button>
        </div>
        <Menu went={went} search={search} />
      </Drawer.Content>
    </Drawer.Root>
  )
}
