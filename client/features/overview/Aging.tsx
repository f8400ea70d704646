// Financeiro - Visão Geral, Cobrança: what clients still owe, by the days since it was due.
import '../../ui/strip.css'
import { Tabs } from '@mantine/core'
import { FileText, Mail } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { openFrom } from '../../../shared/bank-days.ts'
import { addDays, dayBr, wallDay } from '../../../shared/clock.ts'
import { BUCKETS, messages, type AgingClient, type AgingDocument } from '../../../shared/features/aging.ts'
import { messages as overview } from '../../../shared/features/overview.ts'
import { messages as second, MOST_COLLECTED, SUGGESTED_DAYS } from '../../../shared/features/second-copy.ts'
import { sumReais } from '../../../shared/money.ts'
import { serverNow } from '../../api/clock.ts'
import { read, send } from '../../api/request.ts'
import { renewAll, useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { ColumnChoice, ExportButton, SortChoice } from '../../ui/grid/GridFilters.tsx'
import { SearchField } from '../../ui/grid/SearchField.tsx'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import type { Asking } from '../../ui/Question.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useClientAction } from '../clients/ClientLink.tsx'
import css from './aging.module.css'

const ClientWindow = lazyPart(() => import('./ClientWindow.tsx'))
const Question = lazyPart(() => import('../../ui/Question.tsx'))

export const LABELS = {
  aVencer: 'A vencer',
  ate30: '1 a 30 dias',
  ate60: '31 a 60 dias',
  ate90: '61 a 90 dias',
  mais90: 'Mais de 90 dias',
  total: 'Total',
} as const satisfies Record<(typeof BUCKETS)[number], string>

const columns: Column<AgingClient>[] = [
  { id: 'cliente', label: 'Cliente', value: ({ cliente }) => cliente, main: true },
  { id: 'contas', label: 'Contas', value: ({ contas }) => contas, figures: true, width: 84, card: 'contas' },
  ...BUCKETS.map((bucket): Column<AgingClient> => ({
    id: bucket,
    label: LABELS[bucket],
    value: (row) => row[bucket] || null,
    text: (row) => (row[bucket] === 0 ? null : reaisBr(row[bucket])),
    money: true,
    figures: true,
    width: 146,
    narrow: 112,
    card: LABELS[bucket],
  })),
]

export const drawn: Drawn = ({ ask }) => ask('GET /dash/aging')

export default function Aging({ tabs }: { tabs: ReactNode }) {
  const call = useFresh('GET /dash/aging')
  const [params, put] = useAddress()
  const client = params.get('cliente')
  const grid = useGrid({ rows: call.data?.clientes, columns, idOf: idIn(call.data?.clientes), defaultOrder: '-total', part: ' cobranca' })
  const [asking, ask] = useState<Asking | null>(null)
  const { fetched } = useFetching()
  const mayCollect = useMay()('POST /nfse/collections')
  const page = useClientAction(({ idCliente }: AgingClient) => idCliente)
  const open = ({ cliente }: AgingClient) => put({ cliente }, true)
  /** Asks before the client is asked to pay. Each account is asked for at most once a day. */
  const collect = (cliente: string, documents: AgingDocument[]) => {
    const those = documents.filter(({ impedimento }) => impedimento === null)
    if (those.length === 0) return notify.warn(messages.nothingToCollect)
    const vencimento = openFrom(addDays(wallDay(serverNow()), SUGGESTED_DAYS))
    ask({
      title: those.length === 1 ? 'Cobrar esta conta por e-mail?' : `Cobrar ${numberBr(those.length)} contas por e-mail?`,
      name: `${cliente} · ${reaisBr(sumReais(those, ({ valor }) => valor))} em aberto`,
      note: `Vai com a segunda via de cada boleto vencido, com multa e juros e vencimento em ${dayBr(vencimento)}. Se a empresa registra boletos no banco, registre as segundas vias: o e-mail sai quando o banco as confirmar.`,
      act: 'Cobrar',
      run: async () => {
        const ids = those.map(({ id }) => id)
        for (let from = 0; from < ids.length; from += MOST_COLLECTED)
          await send('POST /nfse/collections', { body: { ids: ids.slice(from, from + MOST_COLLECTED), vencimento } })
        return {}
      },
      done: second.collected,
    })
  }
  const collectFrom = async ({ cliente }: AgingClient) => {
    const documents = await fetched(() => read('GET /dash/aging/documents', { query: { cliente } }), overview.updateFailed)
    if (documents) collect(cliente, documents)
  }
  return (
    <Screen
      tools={tabs}
      note={grid.loaded ? numberBr(grid.found.length) : undefined}
      actions={<ExportButton grid={grid} title="Cobrança" />}
      filters={
        <>
          <SearchField text={grid.search} change={grid.setSearch} />
          <SortChoice grid={grid} />
          <ColumnChoice grid={grid} />
        </>
      }
      below={
        <dl className={`strip ${css.buckets}`}>
          {BUCKETS.map((bucket) => (
            <div key={bucket}>
              <dt>{bucket === 'total' ? 'A receber' : LABELS[bucket]}</dt>
              <dd>{call.data && reaisBr(call.data.total[bucket])}</dd>
            </div>
          ))}
        </dl>
      }
    >
      <Tabs.Panel value="cobranca">
        <PrintNote narrowed={grid.narrowed} />
        <DataGrid
          grid={grid}
          call={call}
          open={open}
          actions={[
            { label: 'Documentos', icon: FileText, run: open },
            ...(mayCollect ? [{ label: 'Cobrar', icon: Mail, off: (row: AgingClient) => row.total === row.aVencer, run: collectFrom }] : []),
            ...page,
          ]}
          failed={overview.updateFailed}
          empty={{ title: 'Nada a receber.', hint: 'Aparecem aqui os clientes com parcelas em aberto.' }}
        />
      </Tabs.Panel>
      <ClientWindow client={client} collect={mayCollect ? collect : undefined} covered={asking !== null} close={() => put({ cliente: null })} />
      <Question asking={asking} close={() => ask(null)} saved={() => Promise.all([call.mutate(), renewAll('GET /dash/aging/documents')])} />
    </Screen>
  )
}

/** Ids for the rows, because a client is known by its name only. */
function idIn(clients: AgingClient[] | undefined) {
  const ids = new Map(clients?.map((one, nth) => [one, nth]))
  return (row: AgingClient) => ids.get(row) ?? 0
}
