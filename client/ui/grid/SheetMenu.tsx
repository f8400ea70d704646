// The export as a menu item, because a phone's header has no room for the button.
import { Menu } from '@mantine/core'
import { Download, EllipsisVertical } from 'lucide-react'

export default function SheetMenu({ off, save }: { off: boolean; save: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className="icon-button grid-more" aria-label="Mais ações">
          <EllipsisVertical aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Download aria-hidden />} disabled={off} onClick={save}>
          Exportar
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
