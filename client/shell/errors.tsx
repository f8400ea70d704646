import { Button } from '@mantine/core'
import { FileQuestion, House, RotateCw, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import '../ui/screen.css'

const Home = () => (
  <Button component={Link} to="/home" reloadDocument variant="default" size="sm" leftSection={<House aria-hidden />}>
    Voltar para Home
  </Button>
)

export function NotFound() {
  return (
    <div className="message">
      <title>Página não encontrada · csnoteweb</title>
      <FileQuestion aria-hidden />
      <h1 tabIndex={-1}>Página não encontrada</h1>
      <p>O endereço não existe ou mudou. Confira o que foi digitado, ou volte para Home.</p>
      <Home />
    </div>
  )
}

/** One screen failed; the rest of the page still works. */
export function ScreenError() {
  return (
    <div className="message" role="alert">
      <title>Algo deu errado · csnoteweb</title>
      <TriangleAlert aria-hidden className="message-danger" />
      <h1 tabIndex={-1}>Algo deu errado nesta tela.</h1>
      <p>O restante do sistema continua funcionando.</p>
      <div className="message-actions">
        <Button size="sm" leftSection={<RotateCw aria-hidden />} onClick={() => location.reload()}>
          Tentar novamente
        </Button>
        <Home />
      </div>
    </div>
  )
}
