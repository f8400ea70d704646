import { Button, FileInput, Textarea } from '@mantine/core'
import { Banknote, CircleAlert, CreditCard, Lock, Paperclip, type LucideIcon } from 'lucide-react'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent, useState } from 'react'
import { addDays, dayBr, isDay, wallDay } from '../../../shared/clock.ts'
import {
  FARTHEST,
  messages,
  OBS,
  operations,
  operators,
  responsibles,
  SOON,
  type BatchHeader,
  type MovementCard,
} from '../../../shared/features/ledger.ts'
import { messages as common } from '../../../shared/messages.ts'
import { NOT_POSITIVE, centsOf, reaisOf, sumReais } from '../../../shared/money.ts'
import { optionalText } from '../../../shared/text.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure, sayFailure } from '../../api/failure.ts'
import { read, type Send } from '../../api/request.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { wrongAmount } from '../../ui/form/amount.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { MoneyField, Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { reaisBr } from '../../ui/number.ts'
import { optionsOfWords } from '../options.ts'
import type { useLedgerEditing, Values } from './editing.ts'
import { ACCEPTED, attach, receiptOf, type Receipt } from './receipt.ts'

interface Props {
  editing: ReturnType<typeof useLedgerEditing>
  lote: number
  header: BatchHeader | undefined
  /** Reloads the cards. */
  saved: () => unknown
}

const missing = (value: unknown) => (value === null || value === '' ? common.required : null)

/** Effect of a movement on its balance, in cents. */
const signed = ({ operador, valor, idStatus }: Values) => {
  const cents = centsOf(Number(valor) || 0)
  return idStatus === 'I' || operador === 'F' ? 0 : operador === 'C' ? cents : -cents
}

/** Balances in reais at the end of `day`, from which a closing takes its amount. */
interface Found {
  day: string
  card: number
  cash: number
}
const sumOf = ({ card, cash }: Found) => sumReais([card, cash], (one) => one)
/** Amount in reais of a closing: the sum of both balances, but not below zero. */
const totalOf = (found: Found) => Math.max(0, sumOf(found))
/** Balances at the end of `day`, without the movement `id`. `rows`: the active movements up to that day, newest first. Closings change no balance. */
function foundIn(rows: Pick<MovementCard, 'id' | 'operador' | 'saldoCartao' | 'saldoDinheiro'>[], day: string, id: number | null): Found {
  const last = rows.find((row) => row.operador !== 'F' && row.id !== id)
  return { day, card: last?.saldoCartao ?? 0, cash: last?.saldoDinheiro ?? 0 }
}
const upTo = (lote: number, day: string) => ({ query: { idLote: String(lote), dataFinal: day } })

export default function LedgerForm({ editing, lote, header, saved }: Props) {
  const may = useMay()
  // People without privileges may enter only debits.
  const isPrivileged = may('GET /financial-control')
  const lists = useCall(editing.opened ? 'GET /financial-control-batch-data' : null)
  /** Receipt chosen in the open form of a new movement. `ready` rejects with a Failure if the file cannot be used. */
  const [receipt, setReceipt] = useState<{ of: number; file: File; ready: Promise<Receipt>; error?: string } | null>(null)
  const opening = editing.opened?.opening
  const chosen = receipt?.of === opening ? receipt : null
  const choose = (file: File | null) => {
    if (opening === undefined || !file) return setReceipt(null)
    const ready = receiptOf(file)
    setReceipt({ of: opening, file, ready })
    ready.catch(({ message }: Failure) => setReceipt((now) => (now?.file === file ? { ...now, error: message } : now)))
  }
  const save = async (
    { versao, comprovante, operador, operacao, responsavel, idCliente, idTipo, ...values }: Values,
    id: number | null,
    send: Send,
  ) => {
    const closes = operador === 'F'
    const body = {
      ...values,
      valor: Number(values.valor),
      idControleFinanceiro: lote,
      operador,
      operacao: closes ? ('' as const) : operacao,
      responsavel: closes ? null : responsavel,
      idCliente: closes || responsavel !== 'C' ? null : idCliente,
      idTipo: closes ? null : idTipo,
    }
    if (id === null) {
      const receipt = await chosen?.ready
      const made = await send('POST /financial-control-batch', { body })
      // The movement is stored by now, so a failed receipt is reported separately.
      if (receipt)
        await attach(made.id, receipt).catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error
          notify.error(messages.notAttached(sayFailure(error, '')))
        })
      else if (comprovante) notify.error(messages.notAttached(messages.receiptGone))
    } else await send('PUT /financial-control-batch', { body: { ...body, id, versao } })
    await saved()
    return id === null ? messages.created : messages.changed
  }
  const [found, setFound] = useState<Found | null>(null)
  /** The question to ask before saving a closing whose amount differs from the day's balance; null if they are equal. */
  const differs = async ({ data, valor }: Values, id: number | null) => {
    const now = foundIn((await read('GET /financial-control-batch', upTo(lote, data))).data, data, id)
    const isSame = centsOf(totalOf(now)) === centsOf(Number(valor) || 0)
    return isSame ? null : { text: messages.closingDiffers(dayBr(data), reaisBr(sumOf(now))) }
  }
  const closing = ({ data }: Values) =>
    found?.day === data
      ? {
          calm: true,
          text: (
            <>
              <Balance icon={Banknote} label={`Em dinheiro em ${dayBr(data)}`} reais={found.cash} />
              <Balance icon={CreditCard} label={`Em cartão em ${dayBr(data)}`} reais={found.card} />
              {header?.dtUltFecha && <Balance icon={Lock} label={`Último fechamento, em ${dayBr(header.dtUltFecha)}`} reais={header.ultFecha ?? 0} />}
            </>
          ),
        }
      : null
  const effect = (values: Values, id: number | null, was: Values) => {
    if (values.operador === 'F') return closing(values)
    if (!header || !(Number(values.valor) > 0)) return null
    const isCard = values.operacao === 'C'
    const balance = centsOf((isCard ? header.saldoCartao : header.saldoDinheiro) ?? 0)
    // Take the stored amount of this movement out of the balance, because its new amount is added below.
    const before = balance - (id !== null && was.operacao === values.operacao ? signed(was) : 0)
    const after = before + signed(values)
    if (after === balance) return null
    const Icon = isCard ? CreditCard : Banknote
    return {
      calm: true,
      text: (
        <p className="before-after">
          <span>
            <Icon aria-hidden /> {isCard ? 'Saldo em cartão' : 'Saldo em dinheiro'}
          </span>
          <span>
            {reaisBr(reaisOf(before))} → <strong data-below={after < 0 || undefined}>{reaisBr(reaisOf(after))}</strong>
          </span>
        </p>
      ),
    }
  }
  const what = isPrivileged ? 'lançamento' : 'débito'
  return (
    <FormModal
      editing={editing}
      create={{ title: `Novo ${what}`, failed: common.database }}
      change={{ title: `${editing.opened?.id} - Editar ${what}`, failed: common.database }}
      lists={lists}
      invalid={common.invalidEntry}
      effect={effect}
      warn={async (values, id) => {
        const { data, operador } = values
        if (data > addDays(wallDay(serverNow()), SOON)) return { text: messages.far(dayBr(data)) }
        return operador === 'F' && values.idStatus === 'A' ? differs(values, id) : null
      }}
      rules={{
        valor: (typed, { operador, data }) => {
          const reais = typed === '' ? Number.NaN : Number(typed)
          if (reais < 0 && operador !== 'F') return NOT_POSITIVE
          return wrongAmount(reais) ?? (reais === 0 && (operador !== 'F' || (found?.day === data && totalOf(found) > 0)) ? common.zero : null)
        },
        data: (day) => requiredDay(day) ?? (day > addDays(wallDay(serverNow()), FARTHEST) ? messages.tooFar : null),
        idTipo: (id, { operador }) => (operador === 'F' ? null : missing(id)),
        idCliente: (id, { operador, responsavel }) => (operador === 'F' || responsavel !== 'C' ? null : missing(id)),
        obs: optionalText(OBS),
      }}
      save={save}
    >
      {(form) => {
        const closes = form.values.operador === 'F'
        return (
          <>
            {isPrivileged && (
              <Choice
                className="form-wide"
                legend="Operador"
                required
                first
                options={optionsOfWords(operators)}
                value={form.values.operador}
                onChange={(one) => {
                  if (one !== 'C' && one !== 'D' && one !== 'F') return
                  const { operador, valor } = form.values
                  // A closing proposes the balance of its day as its amount. Changing to a closing therefore clears the amount, and changing back
                  // clears it if it is still the proposed one.
                  const isProposed = operador === 'F' && found !== null && Number(valor) === totalOf(found)
                  form.setValues({ operador: one, ...(one !== operador && (one === 'F' || isProposed) && { valor: 0 }) })
                }}
              />
            )}
            {!closes && (
              <>
                <Choice
                  className="form-narrow"
                  legend="Operação"
                  required
                  first={!isPrivileged}
                  options={optionsOfWords(operations)}
                  value={form.values.operacao}
                  onChange={(one) => (one === 'C' || one === 'D') && form.setFieldValue('operacao', one)}
                />
                <Choice
                  className="form-narrow"
                  legend="Responsável"
                  required
                  options={optionsOfWords(responsibles)}
                  value={form.values.responsavel}
                  onChange={(one) => (one === 'C' || one === 'E') && form.setValues({ responsavel: one, idCliente: null })}
                />
                {form.values.responsavel === 'C' && (
                  <Picker
                    className="form-wide"
                    label="Cliente"
                    required
                    options={lists.data?.clientes.map(({ id, nomeFantasia }) => ({ value: id, label: nomeFantasia ?? NO_VALUE }))}
                    {...form.getInputProps('idCliente')}
                  />
                )}
                <Picker
                  className="form-narrow"
                  label="Tipo"
                  required
                  options={lists.data?.tipos.map(({ id, descricao }) => ({ value: id, label: descricao ?? NO_VALUE }))}
                  {...form.getInputProps('idTipo')}
                />
              </>
            )}
            {closes && <Closing form={form} lote={lote} id={editing.opened?.id ?? null} found={found} setFound={setFound} />}
            <MoneyField className="form-narrow" label="Valor" required {...form.getInputProps('valor')} />
            <DateField className="form-narrow" label="Data" required {...form.getInputProps('data')} />
            {editing.opened?.id == null && (
              <FileInput
                className={form.values.responsavel === 'C' && !closes ? undefined : 'form-wide'}
                label="Comprovante"
                placeholder={form.values.comprovante ? `Escolha de novo: ${form.values.comprovante}` : 'Foto ou PDF de até 3 MB'}
                accept={ACCEPTED}
                clearable
                clearButtonProps={{ 'aria-label': 'Remover comprovante' }}
                leftSection={<Paperclip aria-hidden />}
                value={chosen?.file ?? null}
                error={chosen?.error}
                onChange={(file) => {
                  choose(file)
                  form.setFieldValue('comprovante', file?.name ?? '')
                }}
              />
            )}
            <Textarea label="Observação" autosize minRows={3} maxRows={8} {...form.getInputProps('obs')} />
            {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('idStatus')} />}
          </>
        )
      }}
    </FormModal>
  )
}

function Balance({ icon: Icon, label, reais }: { icon: LucideIcon; label: string; reais: number }) {
  return (
    <p className="before-after">
      <span>
        <Icon aria-hidden /> {label}
      </span>
      <strong data-below={reais < 0 || undefined}>{reaisBr(reais)}</strong>
    </p>
  )
}

interface ClosingProps {
  form: UseFormReturnType<Values>
  lote: number
  id: number | null
  found: Found | null
  setFound: (found: Found) => void
}

/** Looks up the balances of the closing's day, and proposes their sum as the amount unless a person typed another one. */
function Closing({ form, lote, id, found, setFound }: ClosingProps) {
  const day = form.values.data
  const { data, error, mutate } = useFresh(isDay(day) ? 'GET /financial-control-batch' : null, upTo(lote, day))
  const take = useEffectEvent((rows: MovementCard[]) => {
    const now = foundIn(rows, day, id)
    const { valor } = form.getValues()
    if (id === null && (!Number(valor) || (found !== null && Number(valor) === totalOf(found)))) form.setFieldValue('valor', totalOf(now))
    setFound(now)
  })
  useEffect(() => {
    if (data) take(data.data)
  }, [data])
  return error && !data ? (
    <div className="problem" role="alert">
      <CircleAlert aria-hidden />
      <p>
        {messages.noBalances}
        <small>{error.message}</small>
      </p>
      <Button variant="default" size="xs" onClick={() => mutate()}>
        Tentar novamente
      </Button>
    </div>
  ) : null
}
