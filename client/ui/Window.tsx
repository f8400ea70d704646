// What opens over a screen: a form, or something to be read.
import './form/form.css'
import { Modal } from '@mantine/core'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePhone } from './usePhone.ts'

interface Props {
  title: string
  /** How wide, px. */
  size?: number
  opened: boolean
  /** Another one is open over it, which Esc closes first. */
  covered?: boolean
  close: () => void
  children: ReactNode
}

export function Window({ title, size = 700, opened, close, covered = false, children }: Props) {
  const phone = usePhone()
  useReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      size={size}
      yOffset="12vh"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeOnEscape={!covered}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* A second banner on the page otherwise. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Fechar" />
        </Modal.Header>
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}

/** The focus returns to where it came from; when that is gone or can no longer be pressed, to its record (a row, an event), or to the page's title. */
function useReturn(opened: boolean) {
  const origin = useRef<{ element: Element | null; row: string | undefined }>({ element: null, row: undefined })
  useEffect(() => {
    if (!opened) return undefined
    const element = document.activeElement
    origin.current = { element, row: element?.closest<HTMLElement>('[data-id]')?.dataset['id'] }
    return () =>
      void requestAnimationFrame(() => {
        const { element, row } = origin.current
        const stays = element?.isConnected && element !== document.body && !element.matches(':disabled')
        const target = stays ? element : (document.querySelector(`[data-id="${row}"]`) ?? document.querySelector('h1'))
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
      })
  }, [opened])
}
