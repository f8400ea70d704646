// `npm run bench:keys`: plays daily jobs in a real Chromium on the demo company, and prints the keys and clicks of each beside the best figure known to
// us. A key is one, with or without Ctrl or Alt; each digit is one; new words are one together; a day by name is one; a look-up costs its first four
// letters; a click or a drag is one. The exit code is 1 if a job takes more than the best figure, or if its result is not stored.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from 'playwright-core'
import { addDays, mondayOf, wallDay } from '../../shared/clock.ts'
import { programs, required } from '../../tests/support/programs.ts'
import { startServer } from '../../tests/support/server.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-keys-'))
await using server = await startServer({ env: { DATA_DIR: dataDir, LOG_LEVEL: 'silent' } })
const browser = await chromium.launch({ executablePath: required(programs.browser), args: ['--no-sandbox', '--disable-gpu'] })
const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' })
const page = await context.newPage()
page.setDefaultTimeout(15_000)
/** Makes a request as the person of the page. */
async function ask(method: string, path: string, data?: object) {
  const response = await context.request.fetch(`${server.url}/api${path}`, {
    method,
    headers: { 'X-CSRF': '1', Origin: server.url },
    ...(data && { data }),
  })
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`)
  return (await response.json()) as unknown
}
await ask('POST', '/auth', { email: 'supervisor@exemplo.com.br', password: 'exemplo-2026' })

const today = wallDay(Date.now())
/** A week without appointments, in which jobs about visits are played. */
const empty = addDays(mondayOf(today), 7 * 60)
// Visits are the person's usual work, so the form offers them first.
const [visit] = (
  (await ask('GET', '/datatocompromise')) as { atividades: { CODTAREFAEXTERNO: number; DESCTAREFAEXTERNO: string }[] }
).atividades.filter(({ DESCTAREFAEXTERNO }) => DESCTAREFAEXTERNO === 'Visita técnica')
const { id: me } = (await ask('GET', '/auth')) as { id: number }
const when = { dataIni: today, horaIni: '08:00', dataFim: today, horaFim: '09:00' }
await ask('POST', '/compromises', { colaborador: me, atividade: visit?.CODTAREFAEXTERNO, ...when, status: 'A' })

/** Plays keys and counts them. */
function hand(page: Page) {
  let count = 0
  const typed = async (text: string, cost: number) => {
    await page.keyboard.type(text)
    count += cost
  }
  return {
    key: async (key: string) => {
      await page.keyboard.press(key)
      count += 1
    },
    words: (text: string) => typed(text, 1),
    day: (name: string) => typed(name, 1),
    digits: (text: string) => typed(text, text.replaceAll(/\D/g, '').length),
    lookUp: (text: string) => typed(text.slice(0, 4), 4),
    click: async (place: Locator) => {
      await place.click()
      count += 1
    },
    /** Drags between two points; a click if they are the same. */
    drag: async (from: { x: number; y: number }, to: { x: number; y: number }) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 8 })
      await page.mouse.up()
      count += 1
    },
    count: () => count,
  }
}
type Hand = ReturnType<typeof hand>

const open = async (path: string) => {
  await page.goto(server.url + path)
  await page.waitForLoadState('networkidle')
}
const option = (name: string | RegExp) => page.getByRole('option', { name }).first().waitFor()
const toast = (text: string | RegExp) => page.getByText(text).first().waitFor()
const form = (name: string) => page.getByRole('dialog', { name })
/** The point of an hour of a day in a week of the calendar, which shows 07:00 to 19:00. */
async function pointAt(day: string, hour: number) {
  const box = await page.locator(`[data-day="${day}"][data-hours]`).boundingBox()
  if (!box) throw new Error(`no column for ${day}`)
  return { x: box.x + box.width / 2, y: box.y + (box.height * (hour - 7)) / 12 }
}
/** The focus goes to the first field of a form once it has opened. */
const focused = (name: string) => page.getByRole('combobox', { name }).and(page.locator(':focus')).waitFor()

interface Job {
  name: string
  /** The best figure known to us, and whose it is. */
  best: number | null
  whose: string
  before?: () => Promise<unknown>
  play: (by: Hand) => Promise<unknown>
  /** Resolves once the result is stored or shown. */
  done: () => Promise<unknown>
}

const start = async (by: Hand, words: string) => {
  await by.key('i')
  await page.getByRole('combobox', { name: 'Buscar ou ir para' }).and(page.locator(':focus')).waitFor()
  await by.words(words)
  await option(new RegExp(`^Iniciar: ${words}`))
  await by.key('Enter')
}

const jobs: Job[] = [
  {
    name: 'start something new',
    best: null,
    whose: '',
    before: () => open('/home'),
    play: (by) => start(by, 'Revisão do contrato novo'),
    done: () => page.getByRole('group', { name: 'Tempo em andamento' }).getByText('Revisão do contrato novo').waitFor(),
  },
  {
    name: 'switch to something new',
    best: null,
    whose: '',
    play: (by) => start(by, 'Ligação do cliente'),
    done: () => page.getByRole('group', { name: 'Tempo em andamento' }).getByText('Ligação do cliente').waitFor(),
  },
  {
    name: 'stop',
    best: null,
    whose: '',
    play: (by) => by.key('p'),
    done: () => page.getByRole('button', { name: 'Iniciar um tempo' }).waitFor(),
  },
  {
    name: 'book 2h30 of yesterday',
    best: 12,
    whose: 'Toggl, Kimai',
    before: () => open('/track'),
    play: async (by) => {
      await by.key('l')
      await form('Lançar tempo').getByLabel('Descrição').and(page.locator(':focus')).waitFor()
      await by.words('Conferência do almoxarifado')
      await by.key('Tab')
      await by.day('ontem')
      await by.key('Tab')
      await by.digits('2:30')
      await by.key('Control+Enter')
    },
    done: () => toast(/^Lançado das/),
  },
  {
    name: 'book a week of 8 hours a day',
    best: null,
    whose: '',
    before: () => open('/track?visao=semana'),
    play: async (by) => {
      await by.click(page.getByRole('button', { name: 'Adicionar atividade' }))
      await by.words('Plantão da semana')
      await option(/^Plantão da semana/)
      await by.key('Enter')
      await page.getByRole('rowheader', { name: /^Plantão da semana/ }).waitFor()
      for (let day = 0; day < 5; day += 1) {
        await by.digits('8')
        await by.key('Tab')
      }
    },
    done: async () => undefined,
  },
  {
    name: 'a visit of two hours',
    best: 10,
    whose: 'Google Calendar',
    before: () => open(`/calendario?visao=semana&data=${empty}`),
    play: async (by) => {
      await by.drag(await pointAt(empty, 8.1), await pointAt(empty, 9.9))
      await focused('Atividade')
      await by.key('ArrowDown')
      await option('Visita técnica')
      await by.key('Enter')
      await by.key('Tab')
      await by.lookUp('sementes')
      await option(/Sementes/)
      await by.key('Enter')
      await by.key('Control+Enter')
    },
    done: () => toast('Compromisso criado com sucesso!'),
  },
  {
    name: 'five visits for three people',
    best: 50,
    whose: 'five visits of Google Calendar',
    before: () => open(`/calendario?visao=semana&data=${empty}`),
    play: async (by) => {
      const day = addDays(empty, 1)
      await by.drag(await pointAt(day, 14.1), await pointAt(day, 15.9))
      await focused('Atividade')
      await by.key('ArrowDown')
      await option('Visita técnica')
      await by.key('Enter')
      await by.key('Tab')
      await by.lookUp('sementes')
      await option(/Sementes/)
      await by.key('Enter')
      await by.click(page.getByRole('combobox', { name: 'Colaboradores' }))
      for (const name of ['bruno', 'ana b']) {
        await by.lookUp(name)
        await option(new RegExp(name, 'i'))
        await by.key('Enter')
      }
      await by.click(page.getByRole('combobox', { name: 'Repetir' }))
      await by.click(page.getByRole('option', { name: 'Toda semana' }))
      await by.click(page.getByLabel('ou este número de vezes'))
      await by.digits('5')
      await by.key('Control+Enter')
    },
    done: () => toast('15 compromissos criados com sucesso!'),
  },
  {
    name: 'move a visit to another person',
    best: 3,
    whose: 'Google Calendar asks too, and to confirm',
    before: () => open(`/calendario?visao=equipe&data=${empty}`),
    play: async (by) => {
      const booked = page.locator('[data-person] [data-id]').first()
      const [person, day] = await booked.evaluate((element) => {
        const { person = '', day = '' } = element.closest<HTMLElement>('[data-person]')?.dataset ?? {}
        return [person, day] as const
      })
      const box = await booked.boundingBox()
      const to = await page.locator(`[data-day="${day}"][data-person]:not([data-person="${person}"])`).first().boundingBox()
      if (!box || !to) throw new Error('no visit, or nobody else')
      await by.drag({ x: box.x + 10, y: box.y + 5 }, { x: box.x + 10, y: to.y + to.height / 2 })
      // The visit is one of a series, so a dialog asks for the scope. Its focus starts on 'Só este'.
      await page.getByRole('button', { name: 'Só este' }).and(page.locator(':focus')).waitFor()
      await by.key('Enter')
    },
    done: () => toast(/Compromisso alterado com sucesso!/),
  },
  {
    name: 'where is Bruno',
    best: null,
    whose: '',
    before: () => open('/home'),
    play: async (by) => {
      await by.key('Control+k')
      await by.words('onde está bruno')
    },
    done: () => option(/Bruno Cavalcanti/),
  },
  {
    name: 'reverse a visit',
    best: null,
    whose: '',
    before: () => open(`/calendario?visao=semana&data=${empty}`),
    play: async (by) => {
      await by.click(page.locator(`[data-day] [data-id]`).first())
      await by.click(page.getByRole('button', { name: 'Estornar' }))
      await form('Editar Compromisso').getByLabel('Motivo').and(page.locator(':focus')).waitFor()
      await by.words('Chuva')
      await by.key('Control+Enter')
      await page.getByRole('button', { name: 'Estornar', exact: true }).waitFor()
      await by.key('Control+Enter')
    },
    done: () => toast('Compromisso alterado com sucesso!'),
  },
  {
    name: 'find a misspelled client',
    best: null,
    whose: '',
    before: () => open('/home'),
    play: async (by) => {
      await by.key('Control+k')
      await by.words('menegheti')
      await option(/Meneghetti/)
      await by.key('Enter')
    },
    done: () => page.waitForURL(/\/clientes\/\d+/),
  },
]

let failed = 0
console.log(`${'job'.padEnd(34)} ours  best known`)
for (const { name, best, whose, before, play, done } of jobs) {
  await before?.()
  const by = hand(page)
  try {
    await play(by)
    await done()
  } catch (error) {
    failed += 1
    console.log(`${name.padEnd(34)} FAILED: ${String(error).split('\n')[0] ?? ''}`)
    continue
  }
  const over = best !== null && by.count() > best
  if (over) failed += 1
  console.log(`${name.padEnd(34)} ${String(by.count()).padStart(4)}  ${best === null ? '—' : `${best} (${whose})`}${over ? '  MORE' : ''}`)
}
await browser.close()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(failed > 0 ? 1 : 0)
