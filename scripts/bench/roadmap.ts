// Scrolls Roadmap Projetos with 500 projects in a real Chromium, at each zoom level. An empty page of the same height is scrolled alternately with
// it, to find out which frame rate the machine can reach at that time. Each figure is the median of five.
import { chromium, type Page } from 'playwright-core'
import { startBff } from '../../tests/support/bff.ts'
import { programs, required } from '../../tests/support/programs.ts'
import { menus, startUpstream } from '../../tests/support/upstream.ts'

const RUNS = 5
const FPS_LIMIT = 55
/** Number of frames per second that a screen shows. No page can have more. */
const SCREEN = 60
const SCROLL = { seconds: 2, pixelsPerSecond: 4000 }
const PROJECTS = 500
const ROW = 36

const day = (after: number) => new Date(Date.UTC(2026, 0, 1 + after)).toISOString().slice(0, 10)
const status = [
  { id: 1, descricao: 'Em desenvolvimento', color: '#2858CD', icon: 'mdi-progress-wrench' },
  { id: 2, descricao: 'Finalizada', color: '#208548', icon: 'mdi-check' },
]
// Every project overlaps every month of the year, so each zoom level draws the same number of rows. Some are late, finished, or cut at both edges.
const projects = Array.from({ length: PROJECTS }, (_, i) => ({
  descricao: `Projeto ${i} de que se ocupa a equipe`,
  status: status[i % 4 ? 0 : 1]?.descricao,
  prioridade: i % 6,
  progresso: i % 4 ? (i * 7) % 100 : 100,
  numRedmine: 40_000 + i,
  obs: null,
  dataInicio: day(-(i % 300)),
  dataFim: day(i % 3 ? 330 + (i % 200) : 320),
}))

const executablePath = required(programs.browser)
const upstream = await startUpstream()
upstream.people.set('a@b.co', { id: 1, name: 'Ana', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/dash-track-projects') })
upstream.answers.set('POST /dash/trackprojetos', { json: projects })
upstream.answers.set('GET /trackprojetos/data', { json: { tipoProjeto: [], status } })
const bff = await startBff({ upstream })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
const [name = '', value = ''] = (await bff.signIn('a@b.co')).split('=')
await context.addCookies([{ name, value, url: bff.url }])

/** Frames per second while the page in the foreground is scrolled down from its top. */
async function scrolled(page: Page) {
  await page.bringToFront()
  const { seconds, pixelsPerSecond } = SCROLL
  const cdp = await context.newCDPSession(page)
  const gesture = { x: 1000, y: 500, speed: pixelsPerSecond, gestureSourceType: 'mouse' } as const
  const [frames] = await Promise.all([
    page.evaluate(async (ms) => {
      const start = performance.now()
      let frames = 0
      while ((await new Promise(requestAnimationFrame)) - start < ms) frames += 1
      return frames
    }, seconds * 1000),
    cdp.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: -seconds * pixelsPerSecond }),
  ])
  await cdp.send('Input.synthesizeScrollGesture', { ...gesture, speed: 100_000, yDistance: PROJECTS * ROW })
  await cdp.detach()
  return frames / seconds
}
const median = (seen: number[]) => seen.toSorted((a, b) => a - b)[RUNS >> 1] ?? NaN

const empty = await context.newPage()
await empty.setContent(`<div style="height: ${PROJECTS * ROW}px"></div>`)
for (const zoom of ['ano', 'trimestre', 'mes']) {
  const page = await context.newPage()
  await page.goto(`${bff.url}/dash-track-projects?zoom=${zoom}&dia=2026-11-15`)
  await page.getByText('Projeto 499 ').waitFor()
  const [own, others]: [number[], number[]] = [[], []]
  for (let run = 0; run < RUNS; run += 1) {
    others.push(await scrolled(empty))
    own.push(await scrolled(page))
  }
  const [fps, most] = [median(own), median(others)]
  // If the machine reaches fewer frames per second than a screen shows, the limit is reduced in proportion.
  const limit = Math.min(FPS_LIMIT, (FPS_LIMIT * most) / SCREEN)
  console.log(`${PROJECTS} projects, ${zoom}: ${fps.toFixed(0)} frames a second (at least ${limit.toFixed(0)}; an empty page: ${most.toFixed(0)})`)
  if (fps < limit) process.exitCode = 1
  await page.close()
}

await browser.close()
await bff.stop()
await upstream.stop()
