import { Button, type ButtonProps } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import type { Ref } from 'react'

/** Button of the column popover, and its placeholder until the popover's code is loaded. */
export const ColumnsButton = ({ className = '', ...given }: ButtonProps & { className?: string; ref?: Ref<HTMLButtonElement> }) => (
  <Button className={`grid-columns ${className}`} variant="subtle" color="gray" size="sm" leftSection={<Columns3 aria-hidden />} {...given}>
    Colunas
  </Button>
)
