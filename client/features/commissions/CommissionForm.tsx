import { Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturnType } from '@mantine/form'
import { dayBr, isDay } from '../../../shared/clock.ts'
import {
  entriesOf,
  entryKinds,
  HISTORY,
  messages,
  MOST_INSTALMENTS,
  openInstalmentOf,
  type CommissionCard,
} from '../../../shared/features/commissions.ts'
import { TICKET } from '../../../shared/features/service-hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { centsOf, NOT_POSITIVE, reaisOf } from '../../../shared/money.ts'
import { optionalText } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { MoneyField, NumberField, StatusSwitch } from '../../ui/form/fields.tsx'
import { wrongAmount } from '../../ui/form/amount.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { reaisBr, ticketTyped } from '../../ui/number.ts'
import { optionsOfWords } from '../options.ts'
import type { useCommissionEditing, Values } from './editing.ts'

/** Kinds of a new entry: an instalment or a receipt. */
const kinds = optionsOfWords(entryKinds)

interface Props {
  editing: ReturnType<typeof useCommissionEditing>
  control: number
  /** Sum of the control's active instalments, and the value of its contracted hours, in cents. Null while unknown or without a price. */
  due: number | null
  contract: number | null
  /** Reloads the cards. */
  saved: () => unknown
}

type Open = NonNullable<ReturnType<typeof openInstalmentOf>>

/** The cents that an entry adds to the sum of the active instalments. */
const dueOf = ({ tipo, idStatus, valor }: Values) => (tipo === 'P' && idStatus === 'A' ? centsOf(Number(valor) || 0) : 0)

export default function CommissionForm({ editing, control, due, contract, saved }: Props) {
  const [open, setOpen] = useState<Open | null>(null)
  const isNew = editing.opened?.id === null
  /** Four fields in a line, or three without the number of instalments. */
  const part = ({ tipo }: Values) => (isNew && tipo === 'P' ? 'form-quarter' : 'form-narrow')
  const save = async ({ versao, parcelas, ...values }: Values, id: number | null, send: Send) => {
    const body = { ...values, nTicket: ticketTyped(values.nTicket), valor: Number(values.valor), idControleHoras: control }
    await (id === null
      ? send('POST /service-time-control-comission', { body: { ...body, ...(values.tipo === 'P' && { parcelas: Number(parcelas) }) } })
      : send('PUT /service-time-control-comission', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  const effect = (values: Values, id: number | null, was: Values) => {
    const { tipo, valor, data, parcelas } = values
    if (tipo === 'R') return id === null && open ? { calm: true, text: <Left of={open} /> } : null
    const before = due === null ? null : due - (id === null ? 0 : dueOf(was))
    const after = before === null ? 0 : before + dueOf(values)
    const isBeyond = contract !== null && before !== null && after > contract && after > (due ?? 0)
    const count = Number(parcelas)
    const isSplit = id === null && count > 1 && count <= MOST_INSTALMENTS && Number.isInteger(count) && isDay(data) && centsOf(Number(valor)) >= count
    if (!isBeyond && !isSplit) return null
    return {
      grave: isBeyond,
      calm: !isBeyond,
      text: (
        <>
          {isSplit && <Split of={{ data, valor: Number(valor), parcelas: count, historico: '' }} />}
          {isBeyond && (
            <p className="before-after">
              <span>{messages.beyondContract(reaisBr(reaisOf(contract)), reaisBr(reaisOf(after - contract)))}</span>
              <span>
                {reaisBr(reaisOf(due ?? 0))} → <strong>{reaisBr(reaisOf(after))}</strong>
              </span>
            </p>
          )}
        </>
      ),
    }
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo lançamento', failed: common.database }}
      change={{ title: `${editing.opened?.id} - Editar Lançamento`, failed: common.database }}
      invalid={common.invalidEntry}
      rules={{
        nTicket: optionalText(TICKET),
        data: requiredDay,
        valor: (typed) => (Number(typed) <= 0 ? NOT_POSITIVE : wrongAmount(Number(typed))),
        parcelas: (typed, { tipo, valor }) => {
          if (!isNew || tipo === 'R') return null
          const count = Number(typed)
          if (!Number.isInteger(count) || count < 1) return common.number
          return count > MOST_INSTALMENTS ? messages.tooManyInstalments : centsOf(Number(valor)) < count ? messages.tooLittle : null
        },
        historico: optionalText(HISTORY),
      }}
      effect={effect}
      save={save}
    >
      {(form) => (
        <>
          <Choice
            legend="Tipo"
            options={kinds}
            value={form.values.tipo}
            onChange={(tipo) => {
              if (tipo !== 'P' && tipo !== 'R') return
              // An amount that was proposed for the receipt is none of an instalment.
              const isProposed = open !== null && isNew && tipo === 'P' && Number(form.values.valor) === reaisOf(open.cents)
              form.setValues({ tipo, ...(isProposed && { valor: 0 }) })
            }}
          />
          {isNew && form.values.tipo === 'R' && <Proposal form={form} control={control} open={open} setOpen={setOpen} />}
          <TextInput data-autofocus className={part(form.values)} label="Ticket" {...form.getInputProps('nTicket')} />
          <DateField
            className={part(form.values)}
            label={form.values.tipo === 'P' ? 'Vencimento' : 'Data'}
            required
            {...form.getInputProps('data')}
          />
          <MoneyField className={part(form.values)} label="Valor" required {...form.getInputProps('valor')} />
          {isNew && form.values.tipo === 'P' && (
            <NumberField
              className={part(form.values)}
              label="Parcelas"
              rightSection="x, mensal"
              rightSectionWidth={76}
              rightSectionPointerEvents="none"
              {...form.getInputProps('parcelas')}
            />
          )}
          <Textarea label="Histórico" autosize minRows={3} maxRows={8} {...form.getInputProps('historico')} />
          {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('idStatus')} />}
        </>
      )}
    </FormModal>
  )
}

/** The instalments that a new entry would make. */
function Split({ of }: { of: Parameters<typeof entriesOf>[0] }) {
  const entries = entriesOf(of)
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return null
  return (
    <p className="before-after">
      <span>
        {first.valor === last.valor
          ? `${entries.length} parcelas de ${reaisBr(first.valor)}`
          : `${entries.length - 1} parcelas de ${reaisBr(first.valor)} e a última de ${reaisBr(last.valor)}`}
      </span>
      <span>
        {dayBr(first.data)} a {dayBr(last.data)}
      </span>
    </p>
  )
}

const Left = ({ of: { data, cents } }: { of: Open }) => (
  <p className="before-after">
    <span>Parcela em aberto{data && `, vencimento ${dayBr(data)}`}</span>
    <strong>{reaisBr(reaisOf(cents))}</strong>
  </p>
)

interface ProposalProps {
  form: UseFormReturnType<Values>
  control: number
  open: Open | null
  setOpen: (open: Open | null) => void
}

/** Looks up the oldest open instalment, and proposes its open amount and its ticket for the receipt unless a person typed others. */
function Proposal({ form, control, open, setOpen }: ProposalProps) {
  const { data } = useFresh('GET /service-time-control-comission', {
    query: { idControleHoras: String(control), tipoRegistro: ['Parcela', 'Recebimento'] },
  })
  const propose = useEffectEvent((cards: CommissionCard[]) => {
    const now = openInstalmentOf(cards) ?? null
    const { valor, nTicket } = form.getValues()
    const isUntouched = !Number(valor) || (open !== null && Number(valor) === reaisOf(open.cents))
    if (now) form.setValues({ ...(isUntouched && { valor: reaisOf(now.cents) }), ...(!nTicket && { nTicket: now.nTicket ?? '' }) })
    setOpen(now)
  })
  useEffect(() => {
    if (data) propose(data.serviceTimeControlComissions)
  }, [data])
  return null
}
