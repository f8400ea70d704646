// The question before a draft is discarded.
import { Button, Modal } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useBlocker, type Location } from 'react-router'
import { renewShown } from '../../api/useCall.ts'
import { useReturn } from '../focus.ts'
import { asQuestion } from '../Window.tsx'

/** The loss that leaving a form would cause. 'unsure' means a request without a response, whose record may be stored. */
export type Held = 'nothing' | 'typed' | 'unsure' | 'saving'

/** Asks once before a draft is discarded. `left` closes the form if the person leaves the page and the form would otherwise stay open. */
export function useLeaving(close: () => void, left?: () => void) {
  const [asked, setAsked] = useState<Held | null>(null)
  const held = useRef<Held>('nothing')
  return {
    asked: asked !== null,
    unsure: asked === 'unsure',
    held,
    /** Records the state of the open form. */
    hold: (next: Held) => void (held.current = next),
    ask: () => {
      if (held.current === 'nothing') close()
      // Delayed, because the same press of Esc that opens the question would also answer it.
      else if (held.current !== 'saving') setTimeout(() => setAsked(held.current))
    },
    stay: () => setAsked(null),
    leave: () => {
      held.current = 'nothing'
      setAsked(null)
    },
    close,
    left,
  }
}

/** Address of a form, without the tab, because another tab still belongs to the same form. */
const formAt = ({ pathname, search }: Location) => {
  const params = new URLSearchParams(search)
  params.delete('aba')
  return `${pathname}?${params}`
}

/** The question itself. It covers every way to leave the form: a button, a link or the browser's Back. */
export function Discard({ asked, unsure, held, ask, stay, leave, close, left }: ReturnType<typeof useLeaving>) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => held.current !== 'nothing' && formAt(currentLocation) !== formAt(nextLocation))
  const blocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!blocked) return
    if (held.current === 'saving') blocker.reset()
    else ask()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each blocked navigation
  }, [blocker])
  useReturn(asked)
  const remain = () => {
    stay()
    if (blocked) blocker.reset()
  }
  const drop = () => {
    leave()
    if (unsure) void renewShown()
    if (!blocked) return close()
    blocker.proceed()
    left?.()
  }
  return (
    <Modal.Root opened={asked} onClose={remain} size={420} yOffset="24vh" zIndex={300} closeOnClickOutside={false} returnFocus={false}>
      <Modal.Overlay />
      <Modal.Content ref={asQuestion} className="form-discard">
        <Modal.Header role="presentation">
          <Modal.Title>{unsure ? 'Fechar sem saber se foi gravado?' : 'Descartar o que você digitou?'}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {unsure
            ? 'Este registro pode já estar gravado: confira na lista antes de digitá-lo outra vez.'
            : 'O que você digitou ou mudou neste formulário será perdido.'}
        </Modal.Body>
        <footer className="window-foot">
          <Button data-autofocus variant="default" size="md" onClick={remain}>
            {unsure ? 'Voltar ao formulário' : 'Continuar editando'}
          </Button>
          <Button color="red" size="md" onClick={drop}>
            {unsure ? 'Fechar' : 'Descartar'}
          </Button>
        </footer>
      </Modal.Content>
    </Modal.Root>
  )
}
