// The whole HTML document, identical on the server and in the browser.
import font from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { ReactNode } from 'react'
// swr exports this same SWRConfig, but importing it from 'swr' would add the useSWR hook to the sign-in page's code.
import { SWRConfig } from 'swr/_internal'
import { BootContext, type Boot } from './boot.ts'
import { Theme } from './theme.tsx'

/** The files that a page needs, according to the build manifest. */
export interface Assets {
  styles: string[]
  modules: string[]
}

interface Props {
  boot: Boot
  /** `boot` as JSON, escaped so that no text in it can close the surrounding script element. */
  json: string
  nonce: string
  assets: Assets
  children: ReactNode
}

export function Document({ boot, json, nonce, assets, children }: Props) {
  return (
    <html lang="pt-BR" {...mantineHtmlProps} {...(boot.theme !== 'auto' && { 'data-mantine-color-scheme': boot.theme })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Scripts read the nonce from here, because Mantine's style elements need it. Browsers hide the attribute itself from CSS and markup. */}
        <meta property="csp-nonce" nonce={nonce} />
        {/* Delays the first paint until the whole page is parsed, because content that arrives later would shift the layout. */}
        <link rel="expect" href="#drawn" blocking="render" />
        <link rel="preload" href={font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="default" />
        ))}
        {assets.modules.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        <ColorSchemeScript nonce={nonce} defaultColorScheme={boot.theme} />
      </head>
      <body>
        <BootContext value={boot}>
          <SWRConfig
            value={{
              // The provider fills the cache. With the `fallback` option instead, hydration would send requests and mutate(key, fn) would not receive
              // the current data. In the browser, `shared` is SWR's default cache, which the global `mutate` uses. On the server, each request gets a
              // cache of its own.
              provider: (shared) => {
                const cache = typeof document === 'undefined' ? new Map() : shared
                for (const [key, data] of boot.cache) cache.set(key, { data })
                return cache
              },
              revalidateIfStale: false,
              revalidateOnFocus: false,
              shouldRetryOnError: false,
            }}
          >
            <Theme initial={boot.theme} nonce={nonce}>
              {children}
            </Theme>
          </SWRConfig>
        </BootContext>
        <template id="drawn" />
        <script id="boot" type="application/json" nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: json }} />
      </body>
    </html>
  )
}
