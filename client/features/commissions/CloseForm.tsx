// Closes a month of commissions for everybody. The form shows what the closing would take.
import { useRef } from 'react'
import { dayBr, lastDayOf, wallDay } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/commission-closings.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { read, type Send } from '../../api/request.ts'
import { renew, useCall, useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { MonthField } from '../../ui/form/dates.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { MONTH, monthBr, nextMonth } from '../../ui/month.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr } from '../../ui/number.ts'
import { sumBr } from './amounts.ts'
import css from './closings.module.css'

const thisMonth = () => wallDay(serverNow()).slice(0, 7)

/** The form proposes the month after the last closing, but none to come; without a closing, the last month that is over. */
export function useCloseForm(mayClose: boolean) {
  const { data } = useCall(mayClose ? 'GET /comission-closing' : null)
  const fresh = () => {
    const [last] = data ?? []
    const next = nextMonth(last?.mes ?? thisMonth(), last ? 1 : -1)
    return { mes: next > thisMonth() ? thisMonth() : next }
  }
  return useOpened('fechar comissões', { mes: '' }, async () => undefined, { fresh })
}

interface Props {
  editing: ReturnType<typeof useCloseForm>
  /** Opens the new closing. */
  closed: (id: number) => unknown
}

export default function CloseForm({ editing, closed }: Props) {
  const title = { title: 'Fechar comissões', failed: common.database }
  /** The new closing, which opens only once the form is closed: a form that is being saved keeps its page. */
  const made = useRef<number | null>(null)
  const close = () => {
    editing.close()
    if (made.current !== null) void closed(made.current)
    made.current = null
  }
  const save = async (body: { mes: string }, _: number | null, send: Send) => {
    const { id } = await send('POST /comission-closing', { body })
    await renew('GET /comission-closing')
    made.current = id
    return messages.closed
  }
  const warn = async ({ mes }: { mes: string }) => {
    const people = await read('GET /comission-closing/preview', { query: { mes } })
    if (people.length === 0) return { text: messages.nothing(dayBr(lastDayOf(mes))), refused: true }
    const isOver = mes < thisMonth()
    return {
      text: (
        <>
          Fechar {monthBr(mes)} com R$ {sumBr(people, ({ valor }) => valor)}? Um fechamento não pode ser desfeito: o que mudar depois entra no
          próximo.
          {!isOver && ' Este mês ainda não terminou, e o que for liberado até o fim dele também fica para o próximo.'}
        </>
      ),
      final: 'Fechar comissões',
    }
  }
  return (
    <FormModal
      isSingle
      editing={{ ...editing, close }}
      create={title}
      change={title}
      warn={warn}
      rules={{ mes: (mes) => (mes === '' ? common.required : !MONTH.test(mes) ? 'Mês inválido.' : mes > thisMonth() ? messages.notBegun : null) }}
      save={save}
    >
      {(form) => (
        <>
          <MonthField data-autofocus label="Mês" required {...form.getInputProps('mes')} />
          {MONTH.test(form.values.mes) && form.values.mes <= thisMonth() && <Preview mes={form.values.mes} />}
        </>
      )}
    </FormModal>
  )
}

/** The commissions that would be closed, one row per person. */
function Preview({ mes }: { mes: string }) {
  const { data, error, mutate } = useFresh('GET /comission-closing/preview', { query: { mes } })
  if (!data) return error ? <Failed title={messages.listFailed} error={error} retry={mutate} /> : <Loading />
  if (data.length === 0) return <p className={css.none}>{messages.nothing(dayBr(lastDayOf(mes)))}</p>
  return (
    <table className={css.preview}>
      <thead>
        <tr>
          <th scope="col">Colaborador</th>
          <th scope="col">Liberações</th>
          <th scope="col">Ajustes</th>
          <th scope="col">Valor (R$)</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ id, colaborador, registros, ajustes, valor }) => (
          <tr key={id}>
            <th scope="row">{colaborador ?? NO_VALUE}</th>
            <td>{numberBr(registros ?? 0)}</td>
            <td>{ajustes ? numberBr(ajustes) : NO_VALUE}</td>
            <td>{sumBr([valor], (one) => one)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{numberBr(data.reduce((all, { registros }) => all + (registros ?? 0), 0))}</td>
          <td />
          <td>{sumBr(data, ({ valor }) => valor)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
