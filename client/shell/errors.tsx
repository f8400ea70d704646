export function NotFound() {
  return <h1>Página não encontrada</h1>
}
export function ScreenError() {
  return <h1>Algo deu errado</h1>
}
