// Development only: React's hot reload needs its hooks before the first component is loaded.
// @ts-expect-error Vite serves this address itself, and only absolutely.
// oxlint-disable-next-line import/no-absolute-path -- Vite serves it at this address only
import refresh from '/@react-refresh'

refresh.injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type })
await import('./entry.browser.tsx')
