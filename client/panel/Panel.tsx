export default function Panel() {
  return <h1>Panel</h1>
}
