import { FileQuestion } from 'lucide-react'
import { Title } from '../ui/Screen.tsx'
import { ToHome } from './errors.tsx'

export default function NotFound() {
  return (
    <div className="message">
      <Title>Página não encontrada</Title>
      <FileQuestion aria-hidden />
      <h1 tabIndex={-1}>Página não encontrada</h1>
      <p>O endereço não existe ou mudou. Confira o que foi digitado, ou volte para Home.</p>
      <ToHome />
    </div>
  )
}
