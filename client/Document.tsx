// The whole HTML document, the same on the server and in the browser.
import font from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { ReactNode } from 'react'
// The same as swr's own, which would bring its hook to the page of who has not signed in.
import { SWRConfig } from 'swr/_internal'
import { BootContext, type Boot } from './boot.ts'
import { Theme } from './theme.tsx'

/** What the build says a page needs. */
export interface Assets {
  styles: string[]
  modules: string[]
}

interface Props {
  boot: Boot
  /** `boot` as JSON that cannot end its script element. */
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
        {/* Browsers hide the attribute from CSS and markup, not from scripts: Mantine's styles need it. */}
        <meta property="csp-nonce" nonce={nonce} />
        {/* Nothing is shown of a page half read: what is read later would push it about. */}
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
              // Seeded, not `fallback`: hydration asks nothing, and mutate(key, fn) sees the rows.
              // In the browser it is SWR's own cache, the one its global `mutate` knows; on the server one for each request.
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
