// Both walls share this page. Its markup has the title of the wall Onde Estou, so the title is replaced on the other wall.
if (location.pathname === '/pendencias-ped') {
  const [title] = document.getElementsByTagName('h1')
  title.textContent = 'Pendências'
  document.title = 'Pendências · csnoteweb'
}

// Polls until the server and the systems behind it answer, then shows the wall again. It runs without the bundle, so it cannot use client/api.
const ask = () =>
  fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    .then((response) => response.ok && location.reload())
    .catch(() => undefined)
    .finally(() => setTimeout(ask, 5_000))
setTimeout(ask, 5_000)
