// Menu for the actions of a row that has too many of them for buttons.
import { Button, Menu } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { Action } from './actions.ts'

export default function RowMenu<T>({ name, actions, row }: { name: string | number; actions: Action<T>[]; row: T }) {
  const button = useRef<HTMLButtonElement>(null)
  const choose = (run: Action<T>['run']) => {
    // Focuses the button first: the menu item disappears, and a dialog that opens returns the focus to the element that had it.
    button.current?.focus()
    run?.(row)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button ref={button} variant="default" size="xs" rightSection={<ChevronDown aria-hidden />} aria-label={`Ações de ${name}`}>
          Ações
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter(({ hidden }) => !hidden?.(row))
          .map(({ label, icon: Icon, run, link }) => {
            const leads = link?.(row)
            const given = { leftSection: <Icon aria-hidden />, children: label }
            return leads ? (
              <Menu.Item key={label} component={Link} {...leads} {...given} />
            ) : (
              <Menu.Item key={label} {...given} onClick={() => choose(run)} />
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
