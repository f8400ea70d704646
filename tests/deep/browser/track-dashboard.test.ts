// Tests Dashboard Track in a real browser: small screens and empty responses.
import { expect } from 'vitest'
import { axe, reduceMotion } from '../../support/axe.ts'
import { testInOne as test } from '../../support/browser.ts'
import { drawn } from '../../support/page-waits.ts'
import { demoCompany } from '../../support/demo-company.ts'

const { signIn } = demoCompany()

test('no text of Dashboard Track is cut off at 1440, 1024 and 390 px', async ({ page }) => {
  await signIn(page, '/dash-track', 'projetos')
  await page.getByText('30 dias, até 19/11/2026').waitFor()
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await drawn(page)
    const cut = await page
      .locator('main *')
      .evaluateAll(
        (all) =>
          all.filter((one) => getComputedStyle(one).overflowY === 'hidden' && one.clientHeight > 48 && one.scrollHeight > one.clientHeight + 1)
            .length,
      )
    expect(cut, `${width} px`).toBe(0)
  }
})

for (const [of, dadosProjeto] of [
  ['nothing', []],
  ['activities alone', [{ atividade: 'Estudo', TIME: '01:00:00', PERCENT: 100 }]],
] as const)
  test(`a response with ${of} shows no total for an empty table`, async ({ page }) => {
    await page.route('**/api/dash/resultadotoggl', (route) =>
      route.fulfill({ json: { dadosProjeto, dadosModulo: [], dadosTipo: [], dadosPercentual: [] } }),
    )
    await signIn(page, '/dash-track', 'projetos')
    await page.getByRole('button', { name: 'Desenvolvimento', exact: true }).click()
    await page.getByText('Nenhum tempo no período.').first().waitFor()
    expect(await page.getByRole('rowheader', { name: 'TOTAL' }).count()).toBe(dadosProjeto.length)
  })

test('axe finds no violation in the charts of Dashboard Track', async ({ page }) => {
  await reduceMotion(page)
  await signIn(page, '/dash-track', 'projetos')
  await page.locator('.recharts-pie-sector').first().waitFor()
  expect(await axe(page)).toEqual([])
})
