// Loaded before drizzle-orm. Otherwise node reads drizzle's package.json, with 137 kB of exports, anew for each of 250 relative imports, which costs
// 500 ms and 190 MB at every start. Relative imports need no package.json.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
