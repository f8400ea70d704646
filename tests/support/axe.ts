// Checks pages for accessibility with axe.
import axeCore from 'axe-core'
import type { Page } from 'playwright-core'

/** Turns off animations, because axe cannot judge the contrast of an element that is half faded in. */
export const reduceMotion = (page: Page) => page.emulateMedia({ reducedMotion: 'reduce' })

/** The axe rules about colours. All other rules give the same results in both colour schemes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe without animations: all rules in the light scheme, and the colour rules in the dark one. Returns one line per violation. The page must
 * follow the system's colour scheme.
 */
export async function axe(page: Page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source)
  await reduceMotion(page)
  // Waits for animations that have already started.
  await page.evaluate(() =>
    Promise.allSettled(
      // A scroll-driven animation never finishes, so only animations with a duration are awaited.
      document
        .getAnimations()
        .flatMap((one) => (one.timeline !== document.timeline || one.effect?.getComputedTiming().endTime === Infinity ? [] : one.finished)),
    ),
  )
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html:not([data-mantine-color-scheme=${colorScheme === 'dark' ? 'light' : 'dark'}])`).waitFor({ state: 'attached' })
    const { violations } = await page.evaluate(
      (runOnly) => (globalThis as unknown as { axe: typeof axeCore }).axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) }),
      colorScheme === 'dark' && OF_COLOURS,
    )
    for (const { id, help, nodes } of violations)
      for (const { target, failureSummary } of nodes) found.push(`${colorScheme}: ${id} (${help}) ${target.join(' ')}: ${failureSummary}`)
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}
