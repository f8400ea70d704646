// What a row offers, where that is too much for buttons.
import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import type { Action } from './DataGrid.tsx'

export default function RowMenu<T>({ name, actions, row }: { name: string | number; actions: Action<T>[]; row: T }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" rightSection={<ChevronDown aria-hidden />} aria-label={`Ações de ${name}`}>
          Ações
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon: Icon, run }) => (
          <Menu.Item key={label} leftSection={<Icon aria-hidden />} onClick={() => run(row)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
