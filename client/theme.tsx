import '@mantine/core/styles.layer.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

export function Theme({ initial, nonce, children }: { initial: 'light' | 'dark' | 'auto'; nonce: string; children: ReactNode }) {
  return (
    <MantineProvider defaultColorScheme={initial} getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  )
}
