// The boleto at its bank, in the tab Recebimento: its registration, and the instructions that the bank was given.
import { ActionIcon } from '@mantine/core'
import { Undo2 } from 'lucide-react'
import { dateBr, dayBr } from '../../../shared/clock.ts'
import type { WholeAccount } from '../../../shared/features/nfse.ts'
import { Dot } from '../../ui/grid/Status.tsx'
import { reaisBr } from '../../ui/number.ts'
import { registrationState } from './columns.tsx'
import { INSTRUCTIONS } from './OrderForm.tsx'
import css from './bank-part.module.css'
import table from './rows.module.css'

/** `drop` is absent for people who may not drop an instruction. */
export function BankPart({ of, drop }: { of: WholeAccount; drop: ((id: number) => unknown) | undefined }) {
  const state = registrationState(of)
  if (!state) return null
  return (
    <table className={`${table.rows} ${css.orders}`}>
      <thead>
        <tr>
          <th scope="col">No banco</th>
          <th scope="col">
            <Dot tone={state.tone}>{state.word}</Dot>
            {state.why && <small>{state.why}</small>}
          </th>
          {drop && (
            <th scope="col">
              <span className="hidden">Ações</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {of.instrucoes?.map((one) => (
          <tr key={one.id}>
            <td>{dateBr(one.quando)}</td>
            <td>
              {[INSTRUCTIONS[one.movimento], one.vencimento && dayBr(one.vencimento), one.abatimento !== null && reaisBr(one.abatimento)]
                .filter(Boolean)
                .join(' · ')}
              <small>
                {[
                  one.nossoNumero && `nosso número ${one.nossoNumero}`,
                  one.remessa === null ? 'vai na próxima remessa' : `remessa ${one.remessa}`,
                  one.por && `por ${one.por}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </td>
            {drop && (
              <td>
                {one.remessa === null && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Desfazer: ${INSTRUCTIONS[one.movimento]}`}
                    title="Desfazer"
                    onClick={() => drop(one.id)}
                  >
                    <Undo2 aria-hidden />
                  </ActionIcon>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
