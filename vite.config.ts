import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'client/public',
  // The server's bundle holds everything it renders: production installs no React.
  ssr: { noExternal: true },
  build: {
    target: 'es2023',
    sourcemap: false,
    ...(isSsrBuild
      ? { outDir: 'dist/server', rolldownOptions: { input: 'client/entry.server.tsx' } }
      : {
          outDir: 'dist/client',
          manifest: true,
          rolldownOptions: { input: 'client/entry.browser.tsx', treeshake: { manualPureFunctions: ['z', 'call', 'text'] } },
        }),
  },
}))
