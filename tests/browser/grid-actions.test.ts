import { build } from 'vite'
import { expect } from 'vitest'
import { axe, test } from '../support/browser.ts'

test('over four actions are a menu, by keyboard too', async ({ page, expected }) => {
  // The build is React's for development.
  expected.push(/React DevTools/)
  const input = 'tests/browser/five-actions.page.tsx'
  const built = await build({ logLevel: 'warn', build: { write: false, assetsInlineLimit: Infinity, rolldownOptions: { input } } })
  // A build that does not watch gives its output.
  const { output } = built as Extract<typeof built, { output: unknown }>
  const head = output.map((file) => {
    if (file.type === 'chunk') return file.isEntry ? `<script type="module" src="/${file.fileName}"></script>` : ''
    return file.fileName.endsWith('.css') ? `<link rel="stylesheet" href="/${file.fileName}">` : ''
  })
  const html = `<!doctype html><html lang="pt-BR"><title>Serviços</title>${head.join('')}<body></body>`
  await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  for (const file of output)
    await page.route(`http://localhost/${file.fileName}`, (route) =>
      file.type === 'chunk'
        ? route.fulfill({ contentType: 'text/javascript', body: file.code })
        : route.fulfill({ contentType: 'text/css', body: String(file.source) }),
    )
  await page.goto('http://localhost/')
  const button = page.getByRole('button', { name: 'Ações de Serviço 50' })
  await button.press('Enter')
  await page.getByRole('menuitem').nth(4).waitFor()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Editar', 'Copiar', 'Enviar', 'Faturar', 'Excluir'])
  // A menu stands at the end of the body, outside the landmarks.
  expect((await axe(page)).filter((complaint) => !complaint.includes(': region ('))).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.title()).toBe('Copiar Serviço 50')
  await button.press('Enter')
  await page.getByRole('menuitem').nth(4).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
})
