// A month's totals per company, as bars and figures. Clicking a total opens its documents.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import type { CashFlow } from '../../../shared/features/overview.ts'
import { Card } from '../../ui/chart/Card.tsx'
import { sumReais } from '../../../shared/money.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { reaisBr } from '../../ui/number.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { variables } from '../../ui/variables.ts'
import { noDetail } from './detail.ts'
import table from './figures.module.css'
import css from './cash-flow.module.css'

type Company = CashFlow['totalizerByCompay'][number]
const series = [
  { option: 'gerado', label: 'Gerado', color: 'var(--rest)', of: (one: Company) => one.valorGerado ?? 0 },
  { option: 'recebido', label: 'Recebido', color: 'var(--c1)', of: (one: Company) => one.valorRecebido ?? 0 },
  { option: 'aReceber', label: 'A receber', color: 'var(--c2)', of: (one: Company) => one.valorAReceber ?? 0 },
] as const

export function ByCompany({ companies }: { companies: Company[] }) {
  const [hidden, hide] = useState<string[]>([])
  const [params, put] = useAddress()
  const open = (company: string | null, detalhe: string) => put({ ...noDetail, empresa: company, detalhe }, true)
  const shown = series.filter(({ option }) => !hidden.includes(option))
  const longest = Math.max(1, ...companies.flatMap((one) => shown.map(({ of }) => of(one))))
  const isOpen = (company: string | null, option: string) => params.get('empresa') === company && params.get('detalhe') === option
  return (
    <>
      <Card
        title="Por empresa"
        note={
          <span className={css.options}>
            {series.map(({ option, label, color }) => (
              <Checkbox
                key={option}
                label={
                  <>
                    <i className="bar-mark" aria-hidden style={{ background: color }} />
                    {label}
                  </>
                }
                checked={!hidden.includes(option)}
                onChange={({ currentTarget: { checked } }) => hide((now) => (checked ? now.filter((one) => one !== option) : [...now, option]))}
              />
            ))}
          </span>
        }
      >
        <table className={`${table.figures} ${css.companies}`}>
          <thead>
            <tr>
              <th scope="col">Empresa</th>
              <td aria-hidden />
              {shown.map(({ option, label }) => (
                <th key={option} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {companies.map((one) => (
              <tr key={one.company}>
                <th scope="row" title={one.company ?? undefined}>
                  {one.company ?? NO_VALUE}
                </th>
                <td aria-hidden>
                  {shown.map(({ option, label, color, of }) => (
                    <button
                      key={option}
                      type="button"
                      tabIndex={-1}
                      className={css.bar}
                      title={`${label}: ${reaisBr(of(one))}`}
                      data-open={isOpen(one.company, option) || undefined}
                      style={variables({ '--width': (100 * of(one)) / longest, '--color': color })}
                      onClick={() => open(one.company, option)}
                    />
                  ))}
                </td>
                {shown.map(({ option, label, of }) => (
                  <td key={option} data-label={label}>
                    <button
                      type="button"
                      className={css.figure}
                      title={`Ver ${label} de ${one.company ?? NO_VALUE}`}
                      aria-label={`${label} de ${one.company ?? NO_VALUE}: ${reaisBr(of(one))}`}
                      aria-expanded={isOpen(one.company, option)}
                      onClick={() => open(one.company, option)}
                    >
                      {reaisBr(of(one))}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td aria-hidden />
              {shown.map(({ option, label, of }) => (
                <td key={option} data-label={label}>
                  {reaisBr(sumReais(companies, of))}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </Card>
    </>
  )
}
