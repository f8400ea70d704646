// A dialog over a screen: a form or something to read.
import './form/form.css'
import { Modal } from '@mantine/core'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useReturn } from './focus.ts'
import { PrintNote } from './PrintNote.tsx'
import { usePhone } from './usePhone.ts'

/** `ref` callback that gives a dialog the role alertdialog. A `role` prop has no effect, because Mantine's content overrides it. */
export const asQuestion = (content: HTMLElement | null) => content?.setAttribute('role', 'alertdialog')

/** z-index of a covered dialog and of the top one. */
const [COVERED, OPEN] = [190, 200]

interface Props {
  title: string
  /** Width in px. */
  size?: number
  opened: boolean
  /** True when another dialog is open on top. Esc closes that one first. */
  covered?: boolean
  /** True for a dialog that asks for confirmation before something is lost. */
  asks?: boolean
  close: () => void
  /** True when only its buttons close the dialog, because its content is not shown again. */
  stays?: boolean
  /** The search and filters that selected the content. They are printed, because nothing else on paper shows them. */
  narrowed?: string[]
  children: ReactNode
}

export function Window({ title, size = 700, opened, close, covered = false, asks = false, stays = false, narrowed, children }: Props) {
  const phone = usePhone()
  const uncovered = useRef(0)
  useLayoutEffect(() => {
    if (!covered) uncovered.current = performance.now()
  }, [covered])
  const leave = () => {
    // The same press of Esc that closed the dialog on top arrives here too and is ignored.
    // oxlint-disable-next-line typescript/no-deprecated -- Mantine does not pass the event
    const { event } = window
    if (!(event instanceof KeyboardEvent && event.timeStamp < uncovered.current)) close()
  }
  useReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={leave}
      size={size}
      // The dialog on top is set explicitly, because the order of rendering must not decide which one covers the other.
      zIndex={covered ? COVERED : OPEN}
      yOffset="12vh"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeOnEscape={!covered && !stays}
      returnFocus={false}
    >
      <Modal.Overlay />
      <Modal.Content {...(asks && { ref: asQuestion })}>
        {/* Without this role, assistive technology would treat the header as a second banner landmark. */}
        <Modal.Header role="presentation">
          <Modal.Title>{title}</Modal.Title>
          {!stays && <Modal.CloseButton aria-label="Fechar" />}
        </Modal.Header>
        <PrintNote {...(narrowed && { narrowed })} />
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}
