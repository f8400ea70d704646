import { afterAll } from 'vitest'
import { startUpstream } from './upstream.ts'

/** One for a test file, which ends with it. */
export async function upstreamOfFile() {
  const upstream = await startUpstream()
  afterAll(() => upstream.stop())
  return upstream
}
