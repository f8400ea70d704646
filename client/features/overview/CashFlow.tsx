// Financeiro - Visão Geral, Fluxo de Caixa: current balances, and the amounts due in a month. Clicking a figure opens its documents, if it has any.
import { Button, Tabs } from '@mantine/core'
import { ArrowDownLeft, ArrowUpRight, Banknote, ChartPie, ChevronRight, Landmark, Scale, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { messages, type CashFlow as Data, type Part as Option } from '../../../shared/features/overview.ts'
import { percents } from '../../../shared/percent.ts'
import { centsOf, sumReais } from '../../../shared/money.ts'
import { useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { Card } from '../../ui/chart/Card.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { monthAt, monthBr, nextMonth, periodOf } from '../../ui/month.ts'
import { MonthTurn } from '../../ui/MonthTurn.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { percentBr, reaisBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { addressNow, useAddress } from '../../ui/useAddress.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { useNow } from '../../ui/useNow.ts'
import { ByCompany } from './ByCompany.tsx'
import { detailOf, noDetail } from './detail.ts'
import { Details } from './Details.tsx'
import css from './cash-flow.module.css'

const Ring = lazyPart(() => import('../../ui/chart/Ring.tsx'))
const Balances = lazyPart(() => import('./Balances.tsx'))

const askedOf = (month: string, option: 1 | 2 = 1) => ({ body: { period: periodOf(month), idOptionCentroCusto: option } })

export const drawn: Drawn = ({ ask, search, now }) => ask('POST /dash/boletos', askedOf(monthAt(search, now)))

export default function CashFlow({ tabs }: { tabs: ReactNode }) {
  const now = useNow(60_000)
  const [params, put] = useAddress()
  const month = monthAt(params, now)
  const { data, error, mutate } = useFresh('POST /dash/boletos', askedOf(month))
  const saldo = params.get('saldo')
  const balances = saldo === 'bco' || saldo === 'cxa' ? saldo : null
  const go = (mes: string | null) => put({ mes, ...noDetail }, true)
  // Reads the current address, because a second keystroke may come before the first one is rendered.
  const turn = (by: -1 | 1) => go(nextMonth(monthAt(addressNow(), now), by))
  useKeys({ T: () => go(null), ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) })
  return (
    <Screen
      scrolls
      tools={
        <>
          {tabs}
          <div className={css.period}>
            <Button variant="default" size="sm" title="Mês atual (T)" onClick={() => go(null)}>
              Mês atual
            </Button>
            <MonthTurn className={css.month} text={monthBr(month)} turn={turn} />
          </div>
        </>
      }
    >
      <Tabs.Panel value="fluxo">
        <PrintNote narrowed={[monthBr(month)]} />
        {data ? (
          <Boards key={month} data={data} month={month} show={(which) => put({ saldo: which }, true)} />
        ) : error ? (
          <Failed title={messages.updateFailed} error={error} retry={mutate} />
        ) : (
          <Loading />
        )}
      </Tabs.Panel>
      <Balances of={balances} close={() => put({ saldo: null })} />
    </Screen>
  )
}

function Boards({ data, month, show }: { data: Data; month: string; show: (which: 'bco' | 'cxa') => void }) {
  const { vencidas, vencendoHoje, aVencer } = data.vencidasVencendoHoje
  const { vencidasGeral } = data
  const [params, put] = useAddress()
  const detail = detailOf(params)
  /** Shows the documents of a figure. */
  const open = (detalhe: Option, centro: string | null = null) => put({ ...noDetail, detalhe, centro }, true)
  const isEmpty = data.totalizerByCompay.length === 0
  return (
    <div className={`dashboard ${css.flow}`}>
      <dl className={`strip ${css.now}`}>
        <Figure label="Bancos" icon={Landmark} reais={data.saldoBanco} open={() => show('bco')} />
        <Figure label="Caixas" icon={Banknote} reais={data.saldoCaixa} open={() => show('cxa')} />
        <Figure label="A receber" icon={ArrowDownLeft} reais={data.valorReceberGeral} open={() => open('aReceberGeral')} />
        <Figure label="A pagar" icon={ArrowUpRight} reais={data.valorPagarGeral} />
        <Figure label="Saldo" icon={Scale} reais={data.saldoGeral} />
      </dl>
      <dl className={`strip ${css.monthFigures}`}>
        <Figure label="Gerado no mês" reais={data.valorGeradoCC} percent={isEmpty ? 0 : 100} open={() => open('gerado')} />
        <Figure label="Recebido" reais={data.valorRecebidoCC} percent={data.percentualRecebidoCC} open={() => open('recebido')} />
        <Figure label="A receber do mês" reais={data.valorReceberCC} percent={data.percentualReceberCC} open={() => open('aReceber')} />
        {vencidasGeral != null && <Figure label="Vencidas (todos os meses)" reais={vencidasGeral} open={() => open('vencidasGeral')} />}
      </dl>
      {isEmpty ? (
        <Message icon={ChartPie} title={`Nenhum boleto em ${monthBr(month)}.`}>
          Aparecem aqui as parcelas que vencem no mês.
        </Message>
      ) : (
        <>
          <div className={css.rings}>
            <Card title="Recebido x A receber">
              <Parts
                of={[
                  { name: 'Recebido', value: data.valorRecebidoCC, color: 'var(--c1)', open: () => open('recebido') },
                  { name: 'A receber', value: data.valorReceberCC, color: 'var(--c2)', open: () => open('aReceber') },
                ]}
              />
            </Card>
            <Card title="Vencimentos" note={<small>de {monthBr(month)}</small>}>
              <Parts
                of={[
                  { name: 'Vencidas', value: vencidas, color: 'var(--danger)', open: () => open('vencidas') },
                  { name: 'Vencendo hoje', value: vencendoHoje, color: 'var(--warn)', open: () => open('vencendoHoje') },
                  { name: 'A vencer', value: aVencer, color: 'var(--rest)', open: () => open('aVencer') },
                ]}
              />
            </Card>
            <Centres month={month} open={open} />
          </div>
          <ByCompany companies={data.totalizerByCompay} />
        </>
      )}
      {detail && <Details key={JSON.stringify(detail)} of={detail} month={month} close={() => put(noDetail)} />}
    </div>
  )
}

interface FigureOf {
  label: string
  icon?: LucideIcon
  reais: number | null
  percent?: number | null
  /** Opens the details of the figure. */
  open?: () => void
}
function Figure({ label, icon: Icon, reais, percent, open }: FigureOf) {
  const amount = reais === null ? NO_VALUE : reaisBr(reais)
  const share = percent == null ? '' : percentBr(percent, 1)
  const value = (
    <>
      {amount} {share && <small>{share}</small>}
    </>
  )
  return (
    <div data-opens={open !== undefined || undefined}>
      <dt>
        {Icon && <Icon aria-hidden />} {label}
      </dt>
      <dd data-below={(reais ?? 0) < 0 || undefined}>
        {open ? (
          <button type="button" title={`Abrir ${label}`} aria-label={`${label}: ${amount} ${share}`.trim()} onClick={open}>
            {value}
            <ChevronRight aria-hidden />
          </button>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

interface Part {
  name: string
  value: number | null
  color: string
  /** Shows the documents of this slice; absent for a slice that combines several. */
  open?: () => void
}
/** A ring chart with a table of its parts. */
function Parts({ of }: { of: Part[] }) {
  const parts = of.map(({ value, ...part }) => ({ ...part, value: value ?? 0 }))
  const shares = percents(parts.map(({ value }) => centsOf(value)))
  return (
    <div className={css.parts}>
      <div aria-hidden>
        <Ring data={parts} size={104} thickness={18} press={(nth) => parts[nth]?.open?.()} />
      </div>
      <table>
        <tbody>
          {parts.map(({ name, value, color, open }, nth) => (
            <tr key={name}>
              <th scope="row" title={name}>
                <i className="bar-mark" aria-hidden style={{ background: color }} />
                {name}
              </th>
              <td>
                {open ? (
                  <button type="button" className={css.figure} title={`Ver ${name}`} aria-label={`${name}: ${reaisBr(value)}`} onClick={open}>
                    {reaisBr(value)}
                  </button>
                ) : (
                  reaisBr(value)
                )}
              </td>
              <td>{percentBr(shares[nth] ?? 0, 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const COLORS = ['var(--c1)', 'var(--c2)', 'var(--c3)', 'var(--c4)', 'var(--c5)', 'var(--c6)']

const options = [
  [1, 'Recebido'],
  [2, 'A receber'],
] as const

function Centres({ month, open }: { month: string; open: (option: Option, centre: string | null) => void }) {
  const [option, choose] = useState<1 | 2>(1)
  const { data, error, mutate } = useFresh('POST /dash/boletos', askedOf(month, option))
  const centres = data?.receveidByCenter.map(({ tipoConta, valorRecebido }, nth) => ({
    name: tipoConta ?? NO_VALUE,
    value: valorRecebido,
    color: COLORS[nth] ?? 'var(--rest)',
    open: () => open(option === 1 ? 'recebido' : 'aReceber', tipoConta),
  }))
  // If there are more cost centres than colours, the remaining ones are combined into one part.
  const parts: Part[] = centres?.slice(0, COLORS.length) ?? []
  const others = centres?.slice(COLORS.length) ?? []
  if (others.length > 0) parts.push({ name: 'Outros', value: sumReais(others, ({ value }) => value), color: 'var(--rest)' })
  let content: ReactNode = <Loading />
  if (centres) content = parts.length > 0 ? <Parts of={parts} /> : <p className="card-empty">{option === 1 ? 'Nada recebido.' : 'Nada a receber.'}</p>
  else if (error) content = <Failed title={messages.updateFailed} error={error} retry={mutate} />
  return (
    <Card
      title="Centro de custo"
      note={
        <span className={css.options} role="radiogroup" aria-label="Centro de custo por">
          {options.map(([own, label]) => (
            <label key={own}>
              <input type="radio" name="centro" checked={option === own} onChange={() => choose(own)} />
              {label}
            </label>
          ))}
        </span>
      }
    >
      {content}
    </Card>
  )
}
