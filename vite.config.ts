import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react()],
  publicDir: isSsrBuild ? false : 'client/public',
  // The server's bundle holds everything it renders: production installs no React. The dev server cannot evaluate CommonJS packages.
  ...(command === 'build' && { ssr: { noExternal: true } }),
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
