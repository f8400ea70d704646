// All pages: the path, title and required menu of each, and whether the task drawer may open on it.
import type { Menu } from './call.ts'
import type { CallName } from './calls.ts'

export interface PageRow {
  path: `/${string}`
  title: string
  menu: Menu
  drawer: boolean
  /** The page opens when G and then this letter are typed. */
  letter?: string
  /** Label and call of the primary button of the page. The button is shown only to people who may make the call. */
  create?: { label: string; call: CallName }
  /**
   * Set for a page that is shown on a wall: without the frame around it, or with a frame that can be hidden. Such a page reloads at once when a new
   * build is deployed.
   */
  wall?: 'bare' | 'framed'
}

export const pages = [
  { path: '/', title: 'Entrar', menu: 'public', drawer: false },
  { path: '/home', title: 'Home', menu: 'session', drawer: true, letter: 'H' },
  { path: '/conta', title: 'Minha conta', menu: 'session', drawer: true },
  { path: '/clientes', title: 'Clientes', menu: '/clientes', drawer: true, letter: 'C', create: { label: 'Novo Cliente', call: 'POST /clients' } },
  { path: '/clientes/:id', title: 'Cliente', menu: '/clientes', drawer: true },
  {
    path: '/onde-estou',
    title: 'Onde Estou',
    menu: '/onde-estou',
    drawer: true,
    letter: 'O',
    create: { label: 'Novo Compromisso', call: 'POST /compromises' },
  },
  { path: '/carros', title: 'Carros', menu: '/carros', drawer: true, letter: 'V', create: { label: 'Novo Carro', call: 'POST /cars' } },
  { path: '/regioes', title: 'Regiões', menu: '/regioes', drawer: true, letter: 'R', create: { label: 'Nova Região', call: 'POST /region' } },
  {
    path: '/atividades',
    title: 'Atividades',
    menu: '/atividades',
    drawer: true,
    letter: 'A',
    create: { label: 'Nova Atividade', call: 'POST /tasks' },
  },
  { path: '/usuarios', title: 'Usuários', menu: '/usuarios', drawer: true, letter: 'U', create: { label: 'Novo Usuário', call: 'POST /users' } },
  {
    path: '/departamentos',
    title: 'Departamentos',
    menu: '/departamentos',
    drawer: true,
    letter: 'D',
    create: { label: 'Novo Departamento', call: 'POST /department' },
  },
  { path: '/calendario', title: 'Calendário', menu: '/calendario', drawer: false, letter: 'L' },
  { path: '/track', title: 'Track', menu: '/track', drawer: true, letter: 'T' },
  { path: '/dash-track', title: 'Dashboard Track', menu: '/dash-track', drawer: false, letter: 'K' },
  { path: '/dash-track-analytic', title: 'DashBoard Track - Analítico', menu: '/dash-track-analytic', drawer: false, letter: 'N' },
  { path: '/dash-sprint', title: 'Dashboard Sprints', menu: '/dash-sprint', drawer: false, letter: 'S' },
  {
    path: '/dash-planejado-efetivado',
    title: 'Dashboard Planejado x Meta',
    menu: '/dash-planejado-efetivado',
    drawer: false,
    letter: 'M',
  },
  {
    path: '/dash-emergentes-projeto',
    title: 'Dashboard Emergente x Projeto',
    menu: '/dash-emergentes-projeto',
    drawer: false,
    letter: 'E',
  },
  {
    path: '/mapeamento-projetos',
    title: 'Mapeamento de Projetos',
    menu: '/mapeamento-projetos',
    drawer: true,
    letter: 'J',
    create: { label: 'Novo Projeto', call: 'POST /trackprojetos' },
  },
  { path: '/dash-track-projects', title: 'Roadmap Projetos', menu: '/dash-track-projects', drawer: false, letter: 'W' },
  {
    path: '/controle-servicos',
    title: 'Controle de Serviços',
    menu: '/controle-servicos',
    drawer: true,
    letter: 'X',
    create: { label: 'Novo Serviço', call: 'POST /service-time-control' },
  },
  { path: '/controle-servicos/comissoes/:id', title: 'Registro de Comissões sob Serviço', menu: '/controle-servicos', drawer: true },
  { path: '/controle-servicos/:id', title: 'Registro de Serviço', menu: '/controle-servicos', drawer: true },
  { path: '/consulta-comissoes', title: 'Consulta de Comissões', menu: '/consulta-comissoes', drawer: true, letter: 'Q' },
  {
    path: '/controle-financeiro',
    title: 'Controle Financeiro',
    menu: '/controle-financeiro',
    drawer: true,
    letter: 'F',
    create: { label: 'Novo Lote', call: 'POST /financial-control' },
  },
  { path: '/dash-financeiro', title: 'Financeiro - Visão Geral', menu: '/dash-financeiro', drawer: false, letter: 'G' },
  { path: '/nfse', title: 'NFS-e Express', menu: '/nfse', drawer: true, letter: 'B' },
  { path: '/controle-financeiro/:id', title: 'Controle Financeiro - Lote', menu: '/controle-financeiro', drawer: false },
  { path: '/painel-onde-estou', title: 'Painel Onde Estou', menu: '/painel-onde-estou', drawer: false, letter: 'P', wall: 'bare' },
  { path: '/pendencias-ped', title: 'Pendências', menu: '/pendencias-ped', drawer: false, letter: 'I', wall: 'framed' },
] as const satisfies readonly PageRow[]

export type Page = (typeof pages)[number]['path']

/** Whether a page is a wall screen without the frame. */
export const isBareWall = (page: PageRow) => page.wall === 'bare'

/** The cookie of a browser that opens a wall screen instead of Home, as somebody chose on that screen. The value is the path of the screen. */
export const WALL_FIRST = 'inicio'

/** The address of a page of ours that shows a notice. `notice` is one of those listed in client/boot.ts. */
export const withNotice = (page: string, notice: string) => `${page}${page.includes('?') ? '&' : '?'}aviso=${notice}`

/** The id of a record, as it replaces ':id' in the path of a page. */
export const ID = /^[1-9]\d{0,9}$/

/** The page at a path. All parts but the id must match exactly, because browsers would drop or reinterpret other spellings. */
export function pageAt(path: string) {
  const parts = path.split('/')
  return pages.find((page) => {
    const own = page.path.split('/')
    return own.length === parts.length && own.every((part, nth) => (part === ':id' ? ID.test(parts[nth] ?? '') : part === parts[nth]))
  })
}

/** The address to return to: `volta` if it is one of our pages, with its query string, otherwise Home. */
export function backTo(volta: unknown) {
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(typeof volta === 'string' ? volta : '') ?? []
  return path !== '/' && pageAt(path) ? `${path}${search}` : '/home'
}
