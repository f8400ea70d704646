// The tab Recebimento: the amount received of an account, and its payments.
import '../../ui/strip.css'
import { ActionIcon } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { dayBr } from '../../../shared/clock.ts'
import type { WholeAccount } from '../../../shared/features/nfse.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { reaisBr } from '../../ui/number.ts'
import { reais } from './DetailTabs.tsx'
import css from './payments.module.css'
import table from './rows.module.css'

/** The amount left to receive of an account, in reais. Undefined if the API does not tell it. */
export const leftOf = ({ VALOR_LIQUIDO, VALOR_RECEBIDO, NFSE_CANCELADA, pagamentos }: WholeAccount) =>
  VALOR_LIQUIDO === null || VALOR_RECEBIDO == null || !pagamentos
    ? undefined
    : NFSE_CANCELADA
      ? 0
      : Math.round(100 * (VALOR_LIQUIDO - VALOR_RECEBIDO)) / 100

/** `undo` is absent for people who may not undo a payment. */
export function Payments({ of, undo }: { of: WholeAccount; undo: ((payment: { id: number; valor: number | null }) => void) | undefined }) {
  const left = leftOf(of) ?? 0
  const payments = of.pagamentos ?? []
  return (
    <>
      <dl className="strip">
        <div>
          <dt>Valor líquido</dt>
          <dd>{reais(of.VALOR_LIQUIDO)}</dd>
        </div>
        <div>
          <dt>Recebido</dt>
          <dd>{reaisBr(of.VALOR_RECEBIDO ?? 0)}</dd>
        </div>
        <div>
          <dt>Falta receber</dt>
          <dd>{reaisBr(left)}</dd>
        </div>
        <div>
          <dt>Vencimento</dt>
          <dd>{of.DATA_VENCTO ? dayBr(of.DATA_VENCTO) : NO_VALUE}</dd>
        </div>
      </dl>
      {of.SEGUNDA_VIA && (
        <p>
          Segunda via de {reaisBr(of.SEGUNDA_VIA.valor)}, com vencimento em {dayBr(of.SEGUNDA_VIA.vencimento)}
          {of.SEGUNDA_VIA.multa + of.SEGUNDA_VIA.juros > 0 &&
            `, com multa de ${reaisBr(of.SEGUNDA_VIA.multa)} e juros de ${reaisBr(of.SEGUNDA_VIA.juros)}`}
          .
        </p>
      )}
      <table className={`${table.rows} ${css.payments}`}>
        <thead>
          <tr>
            <th scope="col">Pago em</th>
            <th scope="col">Pagamento</th>
            <th scope="col">Valor</th>
            {undo && (
              <th scope="col">
                <span className="hidden">Ações</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {payments.map((one) => {
            const more = [
              one.creditadoEm !== one.pagoEm && `creditado em ${dayBr(one.creditadoEm)}`,
              (one.desconto ?? 0) > 0 && `com desconto de ${reaisBr(one.desconto ?? 0)}`,
              (one.acrescimos ?? 0) > 0 && `mais ${reaisBr(one.acrescimos ?? 0)} de acréscimos`,
              one.por && `por ${one.por}`,
              one.observacao,
            ].filter(Boolean)
            return (
              <tr key={one.id} data-undone={one.desfeito ? true : undefined}>
                <td>{dayBr(one.pagoEm)}</td>
                <td>
                  {one.forma}
                  <small>{one.desfeito ?? more.join(' · ')}</small>
                </td>
                <td>{reais(one.valor)}</td>
                {undo && (
                  <td>
                    {!one.desfeito && (
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Desfazer o pagamento de ${reais(one.valor)}`}
                        title="Desfazer"
                        onClick={() => undo(one)}
                      >
                        <Undo2 aria-hidden />
                      </ActionIcon>
                    )}
                  </td>
                )}
              </tr>
            )
          })}
          {payments.length === 0 && (
            <tr>
              <td>{NO_VALUE}</td>
              <td>Nenhum pagamento registrado.</td>
              <td />
              {undo && <td />}
            </tr>
          )}
        </tbody>
      </table>
    </>
  )
}
