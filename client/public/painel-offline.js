// Of both walls: the other one is called otherwise.
if (location.pathname === '/pendencias-ped') {
  const [title] = document.getElementsByTagName('h1')
  title.textContent = 'Pendências'
  document.title = 'Pendências · csnoteweb'
}

// Asks until the server and what is behind it answer, then shows the wall again. It runs without the bundle, so without api.ts.
const ask = () =>
  fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    .then((response) => response.ok && location.reload())
    .catch(() => undefined)
    .finally(() => setTimeout(ask, 5_000))
setTimeout(ask, 5_000)
