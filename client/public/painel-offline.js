// Asks until the server and what is behind it answer, then shows the wall again. It runs without the bundle, so without api.ts.
const ask = () =>
  fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    .then((response) => response.ok && location.reload())
    .catch(() => undefined)
    .finally(() => setTimeout(ask, 5_000))
setTimeout(ask, 5_000)
