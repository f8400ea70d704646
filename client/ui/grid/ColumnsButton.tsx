import { Button, type ButtonProps } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import type { Ref } from 'react'

/** Opens what a grid shows; it stands there before that can be opened. */
export const ColumnsButton = ({ className = '', ...given }: ButtonProps & { className?: string; ref?: Ref<HTMLButtonElement> }) => (
  <Button className={`grid-columns ${className}`} variant="subtle" color="gray" size="sm" leftSection={<Columns3 aria-hidden />} {...given}>
    Colunas
  </Button>
)
