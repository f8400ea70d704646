// What opens over a screen: a form, or something to be read.
import './form/form.css'
import { Modal } from '@mantine/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useReturn } from './focus.ts'
import { PrintNote } from './PrintNote.tsx'
import { usePhone } from './usePhone.ts'

/** The `ref` of a question, which says that it is one. Mantine's content says dialog, whatever role it is given. */
export const asQuestion = (content: HTMLElement | null) => content?.setAttribute('role', 'alertdialog')

/** What lies over what. */
const [COVERED, OPEN] = [190, 200]

interface Props {
  title: string
  /** How wide, px. */
  size?: number
  opened: boolean
  /** Another one is open over it, which Esc closes first. */
  covered?: boolean
  /** It asks before something is lost. */
  asks?: boolean
  close: () => void
  /** What it shows a part of: on paper nothing else says it. */
  narrowed?: string[]
  children: ReactNode
}

export function Window({ title, size = 700, opened, close, covered = false, asks = false, narrowed, children }: Props) {
  const phone = usePhone()
  const uncovered = useRef(0)
  useLayoutEffect(() => {
    if (!covered) uncovered.current = performance.now()
  }, [covered])
  const leave = () => {
    // The Esc that closed what lay over it comes here too.
    // oxlint-disable-next-line typescript/no-deprecated -- Mantine hands on no event
    const { event } = window
    if (!(event instanceof KeyboardEvent && event.timeStamp < uncovered.current)) close()
  }
  useReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={leave}
      size={size}
      // Whichever was drawn first.
      zIndex={covered ? COVERED : OPEN}
      yOffset="12vh"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeOnEscape={!covered}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content {...(asks && { ref: asQuestion })}>
        {/* A second banner on the page otherwise. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Fechar" />
        </Modal.Header>
        <PrintNote {...(narrowed && { narrowed })} />
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}
