// Service worker of the walls: shows an offline page without data while the server is down. It caches code, never data. It cannot use client/api.
const CACHE = 'painel'
const PAGE = '/painel-offline.html'
const FILES = [PAGE, '/painel-offline.js', '/painel-offline.css']

addEventListener('install', (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => skipWaiting()),
  ),
)
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') {
    const answer = fetch(request, { signal: AbortSignal.timeout(20_000) }).then((response) =>
      response.status >= 500 ? Promise.reject(new Error()) : response,
    )
    event.respondWith(answer.catch(() => caches.match(PAGE)))
  } else if (FILES.includes(new URL(request.url).pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(request)))
  }
})
