// Dialogs Saldo dos Bancos and Saldo dos Caixas.
import { Button } from '@mantine/core'
import { messages } from '../../../shared/features/overview.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { reaisBr } from '../../ui/number.ts'
import { Window } from '../../ui/Window.tsx'
import table from './figures.module.css'
import css from './balances.module.css'

const windows = {
  bco: {
    title: 'Saldo dos Bancos',
    head: 'Conta',
    columns: [
      ['saldoCC', 'Conta corrente'],
      ['saldoAplicacao', 'Aplicação'],
      ['saldoTotal', 'Total'],
    ],
  },
  cxa: { title: 'Saldo dos Caixas', head: 'Caixa', columns: [['saldoCxa', 'Saldo']] },
} as const

/** `of` null closes the dialog. */
export default function Balances({ of, close }: { of: 'bco' | 'cxa' | null; close: () => void }) {
  return (
    <Window title={of ? windows[of].title : ''} opened={of !== null} close={close}>
      {of && <Table of={of} />}
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
      </div>
    </Window>
  )
}

function Table({ of }: { of: 'bco' | 'cxa' }) {
  const { head, columns } = windows[of]
  const { data, error, mutate } = useFresh('GET /dash/saldoBancosCaixas', { query: { typeofModal: of } })
  if (!data) return error ? <Failed title={messages.updateFailed} error={error} retry={mutate} /> : <Loading />
  return (
    <table className={`${table.figures} ${css.balances}`}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map(([field, label]) => (
            <th key={field} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.dataset.map((row, nth) => (
          <tr key={nth}>
            <th scope="row">{row.descricao ?? NO_VALUE}</th>
            {columns.map(([field, label]) => (
              <Amount key={field} label={label} of={row[field]} />
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {columns.map(([field, label]) => (
            <Amount key={field} label={label} of={data.total[field]} />
          ))}
        </tr>
      </tfoot>
    </table>
  )
}

const Amount = ({ label, of }: { label: string; of: number | null | undefined }) => (
  <td data-label={label} data-below={(of ?? 0) < 0 || undefined}>
    {of ? reaisBr(of) : NO_VALUE}
  </td>
)
