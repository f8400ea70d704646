// Dialog with the open documents of a client.
import { Button } from '@mantine/core'
import { Mail } from 'lucide-react'
import { Link } from 'react-router'
import { dayBr } from '../../../shared/clock.ts'
import type { AgingDocument } from '../../../shared/features/aging.ts'
import { messages } from '../../../shared/features/overview.ts'
import { sumReais } from '../../../shared/money.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { reaisBr } from '../../ui/number.ts'
import { Window } from '../../ui/Window.tsx'
import { accountAddress } from './detail.ts'
import table from './figures.module.css'
import css from './aging.module.css'

interface Props {
  /** Null when closed. */
  client: string | null
  /** Absent for people who may not ask clients to pay. */
  collect: ((client: string, documents: AgingDocument[]) => void) | undefined
  /** Whether a question is open on top. */
  covered: boolean
  close: () => void
}

export default function ClientWindow({ client, collect, covered, close }: Props) {
  const { data, error, mutate } = useFresh(client === null ? null : 'GET /dash/aging/documents', { query: { cliente: client ?? '' } })
  const mayOpen = useMay()('GET /nfse/{id}')
  return (
    <Window title={client ?? ''} opened={client !== null} covered={covered} close={close}>
      <div className={css.documents}>
        {data ? (
          <table className={table.figures}>
            <thead>
              <tr>
                <th scope="col">Documento</th>
                <th scope="col">Empresa</th>
                <th scope="col">Vencimento</th>
                <th scope="col">Situação</th>
                <th scope="col">Valor</th>
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <tr key={one.id}>
                  <th scope="row">{one.nfse && mayOpen ? <Link to={accountAddress(one.id)}>{one.documento}</Link> : one.documento}</th>
                  <td data-label="Empresa">{one.empresa}</td>
                  <td data-label="Vencimento">{dayBr(one.vencimento)}</td>
                  <td data-label="Situação">
                    <Dot tone={one.dias > 0 ? 'danger' : 'off'}>{stateOf(one)}</Dot>
                    {one.cobradaEm && <small>cobrada em {dayBr(one.cobradaEm)}</small>}
                  </td>
                  <td data-label="Valor">{reaisBr(one.valor)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={4}>
                  Total
                </th>
                <td>{reaisBr(sumReais(data, ({ valor }) => valor))}</td>
              </tr>
            </tfoot>
          </table>
        ) : error ? (
          <Failed title={messages.updateFailed} error={error} retry={mutate} />
        ) : (
          <Loading />
        )}
      </div>
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
        {collect && client !== null && data?.some(({ impedimento }) => impedimento === null) && (
          <Button size="md" leftSection={<Mail aria-hidden />} onClick={() => collect(client, data)}>
            Cobrar
          </Button>
        )}
      </div>
    </Window>
  )
}

const stateOf = ({ dias }: AgingDocument) => (dias <= 0 ? 'A vencer' : dias === 1 ? 'Vencida há 1 dia' : `Vencida há ${dias} dias`)
