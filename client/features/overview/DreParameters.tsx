// The comparison settings of the statement.
import { Button, Popover, Select, Switch } from '@mantine/core'
import { ChevronDown, Percent } from 'lucide-react'
import type { Line } from './statement.ts'
import css from './dre-parameters.module.css'

export interface Analysis {
  horizontal: boolean
  vertical: boolean
  /** Name of the account that counts as 100 %, by default the first line; '' without lines. */
  base: string
}

interface Props {
  of: Analysis
  change: (to: Analysis) => void
  /** True when each month is compared with the previous one. */
  isYear: boolean
  lines: Line[]
}

export function DreParameters({ of, change, isYear, lines }: Props) {
  return (
    <Popover position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<Percent aria-hidden />} rightSection={<ChevronDown aria-hidden />}>
          Parâmetros
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={css.parameters}>
          <legend>Parâmetros</legend>
          {isYear && (
            <Switch
              label="Análise horizontal"
              description="diferença e % contra o mês anterior"
              labelPosition="left"
              checked={of.horizontal}
              onChange={({ currentTarget: { checked } }) => change({ ...of, horizontal: checked })}
            />
          )}
          <Switch
            label="Análise vertical"
            description="% sobre a conta totalizadora"
            labelPosition="left"
            checked={of.vertical}
            onChange={({ currentTarget: { checked } }) => change({ ...of, vertical: checked })}
          />
          {of.vertical && (
            <Select
              label="Conta totalizadora"
              placeholder="Escolha a conta"
              data={lines.map(({ name }) => name)}
              value={of.base || null}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              onChange={(base) => change({ ...of, base: base ?? '' })}
            />
          )}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  )
}
