// Set-up for tests/browser/track.test.ts and tests/deep/browser/track.test.ts.
import type { Page } from 'playwright-core'
import { type TimeRow } from '../../shared/features/track.ts'
import { BRUNO } from './demo-company.ts'
import { ownTime, WHO } from './own-time.ts'

export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

export function trackScreen() {
  const { add, call, db, entry, running, signIn, time, today } = ownTime()
  const list = async (query = '') => (await call(WHO, 'GET', `/track?user=${BRUNO}${query}`)).body as TimeRow[]
  return { add, call, db, entry, running, signIn, time, today, list }
}
