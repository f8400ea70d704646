import { afterAll } from 'vitest'
import { startUpstream } from './upstream.ts'

/** Starts one upstream for a test file and stops it at the end of the file. */
export async function upstreamOfFile() {
  const upstream = await startUpstream()
  afterAll(() => upstream.stop())
  return upstream
}
