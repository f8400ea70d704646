// Development only: React Fast Refresh must install its hooks before the first component is loaded.
// @ts-expect-error Vite itself serves this module, and only under the absolute path.
// oxlint-disable-next-line import/no-absolute-path -- Vite serves this module only under the absolute path
import refresh from '/@react-refresh'

refresh.injectIntoGlobalHook(window)
Object.assign(window, { $RefreshReg$: () => undefined, $RefreshSig$: () => (type: unknown) => type })
await import('./entry.browser.tsx')
