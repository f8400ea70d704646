import { House, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import '../plain.css'
import '../ui/feedback/message.css'
import { giveUpTyped } from '../ui/typedAhead.ts'

// A plain link, because a full page load resets whatever failed.
export const ToHome = () => (
  <a className="button" href="/home">
    <House aria-hidden /> Voltar para Home
  </a>
)

/** Error screen for a single page; the frame around it still works. */
export function ScreenError() {
  useEffect(giveUpTyped, [])
  return (
    <div className="message" role="alert">
      <title>Algo deu errado · csnoteweb</title>
      <TriangleAlert aria-hidden className="message-danger" />
      <h1 tabIndex={-1}>Algo deu errado nesta tela.</h1>
      <p>O restante do sistema continua funcionando.</p>
      <div className="message-actions">
        <button type="button" className="button" data-primary onClick={() => location.reload()}>
          <RotateCw aria-hidden /> Tentar novamente
        </button>
        <ToHome />
      </div>
    </div>
  )
}
