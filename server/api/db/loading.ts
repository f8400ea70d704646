// This module is loaded before drizzle-orm. Without it, node would read drizzle's package.json, with 137 kB of exports, for each of 250 relative
// imports. That costs 500 ms and 190 MB at every start, although relative imports need no package.json.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/')
      ? { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      : next(specifier, context),
})
